"""The joker rule for kernels: where dice that are all equal may be scored, and when they pay as a joker.

The rule in words, and its slow twin, is `rules.state`.
"""

from fivedice.kernels.arguments import Numbers
from fivedice.kernels.compiling import part

JOKER_NONE, JOKER_FREE, JOKER_FORCED = 0, 1, 2


@part
def legal_boxes(filled: int, face: int, box: int, rules: Numbers) -> int:
    """Bits of the categories that a roll may be scored in.

    face : the face that all dice show, or 0 for any other roll;  box : the upper box of that face, −1 if there is none
    """
    open_boxes = rules.everything & ~filled
    if face == 0 or rules.joker != JOKER_FORCED or rules.yahtzee < 0 or not filled >> rules.yahtzee & 1:
        return open_boxes
    if box >= 0 and not filled >> box & 1:
        return 1 << box
    return open_boxes & rules.lower if open_boxes & rules.lower else open_boxes


@part
def pays_full_value(filled: int, face: int, box: int, rules: Numbers) -> bool:
    """Whether a roll is a joker that makes lower boxes pay as if their pattern were shown; see `legal_boxes`."""
    if face == 0 or rules.joker == JOKER_NONE or rules.yahtzee < 0 or not filled >> rules.yahtzee & 1:
        return False
    return box < 0 or filled >> box & 1 == 1
