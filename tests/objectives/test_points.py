"""Targets and utilities against the slow reference: from disk early in a game, on the spot later, and at the seam."""

from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import ObjectiveError
from fivedice.objectives.points import (
    OfPoints,
    check_target,
    curve_from,
    is_early,
    kept_target,
    most_points,
    reach,
    reach_curves,
    utility,
    values_here,
)
from fivedice.rules import Card, Rules, State, Turn, legal_categories, legal_decisions, score, variant
from fivedice.rules.notation import parse_card
from fivedice.rules.state import final_bonus, is_over
from fivedice.solver import TurnValues
from fivedice.solver.by_points.cache import KEPT_LAYERS
from fivedice.solver.reference import Reference
from tests.generators import cards, examples, rules
from tests.small import SMALL, TINY

CLOSE = 1e-12


def playable(game: Rules) -> st.SearchStrategy[Card]:
    return cards(game).filter(lambda card: not is_over(game, card.state(game)))


def is_met(target: int, final: int) -> float:
    return float(final >= target)


def card_after(game: Rules, filled: int, seed: int) -> Card:
    """A card with some boxes filled by dice that fall as they like."""
    random, card = np.random.default_rng(seed), Card.empty(game)
    for _ in range(filled):
        roll = game.dice_set.rolls[random.integers(game.dice_set.roll_count)]
        legal = legal_categories(game, card.state(game), roll)
        card = card.score(game, roll, legal[random.integers(len(legal))])
    return card


def assert_like_the_reference(found: TurnValues, twin: Reference, card: Card) -> None:
    """Compare every decision about every roll."""
    game, state, points = twin.rules, card.state(twin.rules), card.box_total(twin.rules)
    assert found.start == pytest.approx(twin.state_value(state, points), abs=1e-12)
    for roll in game.dice_set.rolls:
        for rerolls in range(game.rolls):
            turn = Turn(state, roll, rerolls)
            for decision in legal_decisions(game, turn):
                expected = twin.decision_value(turn, decision, points)
                assert found.decision(decision, roll, rerolls) == pytest.approx(expected, abs=1e-12)


@examples(40)
@given(st.data())
def test_reaching_a_target_is_worth_what_the_reference_says(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3))
    card: Card = data.draw(playable(game))
    most = most_points(game)
    if not most:  # a card of zeros has nothing to reach
        return
    target = data.draw(st.integers(1, most))
    twin = Reference(game, lambda score: float(score >= target))
    objective = reach(game, target)
    for _ in range(2):  # solved, then read from disk
        assert_like_the_reference(objective.turn_values(card), twin, card)
    assert_like_the_reference(values_here(game, objective.utility, card, target), twin, card)


@examples(40)
@given(st.data())
def test_any_utility_is_worth_what_the_reference_says(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=3))
    card: Card = data.draw(playable(game))
    count = most_points(game) + 1
    worth = np.random.default_rng(data.draw(st.integers(0, 999))).integers(-5, 20, count).astype(float)
    if worth.min() == worth.max():
        return
    objective = utility(game, "noise", worth)
    twin = Reference(game, lambda score: float(worth[score]))
    assert_like_the_reference(objective.turn_values(card), twin, card)
    assert_like_the_reference(values_here(game, objective.utility, card), twin, card)


@pytest.mark.parametrize("filled", range(2, TINY.turns))
def test_both_sides_of_the_seam_between_disk_and_on_the_spot_give_the_numbers_of_the_reference(filled: int) -> None:
    target, worth = 22, np.sqrt(np.arange(most_points(TINY) + 1.0))
    root = utility(TINY, "root", worth)
    twins = (
        Reference(TINY, lambda score: float(score >= target)),
        Reference(TINY, lambda score: float(worth[score])),
    )
    for seed in range(2):
        card = card_after(TINY, filled, seed)
        assert is_early(card.state(TINY)) == (filled < KEPT_LAYERS - 1)
        for objective, twin in zip((reach(TINY, target), root), twins, strict=True):
            for _ in range(2):
                assert_like_the_reference(objective.turn_values(card), twin, card)


def greatest_final_score(game: Rules) -> int:
    @cache
    def more(state: State) -> int:
        if is_over(game, state):
            return final_bonus(game, state)
        scorings = (
            score(game, state, roll, category)
            for roll in game.dice_set.rolls
            for category in legal_categories(game, state, roll)
        )
        return max(one.total + more(one.state) for one in scorings)

    return more(State())


@examples(60)
@given(rules())
def test_most_points_are_those_of_the_luckiest_game(game: Rules) -> None:
    assert most_points(game) == greatest_final_score(game)


