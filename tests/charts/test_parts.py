import itertools

from hypothesis import given
from hypothesis import strategies as st

from fivedice.charts.parts import apart, nice_step

places = st.lists(st.floats(0, 280), min_size=1, max_size=7)


@given(places)
def test_labels_keep_their_distance_and_stay_inside(wanted: list[float]) -> None:
    moved = sorted(apart(wanted, 16, 0, 280))
    assert all(after - before >= 16 - 1e-9 for before, after in itertools.pairwise(moved))
    assert moved[0] >= -1e-9
    assert moved[-1] <= 280 + 1e-9


@given(places)
def test_labels_keep_the_order_of_what_they_name(wanted: list[float]) -> None:
    moved = apart(wanted, 16, 0, 280)
    pairs = [(a, b) for a in range(len(wanted)) for b in range(len(wanted)) if wanted[a] < wanted[b]]
    assert all(moved[a] < moved[b] for a, b in pairs)


@given(st.lists(st.integers(0, 20).map(lambda at: at * 20.0), min_size=1, max_size=10, unique=True))
def test_labels_with_room_stay_where_they_are(wanted: list[float]) -> None:
    assert apart(wanted, 16, 0, 400) == wanted


@given(st.floats(1, 1e6), st.integers(2, 200))
def test_a_step_is_the_least_nice_one_that_fits(span: float, most: int) -> None:
    step = nice_step(span, most)
    smaller = {1: 2, 2: 2, 5: 2.5}[int(str(step)[0])]
    assert span / step <= most
    assert step == 1 or span / (step / smaller) > most
