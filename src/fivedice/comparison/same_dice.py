"""The same-value test of study 000 (Jendeberg, Wikstén 2015, section 3.4): decisions side by side on equal dice.

Every die of a stream has its place (game, turn, throw, position). Strategies that kept different dice still find the
same face at the same place, and a die that one of them holds is simply not looked at. What a decision costs is its
regret under the optimal solution of the same rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.coach.luck import luck
from fivedice.comparison.match import check_entrants
from fivedice.progress import Shown, progress_bar
from fivedice.rules import Category, Keep, Rules
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import DecisionValues, before, decision_values
from fivedice.simulation.streams import Block, Stream
from fivedice.solver import Solution
from fivedice.strategies.policy import policy_for
from fivedice.strategies.strategy import Strategy

NOTHING = 1e-9
"""Regrets up to this are rounding."""

BY_PLACE = "A die has its face by game, turn, throw and position: the same for everybody, whatever they kept before."
IN_TURN = "A thrown die takes the next of the dice set aside for its turn: the same for everybody, in the order thrown."


@dataclass(frozen=True)
class Choice:
    """A decision after a throw: dice in the order of the table, those kept (None: the turn was scored), its worth."""

    dice: tuple[int, ...]
    kept: Keep | None
    expectation: float
    regret: float


@dataclass(frozen=True)
class PlayedTurn:
    """A strategy's decisions in one turn, the box that it filled and what that paid."""

    choices: tuple[Choice, ...]
    category: Category
    points: int
    bonus: int

    @property
    def regret(self) -> float:
        """What all decisions of the turn gave away."""
        return sum(one.regret for one in self.choices)


@dataclass(frozen=True)
class Player:
    """A strategy with its recorded games."""

    name: str
    games: Games
    worth: DecisionValues

    @property
    def regrets(self) -> Floats:
        """float64[games], what the decisions of each game gave away."""
        return np.asarray(self.worth.regrets.sum(axis=(1, 2)))

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return int(np.isfinite(self.worth.taken).sum())

    @property
    def mistakes(self) -> int:
        """How many of them gave something away."""
        return int((self.worth.regrets > NOTHING).sum())

    @property
    def worst(self) -> tuple[int, int, int]:
        """Game, turn and throw, from 0, of the most expensive decision."""
        game, turn, throw = np.unravel_index(int(self.worth.regrets.argmax()), self.worth.regrets.shape)
        return int(game), int(turn), int(throw)

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


@dataclass(frozen=True)
class SameDice:
    """Several strategies' games on the same dice.

    aside : uint8[games, turns, rolls · n], the dice that each turn may use
    """

    rules: Rules
    optimum: float
    aside: Block
    in_turn: bool
    players: tuple[Player, ...]

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
        """float64[games], score + regret − optimum: what the dice gave or took, with mean 0; see `coach.luck`."""
        return luck(self.optimum, player.games.scores.astype(np.float64), player.regrets)

    def rows(self) -> Iterator[dict[str, object]]:
        """A row for each decision, numbered from 1; dice and kept dice in the order of the table."""
        for game in range(self.games):
            for turn in range(self.rules.turns):
                for player in self.players:
                    played = player.turn(game, turn)
                    for throw, choice in enumerate(played.choices, 1):
                        scored = choice.kept is None
                        yield {
                            "game": game + 1,
                            "turn": turn + 1,
                            "strategy": player.name,
                            "throw": throw,
                            "dice": choice.dice,
                            "kept": choice.kept,
                            "category": played.category.name if scored else None,
                            "points": played.points if scored else None,
                            "yahtzee_bonus": played.bonus if scored else None,
                            "expectation": choice.expectation,
                            "regret": choice.regret,
                        }


def same_dice(
    strategies: Sequence[Strategy],
    rules: Rules,
    stream: Stream,
    games: int,
    solution: Solution,
    *,
    progress: Shown = False,
) -> SameDice:
    """Let each strategy play the same few games, and value every decision by the solution."""
    check_entrants(strategies, rules, least=1)
    players = []
    for strategy in strategies:
        with progress_bar(f"Asking {strategy.name}", progress) as shown:
            policy = policy_for(strategy, rules, progress=shown)
        (played,) = play(policy, stream, games, record=True, block=games)
        players.append(Player(strategy.name, played, decision_values(played, solution)))
    return SameDice(rules, solution.value, players[0].games.dice, stream.in_turn, tuple(players))
