"""Study 000, section 2: the score card, the graph of states and its size, and the chance of a Yatzy."""

from collections import Counter
from fractions import Fraction
from itertools import product

from fivedice.comparison import published
from fivedice.reports import Section, Table, number
from fivedice.reports.units import duration, duration_cell, size, size_cell
from fivedice.rules import Rules, State, format_dice, variant
from fivedice.rules.dice import keeps_of
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.solver.tables import compile_rules
from fivedice.studies.claims import Claims

STATE_BYTES = (1, 4)
"""Bytes of a box (a Boolean) and of a die (an int) in the memory that the thesis estimates."""
EXAMPLE = (1, 5, 5, 6, 6)
"""The first throw of Table 4.7."""
CARD = (
    "history", "game-*", "table-2.1", "upper-most", "bonus-*", "total-*", "pair-points", "straight-points", "die-mean",
    "card-matrix", "full-house-most",
)  # fmt: skip
STATES = (
    "glenn-*", "figure-2.1", "states-*", "rolls", "keeps", "keeps-from-one", "graph-parts", "graph-gigabytes",
    "equation-3", "optimal-gigabytes", "machine-gigabytes", "optimal-build-hours", "yatzy-one-roll",
    "yatzy-three-rolls",
)  # fmt: skip


def five_alike(dice: int, faces: int, rolls: int, group: int = 0) -> Fraction:
    """Chance of equal dice in this many rolls if the largest group is always kept, `group` dice at the start.

    >>> five_alike(5, 6, 1), five_alike(5, 6, 3)
    (Fraction(1, 1296), Fraction(347897, 7558272))
    """
    if group == dice or rolls == 0:
        return Fraction(group == dice)
    thrown = product(range(faces), repeat=dice - group)
    groups = Counter(max(Counter((0,) * group + roll).values()) for roll in thrown)
    return sum(
        (Fraction(count, faces ** (dice - group)) * five_alike(dice, faces, rolls - 1, largest)
         for largest, count in groups.items()),
        Fraction(0),
    )  # fmt: skip


class Graph:
    """The graph of section 2.2.1 by its own definition: six parts, V1 to V6, for every card and upper total."""

    def __init__(self, rules: Rules) -> None:
        dice = rules.dice_set
        self.v1: int = 2**rules.turns * (rules.upper_cap + 1)
        self.v2, self.v3 = self.v1 * dice.roll_count, self.v1 * dice.keep_count
        self.parts = 2 * rules.rolls
        self.vertices = self.v1 + rules.rolls * self.v2 + (rules.rolls - 1) * self.v3
        self.once = self.v1 + self.v2 + self.v3
        pairs = sum(len(keeps_of(roll)) for roll in dice.rolls)
        scoring = rules.turns * self.v1 // 2  # a box is open on half of all cards
        self.edges = self.v2 + 2 * (rules.rolls - 1) * pairs * self.v1 + scoring * dice.roll_count
        self.bytes_each = rules.turns * STATE_BYTES[0] + rules.dice * STATE_BYTES[1]
        self.bytes = self.vertices * self.bytes_each


def card_section(claims: Claims, rules: Rules) -> Section:
    """Table 2.1 and what section 2.1 says about it."""
    most = compile_rules(rules).points.max(axis=1).tolist()
    printed = {row["box"]: int(row["most"]) for row in published.rows("kth", "score_card")}
    ours = {category.title: points for category, points in zip(rules.categories, most, strict=True)}
    alike = sum(ours.get(box) == points for box, points in printed.items())
    upper = sum(most[box] for box in rules.upper)
    claims.not_described("history", "no source is given, and nothing can be computed")
    claims.digit("game-dice", f"{rules.dice}, {rules.faces}, {rules.rolls}")
    claims.digit("game-turns", rules.turns)
    claims.digit("table-2.1", f"{alike} rows", "rows whose greatest points are ours")
    claims.digit("upper-most", upper)
    claims.digit("bonus-points", rules.upper_bonus)
    at_least = f"{rules.upper_threshold} or more"
    claims.digit("bonus-from-table", at_least, unless_met="the text below the table says so too")
    claims.digit("bonus-from-text", at_least)
    claims.digit("total-most", sum(most) + rules.upper_bonus)
    claims.digit("total-most-without-bonus", sum(most))
    pair, runs = rules.category("pair"), [rules.category(name) for name in ("small_straight", "large_straight")]
    claims.digit("pair-points", ", ".join(str(pair.natural_points((1, 2, 3, face, face))) for face in (6, 4)))
    sums = [max(map(sum, (roll for roll in rules.dice_set.rolls if one.natural_points(roll)))) for one in runs]
    claims.digit("straight-points", ", ".join(map(str, sums)))
    claims.digit("die-mean", (rules.faces + 1) / 2)
    claims.digit("card-matrix", f"{rules.turns} x {rules.dice}")
    house = rules.category("full_house")
    best = max(rules.dice_set.rolls, key=house.natural_points)
    claims.holds("full-house-most", best == (5, 5, 6, 6, 6), f"{house.natural_points(best)} points")
    claims.show_wrong(
        "bonus-from-table",
        f"The text below the table gives the bonus to {at_least}, which is the rule of Alga; three of each face make "
        f"exactly {rules.upper_threshold}.",
    )
    table = Table(
        "score-card", "Greatest points of each box, beside Table 2.1", ["Box", "Thesis", "Ours"],
        [[box, points, ours.get(box)] for box, points in printed.items()],
    )  # fmt: skip
    verdicts = claims.table("card-verdicts", "Score card: verdicts", CARD)
    return Section("The score card", [f"{claims.tally(*CARD)}."], [verdicts, table])


