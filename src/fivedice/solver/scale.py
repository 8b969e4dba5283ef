"""How points become value: they add up, or they are factors of an exponential utility.

With a > 0 the utility of a score x is −exp(−a·x), which shuns risk; with a < 0 it is exp(−a·x), which seeks it; a = 0
stands for x itself, the mean score (Pratt 1964, "Risk aversion in the small and in the large"). Since exp(−a·x) is a
product over the turns, a state needs no memory of the points so far under any of them.
"""

from dataclasses import dataclass
from math import exp, isfinite, log

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import ObjectiveError

POINTS_PER_RISK = 100.0
"""a = risk / 100 points: with risk 1, an even chance of 50 points more or less is worth a sure loss of 12."""
LEAST_RISK = 1e-6
"""Below it exp(−a·score) is 1 but for what a double rounds away; the mean is the same to a ten-thousandth point."""
MOST_RISK = 30.0
"""Beyond it exp(−a·score) leaves the range of a double on the way to a score of 2,000."""


@dataclass(frozen=True)
class Scale:
    """Utility with the exponent `rate` = a, for each point."""

    rate: float = 0.0

    @classmethod
    def of_risk(cls, risk: float) -> "Scale":
        """The scale of a number that people choose: 0 mean score, positive shuns risk, negative seeks it."""
        if not isfinite(risk) or abs(risk) > MOST_RISK:
            raise ObjectiveError(
                f"risk {risk:g} is out of range: give a number from −{MOST_RISK:g}, which seeks risk, to "
                f"{MOST_RISK:g}, which shuns it; 1 is a cautious player, and 0 plays for the mean score."
            )
        return cls(risk / POINTS_PER_RISK if abs(risk) >= LEAST_RISK else 0.0)

    @property
    def sign(self) -> float:
        """Sign of the utility: negative where risk is shunned."""
        return -1.0 if self.rate > 0 else 1.0

    def worth(self, most: int) -> Floats:
        """float64[2, most + 1], factor and summand that 0 .. most points put before the value of what follows."""
        points = np.arange(most + 1.0)
        return np.stack([np.exp(-self.rate * points), np.zeros(most + 1) if self.rate else points])

    def of(self, points: float) -> float:
        """The value of points that are certain."""
        return self.sign * exp(-self.rate * points) if self.rate else points

    def equivalent(self, value: float) -> float:
        """The certain points that are worth as much: the inverse of `of`."""
        return -log(self.sign * value) / self.rate if self.rate else value


def risk_text(risk: float) -> str:
    """A risk with all its digits, so that two that differ have two names.

    >>> risk_text(2.0), risk_text(0.12345678)
    ('2', '0.12345678')
    """
    return repr(float(risk)).removesuffix(".0")


POINTS = Scale()
"""Points as they are: the mean score."""
