"""The ten meta-actions of study 004 (Glenn and Brunstad), and the best player that uses nothing else.

A meta-action says what a player is after; it turns a View into dice to keep, or into a box to score. The study words
them loosely. This reading gives 254.2045 points to the best player restricted to them; the study prints 254.205. All
ten may decide what is kept, even when their box is filled. `fivedice.studies.playtesting` regenerates the study.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from fivedice.errors import StrategyError
from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.choices import Candidates
from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import NO_BOX, VIEW, View, held_row, is_open, show_roll
from fivedice.phrases import Phrase, phrase, word
from fivedice.rules import Decision, Rules, Turn
from fivedice.solver import Solution
from fivedice.solver.exact import solve
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import ValuePolicy, kernel_view, policy_of
from fivedice.strategies.rows import highest, hold_nothing, hold_some
from fivedice.strategies.strategy import blank_view, view_of
from fivedice.strategies.vocabulary import best_run, faces_shown, greatest_count, hold_face, hold_house, hold_run

META_ACTIONS = (
    "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "N of a Kind", "Full House", "Straight", "Chance",
)  # fmt: skip
OF_A_KIND, FULL_HOUSE, STRAIGHT, CHANCE = range(6, 10)
"""Meta-actions before these are the faces: action 0 is Ones."""

FACES = 6
LARGE_RUN = 5
HIGH = 5
"""Faces from here on are worth keeping for their points; with one reroll left, the face below is too."""

OBJECTIVE = "mean of meta-actions"


@compiled
def meta_keep(view: View, action: int) -> None:
    """Mark the dice that a meta-action keeps."""
    if action < FACES:
        hold_face(view, action + 1)
    elif action == OF_A_KIND:
        keep_of_a_kind(view)
    elif action == FULL_HOUSE:
        hold_house(view)
    elif action == STRAIGHT:
        keep_straight(view)
    else:
        hold_high(view)


@compiled
def meta_box(view: View, action: int) -> int:
    """The box that a meta-action scores, or NO_BOX if none of its boxes is available."""
    if action < FACES:
        return first_available(view, (view.face_box[action + 1],))
    if action == OF_A_KIND:
        return first_available(view, (view.yahtzee, view.four, view.three))
    if action == FULL_HOUSE:
        return first_available(view, (view.full_house,))
    if action == STRAIGHT:
        return first_available(view, (view.large, view.small))
    return first_available(view, (view.chance,))


@compiled
def first_available(view: View, boxes: Any) -> int:
    """The first of these boxes that pays; if none does, the first that the roll may be scored in."""
    for box in boxes:
        if box >= 0 and view.points[box] > 0:
            return int(box)
    for box in boxes:
        if box >= 0 and view.points[box] == 0:
            return int(box)
    return NO_BOX


@compiled
def keep_of_a_kind(view: View) -> None:
    """The largest group, the higher of equal ones; once it is as large as is useful, high dice beside it."""
    face = highest(view, greatest_count(view))
    useful = useful_group(view)
    hold_some(view, face, min(view.counts[face], useful))
    if useful < view.dice_count and view.counts[face] >= useful:
        hold_high(view)


@compiled
def useful_group(view: View) -> int:
    """How many equal dice are worth having: fewer than all once five of a kind pays nothing more than four or three."""
    if not is_open(view, view.yahtzee) and not view.bonus:
        if is_open(view, view.four):
            return 4
        if is_open(view, view.three):
            return 3
    return int(view.dice_count)


@compiled
def hold_high(view: View) -> None:
    """Hold 5s and 6s, and 4s too before the last throw."""
    least = HIGH - 1 if view.rerolls == 1 else HIGH
    for face in range(least, view.faces + 1):
        hold_face(view, face)


@compiled
def keep_straight(view: View) -> None:
    """For Small Straight the longest run; once that box is filled, what fits best into a run of five."""
    if is_open(view, view.small):
        hold_longest_run(view)
    else:
        hold_fullest_window(view)


@compiled
def hold_longest_run(view: View) -> None:
    """Of equally long runs the higher if Chance is open or it covers more open upper boxes, else the lower."""
    length, first = best_run(view)
    for other in range(first + 1, view.faces - length + 2):
        if faces_shown(view, other, length) == length and (
            is_open(view, view.chance) or open_faces(view, other, length) > open_faces(view, first, length)
        ):
            first = other
    hold_run(view, first, length)


@compiled
def hold_fullest_window(view: View) -> None:
    """One die of each face of the run of five that shows the most of its faces; of equal ones the higher."""
    best = 1
    for first in range(2, view.faces - LARGE_RUN + 2):
        if faces_shown(view, first, LARGE_RUN) >= faces_shown(view, best, LARGE_RUN):
            best = first
    hold_run(view, best, LARGE_RUN)


@compiled
def open_faces(view: View, first: int, length: int) -> int:
    """How many of these consecutive faces have an open upper box."""
    found = 0
    for face in range(first, first + length):
        found += 1 if is_open(view, view.face_box[face]) else 0
    return found


@compiled
def list_decisions(
    view: Any, keeps: Any, boxes: Any, filled: int, flag: int, roll_dice: Any, rules: Numbers, tables: Arrays
) -> None:
    """What every meta-action decides with these boxes filled; see `kernels.choices.Candidates`.

    keeps : int16[rerolls, rolls, actions], boxes : int8[rolls, actions]
    """
    view.filled, view.bonus = filled, flag
    for roll in range(roll_dice.shape[0]):
        show_roll(view, filled, roll, False, roll_dice, rules, tables)
        for action in range(boxes.shape[1]):
            boxes[roll, action] = meta_box(view, action)
            for reroll in range(keeps.shape[0]):
                view.rerolls = reroll + 1
                hold_nothing(view)
                meta_keep(view, action)
                keeps[reroll, roll, action] = held_row(view, roll, tables.extend)


def check_card(rules: Rules) -> None:
    """Refuse rules with a box that no meta-action scores, or with dice that the meta-actions are not about."""
    if rules.faces != FACES:
        raise StrategyError(f"meta-actions cannot play {rules.name!r}: they need {FACES} faces, not {rules.faces}.")
    if any(rules.prerequisites) or rules.columns or rules.has_served:
        raise StrategyError(
            f"meta-actions cannot play {rules.name!r}: they need one column of boxes that can be filled in any order, "
            "and points that do not depend on the throw."
        )
    view = blank_view(rules)
    kinds = (view.three, view.four, view.full_house, view.small, view.large, view.yahtzee, view.chance)
    served = {*kinds, *rules.face_boxes.values()}
    missing = [one.title for index, one in enumerate(rules.categories) if index not in served]
    if missing:
        raise StrategyError(f"meta-actions cannot play {rules.name!r}: no meta-action scores {', '.join(missing)}.")


def meta_candidates(rules: Rules) -> Candidates:
    """The decisions of all meta-actions, for every state of these rules."""
    check_card(rules)
    tables, arguments = kernel_view(rules)
    flags, masks, _ = arguments.shape
    view = np.zeros(1, VIEW)
    view[0] = blank_view(rules)
    roll_dice = np.array(rules.dice_set.rolls, np.int64)
    keeps = np.empty((rules.rolls - 1, tables.rolls, len(META_ACTIONS)), np.int16)
    boxes = np.empty((masks, tables.rolls, len(META_ACTIONS)), np.int8)
    kind = np.zeros((flags, masks), np.int32)
    kinds: dict[bytes, int] = {}
    for filled in range(masks - 1):
        for flag in range(flags):
            if flag == 0 or filled >> view[0]["yahtzee"] & 1:
                list_decisions(
                    view[0], keeps, boxes[filled], filled, flag, roll_dice, arguments.rules, arguments.tables
                )
                kind[flag, filled] = kinds.setdefault(keeps.tobytes(), len(kinds))
    found = np.frombuffer(b"".join(kinds), np.int16).reshape(len(kinds), *keeps.shape)
    return Candidates(found, kind, boxes)


def restricted_solution(rules: Rules) -> Solution:
    """The values of all states for the best player that decides by meta-actions."""
    return solve(rules, candidates=meta_candidates(rules), objective=OBJECTIVE)


@lru_cache(maxsize=4)
def restricted_policy(rules: Rules) -> ValuePolicy:
    """The best player that decides by meta-actions, as arrays."""
    candidates = meta_candidates(rules)
    return policy_of(solve(rules, candidates=candidates, objective=OBJECTIVE), candidates)


@dataclass(frozen=True)
class MetaOptimal:
    """Maximises the expected final score among the decisions of the ten meta-actions."""

    name: str = "meta-optimal"
    summary: str = "Maximises the mean score with the ten meta-actions of study 004."

    def check(self, rules: Rules) -> None:
        """Every box must belong to a meta-action."""
        check_card(rules)

    def policy(self, rules: Rules) -> ValuePolicy:
        """The strategy as arrays."""
        return restricted_policy(rules)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The best candidate, by the very kernel that plays and evaluates the policy."""
        return choices_in(restricted_policy(rules), turn.state).decision(turn)

    def reason(self, rules: Rules, turn: Turn) -> str:
        """The first meta-action that decides so."""
        decision = self.decide(rules, turn)
        return next(going_for(name) for name, other in meta_decisions(rules, turn).items() if other == decision)


def going_for(name: str) -> Phrase:
    """A meta-action as a reason."""
    return phrase("Going for {what}", what=word(name, "box"))


def meta_decisions(rules: Rules, turn: Turn) -> dict[str, Decision | None]:
    """What each meta-action decides in a turn; None where it has no box to score."""
    found: dict[str, Decision | None] = {}
    for action, name in enumerate(META_ACTIONS):
        view = view_of(rules, turn)
        if turn.rerolls:
            meta_keep(view, action)
            found[name] = tuple(face for face, held in zip(turn.roll, view.hold, strict=False) if held)
        else:
            box = meta_box(view, action)
            found[name] = None if box == NO_BOX else rules.categories[box]
    return found


STRATEGIES = (MetaOptimal(),)
