"""Networks as arrays: layers of weights and biases, rectified between them, computed with numpy alone."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.arrays import Singles

Layer = tuple[Singles, Singles]
"""weights : float32[inputs, outputs], biases : float32[outputs]"""

ROWS_AT_A_TIME = 16_384
"""Few enough that the hidden layers of a block stay close to the core."""


def forward(layers: tuple[Layer, ...], inputs: Singles) -> Singles:
    """float32[n, outputs]: x ← max(xW + b, 0) for each hidden layer, xW + b for the last."""
    found = np.empty((len(inputs), len(layers[-1][1])), np.float32)
    for begin in range(0, len(inputs), ROWS_AT_A_TIME):
        rows = inputs[begin : begin + ROWS_AT_A_TIME]
        for weights, biases in layers[:-1]:
            rows = rows @ weights
            rows += biases
            np.maximum(rows, 0, out=rows)
        weights, biases = layers[-1]
        found[begin : begin + ROWS_AT_A_TIME] = rows @ weights + biases
    return found


def named_layers(layers: tuple[Layer, ...], prefix: str = "") -> dict[str, NDArray[Any]]:
    """Layers as they are kept in a file."""
    return {
        f"{prefix}{kind}_{number}": array
        for number, layer in enumerate(layers)
        for kind, array in zip(("weights", "biases"), layer, strict=True)
    }


def layers_named(arrays: Mapping[str, NDArray[Any]], inputs: int, outputs: int, prefix: str = "") -> tuple[Layer, ...]:
    """Layers from a file; refused if they do not fit together, or neither the inputs nor the outputs."""
    layers: list[Layer] = []
    width = inputs
    while f"{prefix}weights_{len(layers)}" in arrays:
        weights = arrays[f"{prefix}weights_{len(layers)}"]
        biases = arrays.get(f"{prefix}biases_{len(layers)}", np.zeros(0, np.float32))
        kinds_fit = weights.dtype == biases.dtype == np.float32 and weights.ndim == 2
        if not (kinds_fit and weights.shape == (width, *biases.shape)):
            raise ValueError(f"layer {len(layers)} of a network does not fit the one before it")
        if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
            raise ValueError(f"layer {len(layers)} of a network holds what is no number")
        layers.append((weights, biases))
        width = len(biases)
    if not layers or width != outputs:
        raise ValueError(f"a network with {width} outputs instead of {outputs}")
    return tuple(layers)
