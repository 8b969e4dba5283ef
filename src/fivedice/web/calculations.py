"""What the helper process computes, see `web.helper`: each function in CALLS answers one kind of question.

Rules come as TOML and cards in their notation, so that questions and answers are plain JSON.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fivedice.coach.advice import Option, advise
from fivedice.coach.explanation import explain
from fivedice.coach.review import grade, review
from fivedice.coach.win_points import win_points
from fivedice.errors import FivediceError
from fivedice.evaluation.strengths import known_strengths, optimal_scores
from fivedice.evaluation.strengths import strength as compute_strength
from fivedice.phrases import Phrase, phrase, wired, word
from fivedice.progress import Progress
from fivedice.rules import Category, Decision, Rules, State, Turn, score_turn
from fivedice.rules.decision import decision_sentence
from fivedice.rules.dice import marked
from fivedice.rules.notation import parse_card
from fivedice.solver import AnySolution, any_solution
from fivedice.solver.cache import is_solved
from fivedice.table.decisions import played_game
from fivedice.table.events import event_from_json
from fivedice.table.game import Game, rules_of
from fivedice.table.record import decisions_csv, format_record, parse_record, record_of
from fivedice.table.robot import seatable, settled
from fivedice.web.helper import AT_ONCE

if TYPE_CHECKING:
    from fivedice.evaluation.bonus import BonusChances

GROUPS = {
    "optimal": "Simple ideas",
    "columns": "Simple ideas",
    "basic": "Simple ideas",
    "study_000": "Players of study 000",
    "study_001": "Players of study 001",
    "study_002": "Players of study 002",
    "study_004": "Players of study 004",
    "other": "Trained players and plug-ins",
}
"""Families of strategies as the lobby groups them."""


@lru_cache(maxsize=4)
def solution_of(rules: Rules) -> AnySolution:
    """The solution, from disk once it is there."""
    return any_solution(rules)


# --------------------------------------------------------------------------------------------- robots


def strategies(progress: Progress) -> list[dict[str, str]]:
    """Name, title, summary and group of each strategy."""
    from fivedice.strategies.registry import families, titles
    from fivedice.strategies.registry import strategies as known

    return [
        {"name": name, "title": title, "summary": known()[name].summary, "group": GROUPS[families()[name]]}
        for name, title in titles().items()
    ]


def refusals(progress: Progress, rules: str, names: list[str]) -> dict[str, str]:
    """A sentence for each strategy that cannot play by these rules."""
    found = {}
    for name in names:
        try:
            seatable(name).check(rules_of(rules))
        except FivediceError as error:
            found[name] = str(error)
    return found


def decide(
    progress: Progress, rules: str, name: str, state: list[int], roll: list[int], rerolls: int, served: bool = False
) -> dict[str, Any]:
    """A robot's decision and its reason; StrategyError if it breaks the rules."""
    from fivedice.strategies.policy import check_decision

    game, player = rules_of(rules), seatable(name)
    filled, upper, earns, saved = state
    turn = Turn(State(filled, upper, bool(earns), saved), tuple(sorted(roll)), rerolls, served)
    decision = settled(player, game, turn)
    check_decision(player.name, game, turn, decision)
    reason = _said(game, turn, decision, player.reason(game, turn))
    chosen = {"category": decision.name} if isinstance(decision, Category) else {"keep": list(decision)}
    return {**chosen, "reason": reason, "phrases": wired(reason)}


def _said(rules: Rules, turn: Turn, decision: Decision, reason: str) -> Phrase:
    """What a robot does, and why if it gives a reason; a reason that begins with what it does is returned alone."""
    total = score_turn(rules, turn, decision).total if isinstance(decision, Category) else 0
    doing = decision_sentence(decision, total)
    if isinstance(reason, Phrase) and reason.startswith(doing):
        return reason
    why = reason if isinstance(reason, Phrase) else word(reason)
    return phrase("{doing}. {reason}.", doing=doing, reason=why) if reason else doing


