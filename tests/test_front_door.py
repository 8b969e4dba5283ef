"""`import fivedice as fd`: what it loads, what it offers, and the session that it was designed for."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.kernels import view
from fivedice.strategies import vocabulary
from tests.command import Outcome, python

HEAVY = {"altair", "jax", "llvmlite", "numba", "numpy", "platformdirs", "polars", "rich", "scipy", "typer"}

SIXES_FIRST = """\
@fd.strategy("sixes-first", "Goes for sixes.")   # compiled; needs nothing but fd
def sixes_first(view):
    if view.rerolls > 0:
        fd.hold_face(view, 6)
        return fd.ROLL
    return view.face_box[6] if {may_score}(view, view.face_box[6]) else fd.first_open(view)

"""
LEGAL, ILLEGAL = SIXES_FIRST.format(may_score="fd.can_score"), SIXES_FIRST.format(may_score="fd.is_open")


def typed(text: str, folder: Path) -> Outcome:
    """What an interpreter says to lines that are typed into it, in an empty folder."""
    done = subprocess.run(
        [sys.executable, "-q", "-i"], input=text, cwd=folder, capture_output=True, text=True, check=False
    )
    return Outcome(done.returncode, done.stdout, re.sub(r"^(?:>>> |\.\.\. )+", "", done.stderr, flags=re.MULTILINE))


def test_importing_the_package_loads_nothing_heavy() -> None:
    outcome = python("-c", "import sys, fivedice; print(*{name.partition('.')[0] for name in sys.modules})")
    assert outcome.code == 0, outcome.err
    assert not set(outcome.out.split()) & HEAVY


def test_importing_the_package_loads_no_other_module_of_it() -> None:
    outcome = python("-c", "import sys, fivedice; print(*sorted(name for name in sys.modules if 'fivedice' in name))")
    assert outcome.out.split() == ["fivedice"]


def test_every_name_that_is_offered_is_there_and_says_what_it_is() -> None:
    for name in fd.__all__:
        found = getattr(fd, name)
        assert not inspect.isroutine(found) or found.__doc__, name
    assert dir(fd) == sorted(fd.__all__)
    with pytest.raises(AttributeError, match="module 'fivedice' has no attribute 'solv'"):
        fd.solv  # type: ignore[attr-defined]  # noqa: B018


def test_all_that_strategies_are_written_with_is_at_the_front_door() -> None:
    names = {name for name, one in vars(vocabulary).items() if getattr(one, "__module__", "") == vocabulary.__name__}
    assert len(names) > 10
    for name in sorted(names):
        assert getattr(fd, name) is getattr(vocabulary, name)
    assert (fd.ROLL, fd.NO_BOX, fd.is_open) == (view.ROLL, view.NO_BOX, view.is_open)


def test_a_strategy_typed_into_an_interpreter_is_checked_and_evaluated_exactly(tmp_path: Path) -> None:
    lines = 'fd.check_strategy(sixes_first)\nfor name in ("yahtzee", "yatzy"): fd.evaluate(sixes_first, name)\n\n'
    outcome = typed(f"import fivedice as fd\n{LEGAL}{lines}", tmp_path)
    assert outcome.err.strip() == ""
    checked, yahtzee, yatzy = outcome.out.splitlines()
    assert checked.startswith("<StrategyCheck 'sixes-first' is legal, deterministic and pure: ")
    assert "60.5270" in yahtzee
    assert "69.2691" in yatzy


def test_an_illegal_strategy_typed_into_an_interpreter_is_refused_with_its_turn(tmp_path: Path) -> None:
    outcome = typed(f"import fivedice as fd\n{ILLEGAL}fd.check_strategy(sixes_first)\n", tmp_path)
    assert outcome.out == ""
    assert outcome.err.strip().endswith(
        "StrategyError: strategy 'sixes-first' breaks the rules at 'Y@0 11111:0': it scores Sixes, which is not legal "
        "there."
    )
