"""Every code block of README and docs: Python is executed, rules are read, and commands are read by their verbs.

The tutorials of docs/ are executed when the site is built (`make docs`), and here.
"""

import doctest
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from fivedice.cli import app
from fivedice.rules.toml import parse_rules
from tests.command import fivedice

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<kind>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
QUICK = ("advise", "dice-test", "rules", "variants", "strategies", "solve")
"""Verbs whose commands are executed; those of the others, which take long, are read by their own parser."""
TRAINING = ("learning", "learner", "playtest")
"""Pages whose blocks train players."""
SLOW_TUTORIALS = ("student", "researcher", "designer")


class Block(NamedTuple):
    page: Path
    line: int
    kind: str
    text: str

    @property
    def label(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@cache
def blocks() -> list[Block]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(page, line, match["kind"].strip(), match["text"]))
    return found


def commands() -> Iterator[tuple[str, list[str]]]:
    """The commands of all plain blocks; what stands behind two spaces or more, or behind #, explains them."""
    for block in blocks():
        if block.kind in ("", "sh", "bash"):
            for line in block.text.splitlines():
                command = re.split(r"\s{2,}|\s#| \[", line.strip())[0]
                if command.startswith("fivedice ") and "..." not in command:
                    yield f"{block.label}: {command}", shlex.split(command)[1:]


def cells(page: Path) -> str:
    """The code of a page, tags left out."""
    codes = [block.text for block in blocks() if block.page == page and block.kind == "{code-cell}"]
    return "\n".join(re.sub(r"^:.*\n", "", code, flags=re.MULTILINE) for code in codes)


PYTHON = [block for block in blocks() if block.kind == "python"]
TUTORIALS = [page for page in PAGES if page.parent.name == "tutorials"]
COMMANDS = dict(commands())


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    checked = ("", "sh", "bash", "python", "toml", "{code-cell}", "{eval-rst}", "{toctree}", "json", "text")
    assert [block.label for block in blocks() if block.kind not in checked] == []


@pytest.mark.parametrize(
    "block",
    [pytest.param(block, marks=[pytest.mark.slow] if block.page.stem in TRAINING else []) for block in PYTHON],
    ids=[block.label for block in PYTHON],
)
def test_python_is_executed(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if ">>>" not in block.text:
        exec(compile(block.text, block.label, "exec"), {"__name__": "__main__"})
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.label, str(block.page), block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] if page.stem in SLOW_TUTORIALS else []) for page in TUTORIALS],
    ids=lambda page: page.stem,
)
def test_a_tutorial_is_executed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(cells(page), str(page), "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("block", [block for block in blocks() if block.kind == "toml"], ids=lambda block: block.label)
def test_rules_are_read(block: Block) -> None:
    assert parse_rules(block.text).turns


@pytest.mark.parametrize("label", COMMANDS)
def test_a_command_is_read_by_its_verb_or_executed(label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = COMMANDS[label]
    if words[0] in QUICK and "--objective" not in words:
        outcome = fivedice(*words)
        assert (outcome.code, outcome.err) == (0, "")
        return
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context("fivedice", words)
