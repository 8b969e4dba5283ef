"""Nine versions of a Lego player: means of samples, whose size is printed for one of them only.

The question is how probable such a sample mean is if our reading of the robot is right.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from fivedice.charts import distributions, intervals
from fivedice.comparison import published
from fivedice.reports import Cell, Claim, Plot, Section, Table, claim_table, number
from fivedice.statistics.intervals import NORMAL_95
from fivedice.statistics.significance import LEVEL, mean_test
from fivedice.studies.measured import Measured
from fivedice.studies.robots.sample_sizes import fitting_sizes, sizes_in_words

PRINTED = {row["strategy"]: row for row in published.rows("robots", "robots")}
ROBOTS = tuple(PRINTED)
SAME_AS = {"robot-7.20": "robot-4.13"}
"""Read as equal, so measured once."""
ASSUMED_GAMES = 50
"""Where no size is printed: 50 games fit the Yahtzee and bonus columns of 4.11 to 4.13."""
FIGURES = {"score": "mean score", "yahtzees": "Yahtzees a game", "bonus": "upper bonus"}


def games_of(robot: str) -> int:
    """The size of a robot's sample, printed or assumed."""
    return int(PRINTED[robot]["games"] or ASSUMED_GAMES)


def robot_numbers(name: str, player: Measured) -> dict[str, Any]:
    """Published and our figures of a robot, each with the probability of a sample mean so far from ours."""
    row, printed = PRINTED[name], published.of_strategy(name, "yahtzee")
    games = games_of(name)
    bonus_sd = (player.p_upper_bonus * (1 - player.p_upper_bonus)) ** 0.5

    def test(mean: str, sd: str, ours: float, our_sd: float) -> dict[str, Any] | None:
        if not mean:
            return None
        theirs = published.number(mean)
        # What rounding may have taken away counts in favour of the figure.
        gap = max(abs(theirs - ours) - published.half_unit(mean), 0.0)
        p = mean_test(ours + gap, games, ours, our_sd).p if our_sd else 1.0
        explained = (NORMAL_95 * our_sd / gap) ** 2 if gap else None
        return {
            "published": theirs, "published_sd": published.number(sd), "ours": ours, "our_sd": our_sd,
            "p": p, "games_explained": explained,
        }  # fmt: skip

    return {
        "games": games,
        "games_printed": bool(row["games"]),
        "score": test(printed["mean"], printed["sd"], player.score.mean, player.score.sd),
        "yahtzees": test(row["yahtzees_mean"], row["yahtzees_sd"], player.yahtzees, player.yahtzees_sd),
        "bonus": test(row["bonus_mean"], row["bonus_sd"], player.p_upper_bonus, bonus_sd),
        "sizes_that_fit": fitting_sizes(row),
    }


def tests(name: str, player: Measured) -> Iterator[tuple[str, dict[str, Any]]]:
    """The figures that are printed for a robot, each with its test."""
    found = robot_numbers(name, player)
    yield from ((figure, found[figure]) for figure in FIGURES if found[figure])


def claims(players: Mapping[str, Measured]) -> list[Claim]:
    """Score, Yahtzees and bonus of each robot, and whether the printed sample means could come from ours."""
    found = []
    for name, player in players.items():
        size = "" if PRINTED[name]["games"] else f" with {ASSUMED_GAMES} games"
        for figure, test in tests(name, player):
            met, why = test["p"] >= LEVEL, f"p = {test['p']:.2g}{size}"
            if not met:
                enough = test["games_explained"]
                why += "" if enough is None else f"; chance explains it up to {int(enough)}"
                why += f"; read as: {published.of_strategy(name, 'yahtzee')['reading']}"
            found.append(Claim.met_if(met, f"{name}: {FIGURES[figure]}", test["published"], test["ours"], why))
    return found


def section(players: Mapping[str, Measured]) -> Section:
    """The robots beside ours, and which sample sizes fit the printed figures."""
    rows: list[list[object]] = []
    for name, player in players.items():
        for figure, test in tests(name, player):
            form, explained = ".2f" if figure == "score" else ".4f", test["games_explained"]
            rows.append(
                [name, "Yahtzees" if figure == "yahtzees" else figure, test["published"], number(test["ours"], form),
                 test["published_sd"], number(test["our_sd"], form), number(test["p"], ".2g"),
                 None if explained is None else Cell(explained, f"{int(explained):,}")]
            )  # fmt: skip
    fits: list[list[object]] = [
        [name, row["games"] or "not printed", sizes_in_words(fitting_sizes(row))]
        for name, row in PRINTED.items()
        if row["bonus_mean"]
    ]
    sizes = ", ".join(f"{row['games']} for {short(name)}" for name, row in PRINTED.items() if row["games"])
    last, same = next(iter(SAME_AS.items()))
    some = next(iter(players.values()))
    mean = "exact" if some.exact else "simulated"
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
            "difference at the 5 % level, empty where it does so for any number.",
            "Which sizes fit: a share of n games is a whole number of n-ths, and the printed sd of the bonus, 0 or 1 "
            "in a game, follows from its mean and n. Sizes for which both columns can come out as printed are listed "
            "below.",
            f"Our means and shares are {mean}; the sd of the number of Yahtzees is that of {some.games:,} simulated "
            "games.",
            f"{short(last)} is said to be \"similar to above\" and taken as {short(same)}. Its {games_of(last)} games "
            f"decide nothing: chance explains up to {players[last].margin(games_of(last)):.0f} points there.",
        ],
        [
            Table(
                "robots", "The robots: score, Yahtzees, bonus",
                ["Robot", "Figure", "Published", "Ours", "Published sd", "Our sd", "p", "Up to games"],
                rows,
                "Up to games: with so many games at most the difference is within the 5 % level; empty: with any "
                "number.",
            ),
            claim_table("robots-verdicts", "The robots: verdicts", claims(players)),
            Table("sample-sizes", "Sample sizes that fit the printed figures", ["Robot", "Printed", "Sizes"], fits),
            Plot("robots", "Nine robots", chart),
            Plot("robots-scores", "Scores of the robots", shapes),
        ],
    )  # fmt: skip


def short(robot: str) -> str:
    """The version of a robot, by which the study calls it."""
    return robot.removeprefix("robot-")
