"""`fd.train`: trains players and scores them."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from fivedice.api.read import RulesLike, read_rules, read_sizes
from fivedice.api.solve import solution_in_memory
from fivedice.errors import LearningError
from fivedice.evaluation.figures import Figures, figures
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Charted, Table
from fivedice.rules import Rules
from fivedice.strategies.strategy import Strategy
from fivedice.strategies.trained import Trained, check_writable, player_of, save_trained

OPTIONS = {"q": ("epochs",), "network": ("examples", "hidden", "recipe", "epochs"), "value": ("passes", "hidden")}
"""The options of each kind of learner, beside the seed."""
EXAMPLES, RECIPE = 100_000, "soft"
"""Defaults of the network."""


@dataclass(frozen=True, eq=False, repr=False)
class TrainedPlayer(Charted):
    """A trained player, and its figures.

    player  : a strategy, for every function that takes one
    figures : exact for "value" and "q"; of a network from its regrets in games, with an interval
    passes  : the player after each pass of "value"
    """

    player: Strategy
    trained: Trained
    figures: Figures
    optimum: float
    seconds: float
    file: Path | None = None
    passes: tuple[Trained, ...] = ()

    @property
    def mean(self) -> float:
        """Its mean score."""
        return self.figures.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; both ends are the mean where it is exact."""
        return self.figures.interval

    @property
    def share(self) -> float:
        """The mean as a share of the optimum; 1 where no box pays anything."""
        return self.mean / self.optimum if self.optimum else 1.0

    def save(self, path: PathLike[str] | str) -> None:
        """Write the player to a file, whose path is then the name of a strategy."""
        check_writable(Path(path))
        save_trained(Path(path), self.trained)

    @cached_property
    def curve(self) -> dict[int, float]:
        """Exact mean after each pass of "value", computed when it is first asked for; empty for the other kinds."""
        found: dict[int, float] = {}
        for count, one in enumerate(self.passes[:-1], 1):
            with progress_bar(f"Scoring pass {count}") as shown:
                found[count] = figures(player_of(one, self.player.name), one.rules, progress=shown).mean
        return found | ({len(self.passes): self.mean} if self.passes else {})

    def headline(self) -> str:
        """Its mean and the optimum."""
        rules, kind = self.trained.rules.name, self.trained.kind
        return f"{kind} player of {rules}: mean {self.mean:.3f}, {self.share:.2%} of the optimum {self.optimum:.3f}"

    def parts(self) -> list[str | Table]:
        """How well it plays, and how that is known."""
        low, high = self.interval
        how = "exactly" if self.figures.method == "exact" else f"95 % from {low:.2f} to {high:.2f}, by regrets"
        name = f"{self.file}: " if self.file else ""
        size = f", {self.file.stat().st_size / 1e6:.2f} MB" if self.file else ""
        said: list[str | Table] = [
            f"{name}{self.trained.kind} player of {self.trained.rules.name}{size}, trained in {self.seconds:.1f} s; "
            f"mean {self.mean:.3f} ({how}), {self.share:.2%} of the optimum {self.optimum:.3f}."
        ]
        interrupted = self.trained.training.get("interrupted")
        return ["Interrupted; what was learned until then is kept.", *said] if interrupted else said

    @property
    def tables(self) -> list[Table]:
        """Its figures and its points per box."""
        return self.figures.tables

    def to_dict(self) -> dict[str, Any]:
        """The player's figures, and how it was trained."""
        low, high = self.interval
        return {
            "file": None if self.file is None else str(self.file), "kind": self.trained.kind,
            "rules": self.trained.rules.name, "digest": self.trained.rules.digest,
            "mean": self.mean, "low": low, "high": high, "method": self.figures.method,
            "optimum": self.optimum, "share": self.share, "seconds": self.seconds, "training": self.trained.training,
        }  # fmt: skip

    def chart(self) -> Any:
        """The mean after each pass beside the optimum; the distribution of its scores where there are no passes."""
        if len(self.passes) < 2:
            return self.figures.chart()
        return learning_chart(self.trained.rules, self.curve, self.optimum)


