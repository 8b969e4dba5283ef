"""The benchmark: means from regrets, fixed positions, players that fail, and players that read words."""

import csv
import io
import json
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import fivedice as fd
import fivedice.api.rate as api_rate
from fivedice.errors import AnswerError, StrategyError
from fivedice.evaluation.evaluate import evaluate
from fivedice.rating import choose, positions
from fivedice.rating.forgiving import MOST_IN_A_ROW, Forgiving
from fivedice.rating.games import PlayedGames, play_games
from fivedice.rating.positions import GROUPS, VERSION, questions
from fivedice.rules import Decision, Rules, State, Turn, legal_decisions, score
from fivedice.rules.notation import format_turn, parse_turn
from fivedice.simulation.expected_regret import turn_regret
from fivedice.solver import cached_solution
from fivedice.statistics.intervals import controlled_interval, t_interval
from fivedice.strategies.choices import choices_in
from fivedice.strategies.policy import Policy, policy_for
from fivedice.strategies.registry import strategy_named
from fivedice.strategies.text import TextStrategy, parse_answer, position_in_words
from tests.command import fivedice
from tests.named import QUICK
from tests.small import SMALL, TINY

ROOT = Path(__file__).parents[2]
YAHTZEE = fd.variant("yahtzee")
JOKER = Turn(State(0b100000100000, 24, bonus=True), (3, 3, 3, 3, 3), 0)


def policy(name: str, rules: Rules) -> Policy:
    return policy_for(strategy_named(name), rules)


def played(name: str, rules: Rules, games: int, seed: int, *, asks: bool = False) -> PlayedGames:
    return play_games(policy(name, rules), cached_solution(rules), games, seed, asks=asks)


@pytest.fixture
def some_positions(monkeypatch: pytest.MonkeyPatch) -> int:
    """Only some of the positions of official Yahtzee and Yacht are asked, of every group; how many."""
    some = tuple(one for one in questions() if one.rules.name in ("yahtzee", "yacht"))[::10]
    assert {one.group for one in some} == set(GROUPS)
    for module in (positions, api_rate):
        monkeypatch.setattr(module, "questions", lambda: some)
    return len(some)


# ------------------------------------------------------------------------------------------------------- the mean


def test_greedy_is_rated_within_its_interval_which_is_five_times_narrower_than_that_of_scores() -> None:
    outcome = fivedice("rate", "greedy", "--games", "200", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert found["low"] < fd.evaluate("greedy").mean < found["high"]
    by_scores = found["scores"]["high"] - found["scores"]["low"]
    assert by_scores > 5 * (found["high"] - found["low"])
    assert (found["games"], found["positions"], found["benchmark"]) == (200, 1000, VERSION)
    assert found["regret"] == pytest.approx(found["optimum"] - found["mean"])
    assert sum(found["regret_by_turn"]) == pytest.approx(sum(found["regret_by_kind"].values()))
    assert found["costliest"][0]["regret"] >= found["costliest"][-1]["regret"] > 0
    assert (found["failures"], found["format_errors"]) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "dice-driven", "meta-optimal"])
def test_intervals_cover_the_exact_mean_in_92_to_98_of_100(name: str) -> None:
    mine, solution = policy(name, YAHTZEE), cached_solution(YAHTZEE)
    exact = evaluate(mine).score.mean
    expected = play_games(mine, solution, 2, 1, asks=False).expected
    covered = []
    for seed in range(1, 201):
        found = play_games(mine, solution, 200, seed, asks=False, expected=expected).estimate()
        covered.append(found.low <= exact <= found.high)
    print(f"{name}: {np.mean(covered):.1%} of the intervals cover {exact:.4f}")
    assert 0.92 <= np.mean(covered) <= 0.98


@pytest.mark.parametrize("name", ["greedy", "random", "optimal"])
def test_the_expected_regrets_of_all_states_are_what_the_mean_lacks(name: str) -> None:
    """E[Σ ρ] over the games is the optimum less the exact mean, and regrets as they happen estimate the same."""
    exact = evaluate(policy(name, SMALL)).score.mean
    expected, happened = (played(name, SMALL, 1000, 7, asks=asks) for asks in (False, True))
    for found in (expected, happened):
        interval = found.estimate()
        assert abs(interval.estimate - exact) <= 2 * interval.half_width + 1e-9
    assert expected.estimate().half_width <= happened.estimate().half_width


