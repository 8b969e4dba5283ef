"""Study 000, sections 3.4 and 4.3: the same-value test. Totals of five games, and the decisions that are printed.

The dice of the thesis's five games are not printed, only those of seven rounds (Tables 4.7 to 4.11). So totals stand
beside those of our players on five games of our own, and each printed decision beside what our players decide there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from fivedice.comparison import published
from fivedice.comparison.decisions import NOTHING
from fivedice.reports import Claim, Section, Table, claim_table, number
from fivedice.rules import Category, Decision, Roll, State, Turn, format_dice, variant
from fivedice.simulation.games import play
from fivedice.simulation.regret import regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution, TurnValues, cached_solution
from fivedice.statistics.significance import mean_test
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import Policy
from fivedice.studies.measured import SEED, Measured

YATZY = variant("yatzy")
PLAYERS = {"dice": "dice-based", "scorecard": "scorecard-based", "optimal": "optimal"}
TOTALS = published.rows("kth", "same_value_scores")
GAMES = len(TOTALS)
THROWS = {"keep1": "first", "keep2": "second", "score": "last"}
REROLLS = {"keep1": 2, "keep2": 1, "score": 0}
UNKNOWN = 4
"""Boxes filled before rounds 6 and 7 of game 4 that the thesis does not name."""
PAR = 3
"""Dice of a face that an upper box is taken to hold where points are not printed and too many cases are possible."""


@dataclass(frozen=True)
class Printed:
    """A decision of Tables 4.7 to 4.11."""

    algorithm: str
    game: int
    round: int
    filled: int
    unknown: bool
    step: str
    roll: Roll
    decision: Decision

    @classmethod
    def of(cls, row: published.Row) -> "Printed":
        """Read a row of the data file; a turn that is scored early appears as a keep of all dice."""
        names = [name for name in row["filled_before"].split(";") if name != "none"]
        known = [YATZY.category(name) for name in names if "unknown" not in name]
        decision = (
            YATZY.category(row["kept_or_box"])
            if row["step"] == "score"
            else tuple(sorted(map(int, row["kept_or_box"])))
        )
        return cls(
            row["algorithm"], int(row["game"]), int(row["round"]),
            sum(1 << YATZY.index[one.name] for one in known), len(known) < len(names),
            row["step"], tuple(sorted(map(int, row["dice"]))), decision,
        )  # fmt: skip

    @property
    def text(self) -> str:
        """The decision as people read it."""
        return as_printed(self.decision)


def as_printed(decision: Decision) -> str:
    """A decision as the study prints it: the dice that stay, or the box."""
    return decision.title if isinstance(decision, Category) else format_dice(decision)


@dataclass(frozen=True)
class Judged:
    """A printed decision, what ours is there, whether they agree, and what the printed one gives away."""

    printed: Printed
    ours: str
    agrees: bool
    regret: float


def printed_decisions() -> list[Printed]:
    """All 63 of them: 21 for each algorithm."""
    return [Printed.of(row) for row in published.rows("kth", "same_value_decisions")]


def possible_totals(filled: int) -> list[int]:
    """Every capped upper total that these filled boxes may hold."""
    totals = {0}
    for box in YATZY.upper:
        if filled >> box & 1:
            face = next(one for one, at in YATZY.face_boxes.items() if at == box)
            totals = {total + face * count for total in totals for count in range(YATZY.dice + 1)}
    return sorted({min(total, YATZY.upper_cap) for total in totals})


class Judge:
    """Compares printed decisions with ours, and measures what they give away against the optimum."""

    def __init__(self, solution: Solution, policies: Mapping[str, Policy]) -> None:
        self.policies = policies
        self.values = cache(lambda state: TurnValues.of(solution, state))

    def regret(self, one: Printed, state: State) -> float:
        """What the printed decision gives away in a state."""
        values, rerolls = self.values(state), REROLLS[one.step]
        return values.roll(one.roll, rerolls) - values.decision(one.decision, one.roll, rerolls)

    def ours(self, one: Printed, state: State) -> str:
        """Our player's decision in a state; to score early is to keep all dice."""
        turn = Turn(state, one.roll, REROLLS[one.step])
        decision = choices_in(self.policies[PLAYERS[one.algorithm]], state).decision(turn)
        return as_printed(one.roll if turn.rerolls and isinstance(decision, Category) else decision)

    def judge(self, one: Printed, states: list[State]) -> Judged:
        """The printed decision in the most favourable of some states."""
        best = min(states, key=lambda state: self.regret(one, state))
        agrees = self.agrees(one, best)
        return Judged(one, one.text if agrees else self.ours(one, best), agrees, max(self.regret(one, best), 0.0))

    def agrees(self, one: Printed, state: State) -> bool:
        """Whether ours is the printed decision; for the optimal player, whether that gives nothing away."""
        if PLAYERS[one.algorithm] == "optimal":
            return self.regret(one, state) < NOTHING
        return self.ours(one, state) == one.text

    def judged(self) -> list[Judged]:
        """Every printed decision of players with a policy; unprinted boxes are those with which most of them agree."""
        printed = [one for one in printed_decisions() if PLAYERS[one.algorithm] in self.policies]
        found = [
            self.judge(one, [State(one.filled, total) for total in possible_totals(one.filled)])
            for one in printed
            if not one.unknown
        ]
        for algorithm in PLAYERS:
            found += self._with_unknown([one for one in printed if one.unknown and one.algorithm == algorithm])
        return found

    def _with_unknown(self, some: list[Printed]) -> list[Judged]:
        """Decisions of one game whose filled boxes are printed in part: the boxes with which most of them agree."""
        taken = {YATZY.index[one.decision.name] for one in some if isinstance(one.decision, Category)}
        free = [
            box for box in range(YATZY.turns) if box not in taken and not any(one.filled >> box & 1 for one in some)
        ]
        best, most = 0, -1
        for boxes in combinations(free, UNKNOWN):
            more = sum(1 << box for box in boxes)
            count = sum(self.agrees(one, _at_par(one.filled | more)) for one in some)
            if count > most:
                best, most = more, count
            if most == len(some):
                break
        return [self.judge(one, [_at_par(one.filled | best)]) for one in some]


