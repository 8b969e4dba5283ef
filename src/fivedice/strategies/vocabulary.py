"""What compiled strategies are written with: questions about a View, and ways to hold dice."""

from typing import Any

from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import NO_BOX, View, is_open


@compiled
def total(view: View) -> int:
    """Sum of all dice."""
    result = 0
    for position in range(view.dice_count):
        result += view.dice[position]
    return result


@compiled
def greatest_count(view: View) -> int:
    """How many dice show the most frequent face."""
    most = 0
    for face in range(1, view.faces + 1):
        most = max(most, view.counts[face])
    return most


@compiled
def count_distinct(view: View) -> int:
    """Number of different faces."""
    return faces_shown(view, 1, view.faces)


@compiled
def best_run(view: View) -> tuple[int, int]:
    """Length and first face of the longest run of consecutive faces; of equally long ones the lowest."""
    length = first = run = 0
    for face in range(1, view.faces + 1):
        run = run + 1 if view.counts[face] > 0 else 0
        if run > length:
            length, first = run, face - run + 1
    return length, first


@compiled
def faces_shown(view: View, first: int, length: int) -> int:
    """How many of these consecutive faces are shown."""
    shown = 0
    for face in range(first, first + length):
        shown += 1 if view.counts[face] > 0 else 0
    return shown


@compiled
def contains(view: View, faces: Any) -> bool:
    """Whether each of these faces is shown."""
    for face in faces:
        if view.counts[face] == 0:
            return False
    return True


@compiled
def can_score(view: View, box: int) -> bool:
    """Whether the roll may be scored in this box: the card has it, it is open, and no joker rule forbids it."""
    return box >= 0 and view.points[box] >= 0


@compiled
def first_open(view: View) -> int:
    """The first box of the card that the roll may be scored in."""
    for box in range(view.boxes):
        if view.points[box] >= 0:
            return box
    return NO_BOX


@compiled
def is_restricted(view: View) -> bool:
    """Whether the roll may not be scored in some open box: the joker rule forbids it."""
    for box in range(view.boxes):
        if view.points[box] < 0 and is_open(view, box):
            return True
    return False


@compiled
def hold_face(view: View, face: int) -> None:
    """Hold every die that shows the face."""
    for position in range(view.dice_count):
        if view.dice[position] == face:
            view.hold[position] = 1


@compiled
def hold_one(view: View, face: int) -> None:
    """Hold one more die that shows the face, the first on the table that is not held yet."""
    for position in range(view.dice_count):
        if view.dice[position] == face and not view.hold[position]:
            view.hold[position] = 1
            return


@compiled
def hold_faces(view: View, faces: Any) -> None:
    """Hold one die for each face named."""
    for face in faces:
        hold_one(view, face)


@compiled
def hold_run(view: View, first: int, length: int) -> None:
    """Hold one die of each face of a run."""
    for face in range(first, first + length):
        hold_one(view, face)


@compiled
def hold_house(view: View) -> None:
    """Hold up to three dice of every face that is shown at least twice."""
    for face in range(1, view.faces + 1):
        if view.counts[face] >= 2:
            for _ in range(min(view.counts[face], 3)):
                hold_one(view, face)


@compiled
def hold_all(view: View) -> None:
    """Hold every die."""
    for position in range(view.dice_count):
        view.hold[position] = 1


@compiled
def is_filled(view: View, box: int) -> bool:
    """Whether the card has this box and it is filled."""
    return box >= 0 and not is_open(view, box)
