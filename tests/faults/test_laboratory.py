"""Random questions and jobs to the laboratory: refused with a sentence or done within limits, while people play."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

from bench.clients import RunningServer
from fivedice.rules import VARIANTS
from fivedice.rules.toml import format_rules
from fivedice.web.lab.jobs import MOST_WAITING
from tests.command import PATIENCE
from tests.faults.conftest import Tally
from tests.faults.servers import Play, attacked, children, log_of, play
from tests.web.strange import VALUES
from tests.web.tables import TINY

SENDERS = 12
ADDRESSES = 300
REQUESTS = 10_000
FINE = {200, 201, 400, 404, 405, 429}
SERVER_MB, HELPER_MB = 400, 2500
"""Most memory of the server itself, and of a helper process."""
MEGABYTE = 2**20
TEXTS = [format_rules(rules) for rules, _ in list(VARIANTS.values())[:6]]
SMALL = format_rules(TINY)
HUGE = ("9" * 400, "1e308", "-1", "0", "[]", '"x"', "true", "10**9", "nan", "{}", "2147483648", "1000000")
KINDS = ("evaluate", "compare", "same_dice", "figures", "ladder", "sweep", "study", "scores", "targets", "train")
QUESTIONS = ("analyse", "outlook", "chances", "win", "strategies", "design", "mean", "nothing")
PLACES = (
    "/api/lab/players",
    "/api/lab/studies/kth-quick-0123456789abcdef",
    "/api/jobs/none",
    "/api/lab/studies/..%2f..%2fx",
)
FORMULAS = ("sum * sum * sum", "__import__('os')", "((((" * 50, "count(1) ** 99999", "9 ** 9 ** 9", "max(", "ø", "1/0")
POSITIONS = (
    "-",
    "- 13:1",
    "1=1,C=4 12:1",
    "- 11111:9",
    "x" * 11_000,
    "- |- |- 11:1",
    "+9",
    "1=99999999999",
    "",
    "\N{BOMB}",
)
OBJECTIVES = ("win", "reach:1e9", "utility:exp(score**99)", "utility:risk=nan", "reach:", "x")
STRATEGIES: tuple[Any, ...] = (
    ["greedy", "optimal"],
    ["greedy"] * 7,
    ["optimal"],
    "all",
    [[]],
    ["engine:true"],
    [*"abc"],
    None,
)
BODIES = (b"", b"[" * 9000, b"\xff\xfe", b"null", b"[]", b"x" * 20_000, b'{"kind": ' + b"9" * 5000)
NOISE = ("", "[", "=", "\n\n", "'''", "\0", "9" * 50)


def strange_rules(random: Random) -> Any:
    """Rules of a game that nobody has heard of: mostly broken, sometimes too large, sometimes small and sound."""
    match random.randrange(8):
        case 0:
            return random.choice(VALUES)
        case 1:
            return random.choice(("tiny", "no such game", "yahtzee (dice=60)", "yatzy (faces=0)", "yahtzee (", SMALL))
        case 2:
            return SMALL
        case 3:
            return "dice = " + random.choice(HUGE)
        case 4:
            return f"{SMALL}\n[[boxes]]\nname = 'new'\nformula = {json.dumps(random.choice(FORMULAS))}\n"
        case 5:
            text = random.choice(TEXTS)
            place = random.randrange(len(text))
            return (
                text[:place]
                + random.choice(("", "[", "=", "\n\n", "'''", "\0", "9" * 50))
                + text[place + random.randrange(9) :]
            )
    lines = random.choice(TEXTS).splitlines()
    at = random.randrange(len(lines))
    lines[at] = f"{lines[at].partition('=')[0]}= {random.choice(HUGE)}"
    return "\n".join(lines)


def strange_question(random: Random) -> dict[str, Any]:
    """Fields that a page may send, each of which may be anything."""
    fields: dict[str, Callable[[], Any]] = {
        "rules": lambda: strange_rules(random),
        "base": lambda: strange_rules(random),
        "position": lambda: random.choice(POSITIONS),
        "objective": lambda: random.choice(OBJECTIVES),
        "decision": lambda: random.choice(("66", "ones", "", "7" * 99)),
        "strategies": lambda: random.choice(STRATEGIES),
        "games": lambda: random.choice((2, 10**12, -1, 0.5, "many")),
        "seed": lambda: random.choice((1, -1, 2**80, None)),
        "passes": lambda: random.choice((0, 10**9, 1.5, "x", 13)),
        "size": lambda: random.choice(("huge", 96, None)),
        "study": lambda: random.choice(("none", 1, "../kth")),
        "quick": lambda: random.choice((True, False, "no", None)),
        "vary": lambda: random.choice((["dice=1:99:1"], ["upper_bonus=0:1e9:1"], "x", [[]], ["a=1:2"] * 9)),
        "target": lambda: random.choice((0, 10**9, "x", True)),
        "key": lambda: random.choice(("0" * 24, "../x", 7)),
        "name": lambda: random.choice(("optimal", "../../x", "a" * 99, "")),
        "token": lambda: random.choice(VALUES),
    }
    return {name: make() for name, make in fields.items() if random.random() < 0.4}


def strange_request(random: Random) -> tuple[str, str, bytes]:
    """Method, path and body."""
    question = strange_question(random)
    match random.randrange(10):
        case 0:
            return random.choice(("GET", "POST", "DELETE", "PUT")), random.choice(PLACES), json.dumps(question).encode()
        case 1:
            body = random.choice(BODIES)
            return "POST", random.choice(("/api/jobs", "/api/lab/analyse", "/api/lab/players")), body
        case 2 | 3 | 4 | 5:
            kind = random.choice((*KINDS, "everything", None, 7))
            return "POST", "/api/jobs", json.dumps({**question, "kind": kind}).encode()
    return "POST", f"/api/lab/{random.choice(QUESTIONS)}", json.dumps(question).encode()


Requests = list[tuple[tuple[str, str, bytes], int]]
"""Method, path and body, and the number of the address that sends it."""


@dataclass
class Answers:
    """What came of requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    jobs: list[str] = field(default_factory=list)

    def note(self, method: str, path: str, body: bytes, status: int, said: bytes) -> None:
        self.statuses[status] += 1
        if status == 201:
            self.jobs.append(json.loads(said)["id"])
        if status not in FINE or (status >= 400 and not json.loads(said).get("sentence")):
            self.wrong.append(f"{status} {method} {path} {body[:300]!r}: {said[:200]!r}")


