"""Study 000, Tables 4.7 to 4.11: the printed decisions of seven rounds, beside those of our players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from fivedice.comparison import published
from fivedice.comparison.decisions import NOTHING
from fivedice.rules import Category, Decision, Roll, State, Turn, format_dice, variant
from fivedice.solver import Solution, TurnValues
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import Policy

YATZY = variant("yatzy")
PLAYERS = {"dice": "dice-based", "scorecard": "scorecard-based", "optimal": "optimal"}
REROLLS = {"keep1": 2, "keep2": 1, "score": 0}
UNKNOWN = 4
"""Boxes filled before rounds 6 and 7 of game 4 that the thesis does not name."""
PAR = 3
"""Dice of a face that an upper box is taken to hold where points are not printed and too many cases are possible."""

REMEMBERED = 1000
"""Turns whose values are kept in memory: 60 MB."""


@dataclass(frozen=True)
class Printed:
    """A decision of Tables 4.7 to 4.11."""

    algorithm: str
    game: int
    round: int
    filled: int
    unknown: bool
    step: str
    roll: Roll
    decision: Decision

    @classmethod
    def of(cls, row: published.Row) -> "Printed":
        """Read a row of the data file; a turn that is scored early appears as a keep of all dice."""
        names = [name for name in row["filled_before"].split(";") if name != "none"]
        known = [YATZY.category(name) for name in names if "unknown" not in name]
        decision = (
            YATZY.category(row["kept_or_box"])
            if row["step"] == "score"
            else tuple(sorted(map(int, row["kept_or_box"])))
        )
        return cls(
            row["algorithm"], int(row["game"]), int(row["round"]),
            sum(1 << YATZY.index[one.name] for one in known), len(known) < len(names),
            row["step"], tuple(sorted(map(int, row["dice"]))), decision,
        )  # fmt: skip

    @property
    def text(self) -> str:
        """The decision as text."""
        return as_printed(self.decision)


def as_printed(decision: Decision) -> str:
    """A decision as the study prints it: the dice that stay, or the box."""
    return decision.title if isinstance(decision, Category) else format_dice(decision)


@dataclass(frozen=True)
class Judged:
    """A printed decision, ours in its place, whether they agree, and the regret of the printed one."""

    printed: Printed
    ours: str
    agrees: bool
    regret: float


def printed_decisions() -> list[Printed]:
    """All 63 of them: 21 for each algorithm."""
    return [Printed.of(row) for row in published.rows("kth", "same_value_decisions")]


def possible_totals(filled: int) -> list[int]:
    """Every capped upper total that these filled boxes may hold."""
    totals = {0}
    for face, box in YATZY.face_boxes.items():
        if filled >> box & 1:
            totals = {total + face * count for total in totals for count in range(YATZY.dice + 1)}
    return sorted({min(total, YATZY.upper_cap) for total in totals})


class Judge:
    """Compares printed decisions with ours, and computes their regret."""

    def __init__(self, solution: Solution, policies: Mapping[str, Policy]) -> None:
        self.policies = policies
        self.values = lru_cache(REMEMBERED)(lambda state: TurnValues.of(solution, state))

    def regret(self, one: Printed, state: State) -> float:
        """Regret of the printed decision in a state."""
        values, rerolls = self.values(state), REROLLS[one.step]
        return values.roll(one.roll, rerolls) - values.decision(one.decision, one.roll, rerolls)

    def ours(self, one: Printed, state: State) -> str:
        """Our player's decision in a state; to score early is to keep all dice."""
        turn = Turn(state, one.roll, REROLLS[one.step])
        decision = choices_in(self.policies[PLAYERS[one.algorithm]], state).decision(turn)
        return as_printed(one.roll if turn.rerolls and isinstance(decision, Category) else decision)

    def judge(self, one: Printed, states: list[State]) -> Judged:
        """The printed decision in the most favourable of some states."""
        best = min(states, key=lambda state: self.regret(one, state))
        agrees = self.agrees(one, best)
        return Judged(one, one.text if agrees else self.ours(one, best), agrees, max(self.regret(one, best), 0.0))

    def agrees(self, one: Printed, state: State) -> bool:
        """Whether ours is the printed decision; for the optimal player, whether it has no regret."""
        if PLAYERS[one.algorithm] == "optimal":
            return self.regret(one, state) < NOTHING
        return self.ours(one, state) == one.text

    def judged(self) -> list[Judged]:
        """Every printed decision of players with a policy; unprinted boxes are those with which most of them agree."""
        printed = [one for one in printed_decisions() if PLAYERS[one.algorithm] in self.policies]
        found = [
            self.judge(one, [State(one.filled, total) for total in possible_totals(one.filled)])
            for one in printed
            if not one.unknown
        ]
        for algorithm in {one.algorithm: one for one in printed}:
            found += self._with_unknown([one for one in printed if one.unknown and one.algorithm == algorithm])
        return found

    def _with_unknown(self, some: list[Printed]) -> list[Judged]:
        """Decisions of one game whose filled boxes are printed in part: the card with which most of them agree."""
        best, fewest = [at_par(one.filled) for one in some], len(some) + 1
        for states in _cards(some):
            missed = 0
            for one, state in zip(reversed(some), reversed(states), strict=True):
                missed += not self.agrees(one, state)
                if missed >= fewest:
                    break
            else:
                best, fewest = states, missed
            if not fewest:
                break
        return [self.judge(one, [state]) for one, state in zip(some, best, strict=True)]


def _cards(some: list[Printed]) -> Iterator[list[State]]:
    """States for some decisions of a game, with every choice of the boxes that are not named.

    What the optimal player decides depends on the upper total, so every one that the card may hold is tried for it.
    """
    for more in unknown_boxes(some):
        known = some[0].filled | more
        optimal = PLAYERS[some[0].algorithm] == "optimal"
        for total in possible_totals(known) if optimal else [at_par(known).upper]:
            yield [_later(one.filled | more, known, total) for one in some]


def unknown_boxes(some: list[Printed]) -> Iterator[int]:
    """Every choice of the boxes that are filled before some decisions of a game, but not named."""
    taken = {YATZY.index[one.decision.name] for one in some if isinstance(one.decision, Category)}
    free = [box for box in range(YATZY.turns) if box not in taken and not any(one.filled >> box & 1 for one in some)]
    for boxes in combinations(free, UNKNOWN):
        yield sum(1 << box for box in boxes)


def at_par(filled: int) -> State:
    """The state with these filled boxes and three dice in each filled upper one."""
    return _later(filled, 0, 0)


def _later(filled: int, before: int, total: int) -> State:
    """The state with these filled boxes, a total in those before, and three dice in each upper box filled since."""
    since = sum(PAR * face for face, box in YATZY.face_boxes.items() if (filled & ~before) >> box & 1)
    return State(filled, min(total + since, YATZY.upper_cap))
