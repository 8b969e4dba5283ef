"""The joker rule for kernels: where dice that are all equal may be scored, and when they pay as a joker.

The rule in words, and its slow twin, is `rules.state`.
"""

from fivedice.kernels.arguments import Numbers
from fivedice.kernels.compiling import part

JOKER_NONE, JOKER_FREE, JOKER_FORCED = 0, 1, 2


@part
def legal_boxes(filled: int, open_boxes: int, face: int, own: int, rules: Numbers) -> int:
    """Bits of the categories that a roll may be scored in.

    filled, open_boxes : bits of the boxes that are filled, and of those that may be filled next
    face : the face that all dice show, or 0 for any other roll;  own : bits of the upper boxes of that face
    """
    if face == 0 or rules.joker != JOKER_FORCED or rules.yahtzees & ~filled or rules.yahtzees == 0:
        return open_boxes
    if open_boxes & own:
        return open_boxes & own
    return open_boxes & rules.lower if open_boxes & rules.lower else open_boxes


@part
def pays_full_value(filled: int, open_boxes: int, face: int, own: int, rules: Numbers) -> bool:
    """Whether a roll is a joker that makes lower boxes pay as if their pattern were shown; see `legal_boxes`."""
    if face == 0 or rules.joker == JOKER_NONE or rules.yahtzees & ~filled or rules.yahtzees == 0:
        return False
    return open_boxes & own == 0
