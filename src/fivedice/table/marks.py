"""Marks of a game beside its scores: who was advised, replaced by a robot, took a box back or gave up."""

from typing import TYPE_CHECKING, Literal

from fivedice.table.events import Coached, Deputed, Filled, Joined, Resigned, Retracted, Returned, Stopped, Thrown

if TYPE_CHECKING:
    from fivedice.table.standing import Standing

Mark = Literal["coached", "deputed", "retracted", "resigned", "unfinished"]
"""Advised; some turns played by a robot; a box taken back; gave up; the card of a game that is over is not full."""


def marks_of(game: "Standing") -> tuple[frozenset[Mark], ...]:
    """The marks of each seat: a score with any of them is not comparable with one that has none."""
    if not game.remarkable:
        return tuple(frozenset[Mark](("coached",) if seat in game.coached else ()) for seat in range(len(game.seats)))
    found: list[set[Mark]] = [set() for _ in game.seats]
    for event in game.log:
        if isinstance(event, Coached):
            found[event.seat].add("coached")
        elif isinstance(event, Retracted):
            found[event.seat].add("retracted")
        elif isinstance(event, Resigned):
            found[event.seat].add("resigned")
    for seat, turns in enumerate(game.robot_turns):
        if turns:
            found[seat].add("deputed")
        if game.is_over and not game.is_full(seat):
            found[seat].add("unfinished")
    return tuple(map(frozenset, found))


def robot_turns(game: "Standing") -> tuple[tuple[int, ...], ...]:
    """For each seat the turns, from 0, in which a robot threw or scored for its player."""
    if not game.remarkable:
        return ((),) * len(game.seats)
    deputies: dict[int, Deputed] = {}
    found: list[list[int]] = [[] for _ in game.seats]
    for event in game.log:
        if isinstance(event, Deputed):
            deputies[event.seat] = event
        elif isinstance(event, Returned | Joined | Resigned):
            deputies.pop(event.seat, None)
        elif isinstance(event, Thrown | Filled) and (deputy := deputies.get(event.seat)):
            if event.turn not in found[event.seat]:
                found[event.seat].append(event.turn)
            if isinstance(event, Filled) and deputy.until == "turn":
                del deputies[event.seat]
    return tuple(map(tuple, found))


def about_marks(game: "Standing") -> list[str]:
    """Sentences for people; none for a game without marks."""
    said, turns = [], game.robot_turns
    for number, (seat, marks) in enumerate(zip(game.seats, game.marks, strict=True)):
        if turns[number]:
            which = ", ".join(str(turn + 1) for turn in turns[number])
            word = "turn" if len(turns[number]) == 1 else "turns"
            said.append(f"A robot played for {seat.name} in {word} {which}.")
        if "retracted" in marks:
            count = sum(isinstance(event, Retracted) and event.seat == number for event in game.log)
            said.append(f"{seat.name} took back {'a box' if count == 1 else f'{count} boxes'}.")
        if "resigned" in marks:
            said.append(f"{seat.name} resigned.")
    for event in game.log:
        if isinstance(event, Stopped):
            said.append(f"{game.seats[event.seat].name} ended the game before its cards were full: nobody won.")
    return said
