"""Jobs about strategies say what the library says, and ask for nothing that only an owner may name."""

from typing import Any

import pytest

import fivedice as fd
from fivedice.errors import FivediceError
from fivedice.rules.toml import format_rules
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
