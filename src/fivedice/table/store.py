"""Games in a database: every event is written as it happens, and a game is what its log says.

A Store may be used from several threads at once, and several processes may use one database.
"""

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local
from typing import Any

import sqlalchemy as sa
from platformdirs import user_data_path

from fivedice.errors import NoSuchGame, RecordError, StoreError
from fivedice.table.dice import Seed, commitment
from fivedice.table.events import Coached, Ended, Event, Joined, Kind, Renamed, event_from_json, event_json
from fivedice.table.game import Game, now
from fivedice.table.listing import (
    GameRow,
    ScoreRow,
    SeatRow,
    final_scores,
    is_listed,
    is_outdated,
    is_variant,
    last_acts,
    seats_in_lists,
)
from fivedice.table.names import name_key
from fivedice.table.record import GameRecord
from fivedice.table.schema import events, games, make_private, open_engine, parse_url, reason, reviews, seats
from fivedice.table.seal import KEY_FILE, Key
from fivedice.table.verify import verify

DATABASE = "FIVEDICE_DATABASE"
"""The environment variable that says where games are, unless an option does."""


def default_database() -> str:
    """Where games are kept: $FIVEDICE_DATABASE, or a file in the user's data folder."""
    return os.environ.get(DATABASE) or str(user_data_path("fivedice", appauthor=False) / "games.sqlite")


def new_token() -> str:
    """A secret that lets its holder act for a seat."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether a text is a token that a page may have made: at least as long as ours, and printable."""
    return re.fullmatch(r"[A-Za-z0-9_-]{32,64}", text) is not None


