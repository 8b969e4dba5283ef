"""Training in the laboratory: the learner that knows only the rules, with its exact mean after each pass.

What each pass leaves is written to disk, so that a training that is stopped still has a player to keep.
"""

from pathlib import Path
from typing import Any

from fivedice.api.solve import solution_in_memory
from fivedice.api.train import learning_chart
from fivedice.charts import spec
from fivedice.errors import FivediceError, LearningError
from fivedice.evaluation.figures import figures
from fivedice.rules import Rules
from fivedice.strategies.trained import Trained, player_of, read_trained, write_trained
from fivedice.web.calculations import Teller
from fivedice.web.lab import results
from fivedice.web.lab.contests import whole
from fivedice.web.lab.places import folder
from fivedice.web.lab.reading import check_size, read_rules, said_rules, text_field

Plain = dict[str, Any]
SIZES = {"tiny": (8, 8), "small": (32, 32), "usual": (96, 96)}
"""Nodes in the two hidden layers of each network."""
MOST_PASSES = 12
MOST_TRAINED = 200
"""Players of the latest trainings that can still be kept under a name: as many as jobs are remembered."""


def train(progress: Teller, question: Plain) -> Plain:
    """Train a player from the rules alone, and tell its exact mean after each pass beside the optimum."""
    from fivedice.learning.optimise import check_extra
    from fivedice.learning.value import GAMES, train_value

    check_extra()
    rules = check_size(read_rules(text_field(question, "rules", "yahtzee")))
    passes, seed = whole(question, "passes", 4, 1, MOST_PASSES), whole(question, "seed", 1, 0, 2**31)
    size = text_field(question, "size", "usual")
    if size not in SIZES:
        raise LearningError(f"size is {size[:20]!r}; it must be one of {', '.join(SIZES)}.")
    if rules.turns < 2:
        raise LearningError(
            f"{rules.name[:60]!r} has one turn, in which there is nothing to learn; take a longer game."
        )
    key = results.key_of(question)
    words = f'fd.train("value", {_said(question)}, passes={passes}, hidden={SIZES[size]}, seed={seed}, out="player.fd")'
    python = {"python": f"import fivedice as fd\n\n{words}"}
    said: Plain = {"key": key, "means": [], "games": GAMES, "passes": passes}
    if (done := _finished(key, passes)) is not None:
        means, optimum = done.training["means"], done.training["optimum"]
        return {**said, "means": means, "optimum": optimum, "chart": chart_of(rules, means, optimum, passes), **python}
    said["optimum"] = optimum = solution_in_memory(rules, False).value
    progress.tell(said)

    def after(number: int, trained: Trained) -> None:
        player = player_of(trained, f"{rules.name} learner")
        said["means"].append(figures(player, rules).mean)
        keep_trained(key, with_figures(trained, said["means"], optimum))
        said["chart"] = chart_of(rules, said["means"], optimum, passes)
        progress.tell(said)

    train_value(rules, passes=passes, hidden=SIZES[size], seed=seed, progress=progress, on_pass=after)
    return {**said, **python}


def chart_of(rules: Rules, means: list[float], optimum: float, passes: int) -> Plain:
    """The curve so far, with room for all passes."""
    chart = spec(learning_chart(rules, dict(enumerate(means, 1)), optimum, max(passes, 2)))
    del chart["config"]
    return chart


def with_figures(trained: Trained, means: list[float], optimum: float) -> Trained:
    """The same player, with how well it plays among what is said of its training."""
    training = {**trained.training, "means": list(means), "optimum": optimum}
    return Trained(trained.kind, trained.rules, trained.arrays, training)


def _finished(key: str, passes: int) -> Trained | None:
    """The player of an earlier training, if that was not stopped."""
    try:
        found = read_trained(trained_file(key))
    except (OSError, FivediceError):
        return None
    return found if found.training.get("passes") == passes else None


def trained_file(key: str) -> Path:
    """Where the player of a training lies until somebody keeps it."""
    return folder() / "trained" / f"{key}.fd"


def keep_trained(key: str, trained: Trained) -> None:
    """Write what a pass left; the oldest go where there are too many."""
    path = trained_file(key)
    try:
        write_trained(path, trained)
        old = sorted(path.parent.glob("*.fd"), key=lambda one: one.stat().st_mtime)
        for one in old[: max(0, len(old) - MOST_TRAINED)]:
            one.unlink(missing_ok=True)
    except OSError as error:
        raise LearningError(f"the player cannot be written: {error.strerror}; make room and train it again.") from None


def _said(question: Plain) -> str:
    return said_rules(text_field(question, "rules", "yahtzee"))
