"""Play itself: states, turns, legal decisions and what they lead to. Randomness always comes from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fivedice.errors import IllegalDecision
from fivedice.rules.category import Category
from fivedice.rules.decision import Decision
from fivedice.rules.dice import Keep, Roll, format_dice, is_part_of, keeps_of
from fivedice.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class State:
    """Between turns: all that matters for the rest of the game.

    `filled` has bit i set when category i is filled; `upper` is the upper total, capped where more of it makes
    no difference; `bonus` says whether a further five of a kind earns the Yahtzee bonus; `saved` counts the throws kept
    from earlier turns. Where each of several columns has an upper bonus, `upper` holds their totals as `upper_number`
    does. With several Yahtzee boxes, `bonus` says that those filled so far hold points.
    """

    filled: int = 0
    upper: int = 0
    bonus: bool = False
    saved: int = 0

    def is_empty(self, index: int) -> bool:
        """Whether category `index` is not filled yet."""
        return not self.filled >> index & 1

    @property
    def turns_played(self) -> int:
        """Number of boxes filled so far."""
        return self.filled.bit_count()


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision point: a state, the dice on the table, and how many rerolls are left.

    `served` says that no die was thrown again in this turn, where the rules pay for that (`Rules.has_served`).
    """

    state: State
    roll: Roll
    rerolls: int
    served: bool = False


@dataclass(frozen=True, slots=True)
class Scoring:
    """What filling a box leads to: the next state, the box's points, and the Yahtzee bonus earned with it."""

    state: State
    points: int
    bonus: int

    @property
    def total(self) -> int:
        """Box and bonus together."""
        return self.points + self.bonus


def first_turn(rules: Rules, state: State, roll: Roll) -> Turn:
    """The decision point after the first throw of a turn, with all throws left that the state has."""
    return turn_at(rules, state, roll, rules.rolls - 1 + state.saved)


def turn_at(rules: Rules, state: State, roll: Roll, rerolls: int) -> Turn:
    """The decision point with this many rerolls left; a roll is served while all throws of the turn are left."""
    return Turn(state, roll, rerolls, rules.has_served and rerolls == rules.rolls - 1 + state.saved)


def is_open(rules: Rules, state: State, index: int) -> bool:
    """Whether category `index` is empty and its turn has come."""
    before = rules.prerequisites[index]
    return state.is_empty(index) and state.filled & before == before


def open_categories(rules: Rules, state: State) -> tuple[Category, ...]:
    """The boxes that are open."""
    filled, boxes = state.filled, enumerate(zip(rules.categories, rules.prerequisites, strict=True))
    return tuple(one for index, (one, before) in boxes if not filled >> index & 1 and filled & before == before)


def is_over(rules: Rules, state: State) -> bool:
    """Whether every box is filled."""
    return state.filled == (1 << rules.turns) - 1


def is_joker(rules: Rules, state: State, roll: Roll) -> bool:
    """Whether the roll is a five of a kind that meets filled Yahtzee boxes under a joker rule."""
    if rules.joker == "none" or any(map(state.is_empty, rules.yahtzees)):
        return False
    return roll[0] == roll[-1]


def legal_categories(rules: Rules, state: State, roll: Roll) -> tuple[Category, ...]:
    """The boxes that this roll may be scored in."""
    open_boxes = open_categories(rules, state)
    if rules.joker != "forced" or not is_joker(rules, state, roll):
        return open_boxes
    lower = tuple(category for category in open_boxes if category.section == "lower")
    return _boxes_of_face(rules, state, roll) or lower or open_boxes


def _boxes_of_face(rules: Rules, state: State, roll: Roll) -> tuple[Category, ...]:
    """The open upper boxes of the face that the first die shows."""
    indices = rules.boxes_of_face.get(roll[0], ())
    return tuple(rules.categories[index] for index in indices if is_open(rules, state, index))


def legal_decisions(rules: Rules, turn: Turn) -> tuple[Decision, ...]:
    """Every keep while a reroll is left, then every box: a turn may always end early."""
    keeps = keeps_of(turn.roll) if turn.rerolls else ()
    return (*keeps, *legal_categories(rules, turn.state, turn.roll))


def score(
    rules: Rules, state: State, roll: Roll, category: Category, *, rerolls: int = 0, served: bool = False
) -> Scoring:
    """Fill a box with a roll; the rerolls left are saved, as many as the rules allow.

    >>> from fivedice.rules import variant
    >>> yahtzee = variant("yahtzee")
    >>> score(yahtzee, State(), (5, 6, 6, 6, 6), yahtzee.category("sixes"))
    Scoring(state=State(filled=32, upper=24, bonus=False, saved=0), points=24, bonus=0)
    """
    _check_legal(rules, state, roll, rules.index[category.name])
    return _scored(rules, state, roll, category, _has_full_value(rules, state, roll), rerolls, served)


def scorings(rules: Rules, turn: Turn) -> dict[str, Scoring]:
    """What each box that may be filled now leads to, by its name."""
    state, roll = turn.state, turn.roll
    full_value = _has_full_value(rules, state, roll)
    legal = legal_categories(rules, state, roll)
    return {one.name: _scored(rules, state, roll, one, full_value, turn.rerolls, turn.served) for one in legal}


