"""Study 004: what is exact is met."""

import pytest

from fivedice.playtest.ladder import Ladder
from fivedice.playtest.sweep import run_sweep
from fivedice.playtest.vary import Vary
from fivedice.rules import variant
from fivedice.studies.playtesting import exact
from tests.playtest.pretended import run

YAHTZEE = variant("yahtzee")


def test_56666_swings_from_four_of_a_kind_to_sixes_with_the_bonus() -> None:
    assert exact.ahead_after_56666(YAHTZEE.change({"upper_bonus": 0})) == pytest.approx(5.579, abs=5e-4)
    assert -exact.ahead_after_56666(YAHTZEE) == pytest.approx(3.7, abs=0.05)


@pytest.mark.slow
def test_optima_are_those_of_the_study() -> None:
    ladder = Ladder("strategies", ("optimal", "meta-optimal"))
    sweep = run_sweep(YAHTZEE, [Vary("upper_threshold", (1, 63, 84))], ladder, run, details=False)
    found = exact.claims({"upper_threshold": sweep})
    assert {one.verdict for one in found} == {"met"}
    assert [one.ours for one in found[:4]] == pytest.approx([254.5877, 254.2045, 272.4438, 237.4708], abs=1e-3)
