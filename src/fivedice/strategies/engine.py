"""Any program that speaks the engine protocol (docs/engine.md) as a strategy: `engine:COMMAND`.

What goes wrong with a program is a StrategyError of one sentence. A program that ended is started again and asked once
more; one that does not answer in time is told to stop and, if that does not help, killed, and started again for the
next decision.
"""

import re
import tempfile
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from fivedice.errors import FivediceError, ProgramError, StrategyError
from fivedice.rules import VARIANTS, Decision, Rules, Turn
from fivedice.rules.notation import format_turn
from fivedice.rules.toml import format_rules
from fivedice.strategies.asked import asked_once
from fivedice.strategies.engine_lines import parse_decision, position_line
from fivedice.strategies.policy import AskingPolicy, check_decision, count_questions
from fivedice.strategies.program import Ended, Program, Silent, check_program, command_words

PREFIX = "engine:"
SECONDS = 10.0
"""How long a decision may take, unless engine:seconds=N:COMMAND says otherwise."""
READY_SECONDS = 120.0
"""How long a program may take to start and to get ready for rules; it may have to solve them."""
STOP_SECONDS = 1.0
"""How long it may take to answer once it was told to stop."""

T = TypeVar("T")


class PlayingProgram:
    """What engines and players of texts have in common: a command, its process, and the lock around it."""

    kind = ""
    summary = ""

    def __init__(self, command: str, seconds: float = SECONDS, name: str | None = None) -> None:
        self.command, self.seconds = command, seconds
        limit = "" if seconds == SECONDS else f"seconds={seconds:g}:"
        self.name = name or f"{self.kind}:{limit}{command}"
        self.program: Program | None = None
        self.playing: Rules | None = None
        self.lock = threading.RLock()

    def __reduce__(self) -> tuple[type, tuple[str, float, str]]:
        """A copy in another process starts a program of its own."""
        return type(self), (self.command, self.seconds, self.name)

    def policy(self, rules: Rules) -> AskingPolicy:
        """The program is asked while games are played, once about each different turn."""
        why = (
            f"{self.name!r} is a program and would have to answer {count_questions(self, rules):,} turns to be "
            "evaluated exactly; rate it or simulate it."
        )
        return asked_once(rules, self.decide, why)

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The program's decision; StrategyError if it gives none, or an illegal one."""
        raise NotImplementedError

    def reason(self, rules: Rules, turn: Turn) -> str:
        """Programs give none."""
        return ""

    def check(self, rules: Rules) -> None:
        """Nothing is known about a program before it is asked."""

    def end(self) -> None:
        """End the program; it is started again when it is next asked."""
        with self.lock:
            program, self.program, self.playing = self.program, None, None
            if program:
                program.end()

    def _insist(self, ask: Callable[[], T]) -> T:
        """What asking brings; a program that ended is started again, once."""
        with self.lock:
            for again in (True, False):
                try:
                    return ask()
                except Ended as ended:
                    self.end()
                    if not again:
                        raise ProgramError(f"{self.name!r} {ended}, twice in a row.") from None
            raise AssertionError("the loop returns or raises")


