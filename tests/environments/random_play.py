"""The exact mean of the player who takes every legal decision with equal probability, computed in two ways."""

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import Rules, State, Turn, legal_categories, legal_decisions, score
from fivedice.rules.dice import keeps_of
from fivedice.solver.reference import Reference, throws


class UniformReference(Reference):
    """The slow reference with a mean over legal decisions in the place of the maximum."""

    def _turn_value(self, turn: Turn, points: int = 0) -> float:
        decisions = legal_decisions(self.rules, turn)
        return sum(self.decision_value(turn, decision) for decision in decisions) / len(decisions)


def uniform_mean(rules: Rules) -> float:
    """The same for large rules: all upper totals of a set of filled boxes at once, and all rolls but five of a kind.

    T : float64[keeps, rolls], chances of the rolls that follow each keep;  K : float64[rolls, keeps], 1 where a keep
    is part of a roll
    """
    dice, cap = rules.dice_set, rules.upper_cap
    T, K = np.zeros((dice.keep_count, dice.roll_count)), np.zeros((dice.roll_count, dice.keep_count))
    for row, keep in enumerate(dice.keeps):
        for roll, chance in throws(dice, keep):
            T[row, dice.roll_index(roll)] += chance
    for index, roll in enumerate(dice.rolls):
        K[index, [dice.keep_index[keep] for keep in keeps_of(roll)]] = 1.0
    points = np.array([[one.natural_points(roll) for roll in dice.rolls] for one in rules.categories])
    flags, totals = 2 if rules.yahtzee_bonus else 1, np.arange(cap + 1)
    V: Floats = np.zeros((flags, 1 << rules.turns, cap + 1))
    V[:, -1, cap:] = rules.upper_bonus
    for filled in sorted(range((1 << rules.turns) - 1), key=int.bit_count, reverse=True):
        for flag in range(flags):
            if flag and (rules.yahtzee is None or not filled >> rules.yahtzee & 1):
                continue
            sums, counts = np.zeros((dice.roll_count, cap + 1)), np.zeros((dice.roll_count, 1))
            state = State(filled, 0, bool(flag))
            for box in np.flatnonzero([state.is_empty(box) for box in range(rules.turns)]):
                paid = points[box][:, None]
                reached = np.minimum(totals + paid * (box in rules.upper), cap)
                sums += paid + V[flag, filled | 1 << int(box)][reached]
                counts += 1
            for index, roll in enumerate(dice.rolls):
                if roll[0] != roll[-1]:
                    continue
                sums[index] = counts[index] = 0
                for category in legal_categories(rules, state, roll):
                    scoring = score(rules, state, roll, category)
                    gained = scoring.points if category.section == "upper" else 0
                    following = V[int(scoring.state.bonus), scoring.state.filled, np.minimum(totals + gained, cap)]
                    sums[index] += scoring.total + following
                    counts[index] += 1
            U = sums / counts
            for _ in range(rules.rolls - 1):
                U = (sums + K @ (T @ U)) / (counts + K.sum(axis=1, keepdims=True))
            V[flag, filled] = T[0] @ U
    return float(V[0, 0, 0])
