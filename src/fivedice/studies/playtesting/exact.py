"""Study 004, what can be computed exactly: optima, how little meta-actions cost, and the roll 56666."""

from collections.abc import Mapping
from functools import cache

from fivedice.comparison import published
from fivedice.playtest.sweep import Sweep
from fivedice.reports import Cell, Comparison, Section, Table, Verdict, compared, comparison_table
from fivedice.rules import Rules, State, variant
from fivedice.solver import TurnValues, cached_solution

ROLL = (5, 6, 6, 6, 6)
OFFICIAL = "yahtzee"
ABOUT = 0.1
"""How far a figure may be off that is printed with the word about."""


@cache
def printed() -> Mapping[str, float]:
    """The figures of the study."""
    return published.figures("playtesting")


def text_of(name: str) -> str:
    """A figure as it is printed, with its decimals."""
    return next(row["value"] for row in published.rows("playtesting", "figures") if row["figure"] == name)


def ahead_after_56666(rules: Rules) -> float:
    """Value of Four of a Kind minus that of Sixes for 56666 at the end of the first turn."""
    values = TurnValues.of(cached_solution(rules), State())
    four, sixes = (values.box(rules.index[name], ROLL) for name in ("four_of_a_kind", "sixes"))
    return float(four - sixes)


def comparisons(sweeps: Mapping[str, Sweep]) -> list[Comparison]:
    """Everything exact that the study prints, to the last digit; `sweeps` by the parameter that they vary."""
    thresholds = {int(one.setting["upper_threshold"]): one for one in sweeps["upper_threshold"].variants}
    official = thresholds[63]
    rules = variant(OFFICIAL)
    found = [
        _digit("optimum", "optimum", official.optimum),
        _digit("restricted", "restricted to meta-actions", official.restricted, "meta-actions are told loosely"),
    ]
    for threshold in (1, 84):
        one = thresholds[threshold]
        why = f"printed as the optimum; it is the restricted one, the optimum is {one.optimum:.4f}"
        found.append(_digit(f"threshold_{threshold}", f"optimum, threshold {threshold}", one.restricted, why, True))
    gaps = [
        100 * (1 - one.restricted / one.optimum)
        for sweep in sweeps.values()
        for one in sweep.variants
        if one.restricted is not None
    ]
    most = printed()["restricted_gap_percent"]
    found.append(
        Comparison(
            "greatest gap between the optima (%)", f"< {most:g}", max(gaps), "met" if max(gaps) < most else "differs",
            f"of {len(gaps)} variants",
        )
    )  # fmt: skip
    without = ahead_after_56666(rules.change({"upper_bonus": 0}))
    about = published.number(text_of("four_of_a_kind_ahead"))
    found.append(
        compared("56666, no upper bonus: Four of a Kind ahead by", about, without, ABOUT, f"printed as about {about}")
    )
    found.append(_digit("sixes_ahead", "56666, official: Sixes ahead by", -ahead_after_56666(rules)))
    return found


def _digit(figure: str, what: str, ours: float | None, why: str = "", always: bool = False) -> Comparison:
    """A figure that is met if ours rounds to what is printed."""
    text = text_of(figure)
    theirs = published.number(text)
    agrees = ours is not None and abs(ours - theirs) <= published.half_unit(text) + 1e-9
    verdict: Verdict = "met" if agrees else "differs"
    return Comparison(what, theirs, ours, verdict, why if always or not agrees else "")


def section(sweeps: Mapping[str, Sweep], found: list[Comparison]) -> Section:
    """Optima of all variants, and the verdicts."""
    rows: list[list[object]] = []
    for key, sweep in sweeps.items():
        for one in sweep.variants:
            gap = None if one.restricted is None else 1 - one.restricted / one.optimum
            rows.append(
                [key, one.setting[key], Cell(one.optimum, f"{one.optimum:.4f}"),
                 None if one.restricted is None else Cell(one.restricted, f"{one.restricted:.4f}"),
                 None if gap is None else Cell(gap, f"{gap:.3%}")]
            )  # fmt: skip
    return Section(
        "Optima",
        [
            "The optimal strategy may decide anything; the restricted one keeps dice and scores as one of ten "
            "meta-actions says. Both are solved exactly. The study's words leave meta-actions open; the reading used "
            "here is in `fivedice.strategies.study_004`.",
            "272.44 and 237.47 are printed as expected scores of the optimal policy for thresholds 1 and 84. They are "
            "those of the restricted one. The introduction puts the threshold of the official game at 35, which is its "
            "bonus.",
        ],
        [
            comparison_table("exact", "Exact figures", found),
            Table("optima", "Optima", ["Parameter", "Value", "Optimum", "Restricted", "Gap"], rows),
        ],
    )
