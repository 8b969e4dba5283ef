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
    """Cards in the order of play; `throw` is the roll of the player to move with the rerolls left, if it has rolled.

    Anybody may have begun. A position that taking turns cannot lead to is refused.
    """

    rules: Rules
    cards: tuple[Card, ...]
    mover: int
    throw: Throw | None = None

    def __post_init__(self) -> None:
        counts = [card.state(self.rules).turns_played for card in self.cards]
        player, own = self.mover + 1, counts[self.mover]
        if not is_their_turn(counts, self.mover):
            raise NotationError(
                f"filled boxes {', '.join(map(str, counts))} with player {player} to move: players take turns in the "
                f"order of their cards, so that from player {player} on all have {own}, up to those who moved in this "
                f"round already and have {own + 1}; correct the cards, their order or the mover."
            )
        if self.throw and own == self.rules.turns:
            dice = f"{format_dice(self.throw[0])}:{self.throw[1]}"
            raise NotationError(f"dice {dice!r}: the card of player {player} is full, so nothing is to decide.")

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards of all but the player to move."""
        return tuple(card for player, card in enumerate(self.cards) if player != self.mover)

    @property
    def is_over(self) -> bool:
        """Whether all cards are full."""
        return all(is_over(self.rules, card.state(self.rules)) for card in self.cards)


def is_their_turn(counts: list[int], mover: int) -> bool:
    """Whether a player can be to move when the cards, in the order of play, have these numbers of boxes filled.

    >>> is_their_turn([3, 2, 2], 1), is_their_turn([2, 2, 2], 1), is_their_turn([2, 3, 2], 0), is_their_turn([2, 4], 0)
    (True, True, False, False)
    """
    onwards = counts[mover:] + counts[:mover]
    return onwards == sorted(onwards) and onwards[-1] - onwards[0] <= 1


def parse_position(rules: Rules, texts: list[str], *, mover: int | None = None, throw: str | None = None) -> Position:
    """Read a position: cards as texts, or files with a card on each line.

    Whose turn it is follows from the filled boxes; with as many on each card it is that of the player with dice behind
    its card, else of the first.

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
        possible = [player for player in range(len(cards)) if is_their_turn(filled, player)]
        mover = next((player for player in possible if player in throws), (possible or [filled.index(min(filled))])[0])
    if not 0 <= mover < len(cards):
        raise NotationError(f"player {mover + 1} is to move, but there are {len(cards)} players.")
    if throw:
        throws[mover] = parse_throw(rules, throw)
    if strangers := [player for player in throws if player != mover]:
        raise NotationError(f"dice lie before player {strangers[0] + 1}, but player {mover + 1} is to move; say whose.")
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
