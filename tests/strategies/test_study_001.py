"""The players of study 001: exact figures beside the published ones, and what the rules mean at the table."""

import pytest

from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, Rules, variant
from fivedice.rules.dice import format_dice
from fivedice.rules.notation import parse_turn
from fivedice.strategies.policy import table_of
from fivedice.strategies.strategy import CompiledStrategy
from fivedice.strategies.study_001 import STRATEGIES
from fivedice.testing import check_strategy

FORCED, FREE, PLAIN = variant("yahtzee"), variant("yahtzee-free-joker"), variant("yahtzee-no-bonus")
PLAYERS = {one.name: one for one in STRATEGIES}

each_player = pytest.mark.parametrize("player", STRATEGIES, ids=list(PLAYERS))


def answer(name: str, turn: str, rules: Rules = FORCED) -> str:
    """What a player does, as "keep 55" or "score FH"."""
    decision = PLAYERS[name].decide(rules, parse_turn(rules, turn))
    if isinstance(decision, Category):
        return f"score {decision.code}"
    return f"keep {format_dice(decision)}" if decision else "keep nothing"


def reason(name: str, turn: str) -> str:
    return PLAYERS[name].reason(FORCED, parse_turn(FORCED, turn))


def only(code: str) -> str:
    """The state in which this box is the last one."""
    return ".".join(one.code for one in FORCED.categories if one.code != code) + "@0"


GLENN = [
    # player, rules, exact mean and sd, published mean and sd, the differences: published less exact
    ("yahtzees-only", FREE, 171.4784, 68.1781, 171.52, 68.17, 0.04, -0.01),
    ("yahtzees-only", FORCED, 171.7600, 68.9283, 171.52, 68.17, -0.24, -0.76),
    ("yahtzees-and-straights", FREE, 203.1665, 66.0156, 202.51, 65.90, -0.66, -0.12),
    ("yahtzees-and-straights", FORCED, 203.4535, 66.7933, 202.51, 65.90, -0.94, -0.89),
    ("rational-yahtzees", FREE, 203.5342, 65.6639, 219.86, 65.99, 16.33, 0.33),
    ("rational-yahtzees", FORCED, 203.8206, 66.4389, 219.86, 65.99, 16.04, -0.45),
]
ROBOTS = [
    ("robot-4.02", FORCED, 45.9453, 18.2291, 54.3, 20.9, 8.35, 2.67),
    ("robot-4.03", FORCED, 45.7325, 19.1571, 47.1, 16.2, 1.37, -2.96),
    ("robot-4.07", FORCED, 163.5739, 66.1987, 162.6, 59.8, -0.97, -6.40),
    ("robot-4.08", FORCED, 193.8829, 66.8847, 195.9, 60.7, 2.02, -6.18),
    ("robot-4.09", FORCED, 204.3492, 66.9599, 204.6, 68.7, 0.25, 1.74),
    ("robot-4.11", FORCED, 218.9901, 62.1739, 226.3, 66.3, 7.31, 4.13),
    ("robot-4.12", FORCED, 218.2787, 58.1770, 226.2, 66.5, 7.92, 8.32),
    ("robot-4.13", FORCED, 220.4660, 60.4656, 240.3, 59.9, 19.83, -0.57),
    ("robot-7.20", FORCED, 220.4660, 60.4656, 251.4, 70.7, 30.93, 10.23),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rules", "mean", "sd", "published", "published_sd", "above", "wider"),
    [*GLENN, *ROBOTS],
    ids=[f"{row[0]}-{row[1].joker}" for row in (*GLENN, *ROBOTS)],
)
def test_figures_are_exact_and_their_distance_to_the_published_ones_is_known(
    name: str, rules: Rules, mean: float, sd: float, published: float, published_sd: float, above: float, wider: float
) -> None:
    score = evaluate(table_of(PLAYERS[name], rules)).score
    assert (round(score.mean, 4), round(score.sd, 4)) == (mean, sd)
    assert (round(published - score.mean, 2), round(published_sd - score.sd, 2)) == (above, wider)


@pytest.mark.slow
@each_player
def test_every_answer_is_legal_with_forced_free_and_no_joker_and_on_a_longer_card(player: CompiledStrategy) -> None:
    for rules in (FORCED, FREE, PLAIN, variant("yatzy")):
        table_of(player, rules)


@pytest.mark.slow  # with the forced joker test_testing asks them all
@each_player
@pytest.mark.parametrize("rules", [FREE, PLAIN], ids=["free", "none"])
def test_players_keep_the_contract_of_a_strategy(player: CompiledStrategy, rules: Rules) -> None:
    check_strategy(player, rules, turns=100)


