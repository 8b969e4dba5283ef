"""The helper process of the laboratory, apart from that of the tables; see `web.helper`.

A question that is refused is answered with its sentence as `refused`, so that the server tells it from a mishap.
"""

from collections.abc import Callable
from typing import Any

from fivedice.charts.theme import config
from fivedice.errors import FivediceError
from fivedice.progress import Progress
from fivedice.web.calculations import Teller, main
from fivedice.web.lab import results
from fivedice.web.lab.analysis import analyse, chances, outlook, win
from fivedice.web.lab.contests import strategies
from fivedice.web.lab.design import design, mean
from fivedice.web.lab.works import WITH_FILES, WORKS, later

Plain = dict[str, Any]


def themes(progress: Progress, question: Plain) -> Plain:
    """The looks of charts."""
    return {"light": config(), "dark": config(dark=True)}


def refusing(answer: Callable[[Teller, Plain], Plain]) -> Callable[[Teller, Plain], Plain]:
    """The same, with a refusal as an answer."""

    def answered(progress: Teller, question: Plain) -> Plain:
        try:
            return answer(progress, question)
        except FivediceError as error:
            return {"refused": str(error), "key": getattr(error, "key", "")}

    return answered


def work(progress: Teller, job: Plain) -> Plain:
    """Do a job, or find what it led to earlier."""
    if job["kind"] in WITH_FILES:
        return WORKS[job["kind"]](progress, job)
    key = results.key_of(job)
    if (kept := results.read(key)) is not None:
        return kept
    found = WORKS[job["kind"]](progress, job)
    results.keep(key, found)
    return found


QUESTIONS: tuple[Callable[[Teller, Plain], Plain], ...] = (
    themes, analyse, outlook, chances, win, strategies, design, mean, work,
)  # fmt: skip
LATER = {"studies": "studies", "players": "players", "keep": "players", "remove": "players"}
"""Questions that are seldom asked, with the module that answers them."""
CALLS = {
    **{one.__name__: refusing(one) for one in QUESTIONS},
    **{name: refusing(later(module, name)) for name, module in LATER.items()},
}

if __name__ == "__main__":
    main(CALLS)
