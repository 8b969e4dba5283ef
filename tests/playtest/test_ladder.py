"""Ladders: what they ask to be measured, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivedice.errors import PlaytestError, StrategyError
from fivedice.playtest.ladder import KINDS, Ladder
from fivedice.rules import variant
from fivedice.rules.toml import format_rules
from fivedice.strategies import registry
from fivedice.strategies.trained import write_trained
from tests.strategies.test_trained_network import GAME, untrained

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")


def test_every_repeat_has_its_own_seed_which_is_the_same_in_all_variants_and_at_all_levels() -> None:
    ladder = Ladder("examples", (0, 100), repeats=3, seed=5)
    for rules in (YAHTZEE, YAHTZEE.change({"upper_threshold": 1})):
        parts = ladder.parts(rules)
        assert [part.arguments["seed"] for part in parts] == [5, 5, 6, 6, 7, 7]
        assert [part.arguments["examples"] for part in parts] == [0, 100] * 3
        assert {part.arguments["rules"] for part in parts} == {format_rules(rules)}


def test_networks_of_a_ladder_over_sizes_have_a_third_of_their_nodes_in_the_first_layer() -> None:
    parts = Ladder("size", (2, 6, 150, 300), repeats=1, examples=50).parts(YAHTZEE)
    assert [part.arguments["hidden"] for part in parts] == [[1, 1], [2, 4], [50, 100], [100, 200]]
    assert {part.arguments["examples"] for part in parts} == {50}


def test_results_come_back_as_repeats_by_levels() -> None:
    ladder = Ladder("examples", (0, 10, 100), repeats=2)
    results = [{"mean": float(number)} for number in range(6)]
    assert ladder.means(results).tolist() == [[0, 1, 2], [3, 4, 5]]
    passes = Ladder("passes", (0, 2), repeats=2)
    assert passes.means([{"means": [1.0, 2.0]}, {"means": [3.0, 4.0]}]).tolist() == [[1, 2], [3, 4]]
    assert [part.arguments["passes"] for part in passes.parts(YATZY)] == [[0, 2], [0, 2]]


def test_strategies_are_exact_so_that_one_repeat_is_enough() -> None:
    ladder = Ladder("strategies", ("random", "greedy"), repeats=9)
    assert ladder.repeats == 1
    assert [part.arguments["name"] for part in ladder.parts(YATZY)] == ["random", "greedy"]
    assert ladder.axis.tolist() == [0, 1]


@pytest.mark.parametrize("listed", [False, True])
def test_a_trained_player_is_known_by_what_its_file_holds(
    listed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.fd"

    def digests(seed: int) -> list[str]:
        write_trained(file, untrained(GAME, seed))
        monkeypatch.setenv(registry.LISTED, str(file) if listed else "")
        registry._all.cache_clear()
        registry._others.cache_clear()
        ladder = Ladder("strategies", ("random", "mine" if listed else str(file)), repeats=1)
        return [part.digest for part in ladder.parts(GAME)]

    try:
        first, second, again = digests(1), digests(2), digests(1)
    finally:
        registry._all.cache_clear()
        registry._others.cache_clear()
    assert first == again
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_a_network_among_strategies_is_measured_by_games_with_repeats(tmp_path: Path) -> None:
    write_trained(tmp_path / "mine.fd", untrained(GAME))
    ladder = Ladder("strategies", ("greedy", str(tmp_path / "mine.fd")), repeats=2, seed=4, games=50)
    assert (ladder.repeats, ladder.has_chance) == (2, True)
    assert "50 games; 2 repeats" in ladder.words
    exact, first, same, second = ladder.parts(GAME)
    assert exact == same
    assert [part.arguments["seed"] for part in (first, second)] == [4, 5]
    assert first.arguments["games"] == 50


def test_resources_stand_on_a_logarithmic_axis_that_is_told() -> None:
    ladder = Ladder("examples", ("0", "9", "99"))
    assert ladder.levels == (0, 9, 99)
    assert ladder.axis.tolist() == [0, 1, 2]
    assert ladder.axis_words == "log10(1 + training examples)"
    for kind in KINDS:
        assert np.all(np.diff(Ladder(kind).axis) > 0)
        assert Ladder(kind).words.endswith(".")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"kind": "height"}, "ladder 'height' is not known; it must be one of examples, size, passes, strategies"),
        ({"levels": ("1", "x")}, "level 'x' is not allowed"),
        ({"levels": (100, 10)}, "each must be greater than the one before"),
        ({"levels": (100,)}, "at least two different ones"),
        ({"kind": "strategies", "levels": ("greedy", "greedy")}, "at least two different ones"),
        ({"kind": "size", "levels": (1, 10)}, "need two nodes"),
        ({"repeats": 0}, "are too few"),
        ({"games": 1}, "are too few"),
    ],
)
def test_ladders_that_make_no_sense_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PlaytestError, match=sentence):
        Ladder(**arguments)


def test_cards_that_the_players_cannot_play_are_refused() -> None:
    with pytest.raises(StrategyError, match="no meta-action scores"):
        Ladder("examples").check(YATZY)
    with pytest.raises(StrategyError, match="is not known"):
        Ladder("strategies", ("greedy", "nobody")).check(YATZY)
    Ladder("passes").check(YATZY)
