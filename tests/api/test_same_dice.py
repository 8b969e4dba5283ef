"""`fd.same_dice`: decisions side by side in every form."""

import json

import pytest

import fivedice as fd
from fivedice.comparison.same_dice import SameDice
from fivedice.errors import NotationError, StrategyError

NAMES = ("robot-4.08", "one-roll")


@pytest.fixture(scope="module")
def found() -> SameDice:
    return fd.same_dice(*NAMES, games=2, seed=4)


def test_the_main_table_has_a_row_for_each_decision(found: SameDice) -> None:
    frame = found.to_polars()
    assert len(frame) == sum(player.decisions for player in found.players)
    assert frame["regret"].sum() == pytest.approx(sum(float(player.regrets.sum()) for player in found.players))


def test_dictionary_and_summary_have_the_same_regrets(found: SameDice) -> None:
    plain = json.loads(json.dumps(found.to_dict()))
    means = [sum(one["regrets"]) / 2 for one in plain["strategies"]]
    assert found.to_polars("summary")["Regret"].to_list() == pytest.approx(means)
    assert (plain["seed"], plain["dice"], plain["games"]) == (4, "default", 2)


def test_it_shows_itself_in_one_line_and_in_a_notebook(found: SameDice) -> None:
    assert repr(found).startswith("<SameDice 2 games of yahtzee on equal dice: robot-4.08 ")
    assert len(repr(found)) < 200
    assert "Mistakes" in found._repr_html_()


def test_wrong_arguments_get_one_sentence() -> None:
    with pytest.raises(StrategyError, match="named twice"):
        fd.same_dice("optimal", "optimal")
    with pytest.raises(NotationError, match="0 games are too few"):
        fd.same_dice("optimal", games=0)
