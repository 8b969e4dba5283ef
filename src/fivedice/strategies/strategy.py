"""What a Strategy is, and the two ways to write one: compiled, or plain Python."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numba import njit

from fivedice.errors import StrategyError
from fivedice.kernels.compiling import compiled
from fivedice.kernels.view import BOX_KINDS, NO_BOX, ROLL, SIGNATURE, VIEW, View
from fivedice.rules import Category, Decision, Rules, Turn
from fivedice.rules.pattern import AllEqual, Anything, Groups, Run
from fivedice.rules.state import legal_categories, score_turn


@runtime_checkable
class Strategy(Protocol):
    """Anything that chooses a Keep or a Category for a Turn.

    `decide` must give the same answer to the same turn and change nothing; `fivedice.testing.check_strategy` verifies
    that. `reason` says in words why, or "" where there is nothing to say.
    """

    @property
    def name(self) -> str:
        """What it is called on a command line."""

    @property
    def summary(self) -> str:
        """How it plays, in one line."""

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The dice to keep, or the box to score."""

    def reason(self, rules: Rules, turn: Turn) -> str:
        """Why, in words."""

    def check(self, rules: Rules) -> None:
        """Raise StrategyError with a sentence where the strategy makes no sense under these rules."""


KIND_WORDS = {
    "three": "three of a kind",
    "four": "four of a kind",
    "small": "small straight",
    "large": "large straight",
    "yahtzee": "box for all dice equal",
}
"""Kinds of boxes as people call them, where that is not the name itself."""

Choose = Callable[[View], int]
Needs = tuple[str, ...]


@dataclass(frozen=True)
class CompiledStrategy:
    """A strategy written once as a function of a View, compiled on first use; see `kernels.view`.

    needs       : kinds of boxes (BOX_KINDS, or "faces" for an upper box of each face) without which it makes no sense
    only        : whether it has no rule for boxes of other kinds, so that a card with such a box is refused
    dice, faces : the dice that its rule is written for; 0 for any
    reasons     : texts for the numbers that `choose` puts into `view.why`; number 0 is no reason
    reads_upper : whether it looks at the upper total; if not, one table serves all totals
    reads_order : whether it looks at which of two pairs comes first on the table, not only at how many dice show what
    """

    name: str
    summary: str
    choose: Choose
    needs: Needs = ()
    reasons: tuple[str, ...] = ("",)
    reads_order: bool = False
    reads_upper: bool = False
    only: bool = False
    dice: int = 0
    faces: int = 0

    @cached_property
    def compiled(self) -> Any:
        """The function as kernels call it; kept on disk if it has a source file, which one from a prompt has not."""
        has_file = Path(self.choose.__code__.co_filename).is_file()
        try:
            found = compiled(self.choose) if has_file else njit(nogil=True)(self.choose)
            found.compile(SIGNATURE)
            found.disable_compile()
            return found
        except Exception as error:  # of any class: what numba met while it read the function
            lines = [line for line in str(error).splitlines() if line and not line.startswith("Failed in nopython")]
            what = f"{type(error).__name__}: {lines[0].rstrip('.')}"
            raise StrategyError(
                f"strategy {self.name!r} cannot be compiled: {what}; it may use the fields of its view and numbers, "
                "and must end by returning a box or ROLL."
            ) from error

    def check(self, rules: Rules) -> None:
        """Refuse rules whose card lacks a box that the strategy is about."""
        if self.dice not in (0, rules.dice) or self.faces not in (0, rules.faces):
            needed = f"{self.dice or rules.dice} dice with {self.faces or rules.faces} faces"
            raise StrategyError(f"strategy {self.name!r} cannot play {rules.name!r}: its rule is written for {needed}.")
        if (self.needs or self.reads_order) and (any(rules.prerequisites) or rules.columns or rules.has_served):
            raise StrategyError(
                f"strategy {self.name!r} cannot play {rules.name!r}: its rule is written for one column of boxes that "
                "can be filled in any order, and for points that do not depend on the throw."
            )
        view = blank_view(rules)
        missing = [kind for kind in self.needs if kind in BOX_KINDS and view[kind] == NO_BOX]
        if "faces" in self.needs and (view.face_box[1 : rules.faces + 1] == NO_BOX).any():
            missing.append("upper box for some face")
        if missing:
            words = ", ".join(KIND_WORDS.get(kind, kind.replace("_", " ")) for kind in missing)
            raise StrategyError(f"strategy {self.name!r} cannot play {rules.name!r}: the card has no {words}.")
        known = {int(view[kind]) for kind in BOX_KINDS if kind in self.needs} | set(rules.face_boxes.values())
        others = [one.title for box, one in enumerate(rules.categories) if box not in known]
        if self.only and others:
            words = ", ".join(others)
            raise StrategyError(f"strategy {self.name!r} cannot play {rules.name!r}: it has no rule for {words}.")

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """Ask the function, uncompiled, about one turn."""
        view = self._view(rules, turn)
        box = self.choose(view)
        if box == ROLL:
            return tuple(face for face, held in zip(turn.roll, view.hold, strict=False) if held)
        return rules.categories[box]

    def reason(self, rules: Rules, turn: Turn) -> str:
        """The reason that the function gives."""
        view = self._view(rules, turn)
        self.choose(view)
        return self.reasons[view.why]

    def _view(self, rules: Rules, turn: Turn) -> View:
        """What compiled code is shown of the turn."""
        view = view_of(rules, turn)
        view.upper *= self.reads_upper
        return view


