"""`fd.compare`: the same figures in every form, and what is refused."""

import json
from pathlib import Path

import polars as pl
import pytest

import fivedice as fd
from fivedice.comparison.compare import Comparison
from fivedice.errors import NotationError, StrategyError

NAMES = ("robot-4.02", "robot-4.03", "robot-4.08")


@pytest.fixture(scope="module")
def found() -> Comparison:
    return fd.compare(*NAMES, games=300, seed=4)


def test_every_form_has_the_same_means(found: Comparison) -> None:
    means = {one["strategy"]: one["mean"] for one in json.loads(json.dumps(found.to_dict()))["strategies"]}
    assert means == {one.name: one.mean.estimate for one in found.standings}
    frame = found.to_polars()
    assert dict(zip(frame["Strategy"], frame["Mean"], strict=True)) == means
    assert found.best.name == max(means, key=lambda name: means[name])
    assert found.pair(*NAMES[:2]).difference.estimate == pytest.approx(means[NAMES[0]] - means[NAMES[1]])


def test_each_strategy_scores_what_it_scores_alone(found: Comparison) -> None:
    assert found.standings[0].mean.estimate == pytest.approx(fd.simulate(NAMES[0], games=300, seed=4).mean)


def test_every_pair_is_in_a_table(found: Comparison) -> None:
    pairs = found.to_polars("pairs")
    assert len(pairs) == 3
    assert {"Low", "High"} < set(pairs.columns)
    assert isinstance(found.to_polars("win_rates"), pl.DataFrame)


def test_a_comparison_shows_itself(found: Comparison) -> None:
    assert repr(found).startswith("<Comparison 300 games of yahtzee each: robot-4.08 ")
    assert len(repr(found)) < 200
    assert "<svg" in found._repr_html_()


def test_a_report_holds_what_the_dictionary_holds(found: Comparison, tmp_path: Path) -> None:
    page = found.report(tmp_path / "report")
    assert page.name == "index.html"
    numbers = json.loads((tmp_path / "report" / "numbers.json").read_text(encoding="utf-8"))
    assert numbers["numbers"] == json.loads(json.dumps(found.to_dict()))


def test_wrong_arguments_get_one_sentence(found: Comparison) -> None:
    with pytest.raises(StrategyError, match="needs at least 2 strategies"):
        fd.compare("optimal")
    with pytest.raises(NotationError, match="1 games are too few; it must be 2 or more"):
        fd.compare(*NAMES, games=1)
    with pytest.raises(StrategyError, match=r"'optimal' and 'greedy' are no pair of these: robot-4\.02, "):
        found.pair("optimal", "greedy")
