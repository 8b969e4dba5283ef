"""The slow twin of `kernels.qtable`: the sweep as the study words it, on the rules themselves, a dict of entries.

It shares nothing with the kernel but the random numbers.
"""

from collections.abc import Hashable

import numpy as np

from fivedice.kernels.lanes import SINGLE_LANES
from fivedice.kernels.qtable import block_key, draw, pick_way
from fivedice.rules import Category, Keep, Roll, Rules, State, Turn, legal_decisions, score
from fivedice.rules.state import final_bonus, is_over

Single = np.float32


class SlowQ:
    """Q of everything that a game can reach: states, (state, roll, rerolls) and (state, keep, rerolls)."""

    def __init__(self, rules: Rules, batch: int, decay: float, seed: int) -> None:
        self.rules, self.batch, self.decay, self.seed, self.epochs = rules, batch, decay, seed, 0
        self.states = reachable(rules)
        self.inner = [keep for keep in rules.dice_set.keeps if len(keep) < rules.dice]
        self.q: dict[Hashable, Single] = {}

    def old(self, entry: Hashable) -> Single:
        if isinstance(entry, State) and is_over(self.rules, entry):
            return Single(final_bonus(self.rules, entry))
        return self.q.get(entry, Single(0.0))

    def sweep(self) -> None:
        """New values of all entries from old ones, then the blend."""
        new: dict[Hashable, Single] = {}
        last = self.rules.rolls - 1
        for state in self.states:
            new[state] = self.sampled(state, (), last, 0)
            for rerolls in range(last + 1):
                for roll in self.rules.dice_set.rolls:
                    new[state, roll, rerolls] = self.best(Turn(state, roll, rerolls))
            for turn_at in range(last):
                for place, keep in enumerate(self.inner):
                    batch = 1 + turn_at * len(self.inner) + place
                    new[state, keep, last - turn_at] = self.sampled(state, keep, last - turn_at - 1, batch)
        rate = Single(self.decay**self.epochs)
        self.q = {entry: self.old(entry) * (Single(1.0) - rate) + value * rate for entry, value in new.items()}
        self.epochs += 1

    def best(self, turn: Turn) -> Single:
        """Over boxes and keeps but that of the whole roll, which is to end the turn."""
        decisions = (one for one in legal_decisions(self.rules, turn) if one != turn.roll)
        return max(self.after(turn, one) for one in decisions)

    def after(self, turn: Turn, decision: Keep | Category) -> Single:
        if isinstance(decision, Category):
            scoring = score(self.rules, turn.state, turn.roll, decision)
            return self.old(scoring.state) + Single(scoring.total)
        return self.old((turn.state, decision, turn.rerolls))

    def sampled(self, state: State, keep: Keep, rerolls: int, batch: int) -> Single:
        first = state.upper // SINGLE_LANES * SINGLE_LANES
        key = np.uint64(block_key(self.seed, self.epochs, state.filled, int(state.bonus), first))
        total = Single(0.0)
        for at in range(batch * self.batch, (batch + 1) * self.batch):
            total += self.old((state, self.thrown(keep, key, at), rerolls))
        return total * Single(1.0 / self.batch)

    def thrown(self, keep: Keep, key: np.uint64, at: int) -> Roll:
        missing = self.rules.dice - len(keep)
        number = int(pick_way(np.uint64(draw(key, at)), 0, self.rules.faces**missing, None))
        faces = [number // self.rules.faces**place % self.rules.faces + 1 for place in range(missing)]
        return tuple(sorted((*keep, *faces)))


def reachable(rules: Rules) -> list[State]:
    """Every state that a game can reach, those of a full card apart."""
    found, ahead = {State()}, [State()]
    while ahead:
        state = ahead.pop()
        for roll in rules.dice_set.rolls:
            for box in legal_decisions(rules, Turn(state, roll, 0)):
                assert isinstance(box, Category)
                after = score(rules, state, roll, box).state
                if after not in found and not is_over(rules, after):
                    found.add(after)
                    ahead.append(after)
    return sorted(found, key=lambda one: (one.bonus, one.filled, one.upper))
