"""Durations and sizes as text, in a unit that suits the number."""

from fivedice.reports.table import Cell

DAY = 86400.0
SECONDS = ((1e-6, "µs"), (1e-3, "ms"), (1.0, "s"), (60.0, "min"), (3600.0, "h"), (DAY, "days"), (365.25 * DAY, "years"))
BYTES = ((1.0, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB"))
ENOUGH = 1.5
"""A greater unit is used from this many of it on: 80 s, not 1.3 min."""


def duration(seconds: float) -> str:
    """A time with two or three digits.

    >>> duration(0.0123), duration(80), duration(331), duration(80_000), duration(3e6)
    ('12.3 ms', '80 s', '5.52 min', '22.2 h', '34.7 days')
    """
    return _in_unit(seconds, SECONDS)


def size(count: float) -> str:
    """A number of bytes with two or three digits.

    >>> size(512), size(12_345), size(2.2e9)
    ('512 B', '12.3 kB', '2.2 GB')
    """
    return _in_unit(count, BYTES)


def duration_cell(seconds: float) -> Cell:
    """A time in a table; machines read seconds."""
    return Cell(seconds, duration(seconds))


def size_cell(count: float) -> Cell:
    """A size in a table; machines read bytes."""
    return Cell(count, size(count))


def _in_unit(value: float, units: tuple[tuple[float, str], ...]) -> str:
    one, name = next(
        (unit for unit in reversed(units) if value >= ENOUGH * unit[0] or (unit[0] == 1.0 and value >= 1)), units[0]
    )
    number = value / one
    return f"{number:.3g} {name}" if number < 100 else f"{number:,.0f} {name}"
