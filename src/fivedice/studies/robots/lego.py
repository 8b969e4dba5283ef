"""Nine versions of a Lego player: means of samples, whose size is printed for one of them only.

The question is how probable such a sample mean is if our reading of the robot is right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from fivedice.charts import distributions, intervals
from fivedice.comparison import published
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Cell, Plot, Section, Table, number
from fivedice.statistics.intervals import NORMAL_95
from fivedice.statistics.significance import mean_test
from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured, sd_p
from fivedice.studies.robots.sample_sizes import fitting_sizes, sizes_in_words

TEXTS = published.texts("robots")
ROBOTS = tuple(row["strategy"] for row in published.rows("robots", "readings") if row["strategy"].startswith("robot-"))
SAME_AS = {"robot-7.20": "robot-4.13"}
"""Read as equal, so measured once."""
ASSUMED_GAMES = 50
"""Where no size is printed: 50 games fit the Yahtzee and bonus columns of 4.11 to 4.13."""
FIGURES = {"score": ("mean", "sd"), "yahtzees": ("yahtzees", "yahtzees-sd"), "bonus": ("bonus", "bonus-sd")}
"""Ids of the mean and the standard deviation of each figure, behind the name of the robot."""
COLUMNS = ("mean", "sd", "yahtzees", "yahtzees-sd", "bonus", "bonus-sd", "lines", "time")


def has_size(robot: str) -> bool:
    """Whether the size of its sample is printed."""
    return f"{robot}-games" in TEXTS


def games_of(robot: str) -> int:
    """The size of a robot's sample, printed or assumed."""
    return int(TEXTS.get(f"{robot}-games", ASSUMED_GAMES))


@dataclass(frozen=True)
class Tested:
    """A printed mean and its standard deviation beside ours, each with the probability of such a difference.

    games_explained : up to how many games chance explains the mean at the 5 % level; None for any number
    """

    figure: str
    published: float
    published_sd: float
    ours: Distribution
    mean: float
    p: float
    sd_p: float
    games_explained: float | None


@cache
def tests(name: str, player: Measured) -> tuple[Tested, ...]:
    """The figures that are printed for a robot, each tested."""
    games, bonus = games_of(name), player.p_upper_bonus
    ours = {
        "score": (player.score, player.score.mean), "yahtzees": (player.yahtzee_counts, player.yahtzees),
        "bonus": (Distribution(0, np.array([1 - bonus, bonus])), bonus),
    }  # fmt: skip
    found = []
    for figure, (mean_id, sd_id) in FIGURES.items():
        text, sd_text = TEXTS.get(f"{name}-{mean_id}"), TEXTS.get(f"{name}-{sd_id}")
        if text is None or sd_text is None:
            continue
        numbers, mean = ours[figure]
        # What rounding may have taken away counts in favour of the figure.
        gap = max(abs(float(text) - mean) - published.half_unit(text), 0.0)
        p = mean_test(mean + gap, games, mean, numbers.sd).p if numbers.sd else 1.0
        spread = sd_p(float(sd_text), numbers, games, published.half_unit(sd_text)) if numbers.sd else 1.0
        explained = (NORMAL_95 * numbers.sd / gap) ** 2 if gap else None
        found.append(Tested(figure, float(text), float(sd_text), numbers, mean, p, spread, explained))
    return tuple(found)


def robot_numbers(name: str, player: Measured) -> dict[str, object]:
    """Published and our figures of a robot, each with the probability of a sample mean at least as far from ours."""
    printed = {
        one.figure: {
            "published": one.published, "published_sd": one.published_sd, "ours": one.mean, "our_sd": one.ours.sd,
            "p": one.p, "p_sd": one.sd_p, "games_explained": one.games_explained,
        }
        for one in tests(name, player)
    }  # fmt: skip
    sizes = fitting_sizes(name)
    return {"games": games_of(name), "games_printed": has_size(name), "sizes_that_fit": sizes,
            **{figure: printed.get(figure) for figure in FIGURES}}  # fmt: skip


