"""`fd.train`: a player that every other function takes, with its honest figures."""

from functools import partial
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.api.train import TrainedPlayer
from fivedice.errors import LearningError
from fivedice.evaluation.figures import figures
from fivedice.learning import value as value_module
from tests.small import TINY


@pytest.fixture(scope="module")
def q() -> TrainedPlayer:
    return fd.train("q", TINY, epochs=20)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less of everything."""
    for name, number in {"STEPS": 64, "GAMES": 1_000, "BATCH": 128}.items():
        monkeypatch.setattr(value_module, name, number)
    monkeypatch.setattr("fivedice.api.train.figures", partial(figures, games=500))


def test_a_trained_player_is_a_strategy_without_a_file(q: TrainedPlayer) -> None:
    assert fd.evaluate(q.player).mean == q.mean == q.interval[0]
    assert q.file is q.to_dict()["file"] is None
    assert q.share == q.mean / fd.solve(TINY).value < 1
    assert q.curve == {}


def test_it_shows_itself(q: TrainedPlayer) -> None:
    assert repr(q).startswith("<TrainedPlayer q player of tiny: mean ")
    assert len(repr(q)) < 200
    assert "exactly" in q._repr_html_()
    assert "svg" in q._repr_html_()
    assert q.to_polars()["Mean"].to_list() == [q.mean]
    assert set(q.to_polars("boxes")["Points per box"]) > {"Chance", "Mean score"}


def test_a_saved_player_plays_by_its_path(q: TrainedPlayer, tmp_path: Path) -> None:
    q.save(tmp_path / "mine.fd")
    assert fd.evaluate(str(tmp_path / "mine.fd")).mean == q.mean
    with pytest.raises(LearningError, match="it is a folder"):
        q.save(tmp_path)


@pytest.mark.usefixtures("short")
def test_the_curve_of_a_value_learner_ends_with_its_mean(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = fd.train(
        "value", TINY, passes=2, hidden=(24, 24), out=tmp_path / "it", progress=lambda *step: told.append(step)
    )
    assert list(found.curve) == [1, 2]
    assert found.curve[2] == found.mean
    assert found.curve[1] == fd.train("value", TINY, passes=1, hidden="24,24").mean
    assert "Passes" in str(found.chart().to_dict())
    assert (12, 12) in told
    assert fd.evaluate(str(tmp_path / "it")).mean == found.mean


def test_options_that_mean_nothing_are_refused() -> None:
    with pytest.raises(LearningError, match="recipe means nothing for 'q'; its options are seed, epochs"):
        fd.train("q", TINY, recipe="soft")
    with pytest.raises(LearningError, match="'foo' is not one of q, network, value"):
        fd.train("foo", TINY)
