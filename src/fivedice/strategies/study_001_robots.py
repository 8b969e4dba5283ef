"""The robots of study 001 ("How to play Yahtzee, for robots"): nine versions of one Lego player, as it grew.

Exact figures are for the forced joker of the study's rules page. Published ones are the study's samples: 8 games of
7.20, probably 50 of 4.11 to 4.13, an unknown number of the others, so that chance explains most differences. Where the
study's words are loose, each docstring says what was chosen. `fivedice.studies.robots` regenerates the study.
"""

from dataclasses import replace
from functools import partial

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import NO_BOX, ROLL, View, is_open
from fivedice.strategies.rows import count_free, highest, hold_for
from fivedice.strategies.strategy import Needs, strategy
from fivedice.strategies.vocabulary import (
    best_run,
    count_distinct,
    first_open,
    greatest_count,
    hold_all,
    hold_face,
    hold_house,
    hold_run,
    total,
)

CARD: Needs = ("faces", "three", "four", "full_house", "small", "large", "yahtzee", "chance")
SMALL_RUN, LARGE_RUN = 4, 5
WORTH_A_BOX = 15
HOUSE_FROM_TURN, HOUSE_AT_ONCE_FROM_TURN = 5, 11

REASONS = {
    (IN_ORDER := 1): "Boxes are filled from top to bottom, and this one is next",
    (ROLL_MOST := 2): "Rolling the most frequent face again",
    (HOLD_MOST := 3): "Holding the most frequent face",
    (PLAN_A := 4): "Plan A: the most frequent face that Three of a Kind or an upper box can use",
    (PLAN_B := 5): "Plan B: a face with one die less, because its upper box is open",
    (PLAN_C := 6): "Plan C: a face with two dice less, because its upper box is open",
    (LARGE_ROLLED := 7): "Large straight rolled",
    (SMALL_ROLLED := 8): "Small straight rolled",
    (SMALL_HELD := 9): "Small straight in hand: rolling the other die",
    (HOUSE_ROLLED := 10): "Full house rolled",
    (LAST_TURN := 11): "Last turn: going for the box that is left",
    (PAYS := 12): "The first box of its list that pays",
    (UPPER_BOX := 13): "Enough of a face: its upper box",
    (TAKE_CHANCE := 14): "Nothing better: Chance",
    (GIVE_UP := 15): "Nothing pays: giving up a box",
}
"""What each number in `view.why` means."""


@compiled
def upper_box(view: View, least: int) -> int:
    """The upper box of the lowest face that `least` dice or more show; NO_BOX if none may be scored."""
    for face in range(1, view.faces + 1):
        if view.counts[face] >= least and view.points[view.face_box[face]] >= 0:
            view.why = UPPER_BOX
            return view.face_box[face]
    return NO_BOX


@compiled
def score_rest(view: View) -> int:
    """Two of a face, a good Chance, one of a face, any Chance; at last a zero, in an upper box only if it must be."""
    box = upper_box(view, 2)
    if box != NO_BOX:
        return box
    is_chance_open = view.points[view.chance] >= 0
    if not (is_chance_open and total(view) >= WORTH_A_BOX):
        box = upper_box(view, 1)
        if box != NO_BOX:
            return box
    if is_chance_open:
        view.why = TAKE_CHANCE
        return view.chance
    view.why = GIVE_UP
    for box in (view.yahtzee, view.large, view.small, view.full_house, view.four, view.three):
        if view.points[box] >= 0:
            return box
    return first_open(view)


@compiled
def score_by_list(view: View, late: bool, sees_small: bool = True) -> int:
    """The first of the robots' list that pays: "Y, K4, K3, FH, K3, LS, SS", and what is left if none does.

    From 4.11 on, `late`, "Y, K4, K3>=15, Num 3x+, FH, K3, LS, SS".
    """
    view.why = PAYS
    for box in (view.yahtzee, view.four):
        if view.points[box] > 0:
            return box
    if view.points[view.three] >= (WORTH_A_BOX if late else 1):
        return view.three
    box = upper_box(view, 3) if late else NO_BOX
    if box != NO_BOX:
        return box
    for box in (view.full_house, view.three, view.large, view.small):
        if view.points[box] > 0 and (sees_small or box != view.small):
            return box
    return score_rest(view)


