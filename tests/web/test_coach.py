"""The coach says what the library says."""

from asyncio import sleep
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from fivedice.coach.advice import advise
from fivedice.coach.explanation import explain
from fivedice.coach.review import grade
from fivedice.evaluation.bonus import bonus_on_disk, cached_bonus_chances
from fivedice.rules import Card, format_dice, variant
from fivedice.solver import Solution, cached_solution
from fivedice.web.forecast import bars, forecast
from fivedice.web.helper import Helper
from tests.web.tables import ANN, ANN_AND_BEN, TINY, TestClient, application, lay, seated

YAHTZEE = variant("yahtzee")


@pytest.fixture(scope="module")
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def test_the_coach_ranks_every_decision_as_the_library_does(client: TestClient, yahtzee_solution: Solution) -> None:
    with seated(client, lay(client, [{**ANN[0], "physical": True}]), 0) as ann:
        ann.act("throw", shown=[6, 1, 6, 3, 6])
        ann.say("coach", on=True)
        found = ann.hear("coach")
    advice = advise(yahtzee_solution, Card.empty(YAHTZEE), (1, 3, 6, 6, 6), 2)
    expected = advice.choices()
    texts = [one.get("category") or format_dice(tuple(one["dice"])) for one in found["decisions"]]
    assert texts == [one.text for one in expected]
    assert [one["value"] for one in found["decisions"]] == pytest.approx([one.value for one in expected], abs=0.001)
    assert [one["cost"] for one in found["decisions"]] == pytest.approx([one.regret for one in expected], abs=0.001)
    assert [one["grade"] for one in found["decisions"]] == [grade(one.regret) for one in expected]
    assert found["best"]["held"] == [True, False, True, False, True]
    assert (found["seat"], found["point"]) == (0, 1)
    chances = [None, *([cached_bonus_chances(YAHTZEE)] if bonus_on_disk(YAHTZEE) else [])]  # known or not known yet
    assert found["words"] in [list(explain(advice, bonus=bonus).sentences) for bonus in chances]


def test_the_coach_speaks_only_to_those_who_asked(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben:
        ann.say("coach", on=True)
        ann.act("throw")
        ann.hear_all("coach", "outlook")
        ann.say("coach", on=False)
        ann.act("fill", category="chance")
        ben.state(point=2)
        assert {message["type"] for message in ben.heard} <= {"welcome", "state", "presence"}


def test_a_coach_that_is_switched_off_before_it_has_spoken_says_nothing_and_marks_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached_solution(TINY)
    answered, go_on, ask = Event(), Event(), Helper.ask

    async def slow(helper: Helper, call: str, *arguments: Any, **options: Any) -> Any:
        if call in ("advice", "outlook"):
            if call == "advice":
                answered.set()
            while not go_on.is_set():
                await sleep(0.01)
        return await ask(helper, call, *arguments, **options)

    monkeypatch.setattr(Helper, "ask", slow)
    with seated(client, lay(client, ANN, variant="tiny"), 0) as ann:
        point = ann.act("throw")["point"]
        ann.say("coach", on=True)
        assert answered.wait(120)
        ann.say("coach", on=False)
        ann.say("rename", seat=0, name="Anna")
        assert not ann.state()["seats"][0]["coached"]
        go_on.set()
        state = ann.act("fill", category="chance")
        assert (state["point"], state["seats"][0]["coached"]) == (point + 1, False)
        assert not {"coach", "outlook"} & {message["type"] for message in ann.heard}
        ann.act("throw")
        ann.say("coach", on=True)
        assert ann.hear("coach")["point"] == point + 2


def test_a_window_without_a_seat_marks_the_game_before_it_reads_advice(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0) as ann, seated(client, table, 1) as ben, seated(client, table) as watcher:
        ann.act("throw")
        ben.say("coach", on=True)
        ben.hear("coach")  # an opponent who is told about Ann's dice is not Ann
        assert not client.get(f"/api/tables/{table['id']}").json()["seats"][0]["coached"]
        watcher.say("coach", on=True)
        watcher.hear("coach")
        states = [message for message in watcher.heard if message["type"] == "state"]
        assert [seat["coached"] for seat in states[-1]["seats"]] == [True, False]


def test_switching_the_coach_off_and_on_computes_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = [], Helper.ask

    async def count(helper: Helper, call: str, *arguments: Any, **options: Any) -> Any:
        asked.append((helper, call))
        return await ask(helper, call, *arguments, **options)

    monkeypatch.setattr(Helper, "ask", count)
    with application(tmp_path / "games.sqlite") as client, seated(client, lay(client, ANN, variant="tiny"), 0) as ann:
        advice, outlook = ((client.app.state.services.reporter, call) for call in ("advice", "outlook"))  # type: ignore[attr-defined]
        ann.act("throw")
        for _ in range(3):
            ann.say("coach", on=True)
            ann.hear_all("coach", "outlook")
            ann.say("coach", on=False)
        assert (asked.count(advice), asked.count(outlook)) == (1, 1)
        ann.act("fill", category="chance")
        ann.act("throw")
        ann.say("coach", on=True)
        ann.hear("coach")
        assert asked.count(advice) == 2


def test_the_outlook_has_the_mean_of_the_best_decision(client: TestClient) -> None:
    table = lay(client, ANN_AND_BEN, variant="tiny")
    with seated(client, table, 0, 1) as both:
        both.say("coach", on=True)
        both.act("throw")
        advice, outlook = both.hear_all("coach", "outlook")
    assert outlook["mean"] == pytest.approx(advice["mean"], abs=0.01) or outlook["from"] == "card"
    assert sum(outlook["bars"]) == pytest.approx(1, abs=0.01)


def test_late_in_a_game_the_outlook_counts_the_dice_on_the_table(yahtzee_solution: Solution) -> None:
    points = (3, 6, 9, 12, None, None, 20, None, 25, None, 40, None, 22)
    cards = [Card(points), Card((*points[:4], 15, *points[5:]))]
    found = forecast(YAHTZEE, cards, 0, (2, 5, 5, 5, 6), 2)
    best = advise(yahtzee_solution, cards[0], (2, 5, 5, 5, 6), 2)[0]
    assert (found["from"], found["mean"]) == ("dice", pytest.approx(best.value, abs=0.01))
    assert sum(one["value"] for one in found["chances"]) == pytest.approx(1, abs=0.001)
    assert len(found["bars"]) <= 41


def test_bars_share_out_all_but_the_far_ends(yahtzee_solution: Solution) -> None:
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.strategies.optimal import Optimal

    score = evaluate(Optimal().policy(TINY)).score
    found = bars(score)
    assert sum(found["bars"]) == pytest.approx(1, abs=0.002)
    assert found["mean"] == pytest.approx(cached_solution(TINY).value, abs=0.005)
    least, width = found["least"], found["width"]
    assert found["bars"][0] == pytest.approx(score.at_least(least) - score.at_least(least + width), abs=1e-5)


def test_a_first_solve_shows_its_progress(tmp_path: Path, empty_cache: Path) -> None:
    with application(tmp_path / "games.sqlite") as client, seated(client, lay(client, ANN, variant="tiny"), 0) as ann:
        ann.act("throw")
        ann.say("coach", on=True)
        first = ann.hear("solving")
        assert (first["variant"], first["done"]) == ("tiny", 0)
        ann.hear("coach")
        last = [message for message in ann.heard if message["type"] == "solving"][-1]
        assert last["done"] == last["total"]
    assert list(empty_cache.glob(f"{TINY.digest}-mean*"))
