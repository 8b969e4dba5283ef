"""Sample sizes that fit printed figures."""

from hypothesis import given
from hypothesis import strategies as st

from fivedice.studies.robots.sample_sizes import counts, fits_share, fitting_sizes, sizes_in_words


@given(st.integers(2, 120).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, 3 * n))))
def test_the_true_size_always_fits_what_it_prints(case: tuple[int, int, int]) -> None:
    games, bonuses, yahtzees = case
    share = bonuses / games
    sd = (share * (1 - share) * games / (games - 1)) ** 0.5
    assert fits_share(f"{share:.2f}", f"{sd:.2f}", games)
    assert yahtzees in counts(f"{yahtzees / games:.2f}", games)


def test_fifty_games_fit_the_robots_from_4_11_to_4_13_and_only_eight_fit_7_20() -> None:
    for robot in ("robot-4.11", "robot-4.12", "robot-4.13"):
        assert 50 in fitting_sizes(robot)
    assert 50 not in fitting_sizes("robot-4.09")
    assert fitting_sizes("robot-7.20") == [8]
    assert fitting_sizes("robot-4.02") == []


def test_a_long_list_of_sizes_is_cut() -> None:
    assert sizes_in_words([8]) == "8"
    assert sizes_in_words(range(2, 12)).startswith("2, 3, 4")
    assert sizes_in_words(range(2, 12)).endswith("and 2 more up to 200")
    assert sizes_in_words([]) == "none up to 200"
