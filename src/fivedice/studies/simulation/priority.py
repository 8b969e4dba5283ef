"""Study 002, Item 3: its two lists of where to score, compared with what its strategies do, for every card and roll.

A list is read from top to bottom; the first line whose box is open and whose condition holds is taken. The strategies
play the study's own games die for die, so a list that leads elsewhere is not the one that was played.
"""

from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Bools
from fivedice.comparison import published
from fivedice.rules import Rules
from fivedice.solver.tables import compile_rules
from fivedice.strategies.policy import TablePolicy

ENOUGH, CHANCE = 3, 15
"""The numbers in "3 or more" and in "15 points or more"."""


@dataclass(frozen=True)
class Agreement:
    """Cards with a roll: how many a list applies to, on how many it agrees with the play, on how many it is silent."""

    lines: int
    asked: int
    agreed: int
    silent: int


def agreement(policy: TablePolicy, name: str) -> Agreement:
    """A printed list ("default" or "joker") against a player who scores by it.

    The default list applies unless the roll is five of a kind and the Yahtzee box is filled, the joker list if it is
    filled with points.
    """
    rules, tables = policy.rules, compile_rules(policy.rules)
    assert rules.yahtzee is not None
    masks = np.arange((1 << rules.turns) - 1)
    again = (masks >> rules.yahtzee & 1 == 1)[:, None] & (tables.equal_face > 0)
    asked: Bools = again if name == "joker" else ~again
    listed = boxes_listed(rules, name)[:-1]
    played = policy.boxes[int(name == "joker"), : len(masks), 0]
    lines = [row for row in published.rows("simulation", "priorities") if row["list"] == name]
    return Agreement(
        len(lines), int(asked.sum()), int((asked & (listed == played)).sum()), int((asked & (listed < 0)).sum())
    )


def boxes_listed(rules: Rules, name: str) -> "np.ndarray[tuple[int, int], np.dtype[np.int16]]":
    """int16[masks, rolls], the box that a list gives to a roll; −1 where no line applies."""
    tables, masks = compile_rules(rules), np.arange(1 << rules.turns)
    points = tables.joker_points if name == "joker" else tables.points
    found = np.full((len(masks), tables.rolls), -1, np.int16)
    for row in reversed(published.rows("simulation", "priorities")):
        if row["list"] != name:
            continue
        for box in rules.face_boxes.values() if row["box"] == "upper" else (rules.index[row["box"]],):
            face = next((face for face, upper in rules.face_boxes.items() if upper == box), 0)
            least = {"3 or more": ENOUGH * face, "15 points or more": CHANCE, "take a 0": 0}.get(row["when"], 1)
            found[(masks >> box & 1 == 0)[:, None] & (points[box] >= least)] = box
    return found
