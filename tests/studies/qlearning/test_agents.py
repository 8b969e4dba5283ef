"""Study 003: search, Q-table and solver on one small game."""

import pytest

from fivedice.learning.qtable import train_q
from fivedice.studies.qlearning.agents import learned, searched, small_game, solved


def test_three_agents_agree_on_a_small_game() -> None:
    game = small_game(("sixes", "chance"))
    search, table, exact = searched(game), learned(train_q(game)), solved(game)
    assert search.value == pytest.approx(exact.value)
    assert exact.score - 0.5 < table.score <= exact.score + 1e-9
    assert search.states == table.states == exact.states
    assert min(search.bytes, table.bytes, exact.bytes) > 0
