from functools import cache
from itertools import islice

import numpy as np
import pytest

from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rules import Category, Rules, State, Turn, score, variant
from fivedice.rules.state import final_bonus, is_over
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter
from fivedice.solver.reference import throws
from fivedice.strategies.study_004 import (
    META_ACTIONS,
    STRATEGIES,
    meta_decisions,
    restricted_policy,
    restricted_solution,
)

YAHTZEE = variant("yahtzee")
ZEROED = "yahtzee"
OFF = ("ones", "twos", "threes", "fives", "full_house", "small_straight", "three_of_a_kind", "chance")
SMALL = YAHTZEE.change(dict.fromkeys(OFF, "off") | {"upper_threshold": 12})
(META_OPTIMAL,) = STRATEGIES
solution_of = cache(restricted_solution)


def filled(*names: str) -> int:
    return sum(1 << YAHTZEE.index[name] for name in names)


def decision(action: str, dice: str, rerolls: int, *names: str, bonus: bool = False) -> str:
    """What a meta-action decides with these boxes filled: dice as digits, a box by its name, "" for neither."""
    turn = Turn(State(filled(*names), 0, bonus), tuple(map(int, dice)), rerolls)
    answer = meta_decisions(YAHTZEE, turn)[action]
    if isinstance(answer, Category):
        return answer.name
    return "".join(map(str, answer or ()))


def test_there_are_ten_meta_actions() -> None:
    assert len(META_ACTIONS) == 10


@pytest.mark.parametrize(
    ("rules", "recorded", "measured"),
    [
        (YAHTZEE, 254.2051, 254.204547),
        pytest.param(YAHTZEE.change({"upper_threshold": 1}), 272.4438, 272.443283, marks=pytest.mark.slow),
        pytest.param(YAHTZEE.change({"upper_threshold": 84}), 237.4708, 237.470239, marks=pytest.mark.slow),
    ],
)
def test_restricted_optimum_is_that_of_the_study(rules: Rules, recorded: float, measured: float) -> None:
    value = solution_of(rules).value
    assert value == pytest.approx(recorded, abs=0.001)
    assert value == pytest.approx(measured, abs=1e-6)


@pytest.mark.slow
def test_evaluation_of_the_policy_has_the_mean_of_the_solution() -> None:
    assert evaluate(restricted_policy(YAHTZEE)).score.mean == pytest.approx(solution_of(YAHTZEE).value, abs=1e-9)


@pytest.mark.slow
def test_simulation_agrees_with_the_solution() -> None:
    games = play(restricted_policy(YAHTZEE), Counter(4), 200_000)
    scores = np.concatenate([block.scores for block in games])
    error = scores.std(ddof=1) / np.sqrt(len(scores))
    assert abs(scores.mean() - solution_of(YAHTZEE).value) < 4 * error


def restricted_value(rules: Rules, state: State) -> float:
    """The restricted recursion as it is written."""

    @cache
    def state_value(state: State) -> float:
        if is_over(rules, state):
            return final_bonus(rules, state)
        return sum(p * turn_value(Turn(state, roll, rules.rolls - 1)) for roll, p in throws(rules.dice_set, ()))

    @cache
    def keep_value(state: State, keep: tuple[int, ...], rerolls: int) -> float:
        return sum(p * turn_value(Turn(state, roll, rerolls - 1)) for roll, p in throws(rules.dice_set, keep))

    @cache
    def turn_value(turn: Turn) -> float:
        found = []
        for one in set(meta_decisions(rules, turn).values()) - {None}:
            if isinstance(one, Category):
                scoring = score(rules, turn.state, turn.roll, one)
                found.append(scoring.total + state_value(scoring.state))
            else:
                assert one is not None
                found.append(keep_value(turn.state, one, turn.rerolls))
        return max(found)

    return state_value(state)


@pytest.mark.slow
def test_values_equal_the_plain_recursion_on_small_rules() -> None:
    open_boxes = ("sixes", "large_straight", "yahtzee")
    start = sum(1 << SMALL.index[one.name] for one in SMALL.categories if one.name not in open_boxes)
    solution = restricted_solution(SMALL)
    for state in (State(start, 0), State(start | 1 << SMALL.index["yahtzee"], 4, True)):
        assert solution.state_value(state) == pytest.approx(restricted_value(SMALL, state), abs=1e-9)


@pytest.mark.parametrize(
    ("name", "upper", "bonus"),
    [("sixes", 60, True), ("four_of_a_kind", 0, False), ("small_straight", 63, False), ("yahtzee", 0, False)],
)
def test_last_turn_equals_the_plain_recursion(name: str, upper: int, bonus: bool) -> None:
    state = State(filled(*YAHTZEE.index) & ~filled(name), upper, bonus)
    assert solution_of(YAHTZEE).state_value(state) == pytest.approx(restricted_value(YAHTZEE, state), abs=1e-9)


