"""Write docs/gallery.md and docs/gallery/: every chart on numbers of this library.

Run it as `python docs/make_gallery.py`; it takes a minute or two, and the same versions give the same pictures.
"""

from functools import cache
from pathlib import Path

import numpy as np

from fivedice import charts
from fivedice.charts import AnyChart
from fivedice.comparison import published
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.rules import variant
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Counter
from fivedice.statistics.intervals import t_interval
from fivedice.statistics.ranges import ranges_of
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.kth.performance import ALGORITHMS

HERE = Path(__file__).parent
GAMES = 20_000
SEED = 290
FEW = ("optimal", "greedy", "yahtzees-and-straights", "dice-driven")
MORE = (*FEW, "rational-yahtzees", "robot-4.13", "upper-focus-high", "yahtzee-focus-high", "one-roll")
"""Our names and those of the histograms that study 000 publishes."""
INTRODUCTION = """# Gallery

Every chart of `fivedice.charts`, drawn from numbers of this library. The same functions draw the reports of the
studies, where the charts show their numbers under the pointer and follow the light or dark theme of the reader. This
page is written by `docs/make_gallery.py`.
"""


@cache
def exact(name: str, game: str = "yahtzee") -> Evaluation:
    """A strategy evaluated exactly."""
    return evaluate(policy_for(strategy_named(name), variant(game)))


@cache
def games(name: str, game: str = "yahtzee") -> Games:
    """Games of a strategy; every strategy plays on the same dice."""
    (found,) = play(policy_for(strategy_named(name), variant(game)), Counter(SEED), GAMES, block=GAMES)
    return found


def histogram() -> AnyChart:
    """The histograms of study 000 beside exact distributions."""
    return charts.histogram(
        {name: in_ranges(exact(name, "yatzy")) for name in ALGORITHMS},
        title="The players of study 000: their histograms and what the described players score",
        subtitle="Share of Yatzy games in each range of ten points; ours exactly, published from 100,000 games each",
        published={
            name: [(cell.low, cell.high, cell.share) for cell in published.histogram(theirs).ranges]
            for name, theirs in ALGORITHMS.items()
        },
    )


def in_ranges(evaluation: Evaluation) -> list[tuple[float, float, float]]:
    """Probability of each range of ten points."""
    score = evaluation.score
    cells = ranges_of(dict(zip(score.numbers.astype(int).tolist(), score.probability.tolist(), strict=True)))
    return [(cell.low, cell.high, cell.share) for cell in cells if cell.share >= 1e-5]


def distributions() -> AnyChart:
    """A few exact distributions over each other."""
    series = {name: (exact(name).score.numbers, exact(name).score.probability) for name in FEW}
    return charts.distributions(series, title="Exact distributions of the final score, Yahtzee")


def panels() -> AnyChart:
    """More distributions than one plot can show clearly."""
    series = {name: (exact(name).score.numbers, exact(name).score.probability) for name in MORE}
    return charts.distributions(series, title="Nine strategies, a panel each")


def curve() -> AnyChart:
    """P(score ≥ t)."""
    series = {}
    for name in FEW:
        score = exact(name).score
        shown = score.numbers <= 500
        series[name] = (score.numbers[shown], 1 - np.cumsum(score.probability)[shown] + score.probability[shown])
    return charts.curve(
        series,
        title="How likely a target is reached, Yahtzee",
        subtitle="P(score ≥ t) of each strategy, exactly; no strategy here aims at the target",
    )


def intervals() -> AnyChart:
    """Sample means with intervals, beside the optimum."""
    rows = []
    for name in MORE:
        mean = t_interval(games(name).scores)
        rows.append((name, mean.low, mean.estimate, mean.high))
    best = exact("optimal").score.mean
    printed = [row for row in published.by_strategy().values() if row["variant"] == "yahtzee"]
    return charts.intervals(
        rows,
        title="Nine strategies on the same dice, Yahtzee",
        reference=best,
        reference_label=f"best possible {best:.2f}",
        published={row["strategy"]: float(row["mean"]) for row in printed if row["strategy"] in MORE},
        games=GAMES,
    )


