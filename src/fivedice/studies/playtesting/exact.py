"""Study 004, what can be computed exactly: optima, how little meta-actions cost, and the roll 56666."""

from collections.abc import Mapping
from functools import cache

from fivedice.comparison import published
from fivedice.playtest.sweep import Sweep
from fivedice.reports import Claim, Section, Table, claim_table, number
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


def printed_text(name: str) -> str:
    """A figure as it is printed, with its decimals."""
    return published.texts("playtesting")[name]


def ahead_after_56666(rules: Rules) -> float:
    """Value of Four of a Kind minus that of Sixes for 56666 at the end of the first turn."""
    values = TurnValues.of(cached_solution(rules), State())
    four, sixes = (values.box(rules.index[name], ROLL) for name in ("four_of_a_kind", "sixes"))
    return float(four - sixes)


def claims(sweeps: Mapping[str, Sweep]) -> list[Claim]:
    """Everything exact that the study prints, to the last digit; `sweeps` by the parameter that they vary."""
    thresholds = {int(one.setting["upper_threshold"]): one for one in sweeps["upper_threshold"].variants}
    official = thresholds[63]
    rules = variant(OFFICIAL)
    found = [_digit("optimum", "optimum", official.optimum)]
    why = "meta-actions are described loosely"
    found.append(_digit("meta-optimal-mean", "restricted to meta-actions", official.restricted, unless_met=why))
    for threshold in (1, 84):
        one = thresholds[threshold]
        why = f"printed as the optimum; it is the restricted one, the optimum is {one.optimum:.4f}"
        found.append(_digit(f"threshold-{threshold}", f"optimum, threshold {threshold}", one.restricted, why))
    gaps = [
        100 * (1 - one.restricted / one.optimum)
        for sweep in sweeps.values()
        for one in sweep.variants
        if one.restricted is not None
    ]
    most = printed()["restricted-gap-percent"]
    what, why = "greatest gap between the optima (%)", f"of {len(gaps)} variants"
    found.append(Claim.met_if(max(gaps) < most, what, f"< {most:g}", max(gaps), why))
    without = ahead_after_56666(rules.change({"upper_bonus": 0}))
    about = published.number(printed_text("four-of-a-kind-ahead"))
    what, why = "56666, no upper bonus: Four of a Kind ahead by", f"printed as about {about}"
    found.append(Claim.within(ABOUT, what, about, without, why))
    found.append(_digit("sixes-ahead", "56666, official: Sixes ahead by", -ahead_after_56666(rules)))
    return found


def _digit(figure: str, what: str, ours: float | None, why: str = "", *, unless_met: str = "") -> Claim:
    """A figure that is met if ours rounds to what is printed."""
    text = printed_text(figure)
    return Claim.within(published.half_unit(text), what, published.number(text), ours, why, unless_met=unless_met)


def section(sweeps: Mapping[str, Sweep]) -> Section:
    """Optima of all variants, and the verdicts."""
    rows: list[list[object]] = []
    for key, sweep in sweeps.items():
        for one in sweep.variants:
            gap = None if one.restricted is None else 1 - one.restricted / one.optimum
            rows.append(
                [key, one.setting[key], number(one.optimum, ".4f"),
                 None if one.restricted is None else number(one.restricted, ".4f"),
                 None if gap is None else number(gap, ".3%")]
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
            claim_table("exact", "Exact figures", claims(sweeps)),
            Table("optima", "Optima", ["Parameter", "Value", "Optimum", "Restricted", "Gap"], rows),
        ],
    )
