"""`fivedice engine`: the exact solver behind a line protocol on standard input and output; see docs/engine.md."""

import re
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from fivedice.api.read import read_rules
from fivedice.api.solve import check_open
from fivedice.coach.advice import Advice, advise
from fivedice.errors import CalculationError, FivediceError, NotationError
from fivedice.objectives.objective import Objective
from fivedice.objectives.parse import parse_objective
from fivedice.objectives.position import Position
from fivedice.rules import Card, Decision, Rules
from fivedice.rules.card import card_for
from fivedice.rules.classic import YAHTZEE
from fivedice.rules.notation import Throw, parse_cards, parse_turn
from fivedice.solver import TurnValues
from fivedice.strategies.engine_lines import LONGEST_LINE, decision_line, decision_words
from fivedice.version import __version__

COMMANDS = ("fdi", "isready", "rules", "objective", "position", "go", "stop", "alternatives", "quit")
STOP_SECONDS = 0.5
"""Timeout of the solver's answer after `stop`."""
CARDS_KEPT = 256
"""Size of the cache of card values: questions about many games may come in any order."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Asked:
    """What `go` is about: the card of the player to move, the throw, and the cards of all if there are several."""

    rules: Rules
    objective: str
    card: Card
    throw: Throw
    position: Position | None


@dataclass
class Engine:
    """A session: `run` answers lines until `quit` or the end of the input."""

    say: Say
    rules: Rules = YAHTZEE
    objective: str = "mean"
    alternatives: int | None = None
    asked: Asked | None = None
    arrived: "SimpleQueue[str | Future[Advice] | None]" = field(default_factory=SimpleQueue)
    waiting: "deque[str | None]" = field(default_factory=deque)
    working: "Future[Advice] | None" = None

    def run(self, lines: BinaryIO) -> None:
        """Answer every line."""
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        while (line := self._next()) is not None:
            if not self.answer(line):
                return

    @property
    def is_working(self) -> bool:
        """Whether a computation still runs, although `stop` was answered."""
        return self.working is not None and not self.working.done()

    def answer(self, line: str) -> bool:
        """Execute a line; False to quit. An unknown command is answered with an error."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        if not word or word == "stop":  # no computation runs that could be stopped
            return True
        try:
            if word not in COMMANDS:
                raise NotationError(f"command {word[:40]!r} is not known; it must be one of {', '.join(COMMANDS)}.")
            getattr(self, f"_{word}")(" ".join(rest.split()))
        except FivediceError as error:
            self.say(f"error {' '.join(str(error).split())}")
        return True

    # ---------------------------------------------------------------------------------------------- commands

    def _fdi(self, rest: str) -> None:
        self.say(f"id name fivedice {__version__}")
        self.say("id author the fivedice contributors")
        self.say("option alternatives")
        self.say("fdiok")

    def _isready(self, rest: str) -> None:
        """Solve what `go` will need, so that it takes no time there; a decision for `win` needs its position."""
        try:
            if self.objective != "win":
                _goal(self.rules, self.objective, self.say)
        finally:
            self.say("readyok")

    def _rules(self, rest: str) -> None:
        try:
            self.rules, self.asked = read_rules(rest), None
        except (OSError, ValueError) as error:
            raise error if isinstance(error, FivediceError) else NotationError(f"rules {rest!r}: {error}.") from None

    def _objective(self, rest: str) -> None:
        if rest != "win" and not re.match(r"mean$|reach:|utility:", rest):
            parse_objective(self.rules, rest or "nothing")  # whose error lists the objectives
        self.objective = rest
        self.asked = self.asked and replace(self.asked, objective=rest)

    def _alternatives(self, rest: str) -> None:
        if rest != "all" and not re.fullmatch(r"\d{1,4}", rest):
            raise NotationError(f"alternatives {rest[:40]!r}: it must be a number, or all.")
        self.alternatives = None if rest == "all" else int(rest)

    def _position(self, rest: str) -> None:
        """Cards in the order of play, with the dice behind that of the player to move; or a state and the dice."""
        self.asked = None
        if "@" in rest:
            turn = parse_turn(self.rules, rest)
            placed: list[tuple[Card, Throw | None]] = [(card_for(self.rules, turn.state), (turn.roll, turn.rerolls))]
        else:
            placed = parse_cards(self.rules, rest)
        movers = [player for player, (_, throw) in enumerate(placed) if throw]
        if len(movers) != 1:
            raise NotationError(f"position {rest[:80]!r}: one card must have dice behind it, such as - 56666:2.")
        card, throw = placed[movers[0]]
        assert throw is not None
        check_open(self.rules, card)
        cards = tuple(one for one, _ in placed)
        several = Position(self.rules, cards, movers[0], throw) if len(cards) > 1 else None
        self.asked = Asked(self.rules, self.objective, card, throw, several)

    def _go(self, rest: str) -> None:
        if self.asked is None:
            raise NotationError("no position is set; send one, such as position - 56666:2, after rules and objective.")
        asked, found = self.asked, Future[Advice]()
        self.working = found
        found.add_done_callback(self.arrived.put)
        threading.Thread(target=self._work, args=(asked, found), daemon=True).start()
        if self._wait(found):
            advice = found.result()
            for rank, one in enumerate(advice[: self.alternatives], 1):
                words = f"{decision_words(one.decision)} value {one.value:.8g} regret {one.regret:.8g}"
                self.say(f"info rank {rank} {words}")
            self.say(decision_line(advice.best.decision, advice.best.value))
            return
        self.say("info string stopped before the rules were solved: the most points of this turn")
        self.say(decision_line(_most_points(asked)))

    # ------------------------------------------------------------------------------------------------- lines

    def _read(self, lines: BinaryIO) -> None:
        while line := lines.readline(LONGEST_LINE):
            self.arrived.put(line.decode("utf-8", "replace"))
        self.arrived.put(None)

    def _next(self) -> str | None:
        """The next line; None at the end of the input."""
        if self.waiting:
            return self.waiting.popleft()
        while isinstance(item := self.arrived.get(), Future):  # the result of a stopped computation
            pass
        return item

    def _work(self, asked: Asked, found: "Future[Advice]") -> None:
        try:
            found.set_result(_advice(asked, self.say))
        except FivediceError as error:
            found.set_exception(error)
        except Exception as error:  # which must not leave the question without an answer
            found.set_exception(CalculationError(f"the decision failed: {type(error).__name__}: {error}."))

    def _wait(self, found: "Future[Advice]") -> bool:
        """Whether the answer came; only `stop` ends the waiting before. Other lines wait, but for `isready`."""
        end: float | None = None
        while not found.done():
            try:
                item = self.arrived.get(timeout=None if end is None else max(end - time.monotonic(), 0.0))
            except Empty:
                return False
            if isinstance(item, Future):
                continue
            word = item.strip() if item is not None else None
            if word == "stop":
                end = end or time.monotonic() + STOP_SECONDS
            elif word == "isready":
                self.say("readyok")
            else:
                self.waiting.append(item)
        return True


@lru_cache(maxsize=8)
def _goal(rules: Rules, objective: str, say: Say) -> Objective:
    """The objective, with what must be solved for it; progress is printed as info lines."""
    return parse_objective(rules, objective, progress=lambda done, total: say(f"info solving {done} of {total}"))


@lru_cache(maxsize=CARDS_KEPT)
def _values(goal: Any, card: Card) -> TurnValues:
    found: TurnValues = goal.turn_values(card)
    return found


def _advice(asked: Asked, say: Say) -> Advice:
    """Every legal decision, best first."""
    if asked.objective == "win":
        goal = parse_objective(asked.rules, "win", asked.position)
        return advise(goal, asked.card, *asked.throw)
    goal = _goal(asked.rules, asked.objective, say)
    values: TurnValues = _values(goal, asked.card)  # type: ignore[arg-type]  # every objective can be hashed
    return advise(goal, asked.card, *asked.throw, values=values)


def _most_points(asked: Asked) -> Decision:
    """The decision with the greatest expected points in this turn, which needs no solution."""
    state = asked.card.state(asked.rules)
    return TurnValues.by(asked.rules, state, lambda _, points: float(points)).best(*asked.throw)
