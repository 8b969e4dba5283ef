"""The six players of study 002 (Wissner, "Yahtzee Strategy Analysis"): Yahtzee, 10,000 games with seed 290.

The study's own games are reproduced die for die. All six score by one table; holding is what sets them apart.
`fivedice.studies.simulation` regenerates the study.
"""

from functools import partial

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import ROLL, View, is_open
from fivedice.strategies.rows import highest
from fivedice.strategies.strategy import Needs, strategy
from fivedice.strategies.vocabulary import (
    best_run,
    contains,
    count_distinct,
    first_open,
    greatest_count,
    hold_face,
    hold_faces,
    hold_run,
    is_restricted,
    total,
)

CARD: Needs = ("faces", "three", "four", "full_house", "small", "large", "yahtzee", "chance")
ENOUGH_OF_A_FACE = 3
WORTH_A_CHANCE = 15
LAST_TURNS = 12

REASONS = {
    (FIVE := 1): "Five of a kind",
    (FOUR := 2): "Four of a kind: going for Yahtzee",
    (LARGE_ROLLED := 3): "Large straight rolled",
    (SMALL_ROLLED := 4): "Small straight rolled",
    (FOR_LARGE := 5): "Going for Large Straight",
    (FOR_SMALL := 6): "Going for Small Straight",
    (LATE := 7): "Late in the game: going for a straight",
    (HOUSE_ROLLED := 8): "Full house rolled",
    (HIGHER_PAIR := 9): "Two pairs: holding the higher one for its upper box",
    (LOWER_PAIR := 10): "Two pairs: holding the lower one for its upper box",
    (FOR_HOUSE := 11): "Two pairs: going for Full House",
    (NEEDED := 12): "Holding the face that is needed most",
    (NOTHING := 13): "Nothing is needed: rolling all dice",
    (FOR_UPPER := 14): "Going for the upper box",
    (FOR_YAHTZEE := 15): "Going for Yahtzee",
}
"""What each number in `view.why` means."""


@compiled
def score_by_table(view: View, upper_first: bool) -> int:
    """The box that the study's table gives to the dice; the first line that applies."""
    length, _ = best_run(view)
    most = greatest_count(view)
    faces, five = view.faces, most == view.dice_count
    if five and is_open(view, view.yahtzee):
        return view.yahtzee
    if five and (view.bonus or is_restricted(view)):
        return joker_box(view)
    for upper_line in range(2):
        if upper_line == 1 or upper_first:
            for face in range(faces, 0, -1):
                if is_open(view, view.face_box[face]) and view.counts[face] >= ENOUGH_OF_A_FACE:
                    return view.face_box[face]
        if upper_line == 0:
            if is_open(view, view.large) and length >= 5:
                return view.large
            if is_open(view, view.small) and length >= 4:
                return view.small
            if is_open(view, view.full_house) and most == 3 and count_distinct(view) == 2:
                return view.full_house
    if is_open(view, view.four) and most >= 4:
        return view.four
    if is_open(view, view.three) and most >= 3:
        return view.three
    if is_open(view, view.chance) and total(view) >= WORTH_A_CHANCE:
        return view.chance
    for face in range(1, faces + 1):
        if is_open(view, view.face_box[face]) and view.counts[face] >= 1:
            return view.face_box[face]
    if is_open(view, view.chance):
        return view.chance
    for box in (view.large, view.small, view.full_house, view.four, view.three):
        if is_open(view, box):
            return box
    for face in range(1, faces + 1):
        if is_open(view, view.face_box[face]):
            return view.face_box[face]
    return view.yahtzee


@compiled
def joker_box(view: View) -> int:
    """The first open box of the study's joker table."""
    face = view.dice[0]
    for box in (
        view.face_box[face], view.three, view.four, view.full_house, view.small, view.large, view.chance,
    ):  # fmt: skip
        if is_open(view, box):
            return box
    return first_open(view)


@compiled
def hold_by_dice(view: View) -> bool:
    """The dice-driven steps; False where they stop the turn, True once dice to hold are marked."""
    most, distinct = greatest_count(view), count_distinct(view)
    length, start = best_run(view)
    if most == view.dice_count:
        view.why = FIVE
        return False
    if most == 4:
        view.why = FOUR
        hold_face(view, most_frequent_first(view))
        return True
    small, large = is_open(view, view.small), is_open(view, view.large)
    if small or large:
        if distinct >= 3:
            if length >= 5:
                view.why = LARGE_ROLLED
                return False
            if length == 4:
                if not large:
                    view.why = SMALL_ROLLED
                    return False
                view.why = FOR_LARGE
                hold_run(view, start, 4)
                return True
            if length == 3:
                pair = most_frequent_first(view)
                if distinct == view.dice_count or not is_open(view, view.face_box[pair]):
                    if small:
                        view.why = FOR_SMALL
                        hold_run(view, start, 3)
                        return True
                    for faces in ((1, 2, 3, 5), (1, 3, 4, 5), (2, 3, 4, 6), (2, 4, 5, 6)):
                        if contains(view, faces):
                            view.why = FOR_LARGE
                            hold_faces(view, faces)
                            return True
        if view.turn >= LAST_TURNS:
            view.why = LATE
            hold_run(view, start, length)
            return True
    if is_open(view, view.full_house):
        if distinct == 2:
            view.why = HOUSE_ROLLED
            return False
        if distinct == 3 and most == 2:
            return hold_from_two_pairs(view)
    return hold_most_needed(view)