def strategy(
    name: str,
    summary: str,
    *,
    needs: Needs = (),
    reasons: tuple[str, ...] = (),
    reads_order: bool = False,
    reads_upper: bool = False,
    only: bool = False,
    dice: int = 0,
    faces: int = 0,
) -> Callable[[Choose], CompiledStrategy]:
    """Turn a function of a View into a compiled strategy; reasons are numbered from 1."""
    return lambda choose: CompiledStrategy(
        name, summary, choose, needs, ("", *reasons), reads_order, reads_upper, only, dice, faces
    )


def blank_view(rules: Rules) -> View:
    """A view with all that these rules fix: sizes, and where each kind of box stands on the card."""

    def first(wanted: Callable[[Category], bool]) -> int:
        return next((index for index, one in enumerate(rules.categories) if wanted(one)), NO_BOX)

    def groups(*sizes: int) -> int:
        return first(lambda one: one.pattern == Groups(sizes))

    runs = sorted(
        (one.pattern.length, one.pattern.first or 0, index)
        for index, one in enumerate(rules.categories)
        if isinstance(one.pattern, Run)
    )
    view = np.zeros(1, VIEW).view(np.recarray)[0]
    view.dice_count, view.faces, view.boxes = rules.dice, rules.faces, rules.turns
    view.face_box[:] = NO_BOX
    for face, box in rules.face_boxes.items():
        view.face_box[face] = box
    view.pair, view.two_pairs, view.three, view.four = groups(2), groups(2, 2), groups(3), groups(4)
    view.full_house = groups(3, 2)
    view.small = runs[0][2] if len(runs) > 1 else NO_BOX
    view.large = runs[-1][2] if runs else NO_BOX
    view.yahtzee = first(lambda one: isinstance(one.pattern, AllEqual))
    view.chance = first(lambda one: isinstance(one.pattern, Anything))
    return view


def view_of(rules: Rules, turn: Turn) -> View:
    """A turn as a compiled strategy sees it, dice in ascending order."""
    view = blank_view(rules)
    view.points[: rules.turns] = -1
    for category in legal_categories(rules, turn.state, turn.roll):
        view.points[rules.index[category.name]] = score_turn(rules, turn, category).points
    view.dice[: rules.dice] = turn.roll
    view.counts[: rules.faces + 1] = np.bincount(turn.roll, minlength=rules.faces + 1)
    view.rerolls, view.served, view.turn = turn.rerolls, int(turn.served), turn.state.turns_played + 1
    view.filled, view.upper, view.bonus = turn.state.filled, turn.state.upper, int(turn.state.bonus)
    return view
