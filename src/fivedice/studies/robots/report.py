"""Study 001 ("How to play Yahtzee, for robots") regenerated: Glenn's table, and nine versions of a Lego player.

Glenn's figures are exact, so ours have to meet them to the printed digit. The robots' are means of samples, whose size
is printed for one of them only: there the question is how probable such a sample mean is if our reading is right.
"""

from collections.abc import Mapping
from typing import Any

from fivedice.charts import distributions, intervals
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.reports import Cell, Comparison, Plot, Report, Section, Table, Verdict, comparison_table
from fivedice.statistics.intervals import NORMAL_95
from fivedice.statistics.significance import LEVEL, mean_test
from fivedice.studies import given_up
from fivedice.studies.measured import Measured, measure
from fivedice.studies.robots.sample_sizes import fitting_sizes, sizes_in_words
from fivedice.studies.stages import Show, Stages
from fivedice.studies.verdicts import numbers_of

TITLE = "Study 001: How to play Yahtzee, for robots"
GLENN = {
    "yahtzees-only": "yahtzee-free-joker",
    "yahtzees-and-straights": "yahtzee-free-joker",
    "greedy": "yahtzee-free-joker",
    "rational-yahtzees": "yahtzee-free-joker",
    "optimal": "yahtzee",
}
"""Glenn's strategies that are described, and the rules whose figures are nearest to his."""
WHY = {
    "yahtzees-only": "the order in which ties of points are broken is not told",
    "yahtzees-and-straights": "which straights are held is told loosely, and ties are not told",
    "greedy": "which of equally good boxes comes first is not told",
    "rational-yahtzees": "only one of its rules is told",
    "optimal": "",
}
NOT_TOLD = {"rational-yahtzees"}
PRINTED = {row["strategy"]: row for row in published.rows("robots", "robots")}
ROBOTS = tuple(PRINTED)
SAME_AS = {"robot-7.20": "robot-4.13"}
"""Read as equal, so measured once."""
ASSUMED_GAMES = 50
"""Where no size is printed: 50 games fit the Yahtzee and bonus columns of 4.11 to 4.13."""
GIVEN_UP = ("optimal", "robot-4.13")
QUICK_ERRORS = 4
"""Standard errors that a simulated figure may be off: all strategies share the luck of one set of dice."""


def study(quick: bool, progress: Show) -> Report:
    """Glenn's table and the nine robots beside ours, with verdicts; `quick` simulates what is otherwise exact."""
    names = [*GLENN, *(name for name in ROBOTS if name not in SAME_AS)]
    stages = Stages(progress, (2.0 if quick else 5.0) * len(names))
    games = PER_GAMES // 2 if quick else 2 * PER_GAMES
    found = {name: measure(name, GLENN.get(name, "yahtzee"), stages, games=games, exact=not quick) for name in names}
    glenn = {name: found[name] for name in GLENN}
    robots = {name: found[SAME_AS.get(name, name)] for name in ROBOTS}
    glenn_found, robots_found = glenn_comparisons(glenn), robot_comparisons(robots)
    every = [*glenn_found, *robots_found]
    numbers: dict[str, object] = {
        "study": "001", "quick": quick, "players": {name: player.numbers() for name, player in found.items()},
        "robots": {name: robot_numbers(name, player) for name, player in robots.items()},
        "given_up": {name: found[name].fillings.numbers() for name in GIVEN_UP},
        "verdicts": numbers_of(every),
    }  # fmt: skip
    sections = [
        _glenn_section(glenn, glenn_found),
        _robot_section(robots, robots_found),
        given_up.section({name: found[name].fillings for name in GIVEN_UP}, quick),
    ]
    return Report(TITLE, _summary(every), sections, numbers)


