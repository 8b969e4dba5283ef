"""Plain-Python players for tests, the turns to ask them about, and every game that they can play, one by one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from fivedice.arrays import Floats
from fivedice.kernels.choices import choose_best, room_for_choices
from fivedice.kernels.lanes import LANES
from fivedice.rules import Card, Category, Decision, Roll, Rules, State, Turn, legal_categories, legal_decisions, score
from fivedice.rules.checks import greatest_points
from fivedice.rules.state import final_bonus, is_over, score_turn
from fivedice.solver.places import places_of
from fivedice.solver.reference import throws
from fivedice.solver.tables import compile_rules
from fivedice.strategies.policy import TablePolicy, ValuePolicy, view_for


@dataclass(frozen=True)
class Whim:
    """Any legal decision, another one for each turn, always the same for the same turn."""

    seed: int
    reads_upper: bool = True
    name: str = "whim"
    summary: str = "Does what comes to mind."

    def check(self, rules: Rules) -> None:
        """Every game can be played so."""

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        state = turn.state
        seen = (self.seed, state.filled, state.bonus, turn.roll, turn.rerolls, state.upper if self.reads_upper else 0)
        return Random(repr(seen) + "served" * turn.served).choice(legal_decisions(rules, turn))

    def reason(self, rules: Rules, turn: Turn) -> str:
        return "Felt like it"


@dataclass(frozen=True)
class Totals:
    """Points still to come: how likely each number is, and expectations of what they are made of."""

    probability: Floats
    categories: dict[str, float]
    yahtzees: float
    yahtzee_bonuses: float
    p_upper_bonus: float


def every_game(game: Rules, decide: Callable[[Turn], Decision], start: State) -> Totals:
    """What a player scores from a state on, by trying every throw: no tables, no lattice, no kernels.

    A row holds the probability of each number of points to come, then the mean points of each box, then the mean
    numbers of fives of a kind in the Yahtzee box or beyond it, of bonuses for them, and of upper bonuses.
    """
    most = sum(greatest_points(one, game.dice_set) for one in game.categories)
    size = most + game.turns * game.yahtzee_bonus + game.multipliers[0] * game.bonus_for(game.upper_cap) + 1

    @cache
    def after_state(state: State) -> Floats:
        if is_over(game, state):
            row, bonus = np.zeros(size + game.turns + 3), final_bonus(game, state)
            row[bonus], row[-1] = 1.0, bool(bonus)
            return row
        return after_keep(state, (), game.rolls, game.has_served)

    @cache
    def after_keep(state: State, keep: Roll, rerolls: int, served: bool) -> Floats:
        return sum(
            (
                chance * after_roll(Turn(state, roll, rerolls - 1, served))
                for roll, chance in throws(game.dice_set, keep)
            ),
            np.zeros(size + game.turns + 3),
        )

    @cache
    def after_roll(turn: Turn) -> Floats:
        decision = decide(turn)
        if not isinstance(decision, Category):
            return after_keep(turn.state, decision, turn.rerolls, turn.served and decision == turn.roll)
        done, box = score_turn(game, turn, decision), game.index[decision.name]
        row = after_state(done.state).copy()
        row[:size] = np.roll(row[:size], done.total)
        row[size + box] += done.points
        row[-3] += (box == game.yahtzee and done.points > 0) + (done.bonus > 0)
        row[-2] += done.bonus > 0
        return row

    row = after_state(start)
    means = dict(zip(game.index, map(float, row[size:-3]), strict=True))
    return Totals(row[:size], means, *map(float, row[-3:]))


def decide_by(policy: TablePolicy) -> Callable[[Turn], Decision]:
    """The choices of a table, as decisions."""
    game, totals = policy.rules, policy.boxes.shape[2]
    tables, places = compile_rules(game), places_of(game)

    def decide(turn: Turn) -> Decision:
        state, roll = turn.state, tables.roll_index(game, turn.roll, served=turn.served)
        place = int(state.bonus), places.of(state.filled), min(state.upper, totals - 1)
        choice = -1 - int(policy.boxes[(*place, roll)])
        if turn.rerolls:
            choice = int(policy.keeps[(0, *place, turn.rerolls - 1, roll)])
        return game.categories[-1 - choice] if choice < 0 else tables.keep_at(game, choice)

    return decide


def table_of_values(policy: ValuePolicy) -> TablePolicy:
    """The choices that values lead to, state by state."""
    game = policy.rules
    tables, arguments = view_for(policy)
    flags, count, _ = arguments.shape
    totals, rerolls, rolls = game.upper_cap + 1, game.rolls - 1, tables.rolls
    keeps = np.zeros((1, flags, count, totals, rerolls, rolls), np.int16)
    boxes = np.zeros((flags, count, totals, rolls), np.int16)
    room = room_for_choices(rerolls, rolls, tables.keeps)
    keep_choice, box_choice = room.keeps.reshape(rerolls, rolls, LANES), room.boxes.reshape(rolls, LANES)
    for flag in range(flags):
        for place in range(count - 1):
            for start in range(0, totals, LANES):
                choose_best(
                    room, policy.values, place, flag, start,
                    arguments.rules, arguments.tables, policy.candidates,
                )  # fmt: skip
                some = slice(start, min(start + LANES, totals))
                lanes = slice(0, some.stop - start)
                keeps[0, flag, place, some] = np.moveaxis(keep_choice, 2, 0)[lanes]
                boxes[flag, place, some] = box_choice.T[lanes]
    return TablePolicy(game, keeps, boxes, np.zeros((flags, count, totals, game.rolls, rolls), np.int8), ("",))


def random_turns(game: Rules, count: int, seed: int = 0) -> Iterator[Turn]:
    """Decision points of games that are played anyhow."""
    random = Random(seed)
    for _ in range(count):
        state = State()
        for _ in range(random.randrange(game.turns)):
            roll = throw(game, random)
            state = score(game, state, roll, random.choice(legal_categories(game, state, roll))).state
        yield Turn(state, throw(game, random), random.randrange(game.rolls))


def random_card(game: Rules, filled: int, seed: int) -> Card:
    """A card with some boxes filled by playing anyhow."""
    random, card = Random(seed), Card.empty(game)
    for _ in range(filled):
        roll = throw(game, random)
        card = card.score(game, roll, random.choice(legal_categories(game, card.state(game), roll)))
    return card


def throw(game: Rules, random: Random) -> Roll:
    """All dice, some of them made equal: fives of a kind matter and are rare."""
    faces = [random.randint(1, game.faces) for _ in range(game.dice)]
    equal = random.randrange(game.dice)
    return tuple(sorted(faces[: game.dice - equal] + faces[:1] * equal))
