"""Sweeps: what is measured, how it is put together, and what is told of it."""

from pathlib import Path

import numpy as np
import pytest

from fivedice.errors import PlaytestError
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import without
from fivedice.playtest.sweep import Sweep, run_sweep
from fivedice.playtest.vary import Vary
from fivedice.reports import Table
from fivedice.rules import Category, Rules, variant
from fivedice.rules.pattern import Groups, Run
from fivedice.solver import solve
from fivedice.strategies.trained import write_trained
from tests.playtest.pretended import PEAK, pretend, run
from tests.small import TINY
from tests.strategies.test_trained_network import GAME, untrained

YAHTZEE = variant("yahtzee")
STRATEGIES = Ladder("strategies", ("random", "greedy", "optimal"))


@pytest.fixture(scope="module")
def tiny() -> Sweep:
    return run_sweep(TINY, [Vary("upper_threshold", (0, 12))], STRATEGIES, run, games=200)


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Sweep:
    pretend(monkeypatch)
    ladder = Ladder("examples", (0, 100, 10_000), repeats=3)
    return run_sweep(YAHTZEE, [Vary("upper_threshold", (1, 28, 49, 56, 84))], ladder, run, details=False)


def test_the_base_takes_its_place_among_the_variants(tiny: Sweep) -> None:
    assert [one.setting["upper_threshold"] for one in tiny.variants] == [0, 7, 12]
    assert tiny.base == 1
    assert tiny.variants[1].rules is TINY
    two = run_sweep(TINY, [Vary("upper_bonus", (0, 2)), Vary("joker", ("free",))], STRATEGIES, run, details=False)
    assert [tuple(one.setting.values()) for one in two.variants] == [(0, "free"), (2, "free"), (6, "forced")]
    assert two.base == 2


def test_the_optimal_strategy_is_at_the_top_of_every_ladder(tiny: Sweep) -> None:
    assert tiny.main.performance[:, -1] == pytest.approx(1.0)
    assert (np.diff(tiny.main.performance, axis=1) > 0).all()
    for one in tiny.variants:
        assert one.optimum == solve(one.rules, threads=1).value
        assert one.greedy_share is not None
        assert one.foresight_share == pytest.approx(1 - one.greedy_share)


def test_cards_that_meta_actions_do_not_know_have_one_normaliser(tiny: Sweep) -> None:
    assert tiny.normalisers == ("optimum",)
    assert all(one.restricted is None for one in tiny.variants)


def test_boxes_are_worth_what_the_game_loses_without_them(tiny: Sweep) -> None:
    one = tiny.variants[0]
    assert one.values is not None
    assert list(one.values) == [category.name for category in one.rules.categories]
    assert one.values["straight"] == pytest.approx(one.optimum - solve(one.rules.change({"straight": "off"})).value)
    assert one.figures is not None
    total = sum(one.figures["categories"].values()) + one.figures["yahtzee_bonuses"] * 3
    assert total + one.figures["p_upper_bonus"] * 6 == pytest.approx(one.optimum)


def test_without_a_box_goes_what_hangs_on_it() -> None:
    bare = without(TINY, "yahtzee")
    assert (bare.joker, bare.yahtzee_bonus, bare.turns) == ("none", 0, TINY.turns - 1)
    steep = TINY.change({"upper_threshold": 12})
    assert without(steep, "threes").upper_bonus == 0
    assert without(TINY.change({"upper_threshold": 5}), "threes").upper_bonus == 6


def test_decisions_change_against_the_base_and_not_against_itself(tiny: Sweep) -> None:
    changed = [one.changed for one in tiny.variants]
    assert changed[1] is None
    assert changed[0] is not None
    assert 0 < changed[0]["share"] < 1
    assert changed[0]["games"] == 200


def test_both_normalisers_are_there_where_the_card_allows_it(pretended: Sweep) -> None:
    assert pretended.normalisers == ("optimum", "restricted")
    whole, part = pretended.performance(), pretended.performance("restricted")
    assert part == pytest.approx(whole / 0.99)
    assert pretended.depth("restricted").span == pytest.approx(pretended.main.span / 0.99)


