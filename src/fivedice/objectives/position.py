"""A position of several players: their cards, who is to move, and the dice on the table."""

from dataclasses import dataclass
from pathlib import Path

from fivedice.errors import NotationError
from fivedice.rules import Card, Rules, format_dice
from fivedice.rules.notation import Throw, format_cards, parse_cards, parse_throw
from fivedice.rules.state import is_over

FEWEST, MOST = 2, 8


@dataclass(frozen=True)
class Position:
    """Cards in the order of play; `throw` is the roll of the player to move with the rerolls left, if it has rolled."""

    rules: Rules
    cards: tuple[Card, ...]
    mover: int
    throw: Throw | None = None

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards of all but the player to move."""
        return tuple(card for player, card in enumerate(self.cards) if player != self.mover)

    @property
    def is_over(self) -> bool:
        """Whether all cards are full."""
        return all(is_over(self.rules, card.state(self.rules)) for card in self.cards)


def parse_position(rules: Rules, texts: list[str], *, mover: int | None = None, throw: str | None = None) -> Position:
    """Read a position: cards as texts, or files with a card on each line.

    The player with the fewest boxes moves; of several that with dice behind its card, else the first.

    >>> from fivedice.rules import variant
    >>> position = parse_position(variant("yahtzee"), ["sixes=24 / - 55561:1"])
    >>> position.mover, position.throw
    (1, ((1, 5, 5, 5, 6), 1))
    """
    placed = [one for text in texts for line in _lines(text) for one in parse_cards(rules, line)]
    if not FEWEST <= len(placed) <= MOST:
        raise NotationError(f"a position has {FEWEST} to {MOST} cards, one for each player; given: {len(placed)}.")
    cards = tuple(card for card, _ in placed)
    throws = {player: dice for player, (_, dice) in enumerate(placed) if dice}
    if mover is None:
        filled = [card.state(rules).turns_played for card in cards]
        fewest = [player for player, count in enumerate(filled) if count == min(filled)]
        mover = next((player for player in fewest if player in throws), fewest[0])
    if not 0 <= mover < len(cards):
        raise NotationError(f"player {mover + 1} is to move, but there are {len(cards)} players.")
    if throw:
        throws[mover] = parse_throw(rules, throw)
    for player, (roll, rerolls) in throws.items():
        if player != mover:
            raise NotationError(f"dice lie before player {player + 1}, but player {mover + 1} is to move; say whose.")
        if is_over(rules, cards[player].state(rules)):
            dice = f"{format_dice(roll)}:{rerolls}"
            raise NotationError(f"dice {dice!r}: the card of player {player + 1} is full, so nothing is to decide.")
    return Position(rules, cards, mover, throws.get(mover))


def format_position(position: Position) -> str:
    """Write a position as `parse_position` reads it."""
    return format_cards(position.rules, position.cards, position.mover, position.throw)


def _lines(text: str) -> list[str]:
    """The cards in an argument, or in a file of that name; # starts a comment there."""
    if "=" not in text and text.strip("- /") and _is_file(text):
        try:
            content = Path(text).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise NotationError(f"cards from {text!r}: the file cannot be read as text ({error}).") from None
        lines = [line.partition("#")[0].strip() for line in content.splitlines()]
        return [line for line in lines if line]
    return [text]


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # a name that is too long for this system
        return False
