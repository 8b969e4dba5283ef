"""Which sample sizes fit printed figures: a mean of counts is a fraction with the sample size below."""

from collections.abc import Sequence

from fivedice.comparison import published

MOST = 200
"""Sizes beyond this fit nearly everything."""
LISTED = 8


def fits_share(mean: str, sd: str, games: int) -> bool:
    """Whether some k of n games print as this mean and this sd (n − 1) of zeros and ones.

    >>> fits_share("0.13", "0.35", 8), fits_share("0.13", "0.35", 50)
    (True, False)
    """
    shares = (k / games for k in counts(mean, games))
    return any(_prints((share * (1 - share) * games / (games - 1)) ** 0.5, sd) for share in shares)


def counts(mean: str, games: int) -> list[int]:
    """The whole numbers of things in n games that print as this mean."""
    near = round(float(mean) * games)
    return [k for k in (near - 1, near, near + 1) if k >= 0 and _prints(k / games, mean)]


def _prints(value: float, printed: str) -> bool:
    """Whether a value rounds to the printed figure; a tie may go up or down."""
    return abs(value - float(printed)) <= published.half_unit(printed) + 1e-12


def fitting_sizes(robot: str) -> list[int]:
    """Sizes up to MOST that fit the printed Yahtzees and bonus of a robot; empty if none are printed."""
    texts = published.texts("robots")
    if f"{robot}-bonus" not in texts:
        return []
    mean, sd, yahtzees = (texts[f"{robot}-{figure}"] for figure in ("bonus", "bonus-sd", "yahtzees"))
    return [games for games in range(2, MOST + 1) if fits_share(mean, sd, games) and counts(yahtzees, games)]


def sizes_in_words(sizes: Sequence[int]) -> str:
    """The least sizes, and how many more there are."""
    if not sizes:
        return f"none up to {MOST}"
    more = len(sizes) - LISTED
    return ", ".join(map(str, sizes[:LISTED])) + (f" and {more} more up to {MOST}" if more > 0 else "")
