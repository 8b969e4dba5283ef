"""Training a Q-table: it tends to the exact values, its player plays what it prefers, Ctrl-C keeps what it learned."""

import signal
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fivedice.arrays import Floats
from fivedice.errors import LearningError, TooLarge
from fivedice.evaluation.evaluate import evaluate
from fivedice.learning.qtable import QTable, blocks_of, entries_of, memory_needed, train_q
from fivedice.rules import Rules, variant
from fivedice.solver.exact import solve
from fivedice.solver.reachable import count_states
from fivedice.strategies.trained_q import NO_STATE, QPlayer, state_numbers
from tests.small import SMALL, TINY

NO_JOKER = replace(TINY, name="no joker", yahtzee_bonus=0, joker="none")
FREE = replace(TINY, name="free joker", joker="free")


def gaps_at(game: Rules, epochs: tuple[int, ...], **recipe: Any) -> list[Floats]:
    """Gaps between learned and exact values of all states, after some epochs."""
    reached, found = state_numbers(game) != NO_STATE, []
    exact = solve(game).values[reached]

    def look(table: QTable) -> None:
        if table.epochs in epochs:
            found.append(np.abs(table.values[reached] - exact))

    train_q(game, epochs=epochs[-1], on_epoch=look, **recipe)
    return found


@pytest.mark.parametrize("game", [TINY, NO_JOKER, FREE], ids=lambda game: game.name)
def test_values_tend_to_the_exact_ones(game: Rules) -> None:
    early, middle, late = gaps_at(game, (5, 50, 500), batch=64)
    assert early.mean() > 4 * middle.mean() > 8 * late.mean()
    assert late.max() < 0.2


def test_a_larger_batch_ends_nearer_to_the_exact_values() -> None:
    ends = [gaps_at(TINY, (300,), batch=batch)[0].mean() for batch in (4, 16, 64)]
    assert ends[0] > 1.5 * ends[1] > 2 * ends[2]


def test_the_first_epoch_knows_nothing_but_points_and_bonuses() -> None:
    table = train_q(TINY, epochs=1)
    assert not table.values[:, :-1].any()  # the rolls that follow were still 0 when they were read
    assert table.table.max() == 6 + TINY.upper_bonus + TINY.yahtzee_bonus


def test_the_same_seed_gives_the_same_table_with_any_number_of_threads() -> None:
    recipes = ((3, 1), (3, 4), (4, 2))
    one, other, third = (train_q(SMALL, epochs=4, seed=seed, threads=threads) for seed, threads in recipes)
    np.testing.assert_array_equal(one.table, other.table)
    assert not np.array_equal(one.table, third.table)


def test_what_its_player_scores_is_near_the_optimum_and_not_above() -> None:
    player = QPlayer("q", train_q(SMALL, epochs=200).trained())
    optimum = solve(SMALL).value
    assert optimum - 1.0 < evaluate(player.policy(SMALL)).score.mean < optimum


def test_ctrl_c_ends_the_epoch_under_way_and_keeps_what_was_learned() -> None:
    def interrupt(table: QTable) -> None:
        if table.epochs == 3:
            raise KeyboardInterrupt

    found = train_q(TINY, epochs=50, on_epoch=interrupt)
    assert (found.interrupted, found.epochs) == (True, 3)
    np.testing.assert_array_equal(found.table, train_q(TINY, epochs=3).table)
    assert found.trained().training["interrupted"] is True


def test_ctrl_c_in_the_middle_of_an_epoch_does_not_split_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import _thread

    whole = QTable._sweep

    def pressed(self: QTable, blocks: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
        if self.epochs == 2 and len(blocks) and blocks[0, 3] == 0:
            _thread.interrupt_main()
        whole(self, blocks)

    monkeypatch.setattr(QTable, "_sweep", pressed)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
    try:
        found = train_q(TINY, epochs=50)
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert found.interrupted
    assert found.epochs in (3, 4)
    np.testing.assert_array_equal(found.table, train_q(TINY, epochs=found.epochs).table)


@pytest.mark.parametrize("wrong", [{"epochs": 0}, {"batch": 0}, {"decay": 0.0}, {"decay": 1.5}, {"seed": -1}])
def test_a_recipe_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(LearningError, match=rf"^{name}=\S+ is not allowed; it must be"):
        train_q(TINY, **wrong)


def test_progress_counts_epochs() -> None:
    seen = []
    train_q(TINY, epochs=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_training_says_how_it_was_made() -> None:
    trained = train_q(TINY, epochs=2, seed=9).trained()
    assert trained.kind == "q"
    assert {key: trained.training[key] for key in ("epochs", "batch", "decay", "seed")} == {
        "epochs": 2, "batch": 16, "decay": 0.99, "seed": 9,
    }  # fmt: skip
    assert trained.training["states"] == sum(count_states(TINY)[:-1])


@pytest.mark.parametrize("name", ["yahtzee-no-bonus", "yahtzee", "yatzy"])
def test_every_state_that_a_game_reaches_has_its_entries(name: str) -> None:
    game = variant(name)
    assert entries_of(game) == 3 * 252 + 2 * 210
    blocks = blocks_of(game)
    covered = np.zeros((2, 1 << game.turns, 128), np.bool_)
    for lane in range(32):
        covered[blocks[:, 1], blocks[:, 0], blocks[:, 2] + lane] = True
    numbers = state_numbers(game)
    assert covered[np.nonzero(numbers != NO_STATE)].all()
    assert numbers.max() + 1 == sum(count_states(game)[:-1])


def test_memory_is_told_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory_needed(variant("yahtzee-no-bonus")) == pytest.approx(2.2e9, rel=0.02)
    assert memory_needed(SMALL) == pytest.approx(QTable(SMALL).bytes, rel=0.3)
    monkeypatch.setattr("os.sysconf", lambda name: 1 << 15)
    with pytest.raises(TooLarge, match=r"a Q-table of 'yahtzee' needs 3\.3 GB of memory, and this"):
        QTable(variant("yahtzee"))
