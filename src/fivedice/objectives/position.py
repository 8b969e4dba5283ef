"""A position of several players: their cards, who is to move, and the dice on the table."""

from dataclasses import dataclass
from pathlib import Path

from fivedice.errors import NotationError
from fivedice.rules import Card, Roll, Rules
from fivedice.rules.notation import format_card, parse_card, parse_throw
from fivedice.rules.state import is_over

FEWEST, MOST = 2, 8


@dataclass(frozen=True)
class Position:
    """Cards in the order of play; `throw` is the roll of the player to move with the rerolls left, if it has rolled."""

    rules: Rules
    cards: tuple[Card, ...]
    mover: int
    throw: tuple[Roll, int] | None = None

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards of all but the player to move."""
        return tuple(card for player, card in enumerate(self.cards) if player != self.mover)

    @property
    def is_over(self) -> bool:
        """Whether all cards are full."""
        return all(is_over(self.rules, card.state(self.rules)) for card in self.cards)


def parse_position(rules: Rules, texts: list[str], *, mover: int | None = None, throw: str | None = None) -> Position:
    """Read a position: cards as texts, or files with a card on each line; the player with the fewest boxes moves.

    >>> from fivedice.rules import variant
    >>> position = parse_position(variant("yahtzee"), ["sixes=24", "-"], throw="55561:1")
    >>> position.mover, position.throw
    (1, ((1, 5, 5, 5, 6), 1))
    """
    lines = [line for text in texts for line in _lines(text)]
    if not FEWEST <= len(lines) <= MOST:
        raise NotationError(f"a position has {FEWEST} to {MOST} cards, one for each player; {len(lines)} were given.")
    cards = tuple(parse_card(rules, line) for line in lines)
    filled = [card.state(rules).turns_played for card in cards]
    if mover is None:
        mover = filled.index(min(filled))
    if not 0 <= mover < len(cards):
        raise NotationError(f"player {mover + 1} is to move, but there are {len(cards)} players.")
    if throw and is_over(rules, cards[mover].state(rules)):
        raise NotationError(f"dice {throw!r}: the card of player {mover + 1} is full, so there is nothing to decide.")
    return Position(rules, cards, mover, parse_throw(rules, throw) if throw else None)


def format_position(position: Position) -> str:
    """Write the cards of a position, one on each line."""
    return "\n".join(format_card(position.rules, card) for card in position.cards)


def _lines(text: str) -> list[str]:
    """The cards in an argument: separated by "|", or in a file of that name; # starts a comment."""
    if text.strip() and "=" not in text and text.strip("- |") and Path(text).is_file():
        try:
            content = Path(text).read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise NotationError(f"cards from {text!r}: the file cannot be read as text ({error}).") from None
        lines = [line.partition("#")[0].strip() for line in content.splitlines()]
        return [line for line in lines if line]
    return [part.strip() or "-" for part in text.split("|")]
