"""Study 000: the tests of dice."""

import pytest

from fivedice.studies.claims import Claims
from fivedice.studies.kth.people import dice_section, virtual_counts


def test_table_4_5_counts_510_dice_and_not_500() -> None:
    claims = Claims("kth")
    _, numbers = dice_section(claims)
    assert claims.judged["real-dice"].verdict == "differs"
    assert claims.judged["real-mean"].ours == pytest.approx(1820 / 510)
    assert claims.judged["real-shares"].ours == pytest.approx(102.0)
    assert numbers["real"]["chi_square"] == pytest.approx((81 + 1 + 1 + 36 + 25) / 85)  # type: ignore[index]
    assert claims.verdict("virtual-*", "table-4.5") == "met"
    (wrong,) = claims.wrong
    assert "1,820 / 500 = 3.64" in wrong.proof


def test_virtual_dice_are_as_many_as_were_asked_for() -> None:
    assert sum(virtual_counts(10_001)) == 10_001
