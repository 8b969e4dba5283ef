"""How the positions of the benchmark were chosen; `python -m fivedice.rating.choose` writes the same ones again.

For each variant, games are played on fixed dice by three players: the optimal one, the greedy one, and the one that is
optimal without the upper bonus. Points are taken from the games in order, the players in turn, at most one of a game,
until each group is full:

    bonus    the player without the upper bonus would lose at least MATTERS points: the bonus decides
    opening  the first three turns;  endgame  at most three open boxes;  middle  all others

In the last three, the second-best decision (the keep of all dice apart) loses MATTERS to OBVIOUS points: enough to
matter, but not enough to be obvious. Joker turns (all dice are equal, the Yahtzee box is filled, and a
joker rule applies) are rare, so all of them are examined; there the second-best decision loses at least MATTERS.
"""

import csv
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from pathlib import Path

from fivedice.rating.positions import VERSION
from fivedice.rules import Decision, Rules, State, Turn, legal_decisions, variant
from fivedice.rules.notation import format_turn
from fivedice.rules.state import is_joker, turn_at
from fivedice.simulation.games import play
from fivedice.simulation.regret import states_of
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.strategies.basic import Greedy
from fivedice.strategies.policy import Policy, policy_of

MATTERS, OBVIOUS = 0.5, 5.0
GAMES = 6_000
SEED = 20_180_101
QUOTAS = {
    "yahtzee": {"joker": 80, "bonus": 70, "opening": 30, "middle": 50, "endgame": 50},
    "yahtzee-free-joker": {"joker": 40, "bonus": 10, "middle": 10, "endgame": 10},
    "yahtzee-no-bonus": {"bonus": 20, "opening": 10, "middle": 15, "endgame": 15},
    "yatzy": {"bonus": 40, "opening": 20, "middle": 35, "endgame": 35},
    "yacht": {"opening": 10, "middle": 20, "endgame": 20},
    "kniffel": {"joker": 25, "bonus": 15, "middle": 15, "endgame": 15},
    "yahtzee-french": {"joker": 20, "bonus": 10, "opening": 10, "middle": 10, "endgame": 10},
    "yatzy-fixed-order": {"opening": 10, "middle": 20, "endgame": 20},
    "yacht-dice": {"bonus": 20, "opening": 10, "middle": 10, "endgame": 10},
    "generala": {"opening": 10, "middle": 20, "endgame": 20},
    "crag": {"opening": 10, "middle": 15, "endgame": 15},
    "cheerio": {"opening": 10, "middle": 15, "endgame": 15},
    "balut": {"opening": 10, "middle": 20, "endgame": 20},
}
"""Number of positions by variant and group, 1,000 in all.

Variants that are solved in seconds. Left out are maxi-yatzy and maxi-yatzy-saved, which take minutes and gigabytes, and
yahtzee-triple, which is too large to solve. In fixed order the bonus decides nothing: boxes cannot be chosen.
"""

Row = tuple[str, str, str]


class Judge:
    """Assigns decision points that matter to groups."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.solution = rules, cached_solution(rules)
        without = rules.change({"upper_bonus": 0})
        self.without = cached_solution(without) if rules.upper_bonus else None
        self.values = lru_cache(maxsize=4096)(lambda state: TurnValues.of(self.solution, state))
        self.blind = lru_cache(maxsize=4096)(self._blind)

    @property
    def players(self) -> list[Policy]:
        """The players of the games."""
        found: list[Policy] = [policy_of(self.solution), Greedy().policy(self.rules)]
        return [*found, policy_of(self._as_ours(self.without))] if self.without else found

    def group(self, turn: Turn) -> str | None:
        """The group of a decision point; None if it does not matter."""
        if self.without:
            blind = self.blind(turn.state).best(turn.roll, turn.rerolls, served=turn.served)
            if self._regret(turn, blind) >= MATTERS:
                return "bonus"
        if not MATTERS <= self.second(turn) <= OBVIOUS:
            return None
        played = turn.state.turns_played
        if played < 3:
            return "opening"
        return "endgame" if self.rules.turns - played <= 3 else "middle"

    def second(self, turn: Turn) -> float:
        """Regret of the second-best decision; 0 where there is only one."""
        others = [one for one in legal_decisions(self.rules, turn) if one != turn.roll]
        regrets = sorted(self._regret(turn, one) for one in others)
        return regrets[1] if len(regrets) > 1 else 0.0

    def _regret(self, turn: Turn, decision: Decision) -> float:
        values = self.values(turn.state)
        best = values.roll(turn.roll, turn.rerolls, served=turn.served)
        return best - values.decision(decision, turn.roll, turn.rerolls, served=turn.served)

    def _blind(self, state: State) -> TurnValues:
        assert self.without is not None
        return TurnValues.of(self._as_ours(self.without), state)

    def _as_ours(self, solution: Solution) -> Solution:
        """The values of the rules without the bonus, for the states of our rules: the upper total does not matter."""
        values = solution.values[:, :, :1].repeat(self.rules.upper_cap + 1, axis=2)
        return Solution(self.rules, values, counted=0, seconds=0.0)


def points(policy: Policy, judge: Judge, seed: int, *, jokers: bool) -> Iterator[tuple[str, Turn]]:
    """The decision points of a player's games that matter: all joker turns, or one other of each game."""
    rules = judge.rules
    for block in play(policy, Counter(seed), GAMES, record=True, block=1_000):
        states = states_of(block)
        assert block.shown is not None
        equal = (block.shown == block.shown[..., :1]).all(axis=3) & (block.shown[..., 0] > 0)
        for game in range(len(block.boxes)):
            if jokers and not equal[game].any():
                continue
            for place in range(rules.turns * rules.rolls):  # the search starts elsewhere in each game
                turn, throw = (game + place // rules.rolls) % rules.turns, (game + place) % rules.rolls
                table, state = block.shown[game, turn, throw], states.at(rules, game, turn)
                if not table[0] or (jokers and not equal[game, turn, throw]):
                    continue
                point = turn_at(rules, state, tuple(sorted(table.tolist())), rules.rolls - 1 - throw)
                joker = is_joker(rules, state, point.roll)
                if jokers and joker and judge.second(point) >= MATTERS:
                    yield "joker", point
                elif not jokers and not joker and (group := judge.group(point)):
                    yield group, point
                    break


def chosen(rules: Rules, quotas: dict[str, int]) -> list[Row]:
    """The positions of a variant, each once."""
    judge, rows = Judge(rules), dict[Row, None]()
    jokers = {group: count for group, count in quotas.items() if group == "joker"}
    for wanted in (jokers, {group: count for group, count in quotas.items() if group != "joker"}):
        taken: Tally[str] = Tally()
        sources = [
            points(policy, judge, SEED + place, jokers=wanted is jokers) for place, policy in enumerate(judge.players)
        ]
        for group, turn in filter(None, chain.from_iterable(zip_longest(*sources))):
            if taken.total() == sum(wanted.values()):
                break
            row = (group, rules.name, format_turn(rules, turn))
            if taken[group] < wanted.get(group, 0) and row not in rows:
                rows[row] = None
                taken[group] += 1
        if taken.total() < sum(wanted.values()):
            raise RuntimeError(f"{rules.name}: {GAMES} games of each player gave only {dict(taken)} of {wanted}.")
    return list(rows)


def main(folder: Path) -> None:
    """Write the positions of this version."""
    rows = [row for name, quotas in QUOTAS.items() for row in chosen(variant(name), quotas)]
    with (folder / f"positions-{VERSION}.csv").open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["group", "variant", "turn"])
        lines.writerows(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("data"))
