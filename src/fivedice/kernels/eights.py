"""Eight neighbouring numbers at once, and bits of a number, inside numba.

A loop over the boxes of a card is short, and the compiler does not know how short: most of its time goes into finding
out. With these a row is written eight numbers at a time, where the last eight may overlap those before them. What
depends on a bit for each box is looked up in `spread_bits`. `tests/kernels/test_eights.py` holds the plain loops.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

EIGHT = 8


def spread_bits(kind: type, one: int) -> NDArray[Any]:
    """kind[256, 8]: in row b, `one` for each bit of b that is set and 0 for the others."""
    return np.where(np.arange(256)[:, None] >> np.arange(EIGHT) & 1, one, 0).astype(kind)


def _vector(context: Any, builder: Any, kind: Any, array: Any, start: Any) -> tuple[Any, Any]:
    """The type of eight numbers of an array, and where those from `array[start]` on are; it counts as flat."""
    vector = ir.VectorType(context.get_data_type(kind.dtype), EIGHT)
    data = context.make_array(kind)(context, builder, array).data
    return vector, builder.bitcast(builder.gep(data, [start], inbounds=True), vector.as_pointer())


def _writer(combine: Callable[[Any, Any, Any], Any]) -> Any:
    """An intrinsic that writes eight numbers made of two others; see `copy_eight`."""

    def write(typing: Any, to: Any, at: Any, source: Any, start: Any, other: Any, row: Any) -> Any:
        align = to.dtype.bitwidth // 8

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            read = []
            for place in (2, 4):
                vector, pointer = _vector(context, builder, signature.args[place], args[place], args[place + 1])
                read.append(builder.load(pointer, align=align, typ=vector))
            _, pointer = _vector(context, builder, signature.args[0], args[0], args[1])
            builder.store(combine(builder, *read), pointer, align=align)
            return context.get_dummy_value()

        return types.void(to, types.intp, source, types.intp, other, types.intp), code

    return intrinsic(write)


or_eight = _writer(lambda builder, one, other: builder.or_(one, other))
"""or_eight(to, at, source, start, other, row): to[at : at + 8] = source[start : start + 8] | other[row : row + 8].

All arrays have the same type and count as flat; no bounds are checked."""
multiply_eight = _writer(lambda builder, one, other: builder.fmul(one, other))
"""The same with products of floating-point numbers."""


@intrinsic
def copy_eight(typing: Any, to: Any, at: Any, source: Any, start: Any) -> Any:
    """to[at : at + 8] = source[start : start + 8]; both count as flat, and no bounds are checked."""
    align = to.dtype.bitwidth // 8

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, origin = _vector(context, builder, signature.args[2], args[2], args[3])
        _, goal = _vector(context, builder, signature.args[0], args[0], args[1])
        builder.store(builder.load(origin, align=align, typ=vector), goal, align=align)
        return context.get_dummy_value()

    return types.void(to, types.intp, source, types.intp), code


@intrinsic
def bit_count(typing: Any, number: Any) -> Any:
    """How many bits of a number are set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code
