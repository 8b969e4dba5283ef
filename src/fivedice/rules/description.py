"""Rules in words: what a turn is, what each box pays with an example, bonuses, and where a joker may go.

Every text is made of whole sentences with numbers in them, so that it can be translated.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fivedice.phrases import Phrase, Value, all_of, counted, either, figure, phrase
from fivedice.rules.category import Category, capital
from fivedice.rules.decision import number_name
from fivedice.rules.dice import Roll
from fivedice.rules.parameters import UNLIMITED
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Parity, Run, Total, Wrap
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, is_joker, is_open, legal_categories

MOST_ROLLS = 20_000
"""With more rolls than this no example is looked for."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Example:
    """Dice with what a box pays for them."""

    dice: Roll
    points: int

    @property
    def sentence(self) -> str:
        """What the dice pay."""
        return counted("These dice pay one point.", "These dice pay {count} points.", self.points)


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
    return (
        _turn(rules),
        phrase("Then you fill one box of your card: it pays what your dice are worth there, or nothing."),
        *_saving(rules),
        *_order(rules),
        *_chances(rules),
        phrase(
            "Each box is filled once, so that a game has {turns} turns. The greatest total wins.", turns=rules.turns
        ),
    )


def _turn(rules: Rules) -> Phrase:
    dice, rolls = rules.dice, rules.rolls
    if rolls == 1:
        return phrase("In each turn you roll {dice} dice once.", dice=dice)
    if rolls == 2:
        return phrase(
            "In each turn you roll {dice} dice twice; between the rolls you keep the dice that you like.", dice=dice
        )
    return phrase(
        "In each turn you roll {dice} dice up to {rolls} times; between the rolls you keep the dice that you like.",
        dice=dice,
        rolls=rolls,
    )


def _saving(rules: Rules) -> Iterator[Phrase]:
    if rules.most_saved and rules.saved_throws == UNLIMITED:
        yield phrase("Rolls that you do not use are saved, and you may use them in any later turn.")
    elif rules.most_saved:
        yield phrase(
            "Rolls that you do not use are saved, and you may use them in any later turn, at most {most} at a time.",
            most=rules.saved_throws,
        )


def _order(rules: Rules) -> Iterator[Phrase]:
    if rules.order == "fixed":
        yield phrase("The boxes are filled from top to bottom.")
    if len(rules.columns) < 2:
        return
    yield phrase("The card has {count} columns, each with every box.", count=len(rules.columns))
    for column in rules.columns:
        if column.order == "down":
            yield phrase("Column {name} is filled from top to bottom.", name=column.name)
        if column.order == "up":
            yield phrase("Column {name} is filled from bottom to top.", name=column.name)
        if column.multiplier > 1:
            yield phrase("Column {name} counts {times} times.", name=column.name, times=column.multiplier)


def _chances(rules: Rules) -> Iterator[Phrase]:
    faces = [
        phrase("{face} with {chance}", face=face, chance=figure(chance, len(f"{chance:.4g}") - 2))
        for face, chance in enumerate(rules.face_probabilities, start=1)
    ]
    if faces:
        yield phrase("The dice are not fair: they show {faces}.", faces=all_of(faces))


def describe_bonuses(rules: Rules) -> tuple[str, ...]:
    """What is paid beside the boxes."""
    found, several = list[Phrase](), len(rules.columns) > 1
    for threshold, bonus in rules.steps:
        found.append(
            phrase(
                "Upper bonus: {bonus} points if the upper boxes of a column add up to {threshold} or more.",
                bonus=bonus,
                threshold=threshold,
            )
            if several
            else phrase(
                "Upper bonus: {bonus} points if the boxes of the upper section add up to {threshold} or more.",
                bonus=bonus,
                threshold=threshold,
            )
        )
    if several and rules.steps:
        found.append(phrase("It is counted as often as the column is."))
    if len(rules.steps) > 1:
        found.append(phrase("The highest of these bonuses that is reached is paid, and no other."))
    if rules.yahtzee_bonus and rules.yahtzees:
        box, pays_more = rules.categories[rules.yahtzees[0]].kind.label, rules.yahtzee_bonus
        found.append(
            phrase(
                "Once {box} was scored with points in every column, every further roll with all dice alike pays "
                "{bonus} points on top of its box and is counted as often as the column is.",
                box=box,
                bonus=pays_more,
            )
            if len(rules.yahtzees) > 1
            else phrase(
                "Once {box} was scored with points, every further roll with all dice alike pays {bonus} points on top "
                "of its box.",
                box=box,
                bonus=pays_more,
            )
        )
    if rules.has_served:
        found.append(phrase("A roll is served while no die was thrown again in the turn."))
    return tuple(found)


