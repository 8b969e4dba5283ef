"""Games played by a policy on a dice stream, in blocks, on all cores."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Longs
from fivedice.kernels.batches import score_games, throw_dice
from fivedice.kernels.choices import room_for_choices
from fivedice.kernels.simulate import group_games, play_neighbours, play_tables, play_values
from fivedice.kernels.threads import thread_count
from fivedice.kernels.visited import list_paid_rows, room_for_states
from fivedice.rules import Rules
from fivedice.simulation.streams import Stream
from fivedice.solver.exact import card_boxes
from fivedice.solver.tables import check_unsaved
from fivedice.strategies.policy import AskingPolicy, Batch, LayeredPolicy, Policy, TablePolicy, ValuePolicy, view_for

TABLE_BLOCK, VALUE_BLOCK = 100_000, 1_000_000
"""Games at a time: choices from values are computed once a block, so that larger blocks pay."""

GAMES_PER_TASK = 5_000
FEW_GAMES = 10_000
"""Up to here it does not pay to compile `play_values`, which takes half the time of `play_neighbours`."""


@dataclass(frozen=True, eq=False)
class Games:
    """Consecutive games as arrays; `held` and `shown` are there only if they were asked for.

    boxes, points, bonuses : int16[games, turns], box filled in each turn, its points, Yahtzee bonus
    dice  : uint8[games, turns, rolls · n], what the stream set aside for each turn
    held  : int32[games, turns, rerolls], positions held before each reroll as bits, −1 where none took place
    shown : uint8[games, turns, rolls, n], dice on the table after each throw
    """

    rules: Rules
    first: int
    boxes: NDArray[np.int16]
    points: NDArray[np.int16]
    bonuses: NDArray[np.int16]
    dice: NDArray[np.uint8]
    held: NDArray[np.int32] | None = None
    shown: NDArray[np.uint8] | None = None

    @property
    def card(self) -> NDArray[np.int16]:
        """int16[games, boxes], the points in each box."""
        card = np.empty_like(self.points)
        np.put_along_axis(card, self.boxes.astype(np.int64), self.points, axis=1)
        return card

    @property
    def upper_bonuses(self) -> NDArray[np.int64]:
        """int64[games], the upper bonus of each game."""
        rules, total = self.rules, np.zeros(len(self.points), np.int64)
        bonuses = np.array([rules.bonus_for(upper) for upper in range(rules.upper_cap + 1)])
        for column in range(rules.upper_count):
            factor = rules.multipliers[column]
            counts = np.array([one.section == "upper" and one.column == column for one in rules.categories])
            upper = (self.points * counts[self.boxes]).sum(axis=1, dtype=np.int64) // factor
            total += factor * bonuses[np.minimum(upper, rules.upper_cap)]
        return total

    @property
    def scores(self) -> NDArray[np.int64]:
        """int64[games], final scores."""
        return np.asarray(self.points.sum(axis=1) + self.bonuses.sum(axis=1) + self.upper_bonuses)


def play(
    policy: Policy,
    stream: Stream,
    games: int,
    *,
    record: bool = False,
    threads: int | None = None,
    block: int | None = None,
    expected: int | None = None,
) -> Iterator[Games]:
    """Play games 0 .. games − 1, a block at a time; `record` keeps every throw and what was held.

    Games are the same however many are `expected`, these ones if nothing is said; how they are computed differs.
    """
    if isinstance(policy, LayeredPolicy):
        from fivedice.simulation.layered import play_layered

        yield from play_layered(policy, stream, games, record=record, threads=threads)
        return
    workers = thread_count(threads)
    size = block or (TABLE_BLOCK if isinstance(policy, TablePolicy) else VALUE_BLOCK)
    first = 0
    with ThreadPoolExecutor(workers) as pool:
        for dice in stream.blocks(policy.rules, games, size):
            played = _Block(policy, dice, stream.in_turn, record)
            if isinstance(policy, TablePolicy):
                played.by_tables(policy, pool)
            elif isinstance(policy, AskingPolicy):
                played.by_asking(policy)
            else:
                played.by_values(policy, pool, few=(expected or games) <= FEW_GAMES)
            yield played.games(first)
            first += len(dice)


def warm_up(policy: Policy, stream: Stream, games: int = VALUE_BLOCK) -> None:
    """Play one game, so that kernels are compiled or loaded before a run of this many games is timed."""
    list(play(policy, stream, 1, expected=games))


class _Block:
    """A block of games while it is played."""

    def __init__(self, policy: Policy, dice: NDArray[np.uint8], in_turn: bool, record: bool) -> None:
        self.rules, self.dice, self.in_turn, self.record = policy.rules, dice, in_turn, record
        self.tables, self.arguments = view_for(policy)
        count, turns, _ = dice.shape
        self.boxes, self.points, self.bonuses = np.empty((turns, count, 3), np.int16).transpose(2, 1, 0)
        recorded = count if record else 0
        self.held = np.zeros((recorded, turns, self.rules.rolls - 1), np.int32)
        self.shown = np.zeros((recorded, turns, self.rules.rolls, self.rules.dice), np.uint8)

    def by_tables(self, policy: TablePolicy, pool: ThreadPoolExecutor) -> None:
        """Whole games, some on each core."""

        def run(begin: int) -> None:
            some = slice(begin, begin + GAMES_PER_TASK)
            games = np.arange(len(self.dice[some]))
            play_tables(
                games, *np.zeros((3, len(games)), np.int32),
                self.boxes[some], self.points[some], self.bonuses[some], self.held[some], self.shown[some],
                self.record, self.dice[some], self.in_turn,
                policy.keeps.reshape(-1), policy.boxes.reshape(-1), len(policy.keeps), policy.boxes.shape[2],
                self.rules.upper_cap, np.empty(len(games), np.int32), *self._scratch(),
                self.tables.keep_counts, self.tables.pairs, self.arguments.rules, self.arguments.tables,
            )  # fmt: skip

        list(pool.map(run, range(0, len(self.dice), GAMES_PER_TASK)))

    def by_values(self, policy: ValuePolicy, pool: ThreadPoolExecutor, *, few: bool) -> None:
        """Turn by turn, games in equal states together: their choices are computed once."""
        count, rules, tables, arguments = len(self.dice), self.rules, self.tables, self.arguments
        paid_row = list_paid_rows(tables.rolls, tables.inner, arguments.groups)
        # Side by side: one cache line for a game. One row more, so that a single game has the same type for numba.
        places, flags, upper = np.zeros((count + 1, 3), np.int32).T
        for turn in range(rules.turns):
            counted, order = np.zeros(2 * arguments.shape[1] + 1, np.int64), np.empty(count, np.int64)
            group_games(places, flags, upper, 1, counted, order)

            def run(begin: int, turn: int = turn, order: Longs = order) -> None:
                games = order[begin : begin + GAMES_PER_TASK]
                given = (
                    turn, places, flags, upper, self.boxes, self.points, self.bonuses, self.held, self.shown,
                    self.record, self.dice, self.in_turn, policy.values, rules.upper_cap,
                    room_for_choices(rules.rolls - 1, tables.rolls, tables.keeps),
                )  # fmt: skip
                scratch = (*self._scratch(), tables.keep_counts, tables.pairs, arguments.rules, arguments.tables)
                if policy.candidates is None and not few:
                    states = room_for_states(len(games), rules.upper_cap, paid_row, arguments.groups)
                    play_values(games, *given, states, *scratch, arguments.groups)
                else:
                    play_neighbours(games, *given, np.empty(len(games), np.int32), *scratch, policy.candidates)

            list(pool.map(run, range(0, count, GAMES_PER_TASK)))

    def by_asking(self, policy: AskingPolicy) -> None:
        """Throw by throw, all games at once, so that the player is asked about many turns together."""
        check_unsaved(self.rules)
        count, dice, rerolls = len(self.dice), self.rules.dice, self.rules.rolls - 1
        filled, flags, upper = np.zeros((3, count), np.int64)
        boxes = card_boxes(self.rules)
        for turn in range(self.rules.turns):
            table = np.ascontiguousarray(self.dice[:, turn, :dice])
            rolls, used = self.tables.rolls_of(table) + self.tables.served_from, np.full(count, dice)
            box, held = np.full(count, -1), np.empty(count, np.int32)
            if self.record:
                self.held[:, turn], self.shown[:, turn, 0] = -1, table
            for throw in range(1, rerolls + 1):
                going = np.flatnonzero(box < 0)
                choice = np.full(count, -1, np.int16)
                some = Batch(
                    filled[going], upper[going], flags[going], rolls[going], np.full(going.size, rerolls + 1 - throw)
                )
                choice[going] = policy.decide_many(some)
                stops = going[choice[going] < 0]
                box[stops] = -1 - choice[stops]
                throw_dice(
                    table, rolls, used, held, choice, turn, throw, self.dice, self.in_turn,
                    self.tables.keep_counts, self.tables.extend,
                )  # fmt: skip
                if self.record:
                    on = held >= 0
                    self.held[on, turn, throw - 1], self.shown[on, turn, throw] = held[on], table[on]
            going = np.flatnonzero(box < 0)
            last = Batch(filled[going], upper[going], flags[going], rolls[going], np.zeros_like(going))
            box[going] = -1 - policy.decide_many(last)
            score_games(
                box, turn, filled, flags, upper, self.rules.upper_cap, self.boxes, self.points, self.bonuses,
                rolls, boxes, self.arguments.rules, self.arguments.tables,
            )  # fmt: skip

    def _scratch(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Room for the dice on a table, and for how many of each face are kept."""
        return np.empty(self.rules.dice, np.uint8), np.zeros(self.rules.faces + 1, np.uint8)

    def games(self, first: int) -> Games:
        """The finished games."""
        held, shown = (self.held, self.shown) if self.record else (None, None)
        return Games(self.rules, first, self.boxes, self.points, self.bonuses, self.dice, held, shown)
