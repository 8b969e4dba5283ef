"""Progress and passing notes: shown where a person looks, and nowhere else."""

import sys
from io import StringIO

import pytest

from fivedice.progress import note_compiling, notes_on


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_compilation_is_told_in_a_line_of_the_terminal_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    note_compiling("solve_masks")
    assert screen.getvalue().endswith("compiling kernels, once: solve_masks …")
    note_compiling(None)
    assert screen.getvalue().endswith("\r\x1b[2K")


def test_nothing_is_told_where_no_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    file = StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    note_compiling("solve_masks")
    note_compiling(None)
    assert file.getvalue() == ""


def test_while_a_bar_is_drawn_it_shows_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    shown: list[str | None] = []
    with notes_on(shown.append):
        note_compiling("solve_masks")
        note_compiling(None)
    assert shown == ["compiling kernels, once: solve_masks …", None]
    assert screen.getvalue() == ""