def previews(rules: Rules, turn: Turn) -> dict[str, tuple[int, int]]:
    """Points and Yahtzee bonus of each box that may be filled now, by its name."""
    state, roll = turn.state, turn.roll
    points = _pays(rules, roll, _has_full_value(rules, state, roll), turn.served)
    bonus = rules.yahtzee_bonus if _earns_bonus(rules, state, roll) else 0
    legal = legal_categories(rules, state, roll)
    return {one.name: (points[rules.index[one.name]], bonus * one.multiplier) for one in legal}


def _has_full_value(rules: Rules, state: State, roll: Roll) -> bool:
    """Whether the roll is a joker that pays in every box what the box can pay."""
    return is_joker(rules, state, roll) and not _boxes_of_face(rules, state, roll)


def _earns_bonus(rules: Rules, state: State, roll: Roll) -> bool:
    return state.bonus and roll[0] == roll[-1] and not any(map(state.is_empty, rules.yahtzees))


def _scored(
    rules: Rules, state: State, roll: Roll, category: Category, full_value: bool, rerolls: int, served: bool
) -> Scoring:
    index = rules.index[category.name]
    points = _pays(rules, roll, full_value, served)[index]
    all_equal = roll[0] == roll[-1]
    bonus = rules.yahtzee_bonus * category.multiplier if _earns_bonus(rules, state, roll) else 0
    upper = state.upper if category.section == "lower" else _upper_after(rules, state.upper, category, points)
    holds_points = state.bonus
    if rules.yahtzee_bonus and index in rules.yahtzees:
        holds_points = all_equal and (state.bonus or all(map(state.is_empty, rules.yahtzees)))
    after = State(state.filled | 1 << index, upper, holds_points, min(rerolls, rules.most_saved))
    return Scoring(after, points, bonus)


@lru_cache(maxsize=4096)
def _pays(rules: Rules, roll: Roll, full_value: bool, served: bool) -> tuple[int, ...]:
    """What each box pays for a roll, whatever is filled."""
    boxes = rules.categories
    return tuple(one.joker_points(roll, served) if full_value else one.natural_points(roll, served) for one in boxes)


def score_turn(rules: Rules, turn: Turn, category: Category) -> Scoring:
    """Fill a box with the roll of a turn."""
    return score(rules, turn.state, turn.roll, category, rerolls=turn.rerolls, served=turn.served)


def _check_legal(rules: Rules, state: State, roll: Roll, index: int) -> None:
    category = rules.categories[index]
    if not state.is_empty(index):
        raise IllegalDecision(f"cannot score {category.title}: already filled.")
    if not is_open(rules, state, index):
        first = " or ".join(one.title for one in open_categories(rules, state) if one.column == category.column)
        first = first or " or ".join(one.title for one in open_categories(rules, state) if one.kind == category.kind)
        raise IllegalDecision(f"cannot score {category.title}: {first} comes first.")
    legal = legal_categories(rules, state, roll)
    if category not in legal:
        boxes = " or ".join(one.title for one in legal)
        raise IllegalDecision(f"cannot score {category.title}: a joker must go to {boxes}.")


def _upper_after(rules: Rules, upper: int, category: Category, points: int) -> int:
    """The upper total, or the totals of all columns, with the points of an upper box."""
    if not rules.upper_cap:
        return 0
    if rules.upper_count == 1:
        return min(upper + points // category.multiplier, rules.upper_cap)
    totals = list(upper_totals_of(rules, upper))
    totals[category.column] = min(totals[category.column] + points // category.multiplier, rules.upper_cap)
    return upper_number(rules, totals)


def upper_number(rules: Rules, totals: Sequence[int]) -> int:
    """The upper totals of the columns as one number: digits to the base `upper_cap` + 1, the first column last."""
    return sum(total * rules.upper_digit(column) for column, total in enumerate(totals))


def upper_totals_of(rules: Rules, upper: int) -> tuple[int, ...]:
    """The upper totals of the columns, from the number that `upper_number` makes of them."""
    if rules.upper_count == 1:
        return (upper,)
    return tuple(upper // rules.upper_digit(column) % (rules.upper_cap + 1) for column in range(rules.upper_count))


def reroll(turn: Turn, keep: Keep, thrown: tuple[int, ...]) -> Turn:
    """Keep some dice and put what was thrown beside them."""
    if not turn.rerolls:
        raise IllegalDecision(f"cannot keep {format_dice(keep)}: no reroll is left, so a box must be scored.")
    if not is_part_of(keep, turn.roll):
        raise IllegalDecision(f"cannot keep {format_dice(keep)}: the dice show {format_dice(turn.roll)}.")
    missing = len(turn.roll) - len(keep)
    if len(thrown) != missing:
        raise IllegalDecision(f"cannot throw {len(thrown)} dice: {missing} are not kept.")
    return Turn(turn.state, tuple(sorted(keep + thrown)), turn.rerolls - 1, turn.served and not thrown)


def final_bonus(rules: Rules, state: State) -> int:
    """The upper bonus of each column, paid when the game is over."""
    totals = upper_totals_of(rules, state.upper)
    return sum(factor * rules.bonus_for(total) for factor, total in zip(rules.multipliers, totals, strict=False))
