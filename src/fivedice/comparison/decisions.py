"""The decisions of a strategy's recorded games, turn by turn, with the regret of each."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.rules import Category, Keep, format_dice
from fivedice.simulation.games import Games
from fivedice.simulation.regret import DecisionValues, before

NOTHING = 1e-9
"""Regrets up to this are rounding errors."""
TEXT, COST = 15, 6
"""Characters of a decision and of its regret: three strategies fill 80 columns."""
SHOWN = 0.005
"""Regrets that round to 0.00 are not printed."""


@dataclass(frozen=True)
class Choice:
    """A decision after a throw: dice in the order of the table, those kept (None: the turn was scored), its value."""

    dice: tuple[int, ...]
    kept: Keep | None
    expectation: float
    regret: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        kept = None if self.kept is None else format_dice(self.kept)
        return {"dice": format_dice(self.dice), "kept": kept, "expectation": self.expectation, "regret": self.regret}


@dataclass(frozen=True)
class PlayedTurn:
    """A strategy's decisions in one turn, the box that it filled and what that paid."""

    choices: tuple[Choice, ...]
    category: Category
    points: int
    bonus: int

    @property
    def regret(self) -> float:
        """Regret of all decisions of the turn."""
        return sum(one.regret for one in self.choices)

    @property
    def scored(self) -> dict[str, Any]:
        """The box and what it paid, as plain values."""
        return {"category": self.category.name, "points": self.points, "yahtzee_bonus": self.bonus}

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"throws": [one.to_dict() for one in self.choices], **self.scored, "regret": self.regret}

    def lines(self, rolls: int) -> list[str]:
        """The turn as text: a line for each throw, the box and the points."""
        throws = [
            format_dice(one.dice)
            if one.kept is None
            else _with_regret(f"{format_dice(one.dice)} → {format_dice(one.kept)}", one.regret)
            for one in self.choices
        ]
        points = f"{self.points} + {self.bonus}" if self.bonus else str(self.points)
        throws += [""] * (rolls - len(throws))
        return [*throws, _with_regret(self.category.title, self.choices[-1].regret), points]


@dataclass(frozen=True)
class Player:
    """A strategy with its recorded games."""

    name: str
    games: Games
    worth: DecisionValues

    @property
    def regrets(self) -> Floats:
        """float64[games], regret of each game."""
        return np.asarray(self.worth.regrets.sum(axis=(1, 2)))

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return int(np.isfinite(self.worth.taken).sum())

    @property
    def mistakes(self) -> int:
        """How many of them have a regret."""
        return int((self.worth.regrets > NOTHING).sum())

    @property
    def worst(self) -> tuple[int, int, int]:
        """Game, turn and throw, from 0, of the most expensive decision."""
        game, turn, throw = np.unravel_index(int(self.worth.regrets.argmax()), self.worth.regrets.shape)
        return int(game), int(turn), int(throw)

    @property
    def worst_regret(self) -> float:
        """Regret of the most expensive decision."""
        return float(self.worth.regrets.max())

    def turn(self, game: int, turn: int) -> PlayedTurn:
        """One turn, by numbers from 0."""
        games, regrets = self.games, self.worth.regrets
        assert games.held is not None
        assert games.shown is not None
        earned = int(before(games.points[[game]] + games.bonuses[[game]])[0, turn])
        choices = []
        for throw in range(games.rules.rolls):
            table = tuple(games.shown[game, turn, throw].tolist())
            held = int(games.held[game, turn, throw]) if throw + 1 < games.rules.rolls else -1
            kept = tuple(face for place, face in enumerate(table) if held >> place & 1) if held >= 0 else None
            expectation = earned + float(self.worth.taken[game, turn, throw])
            choices.append(Choice(table, kept, expectation, float(regrets[game, turn, throw])))
            if kept is None:
                break
        category = games.rules.categories[games.boxes[game, turn]]
        points, bonus = int(games.points[game, turn]), int(games.bonuses[game, turn])
        return PlayedTurn(tuple(choices), category, points, bonus)


def _with_regret(text: str, regret: float) -> str:
    """A decision, with its regret if it has any."""
    return f"{text:<{TEXT}} {regret:>{COST}.2f}" if regret >= SHOWN else text
