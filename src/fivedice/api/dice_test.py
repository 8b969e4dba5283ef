"""`fd.dice_test`: whether dice are fair, and how large a bias the sample could have shown."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.api.read import RulesLike, read_rules
from fivedice.arrays import Bytes
from fivedice.errors import NotationError
from fivedice.progress import Shown, progress_bar
from fivedice.reports import Cell, Charted, Table, number
from fivedice.rules import Rules
from fivedice.statistics.dice import DiceTest, examine_counts, examine_dice

GENERATORS = ("default", "study-002")
DEFAULT_ROLLS = 3_000_000
MOST_DICE = 10**15
BLOCK = 10_000
"""Games per step of the progress bar."""


@dataclass(frozen=True, repr=False)
class TestedDice(Charted):
    """Dice and what the tests say about them; `source` names the dice."""

    __test__ = False  # no test of pytest

    source: str
    outcome: DiceTest

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each face came up."""
        return self.outcome.counts

    @property
    def rejected(self) -> bool:
        """Whether the tests reject that the dice are fair."""
        return bool(self.outcome.rejected)

    def headline(self) -> str:
        """How many dice, and whether they were rejected."""
        least = min(test.p for test in self.outcome.tests)
        verdict = "rejected as fair" if self.rejected else "not rejected as fair"
        return f"{self.outcome.n:,} dice ({self.source}): {verdict}, smallest p {least:.4g}"

    def parts(self) -> list[str | Table]:
        """Counts, mean, tests, the verdict, and what the sample could have shown."""
        found = self.outcome
        return [
            f"{found.n:,} dice ({self.source})",
            self._counts_table(),
            f"Mean {found.mean} (95 %); a fair die has {found.expected_mean:g}.",
            self._tests_table(),
            *(f"Left out: {reason}" for reason in found.left_out),
            found.verdict(),
            found.resolution(),
        ]

    def _counts_table(self) -> Table:
        n, fair = self.outcome.n, self.outcome.n / len(self.counts)
        rows: list[list[object]] = [
            [face, count, Cell(count / n, f"{100 * count / n:.3f} %"), number(count - fair, "+,.1f")]
            for face, count in enumerate(self.counts, 1)
        ]
        return Table("counts", "", ["Face", "Count", "Share", "Off by"], rows)

    def _tests_table(self) -> Table:
        level = self.outcome.level
        rows: list[list[object]] = [
            [
                test.name,
                number(test.statistic, ".5f"),
                "" if test.df is None else test.df,
                number(test.p, ".4g"),
                "rejected" if test.rejected(level) else "not rejected",
            ]
            for test in self.outcome.tests
        ]
        return Table("tests", "", ["Test", "Statistic", "df", "p", f"At {100 * level:.3g} %"], rows)

    def to_dict(self) -> dict[str, Any]:
        """Counts, mean, tests and verdict."""
        found = self.outcome
        return {
            "dice": self.source,
            "n": found.n,
            "counts": list(found.counts),
            "expected_count": found.n / len(found.counts),
            "mean": found.mean.estimate,
            "mean_interval": found.mean.bounds,
            "expected_mean": found.expected_mean,
            "level": found.level,
            "tests": [{**asdict(test), "rejected": test.rejected(found.level)} for test in found.tests],
            "left_out": list(found.left_out),
            "rejected": self.rejected,
            "verdict": found.verdict(),
            "detectable_excess": found.detectable,
        }

    def chart(self) -> Any:
        """The difference of each count from the expected one."""
        from fivedice.charts import dice_counts

        return dice_counts(self.counts, title=f"Counts of faces: {self.source}")


def dice_test(
    dice: "str | PathLike[str] | Iterable[int] | None" = None,
    *,
    counts: "str | Sequence[int] | None" = None,
    rolls: int | None = None,
    seed: int = 1,
    rules: RulesLike = None,
    progress: Shown = None,
) -> TestedDice:
    """Test dice, virtual or real: counts, mean, chi-square, runs and pair tests, and what they can tell.

    dice   : a generator ("default" or "study-002"), the path of a text file of faces, or the faces in order
    counts : how often each face came up, instead of dice: "76,84,84,91,90,85" or numbers
    rolls  : how many dice: 3,000,000 of a generator, all those of a file
    rules  : rules with these dice; a generator throws them for games of these rules
    """
    game = read_rules(rules)
    if counts is not None:
        if dice is not None or rolls is not None:
            raise NotationError("counts are dice already: leave dice and rolls out, or counts.")
        return TestedDice("counts", examine_counts(_counts(counts, game.faces)))
    if dice is None or dice in GENERATORS:
        name = str(dice or GENERATORS[0])
        thrown = _generated(name, seed, game, DEFAULT_ROLLS if rolls is None else rolls, progress)
        return TestedDice(f"{name}, seed {seed}", examine_dice(thrown, game.faces))
    if isinstance(dice, str | PathLike):
        return TestedDice(str(dice), examine_dice(_from_file(Path(dice), game.faces, rolls), game.faces))
    return TestedDice("faces", examine_dice(_faces(dice, rolls, game.faces), game.faces))


def _counts(counts: "str | Sequence[int]", faces: int) -> list[int]:
    text = counts if isinstance(counts, str) else ",".join(map(str, counts))
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise NotationError(f"counts {text!r} are not whole numbers with commas between, such as 76,84,84,91,90,85.")
    if len(words) != faces:
        raise NotationError(f"counts {text!r}: these dice have {faces} faces, but {len(words)} counts are given.")
    found = [int(word) for word in words]
    if sum(found) > MOST_DICE:
        raise NotationError(f"counts {text!r} are too many dice; it must be {MOST_DICE:,} or fewer in all.")
    return found


def _faces(dice: Iterable[int], rolls: int | None, faces: int) -> Bytes:
    found = [int(face) for face in dice]
    for face in found:
        if not 1 <= face <= faces:
            raise NotationError(
                f"{face} is not a face of these dice, which show 1 to {faces}; how often each came up is counts=[...]."
            )
    return np.array(found[:rolls], np.uint8)


def _from_file(path: Path, faces: int, rolls: int | None) -> Bytes:
    """Dice from a text file, in the order in which they are written."""
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
    for line_number, line in enumerate(text.splitlines(), 1):
        shown = [character for character in line if not (character.isspace() or character in ",;")]
        for character in shown:
            if character not in allowed:
                raise NotationError(
                    f"dice file {str(path)!r}, line {line_number}: {character!r} is not a face of these dice, "
                    f"which show 1 to {faces}."
                )
        found += map(int, shown)
    if not found:
        raise NotationError(f"dice file {str(path)!r} holds no dice; write their faces, any number a line.")
    if rolls is not None and rolls > len(found):
        raise NotationError(f"dice file {str(path)!r} holds {len(found):,} dice; {rolls:,} are asked for.")
    return np.array(found[:rolls], np.uint8)


def _generated(name: str, seed: int, rules: Rules, rolls: int, progress: Shown) -> Bytes:
    """The first dice that a generator gives to the games of a run, in order."""
    from fivedice.simulation.streams import read_stream

    if rolls < 1:
        raise NotationError(f"{rolls} dice are too few; it must be 1 or more.")
    games = math.ceil(rolls / (rules.turns * rules.rolls * rules.dice))
    blocks = []
    with progress_bar("Throwing dice", progress) as shown:
        for block in read_stream(name, seed).blocks(rules, games, BLOCK):
            blocks.append(block.ravel())
            shown(sum(map(len, blocks)), games * block[0].size)
    return np.concatenate(blocks)[:rolls]
