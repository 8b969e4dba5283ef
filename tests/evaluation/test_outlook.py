"""Outlooks from any card, before a turn and in the middle of one, against every throw and every choice by hand."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import StrategyError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.outlook import Outlook
from fivedice.rules import Card, Category, Decision, Roll, Rules, Turn, variant
from fivedice.rules.state import is_over
from fivedice.solver import cached_solution
from fivedice.solver.by_points.cache import KEPT_LAYERS
from fivedice.solver.reference import throws
from fivedice.solver.tables import compile_rules
from fivedice.solver.turns import thrown
from fivedice.strategies.basic import Greedy, random
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import Policy, TablePolicy, ValuePolicy
from fivedice.strategies.strategy import Strategy
from tests.generators import cards, examples, rolls, rules
from tests.small import SMALL
from tests.whim import Whim, decide_by, random_card, table_of_values

PLAYERS: dict[str, Strategy] = {
    "whim": Whim(1),
    "whim that ignores the upper total": Whim(2, reads_upper=False),
    "random": random,
    "greedy": Greedy(),
    "risk": Optimal.with_risk(-4),
    "optimal": Optimal(),
}


def assert_alike(found: Distribution, expected: Distribution) -> None:
    numbers = range(min(found.least, expected.least), max(found.most, expected.most) + 2)
    reaching = [found.at_least(number) for number in numbers]
    assert reaching == pytest.approx([expected.at_least(number) for number in numbers], abs=1e-12)
    assert (np.diff([1.0, *reaching, 0.0]) <= 0).all()


def decisions_of(policy: TablePolicy | ValuePolicy) -> Callable[[Turn], Decision]:
    return decide_by(table_of_values(policy) if isinstance(policy, ValuePolicy) else policy)


class ByHand:
    """The final score of a player by throwing all dice and scoring on the card, with evaluation between turns only."""

    def __init__(self, policy: Policy) -> None:
        assert isinstance(policy, TablePolicy | ValuePolicy)
        self.policy, self.game, self.decide = policy, policy.rules, decisions_of(policy)
        self.to_come = cache(lambda state: evaluate(policy, state, threads=1).score)

    def final(self, card: Card) -> Distribution:
        if is_over(self.game, card.state(self.game)):
            return Distribution(card.total(self.game), np.ones(1))
        return self.to_come(card.state(self.game)).shifted(card.box_total(self.game))

    def final_in_turn(self, card: Card, roll: Roll, rerolls: int) -> Distribution:
        decision = self.decide(Turn(card.state(self.game), roll, rerolls))
        if isinstance(decision, Category):
            return self.final(card.score(self.game, roll, decision))
        following = throws(self.game.dice_set, decision)
        return Distribution.mixture([(p, self.final_in_turn(card, one, rerolls - 1)) for one, p in following])


def open_cards(game: Rules) -> st.SearchStrategy[Card]:
    return cards(game).filter(lambda card: not is_over(game, card.state(game)))


@pytest.mark.parametrize("name", PLAYERS)
@examples(20)
@given(data=st.data(), game=rules(max_categories=3))
def test_the_outlook_in_a_turn_is_that_of_every_throw_and_every_choice(
    name: str, data: st.DataObject, game: Rules
) -> None:
    outlook = Outlook(game, PLAYERS[name])
    card, roll, rerolls = data.draw(open_cards(game)), data.draw(rolls(game)), data.draw(st.integers(0, game.rolls - 1))
    expected = ByHand(outlook.policy).final_in_turn(card, roll, rerolls)
    assert_alike(outlook.final_in_turn(card, roll, rerolls), expected)


@pytest.mark.parametrize("name", PLAYERS)
@examples(20)
@given(data=st.data(), game=rules())
def test_the_outlook_before_a_turn_is_the_mixture_of_those_after_its_first_throw(
    name: str, data: st.DataObject, game: Rules
) -> None:
    outlook, card = Outlook(game, PLAYERS[name]), data.draw(open_cards(game))
    parts = [(p, outlook.final_in_turn(card, roll, game.rolls - 1)) for roll, p in throws(game.dice_set, ())]
    assert_alike(Distribution.mixture(parts), outlook.final(card))


@pytest.mark.parametrize("name", ["optimal", "greedy"])
@pytest.mark.parametrize("filled", range(SMALL.turns))
def test_early_and_late_cards_meet_without_a_seam(name: str, filled: int) -> None:
    assert 2 < KEPT_LAYERS < SMALL.turns
    outlook, card = Outlook(SMALL, PLAYERS[name]), random_card(SMALL, filled, seed=filled)
    by_hand = ByHand(outlook.policy)
    assert_alike(outlook.final(card), by_hand.final(card))
    for roll, rerolls in (((1, 1, 5, 6, 6), 1), ((6, 6, 6, 6, 6), 0), ((2, 3, 3, 4, 5), 1)):
        expected = by_hand.final_in_turn(card, roll, rerolls)
        assert_alike(outlook.final_in_turn(card, roll, rerolls), expected)


@examples(30)
@given(rules(), st.integers(0, 999))
def test_a_full_card_ends_with_what_it_shows(game: Rules, seed: int) -> None:
    card = random_card(game, game.turns, seed)
    found = Outlook(game, random).final(card)
    assert (found.least, found.probability.tolist()) == (card.total(game), [1.0])


def test_points_on_the_card_are_part_of_the_outlook() -> None:
    card = random_card(SMALL, 6, seed=1)
    richer = Card(card.points, card.yahtzee_bonuses + 1)
    for one, other in (
        (Outlook(SMALL, random).final(card), Outlook(SMALL, random).final(richer)),
        (
            Outlook(SMALL).final_in_turn(card, (1, 1, 5, 6, 6), 2),
            Outlook(SMALL).final_in_turn(richer, (1, 1, 5, 6, 6), 2),
        ),
    ):
        assert other.least == one.least + SMALL.yahtzee_bonus
        np.testing.assert_array_equal(one.probability, other.probability)


def test_only_the_outlook_of_the_optimal_strategy_asks_for_the_table(empty_cache: Path) -> None:
    game = SMALL.change({"upper_bonus": 34})
    announced: list[tuple[int, int]] = []
    card = random_card(game, 2, seed=1)
    Outlook(game, Greedy(), announce=lambda *sizes: announced.append(sizes)).final_in_turn(card, (1, 1, 5, 6, 6), 1)
    assert not announced
    for _ in range(2):  # the second time it is remembered
        Outlook(game, announce=lambda *sizes: announced.append(sizes)).final_in_turn(card, (1, 1, 5, 6, 6), 1)
    assert len(announced) == 1


def test_a_player_who_would_have_to_be_asked_too_often_is_refused_with_the_reason() -> None:
    with pytest.raises(StrategyError, match="would have to answer"):
        Outlook(variant("yahtzee"), Whim(1)).final(Card.empty(variant("yahtzee")))


@examples(60)
@given(rules(max_categories=1), st.integers(0, 2**32))
def test_throwing_is_the_same_as_adding_up_every_throw(game: Rules, seed: int) -> None:
    dice = game.dice_set
    kept = np.random.default_rng(seed).dirichlet(np.ones(dice.keep_count))
    expected = np.zeros(dice.roll_count)
    for keep, chance in zip(dice.keeps, kept, strict=True):
        for roll, probability in throws(dice, keep):
            expected[dice.roll_index(roll)] += chance * probability
    np.testing.assert_allclose(thrown(kept, compile_rules(game)), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["yahtzee", "yatzy"])
def test_the_outlook_from_seven_open_boxes_of_an_official_game_has_the_mean_of_the_solution(name: str) -> None:
    game = variant(name)
    card = random_card(game, game.turns - 7, seed=7)
    to_come = cached_solution(game).state_value(card.state(game))
    assert Outlook(game).final(card).mean == pytest.approx(card.box_total(game) + to_come, abs=1e-9)
