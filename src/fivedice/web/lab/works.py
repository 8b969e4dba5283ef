"""The long work of jobs: each function takes a callback for progress and a question, and returns plain values."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from fivedice.errors import ObjectiveError
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.web.calculations import Teller
from fivedice.web.lab.contests import compare, evaluate, same_dice
from fivedice.web.lab.measuring import figures, ladder, sweep
from fivedice.web.lab.reading import check_size, read_rules, text_field

Plain = dict[str, Any]


def scores(progress: Progress, question: Plain) -> Plain:
    """The table of final scores from all early states, from which positions are then answered at once."""
    from fivedice.evaluation.scores import optimal_scores

    rules = _rules(question)
    optimal_scores(rules, progress=progress)
    return {"digest": rules.digest}


def targets(progress: Progress, question: Plain) -> Plain:
    """The greatest probability of every target, solved at once for all early states."""
    from fivedice.api.reach import solve_targets

    rules, most = _rules(question), question.get("target", 500)
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= 2000:
        raise ObjectiveError(f"target is {str(most)[:20]!r}; it must be a whole number from 1 to 2000.")
    found = solve_targets(rules, progress=progress)
    return {"digest": rules.digest, "most": found.max_target}


def later(module: str, name: str) -> Callable[[Teller, Plain], Plain]:
    """A function of a module of the laboratory that is imported when it is first called."""

    def call(progress: Teller, question: Plain) -> Plain:
        found: Plain = getattr(import_module(f"fivedice.web.lab.{module}"), name)(progress, question)
        return found

    return call


def _rules(question: Plain) -> Rules:
    return check_size(read_rules(text_field(question, "rules", "yahtzee")))


WORKS: dict[str, Callable[[Teller, Plain], Plain]] = {
    "evaluate": evaluate,
    "compare": compare,
    "same_dice": same_dice,
    "figures": figures,
    "ladder": ladder,
    "sweep": sweep,
    "scores": scores,
    "targets": targets,
    "study": later("studies", "study"),
    "train": later("training", "train"),
}
WITH_FILES = ("study", "train")
"""Works that keep files of their own, and look for these themselves."""
