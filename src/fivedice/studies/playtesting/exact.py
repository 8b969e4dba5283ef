"""Study 004, what can be computed exactly: rules, optima, what meta-actions cost, and the examples in the text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from fivedice.learning.examples import output_counts
from fivedice.playtest.measure import optima
from fivedice.playtest.parts import Part, RunParts
from fivedice.reports import Section, Table, number
from fivedice.rules import Category, Rules, State, Turn, variant
from fivedice.rules.toml import format_rules
from fivedice.solver import TurnValues, cached_solution
from fivedice.strategies.study_004 import META_ACTIONS, meta_decisions
from fivedice.strategies.trained_network import candidates_of, input_count
from fivedice.studies.claims import Claims
from fivedice.studies.playtesting.plan import BONUS, BONUSES, OFFICIAL, PRINTED, THRESHOLD, THRESHOLDS

ROLL = (5, 6, 6, 6, 6)
ABOUT = 0.1
"""Tolerance of a figure printed with "about"."""
GREAT = 9_999
"""An upper bonus so great that nothing else counts."""
CLOSE = 1e-3
"""Tolerance within which a limit counts as reached."""
AROUND = (GREAT - 1, GREAT, GREAT + 1)
FOUR, SIXES = "four_of_a_kind", "sixes"
RULES = (
    "dice", "rerolls", "categories", "full-house", "small-straight", "large-straight", "yahtzee", "upper-bonus",
    "upper-threshold", "yahtzee-bonus", "figure-1",
)  # fmt: skip
OPTIMA = (
    "four-of-a-kind-ahead", "sixes-ahead", "two-best", "optimum", "meta-optimal-mean", "restricted-gap-percent",
    "threshold-1", "threshold-84", "bonus-limit",
)  # fmt: skip
WORDS = (
    "network-inputs", "network-outputs", "keep-choices", "box-choices", "example-12235", "example-12666",
    "sixes-outputs", "label-12666",
)  # fmt: skip

Optima = Mapping[tuple[str, int], "Best"]
"""The optima of each variant, by the parameter that is changed and its value."""


@dataclass(frozen=True)
class Best:
    """Means of the optimal strategy, and of the best one that uses meta-actions only."""

    optimum: float
    restricted: float

    @property
    def gap(self) -> float:
        """What meta-actions cost, as a share of the optimum."""
        return 1 - self.restricted / self.optimum


def run_optima(run: RunParts) -> dict[tuple[str, int], Best]:
    """Both optima of all thresholds and bonus values, and of very great bonuses."""
    rules = variant(OFFICIAL)
    settings = [*((THRESHOLD, one) for one in THRESHOLDS), *((BONUS, one) for one in (*BONUSES, *AROUND))]
    found = run([Part.of(optima, 15, rules=format_rules(rules.change({key: value}))) for key, value in settings])
    return {one: Best(best["optimum"], best["restricted"]) for one, best in zip(settings, found, strict=True)}


def after_56666(rules: Rules) -> dict[str, float]:
    """Values of all boxes for 56666 at the end of the first turn, the best first."""
    values = TurnValues.of(cached_solution(rules), State())
    found = {one.name: float(values.box(at, ROLL)) for at, one in enumerate(rules.categories)}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def earned(values: Sequence[float]) -> float:
    """How often the upper bonus is earned by a policy that is optimal for it; values of three bonuses in a row.

    The optimum V(B) is the greatest over policies of (points elsewhere) + B · P(bonus), so P(bonus) of the best policy
    lies between V(B) − V(B − 1) and V(B + 1) − V(B).
    """
    return (values[2] - values[0]) / 2


def judge(claims: Claims, best: Optima) -> None:
    """Everything exact that the study prints, to the last digit."""
    rules = variant(OFFICIAL)
    _judge_rules(claims, rules, best)
    _judge_words(claims, rules)
    official, without = best[THRESHOLD, PRINTED["official-threshold"]], after_56666(rules.change({BONUS: 0}))
    claims.digit("optimum", official.optimum)
    claims.digit("meta-optimal-mean", official.restricted, unless_met="meta-actions are described loosely")
    for threshold in (1, 84):
        one, name = best[THRESHOLD, threshold], f"threshold-{threshold}"
        claims.digit(name, one.optimum, unless_met=f"the restricted optimum is {one.restricted:.4f}")
        claims.show_wrong(
            name,
            f"Printed as the expected score of the optimal policy with threshold {threshold}. Backward induction over "
            f"all states gives {one.optimum:.6f}; what is printed is the optimum of a player who is restricted to the "
            f"ten meta-actions, {one.restricted:.4f}.",
        )
    gaps = [one.gap for one in _usual(best).values()]
    gap, why = max(gaps), f"{min(gaps):.3%} to {max(gaps):.3%} in {len(set(gaps))} variants"
    claims.judge("restricted-gap-percent", 100 * gap, 100 * gap < claims.figure("restricted-gap-percent"), why)
    ahead = after_56666(rules)
    claims.within("four-of-a-kind-ahead", ABOUT, without[FOUR] - without[SIXES], f"about: within {ABOUT}")
    claims.digit("sixes-ahead", ahead[SIXES] - ahead[FOUR])
    two = all(set(list(some)[:2]) == {FOUR, SIXES} for some in (without, ahead))
    claims.judge("two-best", " and ".join(rules.category(name).title for name in list(ahead)[:2]), two)
    great = [best[BONUS, one] for one in AROUND]
    often, seldom = earned([one.optimum for one in great]), earned([one.restricted for one in great])
    ratio, share = great[1].restricted / great[1].optimum, seldom / often
    claims.judge(
        "bonus-limit", f"{ratio:.4%}, and {share:.4%} as often", abs(ratio - share) < CLOSE,
        f"the best player by meta-actions, with a bonus of {GREAT:,}: the optimal one earns it in {often:.2%} of games",
    )  # fmt: skip


def _usual(best: Optima) -> Optima:
    """The variants that the study considers."""
    return {(key, value): one for (key, value), one in best.items() if value not in AROUND}


def _judge_rules(claims: Claims, rules: Rules, best: Optima) -> None:
    claims.digit("dice", rules.dice)
    claims.digit("rerolls", rules.rolls - 1)
    claims.digit("categories", rules.turns)
    for name in ("full_house", "small_straight", "large_straight", "yahtzee"):
        claims.digit(name.replace("_", "-"), rules.category(name).points)
    for name in ("upper_bonus", "upper_threshold", "yahtzee_bonus"):
        claims.digit(name.replace("_", "-"), getattr(rules, name))
    printed = int(claims.figure("upper-threshold"))
    claims.show_wrong(
        "upper-threshold",
        f"Section I lets the bonus be earned with an upper total of {printed}, which is what the bonus is worth. "
        f"Official Yahtzee asks for {rules.upper_threshold}, three of each face. With {printed} the optimum would be "
        f"{best[THRESHOLD, printed].optimum:.4f}; the study's own optimum, {claims.text('optimum')}, is that of "
        f"{rules.upper_threshold}.",
    )
    claims.not_described("figure-1", "an illustration: no numbers are printed")


def _judge_words(claims: Claims, rules: Rules) -> None:
    """What the text says about networks and meta-actions."""
    claims.digit("network-inputs", input_count(rules))
    claims.digit("network-outputs", len(META_ACTIONS))
    rolls = rules.dice_set.rolls
    claims.digit("keep-choices", max(prod(roll.count(face) + 1 for face in set(roll)) for roll in rolls))
    claims.digit("box-choices", rules.turns)
    claims.digit("example-12235", int(_keep(rules, (1, 2, 2, 3, 5))["Straight"]))
    asked = _keep(rules, (1, 2, 6, 6, 6))
    named = ("Sixes", "N of a Kind", "Full House", "Chance")
    kept = {asked[name] for name in named}
    claims.judge("example-12666", " or ".join(sorted(kept)), kept == {claims.text("example-12666")}, "all four")
    counts = dict(zip(META_ACTIONS, output_counts(candidates_of(rules)).tolist(), strict=True))
    outputs = {name: counts[name] for name in named}
    claims.digit("sixes-outputs", outputs["Sixes"], "none to five sixes")
    fewest = min(outputs, key=lambda name: outputs[name])
    claims.digit("label-12666", fewest, ", ".join(f"{name} {count}" for name, count in outputs.items()))


def _keep(rules: Rules, roll: tuple[int, ...]) -> dict[str, str]:
    """What each meta-action keeps of the first roll of a game, in words."""
    found = meta_decisions(rules, Turn(State(), roll, rules.rolls - 1))
    return {name: "".join(map(str, kept)) for name, kept in found.items() if not isinstance(kept, Category | None)}


def sections(claims: Claims, best: Optima) -> list[Section]:
    """Rules, words and optima with their verdicts."""
    rows = [
        [key, value, number(one.optimum, ".4f"), number(one.restricted, ".4f"), number(one.gap, ".3%")]
        for (key, value), one in _usual(best).items()
    ]
    return [
        Section(
            "The game and the meta-actions",
            [
                f"The rules, and what the text says about networks and meta-actions: {claims.tally(*RULES, *WORDS)}. "
                "The study words meta-actions loosely; the reading used here is in `fivedice.strategies.study_004`.",
            ],
            [
                claims.table("rules", "Rules: verdicts", RULES),
                claims.table("words", "Networks and meta-actions: verdicts", WORDS),
            ],
        ),
        Section(
            "Optima",
            [
                "The optimal strategy may decide anything; the restricted one keeps dice and scores as one of ten "
                f"meta-actions says. Both are solved exactly: {claims.tally(*OPTIMA)}.",
            ],
            [
                claims.table("exact", "Exact figures: verdicts", OPTIMA),
                Table("optima", "Optima", ["Parameter", "Value", "Optimum", "Restricted", "Gap"], rows),
            ],
        ),
    ]
