"""Study 002, its games in detail: the mean of each slot, the logs, and the strategies as flowcharts."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from fivedice.arrays import Floats
from fivedice.charts.flow import flow
from fivedice.reports import Plot, Section, Table, number
from fivedice.simulation.games import Games
from fivedice.simulation.log_tables import Record
from fivedice.simulation.logs import TABLES
from fivedice.solver import cached_solution
from fivedice.strategies import study_002
from fivedice.strategies.policy import Policy, TablePolicy
from fivedice.studies.claims import Claims
from fivedice.studies.simulation.flow import Step, steps_of
from fivedice.studies.simulation.printed import GAMES, STANDARD, STRATEGIES, YAHTZEE, title
from fivedice.studies.simulation.priority import agreement

LOGS = {
    "sets_of_dice": "Sets of Dice", "dice_values": "Dice Values", "rolls": "Rolls", "scoring": "Scoring",
    "score_sheet": "Master Score Sheet",
}  # fmt: skip
"""The study's log files by the name of ours."""
SLOTS = ("slot-averages", "upper-zeroes", "straights-ignored", "unused-dice", "logs")
RULES = ("item-1", "item-2", "item-3-*")
FOCUS = "Going for Yahtzee"


@dataclass(frozen=True, eq=False)
class Played:
    """A strategy's games on the study's dice.

    slots  : float64[categories + 2], mean points of each box, of the upper bonus and of Yahtzee bonuses
    thrown : dice thrown in all games;  unused : share of turns that leave some of their dice unused
    zeroes : share of games in which a lower box gets a zero while an upper box is open
    """

    policy: Policy
    games: Games
    slots: Floats
    thrown: int
    unused: float
    zeroes: float

    @classmethod
    def of(cls, policy: Policy, games: Games) -> "Played":
        """Count recorded games."""
        record = Record(games, policy, cached_solution(YAHTZEE))
        turns = np.ravel_multi_index(record.throws[:2], games.boxes.shape)
        used = np.bincount(turns, record.thrown.sum(axis=1))
        upper = games.boxes < len(YAHTZEE.face_boxes)
        zeroes = (games.points == 0) & ~upper & (np.cumsum(upper, axis=1) < len(YAHTZEE.face_boxes))
        means = [*games.card.mean(axis=0), games.upper_bonuses.mean(), games.bonuses.sum(axis=1).mean()]
        return cls(
            policy, games, np.array(means), int(used.sum()), float((used < YAHTZEE.dice * YAHTZEE.rolls).mean()),
            float(zeroes.any(axis=1).mean()),
        )  # fmt: skip


def judge(claims: Claims, played: Mapping[str, Played]) -> None:
    """Slots, logs and flowcharts."""
    off = max(abs(one.slots.sum() - one.games.scores.mean()) for one in played.values())
    slots = len(YAHTZEE.categories) + 2
    claims.judge("slot-averages", f"{slots} slots", off < 1e-6, "they add up to the mean of each strategy")
    upper = {name: one.zeroes for name, one in played.items() if name.startswith("upper-focus")}
    claims.judge(
        "upper-zeroes", f"in {min(upper.values()):.0%} to {max(upper.values()):.0%} of games",
        all(0 < share < 1 for share in upper.values()), "a zero in a lower box while an upper one is open",
    )  # fmt: skip
    reasons = {reason for name, one in played.items() if name.startswith("yahtzee-focus") for reason in _why(one)}
    claims.judge("straights-ignored", "never held for", reasons == {FOCUS}, f"all it ever holds for: {FOCUS}")
    unused = [one.unused for one in played.values()]
    claims.judge("unused-dice", f"in {min(unused):.1%} to {max(unused):.1%} of turns", min(unused) > 0, "by strategy")
    claims.digit("logs", sum(name in TABLES for name in LOGS), "`fivedice simulate --log` writes them")
    means = claims.verdict(*(f"{name}-mean" for name in STRATEGIES))
    why = "its picture is not in the text; the strategies drawn here play the study's games die for die"
    for name in ("item-1", "item-2"):
        claims.judge(name, "drawn from the rules that play", means, why)
    _judge_lists(claims, played["one-roll"].policy)


