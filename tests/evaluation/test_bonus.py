from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.evaluation.bonus import bonus_chances, bonus_on_disk, cached_bonus_chances
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Rules, State, variant
from fivedice.rules.notation import parse_card
from fivedice.strategies.optimal import Optimal
from tests.generators import examples, rules, states

LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight")


@examples(40)
@given(st.data())
def test_chances_of_the_bonus_are_those_of_an_exact_evaluation_from_any_state(data: st.DataObject) -> None:
    game: Rules = data.draw(rules())
    state: State = data.draw(states(game))
    expected = evaluate(Optimal().policy(game), state).p_upper_bonus
    assert bonus_chances(game, state)(state) == pytest.approx(expected, abs=1e-12)
    assert bonus_chances(game)(state) == pytest.approx(expected, abs=1e-12)


def test_chances_late_in_a_game_of_yahtzee_are_exact() -> None:
    game = variant("yahtzee")
    state = parse_card(game, "1=3,2=6,3=9,FH=25,SS=30,Y=50,C=20").state(game)
    assert bonus_chances(game, state)(state) == pytest.approx(evaluate(Optimal().policy(game), state).p_upper_bonus)


@pytest.mark.slow
def test_the_optimal_strategy_earns_the_bonus_of_yahtzee_in_68_of_100_games() -> None:
    # The same number by the forward walk of `evaluate`, asserted with its source in tests/evaluation.
    game = variant("yahtzee")
    assert bonus_chances(game)(State()) == pytest.approx(evaluate(Optimal().policy(game)).p_upper_bonus, abs=1e-12)


def test_chances_are_worked_out_once_and_a_damaged_file_is_not_believed(empty_cache: Path) -> None:
    changes: dict[str, int | str] = {"dice": 2, "faces": 3, "upper_threshold": 8, **dict.fromkeys(LOWER, "off")}
    game = variant("yahtzee").change(changes)
    assert not bonus_on_disk(game)
    first = cached_bonus_chances(game)
    assert bonus_on_disk(game)
    again = cached_bonus_chances(game)
    assert (first.chances == again.chances).all()
    (file,) = empty_cache.glob("*-bonus-*")
    file.write_bytes(file.read_bytes()[:-40])
    assert (cached_bonus_chances(game).chances == first.chances).all()
