"""The part of a report that tells what the optimal strategy does in each variant, and how it differs from the base."""

import numpy as np

from fivedice.charts import heat_map
from fivedice.charts.lines import LOW, above_each_other, chosen, lines
from fivedice.playtest.cells import percent, points
from fivedice.playtest.sweep import Sweep, Variant
from fivedice.reports import Cell, Plot, Section, Table

MOST_COLUMNS = 12


def optimal_section(sweep: Sweep) -> Section:
    """Spread, skill and changed decisions of each variant, and its boxes."""
    keys, base = [one.key for one in sweep.varies], sweep.variants[sweep.base]
    rows, boxes = list[list[object]](), list[list[object]]()
    for one in sweep.variants:
        assert one.figures
        changed = one.changed or ({"share": 0.0, "share_half_width": 0.0, "regret": 0.0} if one is base else {})
        own = [one.setting[key] for key in keys]
        rows.append(
            [*own, Cell(one.optimum, f"{one.optimum:.2f}"), points(one.figures["sd"]),
             percent(one.figures["p_upper_bonus"]), points(one.greedy), points(one.random),
             percent(one.greedy_share), percent(one.foresight_share), percent(changed.get("share")),
             percent(changed.get("share_half_width")), points(changed.get("regret"))]
        )  # fmt: skip
        for name, mean in one.figures["categories"].items():
            worth, before = (one.values or {}).get(name), (base.values or {}).get(name)
            more = None if worth is None or before is None else worth - before
            boxes.append([*own, one.rules.category(name).title, points(mean), points(worth), points(more)])
    parts: list[Table | Plot] = [
        Table(
            "optimal", "The optimal strategy of each variant",
            [*keys, "Mean", "SD", "Upper bonus", "Greedy", "Random", "Greedy share", "Foresight share",
             "Decisions changed", "±", "Points lost"],
            rows,
            "Greedy share: (greedy − random) / (optimal − random). Foresight share: (optimal − greedy) / (optimal − "
            "random), the skill that needs more than the current turn. Decisions changed: of those that the base's "
            "optimal play meets, the share that is no longer optimal; points lost: what keeping to them costs a game.",
        ),
        *_box_plots(sweep),
        *_change_plots(sweep),
        Table(
            "boxes", "Boxes", [*keys, "Box", "Mean points", "Value", "Against the base"], boxes,
            "Value: the optimum minus the optimum of the card without this box; without the Yahtzee box there is no "
            "joker and no Yahtzee bonus either.",
        ),
    ]  # fmt: skip
    return Section("What the optimal strategy does", [], parts)


def _box_plots(sweep: Sweep) -> list[Table | Plot]:
    base = sweep.variants[sweep.base]
    shown = [sweep.variants[at] for at in chosen(len(sweep.variants), MOST_COLUMNS, sweep.base)]
    if len(shown) < 2 or any(one.rules.index != base.rules.index for one in shown):
        return []
    names = [one.name for one in base.rules.categories]
    columns = [", ".join(map(str, one.setting.values())) for one in shown]
    more = np.array([[_more(one, base, name) for one in shown] for name in names])
    chart = heat_map(
        [base.rules.category(name).title for name in names], columns, more,
        title="What each box is worth against the base",
        subtitle="Points; value of a box: the optimum minus the optimum of the card without it",
        legend="points", column_title=", ".join(one.key for one in sweep.varies), percent=False, digits=1, middle=0.0,
    )  # fmt: skip
    return [Plot("boxes", "Value of each box against the base", chart)]


def _more(one: Variant, base: Variant, name: str) -> float:
    ours, theirs = (one.values or {}).get(name), (base.values or {}).get(name)
    return float("nan") if ours is None or theirs is None else ours - theirs


def _change_plots(sweep: Sweep) -> list[Table | Plot]:
    if len(sweep.varies) != 1 or not sweep.varies[0].is_numeric or len(sweep.variants) < 2:
        return []
    key, at_base = sweep.varies[0].key, sweep.base
    changed = [
        (
            float(one.setting[key]),
            one.changed["share"] if one.changed else 0.0,
            one.changed["share_half_width"] if one.changed else None,
        )
        for at, one in enumerate(sweep.variants)
        if one.changed or at == at_base
    ]
    skill = [
        (float(one.setting[key]), one.foresight_share, None)
        for one in sweep.variants
        if one.foresight_share is not None
    ]
    mark = (float(sweep.variants[at_base].setting[key]), "base")
    charts = [
        lines({name: points}, title="", x_title=key, y_title=name, mark=mark, height=LOW)
        for name, points in (("Decisions changed", changed), ("Foresight share", skill))
    ]
    title = f"Optimal play over {key}"
    return [Plot("changes", title, above_each_other(*charts, title=title))]