def glenn_comparisons(players: Mapping[str, Measured]) -> list[Comparison]:
    """Mean and standard deviation of each strategy of Glenn's table, to the printed digit."""
    found = []
    for name, player in players.items():
        printed = published.of_strategy(name, player.rules.name)
        figures = (("mean", player.score.mean, player.standard_error), ("sd", player.score.sd, player.sd_error))
        for figure, ours, error in figures:
            theirs = published.number(printed[figure])
            slack = published.half_unit(printed[figure]) + QUICK_ERRORS * error
            agrees = abs(ours - theirs) <= slack
            verdict: Verdict = "not described" if name in NOT_TOLD else "met" if agrees else "differs"
            found.append(Comparison(f"{name}: {figure}", theirs, ours, verdict, "" if verdict == "met" else WHY[name]))
    for row in published.rows("robots", "not_described"):
        for figure in ("mean", "sd"):
            found.append(
                Comparison(
                    f"{row['name']}: {figure}", published.number(row[figure]), None, "not described",
                    "left out: the study does not say how it plays",
                )
            )  # fmt: skip
    return found


def robot_comparisons(players: Mapping[str, Measured]) -> list[Comparison]:
    """Score, Yahtzees and bonus of each robot, and whether the printed sample means could come from ours."""
    found = []
    for name, player in players.items():
        one = robot_numbers(name, player)
        games, reading = one["games"], published.of_strategy(name, "yahtzee")["reading"]
        assert isinstance(games, int)
        for figure, words in (("score", "mean score"), ("yahtzees", "Yahtzees a game"), ("bonus", "upper bonus")):
            test = one[figure]
            if test is None:
                continue
            assert isinstance(test, dict)
            agrees = test["p"] >= LEVEL
            sizes = "" if one["games_printed"] else f" with {games} games"
            enough = (
                "" if test["games_explained"] is None else f"; chance explains it up to {int(test['games_explained'])}"
            )
            why = f"p = {test['p']:.2g}{sizes}" if agrees else f"p = {test['p']:.2g}{sizes}{enough}; read as: {reading}"
            found.append(
                Comparison(f"{name}: {words}", test["published"], test["ours"], "met" if agrees else "differs", why)
            )
    return found


def games_of(robot: str) -> int:
    """The size of a robot's sample, printed or assumed."""
    return int(PRINTED[robot]["games"] or ASSUMED_GAMES)


def robot_numbers(name: str, player: Measured) -> dict[str, object]:
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


def _glenn_section(players: Mapping[str, Measured], found: list[Comparison]) -> Section:
    rows: list[list[object]] = []
    for name, player in players.items():
        printed = published.of_strategy(name, player.rules.name)
        rows.append(
            [name, published.number(printed["mean"]), _cell(player.score.mean, 4),
             published.number(printed["sd"]), _cell(player.score.sd, 4), player.score.median,
             _cell(player.yahtzees, 4), Cell(player.p_upper_bonus, f"{player.p_upper_bonus:.1%}")]
        )  # fmt: skip
    rational = players["rational-yahtzees"]
    missing = float(published.of_strategy(rational.name, rational.rules.name)["mean"]) - rational.score.mean
    named = [f"{row['name']} ({row['mean']})" for row in published.rows("robots", "not_described")]
    how = "exact" if next(iter(players.values())).exact else "simulated, so that a difference may be chance"
    chart = intervals(
        [(name, one.score.quantile(0.05), one.score.mean, one.score.quantile(0.95)) for name, one in players.items()],
        title="Glenn's strategies",
        subtitle="Mean, and the middle 90 % of games; published means as marks",
        published={name: float(published.of_strategy(name, one.rules.name)["mean"]) for name, one in players.items()},
        x_title="Final score",
        digits=1,
    )
    return Section(
        "Glenn's table",
        [
            f"Glenn (2006) evaluates his strategies exactly, so a figure is met only if ours rounds to it. Ours are "
            f"{how}. He breaks ties of points \"arbitrarily\", which moves a mean by more than a hundredth: the "
            "differences below one point are differences of tie-breaking or of words that the study left out.",
            f"Rational Yahtzees does \"among other things\" what is described, and is {missing:.0f} points out of "
            f"reach with that one thing alone. {' and '.join(named)} are named and not described: they are left out.",
        ],
        [
            Table(
                "glenn", "Glenn's strategies",
                ["Strategy", "Published", "Ours", "Published sd", "Our sd", "Median", "Yahtzees", "Upper bonus"],
                rows,
                "All under the rules with a free joker, but for the optimal strategy, which is Glenn's under the "
                "official ones; Yahtzees and upper bonus per game.",
            ),
            comparison_table("glenn-verdicts", "Glenn's table: verdicts", found),
            Plot("glenn", "Glenn's strategies", chart),
        ],
    )  # fmt: skip


