"""What the helper process computes, see `web.helper`; each public function answers one kind of question.

Rules come as TOML and cards in their notation, so that questions and answers are plain JSON.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fivedice.coach.advice import Option, advise
from fivedice.coach.explanation import explain
from fivedice.coach.review import grade, review
from fivedice.errors import FivediceError, StrategyError
from fivedice.progress import Progress
from fivedice.rules import Card, Category, Rules, State, Turn, score
from fivedice.rules.notation import parse_card
from fivedice.rules.toml import parse_rules
from fivedice.solver import Solution, cached_solution
from fivedice.solver.cache import path_for
from fivedice.table.robot import settled
from fivedice.web.kept import keep, read_kept

if TYPE_CHECKING:
    from fivedice.evaluation.bonus import BonusChances
    from fivedice.strategies.strategy import Strategy
    from fivedice.table.game import Game

THREADS = 4
STRENGTH_GAMES = 20_000
"""Games that say how well a network plays, to some tenth of a point."""

rules_of = lru_cache(maxsize=64)(parse_rules)


@lru_cache(maxsize=4)
def solution_of(rules: Rules) -> Solution:
    """The solution, from disk once it is there."""
    return cached_solution(rules)


# --------------------------------------------------------------------------------------------- robots


def strategies(progress: Progress) -> list[dict[str, str]]:
    """Who can play."""
    from fivedice.strategies.registry import strategies as known

    return [{"name": one.name, "summary": one.summary} for one in known().values()]


def seatable(name: str) -> "Strategy":
    """The strategy that may sit at a table under this name: one that is listed, for anybody can ask for a seat.

    Players with parameters stay outside: each would be solved for minutes and kept on disk.
    """
    from fivedice.strategies.registry import strategies as known

    if name not in known():
        raise StrategyError(f"strategy {name!r} is not known at this table; allowed is one of {', '.join(known())}.")
    return known()[name]


def refusals(progress: Progress, rules: str, names: list[str]) -> dict[str, str]:
    """Why strategies cannot play by some rules: a sentence for each that cannot."""
    found = {}
    for name in names:
        try:
            seatable(name).check(rules_of(rules))
        except FivediceError as error:
            found[name] = str(error)
    return found


def decide(
    progress: Progress, rules: str, name: str, state: list[int], roll: list[int], rerolls: int
) -> dict[str, Any]:
    """A robot's decision and its reason; one that breaks the rules is refused."""
    from fivedice.strategies.policy import check_decision

    game, player = rules_of(rules), seatable(name)
    turn = Turn(State(state[0], state[1], bool(state[2])), tuple(sorted(roll)), rerolls)
    decision = settled(player, game, turn)
    check_decision(player.name, game, turn, decision)
    reason = player.reason(game, turn)
    if isinstance(decision, Category):
        return {"category": decision.name, "reason": reason}
    return {"keep": list(decision), "reason": reason}


# ------------------------------------------------------------------------------------------ solutions


def solved(progress: Progress, rules: str) -> bool:
    """Whether a solution is on disk."""
    return path_for(rules_of(rules)).exists()


def solve(progress: Progress, rules: str) -> float:
    """Solve rules and keep the solution on disk; the optimal mean."""
    return cached_solution(rules_of(rules), progress=progress).value


def means(progress: Progress, rules: str) -> dict[str, Any]:
    """Mean and spread of the strategies that are known so far, by name; a solution tells no spread."""
    found = _read_figures(rules_of(rules))
    if "optimal" not in found and path_for(rules_of(rules)).exists():
        found["optimal"] = {"mean": solution_of(rules_of(rules)).value}
    return found


def evaluate_strategy(progress: Progress, rules: str, name: str) -> dict[str, Any]:
    """Mean and spread of a strategy, exactly or by games; None where they cannot be had.

    They are kept on disk, but for trained players: another one may have the same name tomorrow.
    """
    from fivedice.evaluation.figures import figures as figures_of
    from fivedice.strategies.policy import MAX_QUESTIONS, count_questions
    from fivedice.strategies.strategy import CompiledStrategy
    from fivedice.strategies.trained import IsTrained

    game, player = rules_of(rules), seatable(name)
    figures: dict[str, Any] = {"mean": None, "sd": None}
    asked_turn_by_turn = not isinstance(player, CompiledStrategy) and not hasattr(player, "policy")
    if not (asked_turn_by_turn and count_questions(player, game) > MAX_QUESTIONS):
        with suppress(FivediceError):
            found = figures_of(player, game, games=STRENGTH_GAMES, threads=1)
            figures = {"mean": found.mean, "sd": found.sd, "exact": found.method == "exact"}
    if not isinstance(player, IsTrained):
        keep(game, "strengths", {**_read_figures(game), name: figures})
    return figures


def _read_figures(rules: Rules) -> dict[str, Any]:
    found = read_kept(rules, "strengths")
    return found if isinstance(found, dict) else {}


# ---------------------------------------------------------------------------------------------- coach


