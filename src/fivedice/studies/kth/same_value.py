"""Study 000, sections 3.4, 4.3 and 5.4: the same-value test. Totals of five games, decisions, and the dice they share.

The dice of the thesis's five games are not printed, only those of seven rounds. So totals stand beside those of our
players on five games of our own, and each printed decision beside what our players decide there.
"""

from collections.abc import Mapping
from itertools import combinations

from fivedice.charts import AnyChart
from fivedice.charts.lines import LOW, above_each_other, lines
from fivedice.comparison import published
from fivedice.comparison.decisions import NOTHING
from fivedice.reports import Plot, Section, Table, number
from fivedice.rules import Category, State, format_dice
from fivedice.simulation.games import Games, play
from fivedice.simulation.regret import regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution, TurnValues
from fivedice.statistics.significance import LEVEL, mean_test
from fivedice.studies.claims import Claims
from fivedice.studies.kth.decisions import (
    PLAYERS,
    YATZY,
    Judge,
    Judged,
    Printed,
    at_par,
    printed_decisions,
    unknown_boxes,
)
from fivedice.studies.kth.graphs import NEAR
from fivedice.studies.kth.same_dice import Play, fits
from fivedice.studies.measured import SEED, Measured

TOTALS = published.rows("kth", "same_value_scores")
DECISIONS = published.rows("kth", "same_value_decisions")
GAMES = len(TOTALS)
THROWS = {"keep1": "first", "keep2": "second", "score": "last"}
TABLES = {"4.7": (1,), "4.8": (2,), "4.9": (3,), "4.10": (4, 1), "4.11": (4, 6, 7)}
"""Each table: its game, and its rounds where the game has several tables."""
SAID = (
    "choices-of-games", "same-value-choices", "same-dice", "graph-4.11", "table-4.6-*", "sixes-*", "behind-in-game-3",
    "ahead-in-game-4", "yatzy-first", "full-house-first", "six-for-twos",
)  # fmt: skip


def table_of(one: Printed) -> str:
    """The table that prints a decision."""
    return next(
        name for name, (game, *rounds) in TABLES.items() if one.game == game and (not rounds or one.round in rounds)
    )


def rounds_on_same_dice() -> dict[tuple[int, int], list[tuple[str, str]]]:
    """The printed rounds, each with the pairs of players whose throws no dice could have shown, if not all fit."""
    turns: dict[tuple[int, int], dict[str, list[published.Row]]] = {}
    for row in DECISIONS:
        turns.setdefault((int(row["game"]), int(row["round"])), {}).setdefault(row["algorithm"], []).append(row)
    found = {}
    for turn, players in turns.items():
        first = tuple(map(int, next(iter(players.values()))[0]["dice"]))
        plays = {name: _play(rows) for name, rows in players.items()}
        pairs = [] if fits(first, list(plays.values())) else combinations(plays, 2)
        found[turn] = [pair for pair in pairs if not fits(first, [plays[name] for name in pair])]
    return found


def _play(rows: list[published.Row]) -> Play:
    """What was kept of each throw, and what the dice showed after the next."""
    dice = [tuple(map(int, row["dice"])) for row in rows]
    kept = [tuple(map(int, row["kept_or_box"])) for row in rows[:-1]]
    return tuple(zip(kept, dice[1:], strict=True))


