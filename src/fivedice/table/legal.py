"""Which intentions are legal in a game, and whether the contents of an event are true."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivedice.errors import IllegalDecision
from fivedice.phrases import phrase
from fivedice.rules import Scoring, format_dice, score_turn
from fivedice.table.dice import commitment, die, parse_seed
from fivedice.table.events import (
    Coached,
    Deputed,
    Ended,
    Event,
    Filled,
    Joined,
    Pledged,
    Renamed,
    Resigned,
    Retracted,
    Returned,
    Shared,
    Stopped,
    Thrown,
    Undone,
    Until,
)
from fivedice.table.names import check_different, checked_name, recorded_name
from fivedice.table.shares import is_link, link_before, mixed

if TYPE_CHECKING:
    from fivedice.table.game import Game

LIMITS: dict[type, tuple[str, int]] = {
    Renamed: ("this seat was renamed", 20),
    Undone: ("dice of this seat were taken back", 100),
    Pledged: ("this seat has pledged", 20),
    Retracted: ("boxes of this seat were taken back", 100),
    Deputed: ("robots have played for this seat", 200),
}
"""Limits on the length of a game's log, for each seat: more than players need, too few to fill a database."""


def over(game: "Game") -> str:
    """Why nothing more can be done."""
    if game.is_broken_off:
        return phrase("the game is over: it was ended early.")
    return phrase("the game is over: every box is filled.")


def check_mover(game: "Game", seat: int) -> None:
    """Refuse a seat whose turn it is not."""
    if game.mover is None:
        raise IllegalDecision(over(game))
    if seat != game.mover:
        name = game.seats[game.mover].name
        if not 0 <= seat < len(game.seats):
            raise IllegalDecision(phrase("it is the turn of {name}.", name=name))
        other = game.seats[seat].name
        raise IllegalDecision(phrase("it is the turn of {name}, not that of {other}.", name=name, other=other))


def check_throw(game: "Game", seat: int, held: tuple[int, ...]) -> None:
    """Refuse a throw when none is left, or dice that cannot be held."""
    check_mover(game, seat)
    if not game.throws_left:
        raise IllegalDecision(phrase("all {count} rolls of this turn are used: score a box.", count=game.throws_used))
    if not game.throws and held:
        raise IllegalDecision(phrase("no dice lie on the table yet, so none can be held: roll all of them."))
    places = range(game.rules.dice)
    if not all(type(place) is int and place in places for place in held) or len(set(held)) != len(held):
        raise IllegalDecision(
            f"cannot hold {str(list(held))[:80]}: each of the positions 0 to {places[-1]} may be named once."
        )


def check_fill(game: "Game", seat: int, name: str) -> Scoring:
    """What a box pays for the dice on the table, if it may be filled."""
    check_mover(game, seat)
    if (turn := game.turn) is None:
        raise IllegalDecision(phrase("nothing can be scored before the dice are rolled."))
    if name not in game.rules.index:
        names = ", ".join(game.rules.index)
        raise IllegalDecision(f"category {name[:40]!r} is not on this card; it must be one of {names}.")
    return score_turn(game.rules, turn, game.rules.categories[game.rules.index[name]])


def check_undo(game: "Game", seat: int) -> None:
    """Refuse to take back dice that were not typed."""
    check_mover(game, seat)
    if not game.seats[seat].physical:
        raise IllegalDecision(phrase("dice that were rolled cannot be taken back."))
    if not game.throws or game.throws[-1] not in game.log:
        raise IllegalDecision(phrase("no dice were typed in this turn, so none can be taken back."))


def check_length(game: "Game", seat: int, kind: type[Renamed | Undone | Pledged | Retracted | Deputed]) -> None:
    """Refuse a name, an undo and the like beyond the limit on the length of the log."""
    done, most = LIMITS[kind]
    if sum(isinstance(event, kind) and event.seat == seat for event in game.log) >= most:
        raise IllegalDecision(f"{done} {most} times in this game, which is the most.")


def check_coach(game: "Game", seat: int) -> None:
    """Refuse to mark a seat that needs no mark."""
    if game.is_over or not 0 <= seat < len(game.seats) or game.seats[seat].kind != "person":
        raise IllegalDecision(f"seat {seat} is not that of a person who is playing, and cannot be coached.")
    if seat in game.coached:
        raise IllegalDecision(f"{game.seats[seat].name} is coached already.")