def advice(progress: Progress, rules: str, card: str, table: list[int], rerolls: int) -> dict[str, Any]:
    """Every decision, best first, with its expected final score and its cost; `table` has the dice as they lie.

    To keep all dice is left out: nobody throws none.
    """
    game = rules_of(rules)
    held_card = parse_card(game, card)
    found = advise(solution_of(game), held_card, tuple(sorted(table)), rerolls)
    decisions = [_decision(game, held_card, table, one) for one in found.choices()]
    said = explain(found, bonus=_bonus(game))
    return {
        "mean": round(found.best.value, 3),
        "best": decisions[0],
        "decisions": decisions,
        "words": list(said.sentences),
    }


def bonus(progress: Progress, rules: str) -> None:
    """Work out how likely the upper bonus is from every state, for the coach's words."""
    from fivedice.evaluation.bonus import cached_bonus_chances

    if rules_of(rules).upper_bonus:
        cached_bonus_chances(rules_of(rules))


def _bonus(rules: Rules) -> "BonusChances | None":
    """The chances of the upper bonus, if they were worked out."""
    from fivedice.evaluation.bonus import bonus_on_disk

    return _bonus_chances(rules) if rules.upper_bonus and bonus_on_disk(rules) else None


@lru_cache(maxsize=4)
def _bonus_chances(rules: Rules) -> "BonusChances":
    from fivedice.evaluation.bonus import cached_bonus_chances

    return cached_bonus_chances(rules)


def _decision(rules: Rules, card: Card, table: list[int], one: Option) -> dict[str, Any]:
    worth = {"value": round(one.value, 3), "cost": round(one.regret, 3), "grade": grade(one.regret)}
    if isinstance(one.decision, Category):
        points = score(rules, card.state(rules), tuple(sorted(table)), one.decision).total
        box = {"what": "fill", "category": one.decision.name, "title": one.decision.title, "points": points}
        return {**box, **worth}
    left = list(one.decision)
    held = []
    for face in table:
        held.append(face in left)
        if face in left:
            left.remove(face)
    return {"what": "keep", "dice": list(one.decision), "held": held, **worth}


def outlook(
    progress: Progress, rules: str, cards: list[str], mover: int, table: list[int], rerolls: int
) -> dict[str, Any] | None:
    """How the final score of the seat to move is distributed, and everybody's chances; see `web.prospects`.

    None for an empty card whose scores are not on disk: that takes so long that the patient helper is to be asked.
    """
    from fivedice.web.prospects import needs_start, prospects

    game = rules_of(rules)
    if needs_start(game, parse_card(game, cards[mover])):
        return None
    return prospects(game, [parse_card(game, card) for card in cards], mover, tuple(sorted(table)), rerolls)


def start_bars(progress: Progress, rules: str, patient: bool) -> dict[str, Any] | None:
    """How final scores of optimal play are distributed; None if nobody has worked it out and one is not patient."""
    from fivedice.web.prospects import bars, start_scores

    found = start_scores(rules_of(rules), patient=patient)
    return None if found is None else bars(found)


# ------------------------------------------------------------------------------------------ finished games


def review_record(progress: Progress, document: dict[str, Any]) -> dict[str, Any]:
    """The report on a game."""
    from fivedice.table.decisions import played_game

    game = _game(document)
    return review(played_game(game), solution_of(game.rules)).as_json(_bonus(game.rules))


def record_csv(progress: Progress, document: dict[str, Any]) -> str:
    """Every decision of a game as a row, with what it cost if the rules are solved."""
    from fivedice.table.decisions import played_game
    from fivedice.table.record import decisions_csv

    game = _game(document)
    solved = path_for(game.rules).exists()
    return decisions_csv(game, review(played_game(game), solution_of(game.rules), win=False) if solved else None)


def _game(document: dict[str, Any]) -> "Game":
    from fivedice.table.record import parse_record

    return parse_record(json.dumps(document)).game


# --------------------------------------------------------------------------------------------- serving

CALLS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        strategies, refusals, decide, solved, solve, means, evaluate_strategy, advice, bonus, outlook,
        start_bars, review_record, record_csv,
    )
}  # fmt: skip


def main() -> None:
    """Answer questions from the input, several at a time, until it ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a strategy that prints must not break the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    lock = threading.Lock()
    with suppress(OSError, IndexError, ValueError):
        os.nice(int(sys.argv[1]))

    def say(message: dict[str, Any]) -> None:
        with lock, suppress(BrokenPipeError):
            print(json.dumps(message), file=out, flush=True)

    def answer(number: int, call: str, arguments: list[Any]) -> None:
        def progress(done: int, total: int) -> None:
            say({"number": number, "done": done, "total": total})

        try:
            say({"number": number, "result": CALLS[call](progress, *arguments)})
        except FivediceError as error:
            say({"number": number, "error": str(error)})
        except Exception as error:  # a plug-in may raise anything; the page is told, the helper goes on
            say({"number": number, "error": f"{call} failed: {type(error).__name__}: {error}."})

    pool = ThreadPoolExecutor(THREADS)
    for line in sys.stdin:
        pool.submit(answer, *json.loads(line))
    os._exit(0)  # whoever asked is gone; nothing that is still computed has a reader


if __name__ == "__main__":
    main()
