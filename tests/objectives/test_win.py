"""Win probabilities: against plain sums, against the slow reference, and against dice."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.coach.chances import win_chances
from fivedice.evaluation.distribution import Distribution
from fivedice.evaluation.outlook import OPTIMAL, Outlook
from fivedice.objectives.position import Position, parse_position
from fivedice.objectives.win import EXACT_BOXES, Winning, chances, position_chances
from fivedice.rules import Card, Rules, Turn, legal_decisions, score, variant
from fivedice.rules.state import is_over
from fivedice.solver.reference import Reference
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import Policy
from fivedice.strategies.registry import strategy_named
from tests.generators import examples, positions, rules
from tests.playouts import Playouts, results
from tests.small import SMALL, TINY

YAHTZEE = variant("yahtzee")
LAST_THREE = "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,FH=25,SS=30"
ABOVE_ALL = "1=5,2=10,3=15,4=20,5=25,6=30,3K=30,4K=30,FH=25,SS=30,LS=40,Y=50,C=30,+12"


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    weights = draw(st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any))
    return Distribution.of(np.array(weights) / sum(weights), draw(st.integers(0, 6)))


@given(st.lists(distributions(), min_size=2, max_size=4))
def test_chances_are_the_sums_over_all_outcomes(scores: list[Distribution]) -> None:
    win, tie, shared = np.zeros(len(scores)), np.zeros(len(scores)), 0.0
    outcomes = [list(zip(one.numbers.astype(int), one.probability, strict=True)) for one in scores]
    for outcome in product(*outcomes):
        probability = float(np.prod([chance for _, chance in outcome]))
        numbers = [number for number, _ in outcome]
        first = [player for player, number in enumerate(numbers) if number == max(numbers)]
        (win if len(first) == 1 else tie)[first] += probability
        shared += probability * (len(first) > 1)
    found = chances(scores)
    assert [one.win for one in found] == pytest.approx(win, abs=1e-12)
    assert [one.tie for one in found] == pytest.approx(tie, abs=1e-12)
    assert sum(one.win for one in found) + shared == pytest.approx(1)
    if len(scores) == 2:
        assert found[0].value + found[1].value == pytest.approx(1)


def worth_by_hand(position: Position, outlook: Outlook) -> list[float]:
    """P(the others' best < x) + ½ P(= x) for each final score x, one sum at a time."""
    others = [outlook.final(card) for card in position.others]

    def all_at_most(x: int) -> float:
        return float(np.prod([1 - one.at_least(x + 1) for one in others]))

    return [(all_at_most(x - 1) + all_at_most(x)) / 2 for x in range(600)]


def open_positions(game: Rules) -> st.SearchStrategy[Position]:
    """Somebody is to move, and has not thrown."""
    return positions(game).filter(lambda one: not one.is_over).map(lambda one: replace(one, throw=None))


@examples(40)
@given(st.data())
def test_the_best_reply_is_that_of_the_reference_for_the_utility_of_winning(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=3))
    position: Position = data.draw(open_positions(game))
    outlook = Outlook(game)
    values, card = (
        Winning(position, outlook).turn_values(position.cards[position.mover]),
        position.cards[position.mover],
    )
    twin = Reference(game, worth_by_hand(position, outlook).__getitem__)
    state, points = card.state(game), card.box_total(game)
    assert values.start == pytest.approx(twin.state_value(state, points), abs=1e-12)
    for roll in game.dice_set.rolls:
        turn = Turn(state, roll, game.rolls - 1)
        for decision in legal_decisions(game, turn):
            expected = twin.decision_value(turn, decision, points)
            assert values.decision(decision, roll, game.rolls - 1) == pytest.approx(expected, abs=1e-12)


def expected_if_followed(policy: Policy, position: Position, worth: list[float]) -> dict[tuple[int, ...], float]:
    """What each roll is worth to the mover who plays by a policy: every way to the end, one at a time."""
    game = position.rules
    dice = game.dice_set

    def value(card: Card) -> float:
        state = card.state(game)
        if is_over(game, state):
            return worth[card.total(game)]
        return sum(
            float(dice.probability(roll)) * in_turn(card, Turn(state, roll, game.rolls - 1)) for roll in dice.rolls
        )

    def in_turn(card: Card, turn: Turn) -> float:
        decision = choices_in(policy, turn.state).decision(turn)
        if not isinstance(decision, tuple):
            return value(card.score(game, turn.roll, decision))
        missing = game.dice - len(decision)
        total = 0.0
        for thrown in product(range(1, game.faces + 1), repeat=missing):
            after = Turn(turn.state, tuple(sorted(decision + thrown)), turn.rerolls - 1)
            total += in_turn(card, after) / game.faces**missing
        return total

    card = position.cards[position.mover]
    return {roll: in_turn(card, Turn(card.state(game), roll, game.rolls - 1)) for roll in dice.rolls}


