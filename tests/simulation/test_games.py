"""Games obey the rules and the player, and are the same however they are split."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.rules import Category, Rules, State, Turn, reroll, score
from fivedice.rules.state import final_bonus
from fivedice.simulation.games import Games, play
from fivedice.simulation.streams import Counter, Stream, Study002
from fivedice.simulation.summary import Summary
from fivedice.solver.exact import solve
from fivedice.strategies.policy import Policy, policy_of, table_by_asking
from tests.generators import examples, rules
from tests.recorded import impatient, played, player
from tests.whim import Whim

ARRAYS = ("boxes", "points", "bonuses", "dice", "held", "shown")


def joined(blocks: list[Games]) -> dict[str, object]:
    return {name: np.concatenate([getattr(block, name) for block in blocks]).tolist() for name in ARRAYS}


def assert_played_by(strategy: Whim, games: Games, number: int, in_turn: bool) -> None:
    """Replay a game: dice from the stream, every decision the player's own, every box scored by the rules."""
    assert games.held is not None
    assert games.shown is not None
    game, state, total = games.rules, State(), 0
    for place in range(game.turns):
        aside, used = games.dice[number, place].tolist(), game.dice
        table = aside[:used]
        turn = Turn(state, tuple(sorted(table)), game.rolls - 1)
        for throw in range(game.rolls):
            assert games.shown[number, place, throw].tolist() == table
            decision = strategy.decide(game, turn)
            held = int(games.held[number, place, throw]) if turn.rerolls else -1
            if isinstance(decision, Category):
                assert held == -1
                assert game.categories[games.boxes[number, place]] == decision
                break
            assert tuple(sorted(face for at, face in enumerate(table) if held >> at & 1)) == decision
            thrown = [at for at in range(game.dice) if not held >> at & 1]
            for at in thrown:
                table[at] = aside[used if in_turn else (throw + 1) * game.dice + at]
                used += 1
            turn = reroll(turn, decision, tuple(table[at] for at in thrown))
        done = score(game, state, turn.roll, game.categories[games.boxes[number, place]])
        assert (games.points[number, place], games.bonuses[number, place]) == (done.points, done.bonus)
        state, total = done.state, total + done.total
    assert games.upper_bonuses[number] == final_bonus(game, state)
    assert games.scores[number] == total + final_bonus(game, state)


@examples(40)
@given(rules(max_faces=3, max_categories=3), st.integers(0, 999), st.booleans())
def test_every_throw_decision_and_scoring_is_that_of_the_rules_and_the_player(
    game: Rules, seed: int, upper: bool
) -> None:
    strategy = Whim(seed, reads_upper=upper)
    policy = table_by_asking(strategy, game)
    streams: tuple[Stream, ...] = (Counter(seed), Study002(seed))
    for stream in streams:
        (games,) = play(policy, stream, 8, record=True)
        for number in range(8):
            assert_played_by(strategy, games, number, stream.in_turn)


@examples(8)
@given(rules(), st.integers(0, 999), st.integers(1, 40), st.sampled_from((1, 3)))
def test_games_are_the_same_in_blocks_of_any_size_and_on_any_number_of_threads(
    game: Rules, seed: int, size: int, threads: int
) -> None:
    for policy in (impatient(game), policy_of(solve(game))):
        blocks = list(play(policy, Counter(seed), 40, record=True, block=size, threads=threads))
        assert [block.first for block in blocks] == list(range(0, 40, size))
        assert joined(blocks) == joined([played(policy, 40, seed)])


@pytest.mark.parametrize("name", ["optimal", "impatient"])
def test_a_game_of_a_long_run_can_be_replayed_alone(name: str) -> None:
    policy, games = player(name), 12_000  # more than one task
    (run,) = play(policy, Counter(9), games, threads=2)
    (single,) = play(policy, Counter(9), games, threads=1)
    assert np.array_equal(run.boxes, single.boxes)
    assert np.array_equal(run.scores, single.scores)
    for number in (0, 4_999, 5_000, 11_999):
        (alone,) = play(policy, Counter(9, first_game=number), 1)
        for array in ("boxes", "points", "bonuses", "dice"):
            assert np.array_equal(getattr(alone, array)[0], getattr(run, array)[number])


def test_different_players_meet_equal_dice() -> None:
    policies: tuple[Policy, ...] = (player("optimal"), player("impatient"))
    one, other = (played(policy, 300) for policy in policies)
    assert one.shown is not None
    assert other.shown is not None
    assert np.array_equal(one.dice, other.dice)
    assert np.array_equal(one.shown[:, :, 0], other.shown[:, :, 0])
    assert not np.array_equal(one.scores, other.scores)


def test_the_card_holds_the_points_of_each_box() -> None:
    games = played(player("impatient"), 50)
    for number in range(50):
        for box, points in zip(games.boxes[number], games.points[number], strict=True):
            assert games.card[number, box] == points


def test_an_upper_bonus_needs_the_whole_threshold() -> None:
    games = played(player("impatient"), 1)
    boxes = np.arange(13, dtype=np.int16)[None]
    for total, bonus in ((62, 0), (63, 35), (64, 35)):
        points = np.array([[3, 6, 9, 12, 15, total - 45, *[0] * 7]], np.int16)
        assert replace(games, boxes=boxes, points=points).upper_bonuses.tolist() == [bonus]


@given(st.lists(st.lists(st.integers(0, 1575), min_size=1, max_size=30), min_size=1, max_size=5))
def test_summary_figures_are_those_of_numpy(blocks: list[list[int]]) -> None:
    summary, scores = Summary(), np.concatenate([np.array(block) for block in blocks])
    for block in blocks:
        summary.add(np.array(block))
    sd = scores.std(ddof=1) if len(scores) > 1 else 0.0
    assert summary.figures() == pytest.approx(
        {
            "games": len(scores),
            "mean": scores.mean(),
            "standard_error": sd / len(scores) ** 0.5,
            "sd": sd,
            "median": np.median(scores),
            "min": scores.min(),
            "max": scores.max(),
        },
        abs=1e-9,
    )