class EngineStrategy(PlayingProgram):
    """An engine: it is told rules and positions, and answers with decisions."""

    kind = PREFIX.removesuffix(":")
    summary = "A program that speaks the engine protocol."
    last: tuple[Turn, float | None] | None = None

    def check(self, rules: Rules) -> None:
        """Start the program; StrategyError if it cannot play these rules."""
        self._insist(lambda: self._ready(rules))

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The engine's decision."""
        return self._insist(lambda: self._decide(rules, turn))

    def reason(self, rules: Rules, turn: Turn) -> str:
        """The value that came with the decision about this turn, if it was the last one and had a value."""
        if self.last and self.last[0] == turn and self.last[1] is not None:
            return f"Its value is {self.last[1]:.6g}"
        return ""

    def _decide(self, rules: Rules, turn: Turn) -> Decision:
        program = self._ready(rules)
        program.forget()
        program.send(position_line(rules, turn))
        program.send("go")
        line = self._answer(program, rules, turn)
        try:
            decision, value = parse_decision(rules, line)
        except FivediceError as error:
            place = format_turn(rules, turn)
            raise StrategyError(f"{self.name!r} gives no decision at {place!r}: {str(error).rstrip('.')}.") from None
        check_decision(self.name, rules, turn, decision)
        self.last = turn, value
        return decision

    def _answer(self, program: Program, rules: Rules, turn: Turn) -> str:
        """The line of the decision; a program that is too slow is told to stop and may then answer at once."""
        asked, other = time.monotonic(), ""
        for limit, stops in ((self.seconds, True), (self.seconds + STOP_SECONDS, False)):
            try:
                while True:
                    line = program.line(asked + limit)
                    if line.startswith("error "):
                        self.end()  # a decision that it still sends must not be taken for the next one
                        place = format_turn(rules, turn)
                        raise StrategyError(f"{self.name!r} gives no decision at {place!r}: {line[6:206].rstrip('.')}.")
                    if line.split(" ")[0] == "decision":
                        return line
                    other = other if line.startswith("info ") else line
            except Silent:
                if stops:
                    program.send("stop")
        self.end()
        place = format_turn(rules, turn)
        said = f"; it said {other[:80]!r}, which is no decision" if other else ""
        raise StrategyError(
            f"{self.name!r} does not answer within {self.seconds:g} s at {place!r}, and was ended{said}."
        )

    def _ready(self, rules: Rules) -> Program:
        """The program, started and told these rules."""
        if self.program is None or not self.program.is_running:
            self.end()
            self.program = Program(self.command)
            self.program.send("fdi")
            if any(line.split()[:2] == ["option", "alternatives"] for line in self._until("fdiok")):
                self.program.send("alternatives 0")
        if self.playing != rules:
            self.program.send(f"rules {_named(rules)}")
            self.program.send("objective mean")
            self.program.send("isready")
            for line in self._until("readyok"):
                if line.startswith("error "):
                    self.end()
                    raise StrategyError(f"{self.name!r} cannot play {rules.name!r}: {line[6:206].rstrip('.')}.")
            self.playing = rules
        return self.program

    def _until(self, word: str) -> list[str]:
        """The lines up to the one that is waited for."""
        assert self.program is not None
        end, found = time.monotonic() + READY_SECONDS, []
        try:
            while (line := self.program.line(end)) != word:
                found.append(line)
        except Silent:
            self.end()
            raise ProgramError(
                f"{self.name!r} does not say {word!r} within {READY_SECONDS:g} s, as engines do; see docs/engine.md."
            ) from None
        return found


def engine_named(name: str) -> EngineStrategy:
    """The engine that a text such as engine:COMMAND or engine:seconds=2:COMMAND names."""
    command, seconds = command_and_limit(name.removeprefix(PREFIX), name)
    return EngineStrategy(command, seconds)


def listed_engine(name: str, command: str) -> EngineStrategy:
    """An engine under a name of its own, so that its command is not shown; refused if there is no such program."""
    words, seconds = command_and_limit(command.removeprefix(PREFIX), command)
    check_program(words)
    return EngineStrategy(words, seconds, name)


def command_and_limit(text: str, name: str) -> tuple[str, float]:
    """A command, and how many seconds it may take to answer."""
    found = re.fullmatch(r"(?:seconds=(\d{1,6}(?:\.\d{1,6})?):)?\s*(\S.*)", text.strip(), re.DOTALL)
    if not found or (found[1] and not float(found[1])):
        raise StrategyError(f"{name!r} names no program; write engine:COMMAND, or engine:seconds=2:COMMAND.")
    return found[2], float(found[1] or SECONDS)


def short_name(command: str) -> str:
    """What a program is called where its command must not be shown: its last word that is no option, as a file's name.

    >>> short_name("python3 -u bots/clever.py --deep")
    'clever'
    """
    words = [word for word in command_words(command) if not word.startswith("-")]
    return Path(words[-1]).stem


@lru_cache(maxsize=64)
def _named(rules: Rules) -> str:
    """Rules as a program can read them: the name of a variant, or else a file."""
    if rules.name in VARIANTS and VARIANTS[rules.name][0].digest == rules.digest:
        return rules.name
    path = Path(_folder().name) / f"{rules.digest}.toml"
    path.write_text(format_rules(rules), encoding="utf-8")
    return str(path)


@lru_cache(maxsize=1)
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Where rules are written for programs; removed with the interpreter."""
    return tempfile.TemporaryDirectory(prefix="fivedice-rules-")
