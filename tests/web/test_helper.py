"""Who is answered first, and by which process."""

import asyncio
from typing import Any

import pytest

from fivedice.web.helper import AT_ONCE, Child, Helper, Urgency


class Processes:
    """In place of real processes: questions wait until they are answered here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Child, str, asyncio.Future[str]]] = []
        monkeypatch.setattr(Child, "ask", lambda child, call, *_: self._ask(child, call))

    async def _ask(self, child: Child, call: str) -> Any:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked.append((child, call, answer))
        return await answer

    @property
    def calls(self) -> list[str]:
        return [call for _, call, _ in self.asked]

    def answer(self, number: int) -> None:
        self.asked[number][2].set_result("done")


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_the_most_urgent_question_goes_first_and_equal_ones_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        processes, helper = Processes(monkeypatch), Helper()
        wanted = [("busy", Urgency.DOWNLOADS)] * AT_ONCE
        wanted += [("csv", Urgency.DOWNLOADS), ("review", Urgency.REVIEWS), ("robot 1", Urgency.PLAYERS)]
        wanted += [("robot 2", Urgency.PLAYERS), ("advice", Urgency.ADVICE)]
        asking = [asyncio.create_task(helper.ask(call, urgency=urgency)) for call, urgency in wanted]
        await settle()
        assert processes.calls == ["busy"] * AT_ONCE
        for number in range(len(wanted)):
            processes.answer(number)
            await settle()
        assert processes.calls[AT_ONCE:] == ["robot 1", "robot 2", "advice", "review", "csv"]
        assert set(await asyncio.gather(*asking)) == {"done"}
        assert helper.free == AT_ONCE

    asyncio.run(run())


def test_a_question_that_is_given_up_takes_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        processes, helper = Processes(monkeypatch), Helper()
        asking = [asyncio.create_task(helper.ask(f"{number}")) for number in range(AT_ONCE + 3)]
        await settle()
        asking[AT_ONCE].cancel()  # while it waits
        await settle()
        processes.answer(0)
        asking[AT_ONCE + 1].cancel()  # with the turn on its way to it
        await settle()
        for number in range(1, AT_ONCE):
            processes.answer(number)
        await settle()
        processes.answer(-1)
        await asyncio.gather(*asking, return_exceptions=True)
        assert asking[-1].result() == "done"
        assert (helper.free, helper.waiting, helper.children[0].busy) == (AT_ONCE, [], 0)

    asyncio.run(run())


def test_a_second_process_starts_when_the_first_has_enough_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        processes, helper = Processes(monkeypatch), Helper(processes=2)
        asking = [asyncio.create_task(helper.ask("decide")) for _ in range(AT_ONCE + 1)]
        await settle()
        first, second = helper.children
        assert [child for child, *_ in processes.asked] == [first] * AT_ONCE + [second]
        for number in range(AT_ONCE + 1):
            processes.answer(number)
        await asyncio.gather(*asking)

    asyncio.run(run())


@pytest.mark.slow  # a real process
def test_a_process_leaves_a_question_that_is_no_longer_wanted_and_answers_the_next() -> None:
    async def run() -> None:
        helper, steps = Helper(module="tests.web.patient"), asyncio.Event()
        asking = asyncio.create_task(helper.ask("wait", progress=lambda done, total: steps.set()))
        await steps.wait()
        process = helper.children[0].running
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert process is not None
        assert len(process.leaving) == 1
        assert await helper.left(60)
        assert process.leaving == {}
        assert await helper.ask("here") == "here"
        assert helper.children[0].running is process
        await helper.stop()

    asyncio.run(run())
