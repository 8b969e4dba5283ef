"""Verifies the record of a game: commitment and seed, every share and die, every event, every score."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from fivedice.errors import FivediceError, RecordError
from fivedice.reports.result import Result
from fivedice.reports.table import Table
from fivedice.rules.category import capital
from fivedice.table import legal
from fivedice.table.dice import commitment, parse_seed
from fivedice.table.events import Event, Filled, Thrown
from fivedice.table.game import Game
from fivedice.table.marks import about_marks
from fivedice.table.proof import about_shares
from fivedice.table.record import GameRecord

Verdict = Literal["sound", "unfinished", "wrong"]
HEADLINES: dict[Verdict, str] = {
    "sound": "sound: it is what the seed and the rules make of its decisions",
    "unfinished": "unfinished: nothing is wrong so far, and its dice can be checked when the seed is revealed",
    "wrong": "not sound",
}


@dataclass(frozen=True, repr=False)
class Verification(Result):
    """The findings in a record: what is wrong with it, and what is right, in sentences."""

    game: str
    commitment: str | None
    faults: tuple[str, ...]
    checked: tuple[str, ...]
    over: bool = True

    @property
    def verdict(self) -> Verdict:
        """Wrong if anything is; else unfinished if the seed is not revealed yet."""
        return "wrong" if self.faults else "sound" if self.over else "unfinished"

    @property
    def sound(self) -> bool:
        """Whether everything could be checked and nothing is wrong."""
        return self.verdict == "sound"

    def headline(self) -> str:
        """Whether the game is sound."""
        return f"Game {self.game} is {HEADLINES[self.verdict]}."

    def parts(self) -> list[str | Table]:
        """A line for each finding."""
        found = [f"  ok     {sentence}" for sentence in self.checked]
        found += [f"  WRONG  {sentence}" for sentence in self.faults]
        compare = "Compare the commitment with the one that was shown when the game began."
        return [*found, self.headline(), *([compare] if self.sound and self.commitment else [])]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        verdict = {"sound": self.sound, "verdict": self.verdict}
        found = {**verdict, "faults": list(self.faults), "checked": list(self.checked)}
        return {"game": self.game, "commitment": self.commitment, **found}


def verify(record: GameRecord) -> Verification:
    """Check a record: commitment and seed, every die, every event, every score."""
    faults, checked = _findings(record)
    over = record.ended is not None
    return Verification(record.began.game, record.began.commitment, tuple(faults), tuple(checked), over)


def _findings(record: GameRecord) -> tuple[list[str], list[str]]:
    """Faults, and what was found right, a sentence each."""
    faults, checked = _check_seed(record)
    seed = parse_seed(record.ended.seed) if record.ended and record.ended.seed and not faults else None
    try:
        game = replace(Game.opened(record.began), seed=seed)
    except FivediceError as error:
        return [*faults, capital(str(error))], checked
    found, last = _follow(game, record.log[1:-1] if faults else record.log[1:])  # a wrong seed is reported only once
    faults += found
    if found:
        return faults, checked
    checked.append(f"All {len(record.log)} events are legal, and every box holds what its dice are worth.")
    if last.ended:
        checked += _about_dice(last)
    elif record.ended is None and last.is_over:
        why = "The game was ended early" if last.is_broken_off else "Every box is filled"
        faults.append(f"{why}, but the seed is not revealed, so that the dice cannot be checked.")
    checked += [*about_shares(last), *about_marks(last)]
    if record.variant != last.rules.name:
        faults.append(f"The variant is called {record.variant!r}, but the rules are those of {last.rules.name!r}.")
    told = tuple((seat.name, total) for seat, total in zip(last.seats, last.totals, strict=True))
    if record.scores == told:
        checked.append("The scores add up.")
    else:
        faults.append(f"The scores are {_told(told)}, not {_told(record.scores)}.")
    return faults, checked


def _check_seed(record: GameRecord) -> tuple[list[str], list[str]]:
    if record.ended is None or record.ended.seed is None:
        return [], []
    try:
        fits = commitment(parse_seed(record.ended.seed)) == record.began.commitment
    except RecordError as error:
        return [capital(str(error))], []
    if fits:
        return [], [f"The seed fits the commitment {record.began.commitment}."]
    return ["The seed does not fit the commitment, so that the dice cannot be checked."], []


def _follow(game: Game, events: tuple[Event, ...]) -> tuple[list[str], Game]:
    """Faults of the events, and the game as far as they could be followed."""
    found: list[str] = []
    for number, event in enumerate(events, 1):
        where = _where(game, number, event)
        try:
            faults = legal.faults(game, event)
        except FivediceError as error:
            return [*found, f"{where}: {error} The events after it were not checked."], game
        found += [f"{where}: {fault}" for fault in faults]
        game = game.followed(event)
    return found, game


def _where(game: Game, number: int, event: Event) -> str:
    words = f"Event {number}"
    if isinstance(event, Thrown | Filled) and event.seat < len(game.seats):
        words += f", {game.seats[event.seat].name} in turn {event.turn + 1}"
        words += f", roll {event.throw + 1}" if isinstance(event, Thrown) else ""
    return words


def _about_dice(game: Game) -> list[str]:
    thrown = [event for event in game.log if isinstance(event, Thrown)]
    typed = [event for event in thrown if game.seats[event.seat].physical]
    ours, theirs = (
        sum(game.rules.dice - len(event.held) for event in some)
        for some in ([event for event in thrown if event not in typed], typed)
    )
    seed, position = game.options.get("seed"), game.options.get("position")
    said = {
        f"All {ours} dice are those that the seed {'and the shares give' if game.mix else 'gives'}.": ours,
        f"The seed was chosen by a player, as number {seed}.": seed is not None,
        f"{theirs} dice were rolled by hand and typed: they cannot be checked.": theirs,
        f"The game started from the position {position}, which cannot be checked.": position,
    }
    return [sentence for sentence, applies in said.items() if applies]


def _told(scores: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {score}" for name, score in scores) or "missing"
