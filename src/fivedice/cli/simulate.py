"""`fivedice simulate`: games by the million, on dice that can be met again."""

import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    Dice,
    GameCount,
    Json,
    Name,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    players_and_rules,
    solution_for,
)
from fivedice.cli.show import print_json
from fivedice.errors import NotationError
from fivedice.progress import console, progress_bar

if TYPE_CHECKING:
    from fivedice.simulation.logs import GameLog
    from fivedice.simulation.streams import Stream
    from fivedice.strategies.policy import Policy

ScoresFile = Annotated[Path | None, typer.Option("--scores", metavar="FILE", help="Write game and score as CSV.")]
Log = Annotated[
    Path | None,
    typer.Option("--log", metavar="DIR", help="Write every throw and decision; DIR.csv or DIR.xlsx chooses the type."),
]
BLOCK_WITH_LOG = 10_000


def simulate(
    strategy: Name,
    games: GameCount = 100_000,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    scores: ScoresFile = None,
    log: Log = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Simulate games of a strategy: mean, spread, extremes; scores and logs on request."""
    from fivedice.simulation.games import play
    from fivedice.simulation.summary import Summary
    from fivedice.strategies.policy import policy_for

    [player], game = players_and_rules([strategy], variant, rules, set_)
    stream = stream_for(dice, seed)
    if log:
        from fivedice.simulation.logs import check_rows  # Polars comes with it

        check_rows(log, game, games)
    with progress_bar(f"Asking {player.name}") as progress:
        policy = policy_for(player, game, progress=progress)
    summary, done = Summary(), 0
    with ExitStack() as stack:
        table = stack.enter_context(ScoreTable(scores)) if scores else None
        journal = stack.enter_context(open_log(log, policy)) if log else None
        progress = stack.enter_context(progress_bar(f"Simulating {player.name}"))
        began = time.perf_counter()
        for block in play(policy, stream, games, record=log is not None, block=BLOCK_WITH_LOG if log else None):
            summary.add(block.scores)
            if table:
                table.add(block.first, block.scores.tolist())
            if journal:
                journal.add(block)
            done += len(block.scores)
            progress(done, games)
        seconds = time.perf_counter() - began
    figures = summary.figures()
    if json:
        print_json({"strategy": player.name, "variant": game.name, "seed": seed, **figures, "seconds": seconds})
        return
    console().print(
        f"{player.name}, {games:,} games of {game.name}: mean {figures['mean']:.3f} "
        f"± {1.96 * figures['standard_error']:.3f} (95 %), sd {figures['sd']:.2f}, median {figures['median']:g}, "
        f"from {figures['min']} to {figures['max']}; {seconds:.2f} s."
    )


def open_log(destination: Path, policy: "Policy") -> "GameLog":
    """A log of the games that a policy plays, with the exact expectation after each decision."""
    from fivedice.simulation.logs import GameLog

    return GameLog(destination, policy.rules, policy, solution_for(policy.rules))


def stream_for(dice: str, seed: int) -> "Stream":
    """The dice that `--dice` names."""
    from fivedice.simulation.streams import Counter, DiceFile, Study002

    if dice == "default":
        return Counter(seed)
    if dice == "study-002":
        return Study002(seed)
    if not Path(dice).is_file():
        raise NotationError(f"dice {dice!r} is no source of dice; allowed is default, study-002 or a file that exists.")
    return DiceFile(Path(dice))


class ScoreTable:
    """A CSV file with the columns game and score, which appears under its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> "ScoreTable":
        if self.path.is_dir():
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: it is a folder.")
        try:
            handle, self.part = tempfile.mkstemp(dir=self.path.absolute().parent, prefix=f".{self.path.name}.")
        except OSError as error:
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: {error.strerror}.") from None
        self.file = os.fdopen(handle, "w", encoding="utf-8", newline="\n")
        self.file.write("game,score\n")
        return self

    def add(self, first: int, scores: list[int]) -> None:
        """Write the scores of consecutive games; games are numbered from 1."""
        self.file.writelines(f"{game},{score}\n" for game, score in enumerate(scores, first + 1))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        part = Path(self.part)
        try:
            self.file.close()
            if kind is None:
                part.chmod(0o644)
                part.replace(self.path)
        except OSError as error:
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
