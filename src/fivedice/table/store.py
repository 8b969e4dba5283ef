"""Games in a database: every event is written as it happens, and a game is the result of its log.

A Store may be used from several threads at once, and several processes may use one database.
"""

import hmac
import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any

import sqlalchemy as sa

from fivedice.errors import NoSuchGame, RecordError, StoreError
from fivedice.table.archive import Archive, is_variant
from fivedice.table.claims import Claims, secret_hash
from fivedice.table.dice import Seed, commitment
from fivedice.table.events import Coached, Ended, Event, Joined, Renamed, event_from_json, event_json
from fivedice.table.game import Game, now
from fivedice.table.lookalike import name_key
from fivedice.table.ranking import list_of
from fivedice.table.record import GameRecord
from fivedice.table.schema import events, games, seats
from fivedice.table.seal import KEY_FILE
from fivedice.table.verify import verify

INSERT_EVENTS = events.insert()
"""Built once, since every act executes it."""


def new_token() -> str:
    """A secret that lets its holder act for a seat."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether a text is a token that a page may have made: at least as long as ours, and printable."""
    return re.fullmatch(r"[A-Za-z0-9_-]{32,64}", text) is not None


class Store(Archive, Claims):
    """A database of games; see `schema` for its tables."""

    # ------------------------------------------------------------------------------------------- games as they happen

    def create(
        self,
        game: Game,
        tokens: Mapping[int, str] | None = None,
        hashes: Mapping[int, str] | None = None,
        **settings: Any,
    ) -> None:
        """Store a new game with its log so far, the tokens of the seats that are taken, and settings of its table.

        Of some tokens only the hashes may be known.
        """
        hashes = {**(hashes or {}), **{seat: secret_hash(token) for seat, token in (tokens or {}).items()}}
        rows = [
            {
                "game": game.id,
                "seat": number,
                "name": seat.name,
                "player": name_key(seat.name),
                "kind": seat.kind,
                "strategy": seat.strategy,
                "token_hash": hashes.get(number),
                "score": game.final_scores[number],
                "coached": number in game.coached,
                "list": list_of(game, number),
            }
            for number, seat in enumerate(game.seats)
        ]
        with self._write(f"game {game.id!r} is in the database already") as connection:
            connection.execute(
                games.insert().values(
                    id=game.id,
                    variant=game.rules.name,
                    digest=game.rules.digest,
                    created=game.began.created,
                    ended=game.ended.at if game.ended else None,
                    seed=self.key.seal(game.seed, game.id) if game.seed and not game.ended else None,
                    settings={**game.options, **settings},
                )
            )
            connection.execute(seats.insert(), rows)
            connection.execute(INSERT_EVENTS, _numbered(game.id, 0, game.log))

    def append(
        self, game: Game, new: Sequence[Event], tokens: Mapping[int, str] | None = None, *, checked: bool = False
    ) -> Game:
        """Write the next events, all or none, and return the game after them.

        If another process has written to the log meanwhile, nothing is written and WrittenMeanwhile is raised: load the
        game again. `tokens` are those of free seats that these events take; `checked` events were returned by the game
        itself.
        """
        after = reduce(Game.followed, new, game) if checked else game.after(*new)
        clash = f"game {game.id!r} went on or was deleted meanwhile, so that nothing was written: load it again"
        with self._write(clash) as connection:
            for seat, token in (tokens or {}).items():
                free = _seat(game.id, seat) & seats.c.token_hash.is_(None) & (seats.c.kind == "person")
                given = connection.execute(seats.update().where(free).values(token_hash=secret_hash(token)))
                if given.rowcount != 1:
                    raise StoreError(f"seat {seat} of game {game.id!r} is taken; watch, or choose another.")
            rows = _numbered(game.id, game.sequence, new)
            connection.execute(INSERT_EVENTS, rows)
            for event in new:
                if isinstance(event, Joined | Renamed):
                    named = {"name": event.name, "player": name_key(event.name), "kind": after.seats[event.seat].kind}
                    connection.execute(seats.update().where(_seat(game.id, event.seat)).values(**named))
                elif isinstance(event, Coached):
                    connection.execute(seats.update().where(_seat(game.id, event.seat)).values(coached=True))
                elif isinstance(event, Ended):
                    over = {"ended": event.at, "seed": None}  # the log has it now
                    connection.execute(games.update().where(games.c.id == game.id).values(**over))
                    for number, score in enumerate(after.final_scores):
                        final = {"score": score, "list": list_of(after, number)}
                        connection.execute(seats.update().where(_seat(game.id, number)).values(**final))
            self.announce(game.id, after.sequence, [row["event"] for row in rows])
        return after

    def load(self, game_id: str) -> Game:
        """A game with all its events, ready to go on."""
        log, sealed = self._stored(game_id)
        return Game.replay(map(event_from_json, log), self._unsealed(game_id, sealed, log))

    def log(self, game_id: str) -> list[dict[str, Any]]:
        """The events of a game as they are stored, for another process to replay."""
        return self._stored(game_id)[0]

    def _stored(self, game_id: str) -> tuple[list[dict[str, Any]], bytes | None]:
        """The events of a game, and its sealed seed."""
        with self._read() as connection:
            seed = connection.execute(sa.select(games.c.seed).where(games.c.id == game_id)).one_or_none()
            log = _events_from(connection, game_id, 0)
        if seed is None:
            raise _missing(game_id)
        return log, seed.seed

    def time_of(self, game_id: str, number: int) -> float:
        """When an event was written, in seconds since 1970."""
        this = (events.c.game == game_id) & (events.c.number == number)
        with self._read() as connection:
            at = connection.scalar(sa.select(events.c.at).where(this))
        return datetime.fromisoformat(at).timestamp() if at else time.time()

    def newer(self, game: Game) -> Game:
        """A game with the events that other processes have added since."""
        with self._read() as connection:
            log = _events_from(connection, game.id, game.sequence)
            if not log and connection.scalar(sa.select(games.c.id).where(games.c.id == game.id)) is None:
                raise _missing(game.id)
        return game.after(*map(event_from_json, log))

    def _unsealed(self, game_id: str, sealed: bytes | None, log: Sequence[dict[str, Any]]) -> Seed | None:
        """The seed of a game that is not over."""
        if sealed is None or not log:
            return None
        seed = self.key.unseal(sealed, game_id)
        if commitment(seed) != log[0].get("commitment"):
            raise StoreError(
                f"the dice of game {game_id!r} are sealed with another key; say where it is with ${KEY_FILE}."
            )
        return seed

    def import_record(self, record: GameRecord) -> Game:
        """Store the game of a record, if the record is sound."""
        found = verify(record)
        if not found.sound:
            name, why = repr(record.began.game[:80]), "".join(found.faults[:1])
            raise RecordError(
                f"game {name} is not taken in, because its record is not sound: {why}"
                if why
                else f"game {name} is not over, so that it is not taken in; export it again when it is."
            )
        game = record.game
        self.create(game)
        return game

    def delete(self, *ids: str) -> None:
        """Delete games and all that belongs to them, all of these or none."""
        with self._write() as connection:
            for game_id in ids:
                if connection.execute(games.delete().where(games.c.id == game_id)).rowcount == 0:
                    raise _missing(game_id)

    # -------------------------------------------------------------------------------------------------------- tokens

    def seats_of(self, game_id: str, token: str) -> list[int]:
        """The seats that the holder of a token may act for."""
        wanted = secret_hash(token)
        query = sa.select(seats.c.seat, seats.c.token_hash).where(seats.c.game == game_id).order_by(seats.c.seat)
        with self._read() as connection:
            rows = connection.execute(query).all()
        return [int(row.seat) for row in rows if row.token_hash and hmac.compare_digest(row.token_hash, wanted)]

    def token_hashes(self, game_id: str, wanted: Iterable[int]) -> dict[int, str]:
        """The hashes of the tokens of some seats, of those that are taken."""
        query = sa.select(seats.c.seat, seats.c.token_hash).where(seats.c.game == game_id, seats.c.seat.in_(wanted))
        with self._read() as connection:
            return {int(row.seat): row.token_hash for row in connection.execute(query) if row.token_hash}

    def create_at_terminal(self, game: Game) -> None:
        """Store a new game that is played in a terminal: one token, stored here, opens all its seats in a browser."""
        token = new_token()
        own = [number for number, seat in enumerate(game.seats) if seat.kind == "person" or seat.physical]
        self.create(game, dict.fromkeys(own, token), token=token)

    def unfinished_at_terminal(self, variant: str | None = None) -> str | None:
        """The newest unfinished game that was started in a terminal, of a variant if one is named."""
        query = sa.select(games.c.id).where(games.c.ended.is_(None), games.c.settings["token"].as_string().is_not(None))
        if variant is not None:
            query = query.where(is_variant(variant))
        with self._read() as connection:
            return connection.scalar(query.order_by(games.c.created.desc()).limit(1))

    # ------------------------------------------------------------------------------------------------------ settings

    def has(self, game_id: str) -> bool:
        """Whether a game is stored."""
        with self._read() as connection:
            return connection.scalar(sa.select(games.c.id).where(games.c.id == game_id)) is not None

    def settings(self, game_id: str) -> dict[str, Any]:
        """The settings of the table of a game; at first the game's options."""
        with self._read() as connection:
            found = connection.scalar(sa.select(games.c.settings).where(games.c.id == game_id))
        return dict(found or {})

    def set(self, game_id: str, **settings: Any) -> None:
        """Change settings of the table of a game."""
        this = games.c.id == game_id
        with self._write() as connection:
            found = connection.scalar(sa.select(games.c.settings).where(this).with_for_update()) or {}
            connection.execute(games.update().where(this).values(settings={**found, **settings}))
            self.announce(game_id)


def _events_from(connection: sa.Connection, game_id: str, first: int) -> list[dict[str, Any]]:
    """The events of a game from a number on, as they are stored."""
    query = sa.select(events.c.number, events.c.event).where(events.c.game == game_id, events.c.number >= first)
    rows = connection.execute(query.order_by(events.c.number)).all()
    if [row.number for row in rows] != list(range(first, first + len(rows))):
        raise RecordError(f"game {game_id!r}: an event is missing from its log.")
    return [row.event for row in rows]


def _missing(game_id: str) -> NoSuchGame:
    return NoSuchGame(f"game {game_id[:80]!r} is not in the database.")


def _numbered(game_id: str, first: int, log: Sequence[Event]) -> list[dict[str, Any]]:
    at = now()
    return [
        {"game": game_id, "number": number, "at": at, "event": event_json(event)}
        for number, event in enumerate(log, first)
    ]


def _seat(game_id: str, seat: int) -> sa.ColumnElement[bool]:
    return (seats.c.game == game_id) & (seats.c.seat == seat)
