"""A duel: who plays to win gains what its decisions say, against an opponent who plays for the mean."""

import json
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

import fivedice as fd
from fivedice.objectives.duel import Duel, duels
from fivedice.rules.toml import format_rules
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from tests.command import fivedice
from tests.small import TINY

GAMES, SEED = 200, 3


@pytest.fixture(scope="module")
def played() -> list[Duel]:
    return list(duels(TINY, GAMES, SEED))


def test_who_plays_for_the_mean_scores_what_the_optimal_strategy_scores_on_the_same_dice(played: list[Duel]) -> None:
    games = play(policy_for(strategy_named("optimal"), TINY), Counter(SEED), 2 * GAMES)
    assert [duel.scores[1] for duel in played] == np.concatenate([block.scores for block in games])[1::2].tolist()


def test_decisions_like_those_for_the_mean_gain_nothing_and_give_the_same_scores(played: list[Duel]) -> None:
    games = play(policy_for(strategy_named("optimal"), TINY), Counter(SEED), 2 * GAMES)
    usual = np.concatenate([block.scores for block in games])[::2].tolist()
    same = [(duel, score) for duel, score in zip(played, usual, strict=True) if not duel.changed]
    assert 0 < len(same) < GAMES
    assert all(duel.gain == pytest.approx(0, abs=1e-12) and duel.scores[0] == score for duel, score in same)


def test_the_gain_is_what_is_won_more_than_half_of_the_games(played: list[Duel]) -> None:
    excess = [duel.result - 0.5 - duel.gain for duel in played]
    assert abs(fmean(excess)) < 4 * stdev(excess) / GAMES**0.5
    assert fmean(duel.gain for duel in played) > 4 * stdev(duel.gain for duel in played) / GAMES**0.5


def test_the_verb_prints_what_the_function_returns(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(format_rules(TINY), encoding="utf-8")
    said = json.loads(fivedice("duel", "--rules", str(path), "--games", "8", "--seed", "3", "--json").out)
    found = fd.duel(TINY, games=8, seed=3)
    assert said == found.to_dict()
    assert found.gain.estimate == pytest.approx(fmean(duel.gain for duel in duels(TINY, 8, 3)))
