"""The laboratory of a server: how much of it is open, its helper processes, its jobs, and limits on questions."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Literal

from fivedice.errors import RulesError
from fivedice.rules import VARIANTS, Rules
from fivedice.rules.difference import format_difference
from fivedice.rules.toml import format_rules
from fivedice.rules.variants import named_rules
from fivedice.web.helper import Helper
from fivedice.web.lab.jobs import Jobs, Wish
from fivedice.web.lab.levels import Level
from fivedice.web.limits import AddressBuckets, TooMany
from fivedice.web.protocol import Refused

MODULE = "fivedice.web.lab.calculations"
QUICK, SLOW = 5, 15
"""Niceness of the process that answers questions, and of that which does jobs: tables go first."""
QUESTIONS = ("analyse", "outlook", "chances", "win", "strategies", "design", "mean")
LIGHT = ("evaluate", "compare", "same_dice", "figures", "ladder", "sweep", "study")
HEAVY = ("scores", "targets", "train")
"""Kinds of jobs: those of some seconds, and those that only an open laboratory does, as whole studies."""
LONG = (*HEAVY, "study")
"""Kinds of jobs that short ones do not wait for."""
AT_ONCE, PER_SECOND = 60.0, 20.0
"""Questions of one address."""
OPEN_OF_ADDRESS, OPEN = 8, 32
"""Questions without an answer yet, of one address and of all."""


class Laboratory:
    """Created with the services of an application."""

    def __init__(self, level: Level, variants: Mapping[str, tuple[Rules, str]]) -> None:
        self.level = level
        self.named = {name: rules for name, (rules, _) in variants.items() if name not in VARIANTS}
        self.texts = {name: format_rules(rules) for name, rules in self.named.items()}
        self.helper = Helper(QUICK, MODULE)
        self.jobs = Jobs(Helper(SLOW, MODULE), Helper(SLOW, MODULE), LONG)
        self.rate = AddressBuckets(AT_ONCE, PER_SECOND)
        self.open: Counter[str] = Counter()
        self.lines: dict[tuple[str, str], asyncio.Future[Any]] = {}
        self.themes: dict[str, Any] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """Jobs that may be started."""
        return {"off": (), "light": LIGHT, "all": (*LIGHT, *HEAVY)}[self.level]

    def check_open(self) -> None:
        """Refuse everything where the laboratory is closed."""
        if self.level == "off":
            raise Refused("the laboratory of this server is closed; its owner opens it with --laboratory.")

    async def about(self) -> dict[str, Any]:
        """What pages need to know: what is open, and the looks of charts."""
        self.check_open()
        self.themes = self.themes or await self.helper.ask("themes", {})
        return {"level": self.level, "kinds": self.kinds, "learns": find_spec("jax") is not None, "themes": self.themes}

    async def ask(self, call: str, question: dict[str, Any], address: str) -> dict[str, Any]:
        """A quick question; Refused with the sentence of the library where it cannot be answered.

        Questions of one `line`, a text that a page chooses, replace each other: an earlier one is broken off.
        """
        self.check_open()
        if not self.rate.take(address):
            raise TooMany("too many questions from one address; wait a moment.")
        if self.open[address] >= OPEN_OF_ADDRESS or self.open.total() >= OPEN:
            raise TooMany("too many questions are still being answered; wait a moment.")
        self.open[address] += 1
        try:
            found = await self._asked(call, self._said(question), (address, str(question.get("line", ""))[:40]))
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]
        return found

    async def _asked(self, call: str, question: dict[str, Any], line: tuple[str, str]) -> dict[str, Any]:
        task = asyncio.ensure_future(self.helper.ask(call, question))
        if line[1]:
            if earlier := self.lines.get(line):
                earlier.cancel()
            self.lines[line] = task
        try:
            found: dict[str, Any] = await task
        except asyncio.CancelledError:
            if not line[1] or self.lines.get(line) is task:
                raise  # the server itself ends
            return {"superseded": True}
        finally:
            if self.lines.get(line) is task:
                del self.lines[line]
        return found

    def submit(self, job: dict[str, Any], address: str) -> Wish:
        """Ask for a job."""
        self.check_open()
        kind = job.get("kind")
        if kind not in (*LIGHT, *HEAVY):
            raise Refused(f"kind is {str(kind)[:20]!r}; it must be one of {', '.join((*LIGHT, *HEAVY))}.")
        if kind not in self.kinds:
            raise Refused(f"jobs of the kind {kind!r} are not done on this server; its owner allows less.")
        if kind == "study" and job.get("quick", True) is not True and self.level != "all":
            raise Refused("whole studies are not run on this server, only quick runs of them; its owner allows less.")
        return self.jobs.submit(self._said(job), address)

    async def change_players(self, call: Literal["keep", "remove"], question: dict[str, Any], address: str) -> Any:
        """Keep a trained player under a name, or remove one."""
        if self.level != "all":
            raise Refused("players are not kept on this server; its owner allows less.")
        return await self.ask(call, question, address)

    def words_of(self, rules: Rules) -> str:
        """Rules as a page of the laboratory is asked for them: a name that is known here, or their text."""
        with suppress(RulesError):
            if self.named.get(rules.name) == rules or named_rules(rules.name) == rules:
                return rules.name
        return format_difference(rules, "yahtzee")

    def _said(self, question: dict[str, Any]) -> dict[str, Any]:
        """The same, with the texts of rules that only this server knows by a name."""
        named = {key: question.get(key) for key in ("rules", "base")}
        texts = {key: self.texts[one] for key, one in named.items() if isinstance(one, str) and one in self.texts}
        return {**question, **texts}

    async def stop(self) -> None:
        """End the helper processes."""
        await self.jobs.stop()
        await self.helper.stop()
