"""`import fivedice as fd`: what it loads, what it offers, and the session that it was designed for."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fivedice as fd
from fivedice.kernels import view
from fivedice.rules.toml import format_rules
from fivedice.strategies import vocabulary
from tests.command import Outcome, python
from tests.small import SMALL, TINY

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


SESSION = """\
import fivedice as fd
fd.variants(), fd.all_strategies()               # names with summaries
game = fd.variant("yahtzee", upper_threshold=70) # or fd.variant("mine.toml"): Rules; game.name says what was changed
game.name
s = fd.solve(game)                               # cached on disk; objective="reach:300", "utility:risk=2", ...
s.value                                          # expected final score, a float
a = s.advise("56666", rerolls=0, card="ones=3")  # every decision, best first
a
a.best.regret, a.to_polars().height, a[1].value < a[0].value, a[1].regret > 0
e = fd.evaluate("greedy", game)
e
(e.mean, e.sd, e.median, e.quantile(0.95), e.distribution.mean, sum(e.boxes.values()))
fd.distribution("yatzy", strategy="scorecard-based").at_least(250)
fd.reach("yahtzee", 300).probability
fd.win("ones=3,chance=28 / ones=2,sixes=24 55561:2").chances
r = fd.simulate("optimal", games=1_000_000, seed=1)
r
r.scores.mean() == r.mean, r.interval
fd.compare("optimal", "greedy", games=10_000)
fd.same_dice("optimal", "greedy", games=1)
fd.trials([153, 131, 187], "yatzy", strategies="optimal")
fd.dice_test(counts=[76, 84, 84, 91, 90, 85])
fd.study("kth", quick=True)
fd.train("value", "yacht", passes=1)
fd.sweep("yahtzee", vary="upper_threshold=60:63:3", ladder="strategies", levels="greedy,optimal")
{strategy}fd.check_strategy(sixes_first)
"""
"""The block that the front door was designed by, with something for each `...` in it."""

SMALL_SESSION = (
    ('"yahtzee", upper_threshold=70', '"small.toml", upper_threshold=20'),
    ('"yatzy", strategy="scorecard-based"', 'game, strategy="random"'),
    ('"yahtzee", 300', '"small.toml", 150'),
    ('55561:2"', '55561:2", "small.toml"'),
    ('"optimal", games=1_000_000', '"optimal", "small.toml", games=1_000'),
    ("games=10_000", 'games=100, rules="small.toml"'),
    ("games=1)", 'games=1, rules="small.toml")'),
    ('"yatzy", strategies="optimal"', '"small.toml", strategies="random"'),
    ('fd.study("kth", quick=True)', '"left to the large session"'),
    ('"value", "yacht", passes=1', '"q", "tiny.toml", epochs=3'),
    ("check_strategy(sixes_first)", 'check_strategy(sixes_first, "small.toml")'),
    ('"yahtzee", vary="upper_threshold=60:63:3"', '"tiny.toml", vary="upper_threshold=4:7:3"'),
)
"""What stands in its place where the same session is to take seconds."""


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


def test_a_strategy_typed_into_an_interpreter_is_evaluated_exactly(tmp_path: Path) -> None:
    lines = 'fd.evaluate(sixes_first, "yahtzee").mean\n'
    outcome = typed(f"import fivedice as fd\n{LEGAL}{lines}", tmp_path)
    assert outcome.err.strip() == ""
    assert outcome.out.startswith("60.526969767")


def test_an_illegal_strategy_typed_into_an_interpreter_is_refused_with_its_turn(tmp_path: Path) -> None:
    outcome = typed(f"import fivedice as fd\n{ILLEGAL}fd.check_strategy(sixes_first)\n", tmp_path)
    assert outcome.out == ""
    assert outcome.err.strip().endswith(
        "StrategyError: strategy 'sixes-first' breaks the rules at 'Y@0 11111:0': it scores Sixes, which is not legal "
        "there."
    )


@pytest.mark.parametrize("size", ["small", pytest.param("official", marks=pytest.mark.slow)])
def test_the_session_that_the_front_door_was_designed_by_works_line_by_line(size: str, tmp_path: Path) -> None:
    session = SESSION.replace("{strategy}", LEGAL)
    if size == "small":
        for rules in (SMALL, TINY):
            (tmp_path / f"{rules.name}.toml").write_text(format_rules(rules), encoding="utf-8")
        for official, small in SMALL_SESSION:
            assert official in session, official
            session = session.replace(official, small)
    outcome = typed(session, tmp_path)
    assert outcome.err.strip() == ""
    shown = outcome.out.splitlines()
    assert len(shown) == len(re.findall(r"^(?!import|@|def| |\w+ = |$)", session, flags=re.MULTILINE))
    assert max(map(len, shown[1:])) < 200
    assert all(re.match(r"<[A-Z]\w+ ", line) or re.match(r"[\d('\"\[]", line) for line in shown[1:]), shown
