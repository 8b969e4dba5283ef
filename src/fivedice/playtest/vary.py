"""Parameters that vary: `upper_threshold=1:84:7` from START to STOP by STEP, or a list such as `joker=forced,free`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from fivedice.errors import PlaytestError
from fivedice.rules import Rules

MOST_VALUES = 1_000
MOST_VARIANTS = 10_000

Setting = dict[str, int | str]
"""A value for each parameter that varies."""
VaryLike = str | Sequence[str] | Mapping[str, Iterable[int | str]]
"""Parameters and their values: "upper_threshold=1:84:7", several of these, or {"upper_threshold": range(1, 85, 7)}."""


@dataclass(frozen=True)
class Vary:
    """A parameter of the rules and the values that it takes, in order."""

    key: str
    values: tuple[int | str, ...]

    @property
    def is_numeric(self) -> bool:
        """Whether every value is a number."""
        return all(isinstance(value, int) for value in self.values)


def parse_vary(text: str) -> Vary:
    """Read KEY=START:STOP:STEP, which includes STOP if a step meets it, or KEY=VALUE,VALUE,...

    Numbers are put in ascending order, since the place of a peak is given as a range of them.

    >>> parse_vary("upper_bonus=0:100:40").values
    (0, 40, 80)
    """
    key, equals, value = text.partition("=")
    key, value = key.strip(), value.strip()
    if not (equals and key and value):
        raise PlaytestError(f"vary {text!r} is not of the form KEY=START:STOP:STEP or KEY=VALUE,VALUE,...")
    if ":" in value:
        return Vary(key, _range(text, value))
    values = tuple(int(one) if re.fullmatch(r"-?\d+", one) else one for one in map(str.strip, value.split(",")))
    if len(set(values)) < len(values) or "" in values:
        raise PlaytestError(f"vary {text!r} has a value twice, or an empty one; name each once.")
    found = Vary(key, values)
    return Vary(key, tuple(sorted(map(int, values)))) if found.is_numeric else found


def _range(text: str, value: str) -> tuple[int, ...]:
    try:
        start, stop, step = map(int, value.split(":"))
    except ValueError:
        raise PlaytestError(f"vary {text!r} is no range; it must be three whole numbers START:STOP:STEP.") from None
    if step < 1 or stop < start:
        raise PlaytestError(f"vary {text!r} is empty; START may not be beyond STOP, and STEP is 1 or more.")
    if (stop - start) // step >= MOST_VALUES:
        raise PlaytestError(f"vary {text!r} has more than {MOST_VALUES:,} values; take a greater STEP.")
    return tuple(range(start, stop + 1, step))


def read_varies(vary: VaryLike, rules: Rules) -> tuple[Vary, ...]:
    """The parameters that vary; each must be one of the rules, and none may come twice."""
    if isinstance(vary, Mapping):
        texts: Sequence[str] = [f"{key}={','.join(map(str, values))}" for key, values in vary.items()]
    else:
        texts = [vary] if isinstance(vary, str) else vary
    found = tuple(map(parse_vary, texts))
    if not found:
        raise PlaytestError("nothing varies; name a parameter, such as upper_threshold=1:84:7.")
    for at, one in enumerate(found):
        if one.key not in rules.keys:
            raise PlaytestError(f"vary {one.key} is not known; it must be one of {', '.join(rules.keys)}.")
        if one.key in (other.key for other in found[:at]):
            raise PlaytestError(f"vary {one.key} comes twice; give all its values at once.")
    return found


def grid(rules: Rules, varies: Sequence[Vary]) -> list[tuple[Setting, Rules]]:
    """Every combination of values with its rules, the last parameter fastest; each must be valid."""
    count = prod(len(one.values) for one in varies)
    if count > MOST_VARIANTS:
        raise PlaytestError(f"{count:,} combinations are more than {MOST_VARIANTS:,}; take greater steps.")
    settings = [
        dict(zip((one.key for one in varies), values, strict=True))
        for values in product(*(one.values for one in varies))
    ]
    return [(setting, rules.change(setting)) for setting in settings]


def current(rules: Rules, key: str) -> int | str:
    """The value that a parameter has; a box that pays its dice is "on"."""
    if key in rules.index:
        points = rules.categories[rules.index[key]].points
        return points if isinstance(points, int) else "on"
    found = getattr(rules, key)
    assert isinstance(found, int | str)
    return found


def words_of(setting: Setting) -> str:
    """A setting in words: "upper_threshold 63, upper_bonus 35"."""
    return ", ".join(f"{key} {value}" for key, value in setting.items())
