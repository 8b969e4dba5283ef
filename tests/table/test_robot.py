"""What a strategy does at a table, where no dice cannot be thrown."""

from dataclasses import dataclass

from fivedice.rules import Decision, Rules, State, Turn, variant
from fivedice.table.robot import settled

YAHTZEE = variant("yahtzee")
ROLL = (1, 2, 3, 5, 6)


@dataclass
class Scripted:
    """Decides by the rerolls that are left."""

    by_rerolls: dict[int, Decision]
    name: str = "scripted"
    summary: str = ""

    def check(self, rules: Rules) -> None:
        pass

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        return self.by_rerolls[turn.rerolls]

    def reason(self, rules: Rules, turn: Turn) -> str:
        return ""


def test_a_strategy_that_keeps_all_dice_and_then_scores_scores_at_once() -> None:
    chance = YAHTZEE.category("chance")
    assert settled(Scripted({2: ROLL, 1: ROLL, 0: chance}), YAHTZEE, Turn(State(), ROLL, 2)) == chance


def test_a_strategy_that_keeps_all_dice_and_then_throws_some_throws_them_at_once() -> None:
    assert settled(Scripted({2: ROLL, 1: (5, 6)}), YAHTZEE, Turn(State(), ROLL, 2)) == (5, 6)
