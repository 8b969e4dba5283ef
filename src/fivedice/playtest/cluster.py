"""Parts on many machines, by Dask."""

from collections.abc import Sequence

from fivedice.cluster import connected, run_calls
from fivedice.playtest.local import Call, sentence_of
from fivedice.playtest.parts import Done, call


def run_on_cluster(calls: Sequence[Call], scheduler: str, done: Done) -> None:
    """Run all calls on the workers of a scheduler such as tcp://host:8786."""
    with connected(scheduler) as client:
        run_calls(client, call, calls, done, failed=lambda error, at: sentence_of(error, calls[at][0]))
