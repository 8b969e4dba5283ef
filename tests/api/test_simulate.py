"""`fd.simulate`: scores, figures, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import fivedice as fd
from fivedice.errors import NotationError, StrategyError
from fivedice.simulation.streams import Counter

CHEAP = "robot-4.02"


def test_figures_are_those_of_the_scores() -> None:
    found = fd.simulate(CHEAP, games=500, seed=5)
    assert found.scores.shape == (500,)
    assert found.mean == pytest.approx(found.scores.mean())
    assert found.sd == pytest.approx(found.scores.std(ddof=1))
    assert found.median == np.median(found.scores)
    assert found.interval.low < found.mean < found.interval.high
    assert found.interval.half_width == pytest.approx(1.96 * found.standard_error, rel=0.005)
    np.testing.assert_array_equal(found.scores, fd.simulate(CHEAP, games=500, dice=Counter(5)).scores)
    assert not np.array_equal(found.scores, fd.simulate(CHEAP, games=500, seed=6).scores)


def test_the_table_counts_every_game_and_the_dictionary_is_plain() -> None:
    found = fd.simulate(CHEAP, "yahtzee", games=300)
    assert found.to_polars()["Games"].sum() == 300
    assert json.loads(json.dumps(found.to_dict()))["games"] == 300
    assert repr(found).startswith("<Simulation robot-4.02, 300 games of yahtzee: mean ")
    assert len(repr(found)) < 200
    assert "<svg" in found._repr_html_()


def test_scores_that_were_not_kept_are_refused_with_a_sentence() -> None:
    found = fd.simulate(CHEAP, games=10, keep_scores=False)
    assert found.games == 10
    with pytest.raises(NotationError, match="keep_scores=True"):
        _ = found.scores


def test_one_game_has_a_mean_and_no_interval() -> None:
    found = fd.simulate(CHEAP, games=1)
    assert found.mean == found.scores[0]
    assert found.interval.high == np.inf


def test_scores_and_log_are_written_where_asked_for(tmp_path: Path) -> None:
    found = fd.simulate(CHEAP, games=3, csv=tmp_path / "scores.csv", log=tmp_path / "log.csv")
    rows = (tmp_path / "scores.csv").read_text(encoding="utf-8").split()
    assert rows == ["game,score", *(f"{game},{score}" for game, score in enumerate(found.scores, 1))]
    assert (tmp_path / "log" / "score_sheet.csv").is_file()


def test_wrong_arguments_get_one_sentence() -> None:
    with pytest.raises(NotationError, match=r"^0 games are too few; it must be 1 or more\.$"):
        fd.simulate(CHEAP, games=0)
    with pytest.raises(NotationError, match="is no source of dice"):
        fd.simulate(CHEAP, dice="no/dice.txt")
    with pytest.raises(StrategyError, match="cannot play 'yahtzee'"):
        fd.simulate("dice-based")
