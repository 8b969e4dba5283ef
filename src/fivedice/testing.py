"""The conformance kit for people who write their own strategies.

>>> from fivedice.rules import variant
>>> from fivedice.strategies.registry import strategy_named
>>> check_strategy(strategy_named("dice-driven"), variant("yahtzee"), turns=20)
"""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

from fivedice.errors import StrategyError
from fivedice.rules import Category, Decision, Rules, State, Turn, reroll, score
from fivedice.rules.notation import format_turn
from fivedice.rules.state import is_over
from fivedice.strategies.policy import ask, words_of
from fivedice.strategies.strategy import Strategy


def check_strategy(strategy: Strategy, rules: Rules, *, turns: int = 2000, seed: int = 0) -> None:
    """Verify that a strategy is legal, deterministic and pure, on turns of its own games; raise StrategyError if not.

    Legal: each answer is among the legal decisions. Deterministic: the same turn gets the same answer again, also in
    another order and from a copy of the strategy. Pure: asking does not change the strategy.
    """
    strategy.check(rules)
    twin, content, asked, changed = deepcopy(strategy), _content(strategy), [], ""
    for turn, decision in _decisions(strategy, rules, turns, Random(seed)):
        asked.append((turn, decision))
        changed = changed or (format_turn(rules, turn) if _content(strategy) != content else "")
    name = strategy.name
    for turn, decision in reversed(asked):
        for again in (strategy.decide(rules, turn), twin.decide(rules, turn)):
            if again != decision:
                place, words = format_turn(rules, turn), f"{words_of(decision)}, and then {words_of(again)}"
                raise StrategyError(f"strategy {name!r} is not deterministic at {place!r}: it answers {words}.")
    if changed:
        raise StrategyError(f"strategy {name!r} is not pure: asking it at {changed!r} changes what it holds.")


def _decisions(strategy: Strategy, rules: Rules, count: int, random: Random) -> Iterator[tuple[Turn, Decision]]:
    """Turns of games that the strategy plays, with what it decides."""
    state, made = State(), 0
    while made < count:
        if is_over(rules, state):
            state = State()
        turn = Turn(state, _throw(rules, rules.dice, random), rules.rolls - 1)
        while made < count:
            decision = ask(strategy, rules, turn)
            yield turn, decision
            made += 1
            if isinstance(decision, Category):
                state = score(rules, state, turn.roll, decision).state
                break
            turn = reroll(turn, decision, _throw(rules, rules.dice - len(decision), random))


def _content(strategy: Strategy) -> str:
    """What a strategy holds, as text: its attributes, in slots too."""
    slots = [name for kind in type(strategy).__mro__ for name in getattr(kind, "__slots__", ())]
    return repr(getattr(strategy, "__dict__", {})) + repr([getattr(strategy, name, None) for name in slots])


def _throw(rules: Rules, count: int, random: Random) -> tuple[int, ...]:
    return tuple(sorted(random.randint(1, rules.faces) for _ in range(count)))
