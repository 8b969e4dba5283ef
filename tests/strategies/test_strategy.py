"""Strategies of all kinds: what is accepted, what is refused, and that compiled means the same as plain."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from fivedice.errors import StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.kernels.view import STRATEGY_TYPE, View, tabulate
from fivedice.rules import Category, Rules, State, Turn, variant
from fivedice.rules.pattern import Anything, Face
from fivedice.rules.state import score
from fivedice.simulation.games import play
from fivedice.simulation.streams import Counter, Stream, Study002
from fivedice.strategies.basic import Greedy, random
from fivedice.strategies.policy import asking_policy, policy_for, table_by_asking, table_of
from fivedice.strategies.registry import strategies
from fivedice.strategies.strategy import CompiledStrategy, strategy, view_of
from fivedice.testing import check_strategy
from tests.agreement import assert_simulation_agrees
from tests.generators import examples, rules
from tests.whim import Whim, decide_by, random_turns

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")
COMPILED = [one for one in strategies().values() if isinstance(one, CompiledStrategy)]
SMALL = Rules(
    "small",
    (Category("ones", Face(1), "matching", "upper"), Category("any", Anything(), "sum")),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=2,
    upper_bonus=5,
)


def game_of(player: CompiledStrategy) -> Rules:
    try:
        player.check(YAHTZEE)
    except StrategyError:
        return YATZY
    return YAHTZEE


@pytest.mark.parametrize("player", COMPILED, ids=lambda one: one.name)
def test_compiled_it_decides_as_it_reads(player: CompiledStrategy) -> None:
    game = game_of(player)
    for turn in random_turns(game, 120):
        plain, compiled = view_of(game, turn), view_of(game, turn)
        assert player.choose(plain) == player.compiled(compiled)
        assert plain.hold.tolist() == compiled.hold.tolist()
        assert player.reasons[plain.why] == player.reasons[compiled.why]


@pytest.mark.parametrize(
    "player",
    [pytest.param(one, marks=[pytest.mark.slow] if one.name != "robot-4.02" else []) for one in COMPILED],
    ids=lambda one: one.name,
)
def test_tables_hold_the_decisions(player: CompiledStrategy) -> None:
    game = game_of(player)
    decide = decide_by(table_of(player, game))
    for turn in random_turns(game, 1_000 if player.name != "robot-4.02" else 300, seed=1):
        assert decide(turn) == player.decide(game, turn)


@examples(30)
@given(rules(max_faces=3, max_categories=3))
def test_asking_one_by_one_gives_the_compiled_table(game: Rules) -> None:
    compiled, asked = decide_by(table_of(random, game)), decide_by(table_by_asking(random, game))
    for turn in random_turns(game, 60):
        assert compiled(turn) == asked(turn)


@pytest.mark.parametrize("reads_upper", [True, False])
def test_a_plain_python_strategy_is_simulated_and_evaluated(reads_upper: bool) -> None:
    player = Whim(3, reads_upper)
    check_strategy(player, SMALL, turns=300)
    policy = policy_for(player, SMALL)
    assert_simulation_agrees(evaluate(policy), policy, games=20_000)


def test_progress_is_told_while_a_plain_python_strategy_is_asked() -> None:
    told: list[tuple[int, int]] = []
    policy_for(Whim(3), SMALL, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_too_many_questions_are_refused_by_evaluation() -> None:
    with pytest.raises(StrategyError, match=r"'whim' is plain Python and would have to answer [\d,]+ turns, more than"):
        evaluate(policy_for(Whim(3), YAHTZEE))


@pytest.mark.parametrize("stream", [Counter(5), Study002(5)], ids=["default", "study-002"])
def test_a_plain_python_strategy_that_is_asked_turn_by_turn_plays_the_games_of_its_table(stream: Stream) -> None:
    player = Whim(3)
    (asked,) = play(asking_policy(player, SMALL), stream, 200, record=True)
    (tabled,) = play(policy_for(player, SMALL), stream, 200, record=True)
    for name in ("boxes", "points", "bonuses", "held", "scores"):
        assert np.array_equal(getattr(asked, name), getattr(tabled, name)), name


@strategy("first-of-all", "Scores the first box, legal or not.")
def first_of_all(view: View) -> int:
    return 0


@strategy("typo", "Looks for a field that a view has not.")
def typo(view: View) -> int:
    return int(view.dices[0])


@strategy("unfinished", "Forgets to return a box.")
def unfinished(view: View) -> Any:
    if view.rerolls:
        return 0
    return None


@pytest.mark.parametrize(("player", "what"), [(typo, "KeyError: 'dices'"), (unfinished, "TypingError: No conversion")])
def test_a_function_that_cannot_be_compiled_is_refused_in_one_sentence(player: CompiledStrategy, what: str) -> None:
    with pytest.raises(StrategyError) as caught:
        table_of(player, SMALL)
    assert str(caught.value).startswith(f"strategy {player.name!r} cannot be compiled: {what}")
    assert str(caught.value).endswith("must end by returning a box or ROLL.")


@strategy("never-done", "Rolls and rolls.")
def never_done(view: View) -> int:
    return -1


@strategy("elsewhere", "Scores where no box is.")
def elsewhere(view: View) -> int:
    return 31


@pytest.mark.parametrize(
    ("player", "what"),
    [
        (first_of_all, "it scores Ones, which is not legal there."),
        (never_done, "it rolls again although no reroll is left."),
        (elsewhere, "it answers 31, which is no box."),
    ],
    ids=lambda one: one.name if isinstance(one, CompiledStrategy) else "",
)
def test_an_illegal_compiled_strategy_is_refused_with_the_turn(player: CompiledStrategy, what: str) -> None:
    with pytest.raises(StrategyError, match=rf"^strategy '{player.name}' breaks the rules at '.* \d\d:\d': {what}"):
        policy_for(player, SMALL)


@strategy("pair-lover", "Wants a pair.", needs=("pair", "faces"))
def pair_lover(view: View) -> int:
    return 0


@strategy("purist", "Knows the upper section and Chance.", needs=("faces", "chance"), only=True)
def purist(view: View) -> int:
    return 0


@pytest.mark.parametrize(
    ("player", "game", "sentence"),
    [
        (pair_lover, YAHTZEE, "strategy 'pair-lover' cannot play 'yahtzee': the card has no pair."),
        (pair_lover, SMALL, "strategy 'pair-lover' cannot play 'small': the card has no pair, upper box for some face"),
        (purist, YAHTZEE, "strategy 'purist' cannot play 'yahtzee': it has no rule for "),
    ],
)
def test_a_card_that_makes_no_sense_is_refused(player: CompiledStrategy, game: Rules, sentence: str) -> None:
    with pytest.raises(StrategyError) as caught:
        policy_for(player, game)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


def test_a_card_with_all_that_is_needed_is_accepted() -> None:
    pair_lover.check(YATZY)


def test_greedy_scores_the_most_points_when_no_reroll_is_left() -> None:
    for turn in random_turns(YAHTZEE, 150):
        turn = replace(turn, rerolls=0)
        chosen = Greedy().decide(YAHTZEE, turn)
        assert isinstance(chosen, Category)
        view = view_of(YAHTZEE, turn)
        assert score(YAHTZEE, turn.state, turn.roll, chosen).points == view.points[: YAHTZEE.turns].max()


@pytest.mark.slow
def test_greedy_has_the_figures_of_its_docstring() -> None:
    found = evaluate(Greedy().policy(YAHTZEE)).score
    assert round(found.mean, 2) == 218.79
    words = (Greedy.__doc__ or "").split()
    assert {f"{found.mean:.2f}", f"{found.sd:.2f}"} <= set(words)


def test_random_keeps_every_die_half_of_the_time_and_every_box_its_share() -> None:
    held = [0] * 5
    boxes = [0] * YAHTZEE.turns
    for roll in YAHTZEE.dice_set.rolls:
        for left in range(3):
            view = view_of(YAHTZEE, Turn(State(), roll, left))
            box = random.choose(view)
            if left:
                held = [count + int(one) for count, one in zip(held, view.hold, strict=False)]
            else:
                boxes[box] += 1
    assert all(abs(count - 252) < 4 * 504**0.5 / 2 for count in held)
    assert all(abs(count - 252 / 13) < 4 * (252 / 13) ** 0.5 for count in boxes)


def test_simulation_needs_no_more_than_a_decide_method() -> None:
    (games,) = play(policy_for(Whim(1), SMALL), Counter(1), 10)
    assert len(games.scores) == 10


def test_the_loop_over_all_turns_is_compiled_once_for_all_strategies() -> None:
    for player in COMPILED[:2]:
        table_of(player, game_of(player))
    assert {kinds[0] for kinds in tabulate.signatures} == {STRATEGY_TYPE}