def describe_jokers(rules: Rules) -> tuple[str, ...]:
    """What a joker is and where it may go; nothing where the rules have none."""
    if rules.joker == "none":
        return ()
    box = rules.categories[rules.yahtzees[0]].kind.label
    what = (
        phrase("All dice alike while {box} is filled in every column are a joker.", box=box)
        if len(rules.yahtzees) > 1
        else phrase("All dice alike while {box} is filled are a joker.", box=box)
    )
    if rules.joker == "free":
        where = phrase(
            "It may go into any open box; if the upper box of its face is filled, lower boxes pay their full value."
        )
        return what, where
    return (
        what,
        phrase("It must go into the upper box of its face if that is open."),
        phrase("Else it may go into any open lower box, which pays its full value."),
        phrase("If no lower box is open, it is a zero in an upper box."),
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
    what = phrase("A joker: all dice alike, and {box} is filled.", box=rules.categories[rules.yahtzees[0]].kind.label)
    matching = rules.boxes_of_face.get(roll[0], ())
    open_ones = [rules.categories[index].label for index in matching if is_open(rules, state, index)]
    if open_ones:
        own = either(open_ones)
        if rules.joker == "forced":
            return what, phrase("{box} is open, so it must go there.", box=own)
        return what, phrase(
            "It may go into any open box, but lower boxes pay their full value only once {box} is filled.", box=own
        )
    lower = [one.label for one in legal_categories(rules, state, roll) if one.section == "lower"]
    if not lower:
        return what, phrase("No lower box is open, so it is a zero in an upper box.")
    return what, _freed(rules, matching, either(lower))


def _freed(rules: Rules, matching: Sequence[int], lower: Value) -> Phrase:
    """Where a joker may go that has no open upper box."""
    if not matching and rules.joker == "free":
        return phrase("It has no upper box, so it may go into any open box, and lower boxes pay their full value.")
    if not matching:
        return phrase("It has no upper box, so it goes into {boxes} and pays the full value.", boxes=lower)
    own = rules.categories[matching[0]].kind.label
    if rules.joker == "free":
        return phrase("{box} is filled, so it may go into any open box, and lower boxes pay their full value.", box=own)
    return phrase("{box} is filled, so it goes into {boxes} and pays the full value.", box=own, boxes=lower)


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
        return phrase("Counts the dice that show {face}.", face=pattern.face)
    if isinstance(pattern, Groups) and len(pattern.sizes) == 1:
        return phrase("{count} dice alike.", count=capital(_count(pattern.sizes[0])))
    if isinstance(pattern, Groups):
        return phrase("Dice alike in groups of {sizes}.", sizes=all_of(map(_count, pattern.sizes)))
    if isinstance(pattern, Run) and pattern.first is None:
        example = _row(1, pattern.length)
        return phrase("{count} dice in a row, such as {dice}.", count=capital(_count(pattern.length)), dice=example)
    if isinstance(pattern, Run):
        return phrase("The dice {dice}.", dice=_row(pattern.first or 1, pattern.length))
    if isinstance(pattern, Wrap):
        count = capital(_count(pattern.length))
        return phrase("{count} dice in a row, where 1 follows the highest face.", count=count)
    if isinstance(pattern, AllEqual):
        return phrase("All dice alike.")
    if isinstance(pattern, Parity):
        return phrase("All dice show odd faces.") if pattern.rest else phrase("All dice show even faces.")
    if isinstance(pattern, Total):
        if pattern.most is None:
            return phrase("The dice add up to {total} or more.", total=pattern.least or 0)
        return phrase("The dice add up to {total} or less.", total=pattern.most)
    if isinstance(pattern, Anything):
        return phrase("Any dice.")
    return phrase("Dice that show: {pattern}.", pattern=str(pattern))


def pays(category: Category) -> str:
    """What a box pays, with the multiplier of its column."""
    if isinstance(category.points, int):
        return counted("It pays one point.", "It pays {count} points.", category.points * category.multiplier)
    if found := re.fullmatch(r"(\d+) if served else (\d+)", category.points):
        first, later = (int(one) * category.multiplier for one in found.groups())
        return phrase(
            "It pays {later} points, or {first} if it is served, in the first roll of a turn.", later=later, first=first
        )
    what = _sum(category)
    if category.multiplier == 1:
        return phrase("It pays {what}.", what=what)
    return phrase("It pays {what}, times {multiplier}.", what=what, multiplier=category.multiplier)


def _sum(category: Category) -> Phrase:
    if category.points == "matching" and isinstance(category.pattern, Face):
        return phrase("their sum")
    if category.points == "matching":
        return phrase("the sum of the dice that form it")
    if category.points == "sum":
        return phrase("the sum of all dice")
    return phrase("by the formula: {formula}", formula=str(category.points))


def _count(number: int) -> Phrase:
    return number_name(COUNTS[number] if number < len(COUNTS) else str(number), number, "number")


def _row(first: int, length: int) -> str:
    return " ".join(str(face) for face in range(first, first + length))