@compiled
def most_frequent_first(view: View) -> int:
    """The face with the largest count; of equal ones the one that comes first on the table."""
    best = view.dice[0]
    for position in range(view.dice_count):
        face = view.dice[position]
        if view.counts[face] > view.counts[best]:
            best = face
    return best


@compiled
def hold_from_two_pairs(view: View) -> bool:
    """Of two pairs the higher if its upper box is open, else the lower if that one's is, else both."""
    higher = highest(view, 2)
    lower = highest(view, 2, higher)
    if is_open(view, view.face_box[higher]):
        view.why = HIGHER_PAIR
        hold_face(view, higher)
    elif is_open(view, view.face_box[lower]):
        view.why = LOWER_PAIR
        hold_face(view, lower)
    else:
        view.why = FOR_HOUSE
        hold_faces(view, (lower, lower, higher, higher))
    return True


@compiled
def hold_most_needed(view: View) -> bool:
    """All dice of the face that the open boxes need most; the higher of equal ones; nothing if none is needed."""
    best = most = 0
    for face in range(1, view.faces + 1):
        need = 3 if is_open(view, view.face_box[face]) else 0
        if is_open(view, view.four):
            need += 2 if face >= 3 else 1
        if is_open(view, view.three):
            need += 2 if face >= 4 else 1
        need += 1 if is_open(view, view.full_house) else 0
        need += 1 if is_open(view, view.yahtzee) else 0
        if view.counts[face] * need >= most and view.counts[face] * need > 0:
            best, most = face, view.counts[face] * need
    view.why = NEEDED if best else NOTHING
    if best:
        hold_face(view, best)
    return True


@compiled
def most_frequent(view: View, high: bool, open_only: bool) -> int:
    """The face shown most often, of equal ones the highest or the lowest; 0 if none has an open upper box."""
    best = 0
    for step in range(1, view.faces + 1):
        face = view.faces + 1 - step if high else step
        if open_only and not is_open(view, view.face_box[face]):
            continue
        if view.counts[face] > (view.counts[best] if best else 0):
            best = face
    return best


@compiled
def focus_on_yahtzee(view: View, high: bool) -> int:
    """Hold the most frequent face, whatever the card says."""
    if view.rerolls == 0 or greatest_count(view) == view.dice_count:
        return score_by_table(view, False)
    view.why = FOR_YAHTZEE
    hold_face(view, most_frequent(view, high, False))
    return ROLL


@compiled
def focus_on_upper(view: View, high: bool) -> int:
    """Hold the most frequent face whose upper box is open; without one, play dice-driven."""
    if view.rerolls == 0 or greatest_count(view) == view.dice_count:
        return score_by_table(view, True)
    face = most_frequent(view, high, True)
    if face:
        view.why = FOR_UPPER
        hold_face(view, face)
        return ROLL
    return ROLL if hold_by_dice(view) else score_by_table(view, True)


player = partial(strategy, needs=CARD, only=True, dice=5, faces=6, reasons=tuple(REASONS.values()))


@player("one-roll", "Scores the first roll of each turn.")
def one_roll(view: View) -> int:
    """Never reroll."""
    return score_by_table(view, False)


@player("yahtzee-focus-high", "Goes for Yahtzee every turn; prefers high faces.")
def yahtzee_focus_high(view: View) -> int:
    """Hold the most frequent face, the highest of equal ones."""
    return focus_on_yahtzee(view, True)


@player("yahtzee-focus-low", "Goes for Yahtzee every turn; prefers low faces.")
def yahtzee_focus_low(view: View) -> int:
    """Hold the most frequent face, the lowest of equal ones."""
    return focus_on_yahtzee(view, False)


@player("upper-focus-high", "Fills the upper section first; prefers high faces.")
def upper_focus_high(view: View) -> int:
    """Hold the most frequent face with an open upper box, the highest of equal ones."""
    return focus_on_upper(view, True)


@player("upper-focus-low", "Fills the upper section first; prefers low faces.")
def upper_focus_low(view: View) -> int:
    """Hold the most frequent face with an open upper box, the lowest of equal ones."""
    return focus_on_upper(view, False)


@player("dice-driven", "Goes where the dice point: straights, full house, needs.", reads_order=True)
def dice_driven(view: View) -> int:
    """Decide by what the dice show and which boxes are open."""
    if view.rerolls > 0 and hold_by_dice(view):
        return ROLL
    return score_by_table(view, False)


STRATEGIES = (one_roll, yahtzee_focus_high, yahtzee_focus_low, upper_focus_high, upper_focus_low, dice_driven)
