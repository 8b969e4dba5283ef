"""Rules in words: what a turn is, what each box pays with an example, bonuses, and where a joker may go.

Every text is made of whole sentences with numbers in them, so that it can be translated.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from fivedice.rules.category import Category
from fivedice.rules.decision import listed
from fivedice.rules.dice import Roll
from fivedice.rules.parameters import UNLIMITED
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Parity, Run, Total, Wrap
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, is_joker, is_open, legal_categories

MOST_ROLLS = 20_000
"""With more rolls than this no example is looked for."""
COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@dataclass(frozen=True)
class Example:
    """Dice with what a box pays for them."""

    dice: Roll
    points: int

    @property
    def sentence(self) -> str:
        """What the dice pay."""
        return f"These dice pay {self.points} points."


@dataclass(frozen=True)
class BoxDescription:
    """A box: what it asks for, what it pays, and an example where one was found."""

    category: Category
    asks: str
    pays: str
    example: Example | None

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        example = self.example
        return {
            "name": self.category.name,
            "title": self.category.title,
            "section": self.category.section,
            "sentences": [self.asks, self.pays, *([example.sentence] if example else [])],
            "dice": list(example.dice) if example else [],
        }


@lru_cache(maxsize=64)
def describe_boxes(rules: Rules) -> tuple[BoxDescription, ...]:
    """Every box of the card."""
    return tuple(
        BoxDescription(one, asks(one), pays(one), example_of(rules, one.kind, one.multiplier))
        for one in rules.categories
    )


def describe_game(rules: Rules) -> tuple[str, ...]:
    """What a player does in a game, and who wins."""
    often = "once" if rules.rolls == 1 else "twice" if rules.rolls == 2 else f"up to {rules.rolls} times"
    return (
        f"In each turn you roll {rules.dice} dice {often}; between the rolls you keep the dice that you like.",
        "Then you fill one box of your card: it pays what your dice are worth there, or nothing.",
        *_saving(rules),
        *_order(rules),
        *_chances(rules),
        f"Each box is filled once, so that a game has {rules.turns} turns. The greatest total wins.",
    )


def _saving(rules: Rules) -> tuple[str, ...]:
    if not rules.most_saved:
        return ()
    limit = "." if rules.saved_throws == UNLIMITED else f", at most {rules.saved_throws} at a time."
    return (f"Rolls that you do not use are saved, and you may use them in any later turn{limit}",)


def _order(rules: Rules) -> tuple[str, ...]:
    found = ["The boxes are filled from top to bottom."] if rules.order == "fixed" else []
    if len(rules.columns) < 2:
        return tuple(found)
    found.append(f"The card has {len(rules.columns)} columns, each with every box.")
    for column in rules.columns:
        way = {"down": "is filled from top to bottom", "up": "is filled from bottom to top", "free": ""}[column.order]
        times = f"counts {column.multiplier} times" if column.multiplier > 1 else ""
        if what := listed([part for part in (way, times) if part], "and"):
            found.append(f"Column {column.name} {what}.")
    return tuple(found)


def _chances(rules: Rules) -> tuple[str, ...]:
    if not rules.face_probabilities:
        return ()
    faces = [f"{face} with {chance:.4g}" for face, chance in enumerate(rules.face_probabilities, start=1)]
    return (f"The dice are not fair: they show {listed(faces, 'and')}.",)


def describe_bonuses(rules: Rules) -> tuple[str, ...]:
    """What is paid beside the boxes."""
    found = []
    whole = "a column" if len(rules.columns) > 1 else "the upper section"
    for threshold, bonus in rules.steps:
        found.append(f"Upper bonus: {bonus} points if the boxes of {whole} add up to {threshold} or more.")
    if len(rules.columns) > 1 and rules.steps:
        found[:] = [one.replace("the boxes of a column", "the upper boxes of a column") for one in found]
        found.append("It is counted as often as the column is.")
    if len(rules.steps) > 1:
        found.append("The highest of these bonuses that is reached is paid, and no other.")
    if rules.yahtzee_bonus and rules.yahtzees:
        title = rules.categories[rules.yahtzees[0]].kind.title
        all_of = f"Once {title} was scored with points" + (" in every column" if len(rules.yahtzees) > 1 else "")
        more = " and is counted as often as the column is" if len(rules.yahtzees) > 1 else ""
        found.append(
            f"{all_of}, every further roll with all dice alike pays {rules.yahtzee_bonus} points on top of its "
            f"box{more}."
        )
    if rules.has_served:
        found.append("A roll is served while no die was thrown again in the turn.")
    return tuple(found)


def describe_jokers(rules: Rules) -> tuple[str, ...]:
    """What a joker is and where it may go; nothing where the rules have none."""
    if rules.joker == "none":
        return ()
    title, columns = rules.categories[rules.yahtzees[0]].kind.title, len(rules.yahtzees) > 1
    what = f"All dice alike while {title} is filled{' in every column' if columns else ''} are a joker."
    if rules.joker == "free":
        where = "It may go into any open box; if the upper box of its face is filled, lower boxes pay their full value."
        return what, where
    return (
        what,
        "It must go into the upper box of its face if that is open.",
        "Else it may go into any open lower box, which pays its full value.",
        "If no lower box is open, it is a zero in an upper box.",
    )


def joker_sentences(rules: Rules, state: State, roll: Roll) -> tuple[str, ...]:
    """Which boxes a joker may go into and why; nothing where the dice are no joker.

    >>> from fivedice.rules import variant
    >>> yahtzee = variant("yahtzee")
    >>> joker_sentences(yahtzee, State(1 << yahtzee.index["yahtzee"]), (4, 4, 4, 4, 4))
    ('A joker: all dice alike, and Yahtzee is filled.', 'Fours is open, so it must go there.')
    """
    if not is_joker(rules, state, roll):
        return ()
    what = f"A joker: all dice alike, and {rules.categories[rules.yahtzees[0]].kind.title} is filled."
    matching = rules.boxes_of_face.get(roll[0], ())
    open_ones = [rules.categories[index] for index in matching if is_open(rules, state, index)]
    own = listed([one.title for one in open_ones], "or") or (
        rules.categories[matching[0]].kind.title if matching else ""
    )
    boxes = legal_categories(rules, state, roll)
    if open_ones:
        if rules.joker == "forced":
            return what, f"{own} is open, so it must go there."
        return what, f"It may go into any open box, but lower boxes pay their full value only once {own} is filled."
    lower = [one for one in boxes if one.section == "lower"]
    if not lower:
        return what, "No lower box is open, so it is a zero in an upper box."
    because = f"{own} is filled, so" if own else "It has no upper box, so"
    if rules.joker == "free":
        return what, f"{because} it may go into any open box, and lower boxes pay their full value."
    titles = listed([one.title for one in lower], "or")
    return what, f"{because} it goes into {titles} and pays the full value."


@lru_cache(maxsize=512)
def example_of(rules: Rules, category: Category, multiplier: int = 1) -> Example | None:
    """Dice that a box pays for and few other boxes do, with many different faces and high ones."""
    dice = rules.dice_set
    if dice.keep_count > MOST_ROLLS:
        return None
    best: tuple[tuple[int, ...], Roll] | None = None
    patterns = [one.pattern for one in rules.boxes if not isinstance(one.pattern, Face | Anything)]
    for roll in dice.rolls:
        points = category.natural_points(roll)
        if not points:
            continue
        others = sum(one.matching(roll) is not None for one in patterns if one != category.pattern)
        wanted = -abs(roll.count(category.pattern.face) - 3) if isinstance(category.pattern, Face) else 0
        plain = -abs(len(set(roll)) - (rules.dice - 1)) if isinstance(category.pattern, Anything) else len(set(roll))
        worth = (wanted, -others, plain, sum(roll))
        if best is None or worth > best[0]:
            best = worth, roll
    return Example(best[1], category.natural_points(best[1]) * multiplier) if best else None


def asks(category: Category) -> str:
    """What a box asks of the dice."""
    pattern = category.pattern
    if isinstance(pattern, Face):
        return f"Counts the dice that show {pattern.face}."
    if isinstance(pattern, Groups) and len(pattern.sizes) == 1:
        return f"{_count(pattern.sizes[0])} dice alike."
    if isinstance(pattern, Groups):
        sizes = listed([_count(size).lower() for size in pattern.sizes], "and")
        return f"Dice alike in groups of {sizes}."
    if isinstance(pattern, Run) and pattern.first is None:
        return f"{_count(pattern.length)} dice in a row, such as {_row(1, pattern.length)}."
    if isinstance(pattern, Run):
        return f"The dice {_row(pattern.first or 1, pattern.length)}."
    if isinstance(pattern, Wrap):
        return f"{_count(pattern.length)} dice in a row, where 1 follows the highest face."
    if isinstance(pattern, AllEqual):
        return "All dice alike."
    if isinstance(pattern, Parity):
        return f"All dice show {'odd' if pattern.rest else 'even'} faces."
    if isinstance(pattern, Total):
        more = pattern.most is None
        return f"The dice add up to {pattern.least if more else pattern.most} or {'more' if more else 'less'}."
    if isinstance(pattern, Anything):
        return "Any dice."
    return f"Dice that show: {pattern}."


def pays(category: Category) -> str:
    """What a box pays."""
    if isinstance(category.points, int):
        return f"It pays {category.points * category.multiplier} points."
    times = f", times {category.multiplier}" if category.multiplier > 1 else ""
    if category.points == "matching" and isinstance(category.pattern, Face):
        return f"It pays their sum{times}."
    if category.points == "matching":
        return f"It pays the sum of the dice that form it{times}."
    if category.points == "sum":
        return f"It pays the sum of all dice{times}."
    if found := re.fullmatch(r"(\d+) if served else (\d+)", category.points):
        first, later = (int(one) * category.multiplier for one in found.groups())
        return f"It pays {later} points, or {first} if it is served, in the first roll of a turn."
    return f"It pays by the formula: {category.points}{times}."


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _row(first: int, length: int) -> str:
    return " ".join(str(face) for face in range(first, first + length))
