"""Jobs about strategies: exact figures, games on equal dice, one game turn by turn."""

from typing import Any

from fivedice.charts import heat_map, spec
from fivedice.errors import StrategyError
from fivedice.progress import Progress
from fivedice.reports import Charted, Result, Table
from fivedice.rules import Rules
from fivedice.web.lab.reading import check_size, read_rules, text_field

Plain = dict[str, Any]
MOST_PLAYERS = 6
MOST_GAMES = 20_000


def evaluate(progress: Progress, question: Plain) -> Plain:
    """What `fd.evaluate` returns, with a heat map of the boxes that are filled with nothing."""
    from fivedice.api.evaluate import Evaluations
    from fivedice.api.evaluate import evaluate as figures_of

    rules, names = _asked(question)
    parts = [part_of(progress, at, len(names)) for at in range(len(names))]
    found = Evaluations(tuple(figures_of(name, rules, progress=part) for name, part in zip(names, parts, strict=True)))
    exact = [one for one in found if one.zeros]
    charts = [
        heat_map(
            [one.strategy for one in exact],
            [box.title for box in rules.categories],
            [[one.zeros[box.name] for box in rules.categories] for one in exact],
            title="Boxes given up",
            subtitle="Share of games that fill a box with no points",
            legend="Games",
            column_title="Box",
        )
    ]
    return result_of(found, f"fd.evaluate({list(names)!r}, {_said(question)})", *(charts if exact else ()))


def compare(progress: Progress, question: Plain) -> Plain:
    """What `fd.compare` returns."""
    from fivedice.api.compare import compare as figures

    rules, names = _asked(question, least=2)
    games, seed = whole(question, "games", 2_000, 2, MOST_GAMES), whole(question, "seed", 1, 0, 2**31)
    found = figures(*names, rules=rules, games=games, seed=seed, progress=progress)
    words = ", ".join(map(repr, names))
    return result_of(found, f"fd.compare({words}, rules={_said(question)}, games={games}, seed={seed})")


def same_dice(progress: Progress, question: Plain) -> Plain:
    """What `fd.same_dice` returns for one game, and where the first two part ways."""
    from fivedice.api.compare import same_dice as turns

    rules, names = _asked(question)
    seed = whole(question, "seed", 1, 0, 2**31)
    found = turns(*names, rules=rules, games=1, seed=seed, progress=progress)
    words = ", ".join(map(repr, names))
    shown = result_of(found, f"fd.same_dice({words}, rules={_said(question)}, games=1, seed={seed})")
    return {**shown, "parting": parting(found.to_dict())}


def parting(found: Plain) -> Plain | None:
    """The first turn in which not all decide alike; None if they never part."""
    for turn in found["turns"]:
        decided = {
            (one["category"], *((throw["dice"], throw["kept"]) for throw in one["throws"])) for one in turn["players"]
        }
        if len(decided) > 1:
            return {"turn": turn["turn"]}
    return None


def result_of(found: Result, python: str, *more: Any) -> Plain:
    """A result as pages draw it: sentences and tables, charts, and the lines of Python that give the same."""
    charts = [found.chart(), *more] if isinstance(found, Charted) else list(more)
    return {
        "parts": [part if isinstance(part, str) else table_of(part) for part in found.parts()],
        "charts": [spec(one) for one in charts],
        "python": f"import fivedice as fd\n\n{python}",
    }


def table_of(table: Table) -> Plain:
    """A table as pages draw it, with its values for sorting and its CSV."""
    return {
        "name": table.name,
        "title": table.title,
        "columns": [table.columns[at] for at in table.shown],
        "rows": [[row[at] for at in table.shown] for row in table.texts],
        "values": [
            [row[at] if isinstance(row[at], int | float) else None for at in table.shown] for row in table.values
        ],
        "note": table.note,
        "csv": table.to_csv(),
    }


def _asked(question: Plain, least: int = 1) -> tuple[Rules, tuple[str, ...]]:
    """Rules, and built-in strategies that play them: no files and no programs, which only the owner may name."""
    from fivedice.strategies.registry import strategies

    rules = check_size(read_rules(text_field(question, "rules", "yahtzee")))
    names = question.get("strategies")
    if not isinstance(names, list) or not least <= len(names) <= MOST_PLAYERS or len({*map(str, names)}) < len(names):
        raise StrategyError(f"strategies must be a list of {least} to {MOST_PLAYERS} different names.")
    for name in names:
        if not isinstance(name, str) or name not in strategies():
            raise StrategyError(f"strategy {str(name)[:40]!r} is not known here; /api/strategies lists them.")
        strategies()[name].check(rules)
    return rules, tuple(names)


def _said(question: Plain) -> str:
    """The rules as Python: a name, or the text of a file to be saved."""
    text = text_field(question, "rules", "yahtzee")
    return repr(text) if "\n" not in text else "'rules.toml'"


def whole(question: Plain, key: str, default: int, least: int, most: int) -> int:
    """A field of a question that must be a whole number between two bounds."""
    value = question.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise StrategyError(f"{key} is {str(value)[:20]!r}; it must be a whole number from {least:,} to {most:,}.")
    return value


def part_of(progress: Progress, at: int, of: int) -> Progress:
    """The progress of one part of several."""
    return lambda done, total: progress(100 * at + 100 * done // max(total, 1), 100 * of)
