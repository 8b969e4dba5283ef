"""Whether dice are fair and come in random order: tests of a sequence of dice, or only of its counts."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from fivedice.errors import StatisticsError
from fivedice.statistics.intervals import Interval, t_interval_of
from fivedice.statistics.significance import LEAST_EXPECTED, LEVEL, Significance, chi_square, runs_test

POWER = 0.9


@dataclass(frozen=True)
class DiceTest:
    """The result for a sample of dice: counts per face, mean, tests, tests that it does not allow, and its resolution.

    Each test is judged at 5 % divided by the number of tests (Bonferroni), so that fair dice are wrongly
    rejected in at most 5 % of all samples, however many tests there are.
    """

    counts: tuple[int, ...]
    mean: Interval
    tests: tuple[Significance, ...]
    left_out: tuple[str, ...]

    @property
    def n(self) -> int:
        """The number of dice."""
        return sum(self.counts)

    @property
    def expected_mean(self) -> float:
        """The mean of a fair die."""
        return (len(self.counts) + 1) / 2

    @property
    def level(self) -> float:
        """The level of each test."""
        return LEVEL / len(self.tests)

    @property
    def rejected(self) -> tuple[Significance, ...]:
        """The tests that reject at this level."""
        return tuple(test for test in self.tests if test.rejected(self.level))

    @property
    def detectable(self) -> float | None:
        """The smallest excess of one face that a sample of this size shows nine times in ten."""
        return detectable_excess(self.n, len(self.counts), level=self.level)

    def verdict(self) -> str:
        """The outcome in plain words: what was rejected or not, and what that means."""
        tested = "one test" if len(self.tests) == 1 else f"{len(self.tests)} tests together"
        if self.rejected:
            names = ", ".join(test.name for test in self.rejected)
            least = min(test.p for test in self.rejected)
            return (
                f"Rejected at the {100 * LEVEL:g} % level ({tested}): {names}. Fair dice in random order would do so "
                f"in at most {100 * LEVEL:g} % of all samples, and the smallest p here is {least:.2g}. Either these "
                "dice are not fair, or not thrown independently, or the sample is a rare one: repeat with new dice."
            )
        return (
            f"Not rejected at the {100 * LEVEL:g} % level ({tested}): fair dice would give samples like this one. "
            "That does not prove them fair: a bias too small for this sample to show is not ruled out."
        )

    def resolution(self) -> str:
        """How large a bias the sample could have shown, in plain words."""
        faces, excess = len(self.counts), self.detectable
        if excess is None:
            return f"{self.n:,} dice are so few that even a face which always comes up might pass."
        needed = dice_needed(excess / 10, faces, level=self.level)
        return (
            f"With {self.n:,} dice, a face that comes up {_percent(1 / faces + excess, excess)} instead of "
            f"{_percent(1 / faces, excess)} of the time would be detected in {100 * POWER:g} of 100 samples; "
            f"smaller biases often pass. To detect one a tenth as large takes {needed:,} dice."
        )


def examine_dice(dice: NDArray[np.integer], faces: int) -> DiceTest:
    """Test a sequence of dice: counts, order about mean and median, and pairs of neighbours."""
    counts = np.bincount(dice, minlength=faces + 1)
    if counts[0] or len(counts) > faces + 1:
        raise StatisticsError(f"these dice show 1 to {faces}, but other faces are among them.")
    possible: tuple[Callable[[], Significance], ...] = (
        lambda: runs_test(dice, "mean"),
        lambda: runs_test(dice, "median"),
        lambda: pair_test(dice, faces),
    )
    tests, left_out = [], []
    for test in possible:
        try:
            tests.append(test())
        except StatisticsError as error:
            left_out.append(str(error))
    return _outcome(counts[1:].tolist(), tests, left_out)


def examine_counts(counts: Sequence[int]) -> DiceTest:
    """Test how often each face came up; the order of the dice is lost, and with it the tests of order."""
    lost = "runs tests and the pair test need the dice in the order in which they fell, and counts have none."
    return _outcome(counts, [], [lost])


def pair_test(dice: NDArray[np.integer], faces: int) -> Significance:
    """The serial test (Knuth, TAOCP 3.3.2 B): chi-square of the faces² pairs of first and second die of each two."""
    pairs = len(dice) // 2
    if pairs < LEAST_EXPECTED * faces**2:
        raise StatisticsError(f"the pair test needs at least {2 * int(LEAST_EXPECTED * faces**2)} dice.")
    first, second = dice[: 2 * pairs].reshape(pairs, 2).T.astype(np.int64) - 1
    found = chi_square(np.bincount(first * faces + second, minlength=faces**2))
    return replace(found, name="pair test", hypothesis="all pairs of neighbouring dice are equally likely")


def detectable_excess(n: int, faces: int, power: float = POWER, level: float = LEVEL) -> float | None:
    """The smallest δ that a chi-square test of n dice finds with this power; None if no bias is large enough.

    One face has probability 1/k + δ, the others share the loss. X² is then noncentral chi-square with k − 1 degrees
    of freedom and noncentrality n Σ (pᵢ − 1/k)² k = n δ² k² / (k − 1).
    """
    excess = math.sqrt(_noncentrality(faces, power, level) * (faces - 1) / n) / faces
    return excess if excess <= 1 - 1 / faces else None


def dice_needed(excess: float, faces: int, power: float = POWER, level: float = LEVEL) -> int:
    """How many dice show an excess of δ on one face with this power: n = λ (k − 1) / (δ k)²."""
    return math.ceil(_noncentrality(faces, power, level) * (faces - 1) / (excess * faces) ** 2)


def _noncentrality(faces: int, power: float, level: float) -> float:
    """The λ at which noncentral chi-square exceeds its critical value with probability `power`."""
    df = faces - 1
    critical = special.chdtri(df, level)
    return float(optimize.brentq(lambda value: 1 - special.chndtr(critical, df, value) - power, 0, 1000))


def _outcome(counts: Sequence[int], tests: list[Significance], left_out: list[str]) -> DiceTest:
    """The result for counts, with the tests of order that were possible."""
    n, least = sum(counts), int(LEAST_EXPECTED * len(counts))
    if n < least:
        raise StatisticsError(
            f"{n} dice are too few to say anything; throw at least {least}, so that each face is expected "
            f"{LEAST_EXPECTED:g} times."
        )
    fit = replace(chi_square(counts), hypothesis="all faces are equally likely")
    numbers, weights = np.arange(1, len(counts) + 1), np.asarray(counts, np.float64)
    mean = float(weights @ numbers / n)
    spread = t_interval_of(mean, math.sqrt(weights @ (numbers - mean) ** 2 / (n - 1)), n)
    return DiceTest(tuple(counts), spread, (fit, *tests), tuple(left_out))


def _percent(share: float, shown: float) -> str:
    """A share with as many decimals as make the excess visible."""
    return f"{100 * share:.{max(1, -math.floor(math.log10(100 * shown)) + 1)}f} %"