# ------------------------------------------------------------------------------------------ solutions


def solved(progress: Progress, rules: str) -> bool:
    """Whether a solution is on disk."""
    return is_solved(rules_of(rules))


def solve(progress: Progress, rules: str) -> float:
    """Solve rules, write the solution to disk, and return the optimal mean."""
    return any_solution(rules_of(rules), progress=progress).value


def strengths(progress: Progress, rules: str) -> dict[str, Any]:
    """Mean and standard deviation of strategies as far as they are known; a solution gives the optimal mean."""
    game = rules_of(rules)
    found = known_strengths(game)
    if "optimal" not in found and is_solved(game):
        found["optimal"] = {"mean": solution_of(game).value}
    return found


def strength(progress: Progress, rules: str, name: str) -> dict[str, Any]:
    """Compute mean and standard deviation of a strategy."""
    return compute_strength(seatable(name), rules_of(rules))


# ---------------------------------------------------------------------------------------------- coach


def advice(progress: Progress, rules: str, card: str, table: list[int], rerolls: int) -> dict[str, Any]:
    """Every decision, best first, with its expected final score and its cost; `table` has the dice as they lie.

    The keep of all dice is left out.
    """
    game = rules_of(rules)
    held_card = parse_card(game, card)
    found = advise(solution_of(game), held_card, tuple(sorted(table)), rerolls)
    decisions = [_decision(game, found.turn, table, one) for one in found.choices()]
    words = list(explain(found, bonus=_bonus(game)).sentences)
    found_mean = round(found.best.value, 3)
    return {"mean": found_mean, "best": decisions[0], "decisions": decisions, "words": words, "phrases": wired(words)}


def bonus(progress: Progress, rules: str) -> None:
    """Compute the probability of the upper bonus from every state, for the coach's explanation."""
    from fivedice.evaluation.bonus import cached_bonus_chances

    if rules_of(rules).upper_bonus:
        cached_bonus_chances(rules_of(rules), progress=progress)


def _bonus(rules: Rules) -> "BonusChances | None":
    """The probabilities of the upper bonus, if they are on disk."""
    from fivedice.evaluation.bonus import bonus_on_disk

    return _bonus_chances(rules) if rules.upper_bonus and bonus_on_disk(rules) else None


@lru_cache(maxsize=4)
def _bonus_chances(rules: Rules) -> "BonusChances":
    from fivedice.evaluation.bonus import cached_bonus_chances

    return cached_bonus_chances(rules)


def _decision(rules: Rules, turn: Turn, table: list[int], one: Option) -> dict[str, Any]:
    worth = {"value": round(one.value, 3), "cost": round(one.regret, 3), "grade": grade(one.regret)}
    if isinstance(one.decision, Category):
        points = score_turn(rules, turn, one.decision).total
        box = {"what": "fill", "category": one.decision.name, "title": one.decision.title, "points": points}
        return {**box, **worth}
    held = list(marked(tuple(table), one.decision))
    return {"what": "keep", "dice": list(one.decision), "held": held, **worth}


def outlook(
    progress: Progress, rules: str, cards: list[str], mover: int, table: list[int], rerolls: int
) -> dict[str, Any] | None:
    """The distribution of the mover's final score, and the chances of all seats; see `web.forecast`.

    None for an empty card whose scores are not cached: then ask the background helper for `start_bars` first.
    """
    from fivedice.web.forecast import forecast, needs_start

    game = rules_of(rules)
    if needs_start(game, parse_card(game, cards[mover])):
        return None
    return forecast(game, [parse_card(game, card) for card in cards], mover, tuple(sorted(table)), rerolls)


