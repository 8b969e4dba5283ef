"""Strategy ladders: the mean score of a player against the resources that it had.

    examples   : networks of one size, taught by more and more examples of optimal play (study 004)
    size       : networks of more and more hidden nodes, taught by equally many examples (study 004)
    passes     : the learner that knows only the rules, with more and more passes over its own play
    strategies : any players, in the order given

Performance is the mean as a share of the optimum. A repeat has its own seed for examples, training and games; repeat r
has the same seed in every variant and at every level. Strategies have exact means, so that one repeat is enough, unless
a trained network is among them, which is measured by games.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import PlaytestError
from fivedice.playtest.measure import network_mean, strategy_mean, trained_mean, trained_network_mean, value_means
from fivedice.playtest.metrics import log_axis
from fivedice.playtest.parts import Part
from fivedice.rules import Rules
from fivedice.rules.toml import format_rules
from fivedice.strategies.registry import strategy_named
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.study_004 import check_card
from fivedice.strategies.trained import TrainedPlayer, pack_trained

KINDS = ("examples", "size", "passes", "strategies")
LEVELS: dict[str, tuple[int | str, ...]] = {
    "examples": (0, 100, 300, 1_000, 3_000, 10_000, 30_000),
    "size": (3, 6, 15, 30, 75, 150),
    "passes": (0, 1, 2, 3),
    "strategies": ("random", "greedy", "optimal"),
}
TITLES = {"examples": "Training examples", "size": "Hidden nodes", "passes": "Passes", "strategies": "Strategy"}
HIDDEN = {"examples": (50, 100), "passes": (96, 96)}
OPTIONS = {
    "examples": ("repeats", "games", "hidden", "recipe", "epochs"),
    "size": ("repeats", "games", "examples", "recipe", "epochs"),
    "passes": ("repeats", "hidden"),
    "strategies": ("repeats", "games"),
}
"""Options of each kind of ladder, besides levels and seed."""


@dataclass(frozen=True)
class Ladder:
    """The players of a ladder, and how they are measured.

    levels   : resources at each point, from the least to the most; names for strategies
    hidden   : sizes of the hidden layers, where the ladder does not vary them
    examples : of each network of a ladder over sizes
    games    : of each network; its mean is measured by their regrets
    """

    kind: str = "examples"
    levels: tuple[int | str, ...] = ()
    repeats: int = 3
    seed: int = 1
    hidden: tuple[int, ...] = ()
    examples: int = 20_000
    recipe: str = "soft"
    epochs: int | None = None
    games: int = 2_000

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise PlaytestError(f"ladder {self.kind!r} is not known; it must be one of {', '.join(KINDS)}.")
        levels = self.levels or LEVELS[self.kind]
        if self.kind != "strategies":
            counts = [_whole(level) for level in levels]
            levels = tuple(counts)
            if any(low >= high for low, high in pairwise(counts)):
                raise PlaytestError(
                    f"levels {_words(levels)} are not allowed; each must be greater than the one before."
                )
        if len(levels) < 2 or len(set(levels)) < len(levels):
            raise PlaytestError(f"levels {_words(levels)} are no ladder; at least two different ones are needed.")
        if self.kind == "size" and int(levels[0]) < 2:
            raise PlaytestError(f"levels {_words(levels)} are not allowed; two hidden layers need two nodes or more.")
        if self.repeats < 1 or self.games < 2:
            raise PlaytestError(f"{self.repeats} repeats of {self.games} games are too few; ask for more.")
        object.__setattr__(self, "levels", levels)
        object.__setattr__(self, "hidden", self.hidden or HIDDEN.get(self.kind, ()))
        if not self.has_chance:
            object.__setattr__(self, "repeats", 1)

    @cached_property
    def players(self) -> tuple[Strategy, ...]:
        """The players of a ladder of strategies, read once, so those checked are those measured."""
        return tuple(strategy_named(str(name)) for name in self.levels) if self.kind == "strategies" else ()

    @property
    def has_chance(self) -> bool:
        """Whether another seed can give other means."""
        return self.kind != "strategies" or any(map(_is_network, self.players))

    @property
    def axis(self) -> Floats:
        """x of each level: log₁₀(1 + n), or the place in the list for strategies."""
        if self.kind == "strategies":
            return np.arange(len(self.levels), dtype=np.float64)
        return log_axis([int(level) for level in self.levels])

    @property
    def axis_words(self) -> str:
        """What x is, in words."""
        return "place in the list" if self.kind == "strategies" else f"log10(1 + {TITLES[self.kind].lower()})"

    @property
    def words(self) -> str:
        """How the ladder is made, in a sentence."""
        taught = f"recipe {self.recipe!r}" + (f", {self.epochs} epochs" if self.epochs else "")
        measured = f"each mean by the regrets of {self.games:,} games; {self.repeats} repeats"
        but = f", but of networks {measured}" if self.has_chance else ""
        sizes = " and ".join(map(str, self.hidden))
        return {
            "examples": f"Networks with {sizes} hidden nodes, {taught}; {measured}.",
            "size": f"Networks taught by {self.examples:,} examples, a third of the nodes in the first hidden layer, "
            f"{taught}; {measured}.",
            "passes": f"Learners that know only the rules, greedy before their first pass, with networks of {sizes} "
            f"nodes; exact means; {self.repeats} repeats.",
            "strategies": f"Strategies in the order given; exact means{but}.",
        }[self.kind]

    def check(self, rules: Rules) -> None:
        """Refuse rules that the players of the ladder cannot play."""
        if self.kind in ("examples", "size"):
            check_card(rules)
        elif self.kind == "strategies":
            for player in self.players:
                player.check(rules)

    def parts(self, rules: Rules) -> list[Part]:
        """All measurements of the ladder for one variant, repeat by repeat."""
        text, seeds = format_rules(rules), range(self.seed, self.seed + self.repeats)
        if self.kind == "strategies":
            files = [_file_of(player) for player in self.players]
            return [self._strategy(text, at, file, seed) for seed in seeds for at, file in enumerate(files)]
        if self.kind == "passes":
            passes, hidden = [int(level) for level in self.levels], list(self.hidden)
            return [
                Part.of(value_means, 600 * passes[-1], rules=text, passes=passes, hidden=hidden, seed=seed)
                for seed in seeds
            ]
        return [self._network(text, int(level), seed) for seed in seeds for level in self.levels]

    def _strategy(self, text: str, at: int, file: str, seed: int) -> Part:
        if _is_network(self.players[at]):
            return Part.of(trained_network_mean, 20, file=file, games=self.games, seed=seed)
        if file:
            return Part.of(trained_mean, 20, file=file)
        return Part.of(strategy_mean, 20, rules=text, name=str(self.levels[at]))

    def _network(self, text: str, level: int, seed: int) -> Part:
        examples = level if self.kind == "examples" else self.examples
        hidden = list(self.hidden) if self.kind == "examples" else [level // 3 or 1, level - (level // 3 or 1)]
        weight = 10 + self.games // 200 + examples * (self.epochs or 100) * (1 + sum(hidden) // 50) // 100_000
        return Part.of(
            network_mean, weight, rules=text, examples=examples, hidden=hidden, recipe=self.recipe,
            epochs=self.epochs, games=self.games, seed=seed,
        )  # fmt: skip

    def means(self, results: Sequence[Any]) -> Floats:
        """float64[repeats, levels], from the results of the parts."""
        if self.kind == "passes":
            return np.array([result["means"] for result in results])
        return np.array([result["mean"] for result in results]).reshape(self.repeats, len(self.levels))


def _file_of(player: Strategy) -> str:
    """Content of a trained player in base64, since its name may later mean another one; "" for others."""
    return b64encode(pack_trained(player.trained)).decode() if isinstance(player, TrainedPlayer) else ""


def _is_network(player: Strategy) -> bool:
    return isinstance(player, TrainedPlayer) and player.trained.kind == "network"


def _whole(level: int | str) -> int:
    try:
        found = int(level)
    except ValueError:
        found = -1
    if found < 0:
        raise PlaytestError(f"level {level!r} is not allowed; it must be a whole number from 0 on.")
    return found


def _words(levels: Sequence[int | str]) -> str:
    return ",".join(map(str, levels))
