"""The games that the program of study 003 may have played: what its mistakes cost, and where 224.61 comes from.

The report describes Yahtzee without Yahtzee bonus and joker, whose optimum is 245.87, and prints 224.61. Its published
program gives nothing for three and four of a kind, and tests a full house wrongly. How exactly is not in the report,
so that several readings are solved.
"""

from dataclasses import dataclass, replace
from itertools import product

from fivedice.comparison import published
from fivedice.reports import Section, Table, number
from fivedice.rules import Rules, variant
from fivedice.rules.pattern import Groups, Pattern
from fivedice.solver import Solution, cached_solution
from fivedice.studies.schedule import Schedule

IDEAL = published.figures("qlearning")["ideal-score"]
DESCRIBED = "yahtzee-no-bonus"
WORTHLESS = ("three_of_a_kind", "four_of_a_kind")
FULL_HOUSES: dict[str, Pattern] = {
    "three and two equal dice, as it should be": Groups((3, 2)),
    "three equal dice": Groups((3,)),
    "two pairs": Groups((2, 2)),
}
"""Readings of the program's full house."""


@dataclass(frozen=True)
class Damaged:
    """One reading of the program, solved."""

    full_house: str
    strict: bool
    solution: Solution

    @property
    def off(self) -> float:
        """How far from the printed figure."""
        return self.solution.value - IDEAL


def damaged(full_house: Pattern, *, strict: bool) -> Rules:
    """The described game with the program's mistakes; `strict`: the bonus is for more than 63 points, not for 63."""
    game = variant(DESCRIBED)
    categories = tuple(
        replace(one, points=0) if one.name in WORTHLESS
        else replace(one, pattern=full_house) if one.name == "full_house"
        else one
        for one in game.categories
    )  # fmt: skip
    threshold = game.upper_threshold + strict
    return replace(game, name="study-003-as-published", categories=categories, upper_threshold=threshold)


def readings(stages: Schedule) -> list[Damaged]:
    """Every reading, solved."""
    found = []
    for name, strict in product(FULL_HOUSES, (False, True)):
        with stages.stage("Solving damaged games") as progress:
            game = damaged(FULL_HOUSES[name], strict=strict)
            found.append(Damaged(name, strict, cached_solution(game, progress=progress)))
    return found


def nearest(every: list[Damaged]) -> Damaged:
    """The reading whose optimum is nearest to the printed figure."""
    return min(every, key=lambda one: abs(one.off))


def table(every: list[Damaged], described: Solution) -> Table:
    """The optimum of each reading beside the printed figure."""
    threshold = described.rules.upper_threshold
    rows = [["the game as it is described", f"{threshold} or more", number(described.value, ".2f"), ""]]
    rows += [
        [f"three and four of a kind pay nothing; full house: {one.full_house}",
         f"more than {threshold}" if one.strict else f"{threshold} or more",
         number(one.solution.value, ".2f"), number(one.off, "+.2f")]
        for one in every
    ]  # fmt: skip
    columns = ["Game", "Bonus for", "Optimum", f"Against {IDEAL}"]
    return Table("damaged-games", "What the program may have played", columns, rows)


def section(every: list[Damaged], described: Solution) -> Section:
    """Where the printed ideal may come from."""
    said = (
        f"The game that the study describes has an optimum of {described.value:.2f}. The program that was published "
        "with it gives nothing for three and four of a kind and tests a full house wrongly; the report does not say "
        'how, and asks for a total "higher than 63" for the bonus. The nearest reading has an optimum of '
        f"{nearest(every).solution.value:.2f}: the figure seems to come from these mistakes."
    )
    return Section(f"Where {IDEAL} comes from", [said], [table(every, described)])
