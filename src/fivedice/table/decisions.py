"""The decisions of a game, from its log: the dice on the table, and what was done about them."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import zip_longest

from fivedice.coach.played import Decided, Played
from fivedice.rules import score_turn
from fivedice.table.events import Filled, Resigned, Retracted, Stopped
from fivedice.table.game import Game


def played_game(game: Game) -> Played:
    """The game as `coach.review` takes it."""
    seats, first = tuple(asdict(seat) for seat in game.seats), Game.opened(game.began)
    start = tuple((card, first.turn if seat == first.mover else None) for seat, card in enumerate(first.cards))
    return Played(game.id, game.rules, seats, start, tuple(decisions(game)), game.is_over, _left(game))


def decisions(game: Game) -> Iterator[Decided]:
    """All decisions in the order of play; throws and boxes that were taken back are not among them."""
    at, turns = Game.opened(game.began), list[list[Decided]]()
    for event in game.log[1:]:
        if isinstance(event, Filled):
            turns.append(list(_of_turn(at, event)))
        elif isinstance(event, Retracted):
            turns.pop()  # its throws are those of the turn that goes on
        elif isinstance(event, Stopped) or (isinstance(event, Resigned) and event.seat == at.mover):
            turns.append(list(_of_turn(at, None)))
        at = at.followed(event)
    for turn in turns:
        yield from turn
    yield from _of_turn(at, None)


def _left(game: Game) -> dict[int, int]:
    """For each player who resigned, how many boxes all players had filled by then."""
    found, filled = dict[int, int](), 0
    for event in game.log:
        filled += isinstance(event, Filled) - isinstance(event, Retracted)
        if isinstance(event, Resigned):
            found[event.seat] = filled
    return found


def _of_turn(at: Game, filled: Filled | None) -> Iterator[Decided]:
    """The decisions of the current turn: each throw but the first follows a keep, and a box ends it."""
    if at.mover is None:
        return
    rules, card, deputy = at.rules, at.cards[at.mover], at.deputies[at.mover] is not None
    for count, (throw, after) in enumerate(zip_longest(at.throws, at.throws[1:]), start=1):
        point = at.turn_after(count)
        assert point is not None
        where = (at.mover, at.turn_number, throw.throw, card, throw.dice, point)
        if after is not None:
            held = after.held
            keep = tuple(sorted(throw.dice[place] for place in held))
            yield Decided(*where, keep, held, None, deputy)
        elif filled is not None:
            category = rules.categories[rules.index[filled.category]]
            yield Decided(*where, category, (), score_turn(rules, point, category), deputy)
