"""Exact counts and optimal means of every named variant, against text files that name rule and source."""

import re
from pathlib import Path

import pytest

from fivedice.rules import VARIANTS, variant
from fivedice.rules.dice import keeps_of
from fivedice.solver import Solution, cached_solution, count_states
from tests.named import QUICK
from tests.plain import states_by_turn, yacht_mean

GOLDEN = Path(__file__).parent / "golden"
LINE = re.compile(r"(?P<key>\w+) = (?P<value>[\d. ]+?)  # rule: (?P<rule>[^;]+); source: (?P<source>.+)")
COUNTS = ["rolls", "keeps", "pairs"]
KEYS = [*COUNTS, "states_by_turn", "states", "mean"]
UNUSUAL = {"yahtzee-triple": [*COUNTS, "states", "player", "interval"], "maxi-yatzy-saved": [*COUNTS, "states", "mean"]}
"""What the files of games hold whose states are too many to list, or too many to solve."""


def golden(name: str) -> dict[str, str]:
    lines = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), f"golden/{name}.txt: each line says KEY = VALUE  # rule: ...; source: ..."
    return {one["key"]: one["value"] for one in found if one}


def counts(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def test_every_variant_has_its_golden_file_and_no_file_lacks_its_variant() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_golden_file_has_every_count(name: str) -> None:
    assert list(golden(name)) == UNUSUAL.get(name, KEYS)


@pytest.mark.parametrize("name", VARIANTS)
def test_rolls_keeps_and_pairs_are_as_many_as_golden(name: str) -> None:
    dice, expected = variant(name).dice_set, golden(name)
    assert len(dice.rolls) == int(expected["rolls"])
    assert len(dice.keeps) == int(expected["keeps"])
    assert sum(len(keeps_of(roll)) for roll in dice.rolls) == int(expected["pairs"])


@pytest.mark.parametrize("name", QUICK)
def test_reachable_states_by_turn_are_as_many_as_golden(name: str) -> None:
    expected = golden(name)
    assert count_states(variant(name)) == counts(expected["states_by_turn"])
    assert sum(counts(expected["states_by_turn"])) == int(expected["states"])


@pytest.mark.parametrize("name", [name for name in (*QUICK, "maxi-yatzy") if not any(variant(name).prerequisites)])
def test_golden_state_counts_follow_from_sums_of_faces(name: str) -> None:
    game = variant(name)
    flagged = game.yahtzee_bonus > 0
    plain = states_by_turn(game.faces, game.dice, game.turns - game.faces, game.upper_cap, flagged=flagged)
    assert counts(golden(name)["states_by_turn"]) == plain


def test_golden_state_counts_of_balut_are_those_of_seven_kinds_of_four_boxes() -> None:
    ways = [1]
    for _ in range(7):
        before = [*[0] * 4, *ways, *[0] * 4]
        ways = [sum(before[turn : turn + 5]) for turn in range(len(ways) + 4)]
    assert counts(golden("balut")["states_by_turn"]) == ways


def test_golden_state_counts_of_a_fixed_order_are_the_totals_of_the_first_boxes() -> None:
    totals, found = {0}, [1]
    for turn in range(15):
        totals = {min(one + (turn + 1) * count, 63) for one in totals for count in range(6 if turn < 6 else 1)}
        found.append(len(totals))
    assert counts(golden("yatzy-fixed-order")["states_by_turn"]) == found


def test_the_optimal_mean_is_golden(solution: Solution) -> None:
    expected = golden(solution.rules.name)
    assert solution.value == pytest.approx(float(expected["mean"]), abs=1e-6)
    assert solution.states == int(expected["states"])


def test_the_mean_of_yacht_follows_from_whole_matrices() -> None:
    assert float(golden("yacht")["mean"]) == pytest.approx(yacht_mean(), abs=1e-6)


# figures.md, "Exact expected scores": an independent double-precision solver, to 1e-6.
@pytest.mark.parametrize(
    ("changes", "mean"),
    [({"upper_bonus": 0}, 237.8245202), ({"upper_threshold": 1}, 272.8245202), ({"upper_threshold": 84}, 237.8512238)],
    ids=["no upper bonus", "threshold 1", "threshold 84"],
)
def test_official_yahtzee_with_another_upper_bonus_has_the_published_mean(changes: dict[str, int], mean: float) -> None:
    changed = variant("yahtzee").change(changes)
    assert cached_solution(changed).value == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_of_variants_has_the_golden_numbers(name: str) -> None:
    page = (GOLDEN.parents[1] / "docs" / "variants.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
    expected = golden(name)
    if "mean" not in expected:
        assert "too large" in row
        assert expected["player"] in page
        return
    assert float(row.split("|")[3]) == pytest.approx(float(expected["mean"]), abs=1e-6)
    assert f" {int(expected['states']):,} " in row


@pytest.mark.slow
def test_maxi_yatzy_has_its_published_mean() -> None:
    """A hundred seconds of CPU time and 2 GB."""
    assert cached_solution(variant("maxi-yatzy")).value == pytest.approx(float(golden("maxi-yatzy")["mean"]), abs=1e-6)
