"""A score card: the points in each box, from which a State is what matters for the rest of the game."""

from dataclasses import dataclass, replace

from fivedice.errors import IllegalDecision
from fivedice.rules.category import Category
from fivedice.rules.dice import Roll
from fivedice.rules.rules import Rules
from fivedice.rules.state import State, score


@dataclass(frozen=True)
class Card:
    """The points of each category in card order, None where it is open, and the Yahtzee bonuses earned."""

    points: tuple[int | None, ...]
    yahtzee_bonuses: int = 0

    @classmethod
    def empty(cls, rules: Rules) -> "Card":
        """The card at the start of a game."""
        return cls((None,) * rules.turns)

    def upper_total(self, rules: Rules) -> int:
        """Points in the upper section, without the bonus."""
        return sum(self.points[index] or 0 for index in rules.upper)

    def state(self, rules: Rules) -> State:
        """What the rest of the game depends on."""
        filled = sum(1 << index for index, points in enumerate(self.points) if points is not None)
        bonus = bool(rules.yahtzee_bonus) and rules.yahtzee is not None and bool(self.points[rules.yahtzee])
        return State(filled, min(self.upper_total(rules), rules.upper_cap), bonus)

    def box_total(self, rules: Rules) -> int:
        """Boxes and Yahtzee bonuses, without the upper bonus, which is paid at the end."""
        return sum(points or 0 for points in self.points) + self.yahtzee_bonuses * rules.yahtzee_bonus

    def upper_bonus(self, rules: Rules) -> int:
        """The upper bonus, as soon as it is certain."""
        return rules.upper_bonus if self.upper_total(rules) >= rules.upper_threshold else 0

    def total(self, rules: Rules) -> int:
        """All that the card shows: boxes, Yahtzee bonuses, and the upper bonus once it is reached."""
        return self.box_total(rules) + self.upper_bonus(rules)

    def score(self, rules: Rules, roll: Roll, category: Category) -> "Card":
        """The card after filling a box with a roll."""
        scoring = score(rules, self.state(rules), roll, category)
        return self.fill(rules, category, scoring.points, earned_bonus=scoring.bonus > 0)

    def fill(self, rules: Rules, category: Category, points: int, *, earned_bonus: bool = False) -> "Card":
        """The card with these points in a box, however they came about."""
        index = rules.index[category.name]
        if self.points[index] is not None:
            raise IllegalDecision(f"cannot fill {category.title} with {points}: it already holds {self.points[index]}.")
        filled = (*self.points[:index], points, *self.points[index + 1 :])
        return replace(self, points=filled, yahtzee_bonuses=self.yahtzee_bonuses + earned_bonus)


def possible_points(rules: Rules, category: Category) -> tuple[int, ...]:
    """Every number of points that a box can hold, in ascending order."""
    rolls = rules.dice_set.rolls
    found = {category.natural_points(roll) for roll in rolls}
    if rules.joker != "none":
        found |= {category.joker_points(roll) for roll in rolls if roll[0] == roll[-1]}
    return tuple(sorted(found))