@examples(15)
@given(st.data())
def test_looking_one_turn_ahead_values_boxes_as_if_the_mean_were_played_for_afterwards(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=2, max_rolls=2, max_categories=3))
    position: Position = data.draw(open_positions(game))
    outlook, card = Outlook(game), position.cards[position.mover]
    worth = worth_by_hand(position, outlook)
    values = Winning(position, outlook).values_then_optimal(card)
    for roll in game.dice_set.rolls:
        for category in (
            one for one in legal_decisions(game, Turn(card.state(game), roll, 0)) if not isinstance(one, tuple)
        ):
            after = card.score(game, roll, category)
            if is_over(game, after.state(game)):
                expected = worth[after.total(game)]
            else:
                final = outlook.final(after)
                expected = float(final.probability @ np.array(worth)[final.least : final.most + 1])
            assert values.decision(category, roll, 0) == pytest.approx(expected, abs=1e-12)


@examples(10)
@given(st.data())
def test_chances_are_those_of_following_every_way_to_the_end(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=2, max_rolls=2, max_categories=2))
    position: Position = data.draw(open_positions(game))
    outlook = Outlook(game)
    expected = expected_if_followed(outlook.policy, position, worth_by_hand(position, outlook))
    mean = sum(float(game.dice_set.probability(roll)) * value for roll, value in expected.items())
    assert position_chances(position, outlook)[position.mover].value == pytest.approx(mean, abs=1e-12)
    for roll, value in expected.items():
        thrown = replace(position, throw=(roll, game.rolls - 1))
        assert position_chances(thrown, outlook)[position.mover].value == pytest.approx(value, abs=1e-12)


def random_card(game: Rules, filled: int, random: np.random.Generator) -> Card:
    """A card of somebody who scores each roll where it pays most, or anywhere every fourth time."""
    card = Card.empty(game)
    for _ in range(filled):
        roll = tuple(sorted(random.integers(1, game.faces + 1, game.dice).tolist()))
        state = card.state(game)
        legal = [one for one in legal_decisions(game, Turn(state, roll, 0)) if not isinstance(one, tuple)]
        pays = [score(game, state, roll, one).total for one in legal]
        best = int(np.argmax(pays)) if random.random() < 0.75 else int(random.integers(len(legal)))
        card = card.score(game, roll, legal[best])
    return card


def random_position(game: Rules, players: int, left: int, random: np.random.Generator, *, throw: bool) -> Position:
    """Players in the same round, some of whom have had their turn; maybe with dice on the table."""
    mover = int(random.integers(players))
    held = [random_card(game, game.turns - left + (player < mover), random) for player in range(players)]
    roll = tuple(sorted(random.integers(1, game.faces + 1, game.dice).tolist()))
    thrown = (roll, int(random.integers(game.rolls))) if throw else None
    return Position(game, tuple(held), mover, thrown)


@pytest.mark.parametrize(("game", "left"), [(YAHTZEE, 4), (SMALL, 3), (SMALL, 7)])
def test_the_best_reply_beats_looking_ahead_which_beats_playing_for_the_mean(game: Rules, left: int) -> None:
    random = np.random.default_rng(left)
    for players in (2, 3):
        position = random_position(game, players, left, random, throw=False)
        outlook, card = Outlook(game), position.cards[position.mover]
        winning = Winning(position, outlook)
        ahead = winning.values_then_optimal(card).start
        played = position_chances(position, outlook)[position.mover].value
        assert winning.turn_values(card).start >= ahead - 1e-12
        assert ahead >= played - 1e-12
        assert 0 < played < 1  # or nothing was compared


