"""When boxes are filled and given up."""

import numpy as np
import pytest

from fivedice.reports import Table
from fivedice.rules import variant
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.given_up import LEAST_GAMES, Fillings, parts, points_table, report, section, sentence
from tests.recorded import played
from tests.studies.silent import silently

YAHTZEE = variant("yahtzee")


def fillings(name: str, games: int = 400) -> Fillings:
    found = Fillings(YAHTZEE)
    found.add(played(policy_for(strategy_named(name), YAHTZEE), games))
    return found


def test_every_turn_fills_one_box_and_every_box_is_filled_once() -> None:
    found = fillings("random")
    assert found.shares_filled.sum(axis=0) == pytest.approx(np.ones(13))
    assert found.shares_filled.sum(axis=1) == pytest.approx(np.ones(13))
    assert (found.shares_given_up <= found.shares_filled).all()


def test_boxes_filled_in_order_stand_on_the_diagonal() -> None:
    found = fillings("robot-4.02")
    assert np.array_equal(found.shares_filled, np.eye(13))
    games = played(policy_for(strategy_named("robot-4.02"), YAHTZEE), 400)
    assert np.diag(found.mean_points) == pytest.approx(games.points.mean(axis=0))
    assert np.diag(found.shares_given_up) == pytest.approx((games.points == 0).mean(axis=0))


def test_counting_in_two_goes_is_counting_at_once() -> None:
    games = played(policy_for(strategy_named("random"), YAHTZEE), 60)
    once, twice = Fillings(YAHTZEE), Fillings(YAHTZEE)
    once.add(games)
    twice.add(games)
    twice.add(games)
    assert twice.games == 2 * once.games
    assert np.array_equal(once.shares_given_up, twice.shares_given_up)


def test_means_of_few_games_are_not_drawn() -> None:
    few = fillings("robot-4.02", LEAST_GAMES - 1)
    assert np.isnan(few.mean_points).all()
    assert not np.isnan(np.diag(fillings("robot-4.02", LEAST_GAMES).mean_points)).any()


def test_plots_and_table_have_names_of_files_even_for_robots() -> None:
    names = [part.name for part in parts(fillings("robot-4.02"), "robot-4.02")]
    assert names == ["given-up-robot-4-02", "points-by-turn-robot-4-02", "filled-by-turn-robot-4-02",
                     "boxes-by-turn-robot-4-02", "points-by-box-robot-4-02"]  # fmt: skip


def test_a_quick_section_has_every_table_but_draws_one_strategy_only() -> None:
    every = {name: fillings(name) for name in ("robot-4.02", "random")}
    whole, quick = section(every, False), section(every, True)
    assert [part.name for part in whole.parts if isinstance(part, Table)] == [
        part.name for part in quick.parts if isinstance(part, Table)
    ]
    assert (len(whole.parts), len(quick.parts)) == (10, 7)


@pytest.mark.parametrize("name", ["greedy", "robot-4.13"])
def test_points_of_boxes_and_bonuses_add_up_to_the_mean_score(name: str) -> None:
    games = played(policy_for(strategy_named(name), YAHTZEE), 400)
    found = Fillings(YAHTZEE)
    found.add(games)
    table = points_table(found, name)
    assert [row[0] for row in table.rows[-3:]] == ["Upper bonus", "Yahtzee bonuses", "Together"]
    assert sum(found.points_a_game.values()) == pytest.approx(games.scores.mean())
    assert table.values[-1][1] == pytest.approx(games.scores.mean())


def test_the_sentence_counts_what_is_given_up() -> None:
    found = fillings("robot-4.02")
    assert f"gives up {found.zeros.sum() / found.games:.2f} boxes a game" in sentence(found, "robot-4.02")
    assert found.numbers()["given_up"]["Yahtzee"] > 0.99  # type: ignore[index]


def test_a_report_for_any_strategy_plays_the_games_that_were_asked_for() -> None:
    shown: list[float] = []
    found = report(strategy_named("robot-4.02"), YAHTZEE, 250, 3, lambda name, share: shown.append(share))
    assert found.numbers["games"] == 250
    assert shown[-1] == 1.0
    assert len(found.plots) == 3
    assert report(strategy_named("robot-4.02"), YAHTZEE, 250, 3, silently).numbers == found.numbers
