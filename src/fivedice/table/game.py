"""A game between several players, as it stands after the events of its log.

A Game never changes. An intention (`throw`, `fill`, ...) returns the events that carry it out, or raises
IllegalDecision with a sentence; `after` is the game once they have happened. In between they can be stored:

    events = game.throw(seat, held)        # nothing has happened yet
    game = store.append(game, events)      # written, then game.after(*events)
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from fivedice.errors import FivediceError, IllegalDecision, RecordError
from fivedice.rules import Card, Decision, Keep, Roll, Rules, Scoring, Turn, format_dice, legal_categories, score_turn
from fivedice.rules.dice import marked
from fivedice.rules.notation import format_cards
from fivedice.rules.toml import format_rules, parse_rules
from fivedice.table import legal
from fivedice.table.dice import Seed, commitment, format_seed, new_seed, parse_seed
from fivedice.table.events import (
    Began,
    Coached,
    Ended,
    Event,
    Filled,
    Joined,
    Kind,
    Pledged,
    Renamed,
    Seat,
    Shared,
    Thrown,
    Undone,
)
from fivedice.table.names import check_different, checked_name
from fivedice.table.shares import mixed
from fivedice.table.start import parse_start, to_move

MOST_SEATS = 8
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter that is easily taken for another one, since people read the id of a game to each other."""
ID_LENGTH = 12

T = TypeVar("T")

rules_of = lru_cache(maxsize=64)(parse_rules)
"""Rules from TOML, read once: a server replays many games of few variants."""


def now() -> str:
    """The time in UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """A random id for a game, too long to be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


