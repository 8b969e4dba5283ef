"""People's trials: four forms of files, refusals, bounds, and the answer to the thesis's question."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.comparison.findings import Findings
from fivedice.comparison.published_trials import REAL_DICE, UnevenDice, published_trials
from fivedice.comparison.trial_files import greatest_score, parse_trials, read_trials
from fivedice.comparison.trials import Sample, chance_of, luck_of
from fivedice.errors import TrialsError
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Rules, variant
from fivedice.solver import cached_solution
from fivedice.strategies.policy import policy_of

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")
BOXES = "1,2,3,4,5,6,P,2P,Three of a kind,four_of_a_kind,SS,LS,FH,C,Y"
GAME = "3,6,9,12,15,18,12,22,18,24,15,20,28,30,50"
SCORE = 63 + 50 + 12 + 22 + 18 + 24 + 15 + 20 + 28 + 30 + 50


@pytest.fixture(scope="module")
def optimal() -> Distribution:
    return evaluate(policy_of(cached_solution(YATZY))).score


def scores_of(sample: Sample) -> list[int]:
    return [low for low, _, count in sample.cells for _ in range(count)]


@given(st.lists(st.integers(0, 374), min_size=1, max_size=40))
def test_a_list_and_a_column_of_scores_are_the_same_trials(scores: list[int]) -> None:
    bare = parse_trials("\n".join(map(str, scores)), YATZY).everybody
    table = parse_trials("date;Score\n" + "\n".join(f"monday;{one}" for one in scores), YATZY).everybody
    assert scores_of(bare) == scores_of(table) == sorted(scores)
    assert bare.mean == pytest.approx(np.mean(scores))
    assert bare.median == pytest.approx(np.median(scores))
    assert bare.sd == pytest.approx(np.std(scores, ddof=1) if len(scores) > 1 else 0)
    assert (bare.least, bare.most, bare.grouped) == (min(scores), max(scores), False)


def test_each_player_gets_a_sample_and_everybody_one() -> None:
    found = parse_trials("player,score\nAda,250\nBo,200\nAda,230\n", YATZY, "evening")
    assert [(one.name, one.games, one.mean) for one in found.samples] == [
        ("Ada", 2, 240),
        ("Bo", 1, 200),
        ("evening", 3, pytest.approx(680 / 3)),
    ]


def test_a_quoted_name_may_hold_a_separator_and_go_over_lines() -> None:
    found = parse_trials('player,score\n"Lee, Ada",250\n\n"Bo\nthe second",200\n', YATZY)
    assert [one.name for one in found.players] == ["Lee, Ada", "Bo\nthe second"]
    with pytest.raises(TrialsError, match=r"^line 4: score 'x' is not a whole number"):
        parse_trials('player,score\n"Bo\nthe second",200\nAda,x\n', YATZY)


@pytest.mark.parametrize(("game", "most"), [(YATZY, 374), (YAHTZEE, 1575)])
def test_no_card_holds_more_than_the_greatest_score(game: Rules, most: int) -> None:
    assert greatest_score(game) == most


def test_ranges_bound_the_mean() -> None:
    sample = parse_trials("from\tto\tcount\n200\t209\t3\n220\t229\t1\n", YATZY).everybody
    assert (sample.games, sample.grouped, sample.mean_bounds, sample.mean) == (4, True, (205, 214), 209.5)
    assert sample.totals == (820, 856)
    assert [cell.cumulative for cell in sample.ranges] == [0.75, 1]


def test_a_strategy_is_drawn_in_ranges_as_wide_as_those_of_the_people_it_stands_beside() -> None:
    trials = parse_trials("low,high,count\n100,119,3\n140,159,1\n", YATZY)
    player = Distribution(70, np.full(101, 1 / 101))  # 70 to 170
    (plot,) = (one for one in Findings(YATZY, trials, {"some": player}).document().plots if one.name == "histogram")
    rows = [row for row in next(iter(plot.chart.to_dict()["datasets"].values())) if row["name"] == "some"]
    assert [row["range"] for row in rows] == ["60–79", "80–99", "100–119", "120–139", "140–159", "160–179"]
    assert [row["share"] for row in rows] == pytest.approx([n / 101 for n in (10, 20, 20, 20, 20, 11)], abs=1e-5)


def test_a_record_of_a_game_adds_up_to_its_score() -> None:
    found = parse_trials(f"{BOXES},total,player\n{GAME},{SCORE},Ada\n", YATZY)
    assert found.everybody.cells == ((SCORE, SCORE, 1),)


def test_yahtzee_bonuses_are_counted_or_given_in_points() -> None:
    boxes = ",".join(category.name for category in YAHTZEE.categories)
    game = "3,6,9,12,15,18,20,20,25,30,40,50,20"
    for column, value in (("yahtzee bonuses", "2"), ("yahtzee_bonus", "200")):
        found = parse_trials(f"{boxes},{column}\n{game},{value}\n", YAHTZEE)
        assert found.everybody.mean == 63 + 35 + 205 + 200


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("player,points\nAda,3\n", "line 1: no column is called score"),
        ("250\nabc\n", "line 2: score 'abc' is not a whole number from 0 up."),
        ("250 260\n\n230 25x\n", "line 3: score '25x' is not a whole number from 0 up."),
        ("score\n", "line 1: no games follow"),
        ("score,player\n250\n", "line 2: 1 fields do not fit 2 columns"),
        ("score,score\n1,2\n", "line 1: column 'score' stands there 2 times"),
        ("score\n250\n25x\n", "line 3: score '25x' is not a whole number"),
        ("score\n375\n", "line 2: score 375 is more than yatzy can pay, which is 374"),
        ("low,high,count\n9,5,1\n", "line 2: the range ends at 5, before it begins at 9"),
        ("low,high,count\n10,19,1\n15,24,1\n", "ranges 10 to 19 and 15 to 24 overlap"),
        ("low,high,count\n10,19,0\n", "it holds no games"),
        ("low,high,count,player\n10,19,2,Ada\n10,19,0,Bo\n20,29,0,Bo\n", "player 'Bo' has no games; every count is 0"),
        ('player,score\nAda,250\n"Bo,200\nAda,230\n', "line 3: it is no CSV from here on (unexpected end of data); "),
        ('player,score\n"Ada" B,250\n', "line 2: it is no CSV from here on ("),
        ("ones,score\n3,250\n", "line 1: records of yatzy need a column for twos, "),
        (f"{BOXES}\n{GAME.replace('18,12', '18,13')}\n", "line 2: Pair cannot hold 13; it can hold 0, 2, 4, "),
        (f"{BOXES},score\n{GAME},300\n", f"line 2: score 300 is not what the boxes add up to, {SCORE}"),
        (f"{BOXES},yahtzee_bonuses\n{GAME},1\n", "line 2: yahtzee bonuses 1: this card allows 0 to 0"),
        (f"{BOXES},yahtzee_bonus\n{GAME},100\n", "line 2: yahtzee_bonus 100 is no multiple"),
    ],
)
def test_what_cannot_be_or_cannot_be_read_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(TrialsError, match=f"^{re.escape(words)}"):
        parse_trials(text, YATZY)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrialsError, match="cannot be read"):
        read_trials(tmp_path / "no.csv", YATZY)


def test_the_ranges_of_appendix_b_hold_301_games_and_their_mean_fits_the_stated_one() -> None:
    sample = published_trials().everybody
    assert (sample.counted, sample.games, sample.mean, sample.median) == (301, 300, 253.82, 253)
    low, high = sample.mean_bounds
    assert (round(low, 2), round(high, 2)) == (249.34, 258.34)
    assert low < sample.mean < high


@pytest.mark.slow
def test_optimal_play_has_the_mean_of_the_people_of_study_000_once_in_135_trials(optimal: Distribution) -> None:
    luck = luck_of(published_trials().everybody, "optimal", optimal)
    sums = np.ones(1)
    for _ in range(30):
        sums = np.convolve(sums, optimal.probability)
    plain = float(sums[round(253.82 * 30) - 30 * optimal.least :].sum())
    assert chance_of(optimal, 253.82, 30) == pytest.approx(plain, rel=1e-9)
    assert luck.at_least == pytest.approx(0.0074182, abs=5e-7)
    assert not luck.could_be_luck
    assert [round(chance_of(optimal, 253.82, games), 4) for games in (200, 301)] == [0.0234, 0.0073]


@pytest.mark.slow
def test_the_shape_of_the_published_scores_is_not_that_of_optimal_play(optimal: Distribution) -> None:
    luck = luck_of(published_trials().everybody, "optimal", optimal)
    assert luck.fit is not None
    assert luck.fit.p < 1e-9
    assert luck.distance == pytest.approx(0.091, abs=5e-4)


@pytest.mark.slow
def test_games_of_a_strategy_itself_could_be_luck(optimal: Distribution) -> None:
    generator = np.random.default_rng(5)
    scores = generator.choice(optimal.numbers.astype(int), 400, p=optimal.probability / optimal.probability.sum())
    luck = luck_of(parse_trials(" ".join(map(str, scores)), YATZY).everybody, "optimal", optimal)
    assert luck.could_be_luck
    assert luck.fit is not None
    assert luck.fit.p > 0.001
    assert luck.distance < 1.63 / 20


def test_a_mean_known_in_bounds_gets_the_greatest_probabilities_that_it_can_have() -> None:
    die = Distribution(1, np.full(6, 1 / 6))
    luck = luck_of(Sample("a", ((2, 3, 1), (5, 6, 1))), "die", die)
    assert luck.at_least == pytest.approx(21 / 36)  # 7 or more
    assert luck.at_most == pytest.approx(1 - 10 / 36 + 4 / 36)  # 9 or less
    assert luck.fit is None


def test_the_throws_of_table_4_5_are_510_and_their_mean_is_not_the_printed_one() -> None:
    points = sum(face * count for face, count in enumerate(REAL_DICE, 1))
    assert (sum(REAL_DICE), points, points / 500) == (510, 1820, 3.64)


def test_uneven_dice_are_as_uneven_as_counted() -> None:
    (block,) = UnevenDice(REAL_DICE, 1).blocks(YATZY, 2000, 2000)
    assert block.shape == (2000, 15, 15)
    assert block.mean() == pytest.approx(1820 / 510, abs=0.01)
