"""The laboratory of a server: questions, jobs, their limits, and what its owner closes."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fivedice.errors import ServerError
from fivedice.progress import Progress
from fivedice.web.helper import Hear
from fivedice.web.lab.jobs import MOST_OF_ADDRESS, MOST_WAITING, Jobs, NoSuchJob
from fivedice.web.lab.laboratory import Laboratory
from fivedice.web.lab.levels import read_level
from fivedice.web.limits import TooMany
from tests.web.tables import TestClient, application

HERE = "10.0.0.1"


class FakeHelper:
    """A helper whose answers come when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[dict[str, Any], asyncio.Future[Any], Any]] = []
        self.hearers: list[Any] = []
        self.stopped = 0
        self.leaves = False

    async def ask(
        self, call: str, job: dict[str, Any], *, progress: Progress | None = None, hear: Hear | None = None
    ) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self.asked.append((job, answer, progress))
        self.hearers.append(hear)
        return await answer

    async def left(self, patience: float) -> bool:
        return self.leaves

    async def stop(self) -> None:
        self.stopped += 1


def _run(check: Callable[[Jobs, FakeHelper], Any]) -> None:
    async def run() -> None:
        helper = FakeHelper()
        jobs = Jobs(helper)  # type: ignore[arg-type]
        await check(jobs, helper)
        await jobs.stop()

    asyncio.run(run())