def bars() -> AnyChart:
    """Where the points of a game come from."""
    evaluation, rules = exact("optimal"), variant("yahtzee")
    rows = [(category.title, evaluation.categories[category.name]) for category in rules.categories]
    rows.append(("Upper bonus", rules.upper_bonus * evaluation.p_upper_bonus))
    rows.append(("Yahtzee bonuses", rules.yahtzee_bonus * evaluation.yahtzee_bonuses))
    return charts.bars(
        rows,
        title="Where the points of the optimal strategy come from, Yahtzee",
        subtitle=f"Mean points of each box, exactly; together {evaluation.score.mean:.2f}",
        unit="points",
        x_title="Mean",
        digits=2,
    )


def times() -> AnyChart:
    """Published times on a logarithmic axis."""
    return charts.bars(
        [(name, published.figures("kth")[f"{name}-seconds"]) for name in ALGORITHMS],
        title="Time that study 000 took for 100,000 games",
        subtitle="As published; a logarithmic axis, so dots instead of bars",
        unit="s",
        x_title="Time",
        digits=2,
        log=True,
    )


def heat_map() -> AnyChart:
    """When boxes are given up."""
    played, rules = games("optimal"), variant("yahtzee")
    shares = np.zeros((rules.turns, rules.turns))
    for turn in range(rules.turns):
        given_up = played.boxes[:, turn][played.points[:, turn] == 0]
        shares[:, turn] = np.bincount(given_up, minlength=rules.turns) / GAMES
    return charts.heat_map(
        [category.title for category in rules.categories],
        range(1, rules.turns + 1),
        shares,
        title="When the optimal strategy gives a box up, Yahtzee",
        subtitle="Share of games in which the box is filled with a zero in the turn",
        legend="given up",
        games=GAMES,
    )


def gains() -> AnyChart:
    """A two-sided scale: gains and losses against the optimal strategy."""
    rules = variant("yahtzee")
    others = [name for name in MORE if name != "optimal"]
    best = exact("optimal").categories
    lost = [[exact(name).categories[one.name] - best[one.name] for name in others] for one in rules.categories]
    return charts.heat_map(
        [category.title for category in rules.categories],
        others,
        lost,
        title="Points won and lost against the optimal strategy, Yahtzee",
        subtitle="Mean points of each box minus those of the optimal strategy, exactly; bonuses left out",
        legend="points",
        column_title=None,
        percent=False,
        middle=0,
    )


def trends() -> AnyChart:
    """Points turn by turn."""
    return charts.trends(
        {name: games(name).points.mean(axis=0).tolist() for name in (*FEW, "one-roll")},
        title="Easy points are scored first, Yahtzee",
        subtitle="Mean points of each turn, bonuses left out",
        unit="points",
        y_title="Mean",
        games=GAMES,
    )


def many_trends() -> AnyChart:
    """A trend for each box."""
    played, rules = games("optimal"), variant("yahtzee")
    series = {
        category.title: (played.boxes == box).mean(axis=0).tolist() for box, category in enumerate(rules.categories)
    }
    return charts.trends(
        series,
        title="When the optimal strategy fills each box, Yahtzee",
        subtitle="Share of games in which the box is filled in the turn",
        unit="",
        y_title="Share of games",
        percent=True,
        games=GAMES,
    )


def dice_counts() -> AnyChart:
    """The dice of the simulated games."""
    dice = games("optimal").dice
    return charts.dice_counts(np.bincount(dice.ravel(), minlength=7)[1:].tolist(), title="The dice of these games")


CHARTS = (
    histogram, distributions, panels, curve, intervals, bars, times, heat_map, gains, trends, many_trends, dice_counts,
)  # fmt: skip


def main() -> None:
    """Draw every chart and write the page."""
    folder = HERE / "gallery"
    folder.mkdir(exist_ok=True)
    parts = [INTRODUCTION]
    for draw in CHARTS:
        chart = draw()
        write(folder / f"{draw.__name__}.svg", charts.svg(chart) + "\n")
        title = " ".join(charts.spec(chart)["title"]["text"])
        parts.append(f"## {title}\n\n{draw.__doc__}\n\n![{title}](gallery/{draw.__name__}.svg)\n")
    write(HERE / "gallery.md", "\n".join(parts))


def write(path: Path, text: str) -> None:
    """Write a file that differs; one that is equal keeps its time."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
