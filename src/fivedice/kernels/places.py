"""Places: what arrays of states are indexed by instead of the bits of the filled boxes.

Boxes that are filled in a given order form a track (see `solver.places`); most tracks are one box. A place is a
mixed-radix number with a digit for each track, how many of its boxes are filled, so that filling box b is the step

    place after b = place + step[b]

Where every track is one box, step[b] is 2ᵇ and a place is the bits of its filled boxes; the two tables are then empty.
"""

from fivedice.kernels.arguments import Arrays, Numbers
from fivedice.kernels.compiling import part


@part
def filled_at(place: int, tables: Arrays) -> int:
    """Bits of the boxes that are filled at a place."""
    return tables.filled[place] if tables.filled.size > 0 else place


@part
def open_at(place: int, rules: Numbers, tables: Arrays) -> int:
    """Bits of the boxes that may be filled next: those whose turn has come in their track."""
    return tables.open[place] if tables.open.size > 0 else rules.everything & ~place
