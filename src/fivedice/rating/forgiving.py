"""Wraps a player that may fail: failures are counted, and the game continues."""

from fivedice.errors import AnswerError, StrategyError
from fivedice.rules import Decision, Rules, Turn, legal_categories, score_turn
from fivedice.strategies.strategy import Strategy

MOST_IN_A_ROW = 20
"""Failures in a row after which the rating is refused."""


class Forgiving:
    """The decisions of a player; where it fails, the box that pays most is scored in its place.

    format_errors : answers that do not have the required form
    failures      : all other failures: illegal decisions, crashes, answers that did not come in time
    sentences     : the first few of both, in words
    """

    def __init__(self, player: Strategy) -> None:
        self.player = player
        self.asked = self.format_errors = self.failures = self.in_a_row = 0
        self.sentences: list[str] = []

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The player's decision, or the box that pays most."""
        self.asked += 1
        try:
            decision = self.player.decide(rules, turn)
        except StrategyError as error:
            self._count(error)
            legal = legal_categories(rules, turn.state, turn.roll)
            return max(legal, key=lambda box: score_turn(rules, turn, box).total)
        self.in_a_row = 0
        return decision

    def _count(self, error: StrategyError) -> None:
        self.in_a_row += 1
        if self.in_a_row >= MOST_IN_A_ROW:
            words = str(error).removesuffix(".")
            raise StrategyError(f"{words}; it failed {MOST_IN_A_ROW} times in a row, so it is not rated.") from None
        if isinstance(error, AnswerError):
            self.format_errors += 1
        else:
            self.failures += 1
        if len(self.sentences) < 3:
            self.sentences.append(str(error))
