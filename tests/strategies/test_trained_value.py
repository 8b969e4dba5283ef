"""Players with learned values of states: what their networks see, and what a file must hold."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fivedice.errors import DamagedFile, StrategyError
from fivedice.rules import Rules, variant
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.networks import forward, named_layers
from fivedice.strategies.trained import Trained, load_player, player_of, write_trained
from fivedice.strategies.trained_value import (
    ValuePlayer,
    blank_values,
    input_count,
    inputs_of,
    networks_named,
    prefix_of,
    spread,
)
from fivedice.testing import check_strategy
from tests.small import SMALL, TINY

YAHTZEE = variant("yahtzee")


def untrained(rules: Rules) -> Trained:
    chance = np.random.default_rng(1)
    arrays: dict[str, NDArray[Any]] = {}
    for open_boxes in range(1, rules.turns):
        hidden = (chance.normal(size=(input_count(rules), 8)), chance.normal(size=8))
        last = (chance.normal(size=(8, 1)), chance.normal(size=1))
        layers = tuple((weights.astype(np.float32), biases.astype(np.float32)) for weights, biases in (hidden, last))
        arrays |= named_layers(layers, prefix_of(open_boxes))
    return Trained("value", rules, arrays, {})


def seen(rules: Rules, filled: int, upper: int, flag: int = 0) -> list[float]:
    arrays = (np.array([number], np.int32) for number in (filled, upper, flag))
    return [round(float(one), 5) for one in inputs_of(rules, *arrays)[0]]


@pytest.mark.parametrize("rules", [YAHTZEE, variant("yatzy"), SMALL, TINY, YAHTZEE.change({"upper_bonus": 0})])
def test_inputs_are_as_many_as_declared(rules: Rules) -> None:
    assert len(seen(rules, 1, 0)) == input_count(rules)


def test_boxes_bonus_and_upper_total_are_seen() -> None:
    found = seen(YAHTZEE, 0b1000000000101, 12, 1)
    assert found[:14] == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    assert found[14 : 14 + 64].index(1) == 12
    needed = (63 - 12) / (5 * (2 + 4 + 5 + 6)) * 21
    below = int(needed)
    assert found[78 + below : 80 + below] == pytest.approx([1 - needed + below, needed - below], abs=1e-4)


def test_a_share_lies_between_its_two_nearest_points() -> None:
    assert spread(np.array([0, 0.125, 1]), 4).tolist() == [[1, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0], [0, 0, 0, 0, 1]]


def test_totals_from_which_the_bonus_is_out_of_reach_look_alike() -> None:
    only_ones_open = 0b1111111111110
    assert seen(YAHTZEE, only_ones_open, 20) == seen(YAHTZEE, only_ones_open, 57)
    assert seen(YAHTZEE, only_ones_open, 58) != seen(YAHTZEE, only_ones_open, 57)


def test_values_are_those_of_the_network_of_as_many_open_boxes() -> None:
    trained = untrained(SMALL)
    values = ValuePlayer("it", trained).policy(SMALL).values.reshape(blank_values(SMALL).shape)
    networks = networks_named(SMALL, trained.arrays)
    for filled, upper, flag in ((0b1, 3, 0), (0b10011, 30, 1), (0b111110, 12, 0)):
        arrays = (np.array([number], np.int32) for number in (filled, upper, flag))
        expected = forward(networks[SMALL.turns - filled.bit_count()], inputs_of(SMALL, *arrays))
        assert values[flag, filled, upper] == pytest.approx(float(expected[0, 0]), rel=1e-5)
    assert (values[:, :, SMALL.upper_cap :] == values[:, :, SMALL.upper_cap, None]).all()
    assert values[0, -1, SMALL.upper_cap] == SMALL.upper_bonus
    assert values[0, -1, SMALL.upper_cap - 1] == 0


def test_it_is_a_sound_strategy() -> None:
    check_strategy(ValuePlayer("it", untrained(TINY)), TINY, turns=40)


def test_a_player_from_a_file_plays_like_the_one_in_memory(tmp_path: Path) -> None:
    player = ValuePlayer("it", untrained(SMALL))
    write_trained(tmp_path / "value", player.trained)
    loaded = load_player(tmp_path / "value")
    assert isinstance(loaded, ValuePlayer)
    (one,), (other,) = (play(who.policy(SMALL), Counter(1), 200, record=True) for who in (player, loaded))
    assert (one.boxes == other.boxes).all()
    assert one.held is not None
    assert (one.held == other.held).all()


def test_it_plays_only_the_rules_that_it_was_trained_for() -> None:
    with pytest.raises(StrategyError, match="it was trained for"):
        ValuePlayer("it", untrained(TINY)).policy(SMALL)


def test_a_file_without_one_of_the_networks_is_refused() -> None:
    arrays = {name: one for name, one in untrained(TINY).arrays.items() if not name.startswith(prefix_of(3))}
    with pytest.raises(DamagedFile, match="does not hold the arrays of a value player"):
        player_of(Trained("value", TINY, arrays, {}), "odd")
