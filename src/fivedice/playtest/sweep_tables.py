"""The tables of a sweep: a short one for the terminal, and those of the report."""

from fivedice.playtest.ladder import TITLES
from fivedice.playtest.repeats import half_at, share_text
from fivedice.playtest.sweep import Measured, Sweep
from fivedice.reports import Cell, Table, number


def short_table(sweep: Sweep) -> Table:
    """A row for each variant that fits a terminal; foresight and changed decisions with details only."""
    depth, rows = sweep.main, list[list[object]]()
    details = bool(sweep.variants[sweep.base].figures)
    for at, one in enumerate(sweep.variants):
        row = [*_setting(sweep, one), number(one.optimum, ".2f"), _percent(depth.performance[at, -1]), int(depth.d[at])]
        for values, half in ((depth.span, depth.span_half), (depth.area, depth.area_half)):
            row.append(Cell(float(values[at]), share_text(values[at], half_at(half, at))))
        if details:
            changed = number(one.changed["share"], ".1%") if one.changed else None
            row += [_percent(one.foresight_share), changed]
        rows.append(row)
    columns = [*sweep.keys, "Optimum", "Top", "d", "Δ", "A", *(["Foresight", "Changed"] if details else [])]
    return Table("short", "Depth of each variant", columns, rows, bold=(sweep.base,) if len(rows) > 1 else ())


def depth_table(sweep: Sweep, name: str = "sweep") -> Table:
    """The metrics of each variant with their half-widths and differences from the base."""
    depth = sweep.main
    restricted = sweep.depth("restricted") if len(sweep.normalisers) > 1 else None
    figures = {
        "Δ": (depth.span, depth.span_half),
        "A": (depth.area, depth.area_half),
        "Δ − base": (depth.span_more, depth.span_more_half),
        "A − base": (depth.area_more, depth.area_more_half),
    }
    columns = [*sweep.keys, "Optimum", "Restricted", "Performance", "d"]
    columns += [title for symbol in figures for title in (symbol, f"{symbol} ±")]
    rows: list[list[object]] = []
    for at, one in enumerate(sweep.variants):
        row = [*_setting(sweep, one), number(one.optimum, ".3f")]
        row += [None if one.restricted is None else number(one.restricted, ".3f")]
        row += [_percent(depth.performance[at, -1]), int(depth.d[at])]
        for values, half in figures.values():
            row += [_percent(values[at]), _percent(half_at(half, at))]
        if restricted is not None:
            row += [_percent(restricted.span[at]), _percent(restricted.area[at])]
        rows.append(row)
    if restricted is not None:
        columns += ["Δ restricted", "A restricted"]
    base = f" The base is {sweep.variants[sweep.base].name}." if sweep.keys else ""
    note = f"Performance is that with the most resources. d: δ = {sweep.delta:.2%}.{base}"
    return Table(name, "Depth of each variant", columns, rows, note)


def ladder_table(sweep: Sweep, name: str = "ladders", title: str = "Strategy ladders") -> Table:
    """Mean and performance at each level of every ladder."""
    ladder, depth, rows = sweep.ladder, sweep.main, list[list[object]]()
    for at, one in enumerate(sweep.variants):
        for level, mean in enumerate(one.means.mean(axis=0).tolist()):
            rows.append(
                [*_setting(sweep, one), ladder.levels[level], number(mean, ".2f"),
                 _percent(depth.performance[at, level]), _percent(half_at(depth.half, at, level)),
                 _percent(None if one.restricted is None else mean / one.restricted)]
            )  # fmt: skip
    columns = [*sweep.keys, TITLES[ladder.kind], "Mean", "Performance", "±", "Restricted performance"]
    return Table(name, title, columns, rows)


def detail_tables(sweep: Sweep) -> list[Table]:
    """What the optimal strategy of each variant does, and its boxes; nothing for a sweep without details."""
    base = sweep.variants[sweep.base]
    if not base.figures:
        return []
    rows, boxes = list[list[object]](), list[list[object]]()
    for one in sweep.variants:
        assert one.figures
        changed = one.changed or ({"share": 0.0, "share_half_width": 0.0, "regret": 0.0} if one is base else {})
        own = _setting(sweep, one)
        rows.append(
            [*own, number(one.optimum, ".2f"), _points(one.figures["sd"]), _percent(one.figures["p_upper_bonus"]),
             _points(one.greedy), _points(one.random), _percent(one.greedy_share), _percent(one.foresight_share),
             _percent(changed.get("share")), _percent(changed.get("share_half_width")), _points(changed.get("regret"))]
        )  # fmt: skip
        for name, mean in one.figures["categories"].items():
            worth = (one.values or {}).get(name)
            boxes.append(
                [*own, one.rules.category(name).title, _points(mean), _points(worth), _points(gain(one, base, name))]
            )
    return [
        Table(
            "optimal", "The optimal strategy of each variant",
            [*sweep.keys, "Mean", "SD", "Upper bonus", "Greedy", "Random", "Greedy share", "Foresight share",
             "Decisions changed", "±", "Points lost"],
            rows,
            "Greedy share: (greedy − random) / (optimal − random). Foresight share: (optimal − greedy) / (optimal − "
            "random), the skill that needs more than the current turn. Decisions changed: of those that the base's "
            "optimal play meets, the share that is no longer optimal; points lost: the cost a game of keeping them.",
        ),
        Table(
            "boxes", "Boxes", [*sweep.keys, "Box", "Mean points", "Value", "Against the base"], boxes,
            "Value: the optimum minus the optimum of the card without this box; without the Yahtzee box there is no "
            "joker and no Yahtzee bonus either.",
        ),
    ]  # fmt: skip


def gain(one: Measured, base: Measured, name: str) -> float | None:
    """How much more a box is worth than in the base; None where one of them has no such box."""
    worth, before = (one.values or {}).get(name), (base.values or {}).get(name)
    return None if worth is None or before is None else worth - before


def _setting(sweep: Sweep, one: Measured) -> list[object]:
    return [one.setting[key] for key in sweep.keys]


def _percent(value: float | None) -> Cell | None:
    return None if value is None else number(float(value), ".2%")


def _points(value: float | None) -> Cell | None:
    return None if value is None else number(float(value), ".2f")