def same_value_section(
    claims: Claims, players: Mapping[str, Measured], solution: Solution, judge: Judge, judged: list[Judged]
) -> tuple[Section, dict[str, object]]:
    """Totals of Table 4.6 beside ours, claims about them, and how many printed decisions our strategies take."""
    rows: list[list[object]] = []
    numbers: dict[str, object] = {}
    totals: dict[str, Games] = {}
    for algorithm, name in PLAYERS.items():
        printed = [int(row[algorithm]) for row in TOTALS]
        (games,) = play(players[name].policy, Counter(SEED), GAMES, record=True)
        lost = regrets(games, solution).sum(axis=(1, 2))
        mean, totals[name] = sum(printed) / GAMES, games
        test = players[name].mean_test(mean, GAMES)
        said = f"z test of their mean, {mean:.1f}; totals of ours on other dice: {', '.join(map(str, games.scores))}"
        claims.tested(f"table-4.6-{algorithm}", f"mean {players[name].score.mean:.1f}", test.p, said)
        agree = [one for one in judged if one.printed.algorithm == algorithm]
        _judge_decisions(claims, algorithm, agree)
        numbers[name] = {
            "published_totals": printed, "our_totals": games.scores.tolist(), "p": test.p,
            "decisions": len(agree), "decisions_alike": sum(one.agrees for one in agree),
            "regret_on_known_cards": sum(one.regret for one in agree if not one.printed.unknown),
        }  # fmt: skip
        rows += [
            [name, game + 1, printed[game], int(games.scores[game]), number(lost[game], ".1f")] for game in range(GAMES)
        ]
    claims.judge("graph-4.11", "three lines", claims.verdict("table-4.6-*"), "its totals are those of Table 4.6")
    _judge_said(claims, solution)
    _judge_six_for_twos(claims, judge)
    numbers["thesis_optimal_against_itself"], against_itself = _against_itself()
    tables = [f"table-{name}-*" for name in TABLES]
    text = [
        "The thesis does not print its dice, so its totals cannot be reproduced; ours are those of five games on equal "
        "dice of our own. The test is whether five games of our players could have the printed mean.",
        against_itself,
        f"Of the tables of decisions, each for one player: {claims.tally(*tables)}. A printed decision counts as ours "
        "if our strategy takes it. The optimal player is tried with every upper total that the filled boxes may hold, "
        "and the most favourable one counts; decisions of equal value count as alike. For rounds 6 and 7 of game 4 "
        "four filled boxes are not printed: the card with which most decisions agree is taken.",
    ]
    parts: list[Table | Plot] = [
        claims.table("same-value-verdicts", "Same-value test: verdicts", [*SAID, *tables]),
        Plot("graph-4-11", "Graph 4.11: totals of the five games", _graph(totals)),
        Table(
            "same-value-totals", "Totals of five games on equal dice, beside Table 4.6",
            ["Player", "Game", "Thesis", "Ours, other dice", "Regret of ours"], rows,
        ),
        _decisions(judged),
    ]  # fmt: skip
    return Section("Same-value test", text, parts), numbers


def _judge_decisions(claims: Claims, algorithm: str, judged: list[Judged]) -> None:
    """The decisions of each table, for one player."""
    for table in TABLES:
        some = [one for one in judged if table_of(one.printed) == table]
        missed = ", ".join(f"{one.printed.text} of {format_dice(one.printed.roll)}" for one in some if not one.agrees)
        why = f"not ours: {missed}" if missed else ""
        claims.digit(f"table-{table}-{algorithm}", sum(one.agrees for one in some), why)


def _judge_said(claims: Claims, solution: Solution) -> None:
    """What sections 3.4, 4.3 and 5.4.1 say about the five games."""
    choices = YATZY.turns * YATZY.rolls
    claims.digit("choices-of-games", f"{choices} n", "two keeps and a box each turn")
    claims.digit("same-value-choices", choices * GAMES, "of each player, fewer where a turn is scored early")
    clashes = {turn: pairs for turn, pairs in rounds_on_same_dice().items() if pairs}
    rounds = ", ".join(f"round {number} of game {game}" for game, number in clashes)
    claims.digit("same-dice", len(rounds_on_same_dice()) - len(clashes), f"not {rounds}" if clashes else "")
    for claim in ("sixes-in-round-4", "sixes-in-game-3"):
        claims.not_described(claim, "these rounds are not printed")
    ahead = {
        row["game"]: max(int(row[one]) for one in PLAYERS if one != "optimal") - int(row["optimal"]) for row in TOTALS
    }
    third = next(row for row in TOTALS if row["game"] == "3")
    claims.digit("behind-in-game-3", int(third["optimal"]) - int(third["scorecard"]), "from Table 4.6")
    lost = [f"game {game}, {points}" for game, points in ahead.items() if points > 0]
    claims.digit("ahead-in-game-4", "; ".join(lost), "from Table 4.6")
    last = next(one for one in printed_decisions() if (one.algorithm, one.round, one.step) == ("optimal", 7, "score"))
    points = last.decision.natural_points(last.roll) if isinstance(last.decision, Category) else 0
    claims.digit("sixes-round-7", points, f"of {format_dice(last.roll)}")
    values = TurnValues.of(solution, State())
    five, house = (6, 6, 6, 6, 6), (4, 4, 4, 6, 6)
    worth = {name: values.decision(YATZY.category(name), five, 0) for name in ("yatzy", "sixes")}
    gain = worth["yatzy"] - worth["sixes"]
    claims.within("yatzy-first", NEAR, gain, f"exact values; about: within {NEAR} points")
    filled, fours = (values.decision(YATZY.category(name), house, 0) for name in ("full_house", "fours"))
    claims.holds("full-house-first", filled - fours > NOTHING, f"by {filled - fours:.2f} points")
    claims.show_wrong(
        "yatzy-first",
        f"66666 in the first turn is worth {worth['yatzy']:.2f} in Yatzy and {worth['sixes']:.2f} in Sixes, where 30 "
        f"points bring the bonus nearer: Yatzy is ahead by {gain:.2f} points and not by {claims.text('yatzy-first')}, "
        "since a box that is not filled now will be filled later.",
    )
    _prove_clash(claims, clashes)


