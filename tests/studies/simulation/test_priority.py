"""Study 002: the lists of Item 3 are what its strategies do, but for a line that the joker list lacks."""

from fivedice.rules import variant
from fivedice.strategies.policy import TablePolicy, policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.studies.simulation.priority import agreement, boxes_listed

YAHTZEE = variant("yahtzee")


def player(name: str) -> TablePolicy:
    found = policy_for(strategy_named(name), YAHTZEE)
    assert isinstance(found, TablePolicy)
    return found


def test_the_default_list_is_what_one_roll_plays_on_every_card() -> None:
    found = agreement(player("one-roll"), "default")
    assert found.lines == 32
    assert found.asked == 8191 * 252 - 4095 * 6
    assert (found.agreed, found.silent) == (found.asked, 0)


def test_without_a_line_for_fours_the_joker_list_is_silent_or_takes_another_zero() -> None:
    found = agreement(player("one-roll"), "joker")
    assert (found.lines, found.asked) == (12, 4095 * 6)
    assert (found.asked - found.agreed, found.silent) == (16, 5)
    only_fours = (1 << YAHTZEE.turns) - 1 - (1 << YAHTZEE.index["fours"])
    assert boxes_listed(YAHTZEE, "joker")[only_fours, 0] < 0


def test_upper_focus_scores_by_another_list() -> None:
    found = agreement(player("upper-focus-high"), "default")
    assert 0 < found.agreed < found.asked
