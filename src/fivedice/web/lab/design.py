"""The designer's questions: rules with their controls, after a change if one was made; and their exact mean."""

import re
import tomllib
from typing import Any

from fivedice.errors import FivediceError, RulesError, TooLarge
from fivedice.evaluation.levels import levels
from fivedice.evaluation.strengths import shipped_strengths
from fivedice.progress import Progress
from fivedice.rules import Rules
from fivedice.rules.controls import box_controls, parameter_controls
from fivedice.rules.description import describe_boxes
from fivedice.rules.difference import format_difference
from fivedice.rules.formula import ALLOWED
from fivedice.rules.pattern import GRAMMAR
from fivedice.rules.toml import format_rules
from fivedice.rules.variants import VARIANTS, named_rules
from fivedice.solver.cache import is_solved
from fivedice.solver.exact import solve
from fivedice.web.lab.changes import LONGEST_CODE, LONGEST_NAME, LONGEST_TITLE, Unplayable, changed, key_of
from fivedice.web.lab.reading import LONGEST, by_layers, check_size, read_rules, text_field

Plain = dict[str, Any]
MOST_KEEPS = 20_000
"""Of rules that are designed here: a table describes its boxes without a helper process."""


def rules_and_base(question: Plain) -> tuple[Rules, Rules]:
    """The rules of a page, and the variant that they are compared with."""
    text = text_field(question, "rules", "yahtzee")
    try:
        rules = read_rules(text)
    except RulesError as error:
        raise Unplayable(str(error), _named_first(str(error))) from None
    return rules, read_rules(text_field(question, "base", "") or _base_named(text))


def _base_named(text: str) -> str:
    """The variant that rules are made from, by what they say of themselves; Yahtzee if they say nothing."""
    if named := named_rules(text):
        return named.name.partition(" (")[0]
    base = tomllib.loads(text).get("base")
    return base if isinstance(base, str) and base in VARIANTS else "yahtzee"


def _named_first(sentence: str) -> str:
    """The parameter or box that a sentence begins with."""
    found = re.match(r"(?:line \d+: )?(?:category )?'?(?:categories\.)?([a-z_0-9]+)'?(?=[=: ])", sentence)
    return found[1] if found else ""


def design(progress: Progress, question: Plain) -> Plain:
    """Rules as the controls of a page, after a change; a refusal names the control."""
    rules, base = rules_and_base(question)
    change = question.get("change")
    if change is not None:
        if not isinstance(change, dict):
            raise Unplayable("the change is not understood; it must be an object.", "")
        rules = changed(rules, base, change)
        _check(rules, change)
    else:
        _check(rules, {})
    same = rules.digest == base.digest
    text = base.name if rules == base else format_difference(rules, base.name)
    if len(text) > LONGEST:
        raise Unplayable(f"the rules are longer than {LONGEST:,} characters, which is too much.", "")
    words = {one["name"]: one["sentences"] for one in (box.as_json() for box in describe_boxes(rules))}
    boxes = [{**one, "words": words.get(one["key"], [])} for one in box_controls(rules, base)]
    return {
        "rules": text,
        "toml": format_rules(rules),
        "name": rules.name,
        "title": rules.title,
        "digest": rules.digest,
        "base": base.name,
        "base_title": base.title,
        "same": same,
        "parameters": parameter_controls(rules, base),
        "boxes": boxes,
        "levels": [one.as_json() for one in levels(rules, shipped_strengths(rules))],
        "grammar": {"pattern": GRAMMAR, "points": ALLOWED},
        "python": python_of(rules, f"fd.solve(rules).value - fd.solve({base.name!r}).value"),
    }


def _check(rules: Rules, change: Plain) -> None:
    """Refuse what is too large to be solved while a page waits, at the control that made it so."""
    for what, text, most in (("name", rules.name, LONGEST_NAME), *_texts(rules)):
        if len(text) > most:
            raise Unplayable(f"{what} {text[:20]!r}... is too long; it must have at most {most} letters.", what)
    try:
        if rules.dice_set.keep_count > MOST_KEEPS:
            raise TooLarge(
                f"dice={rules.dice} with faces={rules.faces} gives {rules.dice_set.keep_count:,} different keeps, more "
                f"than the {MOST_KEEPS:,} that are allowed here; take fewer dice or faces."
            )
        check_size(rules)
    except FivediceError as error:
        raise Unplayable(str(error), key_of(change)) from None


def _texts(rules: Rules) -> list[tuple[str, str, int]]:
    titles = [(one.name, one.title, LONGEST_TITLE) for one in rules.boxes]
    columns = [("columns", one.name, LONGEST_TITLE) for one in rules.columns]
    return [*titles, *columns, *((one.name, one.code, LONGEST_CODE) for one in rules.boxes)]


def python_of(rules: Rules, line: str) -> str:
    """Lines of Python about `rules`: a name, or the file that the page saves."""
    game = rules.name if named_rules(rules.name) == rules else "rules.toml"
    return f'import fivedice as fd\n\nrules = "{game}"\n{line}'


def mean(progress: Progress, question: Plain) -> Plain:
    """The exact mean of optimal play, and that of the base."""
    rules, base = rules_and_base(question)
    return {"digest": rules.digest, "mean": mean_of(rules, progress), "base_mean": mean_of(base, progress)}


def mean_of(rules: Rules, progress: Progress | None = None) -> float:
    """The optimal mean: remembered, from a solution on disk, or solved; what is solved here leaves no file."""
    if (known := _MEANS.get(rules.digest)) is not None:
        return known
    if is_solved(rules):
        from fivedice.web.lab.analysis import solution_of

        value = solution_of(rules).value
    else:
        value = _solved(check_size(rules), progress)
    while len(_MEANS) >= MOST_MEANS:
        _MEANS.pop(next(iter(_MEANS)), None)
    return _MEANS.setdefault(rules.digest, value)


def _solved(rules: Rules, progress: Progress | None) -> float:
    if by_layers(rules):
        from fivedice.solver.layers.solve import layered_mean

        return layered_mean(rules, progress)
    return solve(rules, progress=progress).value


MOST_MEANS = 10_000
_MEANS: dict[str, float] = {}
"""Means by digest, of the rules that this process was asked about."""
