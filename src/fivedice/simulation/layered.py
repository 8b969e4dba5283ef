"""Games of the optimal player where throws are saved, or whose solution lies in files."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from fivedice.arrays import Longs
from fivedice.errors import RulesError
from fivedice.kernels.lanes import LANES
from fivedice.kernels.saved_play import Chain, InPlay, Keeps, play_saved
from fivedice.kernels.threads import thread_count
from fivedice.rules import Rules
from fivedice.simulation.games import Games
from fivedice.simulation.streams import Block, Stream
from fivedice.solver.exact import card_boxes
from fivedice.solver.layers.solve import arguments_of, scratch_for
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import preferred
from fivedice.strategies.policy import LayeredPolicy

BLOCK = 10_000
"""Games at a time."""


def play_layered(
    policy: LayeredPolicy, stream: Stream, games: int, *, record: bool = False, threads: int | None = None
) -> Iterator[Games]:
    """Play games 0 .. games − 1, a block at a time, turn by turn, those with equal boxes filled together."""
    if record:
        raise RulesError(f"{policy.rules.name} is solved in files: its games can be simulated, but not logged.")
    first = 0
    with ThreadPoolExecutor(thread_count(threads)) as pool:
        for dice in stream.blocks(policy.rules, games, BLOCK):
            yield _play_block(policy, dice, stream.in_turn, first, pool)
            first += len(dice)


def _play_block(policy: LayeredPolicy, dice: Block, in_turn: bool, first: int, pool: ThreadPoolExecutor) -> Games:
    rules, plan, scratch = policy.rules, policy.solution.plan, threading.local()
    count, turns, _ = dice.shape
    filled, flags, upper, saved = np.zeros((4, count), np.int64)
    boxes, points, bonuses = np.empty((3, count, turns), np.int16)
    games = InPlay(filled, flags, upper, saved, boxes, points, bonuses, dice)
    arguments, keeps = arguments_of(rules), _keeps(rules)
    table, kept = np.empty(rules.dice, np.uint8), np.zeros(rules.faces + 1, np.uint8)

    def run(task: tuple[int, Longs]) -> None:
        turn, order = task
        if not hasattr(scratch, "ways"):
            scratch.ways = scratch_for(rules)
            links, ways = rules.rolls + rules.most_saved, len(scratch.ways.paid)
            scratch.chain = Chain(np.empty((links, plan.tables.keeps * LANES)), np.empty((links, ways * LANES)))
            scratch.table, scratch.kept = table.copy(), kept.copy()
        filled = int(games.filled[order[0]])
        layer, mask = plan.find(filled)
        after, values = policy.solution.following(filled)
        play_saved(
            order, turn, rules.most_saved, rules.rolls, in_turn, games, keeps, scratch.chain, scratch.ways,
            scratch.table, scratch.kept, after, values, int(layer.kind[mask]), plan.totals,
            rules.upper_cap, card_boxes(rules), arguments.rules, arguments.tables, arguments.groups,
        )  # fmt: skip

    for turn in range(turns):
        order = np.lexsort((games.flags, games.filled))
        edges = np.flatnonzero(np.diff(games.filled[order]) | np.diff(games.flags[order])) + 1
        list(pool.map(run, [(turn, some) for some in np.split(order, edges)]))
    return Games(rules, first, boxes, points, bonuses, dice)


@lru_cache(maxsize=4)
def _keeps(rules: Rules) -> Keeps:
    tables = compile_rules(rules)
    rows = [preferred(rules, roll) for roll in range(tables.rolls)]
    starts = np.cumsum([0, *map(len, rows)])
    return Keeps(starts.astype(np.int32), np.concatenate(rows).astype(np.int32), tables.keep_counts)