def test_playing_to_win_differs_from_playing_for_the_mean_where_it_must() -> None:
    """One box each, and the other is done: 15 in the box would tie, 16 win, so a sure 16 is kept and not rolled on."""
    done = "1=3,5=15,6=18,FH=25,Y=50,C=20,A=15"
    position = parse_position(SMALL, ["1=3,5=15,6=18,FH=25,Y=50,C=20", done], throw="33334:1")
    report = win_chances(position, Outlook(SMALL))
    assert (report.advice[0].text, report.best) == ("again", 1.0)
    assert report.value < 0.9  # the mean wants the threes rolled again
    assert [one.regret for one in report.advice] == sorted(one.regret for one in report.advice)


def test_a_game_that_is_over_is_won_lost_or_tied() -> None:
    low, high = "1=3,5=15,6=18,FH=25,Y=50,C=20,A=15", "1=3,5=15,6=18,FH=25,Y=50,C=20,A=21"
    report = win_chances(parse_position(SMALL, [low, high, high]), Outlook(SMALL))
    assert [(one.win, one.tie, one.to_move) for one in report.players] == [(0, 0, False), (0, 1, False), (0, 1, False)]
    assert (report.best, list(report.advice)) == (None, [])


def test_a_sum_of_probabilities_that_is_rounded_up_is_no_chance_above_one() -> None:
    rounded = Distribution(5, np.full(3, (1 + 1e-15) / 3))
    assert [one.value for one in chances([rounded, Distribution(1, np.ones(1))])] == [1.0, 0.0]


def test_a_card_that_holds_more_than_play_can_give_still_counts() -> None:
    """Without jokers nobody has 12 bonuses and both straights; the notation allows it all the same."""
    game = YAHTZEE.change({"joker": "none"})
    report = win_chances(parse_position(game, [LAST_THREE + ",LS=40,Y=50,+11", ABOVE_ALL]), Outlook(game))
    assert (report.players[1].points, report.best) == (1575, 0)


def test_early_positions_look_one_turn_ahead_and_late_ones_are_solved() -> None:
    game = YAHTZEE
    objective = Winning(parse_position(game, ["-", "-"]), Outlook(game))
    random = np.random.default_rng(3)
    for filled in range(game.turns):
        assert objective.is_exact(random_card(game, filled, random)) == (game.turns - filled <= EXACT_BOXES)


def test_winning_leaves_no_file_for_each_position(empty_cache: Path) -> None:
    outlook = Outlook(TINY)
    position_chances(parse_position(TINY, ["-", "-"]), outlook)  # the table of scores, which stays
    before = set(empty_cache.rglob("*"))
    for text in ("1=1", "1=2", "C=4"):
        win_chances(parse_position(TINY, [text, "-"]), outlook)
    assert set(empty_cache.rglob("*")) == before


def assert_like_playouts(position: Position, playouts: Playouts, count: int, strategy: str = "optimal") -> None:
    """Win and tie probabilities within 4.5 standard errors of playouts of the same strategies."""
    outlook = Outlook(position.rules, strategy_named(strategy))
    win, tie = results(position, playouts, count)
    for player, found in enumerate(position_chances(position, outlook)):
        for exact, simulated in ((found.win, win[player]), (found.tie, tie[player])):
            error = np.sqrt(exact * (1 - exact) / count)
            assert abs(simulated - exact) <= 4.5 * error + 1 / count, (position, player)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("throw", [False, True], ids=["before a turn", "with dice on the table"])
def test_win_probabilities_are_those_of_playouts(players: int, throw: bool) -> None:
    random = np.random.default_rng(10 * players + throw)
    position = random_position(YAHTZEE, players, 3, random, throw=throw)
    assert_like_playouts(position, Playouts(YAHTZEE, OPTIMAL, random), 20_000)


def test_win_probabilities_under_another_strategy_are_those_of_its_playouts() -> None:
    random = np.random.default_rng(5)
    position = random_position(YAHTZEE, 3, 2, random, throw=True)
    playouts = Playouts(YAHTZEE, strategy_named("greedy"), random)
    assert_like_playouts(position, playouts, 20_000, "greedy")


@pytest.mark.slow
def test_win_probabilities_of_twenty_positions_are_those_of_many_playouts() -> None:
    random = np.random.default_rng(2026)
    for game in (YAHTZEE, variant("yatzy")):
        playouts = Playouts(game, OPTIMAL, random)
        for number in range(10):
            position = random_position(game, 2 + number % 3, 3 + number % 4, random, throw=number % 2 == 1)
            assert_like_playouts(position, playouts, 200_000)
