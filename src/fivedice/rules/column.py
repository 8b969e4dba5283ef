"""Columns of a score card: the same boxes several times over, each column with its own order and multiplier."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from fivedice.errors import RulesError
from fivedice.rules.category import Category

ColumnOrder = Literal["free", "down", "up"]
COLUMN_ORDERS: tuple[ColumnOrder, ...] = get_args(ColumnOrder)
MAX_COLUMNS = 26
MAX_MULTIPLIER = 10
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Column:
    """A column: in which order its boxes are filled, and what their points are multiplied by.

    "down" fills them from top to bottom, "up" from bottom to top, "free" in any order.
    """

    name: str = ""
    order: ColumnOrder = "free"
    multiplier: int = 1

    def __post_init__(self) -> None:
        if self.order not in COLUMN_ORDERS:
            raise RulesError(f"order={self.order!r} is not allowed; it must be {', '.join(COLUMN_ORDERS)}.")
        if type(self.multiplier) is not int or not 1 <= self.multiplier <= MAX_MULTIPLIER:
            allowed = f"a whole number from 1 to {MAX_MULTIPLIER}"
            raise RulesError(f"multiplier={self.multiplier!r} is not allowed; it must be {allowed}.")


def named_columns(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Columns with a name each: its place where it has none. One free column that multiplies nothing is no column."""
    if len(columns) > MAX_COLUMNS:
        raise RulesError(f"columns={len(columns)} is not allowed; it must be at most {MAX_COLUMNS}.")
    if len(columns) == 1 and (columns[0].order, columns[0].multiplier) == ("free", 1):
        return ()
    return tuple(replace(one, name=one.name or str(place)) for place, one in enumerate(columns, start=1))


def boxes_of(categories: tuple[Category, ...]) -> tuple[Category, ...]:
    """The boxes as the rules name them, whether they were repeated in columns before or not."""
    found: list[Category] = []
    for one in categories:
        if one.box is None or one.box not in found:
            found.append(one.kind)
    return tuple(found)


def in_columns(boxes: tuple[Category, ...], columns: tuple[Column, ...]) -> tuple[Category, ...]:
    """The boxes of the whole card, column by column: "ones_1" with the code "1a", "ones_2" with the code "1b"."""
    if not columns:
        return boxes
    alone = len(columns) == 1
    return tuple(
        replace(
            one,
            name=one.name if alone else f"{one.name}_{place + 1}",
            title=one.title if alone else f"{one.title} ({column.name})",
            code=one.code if alone else one.code + LETTERS[place],
            column=place,
            multiplier=column.multiplier,
            box=one,
        )
        for place, column in enumerate(columns)
        for one in boxes
    )


def prerequisites(
    categories: tuple[Category, ...], orders: tuple[ColumnOrder, ...], *, upper_apart: bool
) -> tuple[int, ...]:
    """int[boxes], for each box the bits of those that must be filled before it.

    In a column that goes down those above it, in one that goes up those below it. Boxes of one kind in free columns
    with equal multipliers are interchangeable: nothing depends on which of them is filled, so that the earlier column
    comes first. Upper boxes are so only where no upper bonus tells their columns apart.
    """

    def is_before(place: int, index: int) -> bool:
        other, one = categories[place], categories[index]
        order = orders[one.column]
        if order != "free":
            return other.column == one.column and (place < index if order == "down" else place > index)
        if other.column >= one.column or (one.section == "upper" and upper_apart):
            return False
        return other.kind == one.kind and other.multiplier == one.multiplier and orders[other.column] == "free"

    every = range(len(categories))
    return tuple(sum(1 << place for place in every if is_before(place, index)) for index in every)
