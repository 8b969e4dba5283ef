"""Write docs/gallery.md and docs/gallery/: every chart on numbers of this library.

Run it as `python docs/make_gallery.py`; it takes a minute or two, and the same versions give the same pictures.
"""

import csv
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from fivedice import charts
from fivedice.charts import AnyChart
from fivedice.evaluation.evaluate import Evaluation, evaluate
from fivedice.rules import variant
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named

HERE = Path(__file__).parent
GAMES = 20_000
SEED = 290
FEW = ("optimal", "greedy", "yahtzees-and-straights", "dice-driven")
MORE = (*FEW, "rational-yahtzees", "robot-4.13", "upper-focus-high", "yahtzee-focus-high", "one-roll")
THESIS = {"optimal": "optimal", "scorecard-based": "scorecard", "dice-based": "dice", "forced-scoring": "forced"}
"""Our names and those of the histograms that study 000 publishes."""
THESIS_GAMES = 100_000
INTRODUCTION = """# Gallery

Every chart of `fivedice.charts`, drawn from numbers of this library. The same functions draw the reports of the
studies, where the charts show their numbers under the pointer and follow the light or dark theme of the reader. This
page is written by `docs/make_gallery.py`.
"""


def data(name: str) -> list[dict[str, str]]:
    """The rows of a file of published figures."""
    with (files("fivedice") / "data" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


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
    rows = data("study_000_histograms")
    published = {
        name: [
            (int(row["low"]), int(row["high"]), int(row["count"]) / THESIS_GAMES)
            for row in rows
            if row["algorithm"] == theirs
        ]
        for name, theirs in THESIS.items()
    }
    return charts.histogram(
        {name: ranges_of(exact(name, "yatzy")) for name in THESIS},
        title="The players of study 000: their histograms and what the described players score",
        subtitle="Share of Yatzy games in each range of ten points; ours exactly, published from 100,000 games each",
        published=published,
    )


def ranges_of(evaluation: Evaluation, width: int = 10) -> list[tuple[float, float, float]]:
    """Probability of each range of ten points."""
    score = evaluation.score
    first = score.numbers // width
    return [
        (float(low * width), float(low * width + width - 1), share)
        for low in np.unique(first)
        if (share := float(score.probability[first == low].sum())) >= 1e-5
    ]


def distributions() -> AnyChart:
    """A few exact distributions over each other."""
    series = {name: (exact(name).score.numbers, exact(name).score.probability) for name in FEW}
    return charts.distributions(series, title="Exact distributions of the final score, Yahtzee")


def panels() -> AnyChart:
    """More distributions than a reader could tell apart in one plot."""
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
        scores = games(name).scores
        half = 1.96 * float(scores.std(ddof=1)) / GAMES**0.5
        mean = float(scores.mean())
        rows.append((name, mean - half, mean, mean + half))
    best = exact("optimal").score.mean
    published = [row for row in data("published") if row["variant"] == "yahtzee"]
    return charts.intervals(
        rows,
        title="Nine strategies on the same dice, Yahtzee",
        reference=best,
        reference_label=f"best possible {best:.2f}",
        published={row["strategy"]: float(row["mean"]) for row in published if row["strategy"] in MORE},
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
        [("optimal", 22 * 3600.0), ("scorecard-based", 3.48), ("dice-based", 2.14), ("forced-scoring", 1.23)],
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
        (folder / f"{draw.__name__}.svg").write_text(charts.svg(chart) + "\n", encoding="utf-8")
        title = " ".join(charts.spec(chart)["title"]["text"])
        parts.append(f"## {title}\n\n{draw.__doc__}\n\n![{title}](gallery/{draw.__name__}.svg)\n")
    (HERE / "gallery.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
