"""`fivedice engine`: the protocol of docs/engine.md."""

import io
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import fivedice as fd
from fivedice import engine as module
from fivedice.engine import Engine
from fivedice.rules import VARIANTS
from fivedice.rules.toml import format_rules
from fivedice.solver import cached_solution
from tests.command import PATIENCE
from tests.small import SMALL

PAGE = Path(__file__).parents[1] / "docs" / "engine.md"


def said(*lines: str | bytes) -> list[str]:
    """What the engine answers to these lines."""
    out: list[str] = []
    text = b"".join((one.encode() if isinstance(one, str) else one) + b"\n" for one in lines)
    Engine(out.append).run(io.BytesIO(text))
    return out


@pytest.fixture
def small_rules(tmp_path: Path) -> str:
    cached_solution(SMALL)
    path = tmp_path / "small.toml"
    path.write_text(format_rules(SMALL))
    return f"rules {path}"


def transcript() -> Iterator[tuple[str, list[str]]]:
    """Each line of the conversation in the page that is sent, with those that answer it."""
    (block,) = re.findall(r"```text\n(> fdi.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for part in re.split(r"^> ", block, flags=re.MULTILINE)[1:]:
        sent, *answers = part.splitlines()
        yield sent, [one.removeprefix("< ") for one in answers]


def test_the_conversation_of_the_page_is_held_word_for_word() -> None:
    cached_solution(fd.variant("yahtzee"))
    known = {"VERSION": fd.__version__, "VARIANTS": ", ".join(VARIANTS)}
    process = subprocess.run(
        [sys.executable, "-m", "fivedice", "engine"],
        input="\n".join(sent for sent, _ in transcript()) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    expected = "\n".join(line for _, answers in transcript() for line in answers)
    for word, value in known.items():
        expected = expected.replace(word, value)
    assert process.stdout.splitlines() == expected.splitlines()
    assert process.stderr == ""


def test_1_000_lines_of_garbage_leave_it_answering(small_rules: str) -> None:
    chance = random.Random(1)
    words = [*module.COMMANDS, "all", "-", "56666:2", "1=3", "@", "/", "\0", "é", "9" * 300, "../..", "win", "reach:1"]
    words = [word for word in words if word not in ("quit", "go")]
    lines: list[str | bytes] = []
    for number in range(1000):
        if number % 2:
            lines.append(chance.randbytes(chance.randrange(60)).replace(b"\n", b"").replace(b"quit", b""))
        else:
            lines.append(" ".join(chance.choices(words, k=chance.randrange(6))))
    found = said(
        *lines, b"x" * 200_000, "fdi", small_rules, "objective mean", "position - 56666:0", "alternatives 0", "go"
    )
    assert found[-2] == "fdiok"
    assert found[-1].startswith("decision score ")
    assert all(
        line.startswith(("error ", "id ", "option ", "fdiok", "readyok", "decision ", "info ")) for line in found
    )


def test_alternatives_are_all_legal_decisions_best_first(small_rules: str) -> None:
    *lines, decision = said(small_rules, "position - 56666:1", "go")
    advice = fd.advise("56666", 1, SMALL)
    assert len(lines) == len(advice)
    values = [float(line.split(" value ")[1].split()[0]) for line in lines]
    assert values == pytest.approx([one.value for one in advice], rel=1e-7)
    assert decision == lines[0].partition(" regret ")[0].replace("info rank 1", "decision")


def test_a_state_stands_for_a_card(small_rules: str) -> None:
    by_card = said(small_rules, "position 6=12,Y=50 56666:1", "alternatives 0", "go")
    by_state = said(small_rules, "position 6.Y+@12 56666:1", "alternatives 0", "go")
    assert by_card == by_state


def test_an_objective_holds_for_the_position_whichever_comes_first(small_rules: str) -> None:
    before = said(small_rules, "alternatives 0", "objective reach:100", "position - 11111:1", "go")
    after = said(small_rules, "alternatives 0", "position - 11111:1", "objective reach:100", "go")
    assert before[-1] == after[-1]
    assert 0 < float(before[-1].split(" value ")[1]) < 1


def test_winning_needs_the_cards_of_all(small_rules: str) -> None:
    found = said(small_rules, "objective win", "isready", "position - 56666:1 / -", "alternatives 0", "go")
    assert found[0] == "readyok"
    assert 0 < float(found[1].split(" value ")[1]) < 1
    assert said(small_rules, "objective win", "position - 56666:1", "go")[0].startswith("error objective 'win' needs")


def test_lines_that_come_during_a_decision_wait_for_it(small_rules: str) -> None:
    lines = [small_rules, "alternatives 0", *["position - 56666:0", "go"] * 3, "isready", "stop"]
    found = said(*lines)
    assert [line.split()[0] for line in found if line != "readyok"] == ["decision"] * 3


def test_stop_is_answered_while_the_rules_are_being_solved(small_rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    solved, answered = threading.Event(), threading.Event()
    slow = module._advice

    def wait(*arguments: object) -> object:
        solved.wait(PATIENCE)
        return slow(*arguments)  # type: ignore[arg-type]

    def say(line: str) -> None:
        out.append(line)
        if line.startswith("decision"):
            answered.set()

    monkeypatch.setattr(module, "_advice", wait)
    out: list[str] = []
    engine = Engine(say)
    for line in (small_rules, "position - 66666:1", "go", "isready", "stop"):
        engine.arrived.put(line)
    thread = threading.Thread(target=engine.run, args=(io.BytesIO(),))
    thread.start()
    assert answered.wait(PATIENCE)
    assert engine.is_working
    solved.set()
    thread.join(PATIENCE)
    assert out == [
        "readyok",
        "info string stopped before the rules were solved: the most points of this turn",
        "decision keep 66666",
    ]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["go"], "no position is set"),
        (["position - "], "one card must have dice"),
        (["position 1=3,2=4,3=3,4=4,5=5,6=6,3K=20,4K=0,FH=0,SS=0,LS=0,Y=0,C=20 56666:0"], "every box is filled"),
        (["objective luck"], "is not known"),
        (["position - 56667:1"], "is not a face"),
        (["rules /"], "is not known"),
        (["rules /no/such.toml"], "cannot be read"),
        (["alternatives -1"], "it must be a number"),
    ],
)
def test_a_line_that_cannot_be_obeyed_is_answered_with_a_sentence(lines: list[str], words: str) -> None:
    (found,) = said(*lines)
    assert re.match(f"error .*({words}).*\\.$", found)
