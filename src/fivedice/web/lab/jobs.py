"""Long work: a queue, limits for each address, progress, cancellation; equal jobs are done once."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from fivedice.errors import FivediceError
from fivedice.rules.category import capital
from fivedice.table.store import new_token
from fivedice.web.helper import Helper
from fivedice.web.limits import AddressBuckets, TooMany
from fivedice.web.protocol import Refused

State = Literal["waiting", "running", "done", "failed", "stopped"]
MOST_WAITING = 40
"""Jobs that wait or run, of all addresses."""
MOST_OF_ADDRESS = 4
"""Jobs of one address that wait or run."""
PER_MINUTE = 60
"""New jobs of one address."""
PATIENCE = 1.5
"""Seconds in which a process may leave a job that was stopped, before it is ended."""
MOST_KEPT = 200
"""Finished jobs that are remembered, the latest ones."""


class NoSuchJob(Refused):
    """An id that no job has, or no longer has."""


@dataclass(eq=False)
class Work:
    """One piece of work; several people may have asked for it."""

    key: str
    job: dict[str, Any]
    state: State = "waiting"
    done: int = 0
    total: int = 0
    sentence: str = ""
    result: Any = None
    so_far: Any = None
    wishes: set[str] = field(default_factory=set)

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.state in ("done", "failed", "stopped")

    def end(self, found: dict[str, Any]) -> None:
        """Take note of the result, or of the sentence that refuses it; one that was stopped stays so."""
        if self.is_over:
            return
        if "refused" in found:
            self.state, self.sentence = "failed", found["refused"]
        else:
            self.state, self.result = "done", found

    def step(self, done: int, total: int) -> None:
        """Take note of progress."""
        self.done, self.total = done, total

    def hear(self, so_far: Any) -> None:
        """Take note of what is known already."""
        self.so_far = so_far


@dataclass(frozen=True)
class Wish:
    """Somebody's wish for a work, by the address that it came from."""

    id: str
    address: str
    work: Work

    def as_json(self, place: int) -> dict[str, Any]:
        """What a page is told; `place` counts those before it in the queue."""
        work = self.work
        said = {"sentence": capital(work.sentence)} if work.sentence else {}
        found = {"result": work.result} if work.state == "done" else {}
        if work.so_far is not None and work.state == "running":
            found = {"so_far": work.so_far}
        about = {"id": self.id, "kind": work.job["kind"], "state": work.state, "place": place}
        return {**about, "done": work.done, "total": work.total, **said, **found}


@dataclass(eq=False)
class Lane:
    """A helper process, and what it works on."""

    helper: Helper
    running: tuple[Work, "asyncio.Task[Any]"] | None = None
    loop: "asyncio.Task[None] | None" = None


class Jobs:
    """Works in the order in which they were asked for, one at a time, in a helper process of their own.

    Kinds that take minutes are done in another process, `patient`, so that short ones do not wait for them.
    """

    def __init__(self, helper: Helper, patient: Helper | None = None, long: Collection[str] = ()) -> None:
        self.lane, self.long_lane, self.long = Lane(helper), Lane(patient or helper), long
        self.works: OrderedDict[str, Work] = OrderedDict()
        self.wishes: OrderedDict[str, Wish] = OrderedDict()
        self.new = AddressBuckets(PER_MINUTE, PER_MINUTE / 60)

    def submit(self, job: dict[str, Any], address: str) -> Wish:
        """Ask for a job; one that was done already, or is under way, is not done again."""
        key = hashlib.sha256(json.dumps(job, sort_keys=True).encode()).hexdigest()
        work = self.works.get(key)
        if work is None or work.state in ("failed", "stopped"):
            self._check_limits(address)
            work = self.works[key] = Work(key, job)
        self.works.move_to_end(key)
        wish = Wish(new_token(), address, work)
        self.wishes[wish.id] = wish
        work.wishes.add(wish.id)
        self._forget()
        lane = self._lane(work)
        if lane.loop is None or lane.loop.done():
            lane.loop = asyncio.create_task(self._run(lane))
        return wish

    def _lane(self, work: Work) -> Lane:
        return self.long_lane if work.job["kind"] in self.long else self.lane

    def show(self, wish_id: str) -> dict[str, Any]:
        """How far a job is, with its result once it is done."""
        wish = self._wish(wish_id)
        lane = self._lane(wish.work)
        waiting = [work for work in self.works.values() if not work.is_over and self._lane(work) is lane]
        return wish.as_json(waiting.index(wish.work) if wish.work in waiting else 0)

    def withdraw(self, wish_id: str) -> None:
        """Somebody no longer wants a job; it is stopped where nobody else does."""
        wish = self._wish(wish_id)
        del self.wishes[wish_id]
        work = wish.work
        work.wishes.discard(wish_id)
        if work.wishes or work.is_over:
            return
        work.state = "stopped"
        running = self._lane(work).running
        if running and running[0] is work:
            running[1].cancel()

    def _wish(self, wish_id: str) -> Wish:
        if wish_id not in self.wishes:
            raise NoSuchJob("there is no such job here; it may be long ago, or the server was started again.")
        return self.wishes[wish_id]

    def _check_limits(self, address: str) -> None:
        active = [one for one in self.works.values() if not one.is_over]
        own = {one.work.key for one in self.wishes.values() if one.address == address and not one.work.is_over}
        if len(own) >= MOST_OF_ADDRESS:
            raise TooMany(f"{MOST_OF_ADDRESS} jobs at a time are allowed from one address; wait for one, or stop it.")
        if len(active) >= MOST_WAITING:
            raise TooMany(f"{MOST_WAITING} jobs are waiting already; try again later.")
        if not self.new.take(address):
            raise TooMany(f"{PER_MINUTE} new jobs a minute are allowed from one address; wait a moment.")

    def _forget(self) -> None:
        """Drop the oldest finished works, and wishes beyond any sensible number."""
        over = [work for work in self.works.values() if work.is_over]
        for work in over[: max(0, len(over) - MOST_KEPT)]:
            del self.works[work.key]
            for wish_id in work.wishes:
                self.wishes.pop(wish_id, None)
        for wish in list(self.wishes.values())[: max(0, len(self.wishes) - 20 * MOST_KEPT)]:
            if wish.work.is_over:
                self.wishes.pop(wish.id)
                wish.work.wishes.discard(wish.id)

    async def _run(self, lane: Lane) -> None:
        """Do what waits, in order."""
        while work := next(
            (one for one in self.works.values() if one.state == "waiting" and self._lane(one) is lane), None
        ):
            work.state = "running"
            task = asyncio.create_task(lane.helper.ask("work", work.job, progress=work.step, hear=work.hear))
            lane.running = (work, task)
            try:
                found = await task
            except asyncio.CancelledError:
                if not work.is_over:
                    raise  # the server itself ends
                if not await lane.helper.left(PATIENCE):  # one that leaves by itself keeps its kernels warm
                    await lane.helper.stop()
            except FivediceError as error:
                work.state, work.sentence = "failed", str(error)
            else:
                work.end(found)
            finally:
                lane.running = None

    async def stop(self) -> None:
        """End everything."""
        for lane in (self.lane, self.long_lane):
            if lane.loop:
                lane.loop.cancel()
                with suppress(asyncio.CancelledError):
                    await lane.loop
            if lane.running:
                lane.running[1].cancel()
            await lane.helper.stop()
