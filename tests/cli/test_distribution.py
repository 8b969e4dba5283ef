import csv
import json
from pathlib import Path
from typing import Any

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.outlook import Outlook
from fivedice.rules.notation import parse_card
from fivedice.strategies.optimal import Optimal
from fivedice.strategies.policy import TablePolicy, ValuePolicy, policy_for
from fivedice.strategies.registry import strategy_named
from tests.command import fivedice
from tests.small import SMALL

MIDDLE = "1=3,FH=25,C=22,6=18,Y=50"
FULL = f"{MIDDLE},5=15,A=21"


def distributed(*arguments: str) -> dict[str, Any]:
    outcome = fivedice("distribution", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, ""), outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_json_has_the_keys_and_types_of_the_contract(small: str) -> None:
    found = distributed("--rules", small)
    assert list(found) == ["variant", "strategy", "mean", "sd", "min", "max", "quantiles", "at_least"]
    assert (found["variant"], found["strategy"]) == ("small", "optimal")
    assert (type(found["mean"]), type(found["sd"])) == (float, float)
    assert list(found["quantiles"]) == ["0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"]
    assert {type(one) for one in found["quantiles"].values()} == {int}
    assert all(int(key) % 10 == 0 and type(one) is float for key, one in found["at_least"].items())


@pytest.mark.parametrize("strategy", ["optimal", "greedy"])
def test_figures_are_those_of_the_exact_evaluation(small: str, strategy: str) -> None:
    policy = policy_for(strategy_named(strategy), SMALL)
    assert isinstance(policy, TablePolicy | ValuePolicy)
    score = evaluate(policy).score
    found = distributed("--rules", small, "--strategy", strategy, "--at-least", "157")
    assert (found["mean"], found["sd"], found["min"], found["max"]) == (score.mean, score.sd, score.least, score.most)
    assert found["quantiles"]["0.95"] == score.quantile(0.95)
    assert {int(key): one for key, one in found["at_least"].items()} == {
        number: score.at_least(number) for number in (*range(-(-score.least // 10) * 10, score.most + 1, 10), 157)
    }


def test_shunning_risk_costs_mean_and_spread(small: str) -> None:
    bold, plain, shy = (distributed("--rules", small, "--risk", risk) for risk in ("-3", "0", "3"))
    assert plain["mean"] > max(bold["mean"], shy["mean"])
    assert shy["sd"] < plain["sd"] < bold["sd"]


def test_risk_is_for_the_optimal_strategy_only(small: str) -> None:
    outcome = fivedice("distribution", "--rules", small, "--strategy", "greedy", "--risk", "1")
    words = "fivedice: --risk 1 is for the optimal strategy; 'greedy' plays as it always does.\n"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", words)


def test_it_goes_on_from_a_card_and_from_dice_on_the_table(small: str) -> None:
    card, outlook = parse_card(SMALL, MIDDLE), Outlook(SMALL, Optimal())
    found = distributed("--rules", small, "--filled", MIDDLE)
    assert found["mean"] == pytest.approx(outlook.final(card).mean)
    thrown = distributed("--rules", small, "--filled", MIDDLE, "--throw", "55566:1")
    assert thrown["mean"] == pytest.approx(outlook.final_in_turn(card, (5, 5, 5, 6, 6), 1).mean)
    assert thrown["mean"] > found["mean"]


def test_a_full_card_has_one_score(small: str) -> None:
    found = distributed("--rules", small, "--filled", FULL)
    assert (found["mean"], found["sd"], found["min"], found["max"]) == (189, 0, 189, 189)
    assert set(found["quantiles"].values()) == {189}


def test_people_read_the_mean_quantiles_and_round_scores_beside_those_asked_for(small: str) -> None:
    lines = fivedice("distribution", "--rules", small, "--at-least", "157").out.splitlines()
    score = evaluate(Outlook(SMALL).policy).score
    assert lines[0].startswith(f"mean {score.mean:.4f}, standard deviation {score.sd:.2f}, from ")
    assert "50%" in " ".join(lines)
    shown = [line.split()[0] for line in lines[lines.index("Score at least  Probability") + 1 :]]
    assert shown[:5] == ["50", "100", "150", "157", "200"]


def test_csv_holds_every_score(small: str, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    assert fivedice("distribution", "--rules", small, "--filled", MIDDLE, "--csv", str(path)).code == 0
    with path.open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["score", "probability"]
    assert sum(float(one) for _, one in rows) == pytest.approx(1)
    mean = sum(int(score) * float(one) for score, one in rows)
    assert mean == pytest.approx(distributed("--rules", small, "--filled", MIDDLE)["mean"])


def test_it_is_drawn(small: str, tmp_path: Path) -> None:
    path = tmp_path / "scores.svg"
    assert fivedice("distribution", "--rules", small, "--strategy", "greedy", "--plot", str(path)).code == 0
    assert "Final score of greedy: small" in path.read_text(encoding="utf-8")