def states_section(claims: Claims, solution: Solution) -> tuple[Section, dict[str, object]]:
    """The optimal algorithm as section 2.2 describes it: sizes, memory, the recursion, and the chance of a Yatzy."""
    rules, graph = solution.rules, Graph(solution.rules)
    dice, held = rules.dice_set, solution.values.nbytes
    for claim, name in (("glenn-plain", "yahtzee-no-bonus"), ("glenn-bonuses", "yahtzee")):
        claims.digit(claim, cached_solution(variant(name)).value, f"exact optimum of {name}")
    claims.not_described("figure-2.1", "a sketch without figures; the table below has some states with their values")
    claims.digit("states-v1", graph.v1, f"{solution.states:,} of them can occur")
    claims.digit("rolls", dice.roll_count)
    claims.digit("states-v2", graph.v2)
    claims.digit("keeps", dice.keep_count)
    empty = dice.keep_count - sum(1 for keep in dice.keeps if keep)
    claims.judge(
        "keeps-from-one", "none to five" if empty else "one to five", not empty,
        f"of one to five dice there are {dice.keep_count - empty}",
    )  # fmt: skip
    claims.digit("states-v3", graph.v3)
    claims.digit("graph-parts", graph.parts)
    every = graph.vertices == claims.figure("states-all")
    claims.judge("states-all", f"{graph.vertices:,}", every, unless_met="|V1| + |V2| + |V3|: V4, V5, V6 are left out")
    claims.digit(
        "graph-gigabytes", graph.once * graph.bytes_each / 1e9,
        f"{graph.bytes_each} bytes for each of these; of all six parts {size(graph.bytes)}",
    )  # fmt: skip
    last = State(2**rules.turns - 2)
    worth = TurnValues.by(rules, last, lambda state, points: points * 0.0).start
    claims.judge("equation-3", f"{worth:g} for every u", worth > 0, "the end is worth 0, and so is every product")
    unknown = "program and machine are not described"
    claims.not_described("optimal-gigabytes", f"{unknown}; ours keeps {size(held)}")
    claims.not_described("machine-gigabytes", unknown)
    claims.not_described("optimal-build-hours", f"{unknown}; ours: {duration(solution.seconds)}")
    chances = [five_alike(rules.dice, rules.faces, rolls) for rolls in range(1, rules.rolls + 1)]
    for claim, chance in (("yatzy-one-roll", chances[0]), ("yatzy-three-rolls", chances[-1])):
        met = round(1 / chance) == round(1 / Fraction(claims.text(claim)))
        claims.judge(claim, f"1/{float(1 / chance):.5g}", met, f"exactly {chance} = {float(chance):.4%}")
    _prove(claims, graph, solution, chances)
    sizes = Table(
        "states", "The graph of the optimal algorithm",
        ["", "Thesis", "By its own definition", "Ours"],
        [
            ["States between turns", claims.figure("states-v1"), graph.v1, solution.states],
            ["States of the whole graph", claims.figure("states-all"), graph.vertices, None],
            ["Edges", None, graph.edges, None],
            ["Memory", f"{claims.text('graph-gigabytes')} GB", size_cell(graph.bytes), size_cell(held)],
            ["Time to solve", f"{claims.text('optimal-build-hours')} h", None, duration_cell(solution.seconds)],
        ],
        "Ours: states that can occur, and the memory of their values. What lies inside a turn is computed anew for "
        "each state and not kept.",
    )  # fmt: skip
    text = [
        f"{claims.tally(*STATES)}. By its definition the graph has {graph.vertices:,} states and {graph.edges:,} "
        f"edges. A solver needs neither: a value for each of the {solution.states:,} states between turns that can "
        f"occur is enough, {size(held)} with those that cannot, where the thesis counts "
        f"{claims.text('graph-gigabytes')} GB for the graph and {claims.text('optimal-gigabytes')} GB for its program.",
    ]
    verdicts = claims.table("states-verdicts", "Optimal algorithm: verdicts", STATES)
    numbers: dict[str, object] = {
        "vertices": graph.vertices, "edges": graph.edges, "reachable_states": solution.states, "bytes": held,
        "p_yatzy": [float(chance) for chance in chances],
    }  # fmt: skip
    return Section("The optimal algorithm", text, [verdicts, sizes, _example(solution)]), numbers


