"""Where a game starts: at empty cards, or at a position that is given as text."""

from collections.abc import Collection, Sequence

from fivedice.errors import NotationError
from fivedice.rules import Card, Rules
from fivedice.rules.notation import parse_cards
from fivedice.table.events import Thrown


def to_move(rules: Rules, cards: Sequence[Card], closed: Collection[int] = ()) -> int | None:
    """The seat whose turn it is, the first of those with the fewest filled boxes; None when all cards are full.

    Cards that are `closed` count as full.
    """
    filled = [rules.turns if seat in closed else card.turns_played for seat, card in enumerate(cards)]
    return None if min(filled) == rules.turns else filled.index(min(filled))


def parse_start(rules: Rules, names: Sequence[str], text: str) -> tuple[tuple[Card, ...], tuple[Thrown, ...]]:
    """The cards of these players, and the dice that lie on the table as one throw; without a text, empty cards.

    >>> from fivedice.rules import variant
    >>> parse_start(variant("yahtzee"), ["Ann", "Ben"], "1=3,C=22 / 6=18 56666:1")[1]
    (Thrown(seat=1, turn=1, throw=1, held=(), dice=(5, 6, 6, 6, 6), share=''),)
    """
    if not text.strip():
        return (Card.empty(rules),) * len(names), ()
    placed = parse_cards(rules, text)
    if len(placed) != len(names):
        raise NotationError(f"position {text!r} has {len(placed)} cards separated by /, but {len(names)} would play.")
    cards = tuple(card for card, _ in placed)
    mover = to_move(rules, cards)
    if mover is None:
        raise NotationError(f"position {text!r}: every box is filled, so the game is over.")
    for number, (_, dice) in enumerate(placed):
        if dice and number != mover:
            raise NotationError(f"position {text!r}: dice lie before {names[number]}, but {names[mover]} is to move.")
    if (dice := placed[mover][1]) is None:
        return cards, ()
    roll, rerolls = dice
    throw = rules.rolls - 1 + cards[mover].saved - rerolls
    return cards, (Thrown(mover, cards[mover].turns_played, throw, (), roll),)