def check_player(game: "Game", seat: int) -> None:
    """Refuse a seat whose player is not in the game."""
    if game.is_over:
        raise IllegalDecision(over(game))
    if not 0 <= seat < len(game.seats) or game.seats[seat].kind == "robot":
        raise IllegalDecision(f"seat {seat} is not that of a player, and a robot plays to the end.")
    if seat in game.resigned:
        raise IllegalDecision(phrase("{name} has resigned.", name=game.seats[seat].name))


def check_retract(game: "Game", seat: int) -> Filled:
    """The box that a player filled last, if it may be taken back."""
    check_player(game, seat)
    if not game.options.get("casual"):
        raise IllegalDecision(phrase("boxes are taken back at casual tables only, and this is none."))
    if game.retractable is None or game.retractable[0].seat != seat:
        name = game.seats[seat].name
        raise IllegalDecision(
            phrase("no box of {name} can be taken back: it must be the last thing that was done.", name=name)
        )
    return game.retractable[0]


def check_depute(game: "Game", seat: int, until: Until) -> None:
    """Refuse a robot where none can play, or where one plays already."""
    check_player(game, seat)
    name, deputy = game.seats[seat].name, game.deputies[seat]
    if game.seats[seat].physical:
        raise IllegalDecision(phrase("{name} plays with real dice, which a robot cannot roll.", name=name))
    if until == "turn" and seat != game.mover:
        raise IllegalDecision(phrase("it is not the turn of {name}, so that no robot can play it.", name=name))
    if deputy and (deputy.until, until) != ("turn", "return"):
        raise IllegalDecision(phrase("a robot plays for {name} already.", name=name))


def check_return(game: "Game", seat: int) -> None:
    """Refuse to take over where no robot plays, or where it finishes a turn whose time is over."""
    check_player(game, seat)
    name, deputy = game.seats[seat].name, game.deputies[seat]
    if deputy is None:
        raise IllegalDecision(phrase("no robot plays for {name}.", name=name))
    if deputy.reason == "clock":
        raise IllegalDecision(
            phrase("the time of {name} for this turn is over: a robot plays it to its end.", name=name)
        )


def check_pledge(game: "Game", seat: int, pledge: str) -> None:
    """Refuse a malformed pledge, one for a robot's seat, and any in a game whose dice take no shares."""
    if game.is_over or not 0 <= seat < len(game.seats) or game.seats[seat].kind == "robot":
        raise IllegalDecision(f"seat {seat} is not that of a person who is playing, and cannot pledge.")
    if not game.takes_shares:
        raise IllegalDecision("the dice of this game do not depend on shares, so that none are pledged.")
    if not is_link(pledge):
        raise IllegalDecision("a pledge must be 64 hexadecimal digits in small letters.")


def check_share(game: "Game", seat: int, share: str) -> None:
    """Refuse a share that is not the next link of the chain that the seat has pledged."""
    if share and (not is_link(share) or link_before(share) != game.links[seat]):
        raise IllegalDecision(f"the share is not the next one of what {game.seats[seat].name} has pledged.")


def check_owed(game: "Game", seat: int, share: str) -> None:
    """Refuse a share without a throw that is not due, so that a log stays short."""
    if seat not in game.owing or not share:
        raise IllegalDecision(f"no share of seat {seat} is wanted now.")
    check_share(game, seat, share)


def check_name(game: "Game", seat: int, name: str, *, recorded: bool = False) -> str:
    """The name of a seat, as a person may choose it or as a record may hold it."""
    if game.is_over:
        raise IllegalDecision(phrase("the game is over: names stay as they are."))
    if not 0 <= seat < len(game.seats) or game.seats[seat].kind == "robot":
        raise IllegalDecision(f"seat {seat} is not that of a person, who could give it a name.")
    name = recorded_name(name) if recorded else checked_name(name)
    others = (one.name for number, one in enumerate(game.seats) if number != seat)
    check_different([*others, name], recorded=recorded)
    return name


def rolled(game: "Game", held: tuple[int, ...], share: str, shown: Sequence[int] | None = None) -> tuple[int, ...]:
    """All dice after a throw by the table."""
    if shown is not None:
        raise IllegalDecision(phrase("these dice are rolled by the table: what they show cannot be typed."))
    if game.seed is None or game.mover is None:
        raise IllegalDecision("the seed of this game is not known here, so its dice cannot be rolled.")
    where = (game.mover, game.turn_number, game.throws_used)
    unfair = (game.rules.dice_set.face_chances,) if game.rules.face_probabilities else ()
    mix = mixed(game.mix, share) if share else game.mix
    return tuple(
        game.table[place] if place in held else die(game.seed, *where, place, game.rules.faces, *unfair, mix=mix)
        for place in range(game.rules.dice)
    )


