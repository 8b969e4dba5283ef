"""`fivedice train`: trains a player and writes it to a file, whose name can be given wherever a strategy can."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import fivedice as fd
from fivedice.cli.options import VariantOption
from fivedice.cli.verb import Result, verb

Kind = Annotated[str, Argument(metavar="q|network|value", help="Kind of learner; see docs/learning.md.")]
Out = Annotated[Path, Option("--out", metavar="FILE", help="File to write the trained player to.")]
Seed = Annotated[int, Option("--seed", metavar="S", min=0, help="Seed; equal seeds give equal players.")]
Epochs = Annotated[
    int | None, Option("--epochs", metavar="N", min=1, help="q, network: sweeps over the table or the examples.")
]
ExampleCount = Annotated[
    int | None, Option("--examples", metavar="N", min=0, help="network: optimal games to learn from.")
]
Hidden = Annotated[str | None, Option("--hidden", metavar="N,N", help="network, value: sizes of the hidden layers.")]
RecipeName = Annotated[str | None, Option("--recipe", metavar="soft|study", help="network: how it is trained.")]
Passes = Annotated[
    int | None, Option("--passes", metavar="N", min=1, help="value: rounds of playing and learning from it.")
]


@verb(variant=VariantOption)
def train(
    kind: Kind,
    out: Out,
    game: fd.Rules,
    seed: Seed = 1,
    examples: ExampleCount = None,
    hidden: Hidden = None,
    recipe: RecipeName = None,
    epochs: Epochs = None,
    passes: Passes = None,
) -> Result:
    """Train a player, write it to a file, and say how well it plays; Ctrl-C keeps what was learned."""
    return fd.train(
        kind, game, out=out, seed=seed,
        examples=examples, hidden=hidden, recipe=recipe, epochs=epochs, passes=passes,
    )  # fmt: skip
