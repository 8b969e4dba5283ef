"""`fivedice dice-test`: whether dice are fair, and how large a bias the sample could have shown."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, Seed
from fivedice.cli.show import print_json
from fivedice.errors import NotationError
from fivedice.progress import console, progress_bar
from fivedice.rules import Rules, variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fivedice.statistics.dice import DiceTest

GENERATORS = ("default", "study-002")
DEFAULT_ROLLS, MOST_ROLLS = 3_000_000, 100_000_000
BLOCK = 10_000
"""Games of dice at a time, so that the progress bar moves."""

Dice = Annotated[
    str | None,
    typer.Option(
        "--dice",
        metavar="default|study-002|FILE",
        help="A generator, or a text file of faces: 53412 or 5 3 4 1 2, any number a line.",
    ),
]
Rolls = Annotated[
    int | None,
    typer.Option(
        "--rolls", metavar="N", min=1, max=MOST_ROLLS, help="How many dice: 3,000,000, or all those of a file."
    ),
]
Counts = Annotated[
    str | None, typer.Option("--counts", metavar="N,N,...", help="How often each face came up, from 1 to 6.")
]


def dice_test(
    dice: Dice = None,
    rolls: Rolls = None,
    seed: Seed = 1,
    counts: Counts = None,
    json: Json = False,
) -> None:
    """Test dice, virtual or real: counts, mean, chi-square, runs and pair tests, and what they can tell."""
    from fivedice.statistics.dice import examine_counts, examine_dice

    rules = variant(DEFAULT_VARIANT)
    if counts is not None:
        if dice is not None or rolls is not None:
            raise NotationError("--counts are dice already: leave --dice and --rolls out, or --counts.")
        source, found = "counts", examine_counts(counts_from(counts, rules.faces))
    elif dice is None or dice in GENERATORS:
        name, number = dice or GENERATORS[0], rolls or DEFAULT_ROLLS
        source, found = f"{name}, seed {seed}", examine_dice(generated(name, seed, rules, number), rules.faces)
    else:
        source, found = dice, examine_dice(dice_from(Path(dice), rules.faces, rolls), rules.faces)
    if json:
        print_json(document(source, found))
    else:
        show(source, found)


def counts_from(text: str, faces: int) -> list[int]:
    """Counts per face as `--counts` gives them."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise NotationError(f"counts {text!r} are not whole numbers with commas between, such as 76,84,84,91,90,85.")
    if len(words) != faces:
        raise NotationError(f"counts {text!r}: these dice have {faces} faces, but {len(words)} counts are given.")
    found = [int(word) for word in words]
    if sum(found) > 10**15:
        raise NotationError(
            f"counts {text!r} are more dice than anybody can throw; allowed is up to {10**15:,} in all."
        )
    return found


def dice_from(path: Path, faces: int, rolls: int | None) -> "NDArray[np.uint8]":
    """Real dice from a text file, in the order in which they are written."""
    import numpy as np

    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotationError(
            f"dice {str(path)!r} is no source of dice; it must be default, study-002 or a file that exists."
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise NotationError(f"dice file {str(path)!r} cannot be read: {reason}.") from None
    allowed = {str(face) for face in range(1, faces + 1)}
    found: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        shown = [character for character in line if not (character.isspace() or character in ",;")]
        for character in shown:
            if character not in allowed:
                raise NotationError(
                    f"dice file {str(path)!r}, line {number}: {character!r} is not a face of these dice, "
                    f"which show 1 to {faces}."
                )
        found += map(int, shown)
    if not found:
        raise NotationError(f"dice file {str(path)!r} holds no dice; write their faces, any number a line.")
    if rolls is not None and rolls > len(found):
        raise NotationError(f"dice file {str(path)!r} holds {len(found):,} dice; {rolls:,} are asked for.")
    return np.array(found[:rolls], np.uint8)


def generated(name: str, seed: int, rules: Rules, rolls: int) -> "NDArray[np.uint8]":
    """The first dice that a generator gives to the games of a run, in order."""
    import numpy as np

    from fivedice.simulation.streams import read_stream

    games = math.ceil(rolls / (rules.turns * rules.rolls * rules.dice))
    blocks = []
    with progress_bar("Throwing dice") as progress:
        for block in read_stream(name, seed).blocks(rules, games, BLOCK):
            blocks.append(block.ravel())
            progress(sum(map(len, blocks)), games * block[0].size)
    return np.concatenate(blocks)[:rolls]


def document(source: str, found: "DiceTest") -> dict[str, Any]:
    """The outcome for machines."""
    return {
        "dice": source,
        "n": found.n,
        "counts": list(found.counts),
        "expected_count": found.n / len(found.counts),
        "mean": found.mean.estimate,
        "mean_interval": [found.mean.low, found.mean.high],
        "expected_mean": found.expected_mean,
        "level": found.level,
        "tests": [
            {
                "name": test.name,
                "hypothesis": test.hypothesis,
                "statistic": test.statistic,
                "df": test.df,
                "n": test.n,
                "p": test.p,
                "rejected": test.rejected(found.level),
            }
            for test in found.tests
        ],
        "left_out": list(found.left_out),
        "rejected": bool(found.rejected),
        "verdict": found.verdict(),
        "detectable_excess": found.detectable,
    }


def show(source: str, found: "DiceTest") -> None:
    """The outcome for people."""
    from rich.table import Table

    out = console()
    out.print(f"{found.n:,} dice ({source})", soft_wrap=True)
    faces = Table("Face", box=None, header_style="bold", pad_edge=False)
    for title in ("Count", "Share", "Off by"):
        faces.add_column(title, justify="right")
    fair = found.n / len(found.counts)
    for face, count in enumerate(found.counts, 1):
        faces.add_row(str(face), f"{count:,}", f"{100 * count / found.n:.3f} %", f"{count - fair:+,.1f}")
    out.print(faces)
    out.print(f"\nMean {found.mean} (95 %); a fair die has {found.expected_mean:g}.\n")
    tests = Table("Test", box=None, header_style="bold", pad_edge=False)
    for title in ("Statistic", "df", "p"):
        tests.add_column(title, justify="right")
    tests.add_column(f"At {100 * found.level:.3g} %")
    for test in found.tests:
        verdict = "rejected" if test.rejected(found.level) else "not rejected"
        df = "" if test.df is None else str(test.df)
        tests.add_row(test.name, f"{test.statistic:.5f}", df, f"{test.p:.4g}", verdict)
    out.print(tests)
    for reason in found.left_out:
        out.print(f"Left out: {reason}")
    out.print(f"\n{found.verdict()}\n\n{found.resolution()}")
