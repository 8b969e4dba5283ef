"""One progress bar over a whole study: stages with a name and a weight, each of which may move in small steps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fivedice.progress import Progress

Show = Callable[[str, float], None]
"""Called with the name of the stage and the share of the whole study that is done, 0 to 1."""


class Stages:
    """Adds up the weights of the stages gone through; `total` is what they add up to at the end."""

    def __init__(self, show: Show, total: float) -> None:
        self.show, self.total, self.done = show, total, 0.0

    @contextmanager
    def stage(self, name: str, weight: float = 1.0) -> Iterator[Progress]:
        """A stage; what it yields is called with steps done and steps there are."""

        def progress(done: int, of: int) -> None:
            self.show(name, min((self.done + weight * done / max(of, 1)) / self.total, 1.0))

        progress(0, 1)
        yield progress
        self.done += weight
        self.show(name, min(self.done / self.total, 1.0))


def silently(name: str, share: float) -> None:
    """Show nothing."""
