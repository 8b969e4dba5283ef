"""The conformance kit for people who write their own strategies.

>>> check_strategy("robot-4.02", "yacht")
<StrategyCheck 'robot-4.02' is legal, deterministic and pure: 3,095,820 turns of yacht>
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain, combinations, product, starmap
from random import Random
from typing import Any

import numpy as np

from fivedice.api.read import RulesLike, read_rules, read_strategy
from fivedice.errors import FivediceError, StrategyError
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Cell, Result, Table
from fivedice.rules import Category, Decision, Roll, Rules, State, Turn, first_turn, reroll, score, score_turn
from fivedice.rules.classic import CLASSIC
from fivedice.rules.decision import answer_words
from fivedice.rules.notation import format_turn
from fivedice.rules.state import is_over, legal_categories
from fivedice.solver.places import places_of
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import ask, not_deterministic, table_of
from fivedice.strategies.strategy import CompiledStrategy, Strategy

COMPARED = 200
"""Turns on which a compiled strategy is compared with its function in plain Python."""

CHANGED = (
    "yahtzee (chance=off)",
    "yahtzee (faces=5)",
    "yahtzee (dice=6)",
    "yatzy (joker=forced)",
    "yacht (joker=free, yahtzee_bonus=100)",
)
"""Rules to check beside the named variants: without a box, a face or a number of dice that a strategy may assume,
and with a joker rule on other cards."""


@dataclass(frozen=True)
class Checked:
    """How many turns a strategy was asked about under some rules, and whether these were all turns."""

    rules: Rules
    turns: int
    every: bool


@dataclass(frozen=True, repr=False)
class StrategyCheck(Result):
    """A strategy that passed: the rules that it was checked under, and its reasons to refuse others."""

    strategy: str
    checked: tuple[Checked, ...]
    refused: dict[str, str]

    @property
    def turns(self) -> int:
        """How many turns it was asked about."""
        return sum(one.turns for one in self.checked)

    def headline(self) -> str:
        """The verdict, and the number of turns checked."""
        what = self.checked[0].rules.name if len(self.checked) == 1 else f"{len(self.checked)} rules"
        return f"{self.strategy!r} is legal, deterministic and pure: {self.turns:,} turns of {what}"

    def parts(self) -> list[str | Table]:
        """The verdict, and a row for each of the rules."""
        rows: list[list[object]] = [
            [one.rules.name, Cell(one.turns, f"{one.turns:,}"), "every turn" if one.every else "a sample"]
            for one in self.checked
        ]
        rows += [[name, Cell(0, "–"), sentence] for name, sentence in self.refused.items()]
        return [f"{self.headline()}.", Table("rules", "Rules", ["Rules", "Turns", "Asked about"], rows)]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        checked = [{"rules": one.rules.name, "turns": one.turns, "every_turn": one.every} for one in self.checked]
        return {"strategy": self.strategy, "turns": self.turns, "checked": checked, "refused": self.refused}


def check_strategy(
    strategy: Strategy | str, rules: RulesLike = None, *, turns: int = 2000, seed: int = 0, progress: Shown = None
) -> StrategyCheck:
    """Verify that a strategy is legal, deterministic and pure; else raise StrategyError with the turn.

    Legal: each answer is among the legal decisions. Deterministic: the same turn gets the same answer again, also in
    another order, from a copy of the strategy, and compiled as well as in plain Python. Pure: asking does not change
    the strategy.

    Without rules, the classic variants and some changed ones (CHANGED) that the strategy accepts are checked. A
    compiled strategy is asked about every turn. One in plain Python is asked about every turn if there are at most
    `turns`; else about this many turns of its own games, all kinds of joker turns, and turns with one or two boxes
    left.
    """
    player = read_strategy(strategy)
    games = list(map(read_rules, (*(one.name for one, _ in CLASSIC), *CHANGED) if rules is None else (rules,)))
    checked, refused = [], {}
    with progress_bar(f"Checking {player.name}", progress) as shown:
        for done, game in enumerate(games):
            shown(done, len(games))
            try:
                player.check(game)
            except FivediceError as error:
                refused[game.name] = str(error)
                continue
            checked.append(_check(player, game, turns, Random(seed)))
    if not checked:
        raise StrategyError(next(iter(refused.values())))
    return StrategyCheck(player.name, tuple(checked), refused)


def _check(strategy: Strategy, rules: Rules, turns: int, random: Random) -> Checked:
    if isinstance(strategy, CompiledStrategy):
        return Checked(rules, _check_compiled(strategy, rules, min(turns, COMPARED), random), every=True)
    twin, content, changed = deepcopy(strategy), _content(strategy), ""
    states = _states(rules, turns)
    asked: list[tuple[Turn, Decision]] = []
    for turn, decision in _asked(strategy, rules, states, turns, random):
        asked.append((turn, decision))
        changed = changed or (format_turn(rules, turn) if _content(strategy) != content else "")
    for turn, decision in reversed(asked):
        for again in (strategy.decide(rules, turn), twin.decide(rules, turn)):
            if again != decision:
                words = f"{answer_words(decision)}, and then {answer_words(again)}"
                raise not_deterministic(strategy, rules, turn, words)
    if changed:
        raise StrategyError(f"strategy {strategy.name!r} is not pure: asking it at {changed!r} changes what it holds.")
    return Checked(rules, len(asked), every=bool(states))


def _check_compiled(strategy: CompiledStrategy, rules: Rules, turns: int, random: Random) -> int:
    """Ask about every turn, and compare the answers with those of the function in plain Python; the number of turns."""
    table = table_of(strategy, rules)
    if not 0 <= table.why.min() <= table.why.max() < len(table.reasons):
        raise StrategyError(
            f"strategy {strategy.name!r} sets view.why to a number without a reason; it has {len(table.reasons) - 1}."
        )
    for turn, decision in _games(strategy, rules, turns, random):
        compiled = choices_in(table, turn.state).decision(turn)
        if compiled != decision:
            words = f"{answer_words(compiled)} if compiled, and {answer_words(decision)} in plain Python"
            raise not_deterministic(strategy, rules, turn, words)
    orders, flags, _, totals, throws, rolls = map(int, table.why.shape)
    places = places_of(rules)
    filled = places.filled[np.concatenate(places.layers()[:-1])]
    flagged = int((filled >> rules.yahtzee & 1).sum()) if flags > 1 and rules.yahtzee is not None else 0
    return orders * (len(filled) + flagged) * totals * throws * rolls


def _content(strategy: Strategy) -> str:
    """The attributes of a strategy as text, those in slots too."""
    slots = [name for kind in type(strategy).__mro__ for name in getattr(kind, "__slots__", ())]
    return repr(getattr(strategy, "__dict__", {})) + repr([getattr(strategy, name, None) for name in slots])


def _asked(
    strategy: Strategy, rules: Rules, states: list[State], turns: int, random: Random
) -> Iterator[tuple[Turn, Decision]]:
    """The turns that a strategy in plain Python is asked about, with its answers: those of all states, if given."""
    if not states:
        yield from _games(strategy, rules, turns, random)
    every = starmap(Turn, product(states, rules.dice_set.rolls, range(rules.rolls)))
    for turn in every if states else chain(_joker_turns(rules, random), _late_turns(rules, random)):
        yield turn, ask(strategy, rules, turn)


def _games(strategy: Strategy, rules: Rules, count: int, random: Random) -> Iterator[tuple[Turn, Decision]]:
    """Turns of games that the strategy plays, with what it decides."""
    state, made = State(), 0
    while made < count:
        if is_over(rules, state):
            state = State()
        turn = first_turn(rules, state, _throw(rules, rules.dice, random))
        while made < count:
            decision = ask(strategy, rules, turn)
            yield turn, decision
            made += 1
            if isinstance(decision, Category):
                state = score_turn(rules, turn, decision).state
                break
            turn = reroll(turn, decision, _throw(rules, rules.dice - len(decision), random))


def _states(rules: Rules, turns: int) -> list[State]:
    """Every state in which a turn begins, or none if these have more than `turns` turns."""
    most = turns // (rules.dice_set.roll_count * rules.rolls)
    found = dict.fromkeys([State()])
    for state in (waiting := list(found)):
        for roll in rules.dice_set.rolls:
            for category in legal_categories(rules, state, roll):
                following = score(rules, state, roll, category).state
                if following not in found and not is_over(rules, following):
                    found[following] = None
                    waiting.append(following)
        if len(found) > most:
            return []
    return waiting


def _joker_turns(rules: Rules, random: Random) -> Iterator[Turn]:
    """All dice equal after the Yahtzee box was filled, with points or without: each face, its upper box open or not.

    The other boxes are open, or all of a section is filled, or some at random.
    """
    if rules.yahtzee is None or any(rules.prerequisites):
        return
    everything = (1 << rules.turns) - 1
    upper = sum(1 << box for box in rules.upper)
    others = (0, upper, everything & ~upper, random.getrandbits(rules.turns))
    for face, filled, points in product(range(1, rules.faces + 1), others, (True, False)):
        own = 1 << rules.face_boxes[face] if face in rules.face_boxes else 0
        for mask in {(filled | own), filled & ~own}:
            mask |= 1 << rules.yahtzee
            if mask != everything:
                state = _state(rules, mask, random, points=points)
                yield from (Turn(state, (face,) * rules.dice, rerolls) for rerolls in range(rules.rolls))


def _late_turns(rules: Rules, random: Random) -> Iterator[Turn]:
    """Turns with any one or two boxes open; none where boxes wait for each other."""
    if any(rules.prerequisites):
        return
    everything = (1 << rules.turns) - 1
    for left in chain(combinations(range(rules.turns), 1), combinations(range(rules.turns), 2)):
        mask = everything & ~sum(1 << box for box in left)
        state = _state(rules, mask, random, points=random.random() < 0.5)
        for roll in (_throw(rules, rules.dice, random), (random.randint(1, rules.faces),) * rules.dice):
            yield from (Turn(state, roll, rerolls) for rerolls in range(rules.rolls if len(left) == 1 else 1))


def _state(rules: Rules, filled: int, random: Random, *, points: bool) -> State:
    """A state with these boxes filled that play can reach; `points` says whether the Yahtzee box has some.

    The Yahtzee box comes last, so that no roll is a joker.
    """
    state = State()
    for box in sorted(range(rules.turns), key=lambda one: one == rules.yahtzee):
        if filled >> box & 1:
            equal = points and box == rules.yahtzee
            roll = (rules.faces,) * rules.dice if equal else _throw(rules, rules.dice, random)
            state = score(rules, state, roll, rules.categories[box]).state
    return state


def _throw(rules: Rules, count: int, random: Random) -> Roll:
    return tuple(sorted(random.randint(1, rules.faces) for _ in range(count)))
