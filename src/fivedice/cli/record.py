"""The log of a game at one terminal: who decided what, what it cost, and how much was luck."""

from dataclasses import dataclass, field

from fivedice.coach.advice import Option
from fivedice.coach.luck import expected_score
from fivedice.coach.luck import luck as luck_between
from fivedice.errors import NotationError
from fivedice.reports.table import plural
from fivedice.rules import Card, Category, Roll, Rules, Turn, format_dice
from fivedice.rules.notation import BETWEEN_CARDS, EMPTY, format_card, format_cards, parse_cards
from fivedice.solver import Solution

COSTLIEST = 3
"""How many decisions the summary names."""

SMALLEST = 0.005
"""A regret below this prints as 0.00 and counts as none."""


@dataclass(frozen=True)
class Choice:
    """One decision as it was taken, beside the best one."""

    number: int
    roll: Roll
    rerolls: int
    taken: Option
    best: Option

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        plain = {"roll": format_dice(self.roll), "rerolls": self.rerolls, **self.taken.as_dict()}
        return {**plain, "best": self.best.text}


@dataclass
class TurnRecord:
    """The decisions of one turn; category and points once a box is filled."""

    number: int
    choices: list[Choice] = field(default_factory=list)
    category: Category | None = None
    points: int | None = None
    bonus: int = 0

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "turn": self.number,
            "decisions": [choice.as_json() for choice in self.choices],
            "category": self.category.name if self.category else None,
            "points": self.points,
            "bonus": self.bonus,
        }


@dataclass
class Seat:
    """A player: a name, a card, and the log since the game began or was taken up again."""

    name: str
    card: Card
    start_value: float = 0.0
    turns: list[TurnRecord] = field(default_factory=list)

    @property
    def choices(self) -> list[Choice]:
        """Every decision so far."""
        return [choice for turn in self.turns for choice in turn.choices]

    @property
    def regret(self) -> float:
        """What all decisions together gave away."""
        return sum((choice.taken.regret for choice in self.choices), 0.0)

    def filled(self) -> int:
        """Number of boxes filled."""
        return sum(points is not None for points in self.card.points)


def to_move(seats: list[Seat], rules: Rules) -> int | None:
    """The seat whose turn it is, the first of those with the fewest filled boxes; None when the game is over."""
    number = min(range(len(seats)), key=lambda seat: seats[seat].filled())
    return None if seats[number].filled() == rules.turns else number


def format_position(rules: Rules, seats: list[Seat], turn: Turn | None) -> str:
    """All cards, and behind the card of the player to move the dice with the rerolls left."""
    throw = None if turn is None else (turn.roll, turn.rerolls)
    return format_cards(rules, [seat.card for seat in seats], to_move(seats, rules), throw)


def parse_position(rules: Rules, names: list[str], text: str) -> tuple[list[Seat], Turn | None]:
    """Read a position for these players; without a text, the start of a game.

    >>> from fivedice.rules import variant
    >>> seats, turn = parse_position(variant("yahtzee"), ["Ann", "Ben"], "1=3,C=22 / 6=18 56666:2")
    >>> format_position(variant("yahtzee"), seats, turn)
    '1=3,C=22 / 6=18 56666:2'
    """
    cards = parse_cards(rules, text.strip() or BETWEEN_CARDS.join(EMPTY for _ in names))
    if len(cards) != len(names):
        raise NotationError(f"position {text!r} has {len(cards)} cards separated by /, but {len(names)} would play.")
    seats = [Seat(name, card) for name, (card, _) in zip(names, cards, strict=True)]
    mover = to_move(seats, rules)
    if mover is None:
        raise NotationError(f"position {text!r}: every box is filled, so the game is over.")
    for number, (_, throw) in enumerate(cards):
        if throw and number != mover:
            raise NotationError(f"position {text!r}: dice lie before {names[number]}, but {names[mover]} is to move.")
    throw = cards[mover][1]
    return seats, Turn(seats[mover].card.state(rules), *throw) if throw else None


def game_json(solution: Solution, seats: list[Seat], turn: Turn | None) -> dict[str, object]:
    """The record of a game, finished or not, as plain values."""
    rules = solution.rules
    mover = to_move(seats, rules)
    return {
        "variant": rules.name,
        "digest": rules.digest,
        "finished": mover is None,
        "position": format_position(rules, seats, turn),
        "players": [
            {
                "name": seat.name,
                "card": format_card(rules, seat.card),
                "total": seat.card.total(rules),
                "start_value": seat.start_value,
                "regret": seat.regret,
                "luck": luck(solution, seat, turn if number == mover else None),
                "turns": [one.as_json() for one in seat.turns if one.choices],
            }
            for number, seat in enumerate(seats)
        ],
    }


def luck(solution: Solution, seat: Seat, turn: Turn | None) -> float:
    """Points that the dice brought or took against their expectation."""
    return luck_between(seat.start_value, expected_score(solution, seat.card, turn), seat.regret)


def coaching(taken: Option, best: Option) -> str:
    """One sentence about a decision."""
    if taken.regret < SMALLEST:
        return f"Coach: {taken.words} was the best decision."
    return f"Coach: {taken.words} cost {taken.regret:.2f}; best was {best.words}, expecting {best.value:.2f}."


def summary(solution: Solution, seat: Seat) -> list[str]:
    """The end of a game in a few lines: score, regret, luck, and the costliest decisions."""
    total, brought = seat.card.total(solution.rules), luck(solution, seat, None)
    lines = [
        f"{seat.name}: {plural(total, 'point')}. Optimal play expected {seat.start_value:.1f}; "
        f"decisions gave away {seat.regret:.1f}, luck brought {brought:+.1f}."
    ]
    costly = sorted((one for one in seat.choices if one.taken.regret >= SMALLEST), key=lambda one: -one.taken.regret)
    if not costly:
        return [*lines, "Every decision was the best one."]
    lines.append("Costliest decisions:")
    for one in costly[:COSTLIEST]:
        lines.append(
            f"  {one.taken.regret:6.2f}  turn {one.number}, {format_dice(one.roll)}, "
            f"{plural(one.rerolls, 'reroll')} left: {one.taken.words}; "
            f"best {one.best.words}"
        )
    return lines
