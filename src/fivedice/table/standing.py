"""How a game stands: seats, cards, whose turn it is, dice on the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from fivedice.errors import IllegalDecision
from fivedice.rules import Card, Keep, Roll, Rules, Scoring, Turn, format_dice
from fivedice.rules.dice import marked
from fivedice.rules.notation import format_cards
from fivedice.rules.state import scorings
from fivedice.table.dice import Seed
from fivedice.table.events import (
    Began,
    Deputed,
    Ended,
    Event,
    Filled,
    Joined,
    Pledged,
    Resigned,
    Retracted,
    Returned,
    Seat,
    Shared,
    Thrown,
)
from fivedice.table.marks import Mark, marks_of, robot_turns
from fivedice.table.start import to_move


@dataclass(frozen=True)
class Standing:
    """Seats and cards in the order of play, the throws of the turn that stand, and the log that led here.

    The seed is known where the dice are rolled; it is None if all dice are physical, and in the record of a game that
    is not over.
    """

    rules: Rules
    began: Began
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    log: tuple[Event, ...]
    throws: tuple[Thrown, ...] = ()
    seed: Seed | None = field(default=None, repr=False)
    ended: Ended | None = None
    links: tuple[str | None, ...] = ()
    """The last link of each seat's chain that is known, at first its pledge; see `shares`."""
    mix: bytes = b""
    """The mix of all shares so far."""
    deputies: tuple[Deputed | None, ...] = ()
    """The robot that plays for the player of each seat, if one does."""
    resigned: frozenset[int] = frozenset()
    """Seats whose players gave up."""
    stopped: bool = False
    """Whether a player ended the game for all."""
    point: int = 0
    """Number of events of play so far: which point of the game this is."""
    coached: frozenset[int] = frozenset()
    """Seats that were advised."""
    retractable: tuple[Filled, Card, tuple[Thrown, ...]] | None = None
    """The box that was filled last, with card and throws before it, until the next throw."""
    remarkable: bool = False
    """Whether a robot ever played for a player, a box was taken back, or a player gave up; see `marks`."""

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.began.game

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game, beside seats and rules."""
        return self.began.options

    @property
    def commitment(self) -> str | None:
        """The hash that binds to the seed before it is revealed."""
        return self.began.commitment

    @property
    def sequence(self) -> int:
        """Number of events so far."""
        return len(self.log)

    @cached_property
    def marks(self) -> tuple[frozenset[Mark], ...]:
        """Why the score of each seat is not comparable with that of a player alone; see `marks`."""
        return marks_of(self)

    @cached_property
    def robot_turns(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the turns in which a robot played for its player."""
        return robot_turns(self)

    @cached_property
    def open_seats(self) -> frozenset[int]:
        """Seats that wait for a person who joins by link."""
        free = frozenset(self.options.get("open", ()))
        return free - {event.seat for event in self.log if isinstance(event, Joined)} if free else free

    @property
    def takes_shares(self) -> bool:
        """Whether players have shares in the dice: those of a chosen seed, and physical ones, depend on none."""
        return self.commitment is not None and "seed" not in self.options

    @cached_property
    def owing(self) -> frozenset[int]:
        """Seats whose share is due: another seat has pledged since their last one, and may know the seed."""
        owing: set[int] = set()
        for event in self.log if any(self.links) else ():
            if isinstance(event, Pledged):
                owing |= set(range(len(self.seats))) - {event.seat}
            elif isinstance(event, Shared) or (isinstance(event, Thrown) and event.share):
                owing.discard(event.seat)
        return frozenset() if self.is_over else frozenset(seat for seat in owing if self.links[seat])

    @cached_property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.is_broken_off else to_move(self.rules, self.cards, self.resigned)

    @property
    def is_over(self) -> bool:
        """Whether every box of every card is filled, those of players who resigned aside, or the game broken off."""
        return self.mover is None

    @property
    def is_broken_off(self) -> bool:
        """Whether it was stopped, or players resigned and left nobody, one player alone, or only robots."""
        if not self.resigned:
            return self.stopped
        left = [seat for number, seat in enumerate(self.seats) if number not in self.resigned]
        return self.stopped or len(left) < 2 or all(seat.kind == "robot" for seat in left)

    def is_full(self, seat: int) -> bool:
        """Whether every box of a card is filled."""
        return self.cards[seat].state(self.rules).turns_played == self.rules.turns

    def strategy_of(self, seat: int) -> str | None:
        """The strategy by which a robot plays this seat now, its own or one for a player; None for a player."""
        deputy = self.deputies[seat]
        return deputy.strategy if deputy else self.seats[seat].strategy

    @property
    def turn_event(self) -> int:
        """Number of the event that began this turn, and its clock."""
        begins = Began | Joined | Filled | Retracted | Returned | Resigned
        return next(number for number in range(len(self.log) - 1, -1, -1) if isinstance(self.log[number], begins))

    @cached_property
    def turn_number(self) -> int:
        """Number of the turn that is played, from 0; the number of all turns when the game is over."""
        playing = [card for seat, card in enumerate(self.cards) if seat not in self.resigned] or self.cards
        return min(card.turns_played for card in playing)

    @property
    def table(self) -> tuple[int, ...]:
        """The dice of the mover in the order in which they lie; none before the first throw."""
        return self.throws[-1].dice if self.throws else ()

    @property
    def held(self) -> frozenset[int]:
        """Positions of the dice that stayed on the table in the last throw."""
        return frozenset(self.throws[-1].held) if self.throws else frozenset()

    @property
    def throws_used(self) -> int:
        """Throws of this turn so far; a game may start from a position after the first."""
        return self.throws[-1].throw + 1 if self.throws else 0

    @property
    def throws_left(self) -> int:
        """Throws of this turn that are left, with those that the mover saved."""
        return 0 if self.mover is None else self.rules.rolls + self.cards[self.mover].saved - self.throws_used

    @property
    def roll(self) -> Roll:
        """The dice on the table, as a multiset."""
        return tuple(sorted(self.table))

    @cached_property
    def turn(self) -> Turn | None:
        """The decision point, if dice lie on the table."""
        return self.turn_after(len(self.throws))

    def turn_after(self, count: int) -> Turn | None:
        """The decision point after the first throws of this turn; None before any."""
        if self.mover is None or not count:
            return None
        rules, card, last = self.rules, self.cards[self.mover], self.throws[count - 1]
        later = [one for one in self.throws[:count] if one.throw]
        served = rules.has_served and all(len(one.held) == rules.dice for one in later)
        left = rules.rolls - 1 + card.saved - last.throw
        return Turn(card.state(rules), tuple(sorted(last.dice)), left, served)

    @cached_property
    def scorings(self) -> dict[str, Scoring]:
        """What each box that may be filled now would pay, by its name."""
        return {} if self.turn is None else scorings(self.rules, self.turn)

    @property
    def position(self) -> str:
        """The cards, with the dice on the table behind that of the mover, as `options["position"]` takes them."""
        throw = (self.turn.roll, self.turn.rerolls) if self.turn else None
        return format_cards(self.rules, self.cards, self.mover, throw)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each card."""
        return tuple(card.total(self.rules) for card in self.cards)

    @property
    def final_scores(self) -> tuple[int | None, ...]:
        """The total of each card that is full once the game is over; None for others, which no list compares."""
        return tuple(total if self.ended and self.is_full(seat) else None for seat, total in enumerate(self.totals))

    @property
    def rank(self) -> tuple[int, ...]:
        """The place of each seat by its total, from 1, those who resigned last; equal totals share a place."""
        results = [(seat not in self.resigned, total) for seat, total in enumerate(self.totals)]
        return tuple(1 + sum(other > one for other in results) for one in results)

    def positions(self, keep: Keep) -> tuple[int, ...]:
        """Where a keep lies on the table: dice that stayed last time first, then from the left."""
        order = sorted(range(len(self.table)), key=lambda place: (place not in self.held, place))
        kept = marked(tuple(self.table[place] for place in order), keep)
        if sum(kept) < len(keep):
            raise IllegalDecision(f"cannot keep {format_dice(keep)}: the dice show {format_dice(self.roll)}.")
        return tuple(sorted(place for place, stays in zip(order, kept, strict=True) if stays))