def _robot_section(players: Mapping[str, Measured], found: list[Comparison]) -> Section:
    rows: list[list[object]] = []
    for name, player in players.items():
        one = robot_numbers(name, player)
        for figure, words in (("score", "score"), ("yahtzees", "Yahtzees"), ("bonus", "bonus")):
            test = one[figure]
            if test is None:
                continue
            assert isinstance(test, dict)
            digits = 2 if figure == "score" else 4
            explained = test["games_explained"]
            rows.append(
                [name, words, test["published"], _cell(test["ours"], digits), test["published_sd"],
                 _cell(test["our_sd"], digits), Cell(test["p"], f"{test['p']:.2g}"),
                 None if explained is None else Cell(explained, f"{int(explained):,}")]
            )  # fmt: skip
    fits: list[list[object]] = [
        [name, row["games"] or "not printed", sizes_in_words(fitting_sizes(row))]
        for name, row in PRINTED.items()
        if row["bonus_mean"]
    ]
    told = ", ".join(f"{row['games']} for {short(name)}" for name, row in PRINTED.items() if row["games"])
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
        subtitle=f"Our mean; 95 % of sample means of {ASSUMED_GAMES} games ({told}) lie in the interval; published "
        "means as marks",
        published={name: float(published.of_strategy(name, "yahtzee")["mean"]) for name in players},
    )
    shapes = distributions(
        {name: (one.score.numbers, one.score.probability) for name, one in players.items() if name not in SAME_AS},
        title="Scores of the robots",
    )
    return Section(
        "Nine robots",
        [
            "Sample means: the probability p is that of a mean at least as far from ours as the printed one, rounding "
            f"in favour of the study (two-sided z test). The number of games is told only here: {told}. Elsewhere p "
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
            comparison_table("robots-verdicts", "The robots: verdicts", found),
            Table("sample-sizes", "Sample sizes that fit the printed figures", ["Robot", "Printed", "Sizes"], fits),
            Plot("robots", "Nine robots", chart),
            Plot("robots-scores", "Scores of the robots", shapes),
        ],
    )  # fmt: skip


def short(robot: str) -> str:
    """The version of a robot, by which the study calls it."""
    return robot.removeprefix("robot-")


def _cell(value: float, digits: int) -> Cell:
    return Cell(value, f"{value:.{digits}f}")


def _summary(every: list[Comparison]) -> list[str]:
    count = {verdict: sum(one.verdict == verdict for one in every) for verdict in ("met", "differs", "not described")}
    robots = dict.fromkeys(
        one.what.partition(":")[0] for one in every if one.verdict == "differs" and one.what.startswith("robot")
    )
    return [
        f"{count['met']} of {len(every)} figures are met, {count['differs']} differ, {count['not described']} belong "
        "to strategies that are not described well enough.",
        "Glenn's optimum is met to the last digit. His heuristics are near where the study tells their rules, and his "
        "Heuristic and Better Heuristic are not told at all.",
        f"The robots are samples of some {ASSUMED_GAMES} games: chance explains most differences, but not those of "
        f"{' and '.join(robots) or 'any'}.",
    ]
