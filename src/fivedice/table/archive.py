"""Lists of games, their scores and their reviews."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from fivedice.rules import VARIANTS
from fivedice.table.database import Database
from fivedice.table.listing import GameRow, ScoreRow, SeatRow
from fivedice.table.lookalike import name_key
from fivedice.table.ranking import ScoreList
from fivedice.table.schema import events, games, reviews, seats


class Archive(Database):
    """Queries over all games of a database."""

    # --------------------------------------------------------------------------------------------------------- lists

    def open_games(self, limit: int = 100, ids: Sequence[str] | None = None) -> list[GameRow]:
        """Games that are not over, the newest first; only those with these ids if some are given."""
        return self._rows(limit, games.c.ended.is_(None), *([] if ids is None else [games.c.id.in_(ids)]))

    def listed_games(self, limit: int = 100) -> list[GameRow]:
        """Unfinished games that their creators made public, the newest first."""
        listed = games.c.settings["listed"].as_boolean() == sa.true()
        return self._rows(limit, games.c.ended.is_(None), listed)

    def games(self, limit: int = 100, variant: str | None = None, player: str | None = None) -> list[GameRow]:
        """Games, the newest first, of a variant or with a player if one is named."""
        wanted = [] if variant is None else [is_variant(variant)]
        if player is not None:
            wanted.append(games.c.id.in_(sa.select(seats.c.game).where(seats.c.player == name_key(player))))
        return self._rows(limit, *wanted)

    def high_scores(self, variant: str, which: ScoreList = "person", limit: int = 20) -> list[ScoreRow]:
        """The greatest scores of a list (see `ranking`), of equal ones the older first."""
        query = _final_scores().where(is_variant(variant), seats.c.list == which)
        return self._scores(query.order_by(seats.c.score.desc(), games.c.ended, games.c.id, seats.c.seat).limit(limit))

    def player(self, name: str, limit: int = 10_000) -> list[ScoreRow]:
        """Every finished game of a person, the oldest first."""
        query = _final_scores().where(seats.c.player == name_key(name), seats.c.kind == "person")
        return self._scores(query.order_by(games.c.ended, games.c.id).limit(limit))

    # ------------------------------------------------------------------------------------------------------- reviews

    def save_review(self, game_id: str, review: Mapping[str, Any]) -> None:
        """Store the review of a game (`Review.as_json`), in place of an older one."""
        rest = {key: value for key, value in review.items() if key != "seats"}
        rows = [
            {key: one[key] for key in ("seat", "regret", "luck")} | {"game": game_id, "json": one}
            for one in review["seats"]
        ]
        with self._write() as connection:
            connection.execute(games.update().where(games.c.id == game_id).values(report=rest))  # locks the row
            connection.execute(reviews.delete().where(reviews.c.game == game_id))
            connection.execute(reviews.insert(), rows)

    def review(self, game_id: str) -> dict[str, Any] | None:
        """The report on a game, if it was made."""
        with self._read() as connection:
            rest = connection.scalar(sa.select(games.c.report).where(games.c.id == game_id))
            query = sa.select(reviews.c.json).where(reviews.c.game == game_id).order_by(reviews.c.seat)
            found = list(connection.scalars(query))
        return None if rest is None else {**rest, "seats": found}

    def unreviewed(self) -> list[str]:
        """Up to 100 finished games without a report, the oldest first."""
        query = sa.select(games.c.id).where(games.c.ended.is_not(None), games.c.report.is_(None))
        return self._ids(query.order_by(games.c.ended).limit(100))

    def outdated(self, ended: str, idle: str, limit: int) -> list[str]:
        """Games that ended before a time, and unfinished ones in which nothing happened since another."""
        acted = sa.exists().where(events.c.game == games.c.id, events.c.at >= idle)
        old = (games.c.ended < ended) | (games.c.ended.is_(None) & (games.c.created < idle) & ~acted)
        return self._ids(sa.select(games.c.id).where(old).order_by(games.c.created).limit(limit))

    def _ids(self, query: sa.Select[tuple[str]]) -> list[str]:
        with self._read() as connection:
            return list(connection.scalars(query))

    def _rows(self, limit: int, *wanted: sa.ColumnElement[bool]) -> list[GameRow]:
        query = sa.select(games.c.id, games.c.variant, games.c.created, games.c.ended).where(*wanted)
        with self._read() as connection:
            found = connection.execute(query.order_by(games.c.created.desc(), games.c.id).limit(limit)).all()
            theirs = _seats_in_lists().where(seats.c.game.in_([row.id for row in found]))
            people = connection.execute(theirs.order_by(seats.c.seat)).all()
            acts = {row.game: row for row in connection.execute(_last_acts([row.id for row in found]))}
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


def is_variant(name: str) -> sa.ColumnElement[bool]:
    """Selects games of a variant, without those whose rules only have its name."""
    return games.c.digest == VARIANTS[name][0].digest if name in VARIANTS else games.c.variant == name


def _last_acts(ids: Sequence[str]) -> sa.Select[Any]:
    """When something happened last in each of these games, and the greatest number of a turn."""
    turn = sa.func.max(events.c.event["turn"].as_integer()).label("turn")
    query = sa.select(events.c.game, sa.func.max(events.c.at).label("at"), turn)
    return query.where(events.c.game.in_(ids)).group_by(events.c.game)


def _seats_in_lists() -> sa.Select[Any]:
    """The game of each seat, and the columns of a SeatRow."""
    taken = seats.c.token_hash.is_not(None)
    return sa.select(seats.c.game, seats.c.name, seats.c.kind, seats.c.strategy, seats.c.score, taken, seats.c.coached)


def _final_scores() -> sa.Select[Any]:
    """Final scores, with the columns of a ScoreRow."""
    same = (reviews.c.game == seats.c.game) & (reviews.c.seat == seats.c.seat)
    wanted = (
        games.c.id.label("game"), seats.c.seat, seats.c.name, seats.c.kind, seats.c.strategy, games.c.variant,
        games.c.ended, seats.c.score, seats.c.coached, seats.c.list, reviews.c.regret, reviews.c.luck,
    )  # fmt: skip
    joined = seats.join(games, games.c.id == seats.c.game).outerjoin(reviews, same)
    return sa.select(*wanted).select_from(joined).where(games.c.ended.is_not(None), seats.c.score.is_not(None))
