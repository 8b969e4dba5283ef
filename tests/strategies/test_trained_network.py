"""Networks of study 004 as players: what they see, how they decide, what a file must hold."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fivedice.errors import DamagedFile, StrategyError
from fivedice.rules import Rules, State, Turn, legal_decisions, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.networks import forward, named_layers
from fivedice.strategies.study_004 import META_ACTIONS, meta_decisions
from fivedice.strategies.trained import Trained, load_player, player_of, write_trained
from fivedice.strategies.trained_network import NetworkPlayer, batch_of, input_count, inputs_of
from fivedice.testing import check_strategy

YAHTZEE = variant("yahtzee")
OFF = ("ones", "twos", "threes", "fives", "full_house", "small_straight", "three_of_a_kind")
GAME = YAHTZEE.change(dict.fromkeys(OFF, "off") | {"upper_threshold": 30})


def untrained(rules: Rules, seed: int = 1) -> Trained:
    chance = np.random.default_rng(seed)
    sizes = (input_count(rules), 8, len(META_ACTIONS))
    layers = tuple(
        (chance.normal(size=(one, other)).astype(np.float32), chance.normal(size=other).astype(np.float32))
        for one, other in pairwise(sizes)
    )
    return Trained("network", rules, named_layers(layers), {})


@pytest.fixture
def player() -> NetworkPlayer:
    return NetworkPlayer("network", untrained(GAME))


def seen(state: State, dice: str, rerolls: int) -> list[float]:
    turn = Turn(state, tuple(map(int, dice)), rerolls)
    return [round(float(one), 6) for one in inputs_of(YAHTZEE, batch_of(YAHTZEE, turn))[0]]


def test_the_network_of_yahtzee_has_22_inputs() -> None:
    assert input_count(YAHTZEE) == 22
    assert input_count(YAHTZEE.change({"yahtzee_bonus": 0})) == 21


def test_inputs_of_an_empty_card() -> None:
    assert seen(State(), "12266", 2) == [0] * 14 + [0.2, 0.4, 0, 0, 0, 0.4] + [0, 1]


@pytest.mark.parametrize(("bonus", "bits"), [(False, [1, 0]), (True, [0, 1])], ids=["zero", "points"])
def test_two_inputs_tell_a_zero_in_the_yahtzee_box_from_points(bonus: bool, bits: list[int]) -> None:
    at = YAHTZEE.index["yahtzee"]
    found = seen(State(1 << at | 1, 21, bonus), "33333", 1)
    assert found[at : at + 2] == bits
    assert found[0] == 1
    assert sum(found[:14]) == 2
    assert found[14:] == [0, 0, 1, 0, 0, 0, pytest.approx(1 / 3, abs=1e-6), 0.5]


def test_an_upper_total_past_the_threshold_counts_as_the_threshold() -> None:
    assert seen(State(0b111111, 63), "12345", 0)[-2:] == [1, 0]


def test_layers_are_rectified_but_for_the_last() -> None:
    one = (np.array([[1, -1]], np.float32), np.array([0, 0.5], np.float32))
    two = (np.array([[1], [-2]], np.float32), np.array([-3], np.float32))
    assert forward((one, two), np.array([[2], [-2]], np.float32)).tolist() == [[-1], [-8]]


def test_the_meta_action_with_the_greatest_output_decides(player: NetworkPlayer) -> None:
    for turn in (Turn(State(), (1, 2, 4, 6, 6), 2), Turn(State(3, 12), (1, 4, 4, 4, 5), 1)):
        outputs = forward(player.layers, inputs_of(GAME, batch_of(GAME, turn)))[0]
        name = META_ACTIONS[int(outputs.argmax())]
        assert player.decide(GAME, turn) == meta_decisions(GAME, turn)[name]
        assert player.reason(GAME, turn) == f"Going for {name}"


def test_at_the_end_of_a_turn_meta_actions_without_a_box_are_passed_over(player: NetworkPlayer) -> None:
    for filled in range((1 << GAME.turns) - 1):
        turn = Turn(State(filled), (2, 4, 4, 6, 6), 0)
        assert player.decide(GAME, turn) in legal_decisions(GAME, turn)


def test_it_is_a_sound_strategy(player: NetworkPlayer) -> None:
    check_strategy(player, GAME, turns=40)


def test_a_player_from_a_file_plays_like_the_one_in_memory(player: NetworkPlayer, tmp_path: Path) -> None:
    write_trained(tmp_path / "network", player.trained)
    loaded = load_player(tmp_path / "network")
    assert isinstance(loaded, NetworkPlayer)
    (one,), (other,) = (play(who.policy(GAME), Counter(1), 200, record=True) for who in (player, loaded))
    assert (one.boxes == other.boxes).all()
    assert one.held is not None
    assert (one.held == other.held).all()


def test_it_plays_only_the_rules_that_it_was_trained_for(player: NetworkPlayer) -> None:
    with pytest.raises(StrategyError, match="it was trained for"):
        player.check(YAHTZEE)


@pytest.mark.parametrize("change", ["narrow", "short", "weights_1", "biases_0"])
def test_arrays_that_are_no_such_network_are_refused(change: str) -> None:
    trained = untrained(GAME)
    arrays = dict(trained.arrays)
    if change == "narrow":
        arrays["weights_0"] = arrays["weights_0"][1:]
    elif change == "short":
        del arrays["weights_1"]
    else:
        arrays[change] = arrays[change] * np.float32(np.nan)
    with pytest.raises(DamagedFile, match="does not hold the arrays of a network player"):
        player_of(Trained("network", GAME, arrays, {}), "odd")
