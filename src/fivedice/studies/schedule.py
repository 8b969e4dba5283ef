"""Progress over a whole study: stages with a name and a weight, each of which may report small steps."""

from collections.abc import Iterator
from contextlib import contextmanager

from fivedice.progress import Progress, Stages


class Schedule:
    """Adds up the weights of the stages that are done; `total` is their sum at the end."""

    def __init__(self, show: Stages, total: float) -> None:
        self.show, self.total, self.done = show, total, 0.0

    @contextmanager
    def stage(self, name: str, weight: float = 1.0) -> Iterator[Progress]:
        """A stage; yields its callback for steps done and their total."""

        def progress(done: int, of: int) -> None:
            self.show(name, min((self.done + weight * done / max(of, 1)) / self.total, 1.0))

        progress(0, 1)
        yield progress
        self.done += weight
        self.show(name, min(self.done / self.total, 1.0))