def token_hash(token: str) -> str:
    """What is stored of a token: it does not open the seat."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


class Store:
    """A database of games; see `schema` for its tables."""

    def __init__(self, database: str | Path | None = None, key: Key | None = None) -> None:
        self.url = parse_url(str(database) if database is not None else default_database())
        self.key = key or Key()
        if self.url.get_backend_name() == "sqlite":
            make_private(Path(str(self.url.database)))
        self.engine = open_engine(self.url, self.key)
        self._writing = Lock()
        self._shared = local()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------- games as they happen

    def create(self, game: Game, tokens: Mapping[int, str] | None = None, **settings: Any) -> None:
        """Keep a new game with its log so far, the tokens of the seats that are taken, and settings of its table."""
        hashes = {seat: token_hash(token) for seat, token in (tokens or {}).items()}
        rows = [
            {
                "game": game.id,
                "seat": number,
                "name": seat.name,
                "player": name_key(seat.name),
                "kind": seat.kind,
                "strategy": seat.strategy,
                "token_hash": hashes.get(number),
                "score": game.totals[number] if game.ended else None,
                "coached": number in game.coached,
            }
            for number, seat in enumerate(game.seats)
        ]
        with self._write(f"game {game.id!r} is in the database already") as connection:
            connection.execute(
                games.insert().values(
                    id=game.id,
                    variant=game.rules.name,
                    digest=game.rules.digest,
                    created=game.created,
                    ended=game.ended.at if game.ended else None,
                    seed=self.key.seal(game.seed, game.id) if game.seed and not game.ended else None,
                    settings={**game.options, **settings},
                )
            )
            connection.execute(seats.insert(), rows)
            connection.execute(events.insert(), _numbered(game.id, 0, game.log))

    def append(self, game: Game, new: Sequence[Event], tokens: Mapping[int, str] | None = None) -> Game:
        """Write what happens next, all of it or nothing, and return the game after it.

        If the log went on meanwhile, by another process say, nothing is written: load the game again. `tokens` are
        those of free seats that are taken with it.
        """
        after = game.after(*new)
        clash = f"game {game.id!r} went on or was deleted meanwhile, so that nothing was written: load it again"
        with self._write(clash) as connection:
            for seat, token in (tokens or {}).items():
                free = _seat(game.id, seat) & seats.c.token_hash.is_(None) & (seats.c.kind == "person")
                given = connection.execute(seats.update().where(free).values(token_hash=token_hash(token)))
                if given.rowcount != 1:
                    raise StoreError(f"seat {seat} of game {game.id!r} is taken; watch, or choose another.")
            connection.execute(events.insert(), _numbered(game.id, game.sequence, new))
            for event in new:
                if isinstance(event, Joined | Renamed):
                    named = {"name": event.name, "player": name_key(event.name), "kind": after.seats[event.seat].kind}
                    connection.execute(seats.update().where(_seat(game.id, event.seat)).values(**named))
                elif isinstance(event, Coached):
                    connection.execute(seats.update().where(_seat(game.id, event.seat)).values(coached=True))
                elif isinstance(event, Ended):
                    over = {"ended": event.at, "seed": None}  # the log has it now
                    connection.execute(games.update().where(games.c.id == game.id).values(**over))
                    for number, total in enumerate(after.totals):
                        connection.execute(seats.update().where(_seat(game.id, number)).values(score=total))
        return after

    def load(self, game_id: str) -> Game:
        """A game with everything that happened in it, ready to go on."""
        with self._read() as connection:
            seed = connection.execute(sa.select(games.c.seed).where(games.c.id == game_id)).one_or_none()
            log = sa.select(events.c.number, events.c.event).where(events.c.game == game_id).order_by(events.c.number)
            rows = connection.execute(log).all()
        if seed is None:
            raise NoSuchGame(f"game {game_id[:80]!r} is not in the database.")
        if [row.number for row in rows] != list(range(len(rows))):
            raise RecordError(f"game {game_id!r}: an event is missing from its log.")
        return Game.replay([event_from_json(row.event) for row in rows], self._unsealed(game_id, seed.seed, rows))

    def _unsealed(self, game_id: str, sealed: bytes | None, rows: Sequence[Any]) -> Seed | None:
        """The seed of a game that is not over."""
        if sealed is None or not rows:
            return None
        seed = self.key.unseal(sealed, game_id)
        if commitment(seed) != rows[0].event.get("commitment"):
            raise StoreError(
                f"the dice of game {game_id!r} are sealed with another key; say where it is with ${KEY_FILE}."
            )
        return seed

    def import_record(self, record: GameRecord) -> Game:
        """Keep a game from elsewhere, if its record is sound."""
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

    # -------------------------------------------------------------------------------------------------------- tokens

    def seats_of(self, game_id: str, token: str) -> list[int]:
        """The seats that the holder of a token may act for."""
        wanted, found = token_hash(token), []
        with self._read() as connection:
            query = sa.select(seats.c.seat, seats.c.token_hash).where(seats.c.game == game_id).order_by(seats.c.seat)
            for row in connection.execute(query):
                if row.token_hash and hmac.compare_digest(row.token_hash, wanted):
                    found.append(int(row.seat))
        return found

    def create_at_terminal(self, game: Game) -> None:
        """Keep a new game that is played in a terminal: one token, kept here, opens all its seats in a browser."""
        token = new_token()
        own = [number for number, seat in enumerate(game.seats) if seat.kind == "person" or seat.physical]
        self.create(game, dict.fromkeys(own, token), token=token)

    def unfinished_at_terminal(self, variant: str | None = None) -> str | None:
        """The newest game that was begun in a terminal and is not over, of a variant if one is named."""
        query = sa.select(games.c.id).where(games.c.ended.is_(None), games.c.settings["token"].as_string().is_not(None))
        if variant is not None:
            query = query.where(is_variant(variant))
        with self._read() as connection:
            return connection.scalar(query.order_by(games.c.created.desc()).limit(1))

    # ------------------------------------------------------------------------------------------------------ settings

    def has(self, game_id: str) -> bool:
        """Whether a game is here."""
        with self._read() as connection:
            return connection.scalar(sa.select(games.c.id).where(games.c.id == game_id)) is not None

    def settings(self, game_id: str) -> dict[str, Any]:
        """How the table of a game is set now; at first by the game's options."""
        with self._read() as connection:
            found = connection.scalar(sa.select(games.c.settings).where(games.c.id == game_id))
        return dict(found or {})

    def set(self, game_id: str, **settings: Any) -> None:
        """Set something at the table of a game."""
        this = games.c.id == game_id
        with self._write() as connection:
            found = connection.scalar(sa.select(games.c.settings).where(this)) or {}
            connection.execute(games.update().where(this).values(settings={**found, **settings}))

    # --------------------------------------------------------------------------------------------------------- lists

    def open_games(self, limit: int = 100, ids: Sequence[str] | None = None) -> list[GameRow]:
        """Games that are not over, the newest first; only those with these ids if some are given."""
        return self._rows(limit, games.c.ended.is_(None), *([] if ids is None else [games.c.id.in_(ids)]))

    def listed_games(self, limit: int = 100) -> list[GameRow]:
        """Games that are not over and that whoever made them wants everybody to see, the newest first."""
        return self._rows(limit, games.c.ended.is_(None), is_listed())

    def games(self, limit: int = 100, variant: str | None = None, player: str | None = None) -> list[GameRow]:
        """Games, the newest first, of a variant or with a player if one is named."""
        wanted = [] if variant is None else [is_variant(variant)]
        if player is not None:
            wanted.append(games.c.id.in_(sa.select(seats.c.game).where(seats.c.player == name_key(player))))
        return self._rows(limit, *wanted)

    def high_scores(self, variant: str, kind: Kind = "person", limit: int = 20) -> list[ScoreRow]:
        """The greatest scores of people or of robots, of equal ones the older first.

        A game whose start or whose seed was chosen does not count.
        """
        chosen = [games.c.settings[key].as_string().is_(None) for key in ("position", "seed")]
        query = final_scores().where(is_variant(variant), seats.c.kind == kind, *chosen)
        return self._scores(query.order_by(seats.c.score.desc(), games.c.ended, games.c.id, seats.c.seat).limit(limit))

    def player(self, name: str, limit: int = 10_000) -> list[ScoreRow]:
        """Every finished game of a person, the oldest first."""
        query = final_scores().where(seats.c.player == name_key(name), seats.c.kind == "person")
        return self._scores(query.order_by(games.c.ended, games.c.id).limit(limit))

    # ------------------------------------------------------------------------------------------------------- reviews

    def save_review(self, game_id: str, review: Mapping[str, Any]) -> None:
        """Keep the review of a game (`Review.as_json`), in place of an older one."""
        rest = {key: value for key, value in review.items() if key != "seats"}
        rows = [
            {key: one[key] for key in ("seat", "regret", "luck")} | {"game": game_id, "json": one}
            for one in review["seats"]
        ]
        with self._write() as connection:
            connection.execute(reviews.delete().where(reviews.c.game == game_id))
            connection.execute(games.update().where(games.c.id == game_id).values(report=rest))
            connection.execute(reviews.insert(), rows)

    def review(self, game_id: str) -> dict[str, Any] | None:
        """The report on a game, if it was made."""
        with self._read() as connection:
            rest = connection.scalar(sa.select(games.c.report).where(games.c.id == game_id))
            query = sa.select(reviews.c.json).where(reviews.c.game == game_id).order_by(reviews.c.seat)
            found = list(connection.scalars(query))
        return None if rest is None else {**rest, "seats": found}

    def unreviewed(self, limit: int = 100) -> list[str]:
        """Finished games without a report, the oldest first."""
        query = sa.select(games.c.id).where(games.c.ended.is_not(None), games.c.report.is_(None))
        with self._read() as connection:
            return [str(one) for one in connection.scalars(query.order_by(games.c.ended).limit(limit))]

    def delete(self, *ids: str) -> None:
        """Forget games and all that belongs to them, all of these or none."""
        with self._write() as connection:
            for game_id in ids:
                if connection.execute(games.delete().where(games.c.id == game_id)).rowcount == 0:
                    raise NoSuchGame(f"game {game_id[:80]!r} is not in the database.")

    def outdated(self, ended: str, idle: str, limit: int) -> list[str]:
        """Games that ended before a time, and unfinished ones in which nothing happened since another."""
        query = sa.select(games.c.id).where(is_outdated(ended, idle)).order_by(games.c.created).limit(limit)
        with self._read() as connection:
            return [str(one) for one in connection.scalars(query)]

    # ------------------------------------------------------------------------------------------------- the machinery

    def _rows(self, limit: int, *wanted: sa.ColumnElement[bool]) -> list[GameRow]:
        query = sa.select(games.c.id, games.c.variant, games.c.created, games.c.ended).where(*wanted)
        with self._read() as connection:
            found = connection.execute(query.order_by(games.c.created.desc(), games.c.id).limit(limit)).all()
            theirs = seats_in_lists().where(seats.c.game.in_([row.id for row in found]))
            people = connection.execute(theirs.order_by(seats.c.seat)).all()
            acts = {row.game: row for row in connection.execute(last_acts([row.id for row in found]))}
        rows = []
        for row in found:
            sitting = tuple(SeatRow(*one[1:]) for one in people if one.game == row.id)
            act = acts.get(row.id)  # None where a game has no events
            acted = row.ended or (act.at if act else row.created)
            rows.append(GameRow(*row, sitting, acted, 1 + ((act.turn if act else None) or 0)))
        return rows

    def _scores(self, query: sa.Select[Any]) -> list[ScoreRow]:
        with self._read() as connection:
            return [ScoreRow(**row._mapping) for row in connection.execute(query)]

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"the database cannot be read: {reason(error)}.") from error

    @contextmanager
    def together(self) -> Iterator[None]:
        """Group commit: all that this thread writes until the end is one transaction, on disk at once or not at all.

        Each write is a savepoint, so that one that fails leaves the others alone.
        """
        with self._transaction() as connection:
            self._shared.connection = connection
            try:
                yield
            finally:
                del self._shared.connection

    @contextmanager
    def _write(self, clash: str = "a row is in the database already") -> Iterator[sa.Connection]:
        """A transaction, or a part of one that is under way."""
        if connection := getattr(self._shared, "connection", None):
            with _told(clash), connection.begin_nested():
                yield connection
        else:
            with self._transaction(clash) as connection:
                yield connection

    @contextmanager
    def _transaction(self, clash: str = "a row is in the database already") -> Iterator[sa.Connection]:
        """In this process one after the other, which is faster than to ask the file for its lock."""
        with _told(clash), self._writing, self.engine.begin() as connection:
            yield connection


@contextmanager
def _told(clash: str) -> Iterator[None]:
    """What a database refuses to write, as a sentence; its place is not for players to know."""
    try:
        yield
    except sa.exc.IntegrityError as error:
        raise StoreError(f"{clash}.") from error
    except sa.exc.SQLAlchemyError as error:
        raise StoreError(f"the database cannot be written: {reason(error)}.") from error


def _numbered(game_id: str, first: int, log: Sequence[Event]) -> list[dict[str, Any]]:
    at = now()
    return [
        {"game": game_id, "number": number, "at": at, "event": event_json(event)}
        for number, event in enumerate(log, first)
    ]


def _seat(game_id: str, seat: int) -> sa.ColumnElement[bool]:
    return (seats.c.game == game_id) & (seats.c.seat == seat)