def test_most_points_of_the_named_games_are_the_known_ones() -> None:
    """13 Yahtzees in a row for 1575; 374 in Yatzy."""
    assert (most_points(variant("yahtzee")), most_points(variant("yatzy"))) == (1575, 374)


@pytest.mark.parametrize("target", [0, -1, -10_000])
def test_a_target_that_every_game_reaches_is_refused(target: int) -> None:
    with pytest.raises(ObjectiveError, match=f"^target {target}: every game reaches it; give a score from 1 on.$"):
        check_target(TINY, target)


def test_a_target_above_the_maximum_is_refused_and_the_maximum_is_not() -> None:
    most = most_points(TINY)
    check_target(TINY, most)
    with pytest.raises(ObjectiveError, match=f"^target {most + 1}: no game of 'tiny' scores more than {most}; give"):
        reach(TINY, most + 1)


def test_the_greatest_target_is_reached_by_the_luckiest_game_only() -> None:
    game = Rules("lucky", TINY.categories[-2:], dice=2, faces=3, rolls=1)
    assert curve_from(game, Card.empty(game))[12] == pytest.approx((1 / 9) ** 2, rel=1e-12)


@examples(25)
@given(st.data())
def test_the_curve_from_a_card_is_the_best_probability_for_each_target(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=3))
    card: Card = data.draw(cards(game))
    curve = curve_from(game, card)
    assert list(curve) == list(range(1, len(curve) + 1))
    values = list(curve.values())
    assert values == sorted(values, reverse=True)
    state, points = card.state(game), card.box_total(game)
    for target in data.draw(st.lists(st.integers(1, most_points(game) + 1), max_size=4)):
        best = Reference(game, partial(is_met, target)).state_value(state, points)
        assert curve.get(target, 0.0) == pytest.approx(best, abs=CLOSE)


@pytest.mark.parametrize("filled", [KEPT_LAYERS - 1, KEPT_LAYERS, TINY.turns - 1])
def test_the_curve_from_a_late_card_ends_with_the_last_target_that_is_possible(filled: int) -> None:
    for seed in range(5):
        card = card_after(TINY, filled, seed)
        curve = {target: one for target, one in curve_from(TINY, card).items() if one > 0}
        state, points = card.state(TINY), card.box_total(TINY)
        for target in (1, points, points + 5, max(curve), max(curve) + 1):
            expected = Reference(TINY, partial(is_met, target)).state_value(state, points)
            assert curve.get(target, 0.0) == pytest.approx(expected, abs=CLOSE)
            assert target < 1 or (target in curve) == (expected > 0)


def test_the_curve_of_a_finished_card_is_its_total() -> None:
    card = parse_card(TINY, "1=2,2=4,3=3,S=4,Y=5,C=6,A=2,+2")
    assert curve_from(TINY, card) == dict.fromkeys(range(1, 2 + 4 + 3 + 6 + 4 + 5 + 6 + 2 + 2 * 3 + 1), 1.0)


def test_curves_on_disk_for_a_greater_target_answer_for_lower_ones(empty_cache: Path) -> None:
    game = SMALL
    most = most_points(game)
    _, greatest = reach_curves(game, most)
    assert greatest == kept_target(game, 1) == kept_target(game, most) == most > 500
    assert kept_target(game, most + 1) is None
    assert reach_curves(game, 100)[1] == most  # nothing is solved again


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_utility_that_is_not_a_number_somewhere_is_refused_with_the_place(bad: float) -> None:
    values = np.arange(most_points(TINY) + 1.0)
    values[7] = bad
    with pytest.raises(ObjectiveError, match=r"^objective 'mine' is not a number at a score of 7; give a utility that"):
        utility(TINY, "mine", values)


def test_a_utility_that_goes_too_far_is_refused() -> None:
    values = np.where(np.arange(most_points(TINY) + 1) < 9, -1e308, 1e308)
    with pytest.raises(
        ObjectiveError, match=r"^objective 'mine' goes from -1e\+308 to 1e\+308, too far to be added up"
    ):
        utility(TINY, "mine", values)


def test_a_utility_that_is_the_same_everywhere_is_refused() -> None:
    with pytest.raises(ObjectiveError, match=r"^objective 'flat' is the same for every score, so that nothing is left"):
        utility(TINY, "flat", np.full(most_points(TINY) + 1, 3.5))


def test_a_utility_is_shown_on_its_own_scale() -> None:
    objective: OfPoints = utility(TINY, "tens", 10.0 * np.arange(most_points(TINY) + 1.0) - 40)
    card = card_after(TINY, TINY.turns - 1, 1)
    twin = Reference(TINY, lambda score: 10.0 * score - 40)
    best = twin.state_value(card.state(TINY), card.box_total(TINY))
    assert objective.turn_values(card).start == pytest.approx(best, rel=1e-12)
