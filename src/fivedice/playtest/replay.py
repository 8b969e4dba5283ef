"""Games of one variant under the rules of another: what its optimal strategy would do differently.

Every decision of optimal games of the base variant is recorded. Under other rules the same dice and decisions bring
other points and lead to other states; there, a decision has changed if it is no longer one of the best, and its regret
is the cost of keeping it. Turns are thus weighted by how often the base variant's optimal play reaches them.
"""

from dataclasses import dataclass, replace

import numpy as np

from fivedice.arrays import Floats
from fivedice.kernels.batches import score_games
from fivedice.playtest.repeats import mean_with_interval
from fivedice.rules import Rules
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import decision_values
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution
from fivedice.solver.exact import card_boxes
from fivedice.strategies.policy import kernel_view, policy_of

SAME = 1e-9
"""Decisions whose values are this close are equally good."""


@dataclass(frozen=True)
class Changed:
    """The decisions of a base variant under other rules, with half-widths of 95 % intervals.

    share  : of all decisions that are no longer optimal;  keeps, boxes : the same among either kind
    regret : points a game that the base variant's optimal strategy loses under the other rules
    """

    share: float
    share_half_width: float
    keeps: float
    boxes: float
    regret: float
    regret_half_width: float
    games: int


def comparable(base: Rules, other: Rules) -> bool:
    """Whether decisions of one variant can be taken in the other: equal dice, rolls, boxes and joker rule."""
    return _skeleton(base) == _skeleton(other)


def _skeleton(rules: Rules) -> tuple[object, ...]:
    boxes = tuple((one.name, one.section, one.pattern, one.is_fixed) for one in rules.categories)
    return rules.dice, rules.faces, rules.rolls, rules.joker, boxes


def changed_decisions(base: Solution, other: Solution, games: int, seed: int = 1) -> Changed:
    """Compare the optimal strategies of two comparable variants over games of the base."""
    shares, lost, kinds = [], [], np.zeros((2, 2))
    for block in play(policy_of(base), Counter(seed), games, record=True, block=20_000):
        found = decision_values(rescored(block, other.rules), other)
        took_place, regret = np.isfinite(found.taken), found.regrets
        changed = (regret > SAME) & took_place
        shares.append(changed.sum(axis=(1, 2)) / took_place.sum(axis=(1, 2)))
        lost.append(regret.sum(axis=(1, 2)))
        boxes = np.zeros_like(changed)
        boxes[:, :, -1] = True  # optimal play rerolls to the end, since it may always keep everything
        for kind, of in enumerate((took_place & ~boxes, took_place & boxes)):
            kinds[kind] += (changed & of).sum(), of.sum()
    share, regret_of = np.concatenate(shares), np.concatenate(lost)
    (mean, half), (loss, loss_half) = _interval(share), _interval(regret_of)
    keeps, filled = (float(count / max(of, 1)) for count, of in kinds)
    return Changed(mean, half, keeps, filled, loss, loss_half, games)


def _interval(values: Floats) -> tuple[float, float]:
    mean, half = mean_with_interval(values)
    return float(mean), 0.0 if half is None else float(half)


def rescored(games: Games, rules: Rules) -> Games:
    """The same dice and decisions with the points, bonuses and states of other, comparable rules."""
    assert games.shown is not None
    tables, arguments = kernel_view(rules)
    throws = (games.shown[..., 0] > 0).sum(axis=2)
    final = np.take_along_axis(games.shown, (throws - 1)[:, :, None, None], axis=2)[:, :, 0]
    rolls, chosen = tables.rolls_of(final), games.boxes.astype(np.int64)
    filled, flags, upper = np.zeros((3, len(chosen)), np.int64)
    boxes, points, bonuses = (np.empty_like(games.points) for _ in range(3))
    for turn in range(rules.turns):
        score_games(
            chosen[:, turn].copy(), turn, filled, flags, upper, rules.upper_cap, boxes, points, bonuses,
            rolls[:, turn].copy(), card_boxes(rules), arguments.rules, arguments.tables,
        )  # fmt: skip
    return replace(games, rules=rules, points=points, bonuses=bonuses)
