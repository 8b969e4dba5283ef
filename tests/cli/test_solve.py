import io
import json
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from fivedice.api.solve import solution_for
from fivedice.rules import Category, Rules, variant
from fivedice.rules.pattern import Anything
from fivedice.rules.toml import format_rules
from tests.command import Outcome, fivedice, fivedice_process

TYPES = {
    "variant": str,
    "digest": str,
    "objective": str,
    "value": float,
    "states": int,
    "seconds": float,
    "cached": bool,
}


def solved(*arguments: str) -> dict[str, Any]:
    outcome: Outcome = fivedice("solve", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_json_has_exactly_the_keys_and_types_of_the_contract() -> None:
    found = solved("yacht")
    assert list(found) == list(TYPES)
    assert {key: type(value) for key, value in found.items()} == TYPES


def test_the_default_is_official_yahtzee() -> None:
    found = solved()
    assert (found["variant"], found["digest"]) == ("yahtzee", variant("yahtzee").digest)
    assert found["value"] == pytest.approx(254.5877287, abs=1e-6)  # figures.md, independent solver
    assert (found["states"], found["objective"]) == (536_448, "mean")


def test_the_second_time_is_cached_and_fresh_is_not(empty_cache: Path) -> None:
    first, second, third = solved("yacht"), solved("yacht"), solved("yacht", "--fresh")
    assert (first["cached"], second["cached"], third["cached"]) == (False, True, False)
    assert first["value"] == second["value"] == third["value"]


def test_settings_change_the_rules_and_the_digest() -> None:
    found = solved("yacht", "--set", "choice=off", "--set", "yacht=60")
    assert found["digest"] == variant("yacht").change({"choice": "off", "yacht": 60}).digest


def test_rules_come_from_a_file_and_settings_go_on_top(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "yacht"\nchoice = "off"\n', encoding="utf-8")
    assert solved("--rules", str(path)) | {"seconds": 0, "cached": True} == solved("yacht", "--set", "choice=off") | {
        "variant": "mine",
        "seconds": 0,
        "cached": True,
    }
    twice = solved("--rules", str(path), "--set", "yacht=60")
    assert twice["digest"] == variant("yacht").change({"choice": "off", "yacht": 60}).digest


def test_rules_printed_as_toml_solve_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(format_rules(variant("yacht")), encoding="utf-8")
    assert solved("--rules", str(path))["digest"] == variant("yacht").digest


def test_all_targets_are_solved_at_once_and_kept(small: str, empty_cache: Path) -> None:
    first = solved("--rules", small, "--objective", "reach")
    assert list(first) == ["variant", "digest", "objective", "max_target", "probabilities"]
    assert (first["objective"], first["max_target"]) == ("reach", 500)
    assert list(first["probabilities"]) == [str(target) for target in range(50, 501, 50)]
    kept = {path.name for path in empty_cache.glob("*reach*")}
    assert len(kept) == 1
    assert solved("--rules", small, "--objective", "reach") == first
    shown = fivedice("reach", "--rules", small, "--target", "150", "--json")
    assert json.loads(shown.out)["probability"] == first["probabilities"]["150"]
    assert {path.name for path in empty_cache.glob("*reach*")} == kept


def test_a_greater_target_may_be_asked_for(small: str, empty_cache: Path) -> None:
    found = solved("--rules", small, "--objective", "reach", "--max-target", "600")
    assert found["max_target"] == 600
    assert list(found["probabilities"])[-1] == "600"


def test_a_lower_greatest_target_is_all_that_is_solved(small: str, empty_cache: Path) -> None:
    assert solved("--rules", small, "--objective", "reach", "--max-target", "60")["max_target"] == 60
    assert [path.name.split("-")[2] for path in empty_cache.glob("*.solution")] == ["60"]


def test_people_read_the_probabilities_of_round_targets(small: str) -> None:
    out = fivedice("solve", "--rules", small, "--objective", "reach").out
    found = solved("--rules", small, "--objective", "reach")
    assert out.startswith("small: greatest probabilities to reach each target, all solved up to ")
    assert ["150", f"{found['probabilities']['150']:.4%}"] in [line.split() for line in out.splitlines()]


def test_a_utility_is_solved_and_solved_afresh_when_asked(small: str, empty_cache: Path) -> None:
    words = ("--rules", small, "--objective", "utility:min(score, 150)")
    found = solved(*words)
    assert list(found) == ["variant", "digest", "objective", "value", "quantity"]
    assert found["quantity"] == "utility"
    assert 100 < found["value"] < 150
    (path,) = empty_cache.glob("*utility*")
    path.write_bytes(b"nonsense")
    assert solved(*words, "--fresh")["value"] == pytest.approx(found["value"], abs=1e-3)
    before = path.stat().st_mtime_ns
    assert solved(*words)["value"] == pytest.approx(found["value"], abs=1e-2)
    assert path.stat().st_mtime_ns == before
    assert solved(*words, "--fresh")["value"] == pytest.approx(found["value"], abs=1e-3)
    assert path.stat().st_mtime_ns > before


def test_a_risk_is_a_utility_and_worth_less_than_the_mean(small: str) -> None:
    mean, shy = solved("--rules", small), solved("--rules", small, "--risk", "2")
    assert shy["objective"] == "utility:risk=2"
    assert list(shy) == list(TYPES)
    assert shy["value"] < mean["value"]
    assert shy["value"] == solved("--rules", small, "--objective", "utility:risk=2")["value"]
    assert f"worth a sure score of {shy['value']:.4f}" in fivedice("solve", "--rules", small, "--risk", "2").out


def test_people_read_a_sentence_with_the_mean() -> None:
    outcome = fivedice("solve", "yacht")
    assert outcome.code == 0
    words = " ".join(outcome.out.split())
    assert words.startswith("yacht: the optimal strategy scores 166.9550677 on average (4,096 reachable states, solved")


def test_a_process_of_its_own_prints_json_and_nothing_on_the_error_stream() -> None:
    solved("yacht")
    outcome = fivedice_process("solve", "yacht", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out)["cached"] is True


def test_solving_prints_no_bar_where_nobody_watches(empty_cache: Path) -> None:
    outcome = fivedice_process("solve", "yacht", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out)["cached"] is False


class Watched(io.StringIO):
    """An error stream with somebody before it."""

    def isatty(self) -> bool:
        return True


def test_a_bar_appears_where_somebody_watches_and_something_is_solved(
    empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    game = Rules("[/b] :dice:", (Category("chance", Anything(), "sum"),), dice=1)
    shown = []
    for _ in range(2):
        with redirect_stderr(Watched()) as stream:
            solution_for(game)
        shown.append(stream.getvalue())
    assert "Solving [/b] :dice:" in shown[0]
    assert shown[1] == ""


def test_an_unwritable_cache_still_solves(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    outcome = fivedice_process("solve", "yacht", "--json", FIVEDICE_CACHE=str(tmp_path / "file"))
    assert outcome.code == 0, outcome.err
    assert json.loads(outcome.out)["cached"] is False