@dataclass(frozen=True)
class Game:
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
    """Of all shares so far."""

    @classmethod
    def begin(
        cls,
        rules: Rules,
        seats: Sequence[Seat],
        *,
        seed: Seed | None = None,
        options: Mapping[str, Any] | None = None,
        id: str | None = None,
        created: str | None = None,
        pledges: Mapping[int, str] | None = None,
    ) -> "Game":
        """A new game; its seed is drawn here unless one is given, or all dice are physical.

        `pledges` are those of the seats whose players have pledged already, before there is a seed; they count for
        nothing where dice take no shares.
        """
        seats = tuple(replace(seat, name=checked_name(seat.name)) for seat in seats)
        seed = None if all(seat.physical for seat in seats) else seed or new_seed()
        bound = commitment(seed) if seed else None
        text = format_rules(rules)
        began = Began(id or new_id(), created or now(), text, rules.digest, seats, bound, dict(options or {}))
        game = cls.replay([began], seed)
        for seat, pledge in (pledges or {}).items() if game.takes_shares else ():
            game = game.after(*game.pledge(seat, pledge))
        return game

    @classmethod
    def replay(cls, events: Iterable[Event], seed: Seed | None = None) -> "Game":
        """The game that a log tells, each event checked; with the seed, play can go on."""
        log = tuple(events)
        if not log:
            raise RecordError("an empty log tells no game.")
        if seed is None and isinstance(log[-1], Ended) and log[-1].seed is not None:
            seed = parse_seed(log[-1].seed)
        return cls.opened(log[0], seed).after(*log[1:])

    @classmethod
    def opened(cls, began: Event, seed: Seed | None = None) -> "Game":
        """The game at its start."""
        if not isinstance(began, Began):
            raise RecordError("a log that does not open with the event 'began' tells no game.")
        rules = rules_of(began.rules)
        if rules.digest != began.digest:
            raise RecordError(f"the rules have the digest {rules.digest}, but the game was begun with {began.digest}.")
        if not 1 <= len(began.seats) <= MOST_SEATS:
            raise RecordError(f"a game has 1 to {MOST_SEATS} seats; {len(began.seats)} were given.")
        check_different(seat.name for seat in began.seats)
        if (began.commitment is None) != all(seat.physical for seat in began.seats):
            raise RecordError("a game has a commitment to a seed if, and only if, some of its dice are not physical.")
        if seed is not None and began.commitment not in (None, commitment(seed)):
            raise RecordError("the seed does not fit the commitment that the game was begun with.")
        cards, throws = parse_start(rules, [seat.name for seat in began.seats], began.options.get("position", ""))
        links = (None,) * len(began.seats)
        return cls(rules, began, began.seats, cards, (began,), throws, seed, links=links)

    # ---------------------------------------------------------------------------------- what there is to see

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.began.game

    @property
    def created(self) -> str:
        """When the game began."""
        return self.began.created

    @property
    def options(self) -> Mapping[str, Any]:
        """What was chosen beside seats and rules."""
        return self.began.options

    @property
    def commitment(self) -> str | None:
        """What binds the dice before the seed is revealed."""
        return self.began.commitment

    @property
    def sequence(self) -> int:
        """Number of events so far."""
        return len(self.log)

    @cached_property
    def point(self) -> int:
        """Number of throws, throws taken back and filled boxes so far: which point of the game this is."""
        return sum(isinstance(event, Thrown | Undone | Filled) for event in self.log)

    @cached_property
    def coached(self) -> frozenset[int]:
        """Seats that were advised."""
        return frozenset(event.seat for event in self.log if isinstance(event, Coached))

    @property
    def takes_shares(self) -> bool:
        """Whether players have shares in the dice: those of a chosen seed, and physical ones, depend on none."""
        return self.commitment is not None and "seed" not in self.options

    @cached_property
    def owing(self) -> frozenset[int]:
        """Seats whose share is wanted: another seat has pledged since their last one, and may know the seed."""
        owing: set[int] = set()
        for event in self.log:
            if isinstance(event, Pledged):
                owing |= set(range(len(self.seats))) - {event.seat}
            elif isinstance(event, Shared) or (isinstance(event, Thrown) and event.share):
                owing.discard(event.seat)
        return frozenset() if self.is_over else frozenset(seat for seat in owing if self.links[seat])

    @cached_property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return to_move(self.rules, self.cards)

    @property
    def is_over(self) -> bool:
        """Whether every box of every card is filled."""
        return self.mover is None

    @property
    def turn_number(self) -> int:
        """Number of the turn that is played, from 0; the number of all turns when the game is over."""
        return min(sum(points is not None for points in card.points) for card in self.cards)

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
        """What lies on the table, as a multiset."""
        return tuple(sorted(self.table))

    @property
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

    @property
    def scorings(self) -> dict[str, Scoring]:
        """What each box that may be filled now would pay, by its name."""
        if (turn := self.turn) is None:
            return {}
        legal = legal_categories(self.rules, turn.state, turn.roll)
        return {one.name: score_turn(self.rules, turn, one) for one in legal}

    @property
    def position(self) -> str:
        """The cards, with the dice on the table behind that of the mover, as `options["position"]` takes them."""
        throw = (self.turn.roll, self.turn.rerolls) if self.turn else None
        return format_cards(self.rules, self.cards, self.mover, throw)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each card shows."""
        return tuple(card.total(self.rules) for card in self.cards)

    @property
    def rank(self) -> tuple[int, ...]:
        """The place of each seat by its total, from 1; equal totals share a place."""
        return tuple(1 + sum(other > total for other in self.totals) for total in self.totals)

    def positions(self, keep: Keep) -> tuple[int, ...]:
        """Where a keep lies on the table: dice that stayed last time first, then from the left."""
        order = sorted(range(len(self.table)), key=lambda place: (place not in self.held, place))
        kept = marked(tuple(self.table[place] for place in order), keep)
        if sum(kept) < len(keep):
            raise IllegalDecision(f"cannot keep {format_dice(keep)}: the dice show {format_dice(self.roll)}.")
        return tuple(sorted(place for place, stays in zip(order, kept, strict=True) if stays))

    # ---------------------------------------------------------------------------------------------- intentions

    def throw(
        self, seat: int, held: Iterable[int] = (), shown: Sequence[int] | None = None, share: str = ""
    ) -> tuple[Event, ...]:
        """Throw all dice but those held; `shown` are the faces of physical dice that were thrown, from the left.

        `share` is the next link of the player's chain, if the seat has pledged one.
        """
        held = tuple(held)
        legal.check_throw(self, seat, held)
        if self.throws and len(held) == self.rules.dice and self.seats[seat].kind != "robot":
            raise IllegalDecision("all dice are held, so there is nothing to roll: let one go, or score a box.")
        legal.check_share(self, seat, share)
        dice = legal.typed(self, held, shown) if self.seats[seat].physical else legal.rolled(self, held, share, shown)
        return (Thrown(seat, self.turn_number, self.throws_used, tuple(sorted(held)), dice, share),)

    def fill(self, seat: int, category: str) -> tuple[Event, ...]:
        """Score the dice in a box; the last box of all ends the game."""
        scoring = legal.check_fill(self, seat, category)
        filled = Filled(seat, self.turn_number, category, scoring.points, scoring.bonus)
        if not self.followed(filled).is_over:
            return (filled,)
        return (filled, Ended(format_seed(self.seed) if self.seed else None, now()))

    def take(self, seat: int, decision: Decision) -> tuple[Event, ...]:
        """Carry out a decision, as a strategy takes it: score a box, or keep dice and throw the others."""
        if isinstance(decision, tuple):
            return self.throw(seat, self.positions(decision))
        return self.fill(seat, decision.name)

    def undo_typed(self, seat: int) -> tuple[Event, ...]:
        """Take back the last throw of physical dice, because it was typed wrongly."""
        legal.check_undo(self, seat)
        legal.check_length(self, seat, Undone)
        return (Undone(seat, self.turn_number, self.throws_used - 1),)

    def join(self, seat: int, name: str, kind: Kind = "person") -> tuple[Event, ...]:
        """Let a person take a seat under a name, or a bot."""
        return (Joined(seat, legal.check_name(self, seat, name), kind),)

    def rename(self, seat: int, name: str) -> tuple[Event, ...]:
        """Call a seat something else."""
        legal.check_length(self, seat, Renamed)
        return (Renamed(seat, legal.check_name(self, seat, name)),)

    def coach(self, seat: int) -> tuple[Event, ...]:
        """Let a person be advised."""
        legal.check_coach(self, seat)
        return (Coached(seat),)

    def pledge(self, seat: int, pledge: str) -> tuple[Event, ...]:
        """Bind a seat to a chain of shares."""
        legal.check_pledge(self, seat, pledge)
        legal.check_length(self, seat, Pledged)
        return (Pledged(seat, pledge),)

    def share(self, seat: int, share: str) -> tuple[Event, ...]:
        """Reveal a share that is wanted."""
        legal.check_owed(self, seat, share)
        return (Shared(seat, share),)

    # ------------------------------------------------------------------------------------------- what happens

    def after(self, *events: Event) -> "Game":
        """The game once these events have happened; RecordError if one of them cannot have."""
        game = self
        for event in events:
            try:
                faults = legal.faults(game, event)
            except FivediceError as error:
                faults = [str(error)]
            if faults:
                raise RecordError(f"event {game.sequence}: {faults[0]}")
            game = game.followed(event)
        return game

    def followed(self, event: Event) -> "Game":
        """The game after an event that can happen here, whatever it says that is not true; see `legal.faults`."""
        changes: dict[str, Any] = {"log": (*self.log, event)}
        if isinstance(event, Pledged):
            changes["links"] = _with(self.links, event.seat, event.pledge)
        elif isinstance(event, Thrown | Shared) and event.share:
            changes |= {"links": _with(self.links, event.seat, event.share), "mix": mixed(self.mix, event.share)}
        if isinstance(event, Thrown):
            changes["throws"] = (*self.throws, event)
        elif isinstance(event, Undone):
            changes["throws"] = self.throws[:-1]
        elif isinstance(event, Filled):
            category = self.rules.categories[self.rules.index[event.category]]
            turn = self.turn
            assert turn is not None, "a box is filled once dice lie on the table"
            card = self.cards[event.seat].score(
                self.rules, turn.roll, category, rerolls=turn.rerolls, served=turn.served
            )
            changes |= {"cards": _with(self.cards, event.seat, card), "throws": ()}
        elif isinstance(event, Joined | Renamed):
            seat = self.seats[event.seat]
            seat = replace(seat, name=event.name, kind=event.kind if isinstance(event, Joined) else seat.kind)
            changes["seats"] = _with(self.seats, event.seat, seat)
        elif isinstance(event, Ended):
            changes |= {"ended": event, "seed": parse_seed(event.seed) if event.seed else None}
        return replace(self, **changes)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