@compiled
def is_full_house(view: View) -> bool:
    """Whether the dice show three of one face and two of another."""
    return count_distinct(view) == 2 and greatest_count(view) == 3


@compiled
def hold_most(view: View, plans: int) -> bool:
    """Hold the highest face with the greatest tally; False if it is on all dice.

    `plans` come before that. Plan A: the highest face with the greatest tally whose upper box, or Three of a Kind, is
    open. Plans B and C: the highest face with one die less, or two, whose upper box is open.
    """
    most = greatest_count(view)
    for plan in range(min(plans, most)):
        for face in range(view.faces, 0, -1):
            useful = is_open(view, view.face_box[face]) or (plan == 0 and is_open(view, view.three))
            if view.counts[face] == most - plan and useful:
                view.why = PLAN_A + plan
                hold_face(view, face)
                return most - plan < view.dice_count
    view.why = HOLD_MOST
    hold_face(view, highest(view, most))
    return most < view.dice_count


@compiled
def hold_by_rules(view: View, late: bool, plans: int) -> bool:
    """Stop, which is False, at a straight or, with one reroll left, at a full house; else hold equal dice.

    From 4.11 on, `late`, a small straight is held and its fifth die rolled, and a full house waits for turn 5; from
    turn 11 on it is kept at once.
    """
    small, large = is_open(view, view.small), is_open(view, view.large)
    length, first = best_run(view)
    if length >= LARGE_RUN and (small or large):
        view.why = LARGE_ROLLED
        return False
    if is_full_house(view) and is_open(view, view.full_house):
        ripe = view.rerolls == 1 and (not late or view.turn >= HOUSE_FROM_TURN)
        if ripe or (late and view.turn >= HOUSE_AT_ONCE_FROM_TURN):
            view.why = HOUSE_ROLLED
            return False
    if length >= SMALL_RUN and late and (small or large):
        view.why = SMALL_HELD
        hold_run(view, first, SMALL_RUN)
        return True
    if length >= SMALL_RUN and not late and small and not large:
        view.why = SMALL_ROLLED
        return False
    return hold_most(view, plans)


@compiled
def hold_or_target(view: View, plans: int) -> bool:
    """Holding from 4.12 on: as before, but on the last turn go for the box that is left; False to stop."""
    if view.turn < view.boxes:
        return hold_by_rules(view, True, plans)
    box = 0
    while not is_open(view, box):
        box += 1
    if box == view.full_house and greatest_count(view) > 1:
        hold_house(view)
    elif box == view.small or box == view.large:
        hold_for_straight(view, SMALL_RUN if box == view.small else LARGE_RUN)
    elif box == view.three or box == view.four:
        hold_most(view, 0)
    else:
        hold_for(view, box)
    view.why = LAST_TURN
    return count_free(view) > 0


@compiled
def hold_for_straight(view: View, wanted: int) -> None:
    """Hold all dice if the straight is made, else the longest run, the higher of equal ones."""
    length, _ = best_run(view)
    if length >= wanted:
        hold_all(view)
        return
    run = 0
    for face in range(view.faces, 0, -1):
        run = run + 1 if view.counts[face] > 0 else 0
        if run == length:
            hold_run(view, face, length)
            return


player = partial(strategy, needs=CARD, reasons=tuple(REASONS.values()))


@player("robot-4.02", "Never rolls again; fills the boxes in order.", needs=())
def robot_4_02(view: View) -> int:
    """Published: mean 54.3, sd 20.9. Exact: mean 45.9453, sd 18.2291.

    "Scores in order" is read as turn t in box t, from Ones to Chance. If only boxes that pay counted, it were 77.81.
    """
    view.why = IN_ORDER
    return first_open(view)


