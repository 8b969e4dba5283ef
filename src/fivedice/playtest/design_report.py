"""Reports of a search for rules: the path, the best variant, and how sure its objective is."""

from typing import Any

from fivedice.charts.lines import Points, lines
from fivedice.playtest.design import Design
from fivedice.playtest.vary import words_of
from fivedice.reports import Cell, Plot, Report, Section, Table

WORDS = {
    "A": "the area below the envelope of all variants that were tried",
    "Δ": "performance with the most resources minus that with the least",
    "d": "the number of steps of the ladder",
    "skill": "the share of skill that needs more than the current turn",
}


def figure(design: Design, value: float, half: float | None = None) -> str:
    """The objective in words."""
    if design.objective == "d":
        return f"{value:.0f}" if half is None else f"{value:.0f} ± {half:.1f}"
    return f"{value:.2%}" if half is None else f"{100 * value:.2f} ± {100 * half:.2f} %"


def summary(design: Design) -> list[str]:
    """What was found, in sentences."""
    best, start = design.candidates[design.best], design.candidates[0]
    climbs = design.steps[-1].climb
    again = ", measured again with new seeds" if design.has_chance else ""
    found = [
        f"{design.objective}, {WORDS[design.objective]}, is {figure(design, *design.best_again)} at "
        f"{words_of(best.setting)}{again}; at the start, {words_of(start.setting)}, it is "
        f"{figure(design, *design.start_again)}.",
        f"{len(design.candidates)} variants were measured in {climbs} climb{'s' if climbs > 1 else ''}. As the search "
        f"saw it, the best had {figure(design, design.values[design.best])}.",
    ]
    if design.best == 0:
        found.append("Nothing better than the start was found.")
    return found


def numbers(design: Design) -> dict[str, Any]:
    """Everything for machines."""
    return {
        "objective": design.objective,
        "best": {
            "setting": design.candidates[design.best].setting,
            "searched": design.values[design.best],
            "value": design.best_again[0],
            "half_width": design.best_again[1],
        },
        "start": {
            "setting": design.candidates[0].setting,
            "searched": design.values[0],
            "value": design.start_again[0],
            "half_width": design.start_again[1],
        },
        "path": [
            {"climb": one.climb, "setting": one.setting, "value": one.value, "taken": one.taken} for one in design.steps
        ],
        "variants": [
            {"setting": one.setting, "optimum": one.optimum, "value": value}
            for one, value in zip(design.candidates, design.values, strict=True)
        ],
        "summary": summary(design),
    }


def design_report(design: Design) -> Report:
    """Path and result of a search."""
    keys = [one.key for one in design.varies]
    path: list[list[object]] = [
        [at, one.climb, *(one.setting[key] for key in keys), _cell(design, one.value), _cell(design, value), one.taken]
        for at, (one, value) in enumerate(zip(design.steps, design.values, strict=True), 1)
    ]
    order = sorted(range(len(design.candidates)), key=lambda at: -design.values[at])
    ranked: list[list[object]] = [
        [*(design.candidates[at].setting[key] for key in keys),
         Cell(design.candidates[at].optimum, f"{design.candidates[at].optimum:.2f}"), _cell(design, design.values[at])]
        for at in order
    ]  # fmt: skip
    tried: Points = [(float(at), value, None) for at, value in enumerate(design.values, 1)]
    so_far: list[tuple[float, float, float | None]] = []
    for at, value, _ in tried:
        so_far.append((at, max(value, so_far[-1][1]) if so_far else value, None))
    parts: list[Table | Plot] = [
        Table("ranked", "Variants, the best first", [*keys, "Optimum", design.objective], ranked),
        Table(
            "path", "The path",
            ["Evaluation", "Climb", *keys, f"{design.objective} then", design.objective, "Taken"], path,
            "Then: as the search saw it; A under the envelope of the variants measured until then.",
        ),
    ]  # fmt: skip
    if len(tried) > 1:
        chart = lines(
            {"tried": tried, "best so far": so_far}, title=f"{design.objective} along the search",
            x_title="Evaluation", y_title=design.objective, percent=design.objective != "d", legend=True,
        )  # fmt: skip
        parts.insert(0, Plot("path", f"{design.objective} along the search", chart))
    how = [
        "Stochastic hill climbing: from a variant, a random parameter is moved one step up or down; the new variant is "
        "taken if its objective is greater. A climb that finds nothing better ends, and another starts anywhere.",
    ]
    if design.has_chance:
        how.append(
            "The best of many noisy figures is flattered by chance, so the best variant and the start are measured "
            "again with new seeds; these are the figures of the summary."
        )
    if design.objective != "skill":
        how.append(design.ladder.words)
    title = f"Design for {design.objective}: {', '.join(keys)}"
    return Report(
        title, summary(design), [Section("The search", [], parts), Section("How it was searched", how)], numbers(design)
    )


def _cell(design: Design, value: float) -> Cell:
    return Cell(value, figure(design, value))