def _judge_lists(claims: Claims, policy: Policy) -> None:
    """The lists of Item 3 against One Roll, which only scores."""
    assert isinstance(policy, TablePolicy)
    default, joker = (agreement(policy, name) for name in ("default", "joker"))
    for name, one in (("default", default), ("joker", joker)):
        why = f"it agrees with the play on {one.agreed:,} of {one.asked:,} cards with a roll"
        claims.judge(f"item-3-{name}", f"{one.lines} lines", one.agreed == one.asked, why)
    claims.show_wrong(
        "item-3-joker",
        f"The list, as its text reads, goes from a zero in Upper 3's to one in Upper 5's; the line for Upper 4's is "
        f"missing. So it says nothing on {joker.silent} of the {joker.asked:,} cards with a second Yahtzee (of ones, "
        f"say, with only Fours open) and takes the zero elsewhere on {joker.asked - joker.agreed - joker.silent}. The "
        "program of the appendix has the line: it walks from Ones to Sixes.",
    )


def _why(one: Played) -> set[str]:
    """Every reason that a strategy gives for holding dice, on any card."""
    assert isinstance(one.policy, TablePolicy)
    return {one.policy.reasons[number] for number in np.unique(one.policy.why).tolist()} - {""}


def slots_section(claims: Claims, played: Mapping[str, Played]) -> Section:
    """The mean of each slot, as the study's program prints it, and the first game's logs."""
    names = [*(one.title for one in YAHTZEE.categories), "Upper bonus", "Yahtzee bonuses"]
    rows = [[slot, *(number(one.slots[at], ".4f") for one in played.values())] for at, slot in enumerate(names)]
    rows.append(["Total", *(number(float(one.slots.sum()), ".4f") for one in played.values())])
    rows.append(["Dice thrown", *(one.thrown for one in played.values())])
    return Section(
        "Slots and logs",
        [
            f"The study's program prints the mean of every slot of its {GAMES}; the paper does not repeat them. The "
            "slots of a column add up to its total.",
            f"The logs of the first game of {title(STANDARD)}, as the study names them; `fivedice simulate "
            f"{STANDARD} --dice study-002 --log DIR` writes all of them.",
        ],
        [
            claims.table("slots-verdicts", "Slots and logs: verdicts", SLOTS),
            Table(
                "slots", f"Mean points of each slot, {GAMES}", ["Slot", *played], rows,
                f"Dice thrown: rows of the log of dice values, of {played[STANDARD].games.dice.size:,} set aside.",
                bold=(len(names),),
            ),
            *_logs(played[STANDARD]),
        ],
    )  # fmt: skip


def _logs(one: Played) -> list[Table]:
    """The logs of the first game."""
    games = one.games
    assert games.held is not None
    assert games.shown is not None
    first = Games(
        games.rules, 0, games.boxes[:1], games.points[:1], games.bonuses[:1], games.dice[:1], games.held[:1],
        games.shown[:1],
    )  # fmt: skip
    record = Record(first, one.policy, cached_solution(YAHTZEE))
    found = []
    for name, called in LOGS.items():
        frame: pl.DataFrame = getattr(record, name)()
        columns = [column.replace("_", " ").capitalize() for column in frame.columns]
        heading = f"Log: {called}, game 1 of {title(STANDARD)}"
        found.append(Table(f"log-{name.replace('_', '-')}", heading, columns, [list(row) for row in frame.iter_rows()]))
    return found


def rules_section(claims: Claims) -> Section:
    """Items 1 to 3: the strategies as flowcharts, from their own source."""
    every, upper = (steps_of(study_002.score_by_table, upper_first=first) for first in (False, True))
    plots = [
        *(_plot(one.name, title(one.name), one.choose.__doc__ or "", steps_of(one)) for one in study_002.STRATEGIES),
        _plot("holding", "What Dice Driven holds, beside Item 2", "After each roll but the last",
              steps_of(study_002.hold_by_dice)),
        _plot("scoring", "Where all score, beside Item 3", "The first line that applies", every),
        _plot("scoring-upper", "Where Upper Focus scores", "The same with one line more", upper),
    ]  # fmt: skip
    return Section(
        "The strategies, from their own source",
        [
            "Every chart is read from the function that plays: its questions in the order in which they are asked, and "
            "the reason that the player gives. So the charts always match the play.",
        ],
        [claims.table("rules-verdicts", "Flowcharts and lists: verdicts", RULES), *plots],
    )


def _plot(name: str, head: str, below: str, steps: list[Step]) -> Plot:
    return Plot(f"flow-{name}", head, flow(steps, title=head, subtitle=below))