def test_metrics_peak_where_networks_do_worst(pretended: Sweep) -> None:
    area, span = pretended.main.area_peak, pretended.main.span_peak
    assert pretended.variants[area.at].setting["upper_threshold"] == PEAK
    assert (area.low, area.high, area.share) == (area.at, area.at, 1.0)
    assert pretended.main.area.min() == 0
    assert pretended.main.area_half == pytest.approx(np.zeros(6), abs=1e-12)  # chance is shared by all variants
    assert pretended.main.half is not None
    assert (pretended.main.half > 0).all()
    assert span.at != area.at
    assert pretended.main.span_half is not None


def test_differences_from_the_base_are_free_of_the_chance_that_all_variants_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pretend(monkeypatch)
    found = run_sweep(YAHTZEE, [Vary("upper_threshold", (1, 84))], Ladder("examples", (0, 9)), run, details=False)
    depth = found.main
    assert depth.half is not None
    assert depth.area_more[found.base] == depth.span_more[found.base] == 0
    assert depth.area_more == pytest.approx(depth.area - depth.area[found.base])
    assert depth.span_more_half == pytest.approx(np.zeros(3), abs=1e-12)
    assert (depth.half > 1e-4).all()


def test_what_is_told_names_peaks_with_intervals_and_the_base(pretended: Sweep) -> None:
    delta, area, d = pretended.summary()
    assert "Δ is greatest" in delta
    assert "A is greatest" in area
    assert "at upper_threshold 49 (95 %: 49 to 49); the base, upper_threshold 63, has" in area
    assert d.startswith("d is 2 for every variant (δ = 2.00%, 3 levels)")
    found = pretended.numbers()
    assert found["metrics"]["restricted"]["A_peak"]["setting"] == {"upper_threshold": PEAK}
    assert found["ladder"]["axis"] == "log10(1 + training examples)"
    shown = pretended.parts()[0]
    assert isinstance(shown, Table)
    assert shown.columns[0] == "upper_threshold"
    assert len(shown.rows) == 6


def test_a_game_that_pays_nothing_has_no_depth() -> None:
    nothing = Rules(
        "nothing", (Category("pair", Groups((2,)), 0), Category("run", Run(2), 0)), dice=2, faces=2, rolls=2
    )
    found = run_sweep(nothing, (), STRATEGIES, run, details=False)
    with pytest.raises(PlaytestError, match="the best mean under 'nothing' is 0"):
        found.summary()


def test_a_step_that_is_none_is_refused_before_anything_is_measured() -> None:
    for delta in (0.0, float("nan")):
        with pytest.raises(PlaytestError, match="it must be a positive share"):
            run_sweep(TINY, (), STRATEGIES, lambda parts: pytest.fail("measured"), delta=delta)


def test_levels_with_any_name_are_drawn(tmp_path: Path) -> None:
    name = str(tmp_path / """it's "mine" \\ or.fd""")
    write_trained(Path(name), untrained(GAME))
    ladder = Ladder("strategies", ("random", name), repeats=2, games=20)
    run_sweep(GAME, (), ladder, run, details=False).report(tmp_path / "report")
    assert (tmp_path / "report" / "ladders.png").is_file()


def test_reports_have_ladders_metrics_and_what_the_optimal_strategy_does(tiny: Sweep, pretended: Sweep) -> None:
    full, short = tiny.document(), pretended.document()
    full.check()
    assert [plot.name for plot in full.plots] == ["sweep-metrics", "ladders", "boxes", "changes"]
    assert [table.name for table in full.tables] == ["sweep", "ladders", "optimal", "boxes"]
    assert [plot.name for plot in short.plots] == ["sweep-metrics", "ladders"]
    assert short.tables[0].columns[-2:] == ["Δ restricted", "A restricted"]


def test_two_parameters_give_heat_maps_and_three_give_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    ladder = Ladder("examples", (0, 100), repeats=2)
    varies = [Vary("upper_threshold", (1, 63)), Vary("upper_bonus", (0, 35)), Vary("full_house", (25, 30))]
    two, three = (run_sweep(YAHTZEE, varies[:count], ladder, run, details=False) for count in (2, 3))
    assert [plot.name for plot in two.document().plots] == ["sweep-delta", "sweep-area", "ladders"]
    assert [plot.name for plot in three.document().plots] == ["ladders"]
    assert len(three.document().tables[0].rows) == 8


def test_one_variant_alone_has_a_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    ladder = Ladder("examples", (0, 100), repeats=2)
    alone = run_sweep(YAHTZEE, (), ladder, run, details=False)
    assert len(alone.variants) == 1
    assert alone.summary()[0].startswith("Δ is ")
    assert [plot.name for plot in alone.document().plots] == ["ladders"]