def learning_chart(rules: Rules, means: Mapping[int, float], optimum: float, passes: int = 0) -> Any:
    """The mean after each pass beside the optimum, on an axis with room for `passes`."""
    from fivedice.charts.lines import lines

    last = max(passes, *means)
    points = [(float(count), mean, None) for count, mean in means.items()]
    ends = [(float(count), optimum, None) for count in (1, last)]
    return lines(
        {"mean": points, "optimum": ends}, title=f"Mean score after each pass: {rules.name}",
        x_title="Passes", y_title="Mean score", ticks=[(float(count), str(count)) for count in range(1, last + 1)],
        percent=False, legend=True,
    )  # fmt: skip


def train(
    kind: str,
    rules: RulesLike = None,
    *,
    out: PathLike[str] | str | None = None,
    seed: int = 1,
    examples: int | None = None,
    hidden: str | Sequence[int] | None = None,
    recipe: str | None = None,
    epochs: int | None = None,
    passes: int | None = None,
    progress: Shown = None,
) -> TrainedPlayer:
    """Train a player, score it, and write it to the file `out` if one is named.

    "value" learns from the rules alone (`passes` 4, `hidden` 96,96); "q" sweeps a Q-table (`epochs` 500); "network"
    imitates optimal play (`examples` 100,000 of it, `hidden` 100,200, `recipe` "soft" or "study", `epochs` 100 or 200).
    Equal seeds give equal players. Ctrl-C keeps what was learned. "value" and "network" need the extra `learn`.
    """
    game = read_rules(rules)
    given = {"examples": examples, "hidden": hidden, "recipe": recipe, "epochs": epochs, "passes": passes}
    chosen = _checked(kind, {name: value for name, value in given.items() if value is not None})
    place = None if out is None else Path(out)
    if place:
        check_writable(place)
    by_pass: list[Trained] = []
    began = time.perf_counter()
    trained = _learn(kind, game, {"seed": seed, **chosen}, by_pass, progress)
    seconds = time.perf_counter() - began
    if place:
        save_trained(place, trained)
    optimum = solution_in_memory(game, progress).value
    player = player_of(trained, place.name if place else kind)
    with progress_bar(f"Scoring {player.name}", progress) as shown:
        found = figures(player, game, progress=shown)
    return TrainedPlayer(player, trained, found, optimum, seconds, place, tuple(by_pass))


def _checked(kind: str, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options; one that the learner does not have is refused."""
    if kind not in OPTIONS:
        raise LearningError(f"{kind!r} is not one of {', '.join(OPTIONS)}.")
    for name in chosen:
        if name not in OPTIONS[kind]:
            takes = ", ".join(("seed", *OPTIONS[kind]))
            raise LearningError(f"{name} means nothing for {kind!r}; its options are {takes}.")
    return chosen | ({"hidden": read_sizes(chosen["hidden"])} if "hidden" in chosen else {})


def _learn(kind: str, game: Rules, chosen: dict[str, Any], by_pass: list[Trained], progress: Shown) -> Trained:
    """Train a player; the player after each pass is added to `by_pass`."""
    words = f"Training {kind} on {game.name}"
    if kind == "network":
        from fivedice.learning.examples import sample_examples
        from fivedice.learning.network import check_recipe, train_network
        from fivedice.learning.optimise import check_extra
        from fivedice.strategies.study_004 import check_card

        check_extra()
        check_card(game)
        check_recipe(chosen.get("recipe", RECIPE))
        some = sample_examples(solution_in_memory(game, progress), chosen.pop("examples", EXAMPLES), chosen["seed"])
        with progress_bar(words, progress) as shown:
            return train_network(some, **chosen, progress=shown)
    with progress_bar(words, progress) as shown:
        if kind == "q":
            from fivedice.learning.qtable import train_q

            return train_q(game, **chosen, progress=shown).trained()
        from fivedice.learning.value import train_value

        return train_value(game, **chosen, progress=shown, on_pass=lambda _, one: by_pass.append(one))
