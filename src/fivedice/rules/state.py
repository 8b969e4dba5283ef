"""Play itself: states, turns, legal decisions and what they lead to. Randomness always comes from outside."""

from dataclasses import dataclass

from fivedice.errors import IllegalDecision
from fivedice.rules.category import Category
from fivedice.rules.decision import Decision
from fivedice.rules.dice import Keep, Roll, format_dice, is_part_of, keeps_of
from fivedice.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class State:
    """Between turns: all that matters for the rest of the game.

    `filled` has bit i set when category i is filled; `upper` is the upper total, capped where more of it makes
    no difference; `bonus` says whether a further five of a kind earns the Yahtzee bonus.
    """

    filled: int = 0
    upper: int = 0
    bonus: bool = False

    def is_open(self, index: int) -> bool:
        """Whether category `index` is still open."""
        return not self.filled >> index & 1

    @property
    def turns_played(self) -> int:
        """Number of boxes filled so far."""
        return self.filled.bit_count()


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision point: a state, the dice on the table, and how many rerolls are left."""

    state: State
    roll: Roll
    rerolls: int


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


def open_categories(rules: Rules, state: State) -> tuple[Category, ...]:
    """The boxes that are still open."""
    return tuple(category for index, category in enumerate(rules.categories) if state.is_open(index))


def is_over(rules: Rules, state: State) -> bool:
    """Whether every box is filled."""
    return state.filled == (1 << rules.turns) - 1


def is_joker(rules: Rules, state: State, roll: Roll) -> bool:
    """Whether the roll is a five of a kind that meets a filled Yahtzee box under a joker rule."""
    if rules.joker == "none" or rules.yahtzee is None or state.is_open(rules.yahtzee):
        return False
    return roll[0] == roll[-1]


def legal_categories(rules: Rules, state: State, roll: Roll) -> tuple[Category, ...]:
    """The boxes that this roll may be scored in."""
    open_boxes = open_categories(rules, state)
    if rules.joker != "forced" or not is_joker(rules, state, roll):
        return open_boxes
    matching = rules.face_boxes.get(roll[0])
    if matching is not None and state.is_open(matching):
        return (rules.categories[matching],)
    return tuple(category for category in open_boxes if category.section == "lower") or open_boxes


def legal_decisions(rules: Rules, turn: Turn) -> tuple[Decision, ...]:
    """Every keep while a reroll is left, then every box: a turn may always end early."""
    keeps = keeps_of(turn.roll) if turn.rerolls else ()
    return (*keeps, *legal_categories(rules, turn.state, turn.roll))


def score(rules: Rules, state: State, roll: Roll, category: Category) -> Scoring:
    """Fill a box with a roll.

    >>> from fivedice.rules import variant
    >>> yahtzee = variant("yahtzee")
    >>> score(yahtzee, State(), (5, 6, 6, 6, 6), yahtzee.category("sixes"))
    Scoring(state=State(filled=32, upper=24, bonus=False), points=24, bonus=0)
    """
    index = rules.index[category.name]
    if not state.is_open(index):
        raise IllegalDecision(f"cannot score {category.title}: already filled.")
    legal = legal_categories(rules, state, roll)
    if category not in legal:
        boxes = " or ".join(one.title for one in legal)
        raise IllegalDecision(f"cannot score {category.title}: a joker must go to {boxes}.")
    matching = rules.face_boxes.get(roll[0])
    full_value = is_joker(rules, state, roll) and (matching is None or not state.is_open(matching))
    points = category.joker_points(roll) if full_value else category.natural_points(roll)
    all_equal = roll[0] == roll[-1]
    bonus = rules.yahtzee_bonus if state.bonus and all_equal else 0
    upper = state.upper + points if category.section == "upper" else state.upper
    earns_bonuses = bool(rules.yahtzee_bonus) and index == rules.yahtzee and all_equal
    after = State(state.filled | 1 << index, min(upper, rules.upper_cap), state.bonus or earns_bonuses)
    return Scoring(after, points, bonus)


def reroll(turn: Turn, keep: Keep, thrown: tuple[int, ...]) -> Turn:
    """Keep some dice and put what was thrown beside them."""
    if not turn.rerolls:
        raise IllegalDecision(f"cannot keep {format_dice(keep)}: no reroll is left, so a box must be scored.")
    if not is_part_of(keep, turn.roll):
        raise IllegalDecision(f"cannot keep {format_dice(keep)}: the dice show {format_dice(turn.roll)}.")
    missing = len(turn.roll) - len(keep)
    if len(thrown) != missing:
        raise IllegalDecision(f"cannot throw {len(thrown)} dice: {missing} are not kept.")
    return Turn(turn.state, tuple(sorted(keep + thrown)), turn.rerolls - 1)


def final_bonus(rules: Rules, state: State) -> int:
    """The upper bonus, paid when the game is over."""
    return rules.upper_bonus if state.upper >= rules.upper_cap and rules.upper_bonus else 0
