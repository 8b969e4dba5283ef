"""A score card: the points in each box, from which a State is what matters for the rest of the game."""

from dataclasses import dataclass
from functools import lru_cache

from fivedice.errors import IllegalDecision, NotationError
from fivedice.rules.category import Category
from fivedice.rules.dice import Roll
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, score, upper_number, upper_totals_of


@dataclass(frozen=True)
class Card:
    """The points of each category in card order, None where it is empty, Yahtzee bonuses earned, throws saved.

    A Yahtzee bonus that a column multiplies counts as that many.
    """

    points: tuple[int | None, ...]
    yahtzee_bonuses: int = 0
    saved: int = 0

    @classmethod
    def empty(cls, rules: Rules) -> "Card":
        """The card at the start of a game."""
        return cls((None,) * rules.turns)

    def upper_total(self, rules: Rules, column: int | None = None) -> int:
        """Points in the upper section of the card, or of one column before it multiplies them; without the bonus."""
        if column is None:
            return sum(self.points[index] or 0 for index in rules.upper)
        boxes = [(index, rules.categories[index]) for index in rules.upper]
        return sum((self.points[index] or 0) // one.multiplier for index, one in boxes if one.column == column)

    @property
    def turns_played(self) -> int:
        """Number of filled boxes."""
        return len(self.points) - self.points.count(None)

    def state(self, rules: Rules) -> State:
        """What the rest of the game depends on."""
        return _state(self, rules)

    def box_total(self, rules: Rules) -> int:
        """Boxes and Yahtzee bonuses, without the upper bonus, which is paid at the end."""
        return sum(points or 0 for points in self.points) + self.yahtzee_bonuses * rules.yahtzee_bonus

    def upper_bonus(self, rules: Rules, column: int | None = None) -> int:
        """The upper bonus of the card or of one column, as far as it is certain."""
        columns = range(rules.upper_count) if column is None else (column,)
        return sum(rules.multipliers[one] * rules.bonus_for(self.upper_total(rules, one)) for one in columns)

    def total(self, rules: Rules) -> int:
        """All that the card shows: boxes, Yahtzee bonuses, and the upper bonus once it is reached."""
        return self.box_total(rules) + self.upper_bonus(rules)

    def score(self, rules: Rules, roll: Roll, category: Category, *, rerolls: int = 0, served: bool = False) -> "Card":
        """The card after filling a box with a roll."""
        scoring = score(rules, self.state(rules), roll, category, rerolls=rerolls, served=served)
        bonuses = scoring.bonus // rules.yahtzee_bonus if scoring.bonus else 0
        return self.fill(rules, category, scoring.points, bonuses=bonuses, saved=scoring.state.saved)

    def fill(self, rules: Rules, category: Category, points: int, *, bonuses: int = 0, saved: int = 0) -> "Card":
        """The card with these points in a box, however they came about, and as many throws saved for later turns."""
        index = rules.index[category.name]
        if self.points[index] is not None:
            raise IllegalDecision(f"cannot fill {category.title} with {points}: it already holds {self.points[index]}.")
        filled = (*self.points[:index], points, *self.points[index + 1 :])
        return Card(filled, self.yahtzee_bonuses + bonuses, saved)


@lru_cache(maxsize=4096)
def _state(card: Card, rules: Rules) -> State:
    """Kept, since one card is asked for its state many times in a turn."""
    filled = sum(1 << index for index, points in enumerate(card.points) if points is not None)
    yahtzees = [points for points in map(card.points.__getitem__, rules.yahtzees) if points is not None]
    bonus = bool(rules.yahtzee_bonus) and bool(yahtzees) and all(yahtzees)
    totals = [min(card.upper_total(rules, column), rules.upper_cap) for column in range(rules.upper_count)]
    return State(filled, upper_number(rules, totals), bonus, card.saved)


@lru_cache(maxsize=1024)
def possible_points(rules: Rules, category: Category) -> tuple[int, ...]:
    """Every number of points that a box can hold, in ascending order."""
    rolls, served = rules.dice_set.rolls, (False, True) if category.pays_served else (False,)
    found = {category.natural_points(roll, first) for roll in rolls for first in served}
    if rules.joker != "none":
        found |= {category.joker_points(roll, first) for roll in rolls if roll[0] == roll[-1] for first in served}
    return tuple(sorted(found))


def card_for(rules: Rules, state: State) -> Card:
    """A card with this state: play from it on is the same as from every other card with this state.

    The upper boxes of a column hold points that add up to its upper total, or reach the cap where it stands for all
    totals above. Yahtzee boxes pay if bonuses can be earned; all other boxes hold the least that they can.

    >>> from fivedice.rules import variant
    >>> card_for(variant("yahtzee"), State(0b100000000101, 12, bonus=True)).points
    (3, None, 9, None, None, None, None, None, None, None, None, 50, None)
    """
    filled = [index for index in range(rules.turns) if not state.is_empty(index)]
    points: list[int | None] = [None] * rules.turns
    for index in filled:
        points[index] = _choices(rules, state, index)[0]
    if rules.upper_cap:
        for column, total in enumerate(upper_totals_of(rules, state.upper)):
            upper = tuple(one for one in filled if one in rules.upper and rules.categories[one].column == column)
            for index, share in zip(upper, _shares(rules, state, upper, total), strict=True):
                points[index] = share
    return Card(tuple(points), saved=state.saved)


def _choices(rules: Rules, state: State, index: int) -> tuple[int, ...]:
    """What a filled box can hold, given whether Yahtzee bonuses can be earned."""
    possible = possible_points(rules, rules.categories[index])
    if index in rules.yahtzees and rules.yahtzee_bonus:
        return tuple(one for one in possible if bool(one) == state.bonus) or possible
    return possible


@lru_cache(maxsize=1 << 16)
def _shares(rules: Rules, state: State, upper: tuple[int, ...], wanted: int) -> tuple[int, ...]:
    """Points of the filled upper boxes of a column, with this upper total."""
    totals: dict[int, tuple[int, ...]] = {0: ()}
    for index in upper:
        times = rules.categories[index].multiplier
        totals = {
            total + more // times: (*shares, more)
            for total, shares in totals.items()
            for more in _choices(rules, state, index)
        }
    fitting = [total for total in totals if min(total, rules.upper_cap) == wanted]
    if not fitting:
        raise NotationError(f"{state!r} has an upper total that the filled boxes cannot hold.")
    return totals[fitting[0]]
