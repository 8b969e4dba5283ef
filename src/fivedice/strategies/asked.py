"""Players that are asked while games are played, each different turn once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fivedice.rules import Decision, Rules, State, Turn
from fivedice.solver.tables import compile_rules
from fivedice.strategies.policy import AskingPolicy, Batch, choice_number, turn_of

Decide = Callable[[Rules, Turn], Decision]


def asked_once(rules: Rules, decide: Decide, why_not_exact: str) -> AskingPolicy:
    """A policy that asks about a turn when it first comes up; turns of one state are asked about in a row."""
    known: dict[tuple[int, ...], int] = {}
    tables = compile_rules(rules)

    def decide_many(batch: Batch) -> NDArray[np.int16]:
        rows = np.stack([one.astype(np.int64) for one in batch], axis=1)
        different, places = np.unique(rows, axis=0, return_inverse=True)
        found = np.empty(len(different), np.int16)
        for at, row in enumerate(map(tuple, different.tolist())):
            if row not in known:
                filled, upper, flag, roll, rerolls = row
                turn = turn_of(rules, tables, State(filled, upper, bool(flag)), roll, rerolls)
                known[row] = choice_number(rules, turn, decide(rules, turn), tables)
            found[at] = known[row]
        return found[places.reshape(-1)]

    return AskingPolicy(rules, decide_many, why_not_exact)
