"""What pages of the laboratory send, read in the helper process: rules, positions, decisions."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fivedice.errors import NotationError, RulesError, TooLarge
from fivedice.objectives.position import MOST, Position, is_their_turn
from fivedice.rules import Card, Decision, Rules
from fivedice.rules.notation import Throw, format_cards, parse_cards
from fivedice.rules.state import is_over
from fivedice.rules.toml import parse_rules
from fivedice.rules.variants import VARIANTS, named_rules
from fivedice.solver.exact import check_computable, memory_needed
from fivedice.solver.places import places_of

LONGEST = 12_000
"""Characters of rules or of a position."""
MOST_WORK = 2e10
"""Most numbers that a solution computes: Yahtzee has 1.4e9 and takes a quarter of a second."""
MOST_LAYERED = 3 * MOST_WORK
"""The same layer by layer, where work is shared: Yahtzee with one saved throw takes half a second."""
QUICK_BYTES = 512 * 2**20


@lru_cache(maxsize=64)
def read_rules(text: str) -> Rules:
    """The rules of a name, such as "yatzy" or "yahtzee (dice=6)", or of a TOML file's text."""
    if len(text) > LONGEST:
        raise RulesError(f"the rules are longer than {LONGEST:,} characters, which is too much.")
    if found := named_rules(text):
        return found
    if "=" not in text:
        raise RulesError(f"variant {text[:60]!r} is not known; it must be one of {', '.join(VARIANTS)}, or TOML.")
    return parse_rules(text)


def work_of(rules: Rules) -> float:
    """How many numbers a solution computes, about."""
    flags = 2 if rules.yahtzee_bonus else 1
    totals = float(rules.upper_cap + 1) ** max(rules.upper_count, 1)  # each column has its own
    saved = rules.most_saved + 1
    return float(places_of(rules).count) * flags * totals * rules.dice_set.keep_count * rules.rolls * saved


def by_layers(rules: Rules) -> bool:
    """Whether rules are solved layer by layer: they have saved throws, or a bonus in each of several columns."""
    try:
        check_computable(rules)
    except TooLarge:
        return True
    return False


def check_size(rules: Rules) -> Rules:
    """Refuse rules that take too long or too much memory here."""
    work = work_of(rules)
    if work > (MOST_LAYERED if by_layers(rules) else MOST_WORK):
        check_computable(rules)  # its sentence says what to change to be solved at once
        raise TooLarge(
            f"{rules.name[:60]!r} is {work / MOST_WORK:,.1f} times too large to be solved while a page waits; take "
            "boxes, dice, faces or rolls away, or solve it with `fivedice solve`."
        )
    if memory_needed(rules) > QUICK_BYTES:
        raise TooLarge(f"{rules.name[:60]!r} needs more memory than this server gives; take boxes away.")
    return rules


@dataclass(frozen=True)
class Placed:
    """The cards of a page, who is to move, and the dice."""

    rules: Rules
    cards: tuple[Card, ...]
    mover: int
    throw: Throw | None

    @property
    def card(self) -> Card:
        """Of the player to move."""
        return self.cards[self.mover]

    @property
    def text(self) -> str:
        """As it is written."""
        return format_cards(self.rules, self.cards, self.mover, self.throw)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return is_over(self.rules, self.card.state(self.rules))

    def position(self) -> Position:
        """Of several players; NotationError if taking turns cannot lead there."""
        return Position(self.rules, self.cards, self.mover, self.throw)


def read_position(rules: Rules, text: str) -> Placed:
    """The position of one to eight cards; the player with dice is to move, else whose turn it is by the boxes."""
    if len(text) > LONGEST:
        raise NotationError(f"the position is longer than {LONGEST:,} characters, which is too much.")
    found = parse_cards(rules, text)
    if len(found) > MOST:
        raise NotationError(f"a position has at most {MOST} cards; given: {len(found)}.")
    cards = tuple(card for card, _ in found)
    thrown = [player for player, (_, throw) in enumerate(found) if throw]
    if len(thrown) > 1:
        raise NotationError("only one player has dice on the table; take the others away.")
    counts = [card.state(rules).turns_played for card in cards]
    movers = thrown or [player for player in range(len(cards)) if is_their_turn(counts, player)] or [0]
    mover = movers[0]
    placed = Placed(rules, cards, mover, found[mover][1])
    if placed.throw and placed.is_over:
        raise NotationError(f"the card of player {mover + 1} is full, so nothing is to decide; take the dice away.")
    return placed


def read_decision(placed: Placed, text: str) -> Decision:
    """A box by its name, or dice to keep."""
    if text in placed.rules.index:
        return placed.rules.categories[placed.rules.index[text]]
    return placed.rules.dice_set.parse(text, whole=False)


def said_rules(text: str) -> str:
    """Rules as Python: a name, or the text of a file to be saved."""
    return repr(text) if "\n" not in text else "'rules.toml'"


def text_field(question: dict[str, Any], key: str, default: str) -> str:
    """A field of a question that must be text."""
    value = question.get(key, default)
    if not isinstance(value, str):
        raise NotationError(f"{key} is {str(value)[:40]!r}; it must be text.")
    return value
