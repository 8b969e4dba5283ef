"""The decisions of a game, from its log: what lay on the table, and what was done about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from fivedice.rules import Card, Category, Decision, Scoring, Turn, format_dice, score
from fivedice.table.events import Filled, Thrown
from fivedice.table.game import Game


@dataclass(frozen=True)
class PlayedTurn:
    """A turn: the card before it, the throws that stood, and the box that was filled, if it has come to that."""

    seat: int
    number: int
    card: Card
    throws: tuple[Thrown, ...]
    filled: Filled | None


@dataclass(frozen=True)
class Decided:
    """A decision in turn `turn` after throw `throw`, both from 0; `dice` lie as they did on the table."""

    seat: int
    turn: int
    throw: int
    card: Card
    dice: tuple[int, ...]
    point: Turn
    decision: Decision
    held: tuple[int, ...]
    scoring: Scoring | None

    @property
    def key(self) -> tuple[int, int, int]:
        """What no other decision of the game has in common with this one."""
        return self.seat, self.turn, self.throw

    @property
    def kind(self) -> str:
        """Either "category" or "keep"."""
        return "category" if isinstance(self.decision, Category) else "keep"

    @property
    def text(self) -> str:
        """The decision as people type it."""
        return self.decision.name if isinstance(self.decision, Category) else format_dice(self.decision)


def played_turns(game: Game) -> Iterator[PlayedTurn]:
    """All turns in the order of play, the one under way last; throws that were taken back are not among them."""
    at = Game.opened(game.began)
    for event in game.log[1:]:
        if isinstance(event, Filled):
            yield PlayedTurn(event.seat, event.turn, at.cards[event.seat], at.throws, event)
        at = at.followed(event)
    if at.mover is not None and at.throws:
        yield PlayedTurn(at.mover, at.turn_number, at.cards[at.mover], at.throws, None)


def decisions(game: Game) -> Iterator[Decided]:
    """All decisions in the order of play."""
    for turn in played_turns(game):
        yield from turn_decisions(game, turn)


def turn_decisions(game: Game, turn: PlayedTurn) -> Iterator[Decided]:
    """The decisions of a turn: each but the first throw follows a keep, and a box ends it."""
    rules, state = game.rules, turn.card.state(game.rules)
    for number, throw in enumerate(turn.throws):
        point = Turn(state, tuple(sorted(throw.dice)), rules.rolls - 1 - number)
        where = (turn.seat, turn.number, number, turn.card, throw.dice, point)
        if number + 1 < len(turn.throws):
            held = turn.throws[number + 1].held
            keep = tuple(sorted(throw.dice[place] for place in held))
            yield Decided(*where, keep, held, None)
        elif turn.filled is not None:
            category = rules.categories[rules.index[turn.filled.category]]
            yield Decided(*where, category, (), score(rules, state, point.roll, category))
