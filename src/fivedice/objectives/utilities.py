"""Utilities of the final score that people can write down: a risk, blind opponents, or a formula.

risk=R      exponential utility, see `solver.scale`: R > 0 shuns risk, R < 0 seeks it
blind=N     first among N opponents whose scores are not seen: P(all N score less), each playing optimally
FORMULA     of `score`: numbers, + - * / **, comparisons, min, max, abs, sqrt, log, exp; "min(score, 250)"
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from fivedice.arrays import Floats
from fivedice.errors import ObjectiveError
from fivedice.evaluation.evaluate import evaluate
from fivedice.objectives.objective import FromSolution, Objective
from fivedice.objectives.points import most_points, utility
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.solver import cached_solution
from fivedice.strategies.optimal import Optimal

MOST_OPPONENTS = 10_000_000
LONGEST_FORMULA = 500

OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: np.true_divide,
    ast.Pow: np.power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": lambda *args: np.minimum.reduce(np.broadcast_arrays(*args)),
    "max": lambda *args: np.maximum.reduce(np.broadcast_arrays(*args)),
    "abs": np.abs,
    "sqrt": np.sqrt,
    "log": np.log,
    "exp": np.exp,
}


def utility_objective(rules: Rules, words: str, **hooks: Any) -> Objective:
    """The objective that the words after "utility:" describe."""
    name = f"utility:{words}"
    if found := re.fullmatch(r"\s*risk\s*=(.*)", words):
        risk = _number(found[1], name)
        fresh, progress = hooks.get("fresh", False), hooks.get("progress")
        return FromSolution(cached_solution(rules, risk=risk, fresh=fresh, progress=progress))
    if found := re.fullmatch(r"\s*blind\s*=(.*)", words):
        values = first_among(rules, _number(found[1], name), progress=hooks.get("progress"))
        return utility(rules, name, values, "win probability", **hooks)
    with np.errstate(all="ignore"):
        values = of_formula(words, np.arange(most_points(rules) + 1.0))
    return utility(rules, name, values, **hooks)


def first_among(rules: Rules, opponents: float, *, progress: Progress | None = None) -> Floats:
    """P(all n opponents score less than x), for each final score x; they play for the mean and see no cards."""
    if not 1 <= opponents <= MOST_OPPONENTS or opponents != int(opponents):
        raise ObjectiveError(f"blind={opponents:g}: give a whole number of opponents from 1 to {MOST_OPPONENTS:,}.")
    score = evaluate(Optimal().policy(rules), progress=progress).score
    less = np.array([1.0 - score.at_least(x) for x in range(most_points(rules) + 1)])
    return np.asarray(np.clip(less, 0.0, 1.0) ** int(opponents))


def of_formula(text: str, score: Floats) -> Floats:
    """A formula's values at some scores.

    >>> of_formula("min(score, 250) / 10", np.array([240.0, 260.0]))
    array([24., 25.])
    """
    try:
        if len(text) > LONGEST_FORMULA:
            raise SyntaxError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the parser, about what is refused anyway
            tree = ast.parse(text.strip(), mode="eval")
        values = np.asarray(_value(tree.body, text, score), np.float64)
    except ObjectiveError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        raise ObjectiveError(
            f"utility {text[:40]!r} is neither risk=R nor blind=N nor a formula; write for instance min(score, 250)."
        ) from None
    return np.broadcast_to(values, score.shape)


def _value(node: ast.expr, text: str, score: Floats) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return np.float64(number)
        case ast.Name(id="score"):
            return score
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left, text, score), _value(right, text, score))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(operand, text, score))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left, text, score), _value(right, text, score)) * 1.0
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]) if name in FUNCTIONS:
            if name in ("min", "max") or len(args) == 1:
                return FUNCTIONS[name](*(_value(one, text, score) for one in args))
    known = ", ".join(("score", *FUNCTIONS))
    raise ObjectiveError(
        f"utility {text!r}: {ast.unparse(node)!r} is not understood; a formula has numbers, + - * / **, comparisons, "
        f"and {known}."
    )


def _number(text: str, name: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ObjectiveError(f"objective {name!r}: {text.strip()!r} is not a number.") from None
