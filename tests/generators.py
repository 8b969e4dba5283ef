"""Hypothesis strategies: random rules small enough to enumerate, and what can happen under them."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fivedice.objectives.position import Position
from fivedice.rules import Card, Category, Column, Dice, Roll, Rules, State, Turn, legal_categories, turn_at
from fivedice.rules.category import Points, Section
from fivedice.rules.column import COLUMN_ORDERS
from fivedice.rules.parameters import JOKER_RULES, RESERVED, UNLIMITED
from fivedice.rules.pattern import AllEqual, Anything, Face, Groups, Parity, Pattern, Run, Total, Wrap
from fivedice.rules.state import is_over
from fivedice.solver.by_points.curves import Utility

FIXED = st.integers(0, 60)
DICE_POINTS: st.SearchStrategy[Points] = st.sampled_from(("sum", "matching"))
FORMULAS: st.SearchStrategy[Points] = st.sampled_from(
    (
        "sum if sum >= 4 else 0",
        "9 - sum",
        "3 * count(1) + max",
        "equal * faces",
        "min(sum, 2 * dice) % 5",
        "not counts[2]",
    )
)
SERVED: st.SearchStrategy[Points] = st.sampled_from(
    ("7 if served else 4", "sum + 3 * served", "matching if served else 0")
)
KINDS = ("saved", "order", "columns", "column bonus", "formulas", "patterns", "served", "unfair", "steps")
"""What rules can say besides the usual; "column bonus" is an upper bonus for each column."""
PRINTABLE = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)


def examples(count: int, *suppressed: HealthCheck) -> settings:
    """So many examples for a test in `make test`, and ten times as many in `make test-all`."""
    profile = settings()
    return settings(
        max_examples=count * profile.max_examples // 100,
        suppress_health_check=(*profile.suppress_health_check, *suppressed),
    )


@cache
def fitting_patterns(dice: int, faces: int) -> tuple[Pattern, ...]:
    """Every pattern that some roll of these dice shows."""
    sizes: list[tuple[int, ...]] = [(one,) for one in range(1, dice + 1)]
    sizes += [(one, other) for one in range(1, dice) for other in range(1, one + 1)]
    candidates: list[Pattern] = [Anything(), AllEqual(), *map(Face, range(1, faces + 1)), *map(Groups, sizes)]
    candidates += [Run(length, first) for length in range(1, dice + 1) for first in (None, *range(1, faces + 1))]
    return tuple(one for one in candidates if one.fits(dice, faces))


@cache
def further_patterns(dice: int, faces: int) -> tuple[Pattern, ...]:
    """Patterns of the kind "patterns" that some roll of these dice shows."""
    bounds = range(dice, dice * faces + 1, 2)
    candidates: list[Pattern] = [Parity(0), Parity(1), *map(Wrap, range(1, dice + 1)), *map(Total, bounds)]
    candidates += [Total(most=bound) for bound in bounds] + [Groups((2,) * count) for count in range(2, dice + 1)]
    return tuple(one.on(faces) for one in candidates if one.fits(dice, faces))


@st.composite
def words(draw: st.DrawFn) -> tuple[str, str, str]:
    """Name, code and title of a category."""
    name = draw(st.sampled_from("abcxyz")) + draw(st.text("abc_019", max_size=6))
    code = draw(st.just(name) | st.text("ABCabc_019", min_size=1, max_size=3))
    title = draw(st.just(name.replace("_", " ").capitalize()) | PRINTABLE)
    return name, code, title


def _far_apart(chosen: list[tuple[str, str, str]]) -> bool:
    """Whether no word that means one category means another one too."""
    meanings = [{word.strip().lower() for word in one} for one in chosen]
    every_word = [word for one in meanings for word in one]
    return len(every_word) == len(set(every_word)) and not any(one[0] in RESERVED for one in chosen)


@st.composite
def categories(
    draw: st.DrawFn, dice: int, faces: int, most: int, *, yahtzee: bool, spoken: bool, kinds: Collection[str] = ()
) -> tuple[Category, ...]:
    """Boxes of every pattern; with `yahtzee` exactly one of them wants all dice equal and pays for it."""
    called = (
        draw(st.lists(words(), min_size=1, max_size=most).filter(_far_apart))
        if spoken
        else [(name, "", "") for name in "abcdefgh"[: draw(st.integers(1, most))]]
    )
    place = draw(st.integers(0, len(called) - 1)) if yahtzee else None
    others = [one for one in fitting_patterns(dice, faces) if not (yahtzee and isinstance(one, AllEqual))]
    others += further_patterns(dice, faces) if "patterns" in kinds else ()
    formulas = [pays for kind, pays in (("formulas", FORMULAS), ("served", SERVED)) if kind in kinds]
    boxes = []
    for index, (name, code, title) in enumerate(called):
        pattern: Pattern = AllEqual() if index == place else draw(st.sampled_from(others))
        fixed = FIXED.filter(bool) if index == place else FIXED
        points: Points = "matching"
        if not isinstance(pattern, Face):
            points = draw(st.one_of(DICE_POINTS, fixed, *(() if index == place else formulas)))
        usual: Section = "upper" if isinstance(pattern, Face) else "lower"
        section: Section = draw(st.sampled_from((usual, usual, usual, "upper", "lower")))
        boxes.append(Category(name, pattern, points, section, title, code))
    return tuple(boxes)


@st.composite
def rules(
    draw: st.DrawFn,
    *,
    max_dice: int = 3,
    max_faces: int = 4,
    max_rolls: int = 3,
    max_categories: int = 4,
    spoken: bool = False,
    kinds: Collection[str] = (),
) -> Rules:
    """Tiny rules: patterns, thresholds, bonuses, joker rules; `spoken` ones have names of all kinds.

    They may also be of any of the `kinds`, any number of them at a time.
    """
    kinds = {kind for kind in kinds if draw(st.booleans())}
    columns = draw(_columns()) if {"columns", "column bonus"} & kinds else ()
    dice, faces = draw(st.integers(1, max_dice)), draw(st.integers(2, max_faces))
    yahtzee = draw(st.booleans())
    plain = Rules(
        draw(PRINTABLE) if spoken else "tiny",
        draw(
            categories(
                dice, faces, max(max_categories // max(len(columns), 1), 1), yahtzee=yahtzee, spoken=spoken, kinds=kinds
            )
        ),
        dice=dice,
        faces=faces,
        rolls=draw(st.integers(1, max_rolls)),
        yahtzee_bonus=draw(st.sampled_from((0, 1, 100))) if yahtzee else 0,
        joker=draw(st.sampled_from(JOKER_RULES)) if yahtzee else "none",
        saved_throws=draw(st.sampled_from((1, 2, 4, UNLIMITED))) if "saved" in kinds else 0,
        order="fixed" if "order" in kinds else "free",
        columns=columns,
        face_probabilities=draw(_unfair(faces)) if "unfair" in kinds else (),
    )
    if len(columns) > 1 and "column bonus" not in kinds:
        return plain
    threshold = draw(st.integers(0, plain.greatest_upper_total))
    if "steps" in kinds:
        more = draw(st.lists(st.integers(threshold + 1, threshold + 9), max_size=2, unique=True))
        thresholds = [one for one in (threshold, *sorted(more)) if one <= plain.greatest_upper_total]
        return replace(plain, upper_steps=tuple((one, 5 * (place + 1)) for place, one in enumerate(thresholds)))
    return replace(plain, upper_threshold=threshold, upper_bonus=draw(st.sampled_from((0, 7, 35))))


def _columns() -> st.SearchStrategy[tuple[Column, ...]]:
    """One to three columns."""
    one = st.builds(Column, st.just(""), st.sampled_from(COLUMN_ORDERS), st.sampled_from((1, 1, 2)))
    return st.lists(one, min_size=1, max_size=3).map(tuple)


def _unfair(faces: int) -> st.SearchStrategy[tuple[float, ...]]:
    """Probabilities of the faces from small whole weights."""
    weights = st.lists(st.integers(1, 5), min_size=faces, max_size=faces)
    return weights.map(lambda parts: tuple(part / sum(parts) for part in parts))


def dice_sets(max_dice: int = 5, max_faces: int = 6) -> st.SearchStrategy[Dice]:
    return st.builds(Dice, st.integers(1, max_dice), st.integers(2, max_faces))


def rolls(game: Rules) -> st.SearchStrategy[Roll]:
    return st.sampled_from(game.dice_set.rolls)


@st.composite
def cards(draw: st.DrawFn, game: Rules, filled: int | None = None) -> Card:
    """A card that play can lead to: some turns, each with any roll in any box that may take it."""
    card = Card.empty(game)
    for _ in range(draw(st.integers(0, game.turns)) if filled is None else filled):
        turn = _thrown(draw, game, card.state(game))
        box = draw(st.sampled_from(legal_categories(game, turn.state, turn.roll)))
        card = card.score(game, turn.roll, box, rerolls=turn.rerolls, served=turn.served)
    return card


def _thrown(draw: st.DrawFn, game: Rules, state: State) -> Turn:
    """A decision point of a turn, with any dice and any number of rerolls that may be left."""
    return turn_at(game, state, draw(rolls(game)), draw(st.integers(0, game.rolls - 1 + state.saved)))


def states(game: Rules) -> st.SearchStrategy[State]:
    """States that play can reach."""
    return cards(game).map(lambda card: card.state(game))


@st.composite
def positions(draw: st.DrawFn, game: Rules) -> Position:
    """Several players in the same round, some of whom have had their turn; with dice on the table or without."""
    players, done = draw(st.integers(2, 8)), draw(st.integers(0, game.turns))
    mover = draw(st.integers(0, players - 1))
    moved = draw(st.integers(0, players - 1)) if done < game.turns else 0
    ahead = {(mover - 1 - place) % players for place in range(moved)}
    held = tuple(draw(cards(game, done + (player in ahead))) for player in range(players))
    dice = st.tuples(rolls(game), st.integers(0, game.rolls - 1 + held[mover].saved))
    return Position(game, held, mover, draw(st.none() | dice) if done < game.turns else None)


@st.composite
def turns(draw: st.DrawFn, game: Rules) -> Turn:
    """Decision points of a game that is not over."""
    state = draw(states(game).filter(lambda one: not is_over(game, one)))
    return _thrown(draw, game, state)


@st.composite
def utilities(draw: st.DrawFn) -> Utility:
    """Functions of the final score from 0 to 1: a few levels or many, rising or up and down, at times constant."""
    levels, size = draw(st.sampled_from((1, 2, 5, 1000))), draw(st.integers(1, 200))
    values = np.random.default_rng(draw(st.integers(0, 2**32))).integers(0, levels + 1, size) / levels
    rising = draw(st.booleans())
    return Utility(np.sort(values) if rising else values, draw(st.integers(-20, 60)))
