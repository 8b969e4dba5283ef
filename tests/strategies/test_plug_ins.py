"""Other people's strategies: the conformance kit, and registration by entry point."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from fivedice.errors import StrategyError
from fivedice.rules import Decision, Rules, Turn, legal_decisions, variant
from fivedice.strategies import registry
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.strategies.strategy import Strategy
from fivedice.testing import check_strategy
from tests.whim import Whim

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")


@dataclass
class PlugIn:
    """Remembers how often it was asked, and answers accordingly."""

    answer: Callable[[tuple[Decision, ...], int], Any]
    name: str = "plug-in"
    summary: str = "Somebody else's."
    asked: list[int] = field(default_factory=lambda: [0], repr=False)

    def check(self, rules: Rules) -> None: ...

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        self.asked[0] += 1
        decision: Decision = self.answer(legal_decisions(rules, turn), self.asked[0])
        return decision

    def reason(self, rules: Rules, turn: Turn) -> str:
        return ""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "meta-optimal")) for name in strategies()]
)
def test_our_strategies_keep_the_contract(name: str) -> None:
    player = strategy_named(name)
    try:
        player.check(YAHTZEE)
    except StrategyError:
        check_strategy(player, YATZY, turns=40)
    else:
        check_strategy(player, YAHTZEE, turns=40)


def refusal(player: PlugIn) -> str:
    with pytest.raises(StrategyError) as caught:
        check_strategy(player, YAHTZEE, turns=100)
    return str(caught.value)


def test_an_illegal_plug_in_is_refused_with_the_turn() -> None:
    for answer in ((7,), None, "ones", [1], YATZY.category("pair")):
        sentence = refusal(PlugIn(lambda legal, asked, answer=answer: answer))  # type: ignore[misc]
        assert sentence.startswith("strategy 'plug-in' breaks the rules at '-@0 ")
        assert sentence.endswith(", which is not legal there.")


def test_a_plug_in_that_changes_its_mind_is_refused_with_the_turn() -> None:
    sentence = refusal(PlugIn(lambda legal, asked: legal[asked // 150 % 2 - 1]))
    assert sentence.startswith("strategy 'plug-in' is not deterministic at '")
    assert ": it answers " in sentence
    assert ", and then " in sentence


def test_a_plug_in_that_is_illegal_only_the_second_time_is_refused_with_the_turn() -> None:
    for odd in (None, (7,)):
        sentence = refusal(PlugIn(lambda legal, asked, odd=odd: odd if asked % 2 == 0 else legal[0]))  # type: ignore[misc]
        assert sentence.startswith("strategy 'plug-in' ")
        assert " at '-@0 " in sentence


def test_a_plug_in_that_remembers_is_refused_with_the_turn() -> None:
    sentence = refusal(PlugIn(lambda legal, asked: legal[-1]))
    assert sentence.startswith("strategy 'plug-in' is not pure")
    assert " at '-@0 " in sentence


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
    for name in ("_others", "strategies"):
        monkeypatch.setattr(registry, name, getattr(registry, name).__wrapped__)
    return registry.strategies()


class Newcomer(Whim):
    def __init__(self) -> None:
        super().__init__(1, name="newcomer")


@pytest.mark.parametrize("loaded", [Newcomer, Newcomer()], ids=["class", "object"])
def test_a_plug_in_is_found_by_its_name_after_ours(monkeypatch: pytest.MonkeyPatch, loaded: object) -> None:
    found = registered(monkeypatch, loaded)
    assert list(found) == [*strategies(), "newcomer"]
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
    assert list(registered(monkeypatch, loaded)) == list(strategies()), "ours go on playing"
    with pytest.raises(StrategyError) as caught:
        registry.strategy_named("theirs")
    assert str(caught.value).startswith("plug-in 'theirs' ")
    assert str(caught.value).endswith(words)
    assert registry.broken_plug_ins() == {"theirs": str(caught.value)}


def test_an_unknown_name_gets_the_list_of_known_ones() -> None:
    with pytest.raises(StrategyError, match=r"strategy 'lucky' is not known; allowed is one of optimal, greedy, "):
        strategy_named("lucky")
