"""Jobs about strategies say what the library says, and ask for nothing that only an owner may name."""

from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import FivediceError
from fivedice.rules.notation import parse_cards
from fivedice.rules.toml import format_rules
from fivedice.strategies.registry import built_in
from fivedice.strategies.strategy import Strategy
from fivedice.web.lab import contests
from tests.web.tables import TINY

TEXT = format_rules(TINY)
NAMES: list[Strategy | str] = ["greedy", "optimal"]


def _silent(done: int, total: int) -> None:
    pass


def _ask(call: Any, **question: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(_silent, {"rules": TEXT, "strategies": NAMES, **question})
    return found


def test_the_strategies_of_any_rules_are_listed_with_those_that_play_them() -> None:
    found = contests.strategies(_silent, {"rules": TEXT})
    assert found["title"] == TINY.title
    assert {one["name"]: one["plays"] for one in found["strategies"]} == {
        name: _plays(name) for name in fd.all_strategies()
    }
    assert all(one["plays"] == (one["sentence"] == "") for one in found["strategies"])
    official = contests.strategies(_silent, {"rules": "yahtzee"})["strategies"]
    assert {one["name"]: one["mean"] for one in official}["greedy"] == pytest.approx(fd.evaluate("greedy").mean)


@pytest.mark.slow
def test_exact_figures_are_those_of_evaluate_with_a_chart_of_boxes_given_up() -> None:
    found = _ask(contests.evaluate)
    expected = fd.evaluate(NAMES, TINY, progress=False)
    assert found["parts"][0]["rows"] == expected.tables[0].texts
    assert found["parts"][0]["csv"] == expected.to_csv()
    assert len(found["charts"]) == 2
    for one in expected:
        assert sum(one.zeros.values()) <= TINY.turns


@pytest.mark.slow
def test_all_strategies_stand_in_one_table_with_their_regret_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "MOST_PLAYERS", 3)
    names: list[Strategy | str] = [name for name in built_in() if _plays(name)]
    assert len(names) > contests.MOST_PLAYERS
    found = _ask(contests.evaluate, strategies=names)
    means = {one.strategy: one.mean for one in fd.evaluate(names, TINY, progress=False)}
    optimum = fd.solve(TINY, progress=False).value
    assert found["parts"][1]["values"] == [[None, pytest.approx(optimum - mean)] for mean in means.values()]
    assert not [text for _, text in found["parts"][1]["rows"] if "−" in text]


def _plays(name: str) -> bool:
    try:
        built_in()[name].check(TINY)
    except FivediceError:
        return False
    return True


def test_a_game_step_by_step_has_positions_reasons_and_the_totals_of_the_library() -> None:
    found = _ask(contests.same_dice, seed=5)
    twin = fd.same_dice(*NAMES, rules=TINY, games=1, seed=5, progress=False).to_dict()
    assert [part["name"] for part in found["parts"] if not isinstance(part, str)] == ["summary", "decisions"]
    last = found["turns"][-1]["players"]
    assert [one["total"] for one in last] == [one["scores"][0] for one in twin["strategies"]]
    for turn in found["turns"]:
        for one in turn["players"]:
            for decided in one["throws"]:
                ((card, throw),) = parse_cards(TINY, decided["position"])
                assert throw is not None
                best = fd.advise(throw[0], throw[1], TINY, card=card, progress=False)[0].value
                assert decided["expectation"] + decided["regret"] == pytest.approx(best)


@pytest.mark.slow
def test_a_comparison_is_that_of_compare_with_the_same_seed() -> None:
    found = _ask(contests.compare, games=50, seed=7)
    expected = fd.compare(*NAMES, rules=TINY, games=50, seed=7, progress=False)
    first = next(part for part in found["parts"] if not isinstance(part, str))
    timed = expected.tables[0].columns.index("s/100,000")
    assert [row[:timed] for row in first["rows"]] == [row[:timed] for row in expected.tables[0].texts]


def test_a_game_on_equal_dice_says_where_they_part_ways() -> None:
    assert contests.parting({"turns": []}) is None
    alike = {"turn": 1, "players": [{"category": "ones", "throws": []}] * 2}
    apart = {"turn": 2, "players": [{"category": one, "throws": []} for one in ("ones", "chance")]}
    assert contests.parting({"turns": [alike, apart]}) == {"turn": 2}


@pytest.mark.parametrize(
    "question",
    [
        {"strategies": ["engine:touch /tmp/x", "optimal"]},
        {"strategies": ["/etc/passwd", "optimal"]},
        {"strategies": []},
        {"strategies": ["optimal"] * 2},
        {"strategies": "optimal"},
        {"strategies": [["optimal"], "greedy"]},
        {"games": 10**9},
        {"games": "many"},
        {"seed": -1},
        {"rules": "no such game"},
        {"rules": "dice = ["},
        {"rules": 7},
    ],
)
def test_what_may_not_be_compared_is_refused_with_a_sentence(question: dict[str, Any]) -> None:
    with pytest.raises(FivediceError):
        _ask(contests.compare, **question)
