"""Positions as short texts that people can type and read back, like FEN in chess.

    state   1.3.FH.Y+@12            filled categories by code, + if bonuses can be earned, @ capped upper total
    turn    1.3.FH.Y+@12 56666:2    a state, the dice, the rerolls left
    card    1=3,3=9,FH=25,Y=50,+1   points by category (code or name), + the number of Yahtzee bonuses
    cards   1=3 / 6=18 56666:2      of several players in the order of play; the dice lie behind the card of the mover

A state with nothing filled is "-@0", an empty card "-".
"""

import re
from collections.abc import Sequence

from fivedice.errors import NotationError, RulesError
from fivedice.rules.card import Card, possible_points
from fivedice.rules.category import Category
from fivedice.rules.dice import Roll, format_dice
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, Turn

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
        category.code + ("+" if index == rules.yahtzee and state.bonus else "")
        for index, category in enumerate(rules.categories)
        if not state.is_open(index)
    ]
    return f"{'.'.join(codes) or EMPTY}@{state.upper}"


def parse_state(rules: Rules, text: str) -> State:
    """Read a state; the upper total, which the filled boxes must be able to hold, is capped as in play."""
    found = re.fullmatch(r"(-|[\w.+]+)@(\d{1,6})", text.strip())
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
            if index != rules.yahtzee or not rules.yahtzee_bonus:
                raise NotationError(
                    f"state {text!r}: {word!r} claims a Yahtzee bonus that these rules do not pay there."
                )
            bonus = True
    return check_state(rules, State(filled, int(found[2]), bonus), text)


def check_state(rules: Rules, state: State | str, text: str | None = None) -> State:
    """The state, or that of a text, with its upper total capped; one that play cannot reach is refused."""
    if isinstance(state, str):
        return parse_state(rules, state)
    words = f"state {text or state!r}"
    if not 0 <= state.filled < 1 << rules.turns:
        raise NotationError(f"{words} has boxes that {rules.name!r} does not have.")
    if state.bonus and (not rules.yahtzee_bonus or rules.yahtzee is None or state.is_open(rules.yahtzee)):
        raise NotationError(f"{words}: Yahtzee bonuses need rules that pay them and a filled Yahtzee box.")
    possible = upper_totals(rules, state.filled)
    if state.upper not in possible:
        why = f"the filled upper boxes add up to {_ranges(possible)}"
        raise NotationError(f"{words}: an upper total of {state.upper} is not possible; {why}.")
    return State(state.filled, min(state.upper, rules.upper_cap), state.bonus)


def upper_totals(rules: Rules, filled: int) -> list[int]:
    """Every total that the filled upper boxes can hold, in ascending order, and the cap if it stands for one."""
    totals = {0}
    for index in rules.upper:
        if filled >> index & 1:
            points = possible_points(rules, rules.categories[index])
            totals = {total + more for total in totals for more in points}
    if max(totals) >= rules.upper_cap:
        totals.add(rules.upper_cap)
    return sorted(totals)


def format_turn(rules: Rules, turn: Turn) -> str:
    """Write a turn: state, dice, rerolls left."""
    return f"{format_state(rules, turn.state)} {format_dice(turn.roll)}:{turn.rerolls}"


def parse_turn(rules: Rules, text: str) -> Turn:
    """Read a turn."""
    state, _, dice = text.strip().partition(" ")
    roll, rerolls = parse_throw(rules, dice)
    return Turn(parse_state(rules, state), roll, rerolls)


def parse_throw(rules: Rules, text: str) -> Throw:
    """Read dice with the rerolls left, such as "56666:2"."""
    dice, _, count = text.strip().partition(":")
    roll = rules.dice_set.parse(dice, whole=True)
    return roll, check_rerolls(rules, count)


def check_rerolls(rules: Rules, value: str | int) -> int:
    """The number of rerolls left, if these rules allow it."""
    text = str(value).strip()
    if not text.isdecimal() or int(text) >= rules.rolls:
        raise NotationError(f"rerolls {text!r}: it must be 0 to {rules.rolls - 1} with {rules.rolls} rolls a turn.")
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
    return ",".join(parts) or EMPTY


def parse_card(rules: Rules, text: str) -> Card:
    """Read a card; names, codes and titles of categories all do."""
    card = Card.empty(rules)
    bonuses = 0
    for part in text.split(",") if text.strip() not in ("", EMPTY) else ():
        if found := re.fullmatch(r"\s*\+\s*(\d{1,3})\s*", part):
            bonuses += int(found[1])
            continue
        word, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"\s*\d{1,4}\s*", value):
            raise NotationError(f"card entry {part.strip()!r} is not of the form CATEGORY=POINTS, such as ones=3.")
        category = _category(rules, word)
        card = _fill(rules, card, category, int(value))
    return with_yahtzee_bonuses(rules, card, bonuses)


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
        found.append((parse_card(rules, words), parse_throw(rules, dice) if dice else None))
    return found


def with_yahtzee_bonuses(rules: Rules, card: Card, bonuses: int) -> Card:
    """The card with this many Yahtzee bonuses, if it can have earned them."""
    others_filled = sum(points is not None for points in card.points) - 1
    most = max(others_filled, 0) if card.state(rules).bonus else 0
    if not 0 <= bonuses <= most:
        why = "each needs a filled box besides a Yahtzee box that holds points"
        raise NotationError(f"yahtzee bonuses {bonuses}: this card allows 0 to {most}, since {why}.")
    return Card(card.points, bonuses)


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
