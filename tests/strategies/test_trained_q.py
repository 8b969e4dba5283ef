"""The player of a Q-table: legal, the same in every form, through a file, and refused where it does not belong."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivedice.errors import DamagedFile, StrategyError
from fivedice.learning.qtable import QTable, train_q
from fivedice.rules import Category, Rules, State, Turn
from fivedice.rules.pattern import Anything
from fivedice.strategies.choices import choices_in
from fivedice.strategies.trained import Trained, load_player, player_of, write_trained
from fivedice.strategies.trained_q import NO_STATE, QPlayer, code_type, keep_lists, state_numbers
from fivedice.testing import check_strategy
from tests.slow_q import SlowQ
from tests.small import SMALL, TINY


@pytest.fixture(scope="module")
def table() -> QTable:
    return train_q(TINY, epochs=8, batch=4)


@pytest.fixture(scope="module")
def player(table: QTable) -> QPlayer:
    return QPlayer("q", table.trained())


def test_it_is_legal_deterministic_and_pure(player: QPlayer) -> None:
    check_strategy(player, TINY, turns=500)
    check_strategy(QPlayer("q", train_q(SMALL, epochs=3).trained()), SMALL, turns=500)


def test_arrays_and_answers_are_the_same_player(player: QPlayer) -> None:
    policy = player.policy(TINY)
    for flag, filled, upper in np.argwhere(state_numbers(TINY) != NO_STATE).tolist():
        state = State(filled, upper, bool(flag))
        choices = choices_in(policy, state)
        for roll in TINY.dice_set.rolls:
            for rerolls in range(TINY.rolls):
                turn = Turn(state, roll, rerolls)
                assert choices.decision(turn) == player.decide(TINY, turn)


def test_it_prefers_what_the_table_values_most() -> None:
    game = replace(TINY, categories=TINY.categories[2:6], upper_threshold=3)
    player, slow = QPlayer("q", train_q(game, epochs=8, batch=4).trained()), SlowQ(game, 4, 0.99, 1)
    for _ in range(8):
        slow.sweep()
    for state in slow.states:
        for roll in game.dice_set.rolls:
            for rerolls in range(game.rolls):
                turn = Turn(state, roll, rerolls)
                assert slow.after(turn, player.decide(game, turn)) == slow.best(turn)


def test_it_comes_back_from_a_file(player: QPlayer, tmp_path: Path) -> None:
    write_trained(tmp_path / "q.player", player.trained)
    again = load_player(tmp_path / "q.player")
    assert isinstance(again, QPlayer)
    assert again.name == "q.player"
    assert again.summary == "Decides as a Q-table preferred after 8 epochs."
    np.testing.assert_array_equal(again.policy(TINY).keeps, player.policy(TINY).keeps)
    np.testing.assert_array_equal(again.policy(TINY).boxes, player.policy(TINY).boxes)


def test_other_rules_are_refused_in_a_sentence(player: QPlayer) -> None:
    other = replace(TINY, name="other", upper_bonus=7)
    for ask in (player.check, player.policy, lambda rules: player.decide(rules, Turn(State(), (1, 1), 1))):
        with pytest.raises(StrategyError, match=r"'q' cannot play 'other'"):
            ask(other)


def test_a_state_that_no_game_reaches_has_no_decision(player: QPlayer) -> None:
    with pytest.raises(StrategyError, match="no game leads there"):
        player.decide(TINY, Turn(State(1, 7), (1, 1), 1))


def filled_box() -> int:
    """A box that is filled in the last state."""
    return int(np.argwhere(state_numbers(TINY) != NO_STATE)[-1][1]).bit_length() - 1


@pytest.mark.parametrize(
    ("array", "value", "sentence"),
    [("keeps", 200, "none of the keeps"), ("boxes", TINY.turns, "none of the open boxes"),
     ("boxes", None, "none of the open boxes")],
)  # fmt: skip
def test_choices_that_do_not_exist_are_refused(player: QPlayer, array: str, value: int | None, sentence: str) -> None:
    wrong = {name: one.copy() for name, one in player.trained.arrays.items()}
    wrong[array].reshape(-1)[-1] = filled_box() if value is None else value
    with pytest.raises(DamagedFile, match=sentence):
        player_of(Trained("q", TINY, wrong, {"epochs": 1}), "wrong")


def test_keeps_before_the_first_are_refused() -> None:
    game = Rules("dice", (Category("chance", Anything(), "sum"),), dice=10, faces=6, rolls=2)
    rolls = game.dice_set.roll_count
    keeps, boxes = np.zeros((1, rolls, 1), code_type(game)), np.zeros((rolls, 1), np.uint8)
    player_of(Trained("q", game, {"keeps": keeps, "boxes": boxes}, {"epochs": 1}), "sound")
    keeps[0, -1, 0] = -1
    with pytest.raises(DamagedFile, match="none of the keeps"):
        player_of(Trained("q", game, {"keeps": keeps, "boxes": boxes}, {"epochs": 1}), "wrong")


def test_arrays_of_other_shapes_are_refused(player: QPlayer) -> None:
    arrays = player.trained.arrays
    for wrong in (
        {"keeps": arrays["keeps"]},
        {**arrays, "boxes": arrays["boxes"][:, 1:]},
        {**arrays, "boxes": arrays["boxes"].astype(np.int16)},
    ):
        with pytest.raises(DamagedFile, match="does not hold the arrays of a q player"):
            player_of(Trained("q", TINY, wrong, {"epochs": 1}), "wrong")


@pytest.mark.parametrize(("dice", "faces"), [(1, 2), (5, 6), (6, 3), (4, 9)])
def test_the_most_keeps_of_a_roll_fit_into_the_type_of_their_numbers(dice: int, faces: int) -> None:
    game = Rules("dice", (Category("chance", Anything(), "sum"),), dice=dice, faces=faces)
    assert np.diff(keep_lists(game)[1]).max() - 1 <= np.iinfo(code_type(game)).max
    assert code_type(replace(game, dice=10, faces=6)) is np.int16
