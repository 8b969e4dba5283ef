"""The report of study 001: Glenn's table and the nine robots."""

from fivedice.comparison.match import PER_GAMES
from fivedice.progress import Stages
from fivedice.reports import Report
from fivedice.studies import given_up
from fivedice.studies.measured import measure
from fivedice.studies.robots import glenn, lego
from fivedice.studies.schedule import Schedule

TITLE = "Study 001: How to play Yahtzee, for robots"
GIVEN_UP = ("optimal", "robot-4.13")


def study(quick: bool, progress: Stages) -> Report:
    """Glenn's table and the nine robots beside ours, with verdicts; `quick` simulates what is otherwise exact."""
    names = [*glenn.GLENN, *(name for name in lego.ROBOTS if name not in lego.SAME_AS)]
    stages = Schedule(progress, (2.0 if quick else 5.0) * len(names))
    games = PER_GAMES // 2 if quick else 2 * PER_GAMES
    found = {
        name: measure(name, glenn.GLENN.get(name, "yahtzee"), stages, games=games, exact=not quick) for name in names
    }
    robots = {name: found[lego.SAME_AS.get(name, name)] for name in lego.ROBOTS}
    fillings = {name: found[name].fillings for name in GIVEN_UP}
    numbers: dict[str, object] = {
        "study": "001", "quick": quick, "players": {name: player.numbers() for name, player in found.items()},
        "robots": {name: lego.robot_numbers(name, player) for name, player in robots.items()},
        "given_up": {name: one.numbers() for name, one in fillings.items()},
    }  # fmt: skip
    sections = [
        glenn.section({name: found[name] for name in glenn.GLENN}),
        lego.section(robots),
        given_up.section(fillings, quick),
    ]
    unexplained = dict.fromkeys(one.what.partition(":")[0] for one in lego.claims(robots) if one.verdict == "differs")
    summary = [
        "Glenn's optimum is met to the last digit. His heuristics are close where the study describes their rules; "
        "his Heuristic and Better Heuristic are not described at all.",
        f"The robots are samples of some {lego.ASSUMED_GAMES} games: chance explains most differences, but not those "
        f"of {' and '.join(unexplained) or 'any'}.",
    ]
    return Report(TITLE, summary, sections, numbers)
