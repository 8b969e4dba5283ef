import csv
import json
from pathlib import Path
from typing import Any

import pytest

from fivedice.objectives.points import curve_from, most_points
from fivedice.rules import Card
from fivedice.rules.notation import parse_card
from tests.command import fivedice
from tests.small import SMALL, TINY

MIDDLE = "1=3,FH=25,C=22,6=18,Y=50"


def reached(*arguments: str) -> Any:
    outcome = fivedice("reach", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, ""), outcome.err
    return json.loads(outcome.out)


def test_one_target_is_one_object_of_the_contract(small: str) -> None:
    found = reached("--rules", small, "--target", "150")
    assert list(found) == ["target", "probability"]
    assert (type(found["target"]), type(found["probability"])) == (int, float)
    assert found == {"target": 150, "probability": pytest.approx(curve_from(SMALL, Card.empty(SMALL))[150], abs=1e-12)}
    assert 0.3 < found["probability"] < 0.9


def test_several_targets_are_a_list_in_the_order_asked_for(small: str) -> None:
    found = reached("--rules", small, "--target", "200", "--target", "100", "--target", "150")
    assert [one["target"] for one in found] == [200, 100, 150]
    assert found[2] == pytest.approx(reached("--rules", small, "--target", "150"), abs=1e-12)
    assert found[0]["probability"] < found[2]["probability"] < found[1]["probability"]


def test_without_a_target_machines_get_the_whole_curve(small: str) -> None:
    found = reached("--rules", small)
    assert [one["target"] for one in found] == list(range(1, 501))
    assert [one["probability"] for one in found] == list(curve_from(SMALL, Card.empty(SMALL)).values())


def test_a_target_above_the_usual_ones_is_solved_too(small: str) -> None:
    most = most_points(SMALL)
    found = reached("--rules", small, "--target", str(most), "--target", "150")
    assert 0 < found[0]["probability"] < 1e-9
    assert found[1]["probability"] == pytest.approx(curve_from(SMALL, Card.empty(SMALL))[150], abs=1e-12)


def test_the_curve_goes_on_from_a_card(small: str) -> None:
    curve = curve_from(SMALL, parse_card(SMALL, MIDDLE))
    found = reached("--rules", small, "--filled", MIDDLE, "--target", "140", "--target", "118", "--target", "500")
    assert [one["probability"] for one in found] == [curve[140], 1.0, 0.0]


def test_people_read_a_table_of_round_targets(small: str) -> None:
    lines = fivedice("reach", "--rules", small).out.splitlines()
    assert lines[0].split() == ["Target", "Best", "probability", "to", "reach", "it"]
    assert [line.split()[0] for line in lines[1:]] == [str(target) for target in range(50, 501, 50)]
    assert all(line.endswith("%") for line in lines[1:])


def test_people_read_enough_rows_of_a_game_with_low_scores(tiny: str) -> None:
    lines = fivedice("reach", "--rules", tiny).out.splitlines()
    assert [int(line.split()[0]) for line in lines[1:]] == list(range(10, most_points(TINY) + 1, 10))
    assert len(lines) > 4


def test_csv_holds_the_curve(small: str, tmp_path: Path) -> None:
    path = tmp_path / "curve.csv"
    assert fivedice("reach", "--rules", small, "--csv", str(path)).code == 0
    with path.open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["target", "probability"]
    assert {int(target): float(one) for target, one in rows} == curve_from(SMALL, Card.empty(SMALL))


@pytest.mark.parametrize(("suffix", "begin"), [(".png", b"\x89PNG"), (".svg", b"<svg"), (".html", b"<!doctype html>")])
def test_the_curve_is_drawn_beside_that_of_the_mean(small: str, tmp_path: Path, suffix: str, begin: bytes) -> None:
    path = tmp_path / f"curve{suffix}"
    assert fivedice("reach", "--rules", small, "--plot", str(path)).code == 0
    assert path.read_bytes().startswith(begin)
    if suffix != ".png":
        assert b"strategy of the greatest mean" in path.read_bytes()


@pytest.mark.parametrize("verb", ["reach", "distribution"])
@pytest.mark.parametrize(
    ("option", "name", "words"),
    [
        ("--plot", "curve.gif", "--plot {path}: .gif is no picture; name it .png, .svg or .html.\n"),
        ("--plot", "curve", "--plot {path}: no suffix is no picture; name it .png, .svg or .html.\n"),
        ("--plot", "no/curve.png", "--plot {path}: cannot be written (no such folder); name another place.\n"),
        ("--csv", "no/curve.csv", "--csv {path}: cannot be written (no such folder); name another place.\n"),
        ("--csv", ".", "--csv {path}: cannot be written (Is a directory); name another place.\n"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(
    small: str, tmp_path: Path, verb: str, option: str, name: str, words: str
) -> None:
    path = tmp_path / name
    outcome = fivedice(verb, "--rules", small, option, str(path))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"fivedice: {words.format(path=path)}"
