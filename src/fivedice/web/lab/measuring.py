"""The designer's jobs: what optimal play makes of rules, the ladder of strategies, a sweep over parameters."""

import json
from collections.abc import Callable
from math import prod
from typing import Any

from fivedice.charts import bars, distributions, heat_map, spec
from fivedice.charts.lines import lines
from fivedice.errors import FivediceError, RulesError, TooLarge
from fivedice.evaluation.figures import UPPER_BONUS, YAHTZEE_BONUS
from fivedice.progress import Progress
from fivedice.reports import Table
from fivedice.reports.table import number
from fivedice.rules import Rules
from fivedice.rules.category import heading
from fivedice.web.lab import results
from fivedice.web.lab.contests import part_of, table_of
from fivedice.web.lab.design import mean_of, python_of, rules_and_base
from fivedice.web.lab.reading import MOST_WORK, check_size, text_field, work_of

Plain = dict[str, Any]
RUNGS = ("random", "one-roll", "greedy", "dice-driven", "meta-optimal", "optimal")
"""Strategies from the simplest to the best; those that cannot play some rules are left out there."""
THESE = "These rules"
SHOWN = {"mean": "Mean score", "bonus": "Chance of the upper bonus", "gain": "Gain of optimal over greedy play"}
MOST_POINTS = {"mean": 120, "bonus": 25, "gain": 25}
"""Combinations of one sweep."""


# ------------------------------------------------------------------------------------------------------- figures


def figures(progress: Progress, question: Plain) -> Plain:
    """Distribution, points and zeros of each box, chance of the bonus: those of the base beside them."""
    rules, base = rules_and_base(question)
    both = [rules] if rules.digest == base.digest else [rules, base]
    found = [kept(one, "optimal", part_of(progress, at, len(both))) for at, one in enumerate(both)]
    names = [THESE, base.title]
    drawn = {
        name: (list(range(one["least"], one["least"] + len(one["probability"]))), one["probability"])
        for name, one in zip(names, found, strict=False)
    }
    return {
        "figures": {key: found[0][key] for key in ("mean", "sd", "p_upper_bonus", "yahtzees", "boxes", "zeros")},
        "base": {key: found[-1][key] for key in ("mean", "sd", "p_upper_bonus", "yahtzees", "boxes", "zeros")},
        "parts": [table_of(_scores(names, found)), table_of(_boxes(rules, found))],
        "charts": [spec(distributions(drawn, title="Final score"))],
        "python": python_of(rules, 'fd.evaluate("optimal", rules)'),
    }


def _scores(names: list[str], found: list[Plain]) -> Table:
    columns = ["Rules", "Mean", "SD", "5 %", "Median", "95 %", "Bonus", "Yahtzees"]
    rows: list[list[object]] = [
        [
            name,
            number(one["mean"], ".4f"),
            number(one["sd"], ".2f"),
            *one["quantiles"],
            number(one["p_upper_bonus"], ".1%"),
            number(one["yahtzees"], ".3f"),
        ]
        for name, one in zip(names, found, strict=False)
    ]
    return Table("scores", "Final score of optimal play", columns, rows)


def _boxes(rules: Rules, found: list[Plain]) -> Table:
    """What each box is worth, and how often it is filled with nothing."""
    titles = {one.name: one.title for one in rules.categories}
    titles |= {UPPER_BONUS: "Upper bonus", YAHTZEE_BONUS: "Yahtzee bonuses"}
    mine, base = found[0], found[-1]
    rows: list[list[object]] = []
    for name, points in mine["boxes"].items():
        before, zero = base["boxes"].get(name), mine["zeros"].get(name)
        rows.append(
            [
                titles.get(name, heading(name)),
                number(points, ".2f"),
                None if before is None else number(points - before, "+.2f"),
                None if zero is None else number(zero, ".1%"),
                None if zero is None or name not in base["zeros"] else number(zero - base["zeros"][name], "+.1%"),
            ]
        )
    columns = ["Box", "Points a game", "Against the base", "Filled with zero", "More zeros than the base"]
    return Table("boxes", "What each box is worth", columns, rows)


