"""Advice in words: why a decision is the best one, with computed numbers.

After a decision, the strategy of the greatest mean ends the turn in each box with an exact probability, and each state
that it can end in has an exact probability of the upper bonus (`evaluation.bonus`).
"""

from dataclasses import dataclass

from fivedice.coach.advice import Advice
from fivedice.phrases import Phrase, either, figure, phrase
from fivedice.rules import Category, Decision
from fivedice.rules.category import capital
from fivedice.rules.decision import decision_gerund
from fivedice.solver.prospect import Bonus, Prospect, prospect

NAMED_BOXES = 3
"""Limit on the boxes named in which a turn can end."""
WORTH_NAMING = 0.05
"""Boxes and zeros that are less likely than this are not named."""
CERTAIN = 1.0 - 1e-9
TELLING = 0.005
"""Differences below this print alike and are not named."""
ZERO = phrase("a zero")


@dataclass(frozen=True)
class Explanation:
    """The reasons for the best decision against another one: sentences, and the numbers in them."""

    best: Prospect
    best_value: float
    other: Prospect | None
    other_value: float | None
    best_bonus: float | None
    other_bonus: float | None

    @property
    def sentences(self) -> tuple[str, ...]:
        """The likely end of the turn, the chance of the bonus, and the gain in value."""
        return tuple(said for said in (_first(self), _about_bonus(self), _about_value(self)) if said)


def explain(advice: Advice, *, against: Decision | None = None, bonus: Bonus | None = None) -> Explanation:
    """Why the best decision is the best: against one that was taken or considered, else against the second best."""
    best, *rest = advice.choices(against)
    other = next((one for one in rest if against is None or one.decision == against), None)
    one = prospect(advice.values, advice.turn, best.decision)
    two = prospect(advice.values, advice.turn, other.decision) if other else None
    known = bonus if advice.rules.upper_cap else None
    mine, theirs = (each.bonus(known) if known and each else None for each in (one, two))
    return Explanation(one, best.value, two, other.value if other else None, mine, theirs)


def _first(found: Explanation) -> Phrase:
    """The likely end of the turn."""
    best = found.best
    decision = capital(decision_gerund(best.decision))
    if isinstance(best.decision, Category):
        ((_, scoring),) = best.ends
        points, bonus = scoring.points, scoring.bonus
        if bonus:
            return phrase(
                "{decision} pays {points} and a bonus of {bonus}.", decision=decision, points=points, bonus=bonus
            )
        return phrase("{decision} pays {points}.", decision=decision, points=points)
    likely = next(iter(best.boxes.items()), None)
    if likely is None or likely[1] > CERTAIN:
        return phrase("{decision} always ends in {box}.", decision=decision, box=likely[0].label if likely else ZERO)
    named = [(box.label, chance) for box, chance in best.boxes.items() if chance >= WORTH_NAMING][:NAMED_BOXES]
    ends = either([phrase("{box} ({chance})", box=label, chance=percent(chance)) for label, chance in named]) or ZERO
    if best.nothing < WORTH_NAMING:
        return phrase("{decision} mostly ends in {ends}.", decision=decision, ends=ends)
    return phrase(
        "{decision} mostly ends in {ends}; a zero must be written in {chance}.",
        decision=decision,
        ends=ends,
        chance=percent(best.nothing),
    )


def _about_bonus(found: Explanation) -> str:
    """The chance of the upper bonus, unless it is 0 or 1 in any case."""
    mine, theirs = found.best_bonus, found.other_bonus
    if mine is None or (mine in (0.0, 1.0) and theirs in (None, mine)):
        return ""
    chance = percent(mine)
    if theirs is None or found.other is None or abs(mine - theirs) < TELLING:
        return phrase("It leaves the upper bonus at {chance}.", chance=chance)
    return phrase(
        "It leaves the upper bonus at {chance}; {rival} leaves it at {other}.",
        chance=chance,
        rival=decision_gerund(found.other.decision),
        other=percent(theirs),
    )


def _about_value(found: Explanation) -> Phrase:
    value = figure(found.best_value, 1)
    if found.other is None or found.other_value is None:
        return phrase("It expects {value}.", value=value)
    rival, cost = decision_gerund(found.other.decision), found.best_value - found.other_value
    if cost < TELLING:
        return phrase("{rival} is worth as much: {value}.", rival=capital(rival), value=figure(found.other_value, 1))
    return phrase(
        "It expects {value}, which is {cost} more than {rival}.", value=value, cost=figure(cost, 2), rival=rival
    )


def percent(chance: float) -> Phrase:
    """A probability as people say it; only what is certain is 0 % or 100 %.

    >>> percent(0.581), percent(0.004), percent(0.9999), percent(1.0)
    ('58 %', 'less than 1 %', 'more than 99 %', '100 %')
    """
    if 0.0 < chance < 0.005:
        return phrase("less than 1 %")
    if 0.995 <= chance < CERTAIN:
        return phrase("more than 99 %")
    return phrase("{number} %", number=f"{100 * chance:.0f}")
