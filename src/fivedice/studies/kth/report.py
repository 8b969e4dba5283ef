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
from fivedice.studies.kth.people import dice_section, people_section
from fivedice.studies.kth.performance import ALGORITHMS, histogram_section, performance_section, row_of
from fivedice.studies.kth.same_value import YATZY, Judge, Judged, same_value_section
from fivedice.studies.measured import Measured, measure
from fivedice.studies.schedule import Schedule

TITLE = "Study 000: Optimal Yahtzee (Jendeberg, Wikstén, KTH 2015)"
GIVEN_UP = ("optimal", "scorecard-based")
LOW_SCORE = 200


def study(quick: bool, progress: Stages) -> Report:
    """Every table of the thesis, beside ours, with verdicts; `quick` simulates what is otherwise exact."""
    per_player = 2.0 if quick else 5.0
    stages = Schedule(progress, 3.0 + per_player * len(ALGORITHMS))
    games = PER_GAMES // 2 if quick else PER_GAMES
    with stages.stage("Solving yatzy") as step:
        solution = cached_solution(YATZY, progress=step)
    players = {name: measure(name, YATZY, stages, games=games, exact=not quick) for name in ALGORITHMS}
    with stages.stage("Judging printed decisions"):
        judged = Judge(solution, {name: player.policy for name, player in players.items()}).judged()
    with stages.stage("Testing dice"):
        dice, dice_numbers = dice_section()
        people, people_numbers = people_section(players["optimal"])
        histograms, histogram_numbers = histogram_section(players)
        same, same_numbers = same_value_section(players, judged)
    numbers: dict[str, object] = {
        "study": "000", "variant": YATZY.name, "quick": quick, "optimum": solution.value,
        "players": {name: player.numbers() for name, player in players.items()},
        "histograms": histogram_numbers, "same_value": same_numbers, "dice": dice_numbers, "people": people_numbers,
        "given_up": {name: players[name].fillings.numbers() for name in GIVEN_UP},
    }  # fmt: skip
    sections = [
        performance_section(players),
        histograms,
        _not_optimal(solution.value, players["optimal"], judged),
        same,
        dice,
        people,
        given_up.section({name: players[name].fillings for name in GIVEN_UP}, quick),
    ]
    return Report(TITLE, _summary(solution.value, players, people_numbers), sections, numbers)


def _not_optimal(optimum: float, optimal: Measured, judged: list[Judged]) -> Section:
    """Why the thesis's optimal algorithm cannot be optimal."""
    theirs = [one for one in judged if one.printed.algorithm == "optimal"]
    known = [one for one in theirs if not one.printed.unknown]
    lossy = [one for one in known if not one.agrees]
    examples = "; ".join(
        f"{one.printed.text} of {format_dice(one.printed.roll)} (game {one.printed.game}, round {one.printed.round}; "
        f"{one.regret:.2f} points)"
        for one in lossy
    )
    printed = published.mean_of("optimal", YATZY.name)
    games, sample = int(row_of("optimal")["games"]), published.histogram("optimal")
    away = (optimum - printed) / (sample.sd / games**0.5)
    below = sum(cell.share for cell in sample.ranges if cell.low < LOW_SCORE)
    return Section(
        "Why the thesis's optimal algorithm is not optimal",
        [
            f"The optimal strategy of Yatzy has a mean of {optimum:.4f}. The thesis prints {printed} after {games:,} "
            f"games, {optimum - printed:.2f} less, which is {away:.0f} standard errors of such a mean: chance does not "
            f"explain it. A strategy with mean {printed} is not the one with the greatest mean.",
            f"Of the {len(known)} decisions printed for it where the filled boxes are known, {len(lossy)} are not "
            f"optimal for any points that these boxes may hold: {examples}. Small as they are, an optimal player makes "
            "none.",
            "The recursion as printed (section 2.2.1.3, equation 3) multiplies the points of a scoring by the value of "
            "the state that follows, where they have to be added, and takes no maximum over the open boxes. If the "
            "program did so, its values were wrong; the thesis itself suspects wrong choices from right values "
            "(section 5.1). The text does not show which of the two it was.",
            f"{below:.0%} of its games end below {LOW_SCORE} points; of the optimal player's it is "
            f"{1 - optimal.score.at_least(LOW_SCORE):.1%}.",
        ],
    )


def _summary(optimum: float, players: Mapping[str, Measured], people: dict[str, object]) -> list[str]:
    luck = people["p_at_least_by_optimal"]
    assert isinstance(luck, float)
    printed = {name: published.mean_of(name, YATZY.name) for name in players}
    near = max(abs(players[name].score.mean - printed[name]) for name in ("scorecard-based", "dice-based"))
    return [
        f"The thesis's optimal algorithm is not optimal: its mean of {printed['optimal']} is "
        f"{optimum - printed['optimal']:.2f} below the optimum, {optimum:.2f}.",
        f"The scorecard-based and the dice-based algorithm can be read so that they come within {near:.2f} points of "
        f"the printed mean; forced scoring by its pseudo code scores {players['forced-scoring'].score.mean:.2f}, not "
        f"{printed['forced-scoring']}.",
        f"A player of optimal strength reaches the mean of the {STATED.games} games of people with probability "
        f"{luck:.4f}.",
    ]
