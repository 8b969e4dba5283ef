"""Positions as short texts that people can type and read back, like FEN in chess.

    state   1.3.FH.Y+@12            filled categories by code, + if bonuses can be earned, @ capped upper total
    turn    1.3.FH.Y+@12 56666:2    a state, the dice, the rerolls left
    card    1=3,3=9,FH=25,Y=50,+1   points by category (code or name), + the number of Yahtzee bonuses
    cards   1=3 / 6=18 56666:2      of several players in the order of play; the dice lie behind the card of the mover

A state with nothing filled is "-@0", an empty card "-". Saved throws stand behind a star: "1.3@12*4", "1=3,3=9,*4".
With several columns a letter says which one ("1a.1b"), and their upper totals are divided by slashes: "1a.1b@3/4". A
turn whose dice were all kept and still count as served ends with "!".
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from fivedice.errors import NotationError, RulesError
from fivedice.rules.card import Card, possible_points
from fivedice.rules.category import Category
from fivedice.rules.dice import Roll, format_dice
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, Turn, turn_at, upper_number, upper_totals_of

EMPTY = "-"
BETWEEN_CARDS = " / "

Throw = tuple[Roll, int]
"""Dice on the table, and the rerolls left."""


def format_state(rules: Rules, state: State) -> str:
    """Write a state.

    >>> from fivedice.rules import variant
    >>> format_state(variant("yahtzee"), State(0b100000000101, 12, bonus=True))
    '1.3.Y+@12'
    """
    codes = [
        category.code + ("+" if index in rules.yahtzees and state.bonus else "")
        for index, category in enumerate(rules.categories)
        if not state.is_empty(index)
    ]
    totals = "/".join(map(str, upper_totals_of(rules, state.upper)))
    return f"{'.'.join(codes) or EMPTY}@{totals}{f'*{state.saved}' if state.saved else ''}"


def parse_state(rules: Rules, text: str) -> State:
    """Read a state; the upper total, which the filled boxes must be able to hold, is capped as in play."""
    found = re.fullmatch(r"(-|[\w.+]+)@(\d{1,6}(?:/\d{1,6})*)(?:\*(\d{1,4}))?", text.strip())
    if not found:
        raise NotationError(f"state {text!r} is not of the form CODE.CODE@UPPER, such as 1.3.FH@12 or -@0.")
    filled, bonus = 0, False
    for word in found[1].split(".") if found[1] != EMPTY else ():
        category = _category(rules, word.removesuffix("+"))
        index = rules.index[category.name]
        if filled >> index & 1:
            raise NotationError(f"state {text!r}: {category.title} is filled twice.")
        filled |= 1 << index
        if word.endswith("+"):
            if index not in rules.yahtzees or not rules.yahtzee_bonus:
                raise NotationError(
                    f"state {text!r}: {word!r} claims a Yahtzee bonus that these rules do not pay there."
                )
            bonus = True
    totals = [int(total) for total in found[2].split("/")]
    _check_filled(rules, filled, f"state {text!r}")
    upper = upper_number(rules, check_upper(rules, filled, totals, f"state {text!r}"))
    return check_state(rules, State(filled, upper, bonus, int(found[3] or 0)), text)


def check_state(rules: Rules, state: State | str, text: str | None = None) -> State:
    """The state, or that of a text, with its upper total capped; one that play cannot reach is refused."""
    if isinstance(state, str):
        return parse_state(rules, state)
    words = f"state {text or state!r}"
    if not 0 <= state.filled < 1 << rules.turns:
        raise NotationError(f"{words} has boxes that {rules.name!r} does not have.")
    _check_filled(rules, state.filled, words)
    if state.bonus and (not rules.yahtzee_bonus or all(map(state.is_empty, rules.yahtzees))):
        raise NotationError(f"{words}: Yahtzee bonuses need rules that pay them and a filled Yahtzee box.")
    check_saved(rules, state.saved, state.turns_played, words)
    totals = check_upper(rules, state.filled, upper_totals_of(rules, state.upper), words)
    return State(state.filled, upper_number(rules, totals), state.bonus, state.saved)


def check_upper(rules: Rules, filled: int, totals: Sequence[int], words: str) -> list[int]:
    """The upper totals, capped, if the filled upper boxes of each column can hold them."""
    if len(totals) != rules.upper_count:
        raise NotationError(f"{words} has {len(totals)} upper totals; it must have {rules.upper_count}.")
    for column, total in enumerate(totals):
        possible = upper_totals(rules, filled, column)
        if total not in possible:
            where = f" of column {rules.columns[column].name}" if len(rules.columns) > 1 else ""
            why = f"the filled upper boxes{where} add up to {_ranges(possible)}"
            raise NotationError(f"{words}: an upper total of {total} is not possible; {why}.")
    return [min(total, rules.upper_cap) for total in totals]


def check_saved(rules: Rules, saved: int, turns: int, words: str) -> None:
    """Whether as many throws can have been saved in some turns."""
    most = min(rules.most_saved, (rules.rolls - 1) * turns)
    if not 0 <= saved <= most:
        raise NotationError(
            f"{words}: {saved} saved throws are not possible; it must be 0 to {most} after {turns} turns."
        )


def _check_filled(rules: Rules, filled: int, words: str) -> None:
    for index, category in enumerate(rules.categories):
        missing = rules.prerequisites[index] & ~filled if filled >> index & 1 else 0
        if missing:
            first = rules.categories[(missing & -missing).bit_length() - 1]
            raise NotationError(f"{words}: {category.title} cannot be filled while {first.title} is empty.")


def upper_totals(rules: Rules, filled: int, column: int = 0) -> list[int]:
    """Every total that the filled upper boxes of a column can hold, ascending, and the cap if it stands for one."""
    totals = {0}
    for index in rules.upper:
        category = rules.categories[index]
        if filled >> index & 1 and (category.column == column or rules.upper_count == 1):
            points = possible_points(rules, category)
            totals = {total + more // category.multiplier for total in totals for more in points}
    if max(totals) >= rules.upper_cap:
        totals.add(rules.upper_cap)
    return sorted(totals)


def format_turn(rules: Rules, turn: Turn) -> str:
    """Write a turn: state, dice, rerolls left."""
    mark = "!" if turn.served and not turn_at(rules, turn.state, turn.roll, turn.rerolls).served else ""
    return f"{format_state(rules, turn.state)} {format_dice(turn.roll)}:{turn.rerolls}{mark}"


def parse_turn(rules: Rules, text: str) -> Turn:
    """Read a turn."""
    words, _, dice = text.strip().partition(" ")
    state = parse_state(rules, words)
    roll, rerolls = parse_throw(rules, dice.removesuffix("!"), state.saved)
    turn = turn_at(rules, state, roll, rerolls)
    return replace(turn, served=rules.has_served) if dice.endswith("!") else turn


def parse_throw(rules: Rules, text: str, saved: int = 0) -> Throw:
    """Read dice with the rerolls left, such as "56666:2"."""
    dice, _, count = text.strip().partition(":")
    roll = rules.dice_set.parse(dice, whole=True)
    return roll, check_rerolls(rules, count, saved)


def check_rerolls(rules: Rules, value: str | int, saved: int = 0) -> int:
    """The number of rerolls left, if these rules and as many saved throws allow it."""
    text, most = str(value).strip(), rules.rolls - 1 + saved
    if not text.isdecimal() or int(text) > most:
        more = f" and {saved} saved" if saved else ""
        raise NotationError(f"rerolls {text!r}: it must be 0 to {most} with {rules.rolls} rolls a turn{more}.")
    return int(text)


def format_card(rules: Rules, card: Card) -> str:
    """Write a card.

    >>> from fivedice.rules import variant
    >>> format_card(variant("yahtzee"), parse_card(variant("yahtzee"), "chance=22, ones=3"))
    '1=3,C=22'
    """
    parts = [
        f"{category.code}={points}"
        for category, points in zip(rules.categories, card.points, strict=True)
        if points is not None
    ]
    if card.yahtzee_bonuses:
        parts.append(f"+{card.yahtzee_bonuses}")
    if card.saved:
        parts.append(f"*{card.saved}")
    return ",".join(parts) or EMPTY


def parse_card(rules: Rules, text: str) -> Card:
    """Read a card; names, codes and titles of categories all do."""
    card = Card.empty(rules)
    bonuses = saved = 0
    for part in text.split(",") if text.strip() not in ("", EMPTY) else ():
        if found := re.fullmatch(r"\s*\+\s*(\d{1,3})\s*", part):
            bonuses += int(found[1])
            continue
        if found := re.fullmatch(r"\s*\*\s*(\d{1,4})\s*", part):
            saved += int(found[1])
            continue
        word, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"\s*\d{1,5}\s*", value):
            raise NotationError(f"card entry {part.strip()!r} is not of the form CATEGORY=POINTS, such as ones=3.")
        category = _category(rules, word)
        card = _fill(rules, card, category, int(value))
    state = card.state(rules)
    _check_filled(rules, state.filled, f"card {text.strip()!r}")
    check_saved(rules, saved, state.turns_played, f"card {text.strip()!r}")
    return replace(with_yahtzee_bonuses(rules, card, bonuses), saved=saved)


def format_cards(rules: Rules, cards: Sequence[Card], mover: int | None = None, throw: Throw | None = None) -> str:
    """Write the cards of several players, with the dice behind that of the player to move."""
    texts = [format_card(rules, card) for card in cards]
    if throw is not None and mover is not None:
        texts[mover] += f" {format_dice(throw[0])}:{throw[1]}"
    return BETWEEN_CARDS.join(texts)


def parse_cards(rules: Rules, text: str) -> list[tuple[Card, Throw | None]]:
    """Read the cards of several players, each with the dice that lie behind it.

    >>> from fivedice.rules import variant
    >>> [dice for _, dice in parse_cards(variant("yahtzee"), "1=3,C=22 / 6=18 56666:2")]
    [None, ((5, 6, 6, 6, 6), 2)]
    """
    found = []
    for part in text.split(BETWEEN_CARDS.strip()):
        words, _, dice = part.strip().rpartition(" ") if ":" in part else (part, "", "")
        card = parse_card(rules, words)
        found.append((card, parse_throw(rules, dice, card.saved) if dice else None))
    return found


def with_yahtzee_bonuses(rules: Rules, card: Card, bonuses: int) -> Card:
    """The card with this many Yahtzee bonuses, if it can have earned them."""
    state = card.state(rules)
    others = sorted(
        (one.multiplier for index, one in enumerate(rules.categories) if not state.is_empty(index)), reverse=True
    )
    complete = state.bonus and not any(map(state.is_empty, rules.yahtzees))
    most = sum(others[: len(others) - len(rules.yahtzees)]) if complete else 0
    if not 0 <= bonuses <= most:
        why = "each needs a filled box besides a Yahtzee box that holds points"
        raise NotationError(f"yahtzee bonuses {bonuses}: this card allows 0 to {most}, since {why}.")
    return replace(card, yahtzee_bonuses=bonuses)


def _fill(rules: Rules, card: Card, category: Category, points: int) -> Card:
    index = rules.index[category.name]
    if card.points[index] is not None:
        raise NotationError(f"{category.name}={points}: {category.title} is filled twice.")
    possible = possible_points(rules, category)
    if points not in possible:
        allowed = ", ".join(map(str, possible))
        raise NotationError(f"{category.name}={points}: {category.title} can hold only {allowed}.")
    return card.fill(rules, category, points)


def _ranges(numbers: list[int]) -> str:
    """Ascending numbers, with neighbours drawn together: "0 to 5, 7"."""
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    pairs = zip(firsts, lasts, strict=True)
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in pairs)


def _category(rules: Rules, word: str) -> Category:
    try:
        return rules.category(word)
    except RulesError as error:
        raise NotationError(str(error)) from None
