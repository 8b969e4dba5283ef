"""The report of study 001: the game, Glenn's table, and the nine robots."""

from collections.abc import Mapping

from fivedice.comparison.match import PER_GAMES
from fivedice.progress import Stages
from fivedice.reports import Report, Section
from fivedice.rules import variant
from fivedice.studies import given_up
from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured, measure
from fivedice.studies.robots import glenn, lego, limits
from fivedice.studies.schedule import Schedule

TITLE = "Study 001: How to play Yahtzee, for robots"
GIVEN_UP = ("optimal", "robot-4.13")
MECHANICAL = ("mechanical-turns", "mechanical-hours", "mechanical-jams")
GAMES = 2 * PER_GAMES


def study(quick: bool, progress: Stages) -> Report:
    """Glenn's table and the nine robots beside ours, with verdicts; `quick` draws less and leaves nothing out."""
    names = [*glenn.GLENN, *(name for name in lego.ROBOTS if name not in lego.SAME_AS)]
    stages = Schedule(progress, 5.0 * len(names))
    found = {name: measure(name, variant(glenn.GLENN.get(name, "yahtzee")), stages, games=GAMES) for name in names}
    return report(Claims("robots"), found, quick)


def report(claims: Claims, found: Mapping[str, Measured], quick: bool) -> Report:
    """The report on measured players."""
    robots = {name: found[lego.SAME_AS.get(name, name)] for name in lego.ROBOTS}
    strategies = {name: found[name] for name in glenn.GLENN}
    fillings = {name: found[name].fillings for name in GIVEN_UP}
    limits.judge(claims, found["optimal"], found["greedy"])
    glenn.judge(claims, strategies)
    lego.judge(claims, robots)
    for name in MECHANICAL:
        claims.not_described(name, "a machine of Lego bricks, which is not built here")
    numbers: dict[str, object] = {
        "study": "001", "quick": quick, "players": {name: player.numbers() for name, player in found.items()},
        "robots": {name: lego.robot_numbers(name, player) for name, player in robots.items()},
        "given_up": {name: one.numbers() for name, one in fillings.items()},
    }  # fmt: skip
    sections = [
        limits.section(claims),
        glenn.section(claims, strategies),
        lego.section(claims, robots),
        Section("The machine", ["Claims of the slides about the robot that moved real dice."],
                [claims.table("machine-verdicts", "The machine: verdicts", MECHANICAL)]),
        given_up.section(fillings, quick),
    ]  # fmt: skip
    return claims.report(TITLE, summary(claims), sections, numbers)


def summary(claims: Claims) -> list[str]:
    """The results in sentences, from the verdicts."""
    heuristics = [f"{name}-*" for name in glenn.WHY if name != "optimal"]
    unknown = claims.subjects("not described", *(f"{name}-*" for name in (*glenn.GLENN, *glenn.NAMED)))
    unexplained = claims.subjects("differs", "robot-*")
    tested = [f"{name}-{column}" for name in lego.ROBOTS for column in lego.COLUMNS[:-2]]
    return [
        f"Glenn's optimum of {claims.text('optimal-mean')} with a standard deviation of {claims.text('optimal-sd')} is "
        f"{claims.words('optimal-mean', 'optimal-sd')}. Of the figures of his heuristics "
        f"{claims.tally(*heuristics)}; not described: {', '.join(unknown) or 'none'}.",
        f"Of the robots' means and standard deviations, samples of some {lego.ASSUMED_GAMES} games, "
        f"{claims.tally(*tested)}: chance does not explain figures of {' and '.join(unexplained) or 'any'}.",
        f"The greatest scores, {claims.text('maximum')} and {claims.text('maximum-one-yahtzee')}, are "
        f"{claims.words('maximum', 'maximum-one-yahtzee')}.",
    ]
