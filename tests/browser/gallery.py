"""Tables worth a look: games of somebody who learns, one of them under way, on a server of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fivedice.coach.advice import advise
from fivedice.rules import variant
from fivedice.solver import Solution, cached_solution
from fivedice.strategies.registry import strategy_named
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.robot import robot_decision
from fivedice.table.store import Store, new_token
from tests.browser.servers import Laid, Server, running

YAHTZEE = variant("yahtzee")
SEATS = (Seat("Ann"), Seat("Optimal", "robot", "optimal"), Seat("Ben"))
GAMES = 8
UNDER_WAY = 8
"""Turns that are over at the table in play: late enough for chances to win."""


@dataclass(frozen=True)
class Gallery:
    """A server with games on it."""

    server: Server
    over: str
    table: Laid
    real: Laid
    open: Laid
    eight: Laid
    joker: Laid


def open_gallery(folder: Path) -> Iterator[Gallery]:
    """Play the games, then serve them."""
    solution = cached_solution(YAHTZEE)
    with Store(folder / "games.sqlite") as store:
        finished = [_played(Random(number), solution, skill=number / GAMES) for number in range(GAMES)]
        for game in finished:
            store.create(game)
        table = _keep(store, _under_way(solution))
        real = _keep(store, Game.begin(YAHTZEE, [Seat("Ann", physical=True)]))
        waiting = Game.begin(YAHTZEE, [Seat("Ann"), Seat("Player 2")], options={"open": [1]})
        opened = _keep(store, waiting, free=(1,))
        names = ("Ann", "Ben", "Cleo", "Dora", "Maximiliane Antoinette", "Fay", "Gus", "Hal")
        eight = _keep(store, _played(Random(1), solution, 0.8, [Seat(name) for name in names], turns=5))
        joker = _keep(store, _joker())
    with running(folder) as server:
        yield Gallery(server, finished[-1].id, table, real, opened, eight, joker)


def _keep(store: Store, game: Game, free: tuple[int, ...] = ()) -> Laid:
    people = (number for number, seat in enumerate(game.seats) if seat.kind == "person" and number not in free)
    laid = Laid(game.id, {number: new_token() for number in people})
    store.create(game, laid.tokens)
    return laid


def _played(
    random: Random, solution: Solution, skill: float, seats: list[Seat] | None = None, turns: int = YAHTZEE.turns
) -> Game:
    """A game in which people find the best decision as often as their skill says, else one of the next few."""
    seats = seats or list(SEATS)
    game = Game.begin(YAHTZEE, seats, seed=random.randbytes(32), options={"speed": "off"})
    while not game.is_over and not (game.turn_number == turns and not game.throws and game.mover == 0):
        game = _step(game, random, solution, skill)
    return game


def _under_way(solution: Solution) -> Game:
    """Ann has thrown twice."""
    random = Random(11)
    game = _played(random, solution, 0.9, turns=UNDER_WAY)
    game = game.after(*game.throw(0))
    keep = [position for position, face in enumerate(game.table or ()) if (game.table or ()).count(face) > 1]
    return game.after(*game.throw(0, keep[:4]))


def _joker() -> Game:
    """Five fours, with Yahtzee and Fours filled."""
    game = Game.begin(YAHTZEE, [Seat("Ann", physical=True), Seat("Ben", "robot", "optimal", physical=True)])
    for box in ("yahtzee", "chance", "fours", "ones", ""):
        seat = game.mover
        assert seat is not None
        game = game.after(*game.throw(seat, (), (4, 4, 4, 4, 4)))
        game = game.after(*game.fill(seat, box)) if box else game
    return game


def _step(game: Game, random: Random, solution: Solution, skill: float) -> Game:
    seat = game.mover
    assert seat is not None
    if not game.throws:
        return game.after(*game.throw(seat))
    strategy = game.seats[seat].strategy
    if strategy is not None:
        return game.after(*game.take(seat, robot_decision(strategy_named(strategy), game)))
    roll = game.roll
    assert roll is not None
    ranked = [one for one in advise(solution, game.cards[seat], roll, game.throws_left) if one.decision != roll]
    choice = 0 if random.random() < skill else random.randrange(min(4, len(ranked)))
    return game.after(*game.take(seat, ranked[choice].decision))