async def _turn() -> None:
    """Let every task go on as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_job_waits_runs_tells_how_far_it_is_and_ends_with_its_result() -> None:
    async def check(jobs: Jobs, helper: FakeHelper) -> None:
        first, second = (jobs.submit({"kind": "scores", "rules": name}, HERE) for name in ("a", "b"))
        await _turn()
        assert jobs.show(first.id)["state"] == "running"
        assert (jobs.show(second.id)["state"], jobs.show(second.id)["place"]) == ("waiting", 1)
        _, answer, progress = helper.asked[0]
        progress(3, 13)
        assert (jobs.show(first.id)["done"], jobs.show(first.id)["total"]) == (3, 13)
        helper.hearers[0]({"means": [1.5]})
        assert jobs.show(first.id)["so_far"] == {"means": [1.5]}
        answer.set_result({"digest": "x"})
        await _turn()
        assert (jobs.show(first.id)["state"], jobs.show(first.id)["result"]) == ("done", {"digest": "x"})
        assert jobs.show(second.id)["state"] == "running"
        helper.asked[1][1].set_result({"refused": "it is too large."})
        await _turn()
        assert (jobs.show(second.id)["state"], jobs.show(second.id)["sentence"]) == ("failed", "It is too large.")

    _run(check)


def test_equal_jobs_are_done_once_and_a_second_visitor_has_the_result_at_once() -> None:
    async def check(jobs: Jobs, helper: FakeHelper) -> None:
        one = jobs.submit({"kind": "scores", "rules": "a"}, HERE)
        await _turn()
        helper.asked[0][1].set_result({})
        await _turn()
        other = jobs.submit({"rules": "a", "kind": "scores"}, "10.0.0.2")
        assert other.id != one.id
        assert jobs.show(other.id)["state"] == "done"
        assert len(helper.asked) == 1

    _run(check)


def test_short_jobs_do_not_wait_for_long_ones() -> None:
    async def run() -> None:
        helper, patient = FakeHelper(), FakeHelper()
        jobs = Jobs(helper, patient, ("train",))  # type: ignore[arg-type]
        long, first, short = (
            jobs.submit({"kind": kind, "rules": "a"}, HERE) for kind in ("train", "compare", "evaluate")
        )
        other = jobs.submit({"kind": "train", "rules": "b"}, HERE)
        await _turn()
        assert [len(one.asked) for one in (helper, patient)] == [1, 1]
        assert [jobs.show(one.id)["state"] for one in (long, first)] == ["running", "running"]
        assert [jobs.show(one.id)["place"] for one in (other, short)] == [1, 1]
        jobs.withdraw(long.id)
        await _turn()
        assert (patient.stopped, helper.stopped) == (1, 0)
        assert jobs.show(other.id)["state"] == "running"
        await jobs.stop()

    asyncio.run(run())


def test_a_stopped_job_ends_its_process_unless_somebody_else_wants_it() -> None:
    async def check(jobs: Jobs, helper: FakeHelper) -> None:
        one, other = (jobs.submit({"kind": "scores", "rules": "a"}, address) for address in (HERE, "10.0.0.2"))
        waiting = jobs.submit({"kind": "scores", "rules": "b"}, HERE)
        await _turn()
        jobs.withdraw(one.id)
        await _turn()
        assert jobs.show(other.id)["state"] == "running"
        assert helper.stopped == 0
        with pytest.raises(NoSuchJob):
            jobs.show(one.id)
        jobs.withdraw(other.id)
        await _turn()
        assert helper.stopped == 1
        assert jobs.show(waiting.id)["state"] == "running"

    _run(check)


def test_a_process_that_leaves_a_stopped_job_goes_on_with_the_next() -> None:
    async def check(jobs: Jobs, helper: FakeHelper) -> None:
        helper.leaves = True
        one, waiting = (jobs.submit({"kind": "scores", "rules": name}, HERE) for name in "ab")
        await _turn()
        jobs.withdraw(one.id)
        await _turn()
        assert (helper.stopped, jobs.show(waiting.id)["state"]) == (0, "running")

    _run(check)


def test_a_later_question_of_a_line_takes_the_place_of_an_earlier_one() -> None:
    async def run() -> None:
        laboratory, helper = Laboratory("all", {}), FakeHelper()
        laboratory.helper = helper  # type: ignore[assignment]
        asking = []
        for name, line in (("a", "one"), ("b", "other"), ("c", "one")):
            asking.append(asyncio.create_task(laboratory.ask("mean", {"rules": name, "line": line}, HERE)))
            await _turn()
        assert await asking[0] == {"superseded": True}
        for _, answer, _ in helper.asked[1:]:
            answer.set_result({"mean": 1.0})
        assert [await one for one in asking[1:]] == [{"mean": 1.0}] * 2
        assert (laboratory.lines, laboratory.open.total()) == ({}, 0)
        await laboratory.stop()

    asyncio.run(run())


def test_one_address_has_few_jobs_and_the_queue_an_end() -> None:
    async def check(jobs: Jobs, helper: FakeHelper) -> None:
        for number in range(MOST_OF_ADDRESS):
            jobs.submit({"kind": "scores", "rules": str(number)}, HERE)
        with pytest.raises(TooMany, match="from one address"):
            jobs.submit({"kind": "scores", "rules": "more"}, HERE)
        for number in range(MOST_OF_ADDRESS, MOST_WAITING):
            jobs.submit({"kind": "scores", "rules": str(number)}, f"10.0.1.{number}")
        with pytest.raises(TooMany, match="are waiting"):
            jobs.submit({"kind": "scores", "rules": "more"}, "10.0.2.1")

    _run(check)


def test_a_server_for_a_network_does_light_work_unless_its_owner_says_otherwise() -> None:
    assert [read_level(None, local=local) for local in (True, False)] == ["all", "light"]
    assert read_level("off", local=True) == "off"
    with pytest.raises(ServerError, match="off, light, all"):
        read_level("some", local=True)


# -------------------------------------------------------------------------------------------- over HTTP


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with application(tmp_path_factory.mktemp("lab") / "games.sqlite") as found:
        yield found


def test_a_closed_laboratory_has_no_pages_links_answers_or_jobs(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", laboratory="off") as client:
        assert client.get("/lab/analyse").status_code == 404
        assert 'href="/lab"' not in client.get("/").text
        refused = client.post("/api/lab/analyse", json={}), client.post("/api/jobs", json={"kind": "scores"})
        assert [(one.status_code, "closed" in one.json()["sentence"]) for one in refused] == [(400, True)] * 2


def test_a_laboratory_of_light_work_refuses_long_jobs(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite", laboratory="light") as client:
        found = client.post("/api/jobs", json={"kind": "scores", "rules": "yahtzee"})
        assert (found.status_code, "owner" in found.json()["sentence"]) == (400, True)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/jobs", {}),
        ("/api/jobs", {"kind": "everything"}),
        ("/api/jobs", {"kind": ["scores"]}),
        ("/api/lab/nothing", {}),
        ("/api/jobs", []),
        ("/api/jobs", {"kind": "scores", "rules": "x" * 20_000}),
    ],
)
def test_nonsense_is_refused_with_a_sentence(lab: TestClient, path: str, body: object) -> None:
    found = lab.post(path, json=body)
    assert found.status_code in (400, 404)
    assert found.json()["sentence"]


def test_a_job_that_nobody_asked_for_is_not_there(lab: TestClient) -> None:
    assert [lab.get("/api/jobs/none").status_code, lab.delete("/api/jobs/none").status_code] == [404, 404]


def test_a_question_over_http_is_answered_in_the_helper_process(lab: TestClient) -> None:
    found = lab.post("/api/lab/analyse", json={"rules": "tiny", "position": "- 13:1"})
    assert found.status_code == 200
    assert found.json()["decisions"][0]["regret"] == 0
    refused = lab.post("/api/lab/analyse", json={"rules": "tiny", "position": "- 19:1"})
    assert refused.status_code == 400
    assert refused.json()["sentence"]
    assert set(lab.get("/api/lab").json()["themes"]) == {"light", "dark"}


@pytest.mark.slow  # kernels are compiled
def test_a_job_over_http_survives_and_leads_to_its_result(lab: TestClient) -> None:
    started = lab.post("/api/jobs", json={"kind": "scores", "rules": "tiny"})
    assert started.status_code == 201
    found = started.json()
    while found["state"] in ("waiting", "running"):
        found = lab.get(f"/api/jobs/{found['id']}").json()
    assert found["state"] == "done"
    assert lab.delete(f"/api/jobs/{found['id']}").status_code == 200