def test_the_expected_regret_of_a_state_is_that_of_the_decisions_one_by_one() -> None:
    mine, solution, state = policy("random", TINY), cached_solution(TINY), State(0b1000001, 1)
    choices = choices_in(mine, state)

    def worth(turn: Turn) -> float:
        """Points of the turn and all points after it, with the policy deciding in this turn only."""
        decision = choices.decision(turn)
        if not isinstance(decision, tuple):
            after = score(TINY, state, turn.roll, decision)
            return after.total + solution.state_value(after.state)
        thrown = list(product(range(1, TINY.faces + 1), repeat=TINY.dice - len(decision)))
        rolls = [tuple(sorted((*decision, *more))) for more in thrown]
        return sum(worth(Turn(state, roll, turn.rerolls - 1)) for roll in rolls) / len(rolls)

    rolls = [tuple(sorted(both)) for both in product(range(1, TINY.faces + 1), repeat=TINY.dice)]
    by_hand = sum(worth(Turn(state, roll, TINY.rolls - 1)) for roll in rolls) / len(rolls)
    found = turn_regret(mine, solution)(state.filled, state.upper, 0)
    assert found == pytest.approx(solution.state_value(state) - by_hand, abs=1e-9)
    assert found > 0


def test_a_control_explains_what_scatters_with_it() -> None:
    chance = np.random.default_rng(1)
    control, noise = chance.normal(size=400), chance.normal(scale=0.1, size=400)
    values = 5 + 3 * control + noise
    found, plain = controlled_interval(values, control), t_interval(values)
    assert found.low < 5 < found.high
    assert found.half_width < plain.half_width / 10
    assert controlled_interval(values, np.zeros(400)) == plain
    constant = controlled_interval(np.full(10, 2.0), control[:10])
    assert (constant.estimate, constant.half_width) == (2.0, 0.0)


def test_optimal_play_gives_nothing_away_anywhere() -> None:
    found = fd.rate("optimal", SMALL, games=50)
    assert (found.mean, found.low, found.high, found.regret) == (found.optimum,) * 3 + (0.0,)
    assert (found.answers.total.best, found.positions) == (1000, 1000)
    assert found.played.mistakes == 0
    assert not found.played.worst


@pytest.mark.usefixtures("some_positions")
def test_equal_ratings_are_equal_and_other_seeds_are_other_games() -> None:
    one, same, other = (fd.rate("random", SMALL, games=20, seed=seed) for seed in (1, 1, 2))
    timeless = [{**found.to_dict(), "seconds": 0} for found in (one, same)]
    assert timeless[0] == timeless[1]
    assert one.mean != other.mean


@pytest.mark.usefixtures("some_positions")
def test_a_rating_is_a_page_too(tmp_path: Path) -> None:
    outcome = fivedice("rate", "greedy", "--games", "20", "--variant", "yacht", "--out", str(tmp_path / "page"))
    assert (outcome.code, outcome.err) == (0, "")
    page = (tmp_path / "page" / "index.html").read_text()
    for words in ("Costliest mistakes", "Chases of the upper bonus", "keep after throw 1"):
        assert words in page
    assert "Report: " in outcome.out


# --------------------------------------------------------------------------------------------------- the positions


def test_there_are_1_000_different_positions_of_every_group_and_of_every_variant_that_is_solved_in_seconds() -> None:
    found = questions()
    assert len({(one.rules.name, one.turn) for one in found}) == len(found) == 1000
    assert {one.group for one in found} == set(GROUPS)
    assert {one.rules.name for one in found} == set(choose.QUOTAS) == set(QUICK)
    assert all(len(legal_decisions(one.rules, one.turn)) > 1 for one in found)


def test_the_positions_are_what_their_groups_say() -> None:
    judges = {name: choose.Judge(fd.variant(name)) for name in ("yahtzee", "yatzy")}
    some = [one for one in questions() if one.rules.name in judges][::12]
    for one in some:
        judge = judges[one.rules.name]
        if one.group == "joker":
            assert len(set(one.turn.roll)) == 1
            assert judge.second(one.turn) >= choose.MATTERS
        else:
            assert judge.group(one.turn) == one.group


@pytest.mark.slow
def test_the_procedure_finds_the_same_positions_again(tmp_path: Path) -> None:
    choose.main(tmp_path)
    (again,) = tmp_path.iterdir()
    assert again.read_bytes() == (Path(choose.__file__).parent / "data" / again.name).read_bytes()


