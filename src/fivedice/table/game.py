"""A game between several players, as it stands after the events of its log.

A Game never changes. An intention (`throw`, `fill`, ...) returns the events that carry it out, or raises
IllegalDecision with a sentence; `after` is the game once they have happened. In between they can be stored:

    events = game.throw(seat, held)        # nothing has happened yet
    game = store.append(game, events)      # written, then game.after(*events)
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from fivedice.errors import FivediceError, IllegalDecision, RecordError
from fivedice.phrases import phrase
from fivedice.rules import Decision, Rules
from fivedice.rules.toml import format_rules, parse_rules
from fivedice.table import legal
from fivedice.table.changes import changes
from fivedice.table.dice import Seed, commitment, format_seed, new_seed, parse_seed
from fivedice.table.events import (
    Began,
    Coached,
    Deputed,
    Ended,
    Event,
    Filled,
    Joined,
    Kind,
    Pledged,
    Reason,
    Renamed,
    Resigned,
    Retracted,
    Returned,
    Seat,
    Shared,
    Stopped,
    Thrown,
    Undone,
    Until,
)
from fivedice.table.names import check_different, checked_name
from fivedice.table.standing import Standing
from fivedice.table.start import parse_start

MOST_SEATS = 8
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that are easily confused, since people read the id of a game to each other."""
ID_LENGTH = 12

rules_of = lru_cache(maxsize=64)(parse_rules)
"""Rules from TOML, read once: a server replays many games of few variants."""


def now() -> str:
    """The current time in UTC, as text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """A random id for a game, too long to be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


@dataclass(frozen=True)
class Game(Standing):
    """How a game stands, what may be done in it, and the game after that."""

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

        `pledges` are those of seats whose players have pledged already, before there is a seed; they are ignored where
        dice take no shares.
        """
        seats = tuple(replace(seat, name=checked_name(seat.name)) for seat in seats)
        check_different(seat.name for seat in seats)
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
        """The game after the events of a log, each of them checked; with the seed, play can go on."""
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
        check_different((seat.name for seat in began.seats), recorded=True)
        if (began.commitment is None) != all(seat.physical for seat in began.seats):
            raise RecordError("a game has a commitment to a seed if, and only if, some of its dice are not physical.")
        if seed is not None and began.commitment not in (None, commitment(seed)):
            raise RecordError("the seed does not fit the commitment that the game was begun with.")
        cards, throws = parse_start(rules, [seat.name for seat in began.seats], began.options.get("position", ""))
        nobody = (None,) * len(began.seats)
        return cls(rules, began, began.seats, cards, (began,), throws, seed, links=nobody, deputies=nobody)

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
            raise IllegalDecision(phrase("all dice are held, so there is nothing to roll: let one go, or score a box."))
        legal.check_share(self, seat, share)
        dice = legal.typed(self, held, shown) if self.seats[seat].physical else legal.rolled(self, held, share, shown)
        return (Thrown(seat, self.turn_number, self.throws_used, tuple(sorted(held)), dice, share),)

    def fill(self, seat: int, category: str) -> tuple[Event, ...]:
        """Score the dice in a box; the last box of all ends the game."""
        scoring = legal.check_fill(self, seat, category)
        return self._perhaps_last(Filled(seat, self.turn_number, category, scoring.points, scoring.bonus))

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
        """Let a person or a bot take a seat under a name."""
        return (Joined(seat, legal.check_name(self, seat, name), kind),)

    def rename(self, seat: int, name: str) -> tuple[Event, ...]:
        """Rename a seat."""
        legal.check_length(self, seat, Renamed)
        return (Renamed(seat, legal.check_name(self, seat, name)),)

    def coach(self, seat: int) -> tuple[Event, ...]:
        """Mark a seat as advised."""
        legal.check_coach(self, seat)
        return (Coached(seat),)

    def pledge(self, seat: int, pledge: str) -> tuple[Event, ...]:
        """Bind a seat to a chain of shares."""
        legal.check_pledge(self, seat, pledge)
        legal.check_length(self, seat, Pledged)
        return (Pledged(seat, pledge),)

    def share(self, seat: int, share: str) -> tuple[Event, ...]:
        """Reveal a share that is due."""
        legal.check_owed(self, seat, share)
        return (Shared(seat, share),)

    # ------------------------------------------------------------------------------- players who leave or regret

    def retract(self, seat: int) -> tuple[Event, ...]:
        """Take back the box that a player filled last, at a casual table; the caller has asked the others."""
        filled = legal.check_retract(self, seat)
        legal.check_length(self, seat, Retracted)
        return (Retracted(seat, filled.turn, filled.category),)

    def depute(self, seat: int, strategy: str, until: Until, reason: Reason = "away") -> tuple[Event, ...]:
        """Let a robot play for a player."""
        legal.check_depute(self, seat, until)
        legal.check_length(self, seat, Deputed)
        return (Deputed(seat, strategy, until, reason),)

    def take_over(self, seat: int) -> tuple[Event, ...]:
        """Let a player who came back decide again."""
        legal.check_return(self, seat)
        return (Returned(seat),)

    def resign(self, seat: int) -> tuple[Event, ...]:
        """Give up; the game is over if that leaves one player, or only robots."""
        legal.check_player(self, seat)
        return self._perhaps_last(Resigned(seat))

    def stop(self, seat: int) -> tuple[Event, ...]:
        """End the game for all before its cards are full."""
        legal.check_player(self, seat)
        return self._perhaps_last(Stopped(seat))

    def _perhaps_last(self, event: Event) -> tuple[Event, ...]:
        """An event, followed by Ended if it ends the game."""
        if not self.followed(event).is_over:
            return (event,)
        return (event, Ended(format_seed(self.seed) if self.seed else None, now()))

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
        """The game after an event that is possible here, even if its contents are false; see `legal.faults`."""
        return replace(self, log=(*self.log, event), **changes(self, event))
