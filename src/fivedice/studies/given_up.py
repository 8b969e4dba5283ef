"""When each box is filled, with how much, and when it is given up: the exploratory plots of study 003.

Study 003 (Tang, Wang 2020, section EDA) shows in which turns a category was given up, that is filled with a zero, and
how the points of each category go over the turns. Both are drawn here for any strategy, from simulated games.
"""

from collections.abc import Mapping

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import heat_map, trends
from fivedice.progress import Progress, Stages
from fivedice.reports import Plot, Report, Section, Table, number
from fivedice.rules import Rules
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Counter
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.strategy import Strategy
from fivedice.studies.schedule import Schedule

LEAST_GAMES = 30
"""A mean over fewer games than this is not drawn: it would be noise."""
BLOCK = 50_000


class Fillings:
    """Counts over games: how often each box was filled in each turn, with how many points, and how often with none."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.games = rules, 0
        self.titles = [category.title for category in rules.categories]
        self.filled, self.zeros, self.points = (np.zeros((rules.turns, rules.turns)) for _ in range(3))
        self.upper_bonuses = self.yahtzee_bonuses = 0

    @classmethod
    def of(cls, policy: Policy, games: int, seed: int, progress: Progress) -> "Fillings":
        """Play games and count them."""
        found = cls(policy.rules)
        for some in play(policy, Counter(seed), games, block=BLOCK):
            found.add(some)
            progress(some.first + len(some.boxes), games)
        return found

    def add(self, games: Games) -> None:
        """Count some games."""
        turns = self.rules.turns
        self.games += len(games.boxes)
        self.upper_bonuses += int(games.upper_bonuses.sum())
        self.yahtzee_bonuses += int(games.bonuses.sum())
        cell = (np.arange(turns) * turns + games.boxes).ravel()
        points = games.points.ravel()
        shape = (turns, turns)
        self.filled += np.bincount(cell, minlength=turns * turns).reshape(shape)
        self.zeros += np.bincount(cell[points == 0], minlength=turns * turns).reshape(shape)
        self.points += np.bincount(cell, points, minlength=turns * turns).reshape(shape)

    @property
    def shares_filled(self) -> Floats:
        """float64[turns, categories], share of games in which the box is filled in the turn."""
        return np.asarray(self.filled / self.games)

    @property
    def shares_given_up(self) -> Floats:
        """float64[turns, categories], share of games in which the box is given up in the turn: filled with a zero."""
        return np.asarray(self.zeros / self.games)

    @property
    def mean_points(self) -> Floats:
        """float64[turns, categories], points of the box where it is filled in the turn; NaN where that is rare."""
        means = np.full(self.filled.shape, np.nan)
        np.divide(self.points, self.filled, out=means, where=self.filled >= LEAST_GAMES)
        return means

    @property
    def points_a_game(self) -> dict[str, float]:
        """Mean points of each box and of the bonuses; together they are the mean score of the games."""
        found = dict(zip(self.titles, (self.points.sum(axis=0) / self.games).tolist(), strict=True))
        if self.rules.upper_bonus:
            found["Upper bonus"] = self.upper_bonuses / self.games
        if self.rules.yahtzee_bonus:
            found["Yahtzee bonuses"] = self.yahtzee_bonuses / self.games
        return found

    @property
    def given_up_a_game(self) -> dict[str, float]:
        """Share of games in which each box is given up."""
        return dict(zip(self.titles, (self.zeros.sum(axis=0) / self.games).tolist(), strict=True))

    def numbers(self) -> dict[str, object]:
        """Totals over the turns as plain values."""
        return {
            "games": self.games,
            "boxes_given_up_per_game": float(self.zeros.sum() / self.games),
            "given_up": self.given_up_a_game,
            "points": self.points_a_game,
        }


def parts(fillings: Fillings, name: str) -> list[Table | Plot]:
    """Heat map, trends and the table behind them, for one strategy."""
    stem = name.replace(".", "-")
    turns = [str(turn) for turn in range(1, fillings.rules.turns + 1)]
    given, filled, means = fillings.shares_given_up, fillings.shares_filled, fillings.mean_points
    games = f"{fillings.games:,} games"
    boxes, often = (dict(zip(fillings.titles, some.T.tolist(), strict=True)) for some in (means, filled))
    return [
        Plot(
            f"given-up-{stem}",
            f"{name}: boxes given up",
            heat_map(
                fillings.titles,
                turns,
                given.T,
                title=f"When {name} gives up a box",
                subtitle=f"Share of games in which the box is filled with a zero in that turn ({games})",
                legend="Share of games",
            ),
            "The cells of a row add up to the share of games in which that box ends with a zero.",
        ),
        Plot(
            f"points-by-turn-{stem}",
            f"{name}: points of each box by the turn in which it is filled",
            trends(
                boxes,
                title=f"What {name} gets for a box, by the turn in which it is filled",
                subtitle=f"Mean points, zeros included; no point where fewer than {LEAST_GAMES} games did so ({games})",
                unit="points",
            ),
        ),
        Plot(
            f"filled-by-turn-{stem}",
            f"{name}: when each box is filled",
            trends(
                often,
                title=f"When {name} fills each box",
                subtitle=f"Share of games that fill it in that turn ({games})",
                unit="share of games",
                percent=True,
            ),
        ),
        Table(
            f"boxes-by-turn-{stem}",
            f"{name}: boxes by turn",
            ["Turn", "Box", "Filled", "Given up", "Mean points"],
            [
                [
                    turn + 1,
                    title,
                    number(filled[turn, at], ".2%"),
                    number(given[turn, at], ".2%"),
                    None if np.isnan(means[turn, at]) else number(means[turn, at], ".2f"),
                ]
                for turn in range(fillings.rules.turns)
                for at, title in enumerate(fillings.titles)
            ],
            f"Shares of {games}; means only of at least {LEAST_GAMES} games.",
        ),
        points_table(fillings, name),
    ]


def points_table(fillings: Fillings, name: str) -> Table:
    """Mean points of each box and of the bonuses, which add up to the mean score."""
    points, zeros = fillings.points_a_game, fillings.given_up_a_game
    rows = [
        [title, number(mean, ".2f"), number(zeros[title], ".1%") if title in zeros else None]
        for title, mean in points.items()
    ]
    rows.append(["Together", number(sum(points.values()), ".2f"), None])
    return Table(
        f"points-by-box-{name.replace('.', '-')}", f"{name}: points of each box",
        ["Box", "Mean points", "Given up"], rows, f"Of {fillings.games:,} games.", bold=(len(rows) - 1,),
    )  # fmt: skip


def sentence(fillings: Fillings, name: str) -> str:
    """What the plots say, in one sentence."""
    shares = fillings.given_up_a_game
    most = sorted(shares, key=lambda title: -shares[title])[:3]
    words = ", ".join(f"{title} in {shares[title]:.0%}" for title in most)
    late = fillings.zeros[fillings.rules.turns // 2 :].sum() / max(fillings.zeros.sum(), 1)
    return (
        f"{name} gives up {sum(shares.values()):.2f} boxes a game, {late:.0%} of them in the second half of the game; "
        f"most often {words} of all games."
    )


def section(every: Mapping[str, Fillings], quick: bool) -> Section:
    """A section for some strategies; a quick report draws only the first of them."""
    return Section(
        "Boxes given up",
        [sentence(one, name) for name, one in every.items()],
        [
            part
            for at, (name, one) in enumerate(every.items())
            for part in parts(one, name)
            if at == 0 or not quick or isinstance(part, Table)
        ],
    )


def report(strategy: Strategy, rules: Rules, games: int, seed: int, show: Stages) -> Report:
    """The exploratory plots of study 003 for any strategy."""
    stages = Schedule(show, 3.0)
    with stages.stage(f"Asking {strategy.name}") as progress:
        policy = policy_for(strategy, rules, progress=progress)
    with stages.stage(f"Playing {strategy.name}", 2.0) as progress:
        fillings = Fillings.of(policy, games, seed, progress)
    said = sentence(fillings, strategy.name)
    return Report(
        f"Boxes given up: {strategy.name}, {rules.name}",
        [said],
        [Section("Turn by turn", [said], parts(fillings, strategy.name))],
        {"strategy": strategy.name, "variant": rules.name, "seed": seed, **fillings.numbers()},
    )
