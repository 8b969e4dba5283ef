"""Study 002, Background: the score card of Figure 1, and the numbers of the rules."""

from fivedice.reports import Section
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.printed import YAHTZEE

EXAMPLE = (1, 3, 3, 4, 4)
THREE = 3
NAMES = (
    "dice-count", "categories", "rolls", "figure-1", "example-*", "upper-threshold", "upper-bonus", "three-of-each",
    "yahtzee-bonus", "small-straight", "large-straight", "yahtzee",
)  # fmt: skip


def judge(claims: Claims) -> None:
    """The rules of the card, as official Yahtzee has them."""
    points = {one.name: one.points for one in YAHTZEE.categories}
    for name, ours in (
        ("dice-count", YAHTZEE.dice), ("categories", YAHTZEE.turns), ("rolls", YAHTZEE.rolls),
        ("upper-threshold", YAHTZEE.upper_threshold), ("upper-bonus", YAHTZEE.upper_bonus),
        ("three-of-each", sum(THREE * face for face in YAHTZEE.face_boxes)), ("yahtzee-bonus", YAHTZEE.yahtzee_bonus),
        *((name.replace("_", "-"), points[name]) for name in ("small_straight", "large_straight", "yahtzee")),
        *((f"example-{name}", YAHTZEE.category(name).natural_points(EXAMPLE)) for name in ("ones", "threes", "fours")),
    ):  # fmt: skip
        claims.digit(name, ours)
    fixed = ", ".join(str(one) for one in points.values() if isinstance(one, int))
    bonus = f"{YAHTZEE.upper_bonus} from {YAHTZEE.upper_threshold} on"
    claims.digit("figure-1", f"{fixed}; {bonus}; {YAHTZEE.yahtzee_bonus}")


def section(claims: Claims) -> Section:
    """The rules beside those of official Yahtzee."""
    text = f"The rules of the study are those of official Yahtzee: of their claims {claims.tally(*NAMES)}."
    return Section("The game", [text], [claims.table("game-verdicts", "The game: verdicts", NAMES)])
