"""Jobs about strategies: exact figures, games on equal dice, one game turn by turn."""

from typing import TYPE_CHECKING, Any

from fivedice.charts import heat_map, spec
from fivedice.errors import StrategyError
from fivedice.evaluation.strengths import shipped_strengths
from fivedice.progress import Progress
from fivedice.reports import Charted, Result, Table, number
from fivedice.rules import Card, Rules, Turn
from fivedice.rules.notation import format_cards
from fivedice.rules.toml import format_rules
from fivedice.solver import any_solution
from fivedice.web.lab.reading import check_size, read_rules, said_rules, text_field

if TYPE_CHECKING:
    from fivedice.api.evaluate import Evaluations

Plain = dict[str, Any]
MOST_PLAYERS, MOST_EVALUATED = 6, 40
"""Strategies that are compared at a time, and that are listed in one table."""
MOST_GAMES = 20_000


def strategies(progress: Progress, question: Plain) -> Plain:
    """The strategies that play some rules, as `/api/strategies` lists them; means are those that come with fivedice."""
    from fivedice.web.calculations import refusals
    from fivedice.web.calculations import strategies as everybody
    from fivedice.web.opponents import strategy_rows

    rules, listed = read_rules(text_field(question, "rules", "yahtzee")), everybody(progress)
    cannot = refusals(progress, format_rules(rules), [one["name"] for one in listed])
    rows = strategy_rows(listed, shipped_strengths(rules), cannot)
    return {"variant": rules.name, "title": rules.title, "pending": False, "strategies": rows}


def evaluate(progress: Progress, question: Plain) -> Plain:
    """What `fd.evaluate` returns, with a heat map of the boxes that are filled with nothing."""
    from fivedice.api.evaluate import Evaluations
    from fivedice.api.evaluate import evaluate as figures_of

    rules, names = _asked(question, most=MOST_EVALUATED)
    parts = [part_of(progress, at, len(names)) for at in range(len(names))]
    found = Evaluations(tuple(figures_of(name, rules, progress=part) for name, part in zip(names, parts, strict=True)))
    exact = [one for one in found if one.zeros]
    drawn = Evaluations(tuple(sorted(found, key=lambda one: -one.mean)[:MOST_PLAYERS]))
    python = f"fd.evaluate({list(names)!r}, {_said(question)})"
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
    first, *rest = found.parts()
    shown = [first, regret_table(found, any_solution(rules).value), *rest]
    return result_of(found, python, *(charts if exact else ()), drawn=drawn, parts=shown)


def regret_table(found: "Evaluations", optimum: float) -> Table:
    """What the decisions of each strategy give away in a game, on average: the optimum less its mean."""
    rows: list[list[object]] = [[one.strategy, number(max(0.0, optimum - one.mean), ".4f")] for one in found]
    return Table("regrets", "Regret in a game", ["Strategy", "Regret"], rows, f"The optimum is {optimum:.4f}.")


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
    parts = [part for part in found.parts() if isinstance(part, str) and "→" not in part]  # the turns have no tables
    python = f"fd.same_dice({words}, rules={_said(question)}, games=1, seed={seed})"
    shown = result_of(found, python, parts=[*parts, found.tables[-1], found.tables[0]])
    played = found.to_dict()
    return {**shown, "parting": parting(played), "turns": steps(rules, names, played["turns"])}


def steps(rules: Rules, names: tuple[str, ...], turns: list[Plain]) -> list[Plain]:
    """The turns of a game with the position and the reason of each decision, where its strategy has one."""
    from fivedice.strategies.registry import strategies

    cards = [Card.empty(rules) for _ in names]
    found = []
    for turn in turns:
        players = []
        for player, (name, one) in enumerate(zip(names, turn["players"], strict=True)):
            card, box = cards[player], rules.categories[rules.index[one["category"]]]
            points = [
                Turn(
                    card.state(rules),
                    rules.dice_set.parse(throw["dice"], whole=True),
                    rules.rolls - 1 + card.saved - at,
                    rules.has_served and at == 0,
                )
                for at, throw in enumerate(one["throws"])
            ]
            decided = [
                {
                    **throw,
                    "reason": strategies()[name].reason(rules, point),
                    "position": format_cards(rules, [card], 0, (point.roll, point.rerolls)),
                }
                for throw, point in zip(one["throws"], points, strict=True)
            ]
            last = points[-1]
            cards[player] = card.score(rules, last.roll, box, rerolls=last.rerolls, served=last.served)
            total = cards[player].total(rules)
            players.append({**one, "throws": decided, "title": box.title, "total": total})
        found.append({"turn": turn["turn"], "players": players})
    return found


def parting(found: Plain) -> Plain | None:
    """The first turn in which not all decide alike; None if they never part."""
    for turn in found["turns"]:
        decided = {
            (one["category"], *((throw["dice"], throw["kept"]) for throw in one["throws"])) for one in turn["players"]
        }
        if len(decided) > 1:
            return {"turn": turn["turn"]}
    return None


def result_of(
    found: Result, python: str, *more: Any, drawn: Result | None = None, parts: list[str | Table] | None = None
) -> Plain:
    """A result as pages draw it: sentences and tables, charts, and the lines of Python that give the same.

    The chart is that of `drawn` where one result has too much to be drawn; `parts` stand for those of the result.
    """
    charted = drawn or found
    charts = [charted.chart(), *more] if isinstance(charted, Charted) else list(more)
    return {
        "parts": [part if isinstance(part, str) else table_of(part) for part in parts or found.parts()],
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


def _asked(question: Plain, least: int = 1, most: int = MOST_PLAYERS) -> tuple[Rules, tuple[str, ...]]:
    """Rules, and built-in strategies that play them: no files and no programs, which only the owner may name."""
    from fivedice.strategies.registry import strategies

    rules = check_size(read_rules(text_field(question, "rules", "yahtzee")))
    names = question.get("strategies")
    if not isinstance(names, list) or not least <= len(names) <= most or len({*map(str, names)}) < len(names):
        raise StrategyError(f"strategies must be a list of {least} to {most} different names.")
    for name in names:
        if not isinstance(name, str) or name not in strategies():
            raise StrategyError(f"strategy {str(name)[:40]!r} is not known here; /api/strategies lists them.")
        strategies()[name].check(rules)
    return rules, tuple(names)


def _said(question: Plain) -> str:
    return said_rules(text_field(question, "rules", "yahtzee"))


def whole(question: Plain, key: str, default: int, least: int, most: int) -> int:
    """A field of a question that must be a whole number between two bounds."""
    value = question.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise StrategyError(f"{key} is {str(value)[:20]!r}; it must be a whole number from {least:,} to {most:,}.")
    return value


def part_of(progress: Progress, at: int, of: int) -> Progress:
    """The progress of one part of several."""
    return lambda done, total: progress(100 * at + 100 * done // max(total, 1), 100 * of)
