"""How well strategies play: mean and standard deviation of the final score.

Those of the built-in strategies under the classic variants are constants: they ship with the package in
data/strengths.json, which `python -m fivedice.evaluation.strengths` writes, together with the distribution of optimal
scores. All others are computed once and cached on disk, beside the compiled kernels: in a folder that changes with the
sources of strategies, so that no figure outlives the strategy that it is about.
"""

import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivedice.errors import DamagedFile, FivediceError
from fivedice.rules import Rules
from fivedice.rules.classic import CLASSIC

if TYPE_CHECKING:  # a server that looks up what is shipped needs no numpy
    from fivedice.evaluation.distribution import Distribution
    from fivedice.strategies.strategy import Strategy

DATA = Path(__file__).parent / "data" / "strengths.json"
DIGITS = 9
"""Significant digits of the shipped figures."""
GAMES = 20_000
"""Games that say how well a network plays, to some tenths of a point."""
KIND = "table of figures"


def known_strengths(rules: Rules) -> dict[str, Any]:
    """Mean and standard deviation by name of strategy, as far as they are shipped or cached."""
    return {**(_cached(rules, "strengths") or {}), **shipped_strengths(rules)}


def shipped_strengths(rules: Rules) -> dict[str, Any]:
    """Those of the built-in strategies under a named variant; nothing for other rules."""
    figures = _shipped().get(rules.digest, {"strategies": {}})["strategies"]
    return {name: {"mean": mean, "sd": sd, "exact": True} for name, (mean, sd) in figures.items()}


def strength(player: "Strategy", rules: Rules) -> dict[str, Any]:
    """Compute mean and standard deviation, exactly or by games; None where it would take too long.

    They are cached, but for trained players and programs: another one may have the same name tomorrow.
    """
    from fivedice.evaluation.figures import figures
    from fivedice.strategies.engine import PlayingProgram
    from fivedice.strategies.policy import MAX_QUESTIONS, count_questions
    from fivedice.strategies.strategy import CompiledStrategy
    from fivedice.strategies.trained import TrainedPlayer

    found: dict[str, Any] = {"mean": None, "sd": None}
    if isinstance(player, PlayingProgram):  # which would have to play thousands of games
        return found
    asked_turn_by_turn = not isinstance(player, CompiledStrategy) and not hasattr(player, "policy")
    if not (asked_turn_by_turn and count_questions(player, rules) > MAX_QUESTIONS):
        with suppress(FivediceError):
            scored = figures(player, rules, games=GAMES, threads=1)
            found = {"mean": scored.mean, "sd": scored.sd, "exact": scored.method == "exact"}
    if not isinstance(player, TrainedPlayer):
        _cache(rules, "strengths", {**(_cached(rules, "strengths") or {}), player.name: found})
    return found


def optimal_scores(rules: Rules, *, wait: bool = True) -> "Distribution | None":
    """The distribution of the final score of optimal play; None if it is not known and `wait` is false."""
    import numpy as np

    from fivedice.evaluation.distribution import Distribution

    known = _shipped().get(rules.digest, {}).get("optimal") or _cached(rules, "start")
    if known:
        return Distribution(known["least"], np.array(known["probability"]))
    if not wait:
        return None
    found = _optimal(rules)
    _cache(rules, "start", {"least": found.least, "probability": found.probability.tolist()})
    return found


def _optimal(rules: Rules) -> "Distribution":
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.strategies.optimal import Optimal

    return evaluate(Optimal().policy(rules)).score


@cache
def _shipped() -> dict[str, Any]:
    """Figures by digest of the rules."""
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def _cached(rules: Rules, what: str) -> Any:
    from fivedice.solver.file_format import read_file

    with suppress(OSError, DamagedFile):
        return json.loads(read_file(_path(rules, what), {"digest": rules.digest}, kind=KIND)[1])
    return None


def _cache(rules: Rules, what: str, value: Any) -> None:
    """Write a file; on a full or read-only disk the figures are computed again the next time."""
    from fivedice.solver.file_format import write_file

    with suppress(OSError):
        write_file(_path(rules, what), {"digest": rules.digest}, json.dumps(value).encode(), kind=KIND)


def _path(rules: Rules, what: str) -> Path:
    import fivedice.kernels  # noqa: F401 (it chooses the folder)

    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{rules.digest}-{what}.kept"


def measured(rules: Rules) -> dict[str, Any]:
    """The shipped figures of one variant, computed: of each built-in strategy that can play it."""
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.strategies.policy import policy_for
    from fivedice.strategies.registry import built_in

    figures = {}
    for name, player in built_in().items():
        with suppress(FivediceError):
            player.check(rules)
            score = evaluate(policy_for(player, rules, reasons=False)).score
            figures[name] = [rounded(score.mean), rounded(score.sd)]
    optimal = _optimal(rules)
    scores = {"least": optimal.least, "probability": [rounded(one) for one in optimal.probability.tolist()]}
    return {"variant": rules.name, "strategies": figures, "optimal": scores}


def rounded(number: float) -> float:
    """A figure as it is shipped."""
    return float(f"{number:.{DIGITS}g}")


def main() -> None:
    """Write the shipped figures: some minutes."""
    found = {rules.digest: measured(rules) for rules, _ in CLASSIC}
    DATA.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
