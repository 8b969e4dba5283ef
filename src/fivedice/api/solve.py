"""`fd.solve`: rules solved exactly for an objective, and advice from the solution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fivedice.api.read import CardLike, DiceLike, RulesLike, read_card, read_dice, read_rules
from fivedice.errors import NotationError, ObjectiveError
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.progress import Shown, announce, progress_bar
from fivedice.reports import Cell, Result, Table
from fivedice.rules import Card, Rules, State
from fivedice.rules.notation import check_rerolls, check_state
from fivedice.rules.state import is_over
from fivedice.solver import cached_solution

if TYPE_CHECKING:
    from fivedice.coach.advice import Advice

FORMS = "mean, reach, reach:T, utility:risk=R, utility:blind=N or utility:FORMULA"


@dataclass(frozen=True, repr=False, eq=False)
class Solved(Result):
    """Rules solved for an objective.

    value : expected final score, sure score that is worth as much, probability or utility, as `goal.quantity` says
    """

    rules: Rules
    objective: str
    goal: Objective
    value: float

    @property
    def states(self) -> int | None:
        """Number of reachable states, where all of them were solved at once."""
        return self.goal.solution.states if isinstance(self.goal, FromSolution) else None

    @property
    def cached(self) -> bool:
        """Whether the solution was read from disk."""
        return isinstance(self.goal, FromSolution) and self.goal.solution.cached

    def advise(self, dice: DiceLike, rerolls: int | None = None, card: CardLike = None) -> "Advice":
        """Every decision for a roll, best first; without `rerolls` the roll is the first of its turn."""
        from fivedice.coach.advice import advise

        rules = self.rules
        roll, held = read_dice(rules, dice), read_card(rules, card)
        left = check_rerolls(rules, rules.rolls - 1 if rerolls is None else rerolls)
        if is_over(rules, held.state(rules)):
            raise NotationError(f"card {card!r}: every box is filled, so the game is over and nothing is to decide.")
        return advise(self.goal, held, roll, left)

    def card_value(self, card: CardLike = None) -> float:
        """The value of a card before its next turn: the expected final score, say."""
        held = read_card(self.rules, card)
        if is_over(self.rules, held.state(self.rules)):
            raise NotationError(f"card {card!r}: every box is filled, so the game is over and nothing is to come.")
        return self.goal.shown(self.goal.turn_values(held).start, held)

    def state_value(self, state: State | str) -> float:
        """The points still to come from a state, such as State(...) or "1.3.FH@12"; one that cannot be is refused."""
        if not isinstance(self.goal, FromSolution):
            raise ObjectiveError(f"{self.objective} depends on the points so far: ask for the value of a card instead.")
        solution = self.goal.solution
        return solution.scale.equivalent(solution.state_value(check_state(self.rules, state)))

    def headline(self) -> str:
        """The value."""
        return f"{self.rules.name}, {self.objective}: {self.goal.quantity} {self.value:.7g}"

    def parts(self) -> list[str | Table]:
        """One sentence."""
        name = self.rules.name
        if not isinstance(self.goal, FromSolution):
            return [f"{name}: {self.objective}: {self.goal.quantity} {self.value:.6g}"]
        solution = self.goal.solution
        words = f"the optimal strategy scores {self.value:.7f} on average"
        if self.objective != "mean":
            words = f"{self.objective}: the game is worth a sure score of {self.value:.4f}"
        how = "solved earlier in" if solution.cached else "solved in"
        return [f"{name}: {words} ({solution.states:,} reachable states, {how} {solution.seconds:.2f} s)."]

    def to_dict(self) -> dict[str, Any]:
        """What was solved, its value, and how."""
        head = {"variant": self.rules.name, "digest": self.rules.digest, "objective": self.objective}
        if not isinstance(self.goal, FromSolution):
            return {**head, "value": self.value, "quantity": self.goal.quantity}
        solution = self.goal.solution
        how = {"states": solution.states, "seconds": solution.seconds, "cached": solution.cached}
        return {**head, "value": self.value, **how}


@dataclass(frozen=True, repr=False)
class SolvedTargets(Result):
    """The greatest probability to reach each target from the start, all solved at once."""

    rules: Rules
    probabilities: dict[int, float]

    @property
    def max_target(self) -> int:
        """The greatest target that was solved."""
        return max(self.probabilities)

    @property
    def steps(self) -> dict[int, float]:
        """The probabilities of round targets."""
        return {target: self.probabilities[target] for target in round_numbers(1, self.max_target)}

    def headline(self) -> str:
        """How many targets."""
        return f"{self.rules.name}: greatest probabilities to reach each target up to {self.max_target}"

    def parts(self) -> list[str | Table]:
        """The probabilities of round targets."""
        rows: list[list[object]] = [[target, Cell(one, f"{one:.4%}")] for target, one in self.steps.items()]
        title = f"{self.rules.name}: greatest probabilities to reach each target, all solved up to {self.max_target}"
        return [title, Table("targets", title, ["Target", "Probability"], rows)]

    def to_dict(self) -> dict[str, Any]:
        """The probabilities of round targets."""
        steps = {str(target): one for target, one in self.steps.items()}
        head = {"variant": self.rules.name, "digest": self.rules.digest, "objective": "reach"}
        return {**head, "max_target": self.max_target, "probabilities": steps}


def solve(rules: RulesLike = None, objective: str = "mean", *, fresh: bool = False, progress: Shown = None) -> Solved:
    """Solve rules exactly, over all reachable states, for the greatest mean score or another objective.

    Solutions are kept on disk, so that the second time takes a moment; `fresh` solves again. Objectives: "mean",
    "reach:300" (probability of 300 or more), "utility:risk=2" (exponential utility), "utility:blind=3" (first among 3
    opponents whose scores are not seen), "utility:min(score, 250)" (any formula).
    """
    game = read_rules(rules)
    goal = _goal(game, objective.strip(), fresh, progress)
    if isinstance(goal, FromSolution):
        return Solved(game, objective, goal, goal.solution.value)
    card = Card.empty(game)
    return Solved(game, objective, goal, goal.shown(goal.turn_values(card).start, card))


def _goal(game: Rules, objective: str, fresh: bool, progress: Shown) -> Objective:
    if objective == "win":
        raise ObjectiveError("objective 'win' is that of a position; ask `fivedice win` or `fivedice advise`.")
    words = f"Solving {game.name}" + ("" if objective == "mean" else f" for {objective}")
    with progress_bar(words, progress) as shown:
        if objective == "mean":  # loads no compiler if it was solved before
            return FromSolution(cached_solution(game, fresh=fresh, progress=shown))
        from fivedice.objectives.parse import parse_objective

        return parse_objective(game, objective, forms=FORMS, fresh=fresh, progress=shown, announce=announce)


def solve_targets(
    rules: RulesLike = None, max_target: int | None = None, *, fresh: bool = False, progress: Shown = None
) -> SolvedTargets:
    """Solve all targets up to the greatest one at once, up to 500 by default; `fd.reach` then answers from disk."""
    from fivedice.objectives.points import USUAL_TARGET, reach_curves

    game, least = read_rules(rules), max_target or USUAL_TARGET
    with progress_bar(f"Solving {game.name} for all targets", progress) as shown:
        curves, most = reach_curves(game, max_target, least=least, fresh=fresh, progress=shown, announce=announce)
    return SolvedTargets(game, {target: curves.value(State(), -target) for target in range(1, most + 1)})


def round_numbers(least: int, most: int) -> list[int]:
    """Round numbers in a range of scores, enough of them to show its course: steps of 50 in most games."""
    step = next(one for one in (50, 10, 5, 1) if most - least >= 5 * one or one == 1)
    return [number for number in range(least, most + 1) if number % step == 0]
