"""`fivedice given-up`: what is printed, what is written, what is refused."""

import json
from pathlib import Path

import pytest

from tests.command import fivedice


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_given_up_works_for_any_strategy(workplace: Path) -> None:
    outcome = fivedice("given-up", "robot-4.02", "--games", "200", "--json")
    found = json.loads(outcome.out)
    assert (found["strategy"], found["games"]) == ("robot-4.02", 200)
    assert found["boxes_given_up_per_game"] > 5
    assert list(workplace.iterdir()) == []


def test_given_up_refuses_a_strategy_that_cannot_play_the_variant(workplace: Path) -> None:
    outcome = fivedice("given-up", "dice-based", "--variant", "yahtzee")
    assert outcome.code == 2
    assert "cannot play 'yahtzee'" in outcome.err


def test_given_up_writes_a_report_with_its_plots(workplace: Path) -> None:
    outcome = fivedice("given-up", "robot-4.02", "--games", "100")
    assert outcome.code == 0, outcome.err
    names = {path.name for path in (workplace / "given-up-robot-4.02").iterdir()}
    assert {"index.html", "given-up-robot-4-02.png", "points-by-turn-robot-4-02.svg"} <= names
