"""Study 000: the tests of dice."""

import pytest

from fivedice.reports import Report
from fivedice.studies.kth.people import dice_section, virtual_counts


def test_table_4_5_counts_510_dice_and_not_500() -> None:
    section, numbers = dice_section()
    verdicts = {one.what: one for one in Report("", [], [section]).claims}
    assert verdicts["real dice: how many"].verdict == "differs"
    assert verdicts["real dice: mean"].ours == pytest.approx(1820 / 510)
    assert numbers["real"]["chi_square"] == pytest.approx((81 + 1 + 1 + 36 + 25) / 85)  # type: ignore[index]
    assert verdicts["virtual dice: mean of 3 million"].verdict == "met"


def test_virtual_dice_are_as_many_as_were_asked_for() -> None:
    assert sum(virtual_counts(10_001)) == 10_001
