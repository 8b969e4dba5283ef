"""Answers about a position: its decisions, the distribution of the final score, chances, and who wins."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fivedice.charts import curve, distributions, spec
from fivedice.coach.advice import Advice, advise
from fivedice.coach.review import grade
from fivedice.errors import ObjectiveError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.final_score import final_score, outlook_of
from fivedice.evaluation.scores import scores_on_disk
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.objectives.points import is_early, kept_target
from fivedice.progress import Progress
from fivedice.rules import Category, Rules, State, score_turn
from fivedice.rules.card import possible_points
from fivedice.rules.dice import format_dice
from fivedice.rules.notation import format_card
from fivedice.solver import AnySolution, any_solution
from fivedice.solver.prospect import prospect
from fivedice.web.lab.reading import (
    Placed,
    check_size,
    read_decision,
    read_position,
    read_rules,
    said_rules,
    text_field,
)

if TYPE_CHECKING:
    from fivedice.evaluation.bonus import BonusChances
    from fivedice.evaluation.yahtzee import YahtzeeChances

Plain = dict[str, Any]
ALONE = "to win needs the cards of two or more players; add a card."
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
TAIL = 0.001
"""Share of games at either end that a curve leaves out."""


@lru_cache(maxsize=6)
def solution_of(rules: Rules) -> AnySolution:
    """The solution for the mean, from disk once it is there."""
    return any_solution(check_size(rules))


def placed_of(question: Plain) -> Placed:
    """The position that a question is about."""
    rules = read_rules(text_field(question, "rules", "yahtzee"))
    return read_position(rules, text_field(question, "position", "-"))


# ------------------------------------------------------------------------------------------------------ decisions


def analyse(progress: Progress, question: Plain) -> Plain:
    """The cards as a page draws them, and every decision, best first, by an objective."""
    placed = placed_of(question)
    rules = placed.rules
    found = {**cards_of(placed), "rules": text_field(question, "rules", "yahtzee"), "name": rules.name}
    if placed.is_over:
        return {**found, "over": True, "decisions": [], "value": placed.card.total(rules)}
    wanted = text_field(question, "objective", "mean").strip()
    if needs := needs_first(placed, wanted):
        return {**found, "over": False, "decisions": [], "needs": needs}
    objective = objective_of(placed, wanted, progress)
    value = objective.shown(objective.turn_values(placed.card).start, placed.card)
    goal = {"over": False, "objective": wanted, "quantity": objective.quantity, "before": value}
    if placed.throw is None:
        return {**found, **goal, "decisions": [], "value": value}
    advice = advise(objective, placed.card, *placed.throw)
    python = python_of(placed, wanted, found["rules"])
    return {**found, **goal, "value": advice.best.value, "decisions": decisions_of(placed, advice), "python": python}


def python_of(placed: Placed, wanted: str, named: str) -> str:
    """The lines of Python that give the same decisions."""
    assert placed.throw is not None
    roll, rerolls = placed.throw
    cards = [format_card(placed.rules, card) for card in placed.cards]
    others = [card for player, card in enumerate(cards) if player != placed.mover]
    options: dict[str, Any] = {"card": cards[placed.mover], **({} if wanted == "mean" else {"objective": wanted})}
    if wanted == "win":
        options["opponents"] = others
    words = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"import fivedice as fd\n\nfd.advise({format_dice(roll)!r}, {rerolls}, {said_rules(named)}{words})"


def objective_of(placed: Placed, wanted: str, progress: Progress) -> Objective:
    """The objective that was asked for."""
    check_size(placed.rules)
    if wanted == "mean":
        return FromSolution(solution_of(placed.rules))
    from fivedice.objectives.parse import parse_objective

    position = placed.position() if wanted == "win" and len(placed.cards) > 1 else None
    if wanted == "win" and position is None:
        raise ObjectiveError(ALONE)
    return parse_objective(placed.rules, wanted, position, progress=progress)


def needs_first(placed: Placed, wanted: str) -> Plain | None:
    """The job that has to be done once before an early position can be answered for."""
    word, _, rest = wanted.partition(":")
    early = is_early(placed.card.state(placed.rules))
    if word == "reach" and early and rest.strip().isdecimal() and not kept_target(placed.rules, int(rest)):
        return {"kind": "targets"}
    early_card = any(is_early(card.state(placed.rules)) for card in placed.cards)
    if word == "win" and len(placed.cards) > 1 and early_card and not scores_on_disk(placed.rules):
        return {"kind": "scores"}
    if word == "utility" and early and not rest.strip().startswith("risk"):
        raise ObjectiveError("this objective is for later positions here: fill three boxes, or use `fivedice advise`.")
    return None


def decisions_of(placed: Placed, advice: Advice) -> list[Plain]:
    """Every decision with its value and its regret."""
    return [
        {
            "kind": one.kind,
            "text": one.text,
            "title": one.decision.title if isinstance(one.decision, Category) else "",
            "dice": [] if isinstance(one.decision, Category) else list(one.decision),
            "points": score_turn(placed.rules, advice.turn, one.decision).total
            if isinstance(one.decision, Category)
            else None,
            "value": one.value,
            "regret": one.regret,
            "grade": grade(one.regret) if "score" in advice.objective.quantity else "",
        }
        for one in advice.choices()
    ]


def cards_of(placed: Placed) -> Plain:
    """What a page draws of a position."""
    rules = placed.rules
    boxes = [
        {
            "name": one.name,
            "title": one.title,
            "code": one.code,
            "section": one.section,
            "choices": list(possible_points(rules, one)),
        }
        for one in rules.categories
    ]
    roll, rerolls = placed.throw or ((), rules.rolls - 1 + placed.card.saved)
    return {
        "position": placed.text,
        "title": rules.title,
        "boxes": boxes,
        "dice": rules.dice,
        "faces": rules.faces,
        "symbols": [format_dice((face,)) for face in range(1, rules.faces + 1)],
        "rolls": rules.rolls,
        "most_rerolls": rules.rolls - 1 + placed.card.saved,
        "saves": rules.most_saved > 0,
        "bonuses": bool(rules.yahtzee_bonus) and rules.yahtzee is not None,
        "mover": placed.mover,
        "roll": list(roll),
        "rerolls": rerolls,
        "cards": [
            {
                "points": list(card.points),
                "bonuses": card.yahtzee_bonuses,
                "saved": card.saved,
                "total": card.total(rules),
                "upper_bonus": card.upper_bonus(rules),
            }
            for card in placed.cards
        ],
    }


# -------------------------------------------------------------------------------------------------- distributions


def outlook(progress: Progress, question: Plain) -> Plain:
    """The distribution of the final score under the best decision, and under another one beside it, with charts."""
    placed = placed_of(question)
    check_size(placed.rules)
    best, early = _final(placed, None)
    lines = {"card" if early or placed.throw is None else "best decision": best}
    other = text_field(question, "decision", "")
    if other and not early and placed.throw:
        lines[text_field(question, "words", other)[:60]] = _final(placed, other)[0]
    return {
        "from": "card" if early else "dice",
        "figures": [{"name": name, **figures_of(one)} for name, one in lines.items()],
        "charts": {
            "distribution": spec(_drawn(lines)),
            "reaching": spec(_reaching(lines)),
        },
    }


def _final(placed: Placed, decision: str | None) -> tuple[Distribution, bool]:
    """The final score, and whether the dice are left out, because their outlook would take a minute."""
    rules, card = placed.rules, placed.card
    early = is_early(card.state(rules)) and not scores_on_disk(rules)
    if placed.throw is None or early or placed.is_over:
        return final_score(rules, card), early and placed.throw is not None
    taken = read_decision(placed, decision) if decision else None
    return outlook_of(rules).final_in_turn(card, *placed.throw, taken), False


def figures_of(score: Distribution) -> Plain:
    """Mean, standard deviation and quantiles."""
    return {"mean": score.mean, "sd": score.sd, "quantiles": {str(one): score.quantile(one) for one in SHARES}}


def _drawn(lines: dict[str, Distribution]) -> Any:
    series = {name: (one.numbers.astype(int).tolist(), one.probability.tolist()) for name, one in lines.items()}
    return distributions(series, title="Final score")


def _reaching(lines: dict[str, Distribution]) -> Any:
    """The curves where they fall: targets that all games reach, or almost none, are left out."""
    series = {}
    for name, one in lines.items():
        falls = (one.reaching > TAIL) & (one.reaching < 1 - TAIL)
        falls |= ~falls.any()  # one score is certain
        series[name] = (one.numbers[falls].astype(int).tolist(), one.reaching[falls].tolist())
    subtitle = f"The outermost {TAIL:.1%} are not drawn".replace("%", " %")
    return curve(series, title="Reaching a final score", subtitle=subtitle)


# -------------------------------------------------------------------------------------------------------- chances


@lru_cache(maxsize=16)
def _bonus(rules: Rules, start: State) -> "BonusChances":
    from fivedice.evaluation.bonus import bonus_chances, bonus_on_disk, cached_bonus_chances

    return cached_bonus_chances(rules) if bonus_on_disk(rules) or not start.filled else bonus_chances(rules, start)


@lru_cache(maxsize=16)
def _yahtzee(rules: Rules, start: State) -> "YahtzeeChances":
    from fivedice.evaluation.yahtzee import yahtzee_chances

    return yahtzee_chances(rules, start)


def chances(progress: Progress, question: Plain) -> Plain:
    """Chances of the upper bonus and of points in the Yahtzee box after every decision, playing on for the mean."""
    placed = placed_of(question)
    rules, state = check_size(placed.rules), placed.card.state(placed.rules)
    if placed.throw is None or placed.is_over or rules.most_saved:
        return {"bonus": {}, "yahtzee": {}}
    advice = advise(FromSolution(solution_of(rules)), placed.card, *placed.throw)
    ends = {one.text: prospect(advice.values, advice.turn, one.decision) for one in advice.choices()}
    found: Plain = {"bonus": {}, "yahtzee": {}}
    if rules.upper_cap:
        bonus = _bonus(rules, state)
        found["bonus"] = {text: one.bonus(bonus) for text, one in ends.items()}
    if rules.yahtzee is not None and state.is_empty(rules.yahtzee):
        later, box = _yahtzee(rules, state), rules.categories[rules.yahtzee]
        found["yahtzee"] = {
            text: sum(
                chance * (float(scoring.points > 0) if category == box else later(scoring.state))
                for (category, scoring), chance in one.ends.items()
            )
            for text, one in ends.items()
        }
    return found


def win(progress: Progress, question: Plain) -> Plain:
    """Win probabilities of all cards, and the decisions that win most."""
    from fivedice.coach.chances import win_chances

    placed = placed_of(question)
    check_size(placed.rules)
    if len(placed.cards) < 2:
        raise ObjectiveError(ALONE)
    if needs := needs_first(placed, "win"):
        return {"needs": needs}
    return win_chances(placed.position(), outlook_of(placed.rules)).to_dict()
