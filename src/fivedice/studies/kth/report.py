"""The report of study 000: Yatzy, four algorithms, people, dice."""

from collections.abc import Mapping

from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.comparison.published_trials import STATED
from fivedice.progress import Stages
from fivedice.reports import Report, Section
from fivedice.rules import format_dice
from fivedice.solver import cached_solution
from fivedice.studies import given_up
from fivedice.studies.claims import Claims
from fivedice.studies.kth.background import card_section, states_section
from fivedice.studies.kth.compared import compared_section
from fivedice.studies.kth.decisions import YATZY, Judge, Judged
from fivedice.studies.kth.graphs import graph_section
from fivedice.studies.kth.histograms import histogram_section
from fivedice.studies.kth.people import dice_section, people_section
from fivedice.studies.kth.performance import ALGORITHMS, GAMES, GUESS, performance_section
from fivedice.studies.kth.same_value import same_value_section
from fivedice.studies.measured import Measured, measure
from fivedice.studies.schedule import Schedule

TITLE = "Study 000: Optimal Yahtzee (Jendeberg, Wikstén, KTH 2015)"
GIVEN_UP = ("optimal", "scorecard-based")
LOW_SCORE = 200


def study(quick: bool, progress: Stages) -> Report:
    """Every table, graph and claim of the thesis, beside ours, with verdicts.

    Scores are exact and every claim is judged in either case; `quick` draws fewer of the plots of boxes given up.
    """
    stages, claims = Schedule(progress, 4.0 + 5.0 * (len(ALGORITHMS) + 1)), Claims("kth")
    with stages.stage("Solving yatzy") as step:
        solution = cached_solution(YATZY, progress=step)
    players = {name: measure(name, YATZY, stages, games=PER_GAMES) for name in (*ALGORITHMS, GUESS)}
    with stages.stage("Judging printed decisions"):
        judge = Judge(solution, {name: player.policy for name, player in players.items()})
        judged = judge.judged()
    with stages.stage("Judging sections 2 and 4.1"):
        card = card_section(claims, YATZY)
        states, state_numbers = states_section(claims, solution)
        performance = performance_section(claims, players)
        histograms, histogram_numbers = histogram_section(claims, players)
        graphs, graph_numbers = graph_section(claims, players)
        compared = compared_section(claims, players)
    with stages.stage("Judging games on equal dice, dice and people"):
        same, same_numbers = same_value_section(claims, players, solution, judge, judged)
        dice, dice_numbers = dice_section(claims)
        people, people_numbers = people_section(claims, players["optimal"])
    optimal = _not_optimal(claims, solution.value, players["optimal"], judged)
    numbers: dict[str, object] = {
        "study": "000", "variant": YATZY.name, "quick": quick, "optimum": solution.value, "graph": state_numbers,
        "players": {name: player.numbers() for name, player in players.items()},
        "histograms": histogram_numbers, "stationary_points": graph_numbers, "same_value": same_numbers,
        "dice": dice_numbers, "people": people_numbers,
        "given_up": {name: players[name].fillings.numbers() for name in GIVEN_UP},
    }  # fmt: skip
    sections = [
        performance, graphs, histograms, compared, optimal, same, dice, people, card, states,
        given_up.section({name: players[name].fillings for name in GIVEN_UP}, quick),
    ]  # fmt: skip
    return claims.report(TITLE, _summary(claims, players, people_numbers), sections, numbers)


def _not_optimal(claims: Claims, optimum: float, optimal: Measured, judged: list[Judged]) -> Section:
    """Why the thesis's optimal algorithm cannot be optimal."""
    known = [one for one in judged if one.printed.algorithm == "optimal" and not one.printed.unknown]
    lossy = [one for one in known if not one.agrees]
    examples = "; ".join(
        f"{one.printed.text} of {format_dice(one.printed.roll)} (game {one.printed.game}, round {one.printed.round}; "
        f"{one.regret:.2f} points)"
        for one in lossy
    )
    printed, sample = published.mean_of("optimal", YATZY.name), published.histogram("optimal")
    away = (optimum - printed) / (sample.sd / GAMES**0.5)
    below = sum(cell.share for cell in sample.ranges if cell.low < LOW_SCORE)
    claims.show_wrong(
        "optimal-mean",
        f"The greatest mean of any strategy of Yatzy is {optimum:.4f}. The printed mean of {GAMES:,} games is "
        f"{optimum - printed:.2f} less, {away:.0f} standard errors of such a mean, so the player is not optimal. Of "
        f"its {len(known)} printed decisions on a known card {len(lossy)} lose points whatever the card holds: "
        f"{examples}.",
    )
    return Section(
        "Is the thesis's optimal algorithm optimal?",
        [
            f"The optimal strategy of Yatzy has a mean of {optimum:.4f}. The thesis prints {printed} after {GAMES:,} "
            f"games, {away:.0f} standard errors of such a mean below it. {below:.0%} of its games end below "
            f"{LOW_SCORE} points; of the optimal player's it is {1 - optimal.score.at_least(LOW_SCORE):.1%}.",
            f"Of the {len(known)} decisions printed for it where the filled boxes are known, {len(lossy)} are not "
            f"optimal for any points that these boxes may hold: {examples or 'none'}.",
            "The recursion as printed (section 2.2.1.3, equation 3) multiplies the points of a scoring by the value of "
            "the state that follows, where they have to be added, and takes no maximum over the open boxes. If the "
            "program did so, its values were wrong; the thesis itself suspects wrong choices from right values "
            "(section 5.1). The text does not show which of the two it was.",
        ],
    )


def _summary(claims: Claims, players: Mapping[str, Measured], people: dict[str, object]) -> list[str]:
    gaps = ", ".join(
        f"{name} {players[name].score.mean:.2f} (printed {published.mean_of(name, YATZY.name)}, "
        f"{claims.words(f'{name}-mean')})"
        for name in ALGORITHMS
    )
    return [
        f"Exact means of the algorithms as they are described: {gaps}.",
        f"A player of optimal strength reaches the mean of the {STATED.games} games of people with probability "
        f"{people['p_at_least_by_optimal']:.4f}.",
        f"{len(claims.wrong)} claims are wrong in print; the last section proves it for each.",
    ]
