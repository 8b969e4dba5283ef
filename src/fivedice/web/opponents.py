"""The strategies that can play, and their strength: what is not shipped or cached is computed in the background."""

import asyncio
from collections.abc import Mapping
from typing import Any

from fivedice.errors import FivediceError
from fivedice.evaluation.strengths import shipped_strengths
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.web.helper import Helper
from fivedice.web.solutions import cancel


class Opponents:
    """The strategies, with mean and standard deviation of each under the rules of a table."""

    def __init__(self, helper: Helper, background: Helper) -> None:
        self.helper, self.background = helper, background
        self.listed: list[dict[str, str]] = []
        self.found: dict[str, dict[str, Any]] = {}
        self.cannot: dict[str, dict[str, str]] = {}
        self.working: dict[str, asyncio.Task[None]] = {}

    async def known(self, rules: Rules) -> dict[str, Any]:
        """Mean and standard deviation of each strategy as far as they are known."""
        if rules.digest not in self.found:
            self.found[rules.digest] = await self.helper.ask("strengths", format_rules(rules))
        return self.found[rules.digest]

    def so_far(self, rules: Rules) -> dict[str, Any]:
        """The figures that are known without asking the helper."""
        return self.found.get(rules.digest) or shipped_strengths(rules)

    async def look_up(self, variants: list[Rules]) -> None:
        """Read the figures that were computed earlier."""
        for rules in variants:
            await self.known(rules)

    async def titles(self) -> dict[str, str]:
        """The title of each strategy by its name."""
        return {one["name"]: one["title"] for one in await self._listed()}

    async def _listed(self) -> list[dict[str, str]]:
        if not self.listed:
            self.listed = await self.helper.ask("strategies")
        return self.listed

    def look_again(self) -> None:
        """Clear the list of strategies, since a trained player was added or removed."""
        self.listed, self.cannot = [], {}

    async def refusals(self, rules: Rules, names: list[str]) -> dict[str, str]:
        """Why some strategies cannot play."""
        found: dict[str, str] = await self.helper.ask("refusals", format_rules(rules), names)
        return found

    async def table(self, rules: Rules) -> dict[str, Any]:
        """All strategies; starts to compute the figures that are missing."""
        listed = await self._listed()
        if rules.digest not in self.cannot:
            self.cannot[rules.digest] = await self.refusals(rules, [one["name"] for one in listed])
        known, cannot = await self.known(rules), self.cannot[rules.digest]
        names = [one["name"] for one in listed if one["name"] not in cannot]
        missing = [name for name in names if "sd" not in known.get(name, {})]
        if missing and (rules.digest not in self.working or self.working[rules.digest].done()):
            self.working[rules.digest] = asyncio.create_task(self._work(rules, missing))
        return {
            "variant": rules.name,
            "pending": bool(missing),
            "strategies": strategy_rows(listed, known, cannot),
        }

    async def _work(self, rules: Rules, names: list[str]) -> None:
        for name in names:
            try:
                figures = await self.background.ask("strength", format_rules(rules), name)
            except FivediceError:
                figures = {"mean": None, "sd": None}
            known = self.found[rules.digest]
            known[name] = {**figures, "mean": figures["mean"] or known.get(name, {}).get("mean")}

    async def stop(self) -> None:
        """Cancel what is being computed."""
        await cancel(self.working.values())


def strategy_rows(
    listed: list[dict[str, str]], known: Mapping[str, dict[str, Any]], cannot: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Strategies with their figures, as far as they are known, and why some of them cannot play."""
    return [
        {
            **one,
            **{"mean": None, "sd": None, **known.get(one["name"], {})},
            "plays": one["name"] not in cannot,
            "sentence": cannot.get(one["name"], ""),
        }
        for one in listed
    ]
