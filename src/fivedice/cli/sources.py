"""Where dice come from: a generator, or a real table and what the player types."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from fivedice.cli.answers import WORDS, Command
from fivedice.cli.terminal import Terminal
from fivedice.errors import FivediceError, NotationError
from fivedice.rules import Keep, Rules, format_dice
from fivedice.rules.dice import is_part_of


class Left(Exception):
    """The player quit; everything needed to resume is still in the game."""


class TakenBack(Exception):
    """The player wants another decision, which is honest as long as the dice are not thrown."""


@dataclass(frozen=True)
class Throw:
    """Which dice are wanted: of what seat, turn and roll (each from 0), beside which kept ones."""

    seat: int
    turn: int
    roll: int
    keep: Keep


DiceSource = Callable[[Throw], Keep]
"""The faces of the dice that are not kept, in any order."""


class RandomDice:
    """Dice indexed by turn, seat and roll, so that a game resumed with its seed meets the dice it left."""

    def __init__(self, rules: Rules, seats: int, random: Random) -> None:
        self.faces = [
            [
                [random.choices(range(1, rules.faces + 1), k=rules.dice) for _ in range(rules.rolls)]
                for _ in range(seats)
            ]
            for _ in range(rules.turns)
        ]

    def __call__(self, throw: Throw) -> Keep:
        """The first dice of the row, as many as are not kept."""
        return tuple(self.faces[throw.turn][throw.seat][throw.roll][len(throw.keep) :])


class RealDice:
    """Dice on a real table, typed by the player."""

    def __init__(self, rules: Rules, terminal: Terminal) -> None:
        self.rules, self.terminal = rules, terminal
        self.typed: Keep | None = None

    def __call__(self, throw: Throw) -> Keep:
        """What the player types, unless the last answer said it already."""
        if self.typed is not None:
            typed, self.typed = self.typed, None
            return typed
        missing = self.rules.dice - len(throw.keep)
        which = f"the {missing} other dice" if throw.keep else f"all {missing} dice"
        which = "the last die" if missing == 1 else which
        while True:
            text = self.terminal.ask(f"Roll {which} and type what they show (quit leaves)")
            command = WORDS.get(text.strip().lower())
            if command is Command.QUIT:
                raise Left
            if command is Command.UNDO and throw.roll:
                raise TakenBack
            try:
                return self.read(text, throw.keep)
            except FivediceError as error:
                self.terminal.complain(str(error))

    def read(self, text: str, keep: Keep) -> Keep:
        """The thrown dice: typed alone, or together with the kept ones."""
        dice = self.rules.dice_set.parse(text, whole=False)
        missing = self.rules.dice - len(keep)
        if len(dice) == missing:
            return dice
        if len(dice) != self.rules.dice:
            raise NotationError(f"dice {text.strip()!r}: {missing} are thrown, but {len(dice)} are given.")
        if not is_part_of(keep, dice):
            raise NotationError(f"dice {text.strip()!r}: the kept {format_dice(keep)} are not among them.")
        rest = list(dice)
        for face in keep:
            rest.remove(face)
        return tuple(rest)
