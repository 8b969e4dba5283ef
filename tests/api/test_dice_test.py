"""`fd.dice_test`: counts, faces, files and generators."""

import json
from pathlib import Path
from random import Random

import pytest

import fivedice as fd
from fivedice.errors import NotationError, StatisticsError

REAL = (76, 84, 84, 91, 90, 85)  # study 000, Table 4.5


def test_counts_are_taken_as_text_or_numbers() -> None:
    found = fd.dice_test(counts=REAL)
    assert found.to_dict() == fd.dice_test(counts="76,84,84,91,90,85").to_dict()
    assert (found.counts, found.rejected) == (REAL, False)
    assert found.outcome.tests[0].p == pytest.approx(0.8896, abs=5e-5)


def test_faces_and_a_file_of_them_give_the_same_tests(tmp_path: Path) -> None:
    faces = Random(1).choices(range(1, 7), k=500)
    path = tmp_path / "dice.txt"
    path.write_text(" ".join(map(str, faces)), encoding="utf-8")
    one, other = fd.dice_test(faces), fd.dice_test(path)
    assert one.outcome == other.outcome
    assert fd.dice_test(faces, rolls=100).outcome.n == 100


def test_a_generator_is_named_with_its_seed() -> None:
    found = fd.dice_test("study-002", rolls=1000, seed=3)
    assert sum(found.counts) == 1000
    assert found.source == "study-002, seed 3"


def test_it_shows_itself() -> None:
    found = fd.dice_test(counts=(76, 84, 84, 91, 90, 185))
    assert repr(found).startswith("<TestedDice 610 dice (counts): rejected as fair, smallest p ")
    assert "<svg" in found._repr_html_()
    assert found.to_polars()["Count"].sum() == 610
    assert json.loads(json.dumps(found.to_dict()))["rejected"] is True


def test_wrong_arguments_get_one_sentence() -> None:
    with pytest.raises(NotationError, match="counts are dice already"):
        fd.dice_test("default", counts=REAL)
    with pytest.raises(NotationError, match="7 is not a face of these dice, which show 1 to 6"):
        fd.dice_test([1, 2, 7])
    with pytest.raises(NotationError, match="0 is not a face of these dice"):
        fd.dice_test([1, 2, 0])
    with pytest.raises(StatisticsError, match="dice are too few"):
        fd.dice_test([1, 2, 3])
