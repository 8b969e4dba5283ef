"""How fast strategies are simulated and evaluated.

The reference of the same run is one exact solve of the same rules on as many cores: how many solves a job costs says
what it costs, whatever the machine does otherwise. Games a second and seconds stand beside it, with the figures that
are aimed at; strategies are tabulated and kernels warm before anything is timed.
"""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bench import peer
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import variant
from fivedice.simulation.games import play, warm_up
from fivedice.simulation.streams import Counter
from fivedice.solver import solve
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.registry import strategies
from fivedice.strategies.strategy import CompiledStrategy

LEAST_GAMES_A_SECOND = 300_000
"""Of every compiled heuristic."""
MOST_SECONDS_OPTIMAL_YATZY = 2.0
"""For 100,000 games."""
MOST_SECONDS_EVALUATION = 5.0
"""For mean and standard deviation of the optimal strategy of official Yahtzee, with the whole distribution."""
PEER_GAMES = 20_000

_RESULTS = Path(__file__).parent / "results"


def run_simulation(console: Console, quick: bool) -> bool:
    """Time games of every strategy; True if every claim held."""
    rows: list[dict[str, Any]] = []
    for name, games in (("yahtzee", 100_000), ("yahtzee", 1_000_000), ("yatzy", 100_000), ("yatzy", 1_000_000)):
        rows.append(_time_games("optimal", name, games // (10 if quick else 1)))
    for one in strategies().values():
        if isinstance(one, CompiledStrategy):
            name = "yatzy" if one.name in {player.name for player in _yatzy_players()} else "yahtzee"
            rows.append(_time_games(one.name, name, 30_000 if quick else 300_000))
            console.print(f"{one.name}: {rows[-1]['games_a_second']:,.0f} games a second", highlight=False)
    table = Table(title="Simulation, both cores", box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    for head in ("strategy  ", "rules  ", "games", "  seconds", "  solves", "  games a second"):
        table.add_column(head, justify="left" if head.endswith("  ") else "right")
    for row in rows:
        cells = f"{row['games']:,}", f"{row['seconds']:.2f}", f"{row['solves']:.1f}", f"{row['games_a_second']:,.0f}"
        table.add_row(row["strategy"], row["rules"], *cells)
    console.print(table)
    _compare_with_peer(console, [row for row in rows if row["strategy"] == "optimal"], quick)
    broken = [
        f"{row['strategy']}: {row['games_a_second']:,.0f} games a second, not {LEAST_GAMES_A_SECOND:,}."
        for row in rows
        if row["strategy"] != "optimal" and row["games_a_second"] < LEAST_GAMES_A_SECOND
    ]
    broken += [
        f"optimal Yatzy: {row['seconds']:.2f} s for {row['games']:,} games, not {MOST_SECONDS_OPTIMAL_YATZY}."
        for row in rows
        if row["rules"] == "yatzy" and row["games"] == 100_000 and row["seconds"] > MOST_SECONDS_OPTIMAL_YATZY
    ]
    return finish(console, "simulation", rows, [] if quick else broken)


def run_evaluation(console: Console, quick: bool) -> bool:
    """Time exact evaluations, full distribution included; True if every claim held."""
    rows: list[dict[str, Any]] = []
    for strategy, name in (("optimal", "yahtzee"), ("dice-driven", "yahtzee"), ("optimal", "yatzy")):
        job = partial(evaluate, _policy(strategy, name))
        job()
        seconds = min(_seconds(job) for _ in range(1 if quick else 3))
        rows.append({"strategy": strategy, "rules": name, "seconds": seconds, "solves": seconds / _solve(name)})
    table = Table(title="Exact evaluation, both cores", box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    for head in ("strategy  ", "rules  ", "seconds", "  solves"):
        table.add_column(head, justify="left" if head.endswith("  ") else "right")
    for row in rows:
        table.add_row(row["strategy"], row["rules"], f"{row['seconds']:.2f}", f"{row['solves']:.1f}")
    console.print(table)
    seconds = rows[0]["seconds"]
    broken = (
        [f"optimal Yahtzee: {seconds:.2f} s, not {MOST_SECONDS_EVALUATION}."]
        if seconds > MOST_SECONDS_EVALUATION
        else []
    )
    return finish(console, "evaluation", rows, broken)


def _compare_with_peer(console: Console, rows: list[dict[str, Any]], quick: bool) -> None:
    """Optimal games a second of the peer, on both cores, beside the best of ours."""
    for name in ("yahtzee", "yatzy"):
        try:
            peer.install()
            games = PEER_GAMES // (10 if quick else 1)
            theirs = games / peer.solve(name, 2, games).playing
        except peer.PeerUnavailable as failure:
            console.print(f"{failure}.", style="yellow", markup=False, soft_wrap=True)
            return
        ours = max(row["games_a_second"] for row in rows if row["rules"] == name)
        rows.append({"strategy": f"optimal ({peer.NAME})", "rules": name, "games": games, "games_a_second": theirs})
        console.print(
            f"{name}, optimal: {ours:,.0f} games a second, {ours / theirs:.1f} times the {theirs:,.0f} of {peer.NAME}.",
            highlight=False,
        )


def _time_games(strategy: str, name: str, games: int) -> dict[str, Any]:
    policy = _policy(strategy, name)

    def games_of(count: int) -> None:
        for block in play(policy, Counter(1), count):
            block.scores.sum()

    warm_up(policy, Counter(1), games)
    seconds = _seconds(lambda: games_of(games))
    return {
        "strategy": strategy,
        "rules": name,
        "games": games,
        "seconds": seconds,
        "solves": seconds / _solve(name),
        "games_a_second": games / seconds,
    }


def _yatzy_players() -> tuple[CompiledStrategy, ...]:
    from fivedice.strategies.study_000 import STRATEGIES

    return STRATEGIES


def _policy(strategy: str, name: str) -> Policy:
    return policy_for(strategies()[strategy], variant(name))


def _solve(name: str) -> float:
    return min(solve(variant(name)).seconds for _ in range(2))


def _seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def finish(console: Console, part: str, rows: list[dict[str, Any]], broken: list[str]) -> bool:
    _RESULTS.mkdir(exist_ok=True)
    (_RESULTS / f"{part}.json").write_text(json.dumps(rows, indent=2) + "\n")
    for claim in broken:
        console.print(claim, style="red", markup=False, soft_wrap=True)
    return not broken
