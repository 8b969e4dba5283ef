"""The players of study 000: exact figures, and the decisions that the thesis prints."""

import pytest

from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, State, Turn, variant
from fivedice.rules.notation import parse_turn
from fivedice.strategies.policy import table_of
from fivedice.strategies.strategy import CompiledStrategy
from fivedice.strategies.study_000 import STRATEGIES

YATZY = variant("yatzy")
PLAYERS = {player.name: player for player in STRATEGIES}
DICE, CARD = PLAYERS["dice-based"], PLAYERS["scorecard-based"]
FORCED, ONE_REROLL = PLAYERS["forced-scoring"], PLAYERS["forced-scoring-one-reroll"]


def decision(player: CompiledStrategy, text: str) -> str:
    """The dice held or the box scored, at a turn in our notation."""
    roll, rerolls = text.rsplit(" ", 1)[1].split(":")
    state = text.rsplit(" ", 1)[0]
    made = player.decide(YATZY, parse_turn(YATZY, f"{state}@0 {''.join(sorted(roll))}:{rerolls}"))
    return made.title if isinstance(made, Category) else "".join(map(str, made))


# Means, standard deviations and medians: an independent program (C++), written from the same numbered rules, that
# carries the exact distribution of the score forward. The thesis prints 199, 178 and 104 after 100,000 games.
@pytest.mark.parametrize(
    ("player", "mean", "sd", "median", "bonus"),
    [
        pytest.param(CARD, 199.0723631, 41.0485982, 203, 0.7072, marks=pytest.mark.slow),
        pytest.param(DICE, 179.0018604, 40.6741559, 171, 0.2489, marks=pytest.mark.slow),
        (FORCED, 120.5679569, 28.2499114, 117, 0.0436),
        pytest.param(ONE_REROLL, 103.5466978, 24.7291400, 100, 0.0436, marks=pytest.mark.slow),
    ],
    ids=[player.name for player in STRATEGIES],
)
def test_exact_figures_equal_those_of_an_independent_program(
    player: CompiledStrategy, mean: float, sd: float, median: int, bonus: float
) -> None:
    found = evaluate(table_of(player, YATZY))
    assert found.score.mean == pytest.approx(mean, abs=1e-6)
    assert found.score.sd == pytest.approx(sd, abs=1e-6)
    assert found.score.median == median
    assert found.p_upper_bonus == pytest.approx(bonus, abs=5e-5)


@pytest.mark.parametrize(
    ("turn", "made"),
    [
        ("- 55166:2", "5566"),  # Table 4.7
        ("- 55666:0", "Sixes"),
        ("1.6.2P 13241:2", "1234"),  # Table 4.8
        ("1.6.2P 12345:1", "Small straight"),
        ("1.6.2P.SS.3 63612:2", "66"),
        ("1.6.2P.SS.3 64662:1", "666"),
        ("1.6.2P.SS.3 46666:0", "Four of a kind"),
        ("3.4 64344:2", "4446"),  # Table 4.9
        ("3.4 64644:1", "Full house"),
        ("- 34421:2", "44"),  # Table 4.10
        ("- 44466:0", "Fours"),
    ],
)
def test_dice_based_decides_as_the_thesis_prints(turn: str, made: str) -> None:
    assert decision(DICE, turn) == made


@pytest.mark.parametrize(
    ("turn", "made"),
    [
        ("- 55166:2", "66"),  # Table 4.7
        ("- 61666:1", "6666"),
        ("- 66666:0", "Sixes"),
        ("6.2P.4K 13241:2", "4"),  # Table 4.8
        ("6.2P.4K 56641:1", "5"),
        ("6.2P.4K 15666:0", "Three of a kind"),
        ("6.2P.4K.3K.3 63612:2", "2"),
        ("6.2P.4K.3K.3 22666:0", "Full house"),
        ("3.4 64344:2", "444"),  # Table 4.9
        ("3.4 24446:0", "Three of a kind"),
        ("- 54432:1", "44"),  # Table 4.10
        ("- 44466:0", "Fours"),
    ],
)
def test_scorecard_based_decides_as_the_thesis_prints(turn: str, made: str) -> None:
    assert decision(CARD, turn) == made


def test_scorecard_based_misses_one_printed_decision() -> None:
    printed = "226"  # Table 4.8, round 6
    assert decision(CARD, "6.2P.4K.3K.3 24362:1") == "4" != printed


@pytest.mark.parametrize(
    ("turn", "made"),
    [
        ("- 66661:2", "1"),
        ("1.2.3.4.5.6 33126:2", "6"),
        ("1.2.3.4.5.6.P 33221:2", "Two pairs"),
        ("1.2.3.4.5.6.P.2P.3K.4K.SS.LS 12346:2", ""),
        ("1.2.3.4.5.6.P.2P.3K.4K.SS.LS 22346:2", "226"),
        ("1.2.3.4.5.6.P.2P.3K.4K.SS.LS.FH.C 11111:2", "Yatzy"),
        ("1.2.3.4.5.6.P.2P.3K.4K.SS.LS.FH.C 11123:0", "Yatzy"),
    ],
)
def test_forced_scoring_plays_for_the_next_box(turn: str, made: str) -> None:
    assert decision(FORCED, turn) == made


def test_the_guessed_defect_skips_the_second_reroll_for_patterns_only() -> None:
    assert decision(ONE_REROLL, "1.2.3.4.5.6.P.2P 33126:2") == "33"
    assert decision(ONE_REROLL, "1.2.3.4.5.6.P.2P 33126:1") == "Three of a kind"
    assert decision(ONE_REROLL, "1.2.3.4.5.6 44126:1") == "44"


def test_each_player_says_why() -> None:
    turn = Turn(State(0, 0), (1, 5, 5, 6, 6), 2)
    assert DICE.reason(YATZY, turn) == "Holding two pairs"
    assert CARD.reason(YATZY, turn) == "Going for the upper row, Three of a Kind or Full House that promises most"
    assert FORCED.reason(YATZY, turn) == "Boxes are filled from top to bottom, and this one is next"


@pytest.mark.parametrize("player", STRATEGIES, ids=lambda player: str(player.name))
def test_a_card_without_pairs_is_refused(player: CompiledStrategy) -> None:
    with pytest.raises(StrategyError, match="the card has no pair, two pairs"):
        player.check(variant("yahtzee"))
