"""Rows of lists of games and scores, as a store gives them, and the queries that find them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from fivedice.reports.result import Result
from fivedice.reports.table import Table, plural
from fivedice.rules import VARIANTS
from fivedice.table.events import Kind
from fivedice.table.ranking import ScoreList
from fivedice.table.schema import events, games, reviews, seats


@dataclass(frozen=True)
class SeatRow:
    """A seat in a list of games; `taken` says whether its token was given away, `coached` whether it was advised.

    A card that was not full at the end, because a player resigned or the game was ended early, has no score.
    """

    name: str
    kind: Kind
    strategy: str | None
    score: int | None
    taken: bool
    coached: bool

    def __str__(self) -> str:
        score = "" if self.score is None else f" {self.score}"
        marks = [word for word, holds in (("bot", self.kind == "bot"), ("coached", self.coached)) if holds]
        return f"{self.name}{score}" + (f" ({', '.join(marks)})" if marks else "")


@dataclass(frozen=True)
class GameRow:
    """A game in a list; `acted` is when something happened last, `round` the one that is played, from 1.

    In a finished game its end is what happened last, wherever its record was read in since.
    """

    id: str
    variant: str
    created: str
    ended: str | None
    seats: tuple[SeatRow, ...]
    acted: str
    round: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**vars(self), "seats": [vars(seat) for seat in self.seats]}


@dataclass(frozen=True, repr=False)
class GameList(Result):
    """Games, the newest first."""

    rows: tuple[GameRow, ...]

    def headline(self) -> str:
        """How many."""
        return plural(len(self.rows), "game")

    def parts(self) -> list[str | Table]:
        """A row for each game."""
        rows: list[list[object]] = [
            [
                row.id,
                row.created[:16].replace("T", " "),
                row.variant,
                ", ".join(map(str, row.seats)) + ("" if row.ended else " (not over)"),
            ]
            for row in self.rows
        ]
        return [
            Table("games", "Games", ["Game", "Begun (UTC)", "Variant", "Players"], rows) if rows else "No games yet."
        ]

    def to_dict(self) -> list[dict[str, Any]]:
        """Plain values."""
        return [row.as_json() for row in self.rows]


@dataclass(frozen=True)
class ScoreRow:
    """One final score, with the list that it stands in (see `ranking`); regret and luck once the game was reviewed."""

    game: str
    seat: int
    name: str
    kind: Kind
    strategy: str | None
    variant: str
    ended: str
    score: int
    coached: bool
    list: ScoreList
    regret: float | None
    luck: float | None

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return dict(vars(self))


def is_variant(name: str) -> sa.ColumnElement[bool]:
    """Games of a variant: rules that only bear its name are something else."""
    return games.c.digest == VARIANTS[name][0].digest if name in VARIANTS else games.c.variant == name


def is_listed() -> sa.ColumnElement[bool]:
    """Games that whoever made them wants everybody to see."""
    found: sa.ColumnElement[bool] = games.c.settings["listed"].as_boolean() == sa.true()
    return found


def is_outdated(ended: str, idle: str) -> sa.ColumnElement[bool]:
    """Games that ended before a time, and unfinished ones in which nothing happened since another."""
    acted = sa.exists().where(events.c.game == games.c.id, events.c.at >= idle)
    return (games.c.ended < ended) | (games.c.ended.is_(None) & (games.c.created < idle) & ~acted)


def last_acts(ids: Sequence[str]) -> sa.Select[Any]:
    """When something happened last in each of these games, and the greatest number of a turn."""
    turn = sa.func.max(events.c.event["turn"].as_integer()).label("turn")
    query = sa.select(events.c.game, sa.func.max(events.c.at).label("at"), turn)
    return query.where(events.c.game.in_(ids)).group_by(events.c.game)


def seats_in_lists() -> sa.Select[Any]:
    """The game of each seat, and what a SeatRow tells."""
    taken = seats.c.token_hash.is_not(None)
    return sa.select(seats.c.game, seats.c.name, seats.c.kind, seats.c.strategy, seats.c.score, taken, seats.c.coached)


def final_scores() -> sa.Select[Any]:
    """Final scores with what a ScoreRow tells."""
    same = (reviews.c.game == seats.c.game) & (reviews.c.seat == seats.c.seat)
    wanted = (
        games.c.id.label("game"), seats.c.seat, seats.c.name, seats.c.kind, seats.c.strategy, games.c.variant,
        games.c.ended, seats.c.score, seats.c.coached, seats.c.list, reviews.c.regret, reviews.c.luck,
    )  # fmt: skip
    joined = seats.join(games, games.c.id == seats.c.game).outerjoin(reviews, same)
    return sa.select(*wanted).select_from(joined).where(games.c.ended.is_not(None), seats.c.score.is_not(None))
