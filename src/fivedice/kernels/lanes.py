"""Vectors of numbers inside numba, and prefetching: the tricks that the compiler does not find by itself.

A numba loop `for i in range(LANES): t[i] = max(t[i], x[i])` compiles to masked stores or to scalar code, several
times slower than a vector maximum. `Lanes` is a numba type that stands for one LLVM vector of `LANES` doubles, of
`SINGLE_LANES` single-precision numbers, or of `LANES` choices, which are short integers; LLVM splits it into whatever
registers the machine has (AVX-512, AVX2, NEON, ...). Kernels `load` one from an array, or the row whose number stands
in another array (`load_row`), combine them with `add`, `multiply`, `maximum` and `pick`, and `store` the result;
`spread` repeats a scalar. The precision of arrays and scalars decides that of the vectors.

The maximum is written as `a > b ? a : b`, which is exactly the machine's vector maximum; values are never NaN.
`tests/kernels/test_lanes.py` holds the plain loops beside it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

LANES = 16
"""Doubles in a vector: 462 rows of 16 fill 58 kB, so that they stay close to the core."""
SINGLE_LANES = 32
"""Single-precision numbers in a vector, which takes as many bytes."""

_COUNTS = {types.float64: LANES, types.float32: SINGLE_LANES, types.int16: LANES}
_ELEMENTS = {types.float64: ir.DoubleType(), types.float32: ir.FloatType(), types.int16: ir.IntType(16)}


class LanesType(types.Type):
    """The numba type of a vector of numbers of one precision."""

    def __init__(self, element: Any) -> None:
        self.element = element
        self.vector = ir.VectorType(_ELEMENTS[element], _COUNTS[element])
        super().__init__(name=f"Lanes({element})")


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, numba_type.vector)


_LANES = {element: LanesType(element) for element in _COUNTS}


def aligned(count: int, kind: type = np.float64) -> NDArray[Any]:
    """Uninitialised numbers that begin on a 64-byte boundary, so that no vector straddles two cache lines."""
    raw: NDArray[Any] = np.empty(count + 64, kind)
    skip = -raw.ctypes.data % 64 // raw.itemsize
    return raw[skip : skip + count]


def _pointer(context: Any, builder: Any, signature: Any, array: Any, start: Any) -> Any:
    kind = signature.args[0]
    data = context.make_array(kind)(context, builder, array).data
    element = builder.gep(data, [start], inbounds=True)
    return builder.bitcast(element, _LANES[kind.dtype].vector.as_pointer())


@intrinsic
def lanes_of(typing: Any, array: Any) -> Any:
    """How many elements of this array a vector holds; known when the kernel is compiled."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(types.intp, _COUNTS[array.dtype])

    return types.intp(array), code


@intrinsic
def load(typing: Any, array: Any, start: Any) -> Any:
    """The vector that begins at `array[start]` of a contiguous array; no bounds are checked."""
    lanes = _LANES[array.dtype]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, signature, *args)
        return builder.load(pointer, align=array.dtype.bitwidth // 8, typ=lanes.vector)

    return lanes(array, types.intp), code


@intrinsic
def load_row(typing: Any, array: Any, rows: Any, at: Any) -> Any:
    """The vector with the number `rows[at]`, not negative, of a contiguous array; `rows` counts as flat, no bounds."""
    lanes = _LANES[array.dtype]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, numbers = signature.args[0], context.make_array(signature.args[1])(context, builder, args[1]).data
        number = builder.zext(builder.load(builder.gep(numbers, [args[2]], inbounds=True)), cgutils.intp_t)
        data = context.make_array(kind)(context, builder, args[0]).data
        vectors = builder.bitcast(data, lanes.vector.as_pointer())
        place = builder.gep(vectors, [number], inbounds=True)
        return builder.load(place, align=array.dtype.bitwidth // 8, typ=lanes.vector)

    return lanes(array, rows, types.intp), code


@intrinsic
def store(typing: Any, array: Any, start: Any, vector: Any) -> Any:
    """Write a vector to an array from `array[start]` on; no bounds are checked."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, signature, *args[:2])
        builder.store(args[2], pointer, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, _LANES[array.dtype]), code


@intrinsic
def spread(typing: Any, scalar: Any) -> Any:
    """A vector with the same number in each lane."""
    element = scalar if scalar in _COUNTS else types.float64
    lanes = _LANES[element]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        nothing = ir.Constant(lanes.vector, ir.Undefined)
        single = builder.insert_element(nothing, args[0], cgutils.int32_t(0))
        zeros = ir.Constant(ir.VectorType(cgutils.int32_t, _COUNTS[element]), None)
        return builder.shuffle_vector(single, nothing, zeros)

    return lanes(element), code


def _combination(combine: Callable[[Any, Any, Any], Any]) -> Any:
    """An intrinsic that makes a vector of two others, lane by lane."""

    def vector(typing: Any, one: Any, other: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return combine(builder, *args)

        return one(one, one), code

    return intrinsic(vector)


add = _combination(lambda builder, one, other: builder.fadd(one, other))
"""The sum of two vectors, lane by lane."""
multiply = _combination(lambda builder, one, other: builder.fmul(one, other))
"""The product of two vectors, lane by lane."""
maximum = _combination(lambda builder, one, other: builder.select(builder.fcmp_ordered(">", one, other), one, other))
"""The greater of two vectors, lane by lane."""


@intrinsic
def pick(typing: Any, one: Any, other: Any, if_greater: Any, otherwise: Any) -> Any:
    """Where `one` is greater than `other` the lane of `if_greater`, elsewhere that of `otherwise`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *args[:2]), *args[2:])

    return if_greater(one, one, if_greater, if_greater), code


@intrinsic
def prefetch(typing: Any, array: Any, row: Any, column: Any) -> Any:
    """Ask for the memory of array[row, column] or array[row, column, 0] ahead of its use; no bounds are checked."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        struct = context.make_array(kind)(context, builder, args[0])
        indices = [*args[1:], *[context.get_constant(types.intp, 0)] * (kind.ndim - 2)]
        pointer = cgutils.get_item_pointer(context, builder, kind, struct, indices)
        byte = builder.bitcast(pointer, cgutils.voidptr_t)
        signature_type = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *[cgutils.int32_t] * 3])
        function = cgutils.get_or_insert_function(builder.module, signature_type, "llvm.prefetch.p0")
        read, keep, data = (cgutils.int32_t(number) for number in (0, 3, 1))
        builder.call(function, [byte, read, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp), code