def _prove(claims: Claims, graph: Graph, solution: Solution, chances: list[Fraction]) -> None:
    """The wrong claims of section 2.2, and those about the chance of a Yatzy."""
    dice, (one, two, three) = solution.rules.dice_set, chances
    claims.show_wrong(
        "yatzy-one-roll",
        f"{dice.faces}^{dice.count} = {dice.faces**dice.count:,} throws are equally likely and {dice.faces} of them "
        f"show {dice.count} equal faces, so the chance is {one}; 1/{dice.faces**dice.count} is that of one given face.",
    )
    claims.show_wrong(
        "yatzy-three-rolls",
        f"Keeping the largest group of equal dice after each throw gives a Yatzy with probability {three} = "
        f"{float(three):.4%}, 1 in {float(1 / three):.1f}, and no other way to keep dice gives a greater one. The "
        f"chance in the third throw and not before is 1 in {float(1 / (three - two)):.1f}, perhaps the printed figure.",
    )
    claims.show_wrong(
        "states-all",
        f"The graph has the parts V1 to V6, of {graph.v1:,}, {graph.v2:,} (V2, V4, V6) and {graph.v3:,} (V3, V5) "
        f"states: together {graph.vertices:,}. The printed number is |V1| + |V2| + |V3| = {graph.once:,}; V4, V5 and "
        f"V6 are left out. The {claims.text('graph-gigabytes')} GB are {graph.bytes_each} bytes for each of those; all "
        f"six parts would take {size(graph.bytes)}.",
    )
    claims.show_wrong(
        "keeps-from-one",
        f"There are C({dice.count + dice.faces}, {dice.count}) = {dice.keep_count} sets of no to {dice.count} dice, "
        f"and C(k + {dice.faces - 1}, k) of k dice, which makes {dice.keep_count - 1} for k = 1 to {dice.count}. The "
        "number counts the empty set, which stands for a throw of all dice.",
    )
    claims.show_wrong(
        "equation-3",
        "The end of the game is worth X = 0. Equation 3 makes every scoring that leads there S · 0 = 0, equations 1 "
        "and 2 take means and maxima of zeros, and so on back to the start: as printed, every state is worth 0, the "
        f"start too, whose value is {solution.value:.4f}. Points have to be added, X(u) = max (S(u, v) + X(v)), with "
        "the maximum over the open boxes, which equation 3 leaves out as well.",
    )


def _example(solution: Solution) -> Table:
    """A few states of V1, V2 and V3: the start, a throw of the thesis, and what may be kept of it."""
    rules = solution.rules
    values, dice, left = TurnValues.of(solution, State()), rules.dice_set, rules.rolls - 1
    best = sorted(keeps_of(EXAMPLE), key=lambda keep: -values.keep(keep, left))[:4]
    rows = [["V1", "the empty card", None, number(solution.value, ".4f")]]
    rows.append(["V2", format_dice(EXAMPLE), str(dice.probability(EXAMPLE)), number(values.roll(EXAMPLE, left), ".4f")])
    rows += [["V3", f"keep {format_dice(keep)}", None, number(values.keep(keep, left), ".4f")] for keep in best]
    return Table(
        "few-states", "A few states of the graph, as in Figure 2.1", ["Part", "State", "Probability", "Value"], rows,
        "The start of a game, the first throw of Table 4.7, and the four best of the sets of dice that may be kept.",
    )  # fmt: skip
