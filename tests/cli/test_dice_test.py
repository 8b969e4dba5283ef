"""`fivedice dice-test`: generators, counts, files, verdicts in plain words, mistakes."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.command import fivedice

REAL = "76,84,84,91,90,85"  # study 000, Table 4.5


def answered(*arguments: str) -> Any:
    outcome = fivedice("dice-test", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def words_of(*arguments: str) -> str:
    """What people read, whatever the width."""
    outcome = fivedice("dice-test", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    return " ".join(outcome.out.split())


@pytest.fixture
def dice_file(tmp_path: Path) -> Path:
    """500 fair dice, five a line."""
    generator, path = Random(1), tmp_path / "dice.txt"
    lines = ["".join(str(generator.randint(1, 6)) for _ in range(5)) for _ in range(100)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_default_tests_three_million_dice_of_the_project() -> None:
    found = answered()
    assert (found["dice"], found["n"], sum(found["counts"])) == ("default, seed 1", 3_000_000, 3_000_000)
    names = ["chi-square", "runs test about the mean", "runs test about the median", "pair test"]
    assert [test["name"] for test in found["tests"]] == names
    assert [test["df"] for test in found["tests"]] == [5, None, None, 35]
    assert (found["rejected"], found["left_out"], found["level"]) == (False, [], 0.0125)
    assert found["mean_interval"][0] < found["expected_mean"] == 3.5 < found["mean_interval"][1]


def test_a_seed_gives_the_same_dice_again_and_another_one_others() -> None:
    one, again, other = (answered("--rolls", "5000", "--seed", seed) for seed in ("5", "5", "6"))
    assert one == again
    assert one["counts"] != other["counts"]
    assert one["n"] == 5000


def test_the_dice_of_study_002_give_its_chi_square_and_its_runs_test() -> None:
    found = answered("--dice", "study-002", "--seed", "290", "--rolls", "1950000")
    assert found["counts"] == [325138, 324698, 325712, 324954, 325026, 324472]
    tests = {test["name"]: test for test in found["tests"]}
    assert round(tests["chi-square"]["statistic"], 5) == 2.76544
    assert not tests["chi-square"]["rejected"]
    assert round(tests["runs test about the median"]["p"], 4) == 0.8489
    assert round(tests["runs test about the mean"]["p"], 5) == 0.83695


def test_counts_of_real_dice_are_not_rejected_and_the_words_claim_no_more() -> None:
    found = answered("--counts", REAL)
    assert (found["n"], found["counts"]) == (510, [76, 84, 84, 91, 90, 85])
    assert found["tests"][0]["p"] == pytest.approx(0.8896, abs=5e-5)
    assert found["detectable_excess"] == pytest.approx(0.067, abs=5e-4)
    words = words_of("--counts", REAL)
    assert "510 dice (counts)" in words
    assert "Mean 3.57 ± 0.15 (95 %); a fair die has 3.5." in words
    assert "Left out: runs tests and the pair test need the dice in the order in which they fell" in words
    assert "Not rejected at the 5 % level (one test): fair dice would give samples like this one." in words
    assert "That does not prove them fair" in words
    assert "a face that comes up 23.4 % instead of 16.7 % of the time would be detected in 90 of 100 samples" in words


def test_a_loaded_die_is_rejected() -> None:
    found = answered("--counts", "76,84,84,91,90,185")
    assert found["rejected"]
    assert found["tests"][0]["rejected"]
    assert found["verdict"].startswith("Rejected at the 5 % level (one test): chi-square. ")
    assert "Not rejected" not in words_of("--counts", "76,84,84,91,90,185")


@pytest.mark.parametrize("between", ["", " ", ",", ", ", "\n", "\t", "; "])
def test_a_file_holds_faces_with_anything_usual_between_them(dice_file: Path, between: str) -> None:
    plain = answered("--dice", str(dice_file))
    text = dice_file.read_text(encoding="utf-8")
    dice_file.write_text(between.join(text.replace("\n", "")), encoding="utf-8")
    assert answered("--dice", str(dice_file)) == plain
    assert plain["n"] == 500
    assert len(plain["tests"]) == 4


def test_only_the_first_dice_of_a_file_are_tested_on_request(dice_file: Path) -> None:
    found = answered("--dice", str(dice_file), "--rolls", "100")
    text = dice_file.read_text(encoding="utf-8").replace("\n", "")[:100]
    assert found["counts"] == [text.count(str(face)) for face in range(1, 7)]
    assert found["left_out"] == ["the pair test needs at least 360 dice."]


def test_the_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = fivedice("dice-test", "--rolls", "100000")
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert "…" not in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--counts", "76,84,84"), "counts '76,84,84': these dice have 6 faces, but 3 counts are given."),
        (("--counts", "1,2,3,4,5,6,7"), "counts '1,2,3,4,5,6,7': these dice have 6 faces, but 7 counts are given."),
        (("--counts", "76,84,84,91,90,x"), "counts '76,84,84,91,90,x' are not whole numbers with commas between"),
        (("--counts", "76,84,84,91,90,-5"), "counts '76,84,84,91,90,-5' are not whole numbers with commas between"),
        (("--counts", "76,84,84,91,90,8.5"), "counts '76,84,84,91,90,8.5' are not whole numbers with commas between"),
        (("--counts", ""), "counts '' are not whole numbers with commas between"),
        (("--counts", "0,0,0,0,0,0"), "0 dice are too few to say anything; throw at least 30"),
        (("--counts", "1,1,1,1,1,1"), "6 dice are too few to say anything; throw at least 30"),
        (("--counts", "9" * 20 + ",1,1,1,1,1"), f"counts '{'9' * 20},1,1,1,1,1' are too many dice"),
        (("--counts", REAL, "--dice", "default"), "--counts are dice already: leave --dice and --rolls out"),
        (("--counts", REAL, "--rolls", "100"), "--counts are dice already: leave --dice and --rolls out"),
        (("--dice", "no/such.txt"), "dice 'no/such.txt' is no source of dice; it must be default, study-002 or a file"),
        (("--rolls", "29"), "29 dice are too few to say anything; throw at least 30"),
        (("--rolls", "0"), "--rolls 0 is too small; it must be "),
        (("--rolls", "1000000000000"), "--rolls 1000000000000 is too great; "),
        (("--seed", str(2**64)), "seed 18446744073709551616 must be a whole number from 0 to "),
    ],
    ids=lambda one: " ".join(one)[:40] if isinstance(one, tuple) else "",
)
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["for people", "for machines"])
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], words: str, form: tuple[str, ...]) -> None:
    outcome = fivedice("dice-test", *arguments, *form)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.endswith(".\n")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no dice; write their faces, any number a line."),
        (b" \n,\n", "holds no dice; write their faces, any number a line."),
        (b"123\n457\n", ", line 2: '7' is not a face of these dice, which show 1 to 6."),
        (b"0", ", line 1: '0' is not a face of these dice, which show 1 to 6."),
        (b"1 2 x", ", line 1: 'x' is not a face of these dice, which show 1 to 6."),
        ("\u0661\u0662".encode(), ", line 1: '\u0661' is not a face of these dice, which show 1 to 6."),
        (b"\xff\xfe\x00", "cannot be read: it is no text."),
    ],
    ids=["empty", "blank", "a seven", "a zero", "a letter", "digits of another script", "binary"],
)
def test_a_bad_file_gets_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "dice.txt"
    path.write_bytes(content)
    outcome = fivedice("dice-test", "--dice", str(path))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: dice file {str(path)!r}")
    assert outcome.err.endswith(f"{words}\n")
    assert outcome.err.count("\n") == 1


def test_a_file_with_too_few_dice_and_a_folder_are_refused(dice_file: Path) -> None:
    outcome = fivedice("dice-test", "--dice", str(dice_file), "--rolls", "1000")
    assert outcome.err == f"fivedice: dice file {str(dice_file)!r} holds 500 dice; 1,000 are asked for.\n"
    outcome = fivedice("dice-test", "--dice", str(dice_file.parent))
    assert outcome.code == 2
    assert outcome.err.startswith(f"fivedice: dice file {str(dice_file.parent)!r} cannot be read: ")
