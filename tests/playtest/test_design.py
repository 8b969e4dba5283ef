"""Rule design: the climb finds what there is to find, within its budget, and tells it honestly."""

import pytest

from fivedice.errors import PlaytestError
from fivedice.playtest.design import FRESH, Design, objective_named, run_design
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.vary import Vary
from fivedice.rules import variant
from tests.playtest.pretended import PEAK, pretend, run
from tests.small import TINY

YAHTZEE = variant("yahtzee")
LADDER = Ladder("examples", (0, 100, 10_000), repeats=2)
VARIES = (Vary("upper_threshold", tuple(range(0, 85, 7))), Vary("upper_bonus", (0, 35, 70)))


def climbed(objective: str, evaluations: int = 30, seed: int = 1) -> Design:
    return run_design(YAHTZEE, VARIES, objective, LADDER, run, evaluations=evaluations, seed=seed)


@pytest.mark.parametrize(("objective", "threshold", "bonus"), [("A", PEAK, 70), ("Δ", 0, 0)])
def test_the_climb_finds_the_best_variant(
    objective: str, threshold: int, bonus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch)
    found = climbed(objective)
    assert found.candidates[found.best].setting == {"upper_threshold": threshold, "upper_bonus": bonus}
    assert found.candidates[0].setting == {"upper_threshold": 63, "upper_bonus": 35}
    assert found.values[found.best] == max(found.values)


def test_a_budget_is_kept_and_equal_seeds_give_equal_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    one, again, other = climbed("A", 7), climbed("A", 7), climbed("A", 7, seed=2)
    assert len(one.candidates) == len(one.steps) == 7
    assert one.steps == again.steps
    assert [step.setting for step in one.steps] != [step.setting for step in other.steps]
    assert len({str(step.setting) for step in one.steps}) == 7  # no variant is paid for twice


def test_the_whole_grid_is_the_most_that_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    found = climbed("A", 1_000)
    assert len(found.candidates) == len(VARIES[0].values) * len(VARIES[1].values)
    assert found.steps[-1].climb > 1


def test_a_step_is_taken_only_if_it_is_better_and_climbs_start_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    found = climbed("Δ", 25)  # a metric that no later variant changes
    here = None
    for before, step in zip((None, *found.steps), found.steps, strict=False):
        if before is None or before.climb != step.climb:
            assert step.taken
        else:
            assert here is not None
            assert step.taken == (step.value > here)
        here = step.value if step.taken else here


def test_areas_at_the_end_stand_under_one_envelope(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    found = climbed("A", 12)
    assert min(found.values) >= 0
    by_threshold = sorted(
        (abs(int(one.setting["upper_threshold"]) - PEAK), value)
        for one, value in zip(found.candidates, found.values, strict=True)
        if one.setting["upper_bonus"] == 35
    )
    assert [value for _, value in by_threshold] == sorted((value for _, value in by_threshold), reverse=True)


def test_the_best_and_the_start_are_measured_again_with_new_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = pretend(monkeypatch)
    found = climbed("Δ", 6)
    seeds = [one["seed"] for one in asked]
    assert set(seeds[:-12]) == {1, 2}
    assert set(seeds[-12:]) == {1 + FRESH, 2 + FRESH}
    assert found.best_again[1] is not None
    assert "measured again with new seeds" in found.summary()[0]


def test_skill_needs_no_ladder_and_rules_that_contradict_themselves_are_passed_over() -> None:
    varies = [Vary("upper_threshold", (7, 12, 99)), Vary("upper_bonus", (0, 6))]
    found = run_design(TINY, varies, "skill", LADDER, run, evaluations=9)
    assert {one.setting["upper_threshold"] for one in found.candidates} == {7, 12}
    assert found.best_again == (found.values[found.best], None)
    assert 0 < found.values[found.best] < 1
    assert found.figure(0.25) == "25.00%"


def test_a_climb_that_cannot_start_at_a_point_that_contradicts_itself_starts_at_another() -> None:
    varies = [Vary("upper_threshold", (0, 2, 4, 6, 8, 10, 12)), Vary("yahtzee", (5, "off"))]
    for seed in range(4):
        found = run_design(TINY, varies, "skill", LADDER, run, evaluations=12, seed=seed)
        assert len(found.candidates) == 7
        assert all(one.setting["yahtzee"] == 5 for one in found.candidates)


@pytest.mark.parametrize(
    ("objective", "ladder", "said"),
    [
        ("Δ", Ladder("examples", (0, 100), repeats=1), True),
        ("skill", LADDER, False),
        ("Δ", Ladder("strategies", ("random", "greedy")), False),
    ],
)
def test_new_seeds_are_told_of_where_there_is_chance(
    objective: str, ladder: Ladder, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = YAHTZEE if ladder.kind == "examples" and objective != "skill" else TINY
    if rules is YAHTZEE:
        pretend(monkeypatch)
    found = run_design(rules, [Vary("upper_bonus", (0, 6))], objective, ladder, run, evaluations=2)
    assert ("new seeds" in found.summary()[0]) is said
    assert any("new seeds" in text for section in found.document().sections for text in section.text) is said


def test_a_step_that_is_none_is_refused_before_anything_is_measured() -> None:
    for delta in (0.0, float("nan")):
        with pytest.raises(PlaytestError, match="it must be a positive share"):
            run_design(TINY, VARIES, "d", LADDER, lambda parts: pytest.fail("measured"), evaluations=2, delta=delta)


def test_a_report_has_the_path_and_the_variants_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    found = climbed("A", 8)
    report = found.document()
    report.check()
    ranked, path = report.tables
    assert [plot.name for plot in report.plots] == ["path"]
    assert len(ranked.rows) == len(path.rows) == 8
    assert found.numbers()["best"]["setting"] == found.candidates[found.best].setting
    assert ranked.rows[0][:2] == list(found.candidates[found.best].setting.values())


def test_objectives_are_known_by_their_names() -> None:
    assert [objective_named(text) for text in ("A", "a", "Δ", "delta", "d", "skill")] == [
        "A",
        "A",
        "Δ",
        "Δ",
        "d",
        "skill",
    ]
    with pytest.raises(PlaytestError, match="objective 'fun' is not known; it must be one of A, Δ"):
        objective_named("fun")
