"""`fd.solve` and `fd.advise`: solve rules exactly for an objective, and rank the decisions for a roll by it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fivedice.api.read import CardLike, DiceLike, RulesLike, read_card, read_dice, read_rules
from fivedice.coach.advice import Advice
from fivedice.coach.advice import advise as rank
from fivedice.errors import NotationError, ObjectiveError
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.progress import Shown, announce, progress_bar
from fivedice.reports import Result, Table
from fivedice.rules import Card, Rules, State
from fivedice.rules.notation import check_rerolls, check_state, format_card
from fivedice.rules.state import is_over
from fivedice.solver import AnySolution, Solution, any_solution, cached_solution
from fivedice.solver.layers.solution import LayeredSolution


@dataclass(frozen=True, repr=False, eq=False)
class Solved(Result):
    """Rules solved for an objective.

    value : expected final score, certainty equivalent, probability or utility, as `goal.quantity` says
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

    def advise(self, dice: DiceLike, rerolls: int | None = None, card: CardLike = None) -> Advice:
        """Every decision for a roll, best first; without `rerolls` the roll is the first of its turn."""
        rules = self.rules
        roll, held = read_dice(rules, dice), read_card(rules, card)
        left = check_rerolls(rules, rules.rolls - 1 + held.saved if rerolls is None else rerolls, held.saved)
        check_open(rules, held)
        return rank(self.goal, held, roll, left)

    def card_value(self, card: CardLike = None) -> float:
        """The value of a card before its next turn: the expected final score, say."""
        held = read_card(self.rules, card)
        check_open(self.rules, held)
        return self.goal.shown(self.goal.turn_values(held).start, held)

    def state_value(self, state: State | str) -> float:
        """The points still to come from a state, such as State(...) or "1.3.FH@12"; an impossible one is refused."""
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
        if isinstance(solution, LayeredSolution):
            words += f", to within {solution.error_bound:.0e}"
        if self.objective != "mean":
            words = f"{self.objective}: the game is worth a sure score of {self.value:.4f}"
        how = "solved earlier in" if solution.cached else "solved in"
        return [f"{name}: {words} ({solution.states:,} {solution.counts}, {how} {solution.seconds:.2f} s)."]

    def to_dict(self) -> dict[str, Any]:
        """What was solved, its value, and how."""
        head = {"variant": self.rules.name, "digest": self.rules.digest, "objective": self.objective}
        if not isinstance(self.goal, FromSolution):
            return {**head, "value": self.value, "quantity": self.goal.quantity}
        solution = self.goal.solution
        how = {"states": solution.states, "seconds": solution.seconds, "cached": solution.cached}
        bound = {"error_bound": solution.error_bound} if isinstance(solution, LayeredSolution) else {}
        return {**head, "value": self.value, **how, **bound}


def solve(
    rules: RulesLike = None,
    objective: str = "mean",
    *,
    fresh: bool = False,
    scheduler: str | None = None,
    progress: Shown = None,
) -> Solved:
    """Solve rules exactly, over all reachable states, for the greatest mean score or another objective.

    Solutions are cached on disk, so that the second call takes a moment; `fresh` solves again. Games with saved throws,
    and games that do not fit in memory, are solved layer by layer in files, and an interrupted solution resumes where
    it stopped; with a `scheduler` such as "tcp://host:8786", on the workers of a Dask cluster. Objectives: "mean",
    "reach:300" (probability of 300 or more), "utility:risk=2" (exponential utility), "utility:blind=3" (first among 3
    opponents whose scores are not seen), "utility:min(score, 250)" (any formula).
    """
    game = read_rules(rules)
    if objective.strip() == "win":
        raise ObjectiveError("objective 'win' is that of a position; ask `fivedice win` or `fivedice advise`.")
    if scheduler and objective.strip() != "mean":
        raise ObjectiveError(f"a scheduler solves for the mean, and {objective.strip()!r} was asked for.")
    if objective.strip() == "mean":
        goal: Objective = FromSolution(solution_for(game, progress, fresh=fresh, scheduler=scheduler))
    else:
        from fivedice.objectives.parse import parse_objective

        with progress_bar(f"Solving {game.name} for {objective.strip()}", progress) as shown:
            goal = parse_objective(game, objective.strip(), fresh=fresh, progress=shown, announce=announce)
    if isinstance(goal, FromSolution):
        return Solved(game, objective, goal, goal.solution.value)
    card = Card.empty(game)
    return Solved(game, objective, goal, goal.shown(goal.turn_values(card).start, card))


def advise(
    dice: DiceLike,
    rerolls: int,
    rules: RulesLike = None,
    *,
    card: CardLike = None,
    objective: str = "mean",
    opponents: Sequence[str] = (),
    progress: Shown = None,
) -> Advice:
    """Every decision for a roll with its value and its regret, best first.

    Objectives are those of `fd.solve`, and "win" with the cards of the `opponents`.
    """
    game = read_rules(rules)
    roll, held = read_dice(game, dice), read_card(game, card)
    left = check_rerolls(game, rerolls, held.saved)
    check_open(game, held)
    if opponents and objective != "win":
        raise ObjectiveError(f"--opponents are for --objective win, and {objective!r} was asked for.")
    if objective != "win":
        return solve(game, objective, progress=progress).advise(roll, left, held)
    if not opponents:
        raise ObjectiveError("objective 'win' needs the cards of the other players; name them with --opponents.")
    from fivedice.evaluation.outlook import Outlook
    from fivedice.objectives.position import parse_position
    from fivedice.objectives.win import Winning

    position = parse_position(game, [format_card(game, held), *opponents], mover=0)
    with progress_bar(f"Solving {game.name}", progress) as shown:
        return rank(Winning(position, Outlook(game, progress=shown, announce=announce)), held, roll, left)


def solution_for(
    rules: Rules, progress: Shown = None, *, fresh: bool = False, scheduler: str | None = None
) -> AnySolution:
    """The solution for the mean, from disk or solved under a progress bar; loads no compiler if it is on disk.

    With saved throws, or if it does not fit in memory, it stays in files.
    """
    with progress_bar(f"Solving {rules.name}", progress) as shown:
        return any_solution(rules, fresh=fresh, scheduler=scheduler, progress=shown, announce=announce)


def solution_in_memory(rules: Rules, progress: Shown = None) -> Solution:
    """The solution with all values in memory; rules with saved throws are refused."""
    with progress_bar(f"Solving {rules.name}", progress) as shown:
        return cached_solution(rules, progress=shown)


def check_open(rules: Rules, card: Card) -> None:
    """Refuse a full card."""
    if is_over(rules, card.state(rules)):
        text = format_card(rules, card)
        raise NotationError(f"card {text!r}: every box is filled, so the game is over and nothing is to decide.")
