"""Games at a table for tests: whoever plays decides at random, but legally."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from fivedice.rules import Rules, variant
from fivedice.table.events import Event, Seat
from fivedice.table.game import Game
from tests.generators import rules

SEED = bytes(range(32))
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


def table(game: Rules, seats: int = 2, *, physical: tuple[int, ...] = (), seed: bytes = SEED) -> Game:
    """A game of people."""
    places = [Seat(NAMES[number], physical=number in physical) for number in range(seats)]
    return Game.begin(game, places, seed=seed, id="thegame", created="2026-01-02T03:04:05.678+00:00")


def next_events(game: Game, random: Random) -> tuple[Event, ...]:
    """Something that the player to move may do."""
    seat = game.mover
    assert seat is not None
    hand = game.seats[seat].physical
    if hand and game.throws and random.random() < 0.2:
        return game.undo_typed(seat)
    if random.random() < 0.05:
        return game.rename(seat, f"{NAMES[seat]} {random.randrange(100)}")
    if game.throws and (not game.throws_left or random.random() < 0.4):
        return game.fill(seat, random.choice(list(game.scorings)))
    count = random.randrange(game.rules.dice) if game.throws else 0
    held = random.sample(range(game.rules.dice), count)
    shown = [random.randint(1, game.rules.faces) for _ in range(game.rules.dice - count)]
    return game.throw(seat, held, shown if hand else None)


def steps(game: Game, random: Random) -> Iterator[tuple[Game, tuple[Event, ...], Game]]:
    """The rest of a game: before, what happens, after."""
    while not game.is_over:
        events = next_events(game, random)
        after = game.after(*events)
        yield game, events, after
        game = after


def played(game: Game, random: Random | int = 0) -> Game:
    """A game played to its end."""
    for *_, after in steps(game, random if isinstance(random, Random) else Random(random)):
        game = after
    return game


@st.composite
def finished(draw: st.DrawFn, *, most_seats: int = 3, by_hand: bool = True) -> Game:
    """Finished games of tiny rules; the dice of some seats may be rolled by hand."""
    game = draw(rules(max_rolls=4))
    seats = draw(st.integers(1, most_seats))
    hands = draw(st.sets(st.integers(0, seats - 1))) if by_hand else ()
    return played(table(game, seats, physical=tuple(hands)), Random(draw(st.integers(0, 2**32))))


def named(number: int, *names: str, robot: bool = False, random: int = 0) -> Game:
    """A finished game of Yahtzee under its own id."""
    seats = [Seat(name) for name in names] + ([Seat("Robot", "robot", "optimal")] if robot else [])
    begun = Game.begin(
        variant("yahtzee"), seats, seed=SEED, id=f"g{number}", created=f"2026-01-{number:02}T00:00:00.000+00:00"
    )
    while (seat := begun.mover) is not None:
        dice = Random(random + begun.sequence)
        events = begun.fill(seat, dice.choice(list(begun.scorings))) if begun.throws else begun.throw(seat)
        begun = begun.after(*events)
    return begun
