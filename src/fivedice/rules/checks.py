"""What rules must fulfil: each check raises one sentence that names the key, its value and what is allowed."""

from functools import lru_cache
from itertools import combinations, pairwise
from math import isclose, isfinite
from typing import TYPE_CHECKING

from fivedice.errors import RulesError, TooLarge
from fivedice.rules.category import MAX_POINTS, Category
from fivedice.rules.dice import MAX_DICE, MAX_FACES, Dice
from fivedice.rules.parameters import (
    JOKER_RULES,
    MAX_BONUS,
    MAX_BOXES,
    MAX_KEEPS,
    MAX_ROLLS,
    MAX_SAVED,
    MAX_STEPS,
    OFF,
    ORDERS,
    RESERVED,
    UNLIMITED,
)

if TYPE_CHECKING:
    from fivedice.rules.rules import Rules


def check_dice(rules: "Rules") -> None:
    """Dice, faces, rolls, and the probabilities of the faces."""
    check_number(rules, "dice", 1, MAX_DICE)
    check_number(rules, "faces", 2, MAX_FACES)
    check_number(rules, "rolls", 1, MAX_ROLLS)
    keeps = Dice(rules.dice, rules.faces).keep_count
    if keeps > MAX_KEEPS:
        raise TooLarge(
            f"dice={rules.dice} with faces={rules.faces} gives {keeps:,} different keeps, too "
            f"many to fit in memory; the limit is {MAX_KEEPS:,}: take fewer dice or faces."
        )
    chances = rules.face_probabilities
    if not chances:
        return
    shown = "/".join(map(str, chances))
    if len(chances) != rules.faces:
        raise RulesError(
            f"face_probabilities={shown} is not allowed: there are {len(chances)} of them for faces={rules.faces}; "
            "each face needs one."
        )
    if not all(isfinite(one) and one > 0 for one in chances):
        raise RulesError(f"face_probabilities={shown} is not allowed; each must be a number greater than 0.")
    if not isclose(sum(chances), 1, abs_tol=1e-9):
        raise RulesError(f"face_probabilities={shown} is not allowed: they add up to {sum(chances):.10g}, not to 1.")


def check_rules(rules: "Rules") -> None:
    """Everything else."""
    check_number(rules, "upper_bonus", 0, MAX_BONUS)
    check_number(rules, "yahtzee_bonus", 0, MAX_BONUS)
    _check_word(rules, "joker", JOKER_RULES)
    _check_word(rules, "order", ORDERS)
    if rules.saved_throws != UNLIMITED and (
        type(rules.saved_throws) is not int or not 0 <= rules.saved_throws <= MAX_SAVED
    ):
        raise RulesError(
            f"saved_throws={rules.saved_throws!r} is not allowed; it must be a whole number from 0 to {MAX_SAVED}, or "
            f"{UNLIMITED!r}."
        )
    _check_boxes(rules)
    check_number(rules, "upper_threshold", 0, rules.greatest_upper_total)
    _check_steps(rules)
    if (rules.joker != "none" or rules.yahtzee_bonus) and not rules.yahtzees:
        raise RulesError(
            f"joker={rules.joker} with yahtzee_bonus={rules.yahtzee_bonus} needs exactly one category with the "
            "pattern 'all equal' that pays points; add one, or set joker=none and yahtzee_bonus=0."
        )


def check_number(rules: "Rules", key: str, least: int, most: int) -> None:
    """A whole number within its limits."""
    value = getattr(rules, key)
    if type(value) is not int or not least <= value <= most:
        raise RulesError(f"{key}={value!r} is not allowed; it must be a whole number from {least} to {most}.")


def _check_word(rules: "Rules", key: str, words: tuple[str, ...]) -> None:
    value = getattr(rules, key)
    if value not in words:
        raise RulesError(f"{key}={value!r} is not allowed; it must be {', '.join(words)}.")


def _check_steps(rules: "Rules") -> None:
    steps = rules.upper_steps
    if not steps:
        return
    shown = "/".join(f"{threshold}:{bonus}" for threshold, bonus in steps)
    if rules.upper_bonus or rules.upper_threshold:
        raise RulesError(
            f"upper_steps={shown} with upper_threshold={rules.upper_threshold} and upper_bonus={rules.upper_bonus} is "
            "not allowed; steps say it all: set the other two to 0."
        )
    most = rules.greatest_upper_total
    rising = all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(steps))
    if not rising or len(steps) > MAX_STEPS or not 0 <= steps[0][0] <= steps[-1][0] <= most or steps[-1][1] > MAX_BONUS:
        raise RulesError(
            f"upper_steps={shown} is not allowed; it must be at most {MAX_STEPS} steps whose thresholds rise from 0 to "
            f"at most {most} and whose bonuses rise to at most {MAX_BONUS}."
        )


def _check_boxes(rules: "Rules") -> None:
    if not rules.categories:
        raise RulesError("categories: a card needs at least one category.")
    if len(rules.categories) > MAX_BOXES:
        raise TooLarge(
            f"the card has {len(rules.categories)} boxes; the limit is {MAX_BOXES}: take fewer boxes or columns."
        )
    for one, other in combinations(rules.categories, 2):
        if one.name == other.name:
            raise RulesError(f"categories: {one.name!r} stands twice on the card.")
        if one.code.lower() == other.code.lower():
            raise RulesError(f"categories: two of them have the code {one.code.lower()!r}; each needs its own.")
        for word in one.words & other.words:
            raise RulesError(
                f"categories: {word!r} could mean {one.name} or {other.name}; no code or title may be the name, "
                "code or title of another box."
            )
    for box in rules.boxes:
        if box.name in RESERVED:
            raise RulesError(f"category {box.name!r} has the name of a parameter; choose another.")
        if not box.pattern.fits(rules.dice, rules.faces):
            raise RulesError(
                f"{box.name}: the pattern '{box.pattern}' never occurs with dice={rules.dice} and "
                f"faces={rules.faces}; change it, or set {box.name}={OFF} to take it off the card."
            )
        if box.formula and (most := greatest_points(box, Dice(rules.dice, rules.faces))) > MAX_POINTS:
            raise RulesError(f"{box.name}: points={box.points!r} pays up to {most}; it must be at most {MAX_POINTS}.")


@lru_cache(maxsize=1024)
def greatest_points(box: Category, dice: Dice) -> int:
    """The most that a box pays for a roll, jokers included."""
    return max(
        pays(roll, served)
        for roll in dice.rolls
        for served in ((False, True) if box.pays_served else (False,))
        for pays in (box.natural_points, box.joker_points)
    )
