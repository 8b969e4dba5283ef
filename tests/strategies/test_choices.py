"""The choices of a policy in one state, against the decisions of its player."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import StrategyError
from fivedice.kernels.choices import maximise_with_choice
from fivedice.kernels.lanes import LANES
from fivedice.rules import VARIANTS, Rules, State, Turn
from fivedice.rules.dice import keeps_of
from fivedice.rules.state import is_over
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import preferred
from fivedice.strategies.basic import random
from fivedice.strategies.choices import choices_in
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import asking_policy, policy_for, table_by_asking, table_of
from fivedice.strategies.registry import built_in
from fivedice.strategies.strategy import CompiledStrategy, Strategy
from tests.generators import examples, rules, states
from tests.plain import reachable_states
from tests.whim import Whim, random_turns

NOT_COMPILED = {
    name: player
    for name, player in built_in().items()
    if not isinstance(player, CompiledStrategy) and name != "by-columns"
}
"""Where `check_strategy` does not compare the table of a player with its decisions; cards of several columns have too
many places for such a table."""


def turns_of(game: Rules, state: State) -> list[Turn]:
    return [Turn(state, roll, rerolls) for roll in game.dice_set.rolls for rerolls in range(game.rolls)]


def assert_one_player(game: Rules, player: Strategy, turns: Iterable[Turn]) -> None:
    """What is asked turn by turn and what is simulated and evaluated are the same, ties included."""
    policy = policy_for(player, game)
    for turn in turns:
        assert choices_in(policy, turn.state).decision(turn) == player.decide(game, turn), (player.name, turn)


def can_play(player: Strategy, game: Rules) -> bool:
    try:
        player.check(game)
    except StrategyError:
        return False
    return True


@examples(15)
@given(game=rules(max_dice=3, max_faces=3, max_categories=2))
def test_every_player_chooses_as_it_decides_in_every_turn_of_a_small_game(game: Rules) -> None:
    turns = [turn for layer in reachable_states(game)[:-1] for state in layer for turn in turns_of(game, state)]
    players = [*built_in().values(), Optimal.with_risk(3), Optimal.with_risk(-3)]
    for player in players:
        if can_play(player, game):
            assert_one_player(game, player, turns)


@pytest.mark.parametrize("player", NOT_COMPILED.values(), ids=NOT_COMPILED)
def test_every_player_chooses_as_it_decides_in_official_turns(player: Strategy) -> None:
    game = next(game for game, _ in VARIANTS.values() if can_play(player, game))
    assert_one_player(game, player, random_turns(game, 100, seed=1))


@examples(20)
@given(data=st.data(), game=rules(max_dice=4, max_faces=4, max_categories=1))
def test_the_kernel_prefers_keeps_in_the_stated_order(data: st.DataObject, game: Rules) -> None:
    roll = data.draw(st.integers(0, game.dice_set.roll_count - 1))
    rows = preferred(game, roll).tolist()
    assert sorted(rows) == sorted(game.dice_set.keep_index[keep] for keep in keeps_of(game.dice_set.rolls[roll]))
    values = np.array(data.draw(st.lists(st.integers(0, 1), min_size=len(rows), max_size=len(rows))), float)
    tables = compile_rules(game)
    room = np.full((tables.keeps, LANES), -1.0)
    room[rows] = values[:, None]
    choice = np.zeros(room.shape, np.int16)
    maximise_with_choice(room.reshape(-1), choice.reshape(-1), tables.drop, tables.drop_start)
    assert choice[tables.inner + roll, 0] == rows[int(values.argmax())]


@examples(60)
@given(st.data(), rules(), st.integers(0, 999), st.booleans())
def test_choices_of_a_table_are_the_decisions_of_its_player(
    data: st.DataObject, game: Rules, seed: int, reads_upper: bool
) -> None:
    player = Whim(seed, reads_upper)
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    choices = choices_in(table_by_asking(player, game), state)
    for turn in turns_of(game, state):
        assert choices.decision(turn) == player.decide(game, turn)


@examples(30)
@given(st.data(), rules())
def test_choices_of_a_compiled_player_are_its_decisions(data: st.DataObject, game: Rules) -> None:
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    choices = choices_in(table_of(random, game), state)
    for turn in turns_of(game, state):
        assert choices.decision(turn) == random.decide(game, turn)


@examples(30)
@given(st.data(), rules(), st.integers(0, 999))
def test_choices_of_a_player_who_is_asked_are_its_answers(data: st.DataObject, game: Rules, seed: int) -> None:
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    choices = choices_in(asking_policy(Whim(seed), game), state)
    for turn in turns_of(game, state):
        assert choices.decision(turn) == Whim(seed).decide(game, turn)
