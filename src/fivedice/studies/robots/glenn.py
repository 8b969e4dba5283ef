"""Glenn's strategies (2006), as study 001 quotes them: his figures are exact, so ours have to meet every digit."""

from collections.abc import Mapping

from fivedice.comparison import published
from fivedice.reports import Claim, Plot, Section, Table, claim_table, number
from fivedice.studies.measured import Measured, spread_chart

GLENN = {
    "yahtzees-only": "yahtzee-free-joker",
    "yahtzees-and-straights": "yahtzee-free-joker",
    "greedy": "yahtzee-free-joker",
    "rational-yahtzees": "yahtzee-free-joker",
    "optimal": "yahtzee",
}
"""Glenn's strategies that are described, and the rules whose figures are nearest to his."""
WHY = {
    "yahtzees-only": "the order in which ties of points are broken is not described",
    "yahtzees-and-straights": "which straights are held is described loosely, and how ties are broken not at all",
    "greedy": "which of equally good boxes comes first is not described",
    "rational-yahtzees": "only one of its rules is described",
    "optimal": "",
}
NOT_DESCRIBED = {"rational-yahtzees"}
QUICK_ERRORS = 4
"""Standard errors that a simulated figure may be off: all strategies share the luck of one set of dice."""


def claims(players: Mapping[str, Measured]) -> list[Claim]:
    """Mean and standard deviation of each strategy of Glenn's table, to the printed digit."""
    found = []
    for name, player in players.items():
        printed = published.of_strategy(name, player.rules.name)
        figures = (("mean", player.score.mean, player.standard_error), ("sd", player.score.sd, player.sd_error))
        for figure, ours, error in figures:
            what, theirs = f"{name}: {figure}", published.number(printed[figure])
            slack = published.half_unit(printed[figure]) + QUICK_ERRORS * error
            if name in NOT_DESCRIBED:
                found.append(Claim(what, theirs, ours, "not described", WHY[name]))
            else:
                found.append(Claim.within(slack, what, theirs, ours, unless_met=WHY[name]))
    for row in published.rows("robots", "not_described"):
        for figure in ("mean", "sd"):
            why = "left out: the study does not say how it plays"
            theirs = published.number(row[figure])
            found.append(Claim(f"{row['name']}: {figure}", theirs, None, "not described", why))
    return found


def section(players: Mapping[str, Measured]) -> Section:
    """Glenn's table beside ours."""
    rows: list[list[object]] = []
    for name, player in players.items():
        printed, score = published.of_strategy(name, player.rules.name), player.score
        rows.append(
            [name, published.number(printed["mean"]), number(score.mean, ".4f"), published.number(printed["sd"]),
             number(score.sd, ".4f"), score.median, number(player.yahtzees, ".4f"),
             number(player.p_upper_bonus, ".1%")]
        )  # fmt: skip
    rational = players["rational-yahtzees"]
    missing = published.mean_of(rational.name, rational.rules.name) - rational.score.mean
    named = [f"{row['name']} ({row['mean']})" for row in published.rows("robots", "not_described")]
    how = "exact" if rational.exact else "simulated, so that a difference may be chance"
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
            claim_table("glenn-verdicts", "Glenn's table: verdicts", claims(players)),
            Plot("glenn", "Glenn's strategies", spread_chart(players, "Glenn's strategies")),
        ],
    )  # fmt: skip