def _prove_clash(claims: Claims, clashes: Mapping[tuple[int, int], list[tuple[str, str]]]) -> None:
    """The last throws that no dice could have shown to both players."""
    rows = {(row["algorithm"], row["game"], row["round"], row["step"]): row for row in DECISIONS}
    for (game, turn), pairs in clashes.items():
        said = []
        for name in pairs[0]:
            before, after = (rows[name, str(game), str(turn), step] for step in ("keep2", "score"))
            rolled = list(after["dice"])
            for face in before["kept_or_box"]:
                rolled.remove(face)
            said.append(
                f"{PLAYERS[name]} keeps {before['kept_or_box']} of {before['dice']} and rolls {''.join(sorted(rolled))}"
            )
        claims.show_wrong(
            "same-dice",
            f"In round {turn} of game {game}, {' where '.join(said)}. The dice stand in their order in both, so it is "
            "the same dice that are rolled in the last throw, and they cannot show both. Every way to assign the "
            "printed throws to five dice was tried, whichever of equal dice were kept: none fits this round, some fit "
            "each of the others.",
        )


def _judge_six_for_twos(claims: Claims, judge: Judge) -> None:
    """Whether 6 is worse than 2,2 on nearly every card that round 6 of game 4 may have."""
    turns = [one for one in printed_decisions() if one.algorithm == "scorecard" and one.unknown]
    six = next(one for one in turns if one.round == 6 and one.step == "keep2")
    cards = [at_par(six.filled | more) for more in unknown_boxes(turns)]
    worse = sum(judge.values(card).keep((2, 2), 1) - judge.values(card).keep((6,), 1) > NOTHING for card in cards)
    why = f"2,2 is better on {worse} of the {len(cards)} cards that the unprinted boxes allow"
    claims.holds("six-for-twos", worse >= (1 - LEVEL) * len(cards), why)


def _against_itself() -> tuple[dict[str, float], str]:
    """The five totals of the thesis's optimal algorithm beside its own 100,000 games."""
    sample, printed = published.histogram("optimal"), published.of_strategy("optimal", YATZY.name)["mean"]
    five = sum(int(row["optimal"]) for row in TOTALS) / GAMES
    own = mean_test(five, GAMES, sample.mean, sample.sd)
    said = (
        f"The thesis's optimal algorithm averages {five:.1f} in these five games. That five of its own "
        f"{sample.counted:,} games (mean {printed}, sd {sample.sd:.1f} from the histogram) do so is {own.verdict()}. "
    )
    return {"mean_of_five": five, "p": own.p}, said + (
        "The two tests may not have run the same program." if own.rejected() else ""
    )


def _graph(ours: Mapping[str, Games]) -> AnyChart:
    """Graph 4.11 as it is printed, and below it the same of our games."""
    theirs = {name: [int(row[algorithm]) for row in TOTALS] for algorithm, name in PLAYERS.items()}
    ticks = [(float(game), str(game)) for game in range(1, GAMES + 1)]
    drawn = [
        lines(
            {
                name: [(float(game), float(total), None) for game, total in enumerate(totals, 1)]
                for name, totals in some.items()
            },
            title=title, x_title="Game", y_title="Total", ticks=ticks, percent=False, height=LOW,
        )
        for title, some in (
            ("The thesis", theirs),
            ("Ours, on other dice", {name: games.scores.tolist() for name, games in ours.items()}),
        )
    ]  # fmt: skip
    return above_each_other(*drawn, title="Totals of five games on equal dice")


def _decisions(judged: list[Judged]) -> Table:
    return Table(
        "same-value-decisions",
        "Decisions of Tables 4.7 to 4.11",
        ["Table", "Game", "Round", "Player", "Throw", "Dice", "Thesis", "Ours", "Alike", "Regret"],
        [
            [table_of(one.printed), one.printed.game, one.printed.round, PLAYERS[one.printed.algorithm],
             THROWS[one.printed.step], format_dice(one.printed.roll), one.printed.text, one.ours,
             "yes" if one.agrees else "no", None if one.printed.unknown else number(one.regret, ".2f")]
            for one in judged
        ],
        "Regret: points that the printed decision loses against the best one, the least over all points that the "
        "unprinted boxes may hold; empty where filled boxes are not printed.",
    )  # fmt: skip