def kept(rules: Rules, name: str, progress: Progress | None = None) -> Plain:
    """The exact figures of a strategy, kept by the digest of the rules."""
    key = results.key_of({"kind": "figures of one", "rules": _text(rules), "strategy": name})
    if (known := results.read(key)) is not None:
        return known
    found = _computed(check_size(rules), name, progress)
    results.keep(key, found)
    return found


def _text(rules: Rules) -> str:
    from fivedice.rules.toml import format_rules

    return format_rules(rules)


def _computed(rules: Rules, name: str, progress: Progress | None) -> Plain:
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.evaluation.figures import boxes_with_bonuses
    from fivedice.solver.exact import solve
    from fivedice.strategies.policy import policy_for, policy_of
    from fivedice.strategies.registry import strategies

    player = strategies()[name]  # as `fd.evaluate` does; but rules that are tried once leave no file
    policy = policy_of(solve(rules)) if name == "optimal" else policy_for(player, rules, reasons=False)
    found = evaluate(policy, progress=progress)
    return {
        "mean": found.score.mean,
        "sd": found.score.sd,
        "least": found.score.least,
        "probability": found.score.probability.tolist(),
        "quantiles": [found.score.quantile(share) for share in (0.05, 0.5, 0.95)],
        "p_upper_bonus": found.p_upper_bonus,
        "yahtzees": found.yahtzees,
        "boxes": boxes_with_bonuses(rules, found.categories, found.upper_bonus, found.yahtzee_bonuses),
        "zeros": found.zeros,
    }


# -------------------------------------------------------------------------------------------------------- ladder


def ladder(progress: Progress, question: Plain) -> Plain:
    """Exact means of the built-in strategies, from the simplest to the best, under the rules and under the base."""
    rules, base = rules_and_base(question)
    check_size(rules), check_size(base)
    both = [rules] if rules.digest == base.digest else [rules, base]
    climbs = [_rungs(one) for one in both]
    total, done = sum(map(len, climbs)), 0
    means: list[dict[str, float]] = []
    for game, names in zip(both, climbs, strict=True):
        means.append({})
        for name in names:
            means[-1][name] = kept(game, name, part_of(progress, done, total))["mean"]
            done += 1
    gain, before = (_gain(one) for one in (means[0], means[-1]))
    columns = ["Strategy", "Mean", "Share of the best", "Gained over the one before", base.title]
    rows: list[list[object]] = []
    last: float | None = None
    for name, mean in means[0].items():
        known = means[-1].get(name)
        rows.append(
            [
                heading(name),
                number(mean, ".4f"),
                number(mean / means[0]["optimal"] if means[0]["optimal"] else 1.0, ".1%"),
                None if last is None else number(mean - last, "+.2f"),
                None if known is None else number(known, ".4f"),
            ]
        )
        last = mean
    shown = [(heading(name), mean) for name, mean in means[0].items()]
    return {
        "means": means[0],
        "base": means[-1],
        "gain": gain,
        "base_gain": before,
        "parts": [table_of(Table("ladder", "What better play gains", columns, rows))],
        "charts": [spec(bars(shown, title="Mean score of each strategy", unit="points", digits=2))],
        "python": python_of(rules, f"fd.evaluate({list(means[0])!r}, rules)"),
    }


def _rungs(rules: Rules) -> list[str]:
    """The strategies of the ladder that can play these rules."""
    from fivedice.strategies.registry import strategies

    found = []
    for name in RUNGS:
        try:
            strategies()[name].check(rules)
        except FivediceError:
            continue
        found.append(name)
    return found


def _gain(means: dict[str, float]) -> float:
    return means["optimal"] - means["greedy"]


# --------------------------------------------------------------------------------------------------------- sweep