@each_player
def test_a_card_without_three_of_a_kind_is_refused_unless_boxes_are_filled_in_order(player: CompiledStrategy) -> None:
    if player.name in ("robot-4.02", "robot-4.03"):
        player.check(variant("yacht"))
    else:
        with pytest.raises(StrategyError, match="the card has no three"):
            player.check(variant("yacht"))


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("-@0 22556:2", "keep 55"),
        ("5@0 22556:2", "keep 22"),
        ("2.5@0 22556:2", "keep 55"),
        ("-@0 12345:2", "keep 5"),
        ("-@0 33366:1", "keep 333"),
        ("-@0 44444:2", "score Y"),
    ],
)
def test_yahtzees_only_holds_the_most_frequent_face_of_equal_ones_the_highest_open(turn: str, expected: str) -> None:
    assert answer("yahtzees-only", turn) == expected


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("-@0 12345:0", "score LS"),
        ("-@0 33366:0", "score FH"),
        ("-@0 44446:0", "score 4K"),
        ("4K@0 44446:0", "score 3K"),
        ("3K.4K@0 44446:0", "score C"),
        ("1.2.3.4.5.6.3K.4K.C@0 11236:0", "score LS"),
        ("1.2.3.4.5.6.3K.4K.C.LS@0 11236:0", "score SS"),
        ("2.3.4.5.6.3K.4K.C.LS.SS.FH@0 22336:0", "score 1"),
    ],
)
def test_glenn_scores_most_points_and_zeros_where_a_box_is_hard_but_never_first_in_yahtzee(
    turn: str, expected: str
) -> None:
    for name in ("yahtzees-only", "yahtzees-and-straights", "rational-yahtzees"):
        assert answer(name, turn) == expected


@pytest.mark.parametrize(
    ("rules", "turn", "expected"),
    [
        (FORCED, "Y+@0 44444:0", "score 4"),
        (FREE, "Y+@0 44444:0", "score 4K"),
        (FORCED, "4.Y+@20 44444:0", "score LS"),
        (FREE, "4.Y+@20 44444:0", "score LS"),
        (PLAIN, "4.Y@20 44444:0", "score 4K"),
    ],
)
def test_glenn_obeys_the_joker_rule_of_the_game(rules: Rules, turn: str, expected: str) -> None:
    assert answer("yahtzees-only", turn, rules) == expected


@pytest.mark.parametrize("name", ["yahtzees-and-straights", "rational-yahtzees"])
@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("-@0 12345:2", "score LS"),
        ("SS@0 12345:2", "score LS"),
        ("LS@0 12345:2", "score SS"),
        ("SS.LS@0 12345:2", "keep 5"),
        ("-@0 12346:2", "keep 1234"),
        ("LS@0 12346:2", "score SS"),
        ("SS@0 12346:2", "keep 6"),
    ],
)
def test_a_straight_is_held_for_an_open_box_and_chased_only_with_both_open(name: str, turn: str, expected: str) -> None:
    assert answer(name, turn) == expected


def test_rational_yahtzees_prefers_the_pair_only_if_its_box_is_open_and_that_of_the_three_is_not() -> None:
    cards = ("3@9", "-@0", "3.5@9")
    assert [answer("rational-yahtzees", f"{card} 33355:2") for card in cards] == ["keep 55", "keep 333", "keep 333"]
    assert answer("yahtzees-and-straights", "3@9 33355:2") == "keep 333"
    assert reason("rational-yahtzees", "3@9 33355:2").startswith("Holding the pair")


@pytest.mark.parametrize(
    ("robot", "turn", "expected"),
    [
        ("robot-4.02", "-@0 66666:2", "score 1"),
        ("robot-4.02", "1@0 66666:2", "score 2"),
        ("robot-4.02", "1.2.3.4.5.6.3K.4K.FH.SS.LS@0 66666:2", "score Y"),
        ("robot-4.02", "Y@0 66666:2", "score 6"),
        ("robot-4.03", "-@0 22556:2", "keep 226"),
        ("robot-4.03", "-@0 12346:2", "keep 1234"),
        ("robot-4.03", "-@0 44444:1", "keep nothing"),
        ("robot-4.03", "-@0 44444:0", "score 1"),
    ],
)
def test_first_robots_fill_boxes_in_order_and_4_03_rolls_the_wrong_dice(robot: str, turn: str, expected: str) -> None:
    assert answer(robot, turn) == expected