def start_bars(progress: Progress, rules: str, wait: bool, scores: list[int] | None = None) -> dict[str, Any] | None:
    """The distribution of optimal final scores, and the share of it below each score.

    None if it is not cached and `wait` is false.
    """
    from fivedice.web.forecast import bars

    found = optimal_scores(rules_of(rules), wait=wait)
    if found is None:
        return None
    return {**bars(found), "below": [round(1 - found.at_least(one), 4) for one in scores or ()]}


# ------------------------------------------------------------------------------------------ finished games


def review_record(progress: Progress, document: dict[str, Any]) -> dict[str, Any]:
    """The review of a game."""
    game = _game(document)
    return review(played_game(game), solution_of(game.rules), progress=progress).as_json(_bonus(game.rules))


def win_chances(progress: Progress, document: dict[str, Any]) -> list[dict[str, Any]]:
    """The chances to win after every turn of a game, from the first on."""
    return [one.as_json() for one in win_points(played_game(_game(document)), every=True, progress=progress)]


def record_json(progress: Progress, log: list[dict[str, Any]]) -> str:
    """The record of a game, from its events as they are stored."""
    return format_record(record_of(_replayed(log)))


def record_csv(progress: Progress, log: list[dict[str, Any]]) -> str:
    """Every decision of a game as a row, with what it cost if the rules are solved."""
    game = _replayed(log)
    solved = is_solved(game.rules)
    return decisions_csv(game, review(played_game(game), solution_of(game.rules), win=False) if solved else None)


def _replayed(log: list[dict[str, Any]]) -> Game:
    return Game.replay(map(event_from_json, log))


def _game(document: dict[str, Any]) -> Game:
    return parse_record(json.dumps(document)).game


# --------------------------------------------------------------------------------------------- serving


@dataclass(frozen=True)
class Teller:
    """Sends progress and partial answers to the server."""

    say: Callable[[dict[str, Any]], None]
    number: int

    def __call__(self, done: int, total: int) -> None:
        """Send the steps done; this is the `Progress` callback."""
        self.say({"number": self.number, "done": done, "total": total})

    def tell(self, so_far: dict[str, Any]) -> None:
        """Send a partial answer, which pages may show already."""
        self.say({"number": self.number, "so_far": so_far})


CALLS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        strategies, refusals, decide, solved, solve, strengths, strength, advice, bonus, outlook,
        start_bars, review_record, win_chances, record_csv, record_json,
    )
}  # fmt: skip


class Unwanted(Exception):
    """A question was cancelled."""


def main(calls: Mapping[str, Callable[..., Any]] = CALLS) -> None:
    """Answer the questions on standard input, several at a time, until it ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a strategy that prints must not break the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    lock, wanted = threading.Lock(), set[int]()
    with suppress(OSError, IndexError, ValueError):
        os.nice(int(sys.argv[1]))

    def say(message: dict[str, Any]) -> None:
        with lock, suppress(BrokenPipeError):
            print(json.dumps(message), file=out, flush=True)

    def answer(number: int, call: str, arguments: list[Any]) -> None:
        def tell(message: dict[str, Any]) -> None:
            if number not in wanted:
                raise Unwanted
            say(message)

        try:
            if number not in wanted:
                raise Unwanted
            say({"number": number, "result": calls[call](Teller(tell, number), *arguments)})
        except FivediceError as error:
            say({"number": number, "error": str(error)})
        except Exception as error:  # a plug-in may raise anything
            say({"number": number, "error": f"{call} failed: {type(error).__name__}: {error}."})
        finally:
            wanted.discard(number)

    import fivedice.strategies.registry  # noqa: F401 (it loads numba, which threads must not import at once)

    pool = ThreadPoolExecutor(AT_ONCE)
    for line in sys.stdin:
        number, call, arguments = json.loads(line)
        if call is None:
            wanted.discard(number)
            continue
        wanted.add(number)
        pool.submit(answer, number, call, arguments)
    os._exit(0)  # the server is gone, so that the answers still being computed have no reader


if __name__ == "__main__":
    main()