def sweep(progress: Progress, question: Plain) -> Plain:
    """One quantity over one or two parameters, as a curve or a heat map."""
    from fivedice.playtest.vary import grid, read_varies

    rules, _ = rules_and_base(question)
    show = text_field(question, "show", "mean")
    if show not in SHOWN:
        raise RulesError(f"show is {show[:20]!r}; it must be one of {', '.join(SHOWN)}.")
    texts = question.get("vary")
    if not isinstance(texts, list) or not 1 <= len(texts) <= 2 or not all(isinstance(one, str) for one in texts):
        raise RulesError("vary must be one or two texts such as upper_threshold=0:105:15.")
    varies = read_varies([one[:200] for one in texts], rules)
    count, most = prod(len(one.values) for one in varies), MOST_POINTS[show]
    if count > most:
        raise TooLarge(f"{count:,} combinations are too many here; take greater steps: {most} at most are computed.")
    games = [game for _, game in grid(rules, varies)]
    for game in games:
        check_size(game)
    if sum(map(work_of, games)) > 8 * MOST_WORK:
        raise TooLarge("these games are too large for a sweep; take greater steps, or boxes, dice or rolls away.")
    values = []
    for at, game in enumerate(games):
        values.append(MEASURES[show](game))
        progress(at + 1, count)
    drawn: dict[str, Any] = {"title": SHOWN[show]}
    titles = [heading(one.key) for one in varies]
    columns = [*titles, SHOWN[show]]
    settings = [list(setting.values()) for setting, _ in grid(rules, varies)]
    rows: list[list[object]] = [
        [*setting, number(value, ".2%" if show == "bonus" else ".4f")]
        for setting, value in zip(settings, values, strict=True)
    ]
    if len(varies) == 2:
        if show == "mean":
            drawn |= {
                "middle": mean_of(rules),
                "subtitle": f"Colours: more or less than these rules, {mean_of(rules):.1f}",
            }
        across, down = varies[1], varies[0]
        width = len(across.values)
        chart = heat_map(
            [str(value) for value in down.values],
            across.values,
            [values[at : at + width] for at in range(0, count, width)],
            **drawn,
            legend=SHOWN[show],
            row_title=titles[0],
            column_title=titles[1],
            percent=show == "bonus",
            digits=1,
        )
    elif varies[0].is_numeric and count > 1:
        points = [(float(value), y, None) for value, y in zip(varies[0].values, values, strict=True)]
        chart = lines({SHOWN[show]: points}, **drawn, x_title=titles[0], y_title=SHOWN[show], percent=show == "bonus")
    else:
        named = [(str(value), y) for value, y in zip(varies[0].values, values, strict=True)]
        chart = bars(named, **drawn, unit="" if show == "bonus" else "points", digits=2)
    changes = ", ".join(f"{one.key}={'xy'[at]}" for at, one in enumerate(varies))
    loops = " ".join(f"for {'xy'[at]} in {_values(one.values)}" for at, one in enumerate(varies))
    return {
        "values": values,
        "parts": [table_of(Table("sweep", SHOWN[show], columns, rows))],
        "charts": [spec(chart)],
        "python": python_of(rules, f"[{PYTHON[show].format(f'fd.variant(rules, {changes})')} {loops}]"),
    }


def _bonus(game: Rules) -> float:
    return float(kept(game, "optimal")["p_upper_bonus"])


def _gained(game: Rules) -> float:
    return mean_of(game) - float(kept(game, "greedy")["mean"])


MEASURES: dict[str, Callable[[Rules], float]] = {"mean": mean_of, "bonus": _bonus, "gain": _gained}
PYTHON = {
    "mean": "fd.solve({0}).value",
    "bonus": 'fd.evaluate("optimal", {0}).p_upper_bonus',
    "gain": 'fd.solve({0}).value - fd.evaluate("greedy", {0}).mean',
}


def _values(values: tuple[int | str, ...]) -> str:
    """Values as Python: a range where they are one."""
    if len(values) > 2 and all(isinstance(one, int) for one in values):
        numbers = [int(one) for one in values]
        step = numbers[1] - numbers[0]
        if list(range(numbers[0], numbers[-1] + 1, step)) == numbers:
            return f"range({numbers[0]}, {numbers[-1] + 1}, {step})"
    return json.dumps(list(values))