@player("robot-4.03", "Rolls the most frequent face again; fills the boxes in order.", needs=())
def robot_4_03(view: View) -> int:
    """Published: mean 47.1, sd 16.2. Exact: mean 45.7325, sd 19.1571.

    "Reroll # with highest tally" is read to the letter: the highest of the most frequent faces is rolled again and the
    others are kept. In 4.07 the same words must mean the opposite; here that gives 62.67, and the study's mean fell
    from 4.02 to 4.03. It is a guess from a small sample.
    """
    if view.rerolls == 0:
        view.why = IN_ORDER
        return first_open(view)
    view.why = ROLL_MOST
    rolled = highest(view, greatest_count(view))
    for face in range(1, view.faces + 1):
        if face != rolled:
            hold_face(view, face)
    return ROLL


@player("robot-4.07", "Holds the most frequent face; never sees a small straight.")
def robot_4_07(view: View) -> int:
    """Published: mean 162.6, sd 59.8. Exact: mean 163.5739, sd 66.1987.

    The glitch that 4.08 is said to have fixed is read as: a small straight is not recognised, and Small Straight only
    filled when a zero has to go somewhere. Without it 171.63. "Num (lo to hi)" takes the lowest face, here and later.
    """
    box = score_by_list(view, False, False)
    return ROLL if view.rerolls > 0 and hold_most(view, 0) else box


@player("robot-4.08", "As 4.07, and stops at straights and full houses.")
def robot_4_08(view: View) -> int:
    """Published: mean 195.9, sd 60.7. Exact: mean 193.8829, sd 66.8847.

    "Rollcount is 2" is read as after the second roll. The first K3 of the scoring list leaves its second one idle.
    """
    box = score_by_list(view, False)
    return ROLL if view.rerolls > 0 and hold_by_rules(view, False, 0) else box


@player("robot-4.09", "As 4.08, and holds faces that the card can use.")
def robot_4_09(view: View) -> int:
    """Published: mean 204.6, sd 68.7. Exact: mean 204.3492, sd 66.9599.

    "(max-1) tally still open" is read as: at least one die, and the upper box of its face is open.
    """
    box = score_by_list(view, False)
    return ROLL if view.rerolls > 0 and hold_by_rules(view, False, 2) else box


@player("robot-4.11", "As 4.09, and rolls a small straight's fifth die.")
def robot_4_11(view: View) -> int:
    """Published: mean 226.3, sd 66.3. Exact: mean 218.9901, sd 62.1739."""
    box = score_by_list(view, True)
    return ROLL if view.rerolls > 0 and hold_by_rules(view, True, 2) else box


@player("robot-4.12", "As 4.11, with a plan C and a target for the last turn.")
def robot_4_12(view: View) -> int:
    """Published: mean 226.2, sd 66.5. Exact: mean 218.2787, sd 58.1770.

    "Target whatever is left" names no dice. Chosen here: the face of an upper box; the most frequent face for equal
    dice; for Full House, unless it is made, up to three of each face shown twice, else the highest die; the longest
    run for a straight; 4 to 6 for Chance. By best play on that turn it were 218.86.
    """
    box = score_by_list(view, True)
    return ROLL if view.rerolls > 0 and hold_or_target(view, 3) else box


@player("robot-4.13", "As 4.12, without plan C.")
def robot_4_13(view: View) -> int:
    """Published: mean 240.3, sd 59.9. Exact: mean 220.4660, sd 60.4656.

    The study is 2.3 standard errors above this, if it played 50 games: chance, or a rule that it does not tell.
    """
    box = score_by_list(view, True)
    return ROLL if view.rerolls > 0 and hold_or_target(view, 2) else box


robot_7_20 = replace(robot_4_13, name="robot-7.20", summary="Plays as robot-4.13 does.")
"""Published: mean 251.4, sd 70.7. Exact: mean 220.4660, sd 60.4656. "Similar to above" is read as equal to 4.13."""

ROBOTS = (
    robot_4_02, robot_4_03, robot_4_07, robot_4_08, robot_4_09, robot_4_11, robot_4_12, robot_4_13, robot_7_20,
)  # fmt: skip