def judge(claims: Claims, players: Mapping[str, Measured]) -> None:
    """Score, Yahtzees and bonus of each robot: whether the printed samples could be ours."""
    for name, player in players.items():
        size = f"{games_of(name)} games{'' if has_size(name) else ', assumed'}"
        reading = f"read as: {published.of_strategy(name, 'yahtzee')['reading']}"
        for one in tests(name, player):
            mean_id, sd_id = FIGURES[one.figure]
            most = one.games_explained
            enough = "" if most is None else f"chance explains it up to {int(most)} games; "
            claims.tested(f"{name}-{mean_id}", one.mean, one.p, f"z test, {size}", unless_met=enough + reading)
            claims.tested(f"{name}-{sd_id}", one.ours.sd, one.sd_p, f"z test of the sd, {size}", unless_met=reading)
        claims.not_described(f"{name}-lines", "the program is not printed but for four examples")
        claims.not_described(
            f"{name}-time", "what was timed is not said, nor on which machine; ours plays "
            f"{100_000 / player.seconds:,.0f} games a second here",
        )  # fmt: skip


def section(claims: Claims, players: Mapping[str, Measured]) -> Section:
    """The robots beside ours, and which sample sizes fit the printed figures."""
    rows = [row for name, player in players.items() for row in _rows(name, player)]
    fits = [
        [name, TEXTS.get(f"{name}-games", "not printed"), sizes_in_words(fitting_sizes(name))]
        for name in players
        if f"{name}-bonus" in TEXTS
    ]
    sizes = ", ".join(f"{games_of(name)} for {short(name)}" for name in players if has_size(name))
    last, same = next(iter(SAME_AS.items()))
    some = next(iter(players.values()))
    chart = intervals(
        [
            (name, one.score.mean - half, one.score.mean, one.score.mean + half)
            for name, one in players.items()
            for half in [one.margin(games_of(name))]
        ],
        title="Nine robots",
        subtitle=f"Our mean; 95 % of sample means of {ASSUMED_GAMES} games ({sizes}) lie in the interval; published "
        "means as marks",
        published={name: published.mean_of(name, "yahtzee") for name in players},
    )
    shapes = distributions(
        {name: (one.score.numbers, one.score.probability) for name, one in players.items() if name not in SAME_AS},
        title="Scores of the robots",
    )
    return Section(
        "Nine robots",
        [
            "Sample means: p is the probability of a mean at least as far from ours as the printed one, rounding in "
            f"favour of the study (two-sided z test). The number of games is printed only here: {sizes}. Elsewhere p "
            f"assumes {ASSUMED_GAMES} games, and the last column says up to how many games chance explains the "
            "difference at the 5 % level, empty where it does so for any number. The p of a standard deviation comes "
            "from its standard error √((μ₄ − σ⁴) / 4σ²n).",
            "Which sizes fit: a share of n games is a whole number of n-ths, and the printed sd of the bonus, 0 or 1 "
            "in a game, follows from its mean and n. Sizes for which both columns can come out as printed are listed "
            "below.",
            f"Our means and shares are exact; the sd of the number of Yahtzees is that of {some.games:,} games.",
            f"{short(last)} is said to be \"similar to above\" and taken as {short(same)}. Its {games_of(last)} games "
            f"decide nothing: chance explains up to {players[last].margin(games_of(last)):.0f} points there.",
        ],
        [
            Table(
                "robots", "The robots: score, Yahtzees, bonus",
                ["Robot", "Figure", "Published", "Ours", "p", "Published sd", "Our sd", "p of sd", "Up to games"],
                rows,
                "Up to games: with this many games at most the difference of the means is within the 5 % level; empty: "
                "with any number.",
            ),
            claims.table(
                "robots-verdicts", "The robots: verdicts",
                [f"{name}-{column}" for name in players for column in COLUMNS],
            ),
            Table("sample-sizes", "Sample sizes that fit the printed figures", ["Robot", "Printed", "Sizes"], fits),
            Plot("robots", "Nine robots", chart),
            Plot("robots-scores", "Scores of the robots", shapes),
        ],
    )  # fmt: skip


def _rows(name: str, player: Measured) -> Iterator[list[object]]:
    for one in tests(name, player):
        form, explained = ".2f" if one.figure == "score" else ".4f", one.games_explained
        yield [
            name, one.figure.replace("y", "Y"), one.published, number(one.mean, form), number(one.p, ".2g"),
            one.published_sd, number(one.ours.sd, form), number(one.sd_p, ".2g"),
            None if explained is None else Cell(explained, f"{int(explained):,}"),
        ]  # fmt: skip


def short(robot: str) -> str:
    """The version of a robot, by which the study calls it."""
    return robot.removeprefix("robot-")
