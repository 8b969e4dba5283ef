"""One progress bar over the stages of a study."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.studies.schedule import Schedule


@given(st.lists(st.tuples(st.floats(0.1, 5), st.lists(st.integers(0, 10), max_size=4).map(sorted)), min_size=1))
def test_the_bar_never_goes_back_and_is_full_at_the_end(weights: list[tuple[float, list[int]]]) -> None:
    shown: list[float] = []
    stages = Schedule(lambda name, share: shown.append(share), sum(weight for weight, _ in weights))
    for weight, steps in weights:
        with stages.stage("some", weight) as progress:
            for step in steps:
                progress(step, 10)
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(shown))
    assert max(shown) <= 1.0
    assert shown[-1] == pytest.approx(1.0)


def test_a_stage_says_its_name_before_it_moves() -> None:
    seen: list[tuple[str, float]] = []
    stages = Schedule(lambda name, share: seen.append((name, share)), 4.0)
    with stages.stage("first", 1.0), stages.stage("second", 3.0):
        pass
    assert seen[0] == ("first", 0.0)
