"""`fivedice train`: a file that plays, an honest score beside it, and mistakes found before the work."""

import errno
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fivedice.evaluation.evaluate import evaluate
from fivedice.evaluation.figures import figures
from fivedice.learning import value as value_module
from fivedice.learning.value import train_value
from fivedice.rules import Category, Rules
from fivedice.rules.pattern import Groups, Run
from fivedice.rules.toml import format_rules
from fivedice.solver.file_format import write_file
from fivedice.strategies import trained as trained_module
from fivedice.strategies.policy import policy_for
from fivedice.strategies.trained import load_player
from tests.command import fivedice
from tests.small import TINY

TYPES = {
    "file": str,
    "kind": str,
    "rules": str,
    "digest": str,
    "mean": float,
    "low": float,
    "high": float,
    "method": str,
    "optimum": float,
    "share": float,
    "seconds": float,
    "training": dict,
}
OFF = ("ones", "twos", "threes", "fives", "full_house", "small_straight", "three_of_a_kind")
CARD = [word for change in (*(f"{name}=off" for name in OFF), "upper_threshold=30") for word in ("--set", change)]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less of everything."""
    for name, number in {"STEPS": 64, "GAMES": 1_000, "BATCH": 128}.items():
        monkeypatch.setattr(value_module, name, number)
    monkeypatch.setattr("fivedice.api.train.figures", partial(figures, games=500))


def trained(*arguments: str) -> dict[str, Any]:
    outcome = fivedice("train", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def refusal(*arguments: str) -> str:
    outcome = fivedice("train", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    return outcome.err


@pytest.mark.parametrize(
    "arguments",
    [("value", "--passes", "1", "--hidden", "24,24"), ("q", "--epochs", "20")],
    ids=["value", "q"],
)
def test_what_can_be_enumerated_is_scored_exactly(arguments: tuple[str, ...], tiny: str, tmp_path: Path) -> None:
    out = tmp_path / "player"
    found = trained(*arguments, "--rules", tiny, "--out", str(out))
    assert {key: type(one) for key, one in found.items()} == TYPES
    assert (found["kind"], found["digest"], found["method"]) == (arguments[0], TINY.digest, "exact")
    mean = evaluate(policy_for(load_player(out), TINY)).score.mean
    assert found["mean"] == found["low"] == found["high"] == mean
    assert 0.5 < found["share"] == mean / found["optimum"] < 1


def test_a_network_is_scored_by_its_regrets(tmp_path: Path) -> None:
    out = tmp_path / "player"
    found = trained(
        "network", "--examples", "0", "--hidden", "8", "--out", str(out), *CARD, "--set", "upper_threshold=30"
    )
    assert {key: type(one) for key, one in found.items()} == TYPES
    assert found["method"] == "regrets"
    assert found["low"] < found["mean"] < found["high"] < found["optimum"]
    assert found["training"]["hidden"] == [8]


def test_people_read_a_sentence(tiny: str, tmp_path: Path) -> None:
    out = tmp_path / "player"
    found = fivedice("train", "value", "--passes", "1", "--hidden", "24,24", "--rules", tiny, "--out", str(out))
    assert found.code == 0
    words = " ".join(found.out.split())
    assert "value player of tiny, 0.0" in words
    assert "(exactly)" in words
    assert "of the optimum" in words


def test_an_interrupted_training_is_written_and_said(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Any:
        def stop(done: int, total: int) -> None:
            if done > TINY.turns:
                raise KeyboardInterrupt

        return train_value(*arguments, **options | {"progress": stop})

    monkeypatch.setattr(value_module, "train_value", interrupted)
    out = tmp_path / "player"
    found = fivedice("train", "value", "--passes", "3", "--hidden", "24,24", "--rules", tiny, "--out", str(out))
    assert found.code == 0
    assert "Interrupted; what was learned until then is kept." in found.out
    assert load_player(out).name == "player"


def test_the_longest_name_there_is_can_be_written(tiny: str, tmp_path: Path) -> None:
    out = tmp_path / ("x" * 255)
    trained("q", "--epochs", "1", "--rules", tiny, "--out", str(out))
    assert load_player(out).name == out.name


def test_what_was_learned_is_not_lost_with_a_full_disk(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, spare = tmp_path / "full" / "player", tmp_path / "spare"
    out.parent.mkdir()
    spare.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(spare))

    def full(path: Path, *arguments: Any, **options: Any) -> None:
        if spare not in path.parents:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_file(path, *arguments, **options)

    monkeypatch.setattr(trained_module, "write_file", full)
    sentence = refusal("q", "--epochs", "1", "--rules", tiny, "--out", str(out))
    (kept,) = spare.glob("*/*")
    assert f"player '{out}' cannot be written: No space left on device; it is kept as '{kept}', move it." in sentence
    assert policy_for(load_player(kept), TINY).rules == TINY
    monkeypatch.setattr("tempfile.tempdir", str(out.parent))
    assert "nor into the temporary folder" in refusal("q", "--epochs", "1", "--rules", tiny, "--out", str(out))


def test_where_every_box_pays_nothing_everybody_plays_perfectly(tmp_path: Path) -> None:
    game = Rules("nothing", (Category("pair", Groups((2,)), 0), Category("run", Run(2), 0)), dice=2, faces=2, rolls=2)
    (tmp_path / "rules.toml").write_text(format_rules(game), encoding="utf-8")
    found = trained("q", "--epochs", "1", "--rules", str(tmp_path / "rules.toml"), "--out", str(tmp_path / "player"))
    assert (found["mean"], found["optimum"], found["share"]) == (0, 0, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("q", "--out", "x" * 256), "cannot be written: File name too long."),
        (("q", "--out", "."), "cannot be written: it is a folder."),
        (("q", "--out", "nowhere/player"), "cannot be written: No such file or directory."),
        (("q", "--out", "x", "--passes", "3"), "passes means nothing for 'q'; its options are seed, epochs."),
        (("value", "--out", "x", "--recipe", "soft"), "recipe means nothing for 'value'"),
        (("network", "--out", "x", "--hidden", "a,b"), "hidden 'a,b' is no list of sizes such as 100,200."),
        (("network", "--out", "x", "--recipe", "cake"), "recipe 'cake' is not known"),
        (("network", "--out", "x", "--variant", "yatzy"), "no meta-action scores"),
    ],
)
def test_mistakes_are_found_before_the_work(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(*arguments)
    assert not (tmp_path / "x").exists()
