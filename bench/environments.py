"""How fast games are stepped by random legal actions, with observations and masks written.

The vector environment steps 4,096 games at once on all cores, actions chosen by its own kernel; its reference of the
same run is the single environment in Python. Games start anew in the step after their last, which is not counted as a
step. Of several stretches the median counts, the fastest stands beside it; steps a second of processor time are those
of one core.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from bench.players import finish
from fivedice.environments.single import GameEnv
from fivedice.environments.vector import VectorGame

LEAST_STEPS_A_SECOND = 3_000_000
GAMES, STEPS, STRETCHES = 4096, 100, 30
SINGLE_STEPS = 4000


def run(console: Console, quick: bool) -> bool:
    """Time both environments on Yahtzee and Yatzy; True if every claim held."""
    rows: list[dict[str, Any]] = []
    for name in ("yahtzee", "yatzy"):
        for kind in ("dict", "flat"):
            stretches = 5 if quick else STRETCHES
            single = _timed(_single(name, kind), max(stretches // 5, 2))
            vector = _timed(_vector(name, kind), stretches)
            rows.append({"rules": name, "observation": kind, **vector, "ratio": vector["steps"] / single["steps"]})
    table = Table(title="Random legal steps, 4,096 games", box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    for head in ("rules  ", "observation  ", "steps a second", "  fastest", "  a core", "  single environments"):
        table.add_column(head, justify="left" if head.endswith("  ") else "right")
    for row in rows:
        cells = (f"{row[key]:,.0f}" for key in ("steps", "fastest", "core_steps", "ratio"))
        table.add_row(row["rules"], row["observation"], *cells)
    console.print(table)
    broken = [
        f"{row['rules']}, {row['observation']}: {row['steps']:,.0f} steps a second, not {LEAST_STEPS_A_SECOND:,}."
        for row in rows
        if row["steps"] < LEAST_STEPS_A_SECOND
    ]
    return finish(console, "environments", rows, [] if quick else broken)


def _vector(name: str, kind: str) -> Callable[[], int]:
    env, chance = VectorGame(GAMES, name, observation=kind), np.random.default_rng(1)
    env.reset(seed=1)

    def stretch() -> int:
        steps, over = 0, np.zeros(GAMES, np.bool_)
        for _ in range(STEPS):
            steps += GAMES - int(over.sum())
            _, _, over, _, _ = env.step(env.sample(chance))
        return steps

    return stretch


def _single(name: str, kind: str) -> Callable[[], int]:
    env, chance = GameEnv(name, observation=kind), np.random.default_rng(1)
    _, first = env.reset(seed=1)
    info: dict[str, Any] = dict(first)

    def stretch() -> int:
        for _ in range(SINGLE_STEPS):
            legal = np.flatnonzero(info["action_mask"])
            _, _, ended, _, after = env.step(legal[int(chance.random() * len(legal))])
            info.update(env.reset()[1] if ended else after)
        return SINGLE_STEPS

    return stretch


def _timed(stretch: Callable[[], int], count: int) -> dict[str, float]:
    """Steps a second, and of processor time: medians of all stretches but the first, and the fastest."""
    stretch()
    walls, cores = [], []
    for _ in range(count):
        wall, processor = time.perf_counter(), time.process_time()
        steps = stretch()
        walls.append(steps / (time.perf_counter() - wall))
        cores.append(steps / (time.process_time() - processor))
    return {"steps": median(walls), "fastest": max(walls), "core_steps": median(cores)}
