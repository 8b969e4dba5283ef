"""`fivedice train`: players that learn, written as files that play wherever a strategy does."""

import tempfile
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, RulesFile, Settings, VariantOption, rules_from, solution_for
from fivedice.cli.show import print_json
from fivedice.progress import console, progress_bar
from fivedice.rules import Rules

if TYPE_CHECKING:
    from fivedice.strategies.trained import Trained

DEFAULT_EXAMPLES, DEFAULT_RECIPE = 100_000, "soft"


class Kind(Enum):
    """What can be trained."""

    Q = "q"
    NETWORK = "network"
    VALUE = "value"


OPTIONS = {
    Kind.Q: ("epochs",),
    Kind.NETWORK: ("examples", "hidden", "recipe", "epochs"),
    Kind.VALUE: ("passes", "hidden"),
}
"""The options that each kind has beside those of all."""

What = Annotated[Kind, typer.Argument(metavar="q|network|value", help="What learns; see docs/learning.md.")]
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the trained player is written.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Which chance; the same seed, the same player.")]
Epochs = Annotated[int | None, typer.Option("--epochs", metavar="N", min=1, help="q, network: sweeps over all it has.")]
ExampleCount = Annotated[
    int | None, typer.Option("--examples", metavar="N", min=0, help="network: optimal games to learn from.")
]
Hidden = Annotated[
    str | None, typer.Option("--hidden", metavar="N,N", help="network, value: sizes of the hidden layers.")
]
RecipeName = Annotated[str | None, typer.Option("--recipe", metavar="soft|study", help="network: how it is trained.")]
Passes = Annotated[
    int | None, typer.Option("--passes", metavar="N", min=1, help="value: how often it plays and learns from that.")
]


@dataclass(frozen=True)
class Order:
    """What was asked for; None where the learner's own choice is taken."""

    seed: int
    epochs: int | None
    examples: int | None
    hidden: str | None
    recipe: str | None
    passes: int | None


def train(
    what: What,
    out: Out,
    variant: VariantOption = DEFAULT_VARIANT,
    seed: Seed = 1,
    examples: ExampleCount = None,
    hidden: Hidden = None,
    recipe: RecipeName = None,
    epochs: Epochs = None,
    passes: Passes = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Train a player, write it to a file, and say how well it plays; Ctrl-C keeps what was learned."""
    order = Order(seed, epochs, examples, hidden, recipe, passes)
    check_order(what, order)
    check_writable(out)
    game = rules_from(variant, rules, set_)
    began = time.perf_counter()
    trained = learn(what, game, order)
    seconds = time.perf_counter() - began
    write(out, trained)
    optimum = solution_for(game).value
    figures = score(trained, out.name)
    mean, method = figures["mean"], figures["method"]
    low, high = figures.get("low", mean), figures.get("high", mean)
    share = mean / optimum if optimum else 1.0  # where every box pays 0, nobody plays better
    if json:
        print_json(
            {
                "file": str(out), "kind": trained.kind, "rules": game.name, "digest": game.digest,
                "mean": mean, "low": low, "high": high, "method": method,
                "optimum": optimum, "share": share, "seconds": seconds, "training": trained.training,
            }
        )  # fmt: skip
        return
    if trained.training.get("interrupted"):
        console().print("Interrupted; what was learned until then is kept.")
    exact = "exactly" if method == "exact" else f"95 % from {low:.2f} to {high:.2f}, by regrets"
    console().print(
        f"{out}: {trained.kind} player of {game.name}, {out.stat().st_size / 1e6:.2f} MB, trained in {seconds:.1f} s; "
        f"mean {mean:.3f} ({exact}), {share:.2%} of the optimum {optimum:.3f}."
    )


def check_order(what: Kind, order: Order) -> None:
    """Refuse options that mean nothing for what is trained."""
    from fivedice.errors import LearningError

    allowed = ("seed", *OPTIONS[what])
    for name, value in vars(order).items():
        if value is not None and name not in allowed:
            words = ", ".join(f"--{one}" for one in allowed)
            raise LearningError(f"--{name} means nothing for {what.value!r}; allowed there is {words}.")
    if order.hidden is not None:
        sizes_from(order.hidden)


def sizes_from(text: str) -> tuple[int, ...]:
    """Sizes of layers: "100,200"."""
    from fivedice.errors import LearningError

    words = text.split(",")
    if not all(word.strip().isdecimal() for word in words):
        raise LearningError(f"--hidden {text!r} is no list of sizes such as 100,200.")
    return tuple(map(int, words))


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written after all that work."""
    from fivedice.errors import LearningError

    try:
        if path.is_dir():
            raise LearningError(f"trained player {str(path)!r} cannot be written: it is a folder.")
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise LearningError(f"trained player {str(path)!r} cannot be written: {error.strerror}.") from None


def write(path: Path, trained: "Trained") -> None:
    """Write the player; where that fails after all, into the temporary folder, so that nothing learned is lost."""
    from fivedice.errors import LearningError
    from fivedice.strategies.trained import write_trained

    try:
        write_trained(path, trained)
    except OSError as error:
        words = f"trained player {str(path)!r} cannot be written: {error.strerror}"
        try:
            spare = Path(tempfile.mkdtemp(prefix="fivedice-")) / "player.fd"
            write_trained(spare, trained)
        except OSError:
            raise LearningError(f"{words}, nor into the temporary folder; make room and train it again.") from None
        raise LearningError(f"{words}; it is kept as {str(spare)!r}, move it.") from None


def learn(what: Kind, game: Rules, order: Order) -> "Trained":
    """The player that was asked for."""
    chosen = {name: value for name, value in vars(order).items() if value is not None}
    if order.hidden is not None:
        chosen["hidden"] = sizes_from(order.hidden)
    if what is Kind.NETWORK:
        return learn_network(game, chosen)
    with progress_bar(f"Training {what.value} on {game.name}") as progress:
        if what is Kind.Q:
            from fivedice.learning.qtable import train_q

            return train_q(game, **chosen, progress=progress).trained()
        from fivedice.learning.value import train_value

        return train_value(game, **chosen, progress=progress)


def learn_network(game: Rules, chosen: dict[str, Any]) -> "Trained":
    """A network that imitates optimal play: examples first, from a solution that is on disk or solved now."""
    from fivedice.learning.examples import sample_examples
    from fivedice.learning.network import check_recipe, train_network
    from fivedice.learning.optimise import check_extra
    from fivedice.strategies.study_004 import check_card

    check_extra()
    check_card(game)
    check_recipe(chosen.get("recipe", DEFAULT_RECIPE))
    examples = sample_examples(solution_for(game), chosen.pop("examples", DEFAULT_EXAMPLES), chosen["seed"])
    with progress_bar(f"Training network on {game.name}") as progress:
        return train_network(examples, **chosen, progress=progress)


def score(trained: "Trained", name: str) -> dict[str, Any]:
    """How well it plays, and how that is known."""
    from fivedice.evaluation.figures import figures
    from fivedice.strategies.trained import player_of

    with progress_bar(f"Scoring {name}") as progress:
        return figures(player_of(trained, name), trained.rules, progress=progress).to_dict()
