"""The tables of a log, replayed and recomputed with the plain functions of the rules and the solver."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from fivedice.rules import Category, Rules, State, Turn, reroll, score
from fivedice.rules.pattern import Anything
from fivedice.rules.state import final_bonus
from fivedice.simulation.logs import GameLog
from fivedice.simulation.streams import Counter, Stream, Study002
from fivedice.solver import TurnValues, cached_solution
from fivedice.solver.exact import solve
from fivedice.strategies.registry import strategy_named
from tests.recorded import YAHTZEE, impatient, played, read_log, write_log

GAMES = 60

Row = dict[str, Any]

PLAYERS: dict[str, Stream] = {"dice-driven": Study002(290), "optimal": Counter(3), "impatient": Counter(5)}


@pytest.fixture(scope="module", params=PLAYERS)
def log(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, pl.DataFrame]]:
    folder = tmp_path_factory.mktemp("logs") / "log"
    write_log(folder, request.param, PLAYERS[request.param], GAMES)
    return request.param, read_log(folder)


def rows_by_turn(frame: pl.DataFrame) -> dict[tuple[int, int], list[Row]]:
    found: dict[tuple[int, int], list[Row]] = {}
    for row in frame.iter_rows(named=True):
        found.setdefault((row["game"], row["turn"]), []).append(row)
    return found


def listed(row: Row, name: str) -> list[Any]:
    return [value for key, value in row.items() if key.startswith(f"{name}_")]


def test_the_rules_lead_from_every_logged_roll_to_the_next_and_to_the_points(
    log: tuple[str, dict[str, pl.DataFrame]],
) -> None:
    name, tables = log
    in_turn = PLAYERS[name].in_turn
    rolls, scoring, sets = (rows_by_turn(tables[table]) for table in ("rolls", "scoring", "sets_of_dice"))
    assert list(rolls) == list(scoring) == list(sets)
    assert list(rolls) == [(game, turn) for game in range(1, GAMES + 1) for turn in range(1, YAHTZEE.turns + 1)]
    for sheet in tables["score_sheet"].iter_rows(named=True):
        state, total = State(), 0
        for number in range(1, YAHTZEE.turns + 1):
            key = (sheet["game"], number)
            aside, throws, (scored,) = listed(sets[key][0], "die"), rolls[key], scoring[key]
            table, used = aside[: YAHTZEE.dice], YAHTZEE.dice
            turn = Turn(state, tuple(sorted(table)), YAHTZEE.rolls - 1)
            for place, row in enumerate(throws, 1):
                assert row["roll"] == place
                assert listed(row, "die") == table
                held = listed(row, "hold")
                if place == len(throws):
                    assert held == [None] * YAHTZEE.dice
                    break
                fresh = aside[used:] if in_turn else aside[place * YAHTZEE.dice :]
                source = iter(fresh)
                table = [
                    face if hold else (next(source) if in_turn else fresh[at])
                    for at, (face, hold) in enumerate(zip(table, held, strict=True))
                ]
                used += held.count(False)
                keep = tuple(sorted(face for face, hold in zip(listed(row, "die"), held, strict=True) if hold))
                thrown = tuple(face for face, hold in zip(table, held, strict=True) if not hold)
                turn = reroll(turn, keep, thrown)
                assert turn.roll == tuple(sorted(table))
            assert scored["dice"] == "".join(map(str, table))
            done = score(YAHTZEE, state, turn.roll, YAHTZEE.category(scored["category"]))
            assert (scored["points"], scored["yahtzee_bonus"]) == (done.points, done.bonus)
            assert sheet[scored["category"]] == done.points
            state, total = done.state, total + done.total
        assert sheet["upper_bonus"] == final_bonus(YAHTZEE, state)
        assert sheet["total"] == total + sheet["upper_bonus"]


def test_decisions_have_the_exact_expectation_of_the_final_score(log: tuple[str, dict[str, pl.DataFrame]]) -> None:
    _, tables = log
    solution = cached_solution(YAHTZEE)
    totals = dict(zip(*(tables["score_sheet"][name].to_list() for name in ("game", "total")), strict=True))
    throws, state, points = rows_by_turn(tables["rolls"]), State(), 0
    for (game, turn), rows in rows_by_turn(tables["decisions"]).items():
        if turn == 1:
            state, points = State(), 0
        if game > 8:
            break
        values, left = TurnValues.of(solution, state), YAHTZEE.rolls - 1
        for row, throw in zip(rows, throws[game, turn], strict=True):
            roll = YAHTZEE.dice_set.parse(row["dice"], whole=True)
            assert row["dice"] == "".join(map(str, listed(throw, "die")))
            assert row["score"] == points
            if row["action"] == "keep":
                held = zip(row["dice"], listed(throw, "hold"), strict=True)
                assert row["kept"] == ("".join(face for face, hold in held if hold) or "-")
                assert row["written"] is None
                value = values.keep(YAHTZEE.dice_set.parse(row["kept"], whole=False), left)
            else:
                assert row["action"] == "score"
                assert row["kept"] is None
                value = values.box(YAHTZEE.index[row["written"]], roll)
            assert row["expectation"] == pytest.approx(points + value, abs=1e-9)
            left -= 1
        assert rows[-1]["action"] == "score"
        roll = YAHTZEE.dice_set.parse(rows[-1]["dice"], whole=True)
        done = score(YAHTZEE, state, roll, YAHTZEE.category(rows[-1]["written"]))
        state, points = done.state, points + done.total
        if turn == YAHTZEE.turns:
            assert rows[-1]["expectation"] == pytest.approx(totals[game])


def test_the_first_turn_of_study_002_is_logged_as_the_study_tells_it(tmp_path: Path) -> None:
    write_log(tmp_path / "log", "dice-driven", Study002(290), games=1)
    tables = read_log(tmp_path / "log")
    aside = listed(tables["sets_of_dice"].row(0, named=True), "die")
    assert aside == [5, 3, 4, 5, 1, 2, 2, 1, 5, 4, 1, 1, 1, 6, 6]
    first, second, third = tables["rolls"].head(3).iter_rows(named=True)
    assert [listed(row, "die") for row in (first, second, third)] == [[5, 3, 4, 5, 1], [5, 2, 2, 5, 1], [5, 5, 4, 5, 1]]
    assert listed(first, "hold") == listed(second, "hold") == [True, False, False, True, False]
    values = [listed(row, "die") for row in tables["dice_values"].head(3).iter_rows(named=True)]
    assert values == [[5, 3, 4, 5, 1], [None, 2, 2, None, 1], [None, 5, 4, None, 1]]
    assert first["reason"] == "Holding the face that is needed most"
    assert second["reason"] == "Two pairs: holding the higher one for its upper box"
    assert tables["scoring"].row(0) == (1, 1, "55451", "fives", 15, 0)
    fields = ["game", "turn", "dice", "action", "written", "kept", "score", "expectation"]
    assert tables["decisions"].columns == fields
    assert tables["decisions"].row(2)[:7] == (1, 1, "55451", "score", "fives", None, 0)


def test_a_reason_is_the_one_that_the_strategy_gives_for_the_turn(tmp_path: Path) -> None:
    strategy = strategy_named("upper-focus-high")
    write_log(tmp_path / "log", "upper-focus-high", Counter(1), games=20)
    tables = read_log(tmp_path / "log")
    throws, reasons = rows_by_turn(tables["rolls"]), set()
    state = State()
    for (game, turn), (scored,) in rows_by_turn(tables["scoring"]).items():
        state = State() if turn == 1 else state
        for left, row in zip(range(YAHTZEE.rolls - 1, -1, -1), throws[game, turn], strict=False):
            roll = tuple(sorted(listed(row, "die")))
            assert (row["reason"] or "") == strategy.reason(YAHTZEE, Turn(state, roll, left))
            reasons.add(row["reason"])
        roll = YAHTZEE.dice_set.parse(scored["dice"], whole=True)
        state = score(YAHTZEE, state, roll, YAHTZEE.category(scored["category"])).state
    assert len(reasons) > 3


def test_rules_with_one_roll_and_many_faces_are_logged(tmp_path: Path) -> None:
    game = Rules(
        "single",
        (Category("chance", Anything(), "sum"), Category("more", Anything(), "sum")),
        dice=2,
        faces=12,
        rolls=1,
    )
    policy = impatient(game)
    with GameLog(tmp_path / "log", game, policy, solve(game)) as log:
        log.add(played(policy, 200))
    tables = read_log(tmp_path / "log")
    assert len(tables["rolls"]) == len(tables["decisions"]) == 400
    dice = [game.dice_set.parse(text, whole=True) for text in tables["scoring"]["dice"]]
    assert max(map(max, dice)) == 12
    assert tables["scoring"]["points"].to_list() == list(map(sum, dice))