def typed(game: "Game", held: tuple[int, ...], shown: Sequence[int] | None) -> tuple[int, ...]:
    """All dice after a throw by hand."""
    missing = game.rules.dice - len(held)
    if shown is None or len(shown) != missing:
        given = "none" if shown is None else len(shown)
        raise IllegalDecision(
            phrase(
                "{missing} dice were rolled by hand, but {given} were typed: type what they show.",
                missing=missing,
                given=given,
            )
        )
    if not all(type(face) is int and 1 <= face <= game.rules.faces for face in shown):
        raise IllegalDecision(
            f"{str(list(shown))[:80]} are not all faces of these dice, which show 1 to {game.rules.faces}."
        )
    faces = iter(shown)
    return tuple(game.table[place] if place in held else next(faces) for place in range(game.rules.dice))


def faults(game: "Game", event: Event) -> list[str]:
    """The false contents of an event, a sentence each; IllegalDecision if it cannot happen here at all."""
    if isinstance(event, Thrown):
        return _faults_of_throw(game, event)
    if isinstance(event, Filled):
        scoring = check_fill(game, event.seat, event.category)
        found = _faults_of_turn(game, event.turn)
        if (scoring.points, scoring.bonus) != (event.points, event.bonus):
            due = f"{scoring.points} points and a bonus of {scoring.bonus}"
            found.append(f"{event.category} gets {due}, not {event.points} and {event.bonus}.")
        return found
    if isinstance(event, Undone):
        check_undo(game, event.seat)
        return _faults_of_turn(game, event.turn, event.throw, game.throws_used - 1)
    if isinstance(event, Ended):
        return _faults_of_end(game, event)
    if isinstance(event, Retracted):
        filled = check_retract(game, event.seat)
        same = (event.turn, event.category) == (filled.turn, filled.category)
        return [] if same else [f"{filled.category} was filled last, and nothing else can be taken back."]
    if isinstance(event, Joined | Renamed):
        check_name(game, event.seat, event.name, recorded=True)
        if isinstance(event, Joined) and event.kind == "robot":
            return ["a robot plays from the start; only a person or a bot takes a seat."]
    elif isinstance(event, Coached):
        check_coach(game, event.seat)
    elif isinstance(event, Pledged):
        check_pledge(game, event.seat, event.pledge)
    elif isinstance(event, Shared):
        check_owed(game, event.seat, event.share)
    elif isinstance(event, Deputed):
        check_depute(game, event.seat, event.until)
    elif isinstance(event, Returned):
        check_return(game, event.seat)
    elif isinstance(event, Resigned | Stopped):
        check_player(game, event.seat)
    else:
        raise IllegalDecision("a game begins only once.")
    return []


def _faults_of_turn(game: "Game", turn: int, throw: int = 0, expected: int = 0) -> list[str]:
    if (turn, throw) == (game.turn_number, expected):
        return []
    return [f"it says turn {turn}, throw {throw}, but turn {game.turn_number}, throw {expected} comes next."]


def _faults_of_throw(game: "Game", event: Thrown) -> list[str]:
    check_throw(game, event.seat, event.held)
    check_share(game, event.seat, event.share)
    if len(event.dice) != game.rules.dice or not all(1 <= face <= game.rules.faces for face in event.dice):
        raise IllegalDecision(f"{str(list(event.dice))[:80]} are not {game.rules.dice} faces of these dice.")
    found = _faults_of_turn(game, event.turn, event.throw, game.throws_used)
    turned = [place for place in event.held if event.dice[place] != game.table[place]]
    if turned:
        found.append(f"the dice at the positions {turned} were held, but show something else than before.")
    if game.seed is not None and not game.seats[event.seat].physical:
        due = rolled(game, event.held, event.share)
        false = [place for place, face in enumerate(event.dice) if place not in event.held and face != due[place]]
        if false:
            all_due = format_dice(due)
            found.append(f"the dice at the positions {false} are not those that the seed gives: it gives {all_due}.")
    return found


def _faults_of_end(game: "Game", event: Ended) -> list[str]:
    if not game.is_over:
        raise IllegalDecision("the game cannot end while boxes are open.")
    if game.ended:
        raise IllegalDecision("a game ends only once.")
    if (event.seed is None) != (game.commitment is None):
        return ["a seed is revealed if, and only if, the game has a commitment."]
    if event.seed is not None and commitment(parse_seed(event.seed)) != game.commitment:
        return ["the seed does not fit the commitment."]
    return []
