"""Glenn's strategies (2006), as study 001 quotes them: his figures are exact, so ours have to meet every digit."""

from collections.abc import Mapping

from fivedice.reports import Plot, Section, Table, number
from fivedice.studies.claims import Claims
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
    "optimal": "",
}
LOOSE = "rational-yahtzees"
"""Only one of its rules is described."""
NAMED = ("heuristic", "better-heuristic")
"""Named, and not described at all."""
FIGURES = ("mean", "sd")


def judge(claims: Claims, players: Mapping[str, Measured]) -> None:
    """Mean and standard deviation of each strategy of Glenn's table, to the printed digit."""
    for name, player in players.items():
        for figure in FIGURES:
            ours = getattr(player.score, figure)
            if name == LOOSE:
                claims.not_described(f"{name}-{figure}", "only one of its rules is described", ours)
            else:
                claims.digit(f"{name}-{figure}", ours, unless_met=WHY[name])
    for name in NAMED:
        for figure in FIGURES:
            claims.not_described(f"{name}-{figure}", "left out: the study does not say how it plays")
    why = 'Rational Yahtzees does this "among other things"; ties of points are broken in no stated order'
    claims.not_described("strategies-table", why)


def section(claims: Claims, players: Mapping[str, Measured]) -> Section:
    """Glenn's table beside ours."""
    rows = [
        [name, claims.figure(f"{name}-mean"), number(one.score.mean, ".4f"), claims.figure(f"{name}-sd"),
         number(one.score.sd, ".4f"), one.score.median, number(one.yahtzees, ".4f"), number(one.p_upper_bonus, ".1%")]
        for name, one in players.items()
    ]  # fmt: skip
    missing = claims.figure(f"{LOOSE}-mean") - players[LOOSE].score.mean
    named = [f"{name.replace('-', ' ').title()} ({claims.text(f'{name}-mean')})" for name in NAMED]
    return Section(
        "Glenn's table",
        [
            "Glenn (2006) evaluates his strategies exactly, and so do we: a figure is met only if ours rounds to it. "
            'He breaks ties of points "arbitrarily", which moves a mean by more than a hundredth: the differences '
            "below one point are differences of tie-breaking or of words that the study left out.",
            f"Rational Yahtzees does \"among other things\" what is described, and is {missing:.0f} points out of "
            f"reach with that one thing alone. {' and '.join(named)} are named and not described: they are left out.",
        ],
        [
            Table(
                "glenn", "Glenn's strategies",
                ["Strategy", "Published", "Ours", "Published sd", "Our sd", "Median", "Yahtzees", "Upper bonus"],
                rows,
                "All under the rules with a free joker, but for the optimal strategy, which is Glenn's under the "
                "official ones; Yahtzees (scored ones and bonuses) and upper bonus per game.",
            ),
            claims.table(
                "glenn-verdicts", "Glenn's table: verdicts",
                [*(f"{name}-{figure}" for name in (*players, *NAMED) for figure in FIGURES), "strategies-table"],
            ),
            Plot("glenn", "Glenn's strategies", spread_chart(players, "Glenn's strategies")),
        ],
    )  # fmt: skip
