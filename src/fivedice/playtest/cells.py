"""Cells of tables: shares in percent, points."""

from fivedice.arrays import Floats
from fivedice.reports import Cell


def half_at(halves: Floats | None, *place: int) -> float | None:
    """One of several half-widths, where there are any."""
    return None if halves is None else float(halves[place])


def percent(value: float | None) -> Cell | None:
    """A share."""
    return None if value is None else Cell(float(value), f"{value:.2%}".replace("-", "−"))


def points(value: float | None) -> Cell | None:
    """Points with two decimals."""
    return None if value is None else Cell(float(value), f"{value:.2f}".replace("-", "−"))


def with_half(value: float, half: float | None) -> str:
    """A share with its half-width in percent."""
    return f"{value:.2%}" if half is None else f"{100 * value:.2f} ± {100 * half:.2f} %"
