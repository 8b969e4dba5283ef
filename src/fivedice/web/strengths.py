"""How well robots play: exact means, computed beside everything else and kept on disk."""

import asyncio
from contextlib import suppress
from typing import Any

from fivedice.errors import FivediceError
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.web.helper import Helper
from fivedice.web.state import title_of


class Strengths:
    """Who can play which rules, and how well; what is not known yet is computed once somebody has asked."""

    def __init__(self, helper: Helper, patient: Helper) -> None:
        self.helper, self.patient = helper, patient
        self.names: list[dict[str, str]] = []
        self.found: dict[str, dict[str, Any]] = {}
        self.cannot: dict[str, dict[str, str]] = {}
        self.working: dict[str, asyncio.Task[None]] = {}

    async def known(self, rules: Rules) -> dict[str, Any]:
        """Mean and spread of each strategy as far as they are known."""
        if rules.digest not in self.found:
            self.found[rules.digest] = await self.helper.ask("means", format_rules(rules))
        return self.found[rules.digest]

    def so_far(self, rules: Rules) -> dict[str, Any]:
        """What is known without asking."""
        return self.found.get(rules.digest, {})

    async def look_up(self, variants: list[Rules]) -> None:
        """Find out what was computed earlier."""
        for rules in variants:
            await self.known(rules)

    async def refusals(self, rules: Rules, names: list[str]) -> dict[str, str]:
        """Why some strategies cannot play."""
        found: dict[str, str] = await self.helper.ask("refusals", format_rules(rules), names)
        return found

    async def table(self, rules: Rules) -> dict[str, Any]:
        """Everybody who can be asked to play; starts to work out the means that are missing."""
        if not self.names:
            self.names = await self.helper.ask("strategies")
        if rules.digest not in self.cannot:
            self.cannot[rules.digest] = await self.refusals(rules, [one["name"] for one in self.names])
        known, cannot = await self.known(rules), self.cannot[rules.digest]
        names = [one["name"] for one in self.names if one["name"] not in cannot]
        missing = [name for name in names if "sd" not in known.get(name, {})]
        if missing and rules.digest not in self.working:
            self.working[rules.digest] = asyncio.create_task(self._work(rules, missing))
        return {
            "variant": rules.name,
            "pending": bool(missing),
            "strategies": [
                {
                    **one,
                    "title": title_of(one["name"]),
                    **{"mean": None, "sd": None, **known.get(one["name"], {})},
                    "plays": one["name"] not in cannot,
                    "sentence": cannot.get(one["name"], ""),
                }
                for one in self.names
            ],
        }

    async def _work(self, rules: Rules, names: list[str]) -> None:
        for name in names:
            try:
                figures = await self.patient.ask("evaluate_strategy", format_rules(rules), name)
            except FivediceError:
                figures = {"mean": None, "sd": None}
            known = self.found[rules.digest]
            known[name] = {**figures, "mean": figures["mean"] or known.get(name, {}).get("mean")}

    def spread(self, rules: Rules) -> None:
        """Begin to work out how the scores of optimal play are distributed."""
        key = f"{rules.digest} start"
        if key not in self.working:
            self.working[key] = asyncio.create_task(self._spread(rules))

    async def _spread(self, rules: Rules) -> None:
        with suppress(FivediceError):
            await self.patient.ask("start_bars", format_rules(rules), True)

    async def stop(self) -> None:
        """Leave the rest for another time."""
        for task in self.working.values():
            task.cancel()
        await asyncio.gather(*self.working.values(), return_exceptions=True)
