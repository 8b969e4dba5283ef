"""What a sweep comes to: in sentences, in a table for a terminal, and in numbers for machines."""

from typing import Any

from fivedice.playtest.cells import half_at, with_half
from fivedice.playtest.repeats import Peak
from fivedice.playtest.sweep import Depth, Sweep


def summary(sweep: Sweep) -> list[str]:
    """What was found, in sentences."""
    depth = sweep.main
    if len(sweep.variants) == 1:
        gain = with_half(depth.span[0], half_at(depth.span_half, 0))
        return [f"Δ is {gain}, d is {depth.d[0]:.0f} (δ = {sweep.delta:.2%})."]
    found = [
        f"{symbol} is greatest, {with_half(values[peak.at], half_at(half, peak.at))}, at "
        f"{sweep.variants[peak.at].name}{peak_words(sweep, peak)}; the base, {sweep.variants[sweep.base].name}, has "
        f"{with_half(values[sweep.base], half_at(half, sweep.base))}."
        for symbol, values, half, peak in (
            ("Δ", depth.span, depth.span_half, depth.span_peak),
            ("A", depth.area, depth.area_half, depth.area_peak),
        )
    ]
    least, most = int(depth.d.min()), int(depth.d.max())
    said = f"is {least} for every variant" if least == most else f"lies between {least} and {most}"
    return [*found, f"d {said} (δ = {sweep.delta:.2%}, {len(sweep.ladder.levels)} levels)."]


def peak_words(sweep: Sweep, peak: Peak) -> str:
    """How sure the place of a peak is."""
    if sweep.ladder.repeats < 2:
        return " (one repeat, so no interval)" if sweep.ladder.has_chance else ""
    if len(sweep.varies) > 1 or not sweep.varies[0].is_numeric:
        return f" (so in {peak.share:.0%} of the bootstrap's draws)"
    low, high = (sweep.variants[at].setting[sweep.varies[0].key] for at in (peak.low, peak.high))
    return f" (95 %: {low} to {high})"


def rows_for_people(sweep: Sweep) -> tuple[list[str], list[list[str]]]:
    """The table that a terminal shows: settings, optimum, performance, d, Δ, A."""
    depth, keys = sweep.main, [one.key for one in sweep.varies]
    details = bool(sweep.variants[sweep.base].figures)
    rows = []
    for at, one in enumerate(sweep.variants):
        row = [*(str(one.setting[key]) for key in keys), f"{one.optimum:.2f}", f"{depth.performance[at, -1]:.2%}"]
        row += [f"{depth.d[at]:.0f}", with_half(depth.span[at], half_at(depth.span_half, at))]
        row += [with_half(depth.area[at], half_at(depth.area_half, at))]
        if details:
            row += ["–" if one.foresight_share is None else f"{one.foresight_share:.2%}"]
            row += [f"{one.changed['share']:.1%}" if one.changed else "–"]
        rows.append(row)
    return [*keys, "Optimum", "Top", "d", "Δ", "A", *(["Foresight", "Changed"] if details else [])], rows


def numbers(sweep: Sweep) -> dict[str, Any]:
    """Everything for machines."""
    ladder = sweep.ladder
    return {
        "variant": sweep.variants[sweep.base].rules.name,
        "ladder": {
            "kind": ladder.kind, "levels": list(ladder.levels), "axis": ladder.axis_words, "repeats": ladder.repeats,
            "seed": ladder.seed, "hidden": list(ladder.hidden), "examples": ladder.examples, "recipe": ladder.recipe,
            "epochs": ladder.epochs, "games": ladder.games,
        },
        "delta": sweep.delta,
        "base": sweep.base,
        "variants": [
            {
                "setting": one.setting, "digest": one.rules.digest, "optimum": one.optimum,
                "restricted": one.restricted, "means": one.means.tolist(), "greedy": one.greedy, "random": one.random,
                "figures": one.figures, "values": one.values, "changed": one.changed,
            }
            for one in sweep.variants
        ],
        "metrics": {by: _metrics(sweep, sweep.depth(by)) for by in sweep.normalisers},
        "summary": summary(sweep),
    }  # fmt: skip


def _metrics(sweep: Sweep, depth: Depth) -> dict[str, Any]:
    def place(peak: Peak) -> dict[str, Any]:
        return {
            "setting": sweep.variants[peak.at].setting,
            "low": sweep.variants[peak.low].setting,
            "high": sweep.variants[peak.high].setting,
            "share_of_draws": peak.share,
        }

    return {
        "d": depth.d.tolist(),
        "Delta": depth.span.tolist(),
        "Delta_half_width": None if depth.span_half is None else depth.span_half.tolist(),
        "Delta_minus_base": depth.span_more.tolist(),
        "Delta_minus_base_half_width": None if depth.span_more_half is None else depth.span_more_half.tolist(),
        "A": depth.area.tolist(),
        "A_half_width": None if depth.area_half is None else depth.area_half.tolist(),
        "A_minus_base": depth.area_more.tolist(),
        "A_minus_base_half_width": None if depth.area_more_half is None else depth.area_more_half.tolist(),
        "Delta_peak": place(depth.span_peak),
        "A_peak": place(depth.area_peak),
    }
