"""Which list of scores a finished seat stands in: only scores that were made in the same way are compared.

This is the one place that decides it; what a game tells of a seat is in its `marks`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from fivedice.table.events import Kind

if TYPE_CHECKING:
    from fivedice.table.game import Game

ScoreList = Literal["person", "coached", "real", "practice", "robot", "bot"]
"""person: a person alone, with the dice of the table; coached: the same with the coach; real: a person alone, with real
dice that were typed; robot and bot: these, with the dice of the table; practice: all others."""
SCORE_LISTS: tuple[ScoreList, ...] = get_args(ScoreList)
CHOSEN = ("position", "seed")
"""Options of a game by which somebody chose how it starts, or its dice."""


def list_of(game: "Game", seat: int) -> ScoreList | None:
    """The list of a seat; None while it has no score, or never gets one."""
    if game.final_scores[seat] is None:
        return None
    one, marks = game.seats[seat], game.marks[seat]
    practice = is_chosen(game.options) or bool(marks - {"coached"})
    return named_list(one.kind, physical=one.physical, coached="coached" in marks, practice=practice)


def is_chosen(options: Mapping[str, Any]) -> bool:
    """Whether somebody chose how a game starts, or its dice."""
    return any(options.get(key) is not None for key in CHOSEN)


def named_list(kind: Kind, *, physical: bool, coached: bool, practice: bool) -> ScoreList:
    """The list of a player of this kind.

    >>> named_list("person", physical=True, coached=False, practice=False)
    'real'
    """
    if practice or (physical and (coached or kind != "person")):
        return "practice"
    if kind != "person":
        return kind
    if physical:
        return "real"
    return "coached" if coached else "person"