def test_4_07_does_not_see_a_small_straight_and_4_08_does() -> None:
    assert [answer(robot, "-@0 12346:0") for robot in ("robot-4.07", "robot-4.08")] == ["score C", "score SS"]


@pytest.mark.parametrize(
    ("turn", "early", "late"),
    [
        ("-@0 33366:0", "score 3K", "score 3K"),
        ("-@0 33311:0", "score 3K", "score 3"),
        ("3@9 33311:0", "score 3K", "score FH"),
        ("3K@0 33366:0", "score FH", "score 3"),
        ("-@0 22556:0", "score 2", "score 2"),
        ("1.2.SS@3 12346:0", "score C", "score C"),
        ("1.2.SS.C@3 12346:0", "score 3", "score 3"),
        ("1.2.3.4.5.6.C@0 11236:0", "score Y", "score Y"),
        ("1.2.3.4.5.6.C.Y@0 11236:0", "score LS", "score LS"),
        (only("1") + " 22366:0", "score 1", "score 1"),
        ("4.Y+@20 44444:0", "score 4K", "score 4K"),
        ("Y+@0 44444:0", "score 4", "score 4"),
    ],
)
def test_robots_score_by_their_list(turn: str, early: str, late: str) -> None:
    assert {answer(robot, turn) for robot in ("robot-4.07", "robot-4.08", "robot-4.09")} == {early}
    assert {answer(robot, turn) for robot in ("robot-4.11", "robot-4.12", "robot-4.13", "robot-7.20")} == {late}


@pytest.mark.parametrize(
    ("robot", "turn", "expected"),
    [
        ("robot-4.07", "LS@0 12346:2", "keep 6"),
        ("robot-4.08", "LS@0 12346:2", "score SS"),
        ("robot-4.08", "-@0 12346:2", "keep 6"),
        ("robot-4.08", "LS@0 12345:2", "score SS"),
        ("robot-4.08", "3K@0 33366:2", "keep 333"),
        ("robot-4.08", "3K@0 33366:1", "score FH"),
        ("robot-4.11", "SS@0 12346:2", "keep 1234"),
        ("robot-4.11", "LS@0 12346:1", "keep 1234"),
        ("robot-4.11", "SS.LS@0 12346:2", "keep 6"),
        ("robot-4.11", "1.3.3K@0 33366:1", "keep 66"),
        ("robot-4.11", "1.2.3.3K@0 33366:1", "score FH"),
        ("robot-4.11", "1.2.3.3K@0 33366:2", "keep 66"),
        ("robot-4.11", "1.2.3.4.5.3K.4K.SS.LS.Y@0 33366:2", "score FH"),
    ],
)
def test_robots_stop_at_straights_and_full_houses(robot: str, turn: str, expected: str) -> None:
    assert answer(robot, turn) == expected


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("5@0 22556:2", "keep 55"),
        ("5.3K@0 22556:2", "keep 22"),
        ("2.5.3K@0 22556:2", "keep 6"),
        ("2.5.6.3K@0 22556:2", "keep 55"),
    ],
)
def test_plans_a_and_b_ask_what_the_card_can_use(turn: str, expected: str) -> None:
    assert answer("robot-4.09", turn) == answer("robot-4.13", turn) == expected


def test_only_4_12_has_a_plan_c() -> None:
    assert [answer(robot, "3.3K@9 12333:2") for robot in ("robot-4.11", "robot-4.12", "robot-4.13")] == [
        "keep 333",
        "keep 2",
        "keep 333",
    ]
    assert reason("robot-4.12", "3.3K@9 12333:2").startswith("Plan C")


@pytest.mark.parametrize(
    ("left", "dice", "expected"),
    [
        ("1", "11256:2", "keep 11"),
        ("1", "22256:2", "keep nothing"),
        ("3K", "22556:2", "keep 55"),
        ("4K", "22226:2", "keep 2222"),
        ("Y", "22556:2", "keep 55"),
        ("FH", "22556:2", "keep 2255"),
        ("FH", "22255:2", "score FH"),
        ("FH", "12346:2", "keep 6"),
        ("SS", "12456:2", "keep 456"),
        ("SS", "12455:2", "keep 45"),
        ("SS", "12346:2", "score SS"),
        ("LS", "12346:2", "keep 1234"),
        ("LS", "23456:2", "score LS"),
        ("C", "12456:2", "keep 456"),
        ("C", "44566:2", "score C"),
    ],
)
def test_late_robots_go_for_the_box_that_is_left(left: str, dice: str, expected: str) -> None:
    for robot in ("robot-4.12", "robot-4.13", "robot-7.20"):
        assert answer(robot, f"{only(left)} {dice}") == expected
