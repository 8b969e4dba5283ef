"""`fd.given_up`: when a strategy fills and gives up each box."""

import pytest

import fivedice as fd
from fivedice.errors import NotationError, StrategyError


def test_a_strategy_that_fills_boxes_in_order_gives_most_of_them_up() -> None:
    found = fd.given_up("robot-4.02", games=200, seed=3)
    assert found.to_dict()["games"] == 200
    assert found.to_dict()["boxes_given_up_per_game"] > 5
    assert found.to_polars().height == 13 * 13
    assert "gives up" in found._repr_html_()
    assert len(repr(found)) < 200


def test_rules_that_it_cannot_play_are_refused() -> None:
    with pytest.raises(StrategyError, match="cannot play 'yahtzee'"):
        fd.given_up("dice-based", "yahtzee", games=10)


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (10, -1)])
def test_no_games_and_a_negative_seed_are_refused(games: int, seed: int) -> None:
    with pytest.raises(NotationError, match="must be"):
        fd.given_up("robot-4.02", games=games, seed=seed)