def test_the_data_can_be_read_without_fivedice() -> None:
    text = (Path(choose.__file__).parent / "data" / f"positions-{VERSION}.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["turn"] for row in rows] == [format_turn(one.rules, one.turn) for one in questions()]


# ----------------------------------------------------------------------------------------- players that may fail


def test_a_failing_engine_is_counted_and_the_games_go_on(tmp_path: Path) -> None:
    script = tmp_path / "liar.py"
    script.write_text(LIAR)
    found = fd.rate(f"engine:{sys.executable} {script}", games=3)
    assert found.failures > 0
    assert found.format_errors == 0
    assert "gives no decision" in found.sentences[0]
    assert any("other failures" in part for part in found.parts() if isinstance(part, str))


LIAR = """
import sys
asked = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "fdi": print("fdiok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "rules" and rest != "yahtzee": print("error not these", flush=True)
    elif word == "position": dice = rest.split()[-1].split(":")[0]
    elif word == "go":
        asked += 1
        kept = "keep " + dice[:2]
        print("decision " + (kept if asked % 5 else "keep 6666666"), flush=True)
"""


def test_a_player_that_only_fails_is_not_rated() -> None:
    stubborn = fd.text_player(lambda prompt: "I would keep the sixes", "talker")
    with pytest.raises(StrategyError, match=f"failed {MOST_IN_A_ROW} times in a row, so it is not rated"):
        fd.rate(stubborn, SMALL, games=2)


def test_format_errors_are_counted_apart_from_illegal_decisions() -> None:
    answers = iter(["keep 66", "Keep 66", "keep 66.", "score nonsense", "keep 1", ""])
    forgiving = Forgiving(fd.text_player(lambda prompt: next(answers)))
    found: list[Decision] = [forgiving.decide(YAHTZEE, Turn(State(), (2, 3, 4, 6, 6), 2)) for _ in range(6)]
    assert found[0] == (6, 6)
    assert found[1:] == [YAHTZEE.category("chance")] * 5  # the box that pays most
    assert (forgiving.format_errors, forgiving.failures) == (4, 1)


# -------------------------------------------------------------------------------------------------- text players


def test_a_position_in_words_has_what_decides() -> None:
    words = position_in_words(YAHTZEE, JOKER)
    for part in (
        "The dice show 3 3 3 3 3. You may not roll again: score a box.",
        "- threes (Counts the dice that show 3. It pays their sum.): 15 and a bonus of 100",
        "- chance (Any dice. It pays the sum of all dice.): not allowed with these dice",
        "Upper bonus: 35 points if the boxes of the upper section add up to 63 or more.",
        "Filled boxes: sixes, yahtzee.",
        "The upper boxes hold 24 points so far.",
        "Threes is open, so it must go there.",
    ):
        assert part in words
    assert "" not in words.splitlines()


def test_boxes_whose_turn_has_not_come_are_not_called_filled() -> None:
    rules = fd.variant("yatzy-fixed-order")
    words = position_in_words(rules, parse_turn(rules, "1.2.3@9 12366:2"))
    assert "Filled boxes: ones, twos, threes.\nBoxes that open later: 11." in words
    assert [line.split()[1] for line in words.splitlines() if line.startswith("- ")] == ["fours"]


@pytest.mark.parametrize("answer", ["keep 66", "keep -", "score sixes", "score full_house"])
def test_answers_of_the_right_form_are_read(answer: str) -> None:
    assert parse_answer(YAHTZEE, answer) is not None


@pytest.mark.parametrize(
    "answer", ["", "keep", "keep 7", " keep 66", "keep 6 6", "KEEP 66", "score Sixes", "score pair", "keep 66\n", "66"]
)
def test_answers_of_another_form_are_refused(answer: str) -> None:
    with pytest.raises(AnswerError, match="is not an answer such as"):
        parse_answer(YAHTZEE, answer)


def test_the_scripted_stand_in_is_rated_as_a_program(some_positions: int) -> None:
    found = fd.rate(f"text:{sys.executable} {ROOT / 'examples' / 'text_player.py'}", games=2)
    assert (found.failures, found.format_errors) == (0, 0)
    assert found.positions == some_positions


def test_a_text_player_that_does_not_answer_in_time_is_ended() -> None:
    silent = TextStrategy(f"{sys.executable} -c 'import time; time.sleep(600)'", 0.1)
    with pytest.raises(StrategyError, match=r"does not answer within 0\.1 s"):
        silent.decide(YAHTZEE, JOKER)
