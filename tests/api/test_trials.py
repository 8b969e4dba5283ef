"""`fd.trials`: scores as a file or as numbers, in every form."""

import json
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.errors import TrialsError

CHEAP = "robot-4.02"


def test_numbers_and_a_file_of_them_say_the_same(tmp_path: Path) -> None:
    scores = [50, 40, 47, 150]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(map(str, scores)), encoding="utf-8")
    one, other = fd.trials(scores, strategies=CHEAP), fd.trials(path, strategies=[CHEAP])
    assert one.to_dict() == other.to_dict()
    assert one.luck[0][0].difference == pytest.approx(sum(scores) / 4 - 45.9453, abs=5e-5)


def test_it_shows_itself() -> None:
    found = fd.trials([50, 40, 47], strategies=CHEAP)
    assert repr(found).startswith("<Findings scores, 3 games of yahtzee: mean ")
    assert "<svg" in found._repr_html_()
    assert found.to_polars("luck")["Strategy"].to_list() == [CHEAP]
    assert json.loads(json.dumps(found.to_dict()))["samples"][0]["games"] == 3


def test_wrong_arguments_get_one_sentence() -> None:
    with pytest.raises(TrialsError, match="study 000 were games of yatzy, not yahtzee"):
        fd.trials(rules="yahtzee", strategies=CHEAP)
    with pytest.raises(TrialsError, match="score 5000 is more than yahtzee can pay"):
        fd.trials([5000], strategies=CHEAP)
