"""Study 001, slides "Rules", "Keys to success" and "Scores": the greatest scores, and usual ones."""

from fivedice.reports import Section
from fivedice.rules import Rules, variant
from fivedice.studies.claims import Claims
from fivedice.studies.measured import Measured

OFFICIAL = variant("yahtzee")
FIXED = ("full_house", "small_straight", "large_straight", "yahtzee")
SUMMED = ("three_of_a_kind", "four_of_a_kind", "chance")
"""The lower boxes of the printed score sheet: those with fixed points, and those that add up all dice."""
NUMBERS = ("dice", "rolls", "turns", "upper_threshold", "upper_bonus", "yahtzee_bonus")
THREE = 3
NAMES = ("rules-*", "three-of-each", "maximum", "maximum-one-yahtzee", "games-per-yahtzee", "good-average")


def is_as_printed(rules: Rules) -> bool:
    """Whether rules have the boxes of the printed sheet, and its order for further Yahtzees."""
    lower = {one.name: one.points for one in rules.categories if one.section == "lower"}
    upper = [one.points for one in rules.categories if one.section == "upper"]
    boxes = set(lower) == {*FIXED, *SUMMED} and all(lower[name] == "sum" for name in SUMMED)
    return boxes and upper == ["matching"] * rules.dice_set.faces and rules.joker == "forced"


def best_points(rules: Rules, *, all_equal: bool) -> int:
    """Points of a card that is filled with the best roll for each box, and the upper bonus if they earn it.

    `all_equal` allows a five of a kind everywhere; otherwise only the Yahtzee box gets one.
    """
    rolls = rules.dice_set.rolls
    mixed = [roll for roll in rolls if len(set(roll)) > 1]
    points = [
        max(map(one.natural_points, rolls if all_equal or at == rules.yahtzee else mixed))
        for at, one in enumerate(rules.categories)
    ]
    earned = sum(points[at] for at in rules.upper) >= rules.upper_threshold
    return sum(points) + rules.upper_bonus * earned


def greatest(rules: Rules) -> int:
    """The greatest score: the best card, with a Yahtzee bonus in every turn but the first.

    No box pays more than its best roll, and no game more bonuses. Five of a kind in every turn, the Yahtzee box first,
    then each upper box with its own face, then the lower ones as jokers, reaches the sum.
    """
    return best_points(rules, all_equal=True) + rules.yahtzee_bonus * (rules.turns - 1)


def judge(claims: Claims, optimal: Measured, greedy: Measured) -> None:
    """The rules, and the figures of the slide "Scores"."""
    claims.judge("rules-sheet", "official Yahtzee", is_as_printed(OFFICIAL), "boxes and joker rule are equal")
    for name in NUMBERS:
        claims.digit(f"rules-{name.replace('_', '-')}", getattr(OFFICIAL, name))
    for name in FIXED:
        claims.digit(f"rules-{name.replace('_', '-')}", OFFICIAL.category(name).points)
    claims.digit("three-of-each", sum(THREE * face for face in OFFICIAL.face_boxes))
    claims.digit("maximum", greatest(OFFICIAL), "Yahtzees in all turns, the box of 50 first")
    best, single = (best_points(OFFICIAL, all_equal=equal) for equal in (True, False))
    why = f"one Yahtzee scored and no bonus, the box of 50 last; with one five of a kind thrown it is {single}"
    claims.digit("maximum-one-yahtzee", best, why)
    games = 1 / optimal.yahtzees
    low, high = map(int, claims.text("games-per-yahtzee").split("-"))
    why = f"the optimal player; the greedy one needs {1 / greedy.yahtzees:.2f}"
    claims.judge("games-per-yahtzee", round(games, 4), low <= games <= high, why)
    low, high = map(int, claims.text("good-average").split(" – "))
    inside = optimal.score.at_least(low) - optimal.score.at_least(high + 1)
    claims.not_described(
        "good-average", f"what counts as good is open: the optimum is {optimal.score.mean:.2f}, the greedy player has "
        f"{greedy.score.mean:.2f}, and {inside:.0%} of optimal games end in this range",
    )  # fmt: skip


def section(claims: Claims) -> Section:
    """Rules and scores."""
    best, single = claims.judged["maximum-one-yahtzee"].ours, best_points(OFFICIAL, all_equal=False)
    said = (
        "The greatest score follows from the rules alone: no box pays more than its best roll. Five of a kind in all "
        f"{OFFICIAL.turns} turns reaches {claims.judged['maximum'].ours:,}. Without a Yahtzee bonus the best card has "
        f"{best}: further five of a kinds pay none while the Yahtzee box is open. With a single five of a kind in the "
        f"whole game {single} is the most."
    )
    return Section("Rules and scores", [said], [claims.table("scores-verdicts", "Rules and scores: verdicts", NAMES)])
