"""The list of scores that a finished seat belongs to: only scores made in the same way are compared.

Only this module decides it; the marks of a seat are in `marks`.
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
"""Options that set the start of a game, or its dice."""


def list_of(game: "Game", seat: int) -> ScoreList | None:
    """The list of a seat; None while it has no score, or never gets one."""
    if game.final_scores[seat] is None:
        return None
    one, marks = game.seats[seat], game.marks[seat]
    practice = is_chosen(game.options) or bool(marks - {"coached"})
    return named_list(one.kind, physical=one.physical, coached="coached" in marks, practice=practice)


def is_chosen(options: Mapping[str, Any]) -> bool:
    """Whether options set the start of a game, or its dice."""
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
