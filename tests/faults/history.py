"""What people at several servers did and saw, and whether the games in the database agree with it.

An act was acknowledged when its player saw the next point of the game; what was under way when a server died may have
happened or not. Every move in a game was made by its seat, once, and every acknowledged one is there as it was seen.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from fivedice.table.events import Filled, Thrown
from fivedice.table.game import Game
from fivedice.table.record import record_of
from fivedice.table.verify import verify

Plain = dict[str, Any]


@dataclass
class History:
    """Of one game: acts that were sent and acknowledged by point, and all states that anybody saw by their number."""

    sent: dict[int, list[tuple[int, Plain]]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: dict[int, tuple[int, Plain, Plain]] = field(default_factory=dict)
    seen: dict[int, Plain] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def see(self, state: Plain, last: int) -> None:
        """Note a state, which must be the one that others saw, and not older than the last on this connection."""
        shown = {key: state[key] for key in ("point", "table", "mover", "over", "seed")}
        shown["cards"] = [seat["card"] for seat in state["seats"]]
        if self.seen.setdefault(state["seq"], shown) != shown:
            self.faults.append(f"two people saw different states {state['seq']}")
        if state["seq"] < last:
            self.faults.append(f"state {state['seq']} came after state {last}")

    def check(self, game: Game) -> list[str]:
        """Everything in a finished game that contradicts what was seen or the rules."""
        faults = [*self.faults, *verify(record_of(game)).faults]
        if not game.is_over:
            faults.append("the game was not played to its end")
        moves = [event for event in game.log if isinstance(event, Thrown | Filled)]
        for point, move in enumerate(moves):
            if game.seats[move.seat].kind == "robot":
                continue
            if not any(seat == move.seat and is_of(wish, move) for seat, wish in self.sent[point]):
                faults.append(f"nobody made move {point}: {move}")
        for point, (seat, wish, state) in self.acknowledged.items():
            if point >= len(moves) or moves[point].seat != seat or not is_of(wish, moves[point]):
                faults.append(f"move {point} of seat {seat} was acknowledged and lost")
            elif state["point"] == point + 1 and (dice := dice_of(moves[point])) not in (None, state["table"]):
                faults.append(f"move {point} threw {dice}, and {state['table']} was seen")
        for number, shown in self.seen.items():
            if number > len(game.log):
                faults.append(f"state {number} was seen and lost")
            elif shown["over"] and shown["cards"] != [_filled(game, seat) for seat in range(len(game.seats))]:
                faults.append("the cards at the end are not those that were seen")
        return faults


def dice_of(move: Thrown | Filled) -> list[int] | None:
    """The dice of a throw as a state shows them."""
    return list(move.dice) if isinstance(move, Thrown) else None


def is_of(wish: Plain, move: Thrown | Filled) -> bool:
    """Whether a move is what a player asked for."""
    if isinstance(move, Filled):
        return bool(wish["do"] == "fill" and wish["category"] == move.category)
    held = tuple(place for place, stays in enumerate(wish.get("held") or ()) if stays)
    return wish["do"] == "throw" and held == move.held


def _filled(game: Game, seat: int) -> dict[str, int]:
    boxes = zip(game.rules.categories, game.cards[seat].points, strict=True)
    return {box.name: points for box, points in boxes if points is not None}