def send_all(address: str, requests: Requests) -> Answers:
    """Send everything, by several senders at once."""
    answers = Answers()

    def send(requests: Requests) -> None:
        connection = HTTPConnection(address, timeout=PATIENCE)
        for (method, path, body), number in requests:
            headers = {"X-Forwarded-For": f"10.9.{number >> 8}.{number & 255}", "content-type": "application/json"}
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                status, said = answer.status, answer.read()
            except (OSError, ValueError) as error:
                answers.wrong.append(f"{path}: {error!r}")
                connection.close()
                continue
            answers.note(method, path, body, status, said)
            if status == 201 and (job := json.loads(said))["place"] > 1:  # the queue has room for others then
                connection.request("DELETE", f"/api/jobs/{job['id']}", headers=headers)
                answer = connection.getresponse()
                answers.note("DELETE", "/api/jobs", b"", answer.status, answer.read())
        connection.close()

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(send, [requests[number::SENDERS] for number in range(SENDERS)]))
    return answers


class Attack:
    """Requests of many addresses, sent by a process of their own: people who play are not to wait for it."""

    def __init__(self, running: RunningServer, random: Random, wanted: int) -> None:
        self.running = running
        self.requests = [(strange_request(random), random.randrange(ADDRESSES)) for _ in range(wanted)]
        self.memory: Counter[str] = Counter()
        self.answers = Answers()

    def run(self) -> None:
        """Send everything."""
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            self.answers = pool.submit(send_all, self.running.address, self.requests).result()

    def look_at_jobs(self) -> int:
        """How many jobs wait or run; one that ended in a mistake of the server itself is wrong."""
        states: Counter[str] = Counter()
        for one in self.answers.jobs:
            try:
                found = self.running.get(f"/api/jobs/{one}")
            except HTTPError as error:
                error.close()
                continue  # it is forgotten
            states[found["state"]] += 1
            if " failed: " in found.get("sentence", ""):
                self.answers.wrong.append(f"job {found['kind']}: {found['sentence']}")
        return states["waiting"] + states["running"]

    def measure(self) -> None:
        """Note the most memory of the server and of each process that it started."""
        whole = {
            "server": self.running.process.pid,
            **{f"helper {one}": one for one in children(self.running.process.pid)},
        }
        for name, process in whole.items():
            try:
                pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            except (OSError, IndexError):
                continue
            self.memory[name] = max(self.memory[name], pages * 4096 // MEGABYTE)


def test_random_questions_and_jobs_are_refused_or_done_within_limits(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    with attacked(tmp_path, "--proxy", "127.0.0.1", "--laboratory", "all") as running:
        attack = Attack(running, random, many(REQUESTS))

        async def run() -> tuple[Play, Play]:
            calm = await play(running, 3 + many(5))
            attacking = asyncio.ensure_future(asyncio.to_thread(attack.run))
            under = await play(running, 5 + many(10))
            while not attacking.done():
                attack.measure()
                await asyncio.wait([attacking], timeout=1)
            attacking.result()
            after = await play(running, 3 + many(5))
            return max(calm, after, key=lambda one: one.p95), under

        calm, under = asyncio.run(run())
        attack.measure()
        active, answers = attack.look_at_jobs(), attack.answers
        began = time.monotonic()
        listed = running.get("/api/lab")
        answered = time.monotonic() - began
        said = log_of(tmp_path).read_text(errors="replace")
    helpers = max((size for name, size in attack.memory.items() if name != "server"), default=0)
    too_large = (attack.memory["server"] > SERVER_MB) + (helpers > HELPER_MB)
    lost = (
        len(answers.wrong) + too_large + under.lost(calm) + said.count("Traceback") + ("train" not in listed["kinds"])
    )
    lost += active > MOST_WAITING
    print(*answers.wrong[:20], sep="\n")
    codes = ", ".join(f"{code}: {count:,}" for code, count in sorted(answers.statuses.items()))
    figures = (
        f"{codes}; {active} jobs wait; server {attack.memory['server']} MB, helpers {helpers} MB; "
        f"then answers in {answered * 1000:.0f} ms; beside it {under}"
    )
    tally("random questions and jobs of the laboratory", answers.statuses.total(), lost, figures)
