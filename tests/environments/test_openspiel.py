"""The game of OpenSpiel against its own test, and against the rules."""

from pathlib import Path

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivedice  # noqa: F401, which registers the game
from fivedice.errors import LearningError
from fivedice.rules import Rules, State
from fivedice.rules.toml import format_rules
from fivedice.solver import cached_solution
from fivedice.solver.reference import Reference
from tests import generators
from tests.environments.games import legal_action, optimal_games, recorded_actions
from tests.generators import examples
from tests.small import SMALL, TINY


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def load(rules: Rules, folder: Path, players: int = 1) -> pyspiel.Game:
    path = folder / f"{rules.digest}.toml"
    path.write_text(format_rules(rules), encoding="utf-8")
    return pyspiel.load_game("fivedice_yahtzee", {"players": players, "rules": str(path)})


@pytest.mark.parametrize("name", ["fivedice_yahtzee", "fivedice_yahtzee(players=2,rules=yatzy)"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@examples(5)
@given(generators.rules(), st.integers(1, 8))
def test_openspiel_finds_nothing_wrong_with_any_rules(folder: Path, rules: Rules, players: int) -> None:
    pyspiel.random_sim_test(load(rules, folder, players), num_sims=2, serialize=True, verbose=False)


def test_chance_nodes_lead_to_every_roll_that_holds_the_kept_dice(folder: Path) -> None:
    state = load(TINY, folder).new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == TINY.dice_set.roll_count
    state.apply_action(TINY.dice_set.roll_index((1, 3)))
    state.apply_action(0b10)
    found = {TINY.dice_set.rolls[roll]: chance for roll, chance in state.chance_outcomes()}
    assert found == pytest.approx({(1, 3): 1 / 3, (2, 3): 1 / 3, (3, 3): 1 / 3})
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, TINY.dice_set.roll_index((3, 3))) == "throw 33"


def best(state: pyspiel.State, found: dict[str, float]) -> float:
    """The greatest expected score, by walking the whole tree of the game."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = f"{state.current_player()} {state.seat.kept if state.is_chance_node() else ''} {state}"
    if key not in found:
        nodes = state.chance_outcomes() if state.is_chance_node() else [(one, 1.0) for one in state.legal_actions()]
        values = [chance * best(state.child(action), found) for action, chance in nodes]
        found[key] = sum(values) if state.is_chance_node() else max(values)
    return found[key]


@examples(3)
@given(generators.rules(max_dice=2, max_faces=2, max_rolls=2, max_categories=2))
def test_the_tree_of_a_small_game_has_the_value_of_the_reference(folder: Path, rules: Rules) -> None:
    assert best(load(rules, folder).new_initial_state(), {}) == pytest.approx(Reference(rules).state_value(State()))


def test_games_of_the_optimal_player_are_those_of_the_simulation(folder: Path) -> None:
    games, dice = optimal_games(SMALL, seed=4, games=8), SMALL.dice_set
    game = load(SMALL, folder, players=2)
    assert cached_solution(SMALL).value > 0
    for number in range(0, 8, 2):
        state = game.new_initial_state()
        plans = [list(recorded_actions(games, number + place)) for place in range(2)]
        while not state.is_terminal():
            plan = plans[state.mover]
            if state.is_chance_node():
                state.apply_action(dice.roll_index(plan[0][0]))
            else:
                state.apply_action(plan.pop(0)[1])
        assert state.returns() == list(games.scores[number : number + 2])


def test_players_take_turns_and_a_clone_goes_on_alone() -> None:
    state = pyspiel.load_game("fivedice_yahtzee(players=2)").new_initial_state()
    chance = np.random.default_rng(1)
    movers: list[int] = []
    while len(movers) < 6:
        if state.is_chance_node():
            state.apply_action(int(chance.choice([roll for roll, _ in state.chance_outcomes()])))
            continue
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[-1])
        assert str(copy) != str(state)
        mask = np.zeros(45)
        mask[[one for one in state.legal_actions() if one >= 32]] = 1
        movers.append(state.current_player())
        state.apply_action(legal_action(mask, chance))
    assert movers == [0, 1] * 3


def test_the_observation_is_that_of_a_table() -> None:
    game = pyspiel.load_game("fivedice_yahtzee(players=3)")
    state = game.new_initial_state()
    state.apply_action(0)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size() == 35 + 2 * 16
    assert "dice 11111, 2 rerolls left" in state.observation_string(0)


def test_too_many_players_are_refused() -> None:
    with pytest.raises((LearningError, pyspiel.SpielError), match="players"):
        pyspiel.load_game("fivedice_yahtzee(players=9)")
