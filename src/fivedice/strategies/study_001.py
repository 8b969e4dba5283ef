"""The players of study 001 ("How to play Yahtzee, for robots"): three of Glenn's that it quotes, and its own robots.

Glenn ("An optimal strategy for Yahtzee", CS-TR-0002, 2006, section 7) scores greedily and breaks ties "arbitrarily".
Chosen here, for all three, is LS SS FH 4K 3K C 1 2 3 4 5 6 Y: of 22,080 orders tried on the first player one of those
that come nearest to his figures. Other orders fit as well, so that it agrees does not show that it was his. His
figures are near to those of the free joker, hence the exact ones given here are for that; `study_001_robots` has the
robots, and `fivedice.studies.robots` regenerates the study.
"""

from functools import partial

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import NO_BOX, ROLL, View, is_open
from fivedice.strategies.rows import count_free, highest
from fivedice.strategies.strategy import strategy
from fivedice.strategies.study_001_robots import CARD, LARGE_RUN, ROBOTS, SMALL_RUN
from fivedice.strategies.vocabulary import best_run, greatest_count, hold_all, hold_face, hold_run, is_filled

REASONS = {
    (FOR_YAHTZEE := 1): "Going for Yahtzee with the most frequent face",
    (LARGE_ROLLED := 2): "Large straight rolled",
    (FOR_LARGE := 3): "Small straight in hand: going for Large Straight",
    (SMALL_ROLLED := 4): "Small straight rolled",
    (PAIR_OVER_THREE := 5): "Holding the pair: its upper box is open and that of the three is not",
    (PAYS_MOST := 6): "The box that pays most",
    (GIVE_UP := 7): "Nothing pays: giving up a box",
}
"""What each number in `view.why` means."""


@compiled
def score_most(view: View) -> int:
    """The box with most points; of equal ones the first in the order LS SS FH 4K 3K C, upper boxes from Ones on, Y."""
    best, most = NO_BOX, -1
    for box in (view.large, view.small, view.full_house, view.four, view.three, view.chance):
        if view.points[box] > most:
            best, most = box, view.points[box]
    for box in view.face_box[1 : view.faces + 1]:
        if view.points[box] > most:
            best, most = box, view.points[box]
    if view.points[view.yahtzee] > most:
        best, most = view.yahtzee, view.points[view.yahtzee]
    for box in range(view.boxes):  # boxes that Yahtzee's card does not have
        if view.points[box] > most:
            best, most = box, view.points[box]
    view.why = PAYS_MOST if most > 0 else GIVE_UP
    return best


@compiled
def hold_most(view: View) -> None:
    """Hold the face with the greatest tally: of equal ones the highest whose upper box is open, else the highest."""
    view.why = FOR_YAHTZEE
    most = greatest_count(view)
    for face in range(view.faces, 0, -1):
        if view.counts[face] == most and is_open(view, view.face_box[face]):
            hold_face(view, face)
            return
    hold_face(view, highest(view, most))


@compiled
def hold_straight(view: View) -> bool:
    """Hold a straight that is rolled, if an open box wants it; False if there is none."""
    small, large = is_open(view, view.small), is_open(view, view.large)
    length, first = best_run(view)
    if length >= LARGE_RUN and (small or large):
        view.why = LARGE_ROLLED
        hold_all(view)
        return True
    if length >= SMALL_RUN and small:
        if large:
            view.why = FOR_LARGE
            hold_run(view, first, SMALL_RUN)
        else:
            view.why = SMALL_ROLLED
            hold_all(view)
        return True
    return False


@compiled
def hold_pair_over_three(view: View) -> bool:
    """Hold a pair whose upper box is open beside three equal dice whose box is filled; False if it is not so."""
    if greatest_count(view) != 3 or not is_filled(view, view.face_box[highest(view, 3)]):
        return False
    for face in range(view.faces, 0, -1):
        if view.counts[face] == 2 and is_open(view, view.face_box[face]):
            view.why = PAIR_OVER_THREE
            hold_face(view, face)
            return True
    return False


player = partial(strategy, needs=CARD, reasons=tuple(REASONS.values()))


@player("yahtzees-only", "Goes for Yahtzee every turn; scores what pays most.")
def yahtzees_only(view: View) -> int:
    """Hold the most frequent face; nothing else ever stops the turn.

    Published: mean 171.52, sd 68.17. Exact, free joker: mean 171.4784, sd 68.1781; forced: 171.7600, 68.9283.
    """
    box = score_most(view)
    if view.rerolls > 0:
        hold_most(view)
    return ROLL if view.rerolls > 0 and count_free(view) > 0 else box


@player("yahtzees-and-straights", "As yahtzees-only, but holds straights.")
def yahtzees_and_straights(view: View) -> int:
    """Hold a straight for an open box, and try a small one for the large if both boxes are open.

    Published: mean 202.51, sd 65.90. Exact, free joker: mean 203.1665, sd 66.0156; forced: 203.4535, 66.7933. The
    study has straights held only "if Small Straight and Large Straight are both open", which gives 193.18. Glenn says
    so only of going for a straight; one that is made is held if its box is open. Chosen here: a large straight also
    for Small Straight alone. Four in a row are not held for Large Straight alone.
    """
    box = score_most(view)
    if view.rerolls > 0:
        if not hold_straight(view):
            hold_most(view)
    return ROLL if view.rerolls > 0 and count_free(view) > 0 else box


@player("rational-yahtzees", "As yahtzees-and-straights, but a useful pair beats three.")
def rational_yahtzees(view: View) -> int:
    """Hold a pair rather than three equal dice, if the pair's upper box is open and that of the three is not.

    Published: mean 219.86, sd 65.99. Exact, free joker: mean 203.5342, sd 65.6639; forced: 203.8206, 66.4389. These are
    16 points less: the pair is one "among other things", which Glenn does not tell. So his figure cannot be
    reproduced from the words.
    """
    box = score_most(view)
    if view.rerolls > 0:
        if not hold_pair_over_three(view) and not hold_straight(view):
            hold_most(view)
    return ROLL if view.rerolls > 0 and count_free(view) > 0 else box


STRATEGIES = (yahtzees_only, yahtzees_and_straights, rational_yahtzees, *ROBOTS)
