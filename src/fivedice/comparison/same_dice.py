"""The same-value test of study 000 (Jendeberg, Wikstén 2015, section 3.4): decisions side by side on equal dice.

Every die of a stream has its place (game, turn, throw, position). Strategies that kept different dice still find the
same face at the same place; the face of a die that is kept is not used. Regrets come from the optimal solution of
the same rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.coach.luck import luck
from fivedice.comparison.decisions import COST, TEXT, Player
from fivedice.reports import Result, Table
from fivedice.reports.table import number, plural
from fivedice.rules import Keep, Rules, format_dice
from fivedice.simulation.streams import Block

BY_PLACE = "A die has its face by game, turn, throw and position: the same for everybody, whatever they kept before."
IN_TURN = "A thrown die takes the next of the dice set aside for its turn: the same for everybody, in the order thrown."


@dataclass(frozen=True, repr=False, eq=False)
class SameDice(Result):
    """Several strategies' games on the same dice; `seed` and `dice` say which.

    aside : uint8[games, turns, rolls · n], the dice that each turn may use
    """

    rules: Rules
    optimum: float
    aside: Block
    in_turn: bool
    players: tuple[Player, ...]
    seed: int = 1
    dice: str = "default"

    @property
    def games(self) -> int:
        """How many games each of them played."""
        return len(self.aside)

    @property
    def about_dice(self) -> str:
        """What "equal dice" means here, in a sentence."""
        return IN_TURN if self.in_turn else BY_PLACE

    def throws(self, game: int, turn: int) -> list[Keep]:
        """The dice set aside for a turn, a row for each throw."""
        rows = self.aside[game, turn].reshape(self.rules.rolls, self.rules.dice).tolist()
        return [tuple(row) for row in rows]

    def luck(self, player: Player) -> Floats:
        """float64[games], score + regret − optimum: the effect of the dice, with mean 0; see `coach.luck`."""
        return luck(self.optimum, player.games.scores.astype(np.float64), player.regrets)

    def rows(self) -> Iterator[dict[str, object]]:
        """A row for each decision, numbered from 1; dice and kept dice in the order of the table."""
        for game in range(self.games):
            for turn in range(self.rules.turns):
                for player in self.players:
                    played = player.turn(game, turn)
                    for throw, choice in enumerate(played.choices, 1):
                        yield {
                            "game": game + 1,
                            "turn": turn + 1,
                            "strategy": player.name,
                            "throw": throw,
                            "dice": choice.dice,
                            "kept": choice.kept,
                            **(played.scored if choice.kept is None else dict.fromkeys(played.scored)),
                            "expectation": choice.expectation,
                            "regret": choice.regret,
                        }

    def headline(self) -> str:
        """Scores and regrets."""
        means = (f"{one.name} {one.games.scores.mean():.1f} (regret {one.regrets.mean():.1f})" for one in self.players)
        return f"{plural(self.games, 'game')} of {self.rules.name} on equal dice: {', '.join(means)}"

    def parts(self) -> list[str | Table]:
        """Every turn of every game, and a summary."""
        found: list[str | Table] = []
        for game in range(self.games):
            found += [self.turn_table(game, turn) for turn in range(self.rules.turns)]
            scores = (f"{one.name} {one.games.scores[game]} (regret {one.regrets[game]:.1f})" for one in self.players)
            found.append(f"Game {game + 1} ends: {', '.join(scores)}.")
        line = "Each line: dice on the table → dice kept, and what that decision loses against the best one (regret)."
        return [*self._about(), line, *found, *self.tables[1:]]

    def _about(self) -> list[str | Table]:
        names = ", ".join(player.name for player in self.players)
        return [f"{names}: {plural(self.games, 'game')} of {self.rules.name} on equal dice.", self.about_dice]

    def _repr_html_(self) -> str:
        """Scores and summary in a notebook, which has no room for a table of every turn; `to_polars` has them."""
        from fivedice.reports.html import fragment

        return fragment([*self._about(), *self.tables[1:]])

    @property
    def tables(self) -> list[Table]:
        """Every decision, the scores, and the summary."""
        return [self._decisions_table(), self._scores_table(), self._summary_table()]

    def turn_table(self, game: int, turn: int) -> Table:
        """What each strategy did in a turn, by numbers from 0."""
        rolls = self.rules.rolls
        labels = [*(f"Throw {throw + 1}" for throw in range(rolls)), "Scores", "Points"]
        lines = [player.turn(game, turn).lines(rolls) for player in self.players]
        rows = [_padded(label, row) for label, *row in zip(labels, *lines, strict=True)]
        aside = " ".join(format_dice(row) for row in self.throws(game, turn))
        title = f"Game {game + 1}, turn {turn + 1}, dice set aside {aside}"
        return Table(f"game-{game + 1}-turn-{turn + 1}", title, self._columns(), rows, side_by_side=True)

    def _columns(self) -> list[str]:
        return ["", *(player.name for player in self.players)]

    def _scores_table(self) -> Table:
        rows = [
            _padded(
                f"Game {game + 1}",
                [f"{one.games.scores[game]}, regret {one.regrets[game]:.1f}" for one in self.players],
            )
            for game in range(self.games)
        ]
        return Table("scores", "Final scores", self._columns(), rows, side_by_side=True)

    def _summary_table(self) -> Table:
        """Means over the games, and the number and size of each strategy's mistakes."""
        rows = [
            [
                player.name,
                number(float(player.games.scores.mean()), ".1f"),
                number(float(player.regrets.mean()), ".2f"),
                number(float(self.luck(player).mean()), "+.1f"),
                player.decisions,
                player.mistakes,
                number(player.worst_regret, ".2f") if player.mistakes else "",
                ".".join(str(place + 1) for place in player.worst) if player.mistakes else "",
            ]
            for player in self.players
        ]
        columns = ["Strategy", "Mean", "Regret", "Luck", "Decisions", "Mistakes", "Worst", "In"]
        note = (
            f"In: game.turn.throw of the worst decision. Luck is score + regret − {self.optimum:.2f}, the mean of "
            "optimal play: the effect of the dice, with mean 0 for every strategy."
        )
        return Table("summary", "Over all games", columns, rows, note)

    def _decisions_table(self) -> Table:
        rows = list(self.rows())
        cells = [[format_dice(cell) if isinstance(cell, tuple) else cell for cell in row.values()] for row in rows]
        return Table("decisions", "Every decision", list(rows[0]), cells)

    def to_dict(self) -> dict[str, Any]:
        """Everything."""
        return {
            "variant": self.rules.name,
            "seed": self.seed,
            "dice": self.dice,
            "about_dice": self.about_dice,
            "games": self.games,
            "optimum": self.optimum,
            "strategies": [
                {
                    "strategy": player.name,
                    "scores": player.games.scores.tolist(),
                    "regrets": player.regrets.tolist(),
                    "luck": self.luck(player).tolist(),
                    "decisions": player.decisions,
                    "mistakes": player.mistakes,
                    "worst": {
                        **dict(zip(("game", "turn", "throw"), (place + 1 for place in player.worst), strict=True)),
                        "regret": player.worst_regret,
                    },
                }
                for player in self.players
            ],
            "turns": [
                {
                    "game": game + 1,
                    "turn": turn + 1,
                    "set_aside": [format_dice(row) for row in self.throws(game, turn)],
                    "players": [
                        {"strategy": player.name, **player.turn(game, turn).to_dict()} for player in self.players
                    ],
                }
                for game in range(self.games)
                for turn in range(self.rules.turns)
            ],
        }


def _padded(label: str, texts: list[str]) -> list[object]:
    """A row of texts of equal width, so that the columns of all tables stand below each other."""
    return [label, *(f"{text:<{TEXT + 1 + COST}}" for text in texts)]
