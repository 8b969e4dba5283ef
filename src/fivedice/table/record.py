"""The record of a game: one JSON document with all of it, which anybody can verify.

    {"format": 1, "made_by": "fivedice", "game": id, "created": time, "ended": time or null,
     "variant": name, "digest": of the rules, "rules": TOML, "options": {...}, "seats": [...],
     "commitment": hex, "seed": hex or null, "events": [...], "scores": [{"name": ..., "score": ...}, ...]}

`seats` are as the game began. The first and the last event of the log, Began and Ended, are the head of the document;
`events` are all others. The seed is there once the game is over.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivedice.errors import RecordError
from fivedice.rules import format_dice
from fivedice.rules.decision import decision_kind, decision_text
from fivedice.table.decisions import decisions
from fivedice.table.events import Began, Ended, Event, check_keys, event_from_json, event_json
from fivedice.table.game import Game

if TYPE_CHECKING:
    from fivedice.coach.review import Review

FORMAT = 1
KEYS = (
    "format", "made_by", "game", "created", "ended", "variant", "digest", "rules", "options", "seats", "commitment",
    "seed", "events", "scores",
)  # fmt: skip
LARGEST = 4_000_000
"""Limit on the characters of a record; the longest game needs less than a tenth."""


@dataclass(frozen=True)
class GameRecord:
    """A game as its record describes it; `verify` checks whether it is true."""

    began: Began
    events: tuple[Event, ...]
    ended: Ended | None
    variant: str
    scores: tuple[tuple[str, int], ...]

    @property
    def log(self) -> tuple[Event, ...]:
        """All events, the first and the last included."""
        return (self.began, *self.events, *((self.ended,) if self.ended else ()))

    @property
    def game(self) -> Game:
        """The game of the record; RecordError if it cannot have happened."""
        return Game.replay(self.log)


def record_of(game: Game) -> GameRecord:
    """The record of a game as it stands."""
    last = -1 if game.ended else None
    scores = tuple((seat.name, total) for seat, total in zip(game.seats, game.totals, strict=True))
    return GameRecord(game.began, game.log[1:last], game.ended, game.rules.name, scores)


def record_json(record: GameRecord) -> dict[str, Any]:
    """The document."""
    parts = event_json(record.began) | {
        "format": FORMAT,
        "made_by": "fivedice",
        "ended": record.ended.at if record.ended else None,
        "variant": record.variant,
        "seed": record.ended.seed if record.ended else None,
        "events": [event_json(event) for event in record.events],
        "scores": [{"name": name, "score": score} for name, score in record.scores],
    }
    return {key: parts[key] for key in KEYS}


def format_record(record: GameRecord) -> str:
    """Write a record, one event per line."""
    document = record_json(record)
    events = document.pop("events")
    head = json.dumps(document, indent=2, ensure_ascii=False)
    lines = ",\n".join(f"    {json.dumps(event, ensure_ascii=False)}" for event in events)
    return f'{head[:-2]},\n  "events": [\n{lines}\n  ]\n}}\n'


def parse_record(text: str) -> GameRecord:
    """Read a record; `verify` checks whether it is true."""
    if len(text) > LARGEST:
        raise RecordError(f"a record of {len(text):,} characters is too long for a game; the most is {LARGEST:,}.")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the record is not JSON: {error}.") from None
    if not isinstance(document, dict) or document.get("made_by") != "fivedice":
        raise RecordError("the document is not the record of a game that fivedice made.")
    if document.get("format") != FORMAT:
        raise RecordError(
            f"the record is of format {document.get('format')!r}, but this fivedice reads {FORMAT}; "
            "use the version of fivedice that wrote it."
        )
    check_keys("the record", document, KEYS)
    began = event_from_json({"event": "began", **{field.name: document[field.name] for field in fields(Began)}})
    ended = None
    if document["ended"] is not None:
        ended = event_from_json({"event": "ended", "seed": document["seed"], "at": document["ended"]})
    elif document["seed"] is not None:
        raise RecordError("the record reveals the seed of a game that has not ended.")
    if not isinstance(document["events"], list):
        raise RecordError("the events of the record are not a list.")
    events = tuple(event_from_json(value) for value in document["events"])
    if not isinstance(document["variant"], str):
        raise RecordError("the variant of the record is not text.")
    assert isinstance(began, Began)
    assert ended is None or isinstance(ended, Ended)
    return GameRecord(began, events, ended, document["variant"], tuple(_scores(document["scores"])))


def load_record(path: Path) -> GameRecord:
    """Read a record from a file."""
    try:
        return parse_record(path.read_text(encoding="utf-8"))
    except RecordError as error:
        raise RecordError(f"file {str(path)!r}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise RecordError(f"the record {str(path)!r} cannot be read: {why}.") from None


def _scores(value: Any) -> Iterator[tuple[str, int]]:
    if not isinstance(value, list):
        raise RecordError("the scores of the record are not a list.")
    for one in value:
        if not isinstance(one, dict) or one.keys() != {"name", "score"}:
            raise RecordError("a score of the record is not of the form {name, score}.")
        if not isinstance(one["name"], str) or type(one["score"]) is not int:
            raise RecordError("a score of the record is not a name with a whole number.")
        yield one["name"], one["score"]


COLUMNS = (
    "game", "variant", "seat", "name", "turn", "roll", "dice", "rerolls", "kind", "decision", "points", "bonus",
    "value", "best", "best_value", "regret", "grade", "luck",
)  # fmt: skip


def decisions_csv(game: Game, review: "Review | None" = None) -> str:
    """Every decision as a row of CSV; with a review, also its value, regret and luck."""
    reviewed = {one.made.key: one.as_cells() for one in review.decisions} if review else {}
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for one in decisions(game):
        name = game.seats[one.seat].name
        scored = (one.scoring.points, one.scoring.bonus) if one.scoring else ("", "")
        table.writerow(
            (
                game.id, game.rules.name, one.seat + 1, _as_text(name), one.turn + 1, one.throw + 1,
                format_dice(one.dice), one.point.rerolls, decision_kind(one.decision),
                decision_text(one.decision), *scored,
                *reviewed.get(one.key, ("",) * 6),
            )
        )  # fmt: skip
    return out.getvalue()


def _as_text(name: str) -> str:
    """A name that a spreadsheet does not read as a formula."""
    return f"'{name}" if name[0] in "=+-@" else name
