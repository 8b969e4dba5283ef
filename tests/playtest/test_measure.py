"""What a playtest measures: exact means, optima, and learners whose figures do not depend on who computes them."""

from pathlib import Path

import pytest

from fivedice.errors import PlaytestError
from fivedice.evaluation.evaluate import evaluate
from fivedice.learning.qtable import train_q
from fivedice.playtest.ladder import Ladder
from fivedice.playtest.measure import changes, network_mean, optima, strategy_mean, value_means
from fivedice.playtest.parts import Part, run_parts
from fivedice.rules import variant
from fivedice.rules.toml import format_rules
from fivedice.solver import solve
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.strategies.study_004 import restricted_solution
from fivedice.strategies.trained import player_of, write_trained
from tests.small import SMALL, TINY
from tests.strategies.test_trained_network import GAME, untrained

FEW = variant("yahtzee").change(
    dict.fromkeys(("ones", "twos", "threes", "fours", "three_of_a_kind", "four_of_a_kind", "small_straight"), "off")
    | {"upper_threshold": 33}
)
"""Six boxes of Yahtzee, all of which belong to meta-actions."""


def test_optima_are_those_of_the_solver_and_the_restricted_one_is_missing_where_the_card_has_other_boxes() -> None:
    assert optima(format_rules(FEW)) == {
        "optimum": solve(FEW, threads=1).value,
        "restricted": restricted_solution(FEW).value,
    }
    assert optima(format_rules(SMALL))["restricted"] is None


def test_strategies_are_measured_exactly() -> None:
    text = format_rules(FEW)
    assert strategy_mean(text, "optimal")["mean"] == optima(text)["optimum"]
    assert strategy_mean(text, "meta-optimal")["mean"] == optima(text)["restricted"]
    greedy = evaluate(policy_for(strategy_named("greedy"), FEW)).score.mean
    assert strategy_mean(text, "greedy")["mean"] == greedy


def test_variants_with_other_boxes_have_no_decisions_in_common() -> None:
    assert changes(format_rules(TINY), format_rules(TINY.change({"again": "off"})), 10, 1) is None


@pytest.mark.slow
def test_networks_taught_more_do_better_and_two_workers_agree_to_the_last_bit(tmp_path: Path) -> None:
    ladder = Ladder("examples", (0, 100, 3_000), repeats=1, hidden=(10, 20), games=500)
    one, other = (run_parts(ladder.parts(FEW), folder=tmp_path / name, workers=1) for name in ("one", "other"))
    assert one == other
    means = ladder.means(one)[0]
    assert means[0] < means[1] < means[2] < solve(FEW, threads=1).value


@pytest.mark.slow
def test_a_learner_that_knows_only_the_rules_starts_greedy_and_gets_better() -> None:
    text = format_rules(TINY)
    first, *later = value_means(text, [0, 1, 2], [16], 1)["means"]
    assert first == pytest.approx(strategy_mean(text, "greedy")["mean"], abs=1.0)
    assert all(first < mean <= solve(TINY, threads=1).value + 1e-9 for mean in later)


def test_a_network_without_examples_needs_no_training_and_depends_on_its_seed_only() -> None:
    def mean(seed: int) -> float:
        return network_mean(format_rules(FEW), 0, [5, 5], "soft", None, 200, seed)["mean"]

    assert mean(1) == mean(1) != mean(2)


def test_networks_leave_no_solutions_behind(empty_cache: Path) -> None:
    network_mean(format_rules(FEW), 0, [5, 5], "soft", None, 2, 1)
    assert not list(empty_cache.glob("*.solution"))


def test_trained_players_are_measured_by_workers_that_cannot_see_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained, q = untrained(GAME), train_q(GAME, epochs=1).trained()
    write_trained(tmp_path / "network.fd", trained)
    write_trained(tmp_path / "q.fd", q)
    monkeypatch.chdir(tmp_path)
    ladder = Ladder("strategies", ("network.fd", "q.fd"), repeats=2, games=400)
    (tmp_path / "network.fd").unlink()
    (tmp_path / "q.fd").unlink()
    means = ladder.means(run_parts(ladder.parts(GAME), folder=tmp_path / "parts", workers=1))
    network, table = (evaluate(policy_for(player_of(one, "it"), GAME)).score.mean for one in (trained, q))
    assert means[:, 1].tolist() == [table, table]
    assert means[0, 0] != means[1, 0]
    assert means[:, 0] == pytest.approx([network, network], rel=0.1)


def test_a_part_that_needs_what_is_not_there_says_so(tmp_path: Path) -> None:
    job = Part.of(
        network_mean, rules=format_rules(FEW), examples=10, hidden=[5], recipe="none", epochs=1, games=2, seed=1
    )
    with pytest.raises(PlaytestError, match="recipe 'none' is not known"):
        run_parts([job], folder=tmp_path, workers=1)
