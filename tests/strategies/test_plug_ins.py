"""Other people's strategies, registered by entry point."""

from dataclasses import dataclass
from typing import Any

import pytest

from fivedice.errors import StrategyError
from fivedice.rules import variant
from fivedice.strategies import registry
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.strategies.strategy import Strategy
from tests.whim import Whim

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")


@dataclass(frozen=True)
class EntryPoint:
    loaded: Any
    name: str = "theirs"
    value: str = "their.package:player"

    def load(self) -> Any:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def registered(monkeypatch: pytest.MonkeyPatch, loaded: object) -> dict[str, Strategy]:
    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "fivedice.strategies"
        return [EntryPoint(loaded)]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    for name in ("_others", "_all"):  # not cached, so that the plug-in is in no list but that of this test
        monkeypatch.setattr(registry, name, getattr(registry, name).__wrapped__)
    return registry.strategies()


class Newcomer(Whim):
    def __init__(self) -> None:
        super().__init__(1, name="newcomer")


@pytest.mark.parametrize("loaded", [Newcomer, Newcomer()], ids=["class", "object"])
def test_a_plug_in_is_found_by_its_name_after_ours(monkeypatch: pytest.MonkeyPatch, loaded: object) -> None:
    ours = list(strategies())
    found = registered(monkeypatch, loaded)
    assert list(found) == [*ours, "newcomer"]
    assert isinstance(found["newcomer"], Newcomer)


@pytest.mark.parametrize(
    ("loaded", "words"),
    [
        (object(), "is no Strategy: it needs name, summary, check, decide and reason."),
        (Whim(1, name="greedy"), "takes the name 'greedy', which is in use; rename it."),
        (ModuleNotFoundError("No module named 'their'"), "No module named 'their'."),
    ],
    ids=["no strategy", "a name in use", "a package that is gone"],
)
def test_a_plug_in_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch, loaded: object, words: str) -> None:
    ours = list(strategies())
    assert list(registered(monkeypatch, loaded)) == ours, "ours go on playing"
    with pytest.raises(StrategyError) as caught:
        registry.strategy_named("theirs")
    assert str(caught.value).startswith("plug-in 'theirs' ")
    assert str(caught.value).endswith(words)
    assert registry.broken_plug_ins() == {"theirs": str(caught.value)}


def test_an_unknown_name_gets_the_list_of_known_ones() -> None:
    with pytest.raises(StrategyError, match=r"'lucky' is not known; it must be one of optimal, by-columns, greedy, "):
        strategy_named("lucky")
