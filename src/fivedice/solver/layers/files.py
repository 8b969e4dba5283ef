"""Layers on disk: a file for each, with the values as little-endian doubles.

Files are as in `solver.file_format`. Players look up a few values in gigabytes, by memory map: only the blocks that are
touched are checked, each against its own checksum (CRC-32), which stands in the header.
"""

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.arrays import Bools, Floats
from fivedice.errors import DamagedFile
from fivedice.rules import Rules
from fivedice.solver.cache import SUFFIX, folder
from fivedice.solver.file_format import LAYER, read_header, write_file

FORMAT = 1
BLOCK = 1 << 17
"""Values of a block: 1 MB."""


def layers_folder(rules: Rules) -> Path:
    """Where the layers of these rules are, whether they exist or not."""
    return folder() / f"{rules.digest}-mean-l{FORMAT}"


def layer_path(rules: Rules, number: int) -> Path:
    """The file of a layer."""
    return layers_folder(rules) / f"layer-{number:02}{SUFFIX}"


def write_layer(rules: Rules, number: int, values: Floats, **facts: Any) -> None:
    """Write the values of a layer atomically, and facts about them."""
    data = np.ascontiguousarray(values, "<f8")
    blocks = [zlib.crc32(data[at : at + BLOCK].data.cast("B")) for at in range(0, len(data), BLOCK)]
    head = _key(rules, number, len(data)) | {"name": rules.name, **facts, "blocks": blocks}
    write_file(layer_path(rules, number), head, data.data.cast("B"), kind=LAYER)


@dataclass(eq=False)
class MappedLayer:
    """A layer as it lies on disk.

    values  : float64[..], mapped;  checked : bool[blocks], which blocks were found to be sound
    """

    path: Path
    header: dict[str, Any]
    values: Floats
    checked: Bools = field(init=False)

    def __post_init__(self) -> None:
        self.checked = np.zeros(len(self.header["blocks"]), np.bool_)

    def get(self, begin: int, end: int) -> Floats:
        """Some values, after a check of the blocks that hold them."""
        for block in range(begin // BLOCK, -(-end // BLOCK)):
            if not self.checked[block]:
                found = zlib.crc32(self.values[block * BLOCK : (block + 1) * BLOCK].data.cast("B"))
                if found != self.header["blocks"][block]:
                    raise DamagedFile(f"{self.path} is altered: a checksum does not fit; solve again with --fresh.")
                self.checked[block] = True
        return self.values[begin:end]


def map_layer(rules: Rules, number: int, count: int) -> MappedLayer:
    """A layer by memory map; a file of other rules, or of another length than its header says, is refused."""
    path = layer_path(rules, number)
    header, begin, length = read_header(path, _key(rules, number, count), kind=LAYER)
    blocks = header.get("blocks")
    if length != 8 * count or not isinstance(blocks, list) or len(blocks) != -(-count // BLOCK):
        raise DamagedFile(f"{path.name} is truncated: it does not hold the {count:,} values of its layer.")
    return MappedLayer(path, header, np.memmap(path, "<f8", "r", begin, (count,)))


def _key(rules: Rules, number: int, count: int) -> dict[str, Any]:
    """What the header of a file must hold to be believed."""
    return {"format": FORMAT, "digest": rules.digest, "objective": "mean", "layer": number, "values": count}