def _at_par(filled: int) -> State:
    """The state with these filled boxes and three dice in each filled upper one."""
    upper = sum(PAR * face for face, box in YATZY.face_boxes.items() if filled >> box & 1)
    return State(filled, min(upper, YATZY.upper_cap))


def same_value_section(players: Mapping[str, Measured], judged: list[Judged]) -> tuple[Section, dict[str, object]]:
    """Totals of Table 4.6 beside ours, and how many printed decisions our strategies take."""
    found: list[Claim] = []
    rows: list[list[object]] = []
    solution = cached_solution(YATZY)
    numbers: dict[str, object] = {}
    for algorithm, name in PLAYERS.items():
        printed = [int(row[algorithm]) for row in TOTALS]
        (games,) = play(players[name].policy, Counter(SEED), GAMES, record=True)
        lost = regrets(games, solution).sum(axis=(1, 2))
        mean = sum(printed) / GAMES
        test = players[name].mean_test(mean, GAMES)
        what, ours = f"{name}: mean of five games", players[name].score.mean
        found.append(Claim.met_if(not test.rejected(), what, mean, ours, f"p = {test.p:.2f}"))
        agree = [one for one in judged if one.printed.algorithm == algorithm]
        count, of = sum(one.agrees for one in agree), len(agree)
        missed = ", ".join(f"{one.printed.text} of {format_dice(one.printed.roll)}" for one in agree if not one.agrees)
        why = f"not ours: {missed}" if missed else ""
        found.append(Claim.met_if(count == of, f"{name}: printed decisions taken", of, count, why))
        numbers[name] = {
            "published_totals": printed, "our_totals": games.scores.tolist(), "p": test.p,
            "decisions": of, "decisions_alike": count,
            "regret_on_known_cards": sum(one.regret for one in agree if not one.printed.unknown),
        }  # fmt: skip
        rows += [
            [name, game + 1, printed[game], int(games.scores[game]), number(lost[game], ".1f")] for game in range(GAMES)
        ]
    printed_games, printed_mean = published.histogram("optimal"), published.of_strategy("optimal", YATZY.name)["mean"]
    five = sum(int(row["optimal"]) for row in TOTALS) / GAMES
    own = mean_test(five, GAMES, printed_games.mean, printed_games.sd)
    numbers["thesis_optimal_against_itself"] = {"mean_of_five": five, "p": own.p}
    text = [
        "The thesis does not print its dice, so its totals cannot be reproduced; ours are those of five games on equal "
        "dice of our own. The test is whether five games of our players could have the printed mean.",
        f"The thesis's optimal algorithm averages {five:.1f} in these five games. Against its own "
        f"{printed_games.counted:,} games (mean {printed_mean}, sd {printed_games.sd:.1f} from the histogram) that has "
        f"p = {own.p:.4f}; against the true optimum it is ordinary. The two tests may not have run the same program.",
        "A printed decision counts as ours if our strategy takes it. The optimal player is tried with every upper "
        "total that the filled boxes may hold, and the most favourable one counts; decisions of equal value count as "
        f"alike. For rounds 6 and 7 of game 4 four filled boxes are not printed: those with which most decisions agree "
        f"are taken, with {PAR} dice in each upper box.",
    ]
    decisions = Table(
        "same-value-decisions",
        "Decisions of Tables 4.7 to 4.11",
        ["Game", "Round", "Player", "Throw", "Dice", "Thesis", "Ours", "Alike", "Regret"],
        [
            [one.printed.game, one.printed.round, PLAYERS[one.printed.algorithm], THROWS[one.printed.step],
             format_dice(one.printed.roll), one.printed.text, one.ours, "yes" if one.agrees else "no",
             None if one.printed.unknown else number(one.regret, ".2f")]
            for one in judged
        ],
        "Regret: points that the printed decision gives away against the best one, at the least that the unprinted "
        "points allow; empty where filled boxes are not printed.",
    )  # fmt: skip
    section = Section(
        "Same-value test",
        text,
        [
            Table(
                "same-value-totals",
                "Totals of five games on equal dice, beside Table 4.6",
                ["Player", "Game", "Thesis", "Ours, other dice", "Regret of ours"],
                rows,
            ),
            claim_table("same-value-verdicts", "Same-value test: verdicts", found),
            decisions,
        ],
    )
    return section, numbers
