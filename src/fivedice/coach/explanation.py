"""Advice in words: why a decision is the best one, said in numbers that were computed.

A turn that goes on from a decision by the strategy of the greatest mean ends in each box with a probability that is
exact, and each state that it can end in has its probability of the upper bonus (`evaluation.bonus`).
"""

from dataclasses import dataclass, replace

from fivedice.coach.advice import Advice
from fivedice.rules import Category, Decision
from fivedice.rules.category import capital
from fivedice.rules.decision import decision_gerund, listed
from fivedice.solver.prospect import Bonus, Prospect, prospect

NAMED_BOXES = 3
"""How many boxes are named that a turn can end in."""
WORTH_NAMING = 0.05
"""Boxes and zeros that are less likely than this are not named."""
CERTAIN = 1.0 - 1e-9
TELLING = 0.005
"""Differences below this print alike and are not named."""


@dataclass(frozen=True)
class Explanation:
    """What speaks for the best decision, beside another one: sentences, and the numbers in them."""

    sentences: tuple[str, ...]
    best: Prospect
    best_value: float
    other: Prospect | None
    other_value: float | None
    best_bonus: float | None
    other_bonus: float | None


def explain(advice: Advice, *, against: Decision | None = None, bonus: Bonus | None = None) -> Explanation:
    """Why the best decision is the best: against one that was taken or considered, else against the second best."""
    best, *rest = advice.choices(against)
    other = next((one for one in rest if against is None or one.decision == against), None)
    one = prospect(advice.values, advice.turn, best.decision)
    two = prospect(advice.values, advice.turn, other.decision) if other else None
    known = bonus if advice.rules.upper_cap else None
    mine, theirs = (each.bonus(known) if known and each else None for each in (one, two))
    found = Explanation((), one, best.value, two, other.value if other else None, mine, theirs)
    return replace(found, sentences=tuple(_sentences(found)))


def _sentences(found: Explanation) -> list[str]:
    said = [_first(found)]
    if line := _about_bonus(found):
        said.append(line)
    if found.other and found.other_value is not None:
        cost = found.best_value - found.other_value
        rival = decision_gerund(found.other.decision)
        said.append(
            f"{capital(rival)} is worth as much: {found.other_value:.1f}."
            if cost < TELLING
            else f"It expects {found.best_value:.1f}, which is {cost:.2f} more than {rival}."
        )
    else:
        said.append(f"It expects {found.best_value:.1f}.")
    return said


def _first(found: Explanation) -> str:
    """What the turn will come to."""
    best = found.best
    if isinstance(best.decision, Category):
        ((_, scoring),) = best.ends
        more = f" and a bonus of {scoring.bonus}" if scoring.bonus else ""
        return f"{capital(decision_gerund(best.decision))} pays {scoring.points}{more}."
    likely = next(iter(best.boxes.items()), None)
    if likely is None or likely[1] > CERTAIN:
        return f"{capital(decision_gerund(best.decision))} always ends in {likely[0].title if likely else 'a zero'}."
    named = [(box.title, chance) for box, chance in best.boxes.items() if chance >= WORTH_NAMING][:NAMED_BOXES]
    ends = listed([f"{title} ({percent(chance)})" for title, chance in named], "or")
    nothing = f"; a zero must be written in {percent(best.nothing)}" if best.nothing >= WORTH_NAMING else ""
    return f"{capital(decision_gerund(best.decision))} mostly ends in {ends or 'a zero'}{nothing}."


def _about_bonus(found: Explanation) -> str:
    """What becomes of the upper bonus, unless that is settled."""
    mine, theirs = found.best_bonus, found.other_bonus
    if mine is None or (mine in (0.0, 1.0) and theirs in (None, mine)):
        return ""
    line = f"It leaves the upper bonus at {percent(mine)}"
    if theirs is None or found.other is None or abs(mine - theirs) < TELLING:
        return f"{line}."
    return f"{line}; {decision_gerund(found.other.decision)} leaves it at {percent(theirs)}."


def percent(chance: float) -> str:
    """A probability as people say it; only what is certain is 0 % or 100 %.

    >>> percent(0.581), percent(0.004), percent(0.9999), percent(1.0)
    ('58 %', 'less than 1 %', 'more than 99 %', '100 %')
    """
    if 0.0 < chance < 0.005:
        return "less than 1 %"
    if 0.995 <= chance < CERTAIN:
        return "more than 99 %"
    return f"{100 * chance:.0f} %"