def test_decisions_follow_the_policy_in_whole_games() -> None:
    (games,) = islice(play(restricted_policy(YAHTZEE), Counter(5), 20, record=True), 1)
    assert games.held is not None
    assert games.shown is not None
    for game in range(20):
        state = State()
        for turn in range(YAHTZEE.turns):
            for throw in range(YAHTZEE.rolls):
                dice = games.shown[game, turn, throw]
                roll = tuple(sorted(map(int, dice)))
                answer = META_OPTIMAL.decide(YAHTZEE, Turn(state, roll, YAHTZEE.rolls - 1 - throw))
                if throw < YAHTZEE.rolls - 1:
                    bits = int(games.held[game, turn, throw])
                    kept = sorted(int(face) for position, face in enumerate(dice) if bits >> position & 1)
                    assert answer == tuple(kept)
                else:
                    assert answer == YAHTZEE.categories[games.boxes[game, turn]]
                    assert isinstance(answer, Category)
                    state = score(YAHTZEE, state, roll, answer).state


def test_the_reason_names_a_meta_action() -> None:
    assert META_OPTIMAL.reason(YAHTZEE, Turn(State(), (1, 6, 6, 6, 6), 2)) == "Going for Sixes"


@pytest.mark.parametrize(
    ("action", "dice", "rerolls", "names", "expected"),
    [
        ("Twos", "12245", 2, (), "22"),
        ("Twos", "13456", 2, ("twos",), ""),
        ("N of a Kind", "22556", 2, (), "55"),
        ("N of a Kind", "22225", 2, (), "2222"),
        ("N of a Kind", "22225", 2, (ZEROED,), "22225"),
        ("N of a Kind", "22224", 2, (ZEROED,), "2222"),
        ("N of a Kind", "22224", 1, (ZEROED,), "22224"),
        ("N of a Kind", "22222", 2, (ZEROED,), "2222"),
        ("N of a Kind", "22226", 2, (ZEROED, "four_of_a_kind"), "2226"),
        ("N of a Kind", "66661", 2, (ZEROED, "four_of_a_kind"), "6666"),
        ("N of a Kind", "22225", 2, (ZEROED, "four_of_a_kind", "three_of_a_kind"), "2222"),
        ("Full House", "22335", 2, (), "2233"),
        ("Full House", "33335", 2, (), "333"),
        ("Straight", "12346", 2, (), "1234"),
        ("Straight", "11245", 2, (), "45"),
        ("Straight", "11245", 2, ("chance",), "12"),
        ("Straight", "11245", 2, ("chance", "ones"), "45"),
        ("Straight", "12456", 2, ("small_straight",), "2456"),
        ("Straight", "12356", 2, ("small_straight",), "2356"),
        ("Chance", "34456", 2, (), "56"),
        ("Chance", "34456", 1, (), "4456"),
    ],
)
def test_meta_action_keeps(action: str, dice: str, rerolls: int, names: tuple[str, ...], expected: str) -> None:
    assert decision(action, "".join(sorted(dice)), rerolls, *names) == "".join(sorted(expected))


def test_five_of_a_kind_stays_useful_while_it_earns_bonuses() -> None:
    assert decision("N of a Kind", "22225", 2, "yahtzee", bonus=True) == "2222"


@pytest.mark.parametrize(
    ("action", "dice", "names", "expected"),
    [
        ("Sixes", "66661", (), "sixes"),
        ("Sixes", "66661", ("sixes",), ""),
        ("N of a Kind", "66661", (), "four_of_a_kind"),
        ("N of a Kind", "12346", (), "yahtzee"),
        ("N of a Kind", "12346", ("yahtzee",), "four_of_a_kind"),
        ("Straight", "12345", (), "large_straight"),
        ("Straight", "12346", (), "small_straight"),
        ("Straight", "11246", (), "large_straight"),
        ("Full House", "11246", (), "full_house"),
        ("Straight", "44444", ("yahtzee",), ""),
        ("Straight", "44444", ("yahtzee", "fours"), "large_straight"),
    ],
)
def test_meta_action_boxes(action: str, dice: str, names: tuple[str, ...], expected: str) -> None:
    assert decision(action, "".join(sorted(dice)), 0, *names) == expected


def test_yatzy_is_refused_because_of_boxes_that_no_meta_action_scores() -> None:
    with pytest.raises(StrategyError, match="cannot play 'yatzy': no meta-action scores Pair, Two pairs"):
        META_OPTIMAL.check(variant("yatzy"))


def test_other_dice_are_refused() -> None:
    with pytest.raises(StrategyError, match="need 6 faces, not 8"):
        META_OPTIMAL.check(YAHTZEE.change({"faces": 8}))
