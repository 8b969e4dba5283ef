"""Every number that pages of the laboratory are sent equals that of the library, at random positions and rules."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import fivedice as fd
from fivedice.errors import TooLarge
from fivedice.evaluation.distribution import Distribution
from fivedice.rules import Card, Rules
from fivedice.rules.notation import format_cards
from fivedice.rules.state import is_over
from fivedice.rules.toml import format_rules
from fivedice.strategies.registry import built_in
from fivedice.web.lab import analysis, contests, measuring
from fivedice.web.lab.design import mean
from tests.generators import KINDS, cards, examples, rolls, rules

TINY_RULES = rules(max_dice=2, max_faces=3, max_rolls=2, kinds=KINDS)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
SHORT = fd.variant(
    "yahtzee",
    ones="off", twos="off", threes="off", fours="off", three_of_a_kind="off", four_of_a_kind="off",
    large_straight="off", upper_threshold=33,
)  # fmt: skip
"""Six boxes of the official card."""


def _silent(done: int, total: int) -> None:
    pass


def _ask(call: Any, game: Rules, **question: Any) -> Any:
    return call(_silent, {"rules": format_rules(game), **question})


def _position(data: st.DataObject, game: Rules) -> tuple[str, Card, tuple[tuple[int, ...], int]]:
    """A card that is not full, and dice on the table."""
    card = data.draw(cards(game))
    assume(not is_over(game, card.state(game)))
    throw = data.draw(rolls(game)), data.draw(st.integers(0, game.rolls - 1 + card.saved))
    return format_cards(game, [card], 0, throw), card, throw


def _check_decisions(data: st.DataObject, game: Rules) -> None:
    text, card, throw = _position(data, game)
    found = _ask(analysis.analyse, game, position=text)
    expected = fd.advise(throw[0], throw[1], game, card=card, progress=False)
    assert [(one["text"], one["value"], one["regret"]) for one in found["decisions"]] == [
        (one.text, one.value, one.regret) for one in expected.choices()
    ]
    assert found["value"] == expected.best.value
    assert found["cards"][0]["total"] == card.total(game)


def _check_figures(found: dict[str, Any], expected: Distribution) -> None:
    assert (found["mean"], found["sd"]) == pytest.approx((expected.mean, expected.sd))
    assert found["quantiles"] == {str(one): expected.quantile(one) for one in SHARES}


def _check_outlook(data: st.DataObject, game: Rules) -> None:
    text, card, throw = _position(data, game)
    with suppress(TooLarge):  # no page shows a distribution where throws are saved, or columns have bonuses
        found = _ask(analysis.outlook, game, position=text)
        thrown = None if found["from"] == "card" else throw
        _check_figures(found["figures"][0], fd.distribution(game, card=card, throw=thrown, progress=False))


@given(st.data())
@examples(100)
def test_decisions_at_any_position_of_any_rules_are_those_of_advise(data: st.DataObject) -> None:
    _check_decisions(data, data.draw(TINY_RULES))


@given(st.data())
@examples(60)
def test_final_scores_at_any_position_of_any_rules_are_those_of_distribution(data: st.DataObject) -> None:
    _check_outlook(data, data.draw(TINY_RULES))


@given(st.data())
@examples(100)
def test_the_exact_mean_of_any_rules_is_that_of_solve(data: st.DataObject) -> None:
    game = data.draw(TINY_RULES)
    found = _ask(mean, game, base=format_rules(game))
    assert found["mean"] == pytest.approx(fd.solve(game, progress=False).value, abs=1e-12)
    assert found["digest"] == game.digest


@given(st.data())
@examples(20)
def test_figures_and_a_sweep_of_any_rules_are_those_of_evaluate_and_solve(data: st.DataObject) -> None:
    game = data.draw(rules(max_dice=2, max_faces=3, max_rolls=2, kinds=("order", "formulas", "unfair")))
    text = format_rules(game)
    expected = fd.evaluate("optimal", game, progress=False)
    found = _ask(measuring.figures, game, base=text)["figures"]
    assert (found["mean"], found["sd"]) == pytest.approx((expected.mean, expected.sd))
    assert (found["p_upper_bonus"], found["yahtzees"]) == pytest.approx((expected.p_upper_bonus, expected.yahtzees))
    assert (found["boxes"], found["zeros"]) == (
        pytest.approx(dict(expected.boxes)),
        pytest.approx(dict(expected.zeros)),
    )
    swept = _ask(measuring.sweep, game, base=text, vary=["rolls=1:3:1"], show="mean")["values"]
    assert swept == pytest.approx([fd.solve(fd.variant(game, rolls=one), progress=False).value for one in (1, 2, 3)])


@given(rules(max_dice=2, max_faces=3, max_rolls=2), st.integers(0, 2**31))
@examples(15)
def test_strategies_of_any_rules_have_the_figures_of_evaluate_and_of_same_dice(game: Rules, seed: int) -> None:
    names: list[Any] = ["greedy", "optimal"]
    expected = fd.evaluate(names, game, progress=False)
    found = _ask(contests.evaluate, game, strategies=names)
    assert found["parts"][0]["csv"] == expected.to_csv()
    optimum = fd.solve(game, progress=False).value
    assert found["parts"][1]["values"] == [[None, pytest.approx(optimum - one.mean, abs=1e-9)] for one in expected]
    played = _ask(contests.same_dice, game, strategies=names, seed=seed)
    twin = fd.same_dice(*names, rules=game, games=1, seed=seed, progress=False).to_dict()
    totals = [one["total"] for one in played["turns"][-1]["players"]]
    assert totals == [one["scores"][0] for one in twin["strategies"]]


@given(st.data())
@examples(30)
def test_chances_to_win_are_those_of_win(data: st.DataObject) -> None:
    left = [data.draw(cards(SHORT, filled=SHORT.turns - 2)) for _ in range(data.draw(st.integers(2, 3)))]
    text = format_cards(SHORT, left, 0, (data.draw(rolls(SHORT)), data.draw(st.integers(0, 2))))
    found = _ask(analysis.win, SHORT, position=text)
    expected = fd.win(text, SHORT, progress=False).to_dict()
    assert found == expected


@pytest.mark.slow
@given(st.data(), st.sampled_from(("yahtzee", "yatzy", "kniffel", "generala")))
@examples(60)
def test_decisions_in_official_games_are_those_of_advise(data: st.DataObject, name: str) -> None:
    _check_decisions(data, fd.variant(name))


@pytest.mark.slow
@given(st.data())
@examples(200)
def test_decisions_and_final_scores_of_larger_rules_are_those_of_the_library(data: st.DataObject) -> None:
    game = data.draw(rules(kinds=KINDS))
    _check_decisions(data, game)
    _check_outlook(data, game)


@pytest.mark.slow
@given(rules(max_dice=2, max_faces=3, max_rolls=2, kinds=("order", "formulas", "unfair")))
@examples(10)
def test_every_strategy_of_any_rules_has_the_figures_of_evaluate(game: Rules) -> None:
    names: list[Any] = []
    for name, player in built_in().items():
        with suppress(fd.FivediceError):
            player.check(game)
            names.append(name)
    found = _ask(contests.evaluate, game, strategies=names)
    assert found["parts"][0]["csv"] == fd.evaluate(names, game, progress=False).to_csv()
