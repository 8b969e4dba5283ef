"""The conformance kit for people who write their own strategies.

>>> from fivedice.rules import variant
>>> from fivedice.strategies.registry import strategy_named
>>> check_strategy(strategy_named("dice-driven"), variant("yahtzee"), turns=20)
"""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

from fivedice.errors import StrategyError
from fivedice.rules import Category, Rules, State, Turn, reroll, score
from fivedice.rules.notation import format_turn
from fivedice.rules.state import is_over
from fivedice.strategies.policy import check_decision
from fivedice.strategies.strategy import Strategy


def check_strategy(strategy: Strategy, rules: Rules, *, turns: int = 2000, seed: int = 0) -> None:
    """Verify that a strategy is legal, deterministic and pure, on turns of its own games; raise StrategyError if not.

    Legal: each answer is among the legal decisions. Deterministic: the same turn gets the same answer again, also in
    another order and from a copy of the strategy. Pure: asking does not change the strategy.
    """
    strategy.check(rules)
    twin, before = deepcopy(strategy), repr(vars(strategy)) if hasattr(strategy, "__dict__") else ""
    asked = []
    for turn in _turns(strategy, rules, turns, Random(seed)):
        decision = strategy.decide(rules, turn)
        check_decision(strategy.name, rules, turn, decision)
        asked.append((turn, decision))
    for turn, decision in reversed(asked):
        for again in (strategy.decide(rules, turn), twin.decide(rules, turn)):
            if again != decision:
                raise StrategyError(
                    f"strategy {strategy.name!r} is not deterministic at {format_turn(rules, turn)!r}: it answers "
                    f"{_words(decision)}, and then {_words(again)}."
                )
    if before and repr(vars(strategy)) != before:
        raise StrategyError(f"strategy {strategy.name!r} is not pure: asking it about turns changes what it holds.")


def _turns(strategy: Strategy, rules: Rules, count: int, random: Random) -> Iterator[Turn]:
    """Turns of games that the strategy plays."""
    state, made = State(), 0
    while made < count:
        if is_over(rules, state):
            state = State()
        turn = Turn(state, _throw(rules, rules.dice, random), rules.rolls - 1)
        while made < count:
            yield turn
            made += 1
            decision = strategy.decide(rules, turn)
            if isinstance(decision, Category):
                state = score(rules, state, turn.roll, decision).state
                break
            turn = reroll(turn, decision, _throw(rules, rules.dice - len(decision), random))


def _throw(rules: Rules, count: int, random: Random) -> tuple[int, ...]:
    return tuple(sorted(random.randint(1, rules.faces) for _ in range(count)))


def _words(decision: object) -> str:
    return decision.title if isinstance(decision, Category) else repr(decision)
