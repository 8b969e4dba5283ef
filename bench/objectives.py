"""What it takes to solve for targets, and to say who will win.

The reference of the same run is one exact solve for the mean, as in `bench.players`. Seconds stand beside it with
what is aimed at. Positions are random cards of two to four players.
"""

import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position
from fivedice.objectives.win import position_chances
from fivedice.rules import Card, Rules, State, variant
from fivedice.rules.card import possible_points
from fivedice.solver import solve
from fivedice.solver.by_points.cache import KEPT_LAYERS
from fivedice.solver.by_points.curves import TARGET
from fivedice.solver.by_points.solve import Plan, solve_curves
from fivedice.strategies.optimal import Optimal

MOST_TARGET = 400
MOST_SECONDS = {"all targets": 90.0, "distribution": 60.0, "distribution, 7 boxes left": 1.0}
MOST_SECONDS_LATE, MOST_SECONDS_EARLY = 0.3, 2.0
"""For the win probabilities of a position, from the eighth turn on and before."""
MOST_GIGABYTES = 2.0

_RESULTS = Path(__file__).parent / "results"


def run(console: Console, quick: bool) -> bool:
    """Time all of it for official Yahtzee; True if every claim held."""
    rules = variant("yahtzee")
    reference = _seconds(lambda: solve(rules), 3)
    policy = Optimal().policy(rules)
    middle = State(0b0000100101011, 24)
    evaluate(policy, middle)
    plan = Plan(rules, TARGET, State(), (-MOST_TARGET, -1))
    solve_curves(Plan(rules, TARGET, State(0b1111111111110, 63), (-5, -5)), kept_layers=1)  # loads the kernels
    seconds = {
        "distribution": _seconds(lambda: evaluate(policy)),
        "distribution, 7 boxes left": _seconds(lambda: evaluate(policy, middle), 3),
    }
    if not quick:
        seconds["all targets"] = _seconds(lambda: solve_curves(plan, kept_layers=KEPT_LAYERS))
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    late, early = _positions(rules, quick)
    rows: list[dict[str, Any]] = [
        {"job": job, "seconds": one, "solves": one / reference, "aim": MOST_SECONDS[job]}
        for job, one in seconds.items()
    ]
    for job, worst, aim in (("late", late, MOST_SECONDS_LATE), ("early", early, MOST_SECONDS_EARLY)):
        rows.append(
            {"job": f"win probability, {job}, worst", "seconds": worst, "solves": worst / reference, "aim": aim}
        )
    table = Table(title=f"Objectives, both cores, {gigabytes:.2f} GB at most", box=box.SIMPLE_HEAD, show_edge=False)
    for head in ("job", "seconds", "solves", "aim"):
        table.add_column(head, justify="left" if head == "job" else "right")
    for row in rows:
        table.add_row(row["job"], f"{row['seconds']:.3f}", f"{row['solves']:.1f}", f"{row['aim']:g}")
    console.print(table)
    _RESULTS.mkdir(exist_ok=True)
    (_RESULTS / "objectives.json").write_text(json.dumps({"rows": rows, "gigabytes": gigabytes}, indent=2))
    broken = [
        f"{row['job']}: {row['seconds']:.2f} s, not {row['aim']:g}." for row in rows if row["seconds"] > row["aim"]
    ]
    broken += [f"{gigabytes:.1f} GB of memory, not {MOST_GIGABYTES:g}."] if gigabytes > MOST_GIGABYTES else []
    for sentence in broken:
        console.print(sentence, style="red")
    return not broken


def _positions(rules: Rules, quick: bool) -> tuple[float, float]:
    """The longest that win probabilities took, late and early in a game; the table of early scores is there before."""
    random, outlook = Random(1), Outlook(rules)
    outlook.final(Card.empty(rules))
    worst = {True: 0.0, False: 0.0}
    for turn in [*range(7, rules.turns), *range(7)] * (1 if quick else 4):
        players = random.randint(2, 4)
        cards = tuple(random_card(rules, turn, random) for _ in range(players))
        position = Position(rules, cards, 0)
        position_chances(position, outlook)  # loads the kernels
        late = turn >= 7
        worst[late] = max(worst[late], _seconds(lambda one=position: position_chances(one, outlook)))  # type: ignore[misc]
    return worst[True], worst[False]


def random_card(rules: Rules, filled: int, random: Random) -> Card:
    """A card with some boxes filled, each with any points that it can hold."""
    boxes = random.sample(range(rules.turns), filled)
    points = [
        random.choice(possible_points(rules, one)) if box in boxes else None for box, one in enumerate(rules.categories)
    ]
    return Card(tuple(points))


def _seconds(job: Callable[[], object], repeats: int = 1) -> float:
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - began)
    return best
