"""What the shares of a game prove, and which throws they do not cover, in sentences.

Dice that the table rolled are out of reach of

    the server, to choose:     if a share of any player was revealed since the game began, this throw included
    the server, to foresee:    if the player revealed a share with this very throw
    the server and the player together, to choose:   if another player has revealed a share since this one pledged last

A share is evidence only if its player is honest: two players and a server that all collude prove nothing.
"""

from dataclasses import dataclass

from fivedice.reports.table import plural
from fivedice.table.events import Pledged, Shared, Thrown
from fivedice.table.game import Game


@dataclass
class Throws:
    """Throws of one seat by the table: how many, and how many of them could have been chosen or foreseen.

    A robot that plays for a player reveals no share: the player's chain continues later.
    """

    all: int = 0
    chosen: int = 0
    foreseen: int = 0
    in_league: int = 0
    by_robot: int = 0


def throws_by_seat(game: Game) -> tuple[Throws, ...]:
    """For each seat, how many throws could have been chosen or foreseen."""
    found = tuple(Throws() for _ in game.seats)
    shared_since: list[set[int]] = [set() for _ in game.seats]  # by seat: seats with shares since its last pledge
    mixed, turns = False, game.robot_turns
    for event in game.log:
        if isinstance(event, Pledged):
            shared_since[event.seat] = set()
        if isinstance(event, Shared | Thrown) and event.share:
            mixed = True
            for one in shared_since:
                one.add(event.seat)
        if isinstance(event, Thrown) and not game.seats[event.seat].physical:
            here = found[event.seat]
            here.all += 1
            here.chosen += not mixed
            here.foreseen += not event.share
            here.by_robot += not event.share and event.turn in turns[event.seat]
            here.in_league += not shared_since[event.seat] - {event.seat}
    return found


def about_shares(game: Game) -> list[str]:
    """Sentences for people, on each seat that is not a robot's; none for a game without dice of the table."""
    if not game.takes_shares:
        return []
    pledged = {event.seat for event in game.log if isinstance(event, Pledged)}
    if not pledged:
        return ["No player's computer had a share in the dice: the server could have chosen and foreseen them."]
    said = []
    for number, (seat, throws) in enumerate(zip(game.seats, throws_by_seat(game), strict=True)):
        if not throws.all:
            continue
        name, of = seat.name, f"of {plural(throws.all, 'roll')} of {seat.name}"
        person = seat.kind != "robot"
        if person and not throws.foreseen:
            said.append(f"Every one {of} had a share of {name}: the server could neither choose nor foresee it.")
        if person and throws.foreseen:
            robot = f", {throws.by_robot} of them a robot's for {name}" if throws.by_robot else ""
            said.append(f"{throws.foreseen} {of} had no share of {name}{robot}: the server could foresee them.")
        if throws.chosen:
            said.append(f"{throws.chosen} {of} came before any share: the server could choose them.")
        if person and throws.in_league and pledged - {number}:
            said.append(
                f"{throws.in_league} {of} came before a share of another player that followed the pledge of {name}: "
                f"{name} and the server together could choose them."
            )
    return said
