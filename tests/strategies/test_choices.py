"""The choices of a policy in one state, against the decisions of its player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.rules import Category, Rules, State, Turn, legal_decisions, variant
from fivedice.rules.state import is_over
from fivedice.solver import TurnValues, cached_solution
from fivedice.strategies.basic import random
from fivedice.strategies.choices import choices_in
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import asking_policy, policy_for, table_by_asking, table_of
from fivedice.strategies.registry import strategy_named
from tests.generators import examples, rules, states
from tests.whim import Whim, random_turns


def turns_of(game: Rules, state: State) -> list[Turn]:
    return [Turn(state, roll, rerolls) for roll in game.dice_set.rolls for rerolls in range(game.rolls)]


@pytest.mark.parametrize("risk", [0.0, 3.0, -3.0])
@examples(40)
@given(data=st.data(), game=rules())
def test_choices_of_the_optimal_player_are_as_good_as_its_decisions(
    risk: float, data: st.DataObject, game: Rules
) -> None:
    player = Optimal.with_risk(risk) if risk else Optimal()
    state = data.draw(states(game).filter(lambda one: not is_over(game, one)))
    values = TurnValues.of(cached_solution(game, risk=risk), state)
    choices = choices_in(player.policy(game), state)
    for turn in turns_of(game, state):
        chosen, decided = choices.decision(turn), player.decide(game, turn)
        assert chosen in legal_decisions(game, turn)
        assert isinstance(chosen, Category) == isinstance(decided, Category)
        found, best = (values.decision(one, turn.roll, turn.rerolls) for one in (chosen, decided))
        assert found == pytest.approx(best, rel=1e-12)


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


@pytest.mark.parametrize(
    ("name", "played"), [("optimal", "yahtzee"), ("greedy", "yahtzee"), ("upper-focus-high", "yahtzee-no-bonus")]
)
def test_choices_in_official_games_are_decisions(name: str, played: str) -> None:
    game, player = variant(played), strategy_named(name)
    policy = policy_for(player, game)
    for turn in random_turns(game, 40, seed=1):
        assert choices_in(policy, turn.state).decision(turn) == player.decide(game, turn)
