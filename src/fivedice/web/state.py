"""A game as the page draws it: every number that is shown, computed by the rules; see PROTOCOL.md."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fivedice.phrases import wired
from fivedice.rules import Card, Rules
from fivedice.rules.description import joker_sentences
from fivedice.rules.state import open_categories, previews
from fivedice.table.events import Deputed, Filled, Played, Resigned, Retracted, Returned, Seat, Stopped, Thrown, Undone
from fivedice.table.game import Game
from fivedice.web.clock import seconds_left, seconds_of

if TYPE_CHECKING:
    from fivedice.web.live import LiveTable

Plain = dict[str, Any]
SHOWN_OF_A_BOX = ("name", "title", "code", "section", "column")
SAID_OF_A_SEAT = ("open", "connected", "coached", "owes", "resigned", "link", "away", "deputy", "marks", "robot_turns")
SHOWN_OF_A_FILL = ("category", "points", "bonus")
SHOWN_OF_A_COLUMN = ("name", "order", "multiplier")
WHAT = {
    Thrown: "throw", Undone: "undo", Filled: "fill", Retracted: "retract", Deputed: "depute", Returned: "return",
    Resigned: "resign", Stopped: "stop",
}  # fmt: skip


def state_json(table: "LiveTable") -> Plain:
    """The message "state"."""
    return {**_changing(table), "seats": [_seat(*one) for one in _seats(table)], **_fixed(table.game.rules)}


def state_text(table: "LiveTable") -> str:
    """The message "state" as text; the texts of rules and of seats are cached, since they rarely change."""
    seats = ",".join(_seat_text(*one) for one in _seats(table))
    return f'{compact(_changing(table))[:-1]},"seats":[{seats}],{_fixed_text(table.game.rules)[1:]}'


def compact(message: Plain) -> str:
    """A message as JSON text."""
    return _ENCODER.encode(message)


def welcome(own: Iterable[int], tokens: Mapping[int, str] | None = None) -> str:
    """The message "welcome": the seats of a connection, and the tokens of those that it has just taken."""
    return compact({"type": "welcome", "you": sorted(own), "tokens": dict(tokens or {})})


_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def _changing(table: "LiveTable") -> Plain:
    """The part that changes during a game, seats aside."""
    game, rules = table.game, table.game.rules
    return {
        "type": "state",
        "seq": game.sequence,
        "point": game.point,
        "id": game.id,
        "created": game.began.created,
        "mover": game.mover,
        "turn": min(game.turn_number + 1, rules.turns),
        **_dice(game, table.held),
        "previews": _previews(game),
        **_notes(game),
        "says": table.says,
        "last": _last(game),
        "over": game.ended is not None,
        "stopped": game.stopped,
        "rank": list(game.rank) if game.ended else None,
        "commitment": game.commitment,
        "seed": game.ended.seed if game.ended else None,
        "shares": game.takes_shares,
        "speed": table.speed,
        "rematch": table.rematch,
        "watching": table.watching,
        "away_after": table.absence.limit,
        "casual": bool(game.options.get("casual")),
        "retractable": game.retractable[0].seat if game.retractable and game.options.get("casual") else None,
        "request": table.request.as_json() if table.request else None,
        "clock": _clock(table),
    }


def _clock(table: "LiveTable") -> Plain | None:
    """Seconds for a turn, and those that are left of this one."""
    limit, left = seconds_of(table.game), seconds_left(table)
    return {"seconds": limit, "left": None if left is None else round(left, 1)} if limit else None


@lru_cache(maxsize=64)
def _fixed(rules: Rules) -> Plain:
    """The part that stays the same during a game."""
    return {
        "variant": rules.name,
        **{key: getattr(rules, key) for key in ("title", "turns", "rolls", "dice", "faces", "yahtzee_bonus")},
        "categories": [
            {**{key: getattr(one, key) for key in SHOWN_OF_A_BOX}, "kind": one.kind.name, "words": one.kind.title}
            for one in rules.categories
        ],
        "columns": [{key: getattr(one, key) for key in SHOWN_OF_A_COLUMN} for one in rules.columns],
        "upper_bonus": {
            "threshold": rules.steps[0][0] if rules.steps else 0,
            "worth": rules.bonus_for(rules.upper_cap),
        },
        "saves": rules.most_saved > 0,
    }


@lru_cache(maxsize=64)
def _fixed_text(rules: Rules) -> str:
    return compact(_fixed(rules))


def _seats(table: "LiveTable") -> Iterator[tuple[Any, ...]]:
    """The arguments of `_seat` for each seat."""
    game, connected = table.game, table.connected
    free, coached, owing, marks, turns = game.open_seats, game.coached, game.owing, game.marks, game.robot_turns
    for number, (seat, card, link) in enumerate(zip(game.seats, game.cards, game.links, strict=True)):
        is_in = (number in free, connected[number], number in coached, number in owing, number in game.resigned)
        said = (*is_in, link, table.absence.seconds(number), game.deputies[number], marks[number], turns[number])
        yield game.rules, seat, card, said


def _seat(rules: Rules, seat: Seat, card: Card, said: tuple[Any, ...]) -> Plain:
    found = dict(zip(SAID_OF_A_SEAT, said, strict=True))
    if deputy := found["deputy"]:
        found["deputy"] = {"strategy": deputy.strategy, "until": deputy.until, "reason": deputy.reason}
    found |= {"marks": sorted(found["marks"]), "robot_turns": [turn + 1 for turn in found["robot_turns"]]}
    return {**vars(seat), **found, **_card(rules, card)}


@lru_cache(maxsize=4096)
def _seat_text(*one: Any) -> str:
    return compact(_seat(*one))


@lru_cache(maxsize=4096)
def _card(rules: Rules, card: Card) -> Plain:
    filled = zip(rules.categories, card.points, strict=True)
    bonuses = [_bonus(rules, card, column) for column in range(len(rules.columns) or 1)]
    return {
        "card": {category.name: points for category, points in filled if points is not None},
        "upper": card.upper_total(rules),
        "bonus": bonuses[0],
        "bonuses": bonuses,
        "yahtzee_bonuses": card.yahtzee_bonuses,
        "saved": card.saved,
        "total": card.total(rules),
    }


def _bonus(rules: Rules, card: Card, column: int) -> Plain:
    """The next step of the upper bonus of a column, or the highest once it is earned, multiplied as the column is."""
    have = card.upper_total(rules, column)
    need, worth = next((step for step in rules.steps if have < step[0]), rules.steps[-1] if rules.steps else (0, 0))
    return {
        "have": have,
        "need": need,
        "worth": worth * rules.multipliers[column],
        "earned": bool(worth) and have >= need,
    }


def _dice(game: Game, just_held: tuple[bool, ...] | None) -> Plain:
    """The dice on the table, which of them are held, and which real dice must be typed."""
    count = game.rules.dice
    lying = [position in game.held for position in range(count)]
    held = list(just_held) if just_held is not None and game.throws else lying
    wants = None
    if game.mover is not None and game.throws_left and game.seats[game.mover].physical:
        robot = game.seats[game.mover].kind == "robot"
        if not robot or not game.throws or just_held is not None:
            positions = [position for position in range(count) if not (game.throws and held[position])]
            wants = {"seat": game.mover, "positions": positions, "count": len(positions)}
    return {
        "table": list(game.table) if game.throws else None,
        "held": held if game.throws else [False] * count,
        "thrown": [not one for one in lying] if game.throws else [False] * count,
        "throw_number": game.throws_used,
        "throws_left": game.throws_left,
        "turn_rolls": game.throws_used + game.throws_left,
        "wants": wants,
    }


def _previews(game: Game) -> Plain:
    """What every open box would get, jokers that the rules forbid there included."""
    if game.turn is None:
        return {}
    paid = previews(game.rules, game.turn)
    legal = {name: {"points": points, "bonus": bonus, "legal": True} for name, (points, bonus) in paid.items()}
    forbidden = {"points": 0, "bonus": 0, "legal": False}
    boxes = open_categories(game.rules, game.turn.state)
    return {category.name: legal.get(category.name, forbidden) for category in boxes}


def _notes(game: Game) -> Plain:
    """What the rules say about the dice on the table: where a joker may go."""
    if game.turn is None:
        return {"notes": []}
    found = list(joker_sentences(game.rules, game.turn.state, game.turn.roll))
    return {"notes": found, **({"phrases": wired(found)} if found else {})}


def _last(game: Game) -> Plain | None:
    """The last throw, box or undo, or the last change of who plays."""
    for event in reversed(game.log):
        if isinstance(event, Played):
            box = {key: getattr(event, key) for key in SHOWN_OF_A_FILL} if isinstance(event, Filled) else {}
            return {"what": WHAT[type(event)], "seat": event.seat, **box}
    return None
