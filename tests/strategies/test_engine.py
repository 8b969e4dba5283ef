"""Engines: programs that speak the protocol as strategies, and what happens when they crash, hang, lie or are slow."""

import pickle
import re
import shutil
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivedice as fd
from fivedice.errors import NotationError, StrategyError
from fivedice.rules import Rules, State, Turn, legal_decisions
from fivedice.rules.card import card_for
from fivedice.rules.notation import format_card, parse_card
from fivedice.simulation.games import play
from fivedice.simulation.regret import regrets
from fivedice.simulation.streams import Counter
from fivedice.solver import cached_solution
from fivedice.strategies import engine as module
from fivedice.strategies.engine import EngineStrategy, engine_named, short_name
from fivedice.strategies.engine_lines import decision_line, parse_decision
from fivedice.strategies.program import Program
from fivedice.strategies.registry import strategy_named
from tests.command import PATIENCE, fivedice
from tests.engines import engine, first_open
from tests.generators import examples, rules, states, turns
from tests.web.tables import TINY

ROOT = Path(__file__).parents[2]
START = Turn(State(), (1, 2), 1)
LIE = 'elif word == "go": print("decision keep 33", flush=True)'
SILENCE = 'elif word == "go": pass'


def strategy(command: str, seconds: float = PATIENCE) -> EngineStrategy:
    return EngineStrategy(command, seconds)


@given(st.data())
@examples(100)
def test_the_card_of_a_state_has_that_state_and_can_be_read(data: st.DataObject) -> None:
    game = data.draw(rules())
    state = data.draw(states(game))
    card = card_for(game, state)
    assert card.state(game) == state
    assert parse_card(game, format_card(game, card)) == card


def test_a_state_that_no_card_has_is_refused() -> None:
    with pytest.raises(NotationError, match="upper total"):
        card_for(fd.variant("yahtzee"), State(1, 7))


@given(st.data())
@examples(100)
def test_decisions_are_read_as_they_are_written(data: st.DataObject) -> None:
    game = data.draw(rules())
    decision = data.draw(st.sampled_from(legal_decisions(game, data.draw(turns(game)))))
    value = data.draw(st.none() | st.floats(-1e6, 1e6))
    found, said = parse_decision(game, decision_line(decision, value))
    assert found == decision
    assert said == (None if value is None else pytest.approx(value, rel=1e-7, abs=1e-300))


def test_an_engine_plays_wherever_a_strategy_is_named(tmp_path: Path, tiny_file: str) -> None:
    name = f"engine:{first_open(tmp_path)}"
    found = fivedice("simulate", name, "--rules", tiny_file, "--games", "20", "--json")
    assert (found.code, found.err) == (0, "")
    for verb in ("compare", "same-dice"):
        outcome = fivedice(verb, "greedy", name, "--rules", tiny_file, "--games", "5", "--json")
        assert (outcome.code, outcome.err) == (0, "")
        assert name in outcome.out.replace("\\\\", "")


def test_the_value_of_a_decision_is_its_reason(tmp_path: Path) -> None:
    player = strategy(first_open(tmp_path))
    assert player.decide(TINY, START) == TINY.category("ones")
    assert player.reason(TINY, START) == "Its value is 1.5"
    assert player.reason(TINY, Turn(State(), (1, 1), 1)) == ""


def test_an_engine_that_crashed_is_started_again_and_nothing_is_lost(tmp_path: Path) -> None:
    once = "mark = folder / str(asked); asked += 1; mark.exists() or (mark.touch(), sys.exit(3))"
    player = strategy(first_open(tmp_path, before=once))
    assert player.decide(TINY, START) == TINY.category("ones")
    assert player.decide(TINY, Turn(State(1), (2, 3), 0)) == TINY.category("double")


def test_an_engine_that_crashes_twice_ends_in_one_sentence(tmp_path: Path) -> None:
    command = first_open(tmp_path, before='raise ValueError("no idea")')
    with pytest.raises(
        StrategyError, match=r"'engine:.*' ended with exit code 1: ValueError: no idea, twice in a row\.$"
    ):
        strategy(command).decide(TINY, START)


def test_an_engine_that_hangs_is_ended_and_started_again_for_the_next_decision(tmp_path: Path) -> None:
    hang = 'mark = folder / "hung"; mark.exists() or (mark.touch(), time.sleep(600))'
    player = strategy(first_open(tmp_path, before=hang), 0.1)
    with pytest.raises(StrategyError, match=r"does not answer within 0\.1 s at '-@0 12:1', and was ended\.$"):
        player.decide(TINY, START)
    player.seconds = PATIENCE
    assert player.decide(TINY, START) == TINY.category("ones")


def test_a_slow_engine_answers_when_it_is_told_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_SECONDS", PATIENCE)
    body = """
    elif word == "go": pass
    elif word == "stop": print("decision score chance", flush=True)
    """
    assert strategy(engine(tmp_path, body), 0.1).decide(TINY, START) == TINY.category("chance")


def test_an_illegal_answer_is_one_sentence_with_the_turn(tmp_path: Path, tiny_file: str) -> None:
    name = f"engine:{engine(tmp_path, '    ' + LIE)}"
    scores = tmp_path / "scores.csv"
    outcome = fivedice("simulate", name, "--rules", tiny_file, "--games", "5", "--scores", str(scores))
    assert outcome.code == 2
    assert re.fullmatch(
        r"fivedice: strategy 'engine:.*' breaks the rules at '-@0 \d\d:1': it answers keep 33, .* not legal there\.\n",
        outcome.err,
    )
    assert not scores.exists()


@pytest.mark.parametrize(
    ("answer", "words"),
    [("decision", "is no decision"), ("decision keep 9", "is not a face"), ("error too hard.", "too hard.")],
)
def test_an_answer_that_cannot_be_read_is_one_sentence(answer: str, words: str, tmp_path: Path) -> None:
    command = engine(tmp_path, f'    elif word == "go": print({answer!r}, flush=True)')
    with pytest.raises(StrategyError, match=f"gives no decision at '-@0 12:1': .*{re.escape(words)}"):
        strategy(command).decide(TINY, START)


def test_a_second_decision_is_not_taken_for_that_of_the_next_turn(tmp_path: Path) -> None:
    player = strategy(first_open(tmp_path, before='print("decision score chance")'))
    assert player.decide(TINY, START) == TINY.category("chance")
    assert player.program is not None
    while player.program.said.empty():  # the second decision about the same turn
        time.sleep(0.01)
    player.program.forget()
    assert player.program.said.empty()


def test_rules_that_an_engine_refuses_are_refused_with_its_words() -> None:
    player = strategy(f"{sys.executable} {ROOT / 'examples' / 'engine.py'}")
    with pytest.raises(StrategyError, match=r"cannot play 'yatzy': this engine plays yahtzee only, not yatzy\.$"):
        player.check(fd.variant("yatzy"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("engine:", "names no program"),
        ("engine:seconds=0:true", "names no program"),
        ("engine:/no/such/program", "cannot be started: No such file or directory"),
        ("engine:python3 'x", "cannot be read: No closing quotation"),
        ("engine:true", "ended with exit code 0, twice in a row"),
    ],
)
def test_a_command_that_cannot_play_is_one_sentence(name: str, words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        strategy_named(name).check(TINY)


def test_what_an_engine_says_in_the_place_of_a_decision_is_quoted(tmp_path: Path) -> None:
    body = """
    elif word == "go": print("info string thinking", "I think keep 66", sep="\\n", flush=True)
    """
    with pytest.raises(StrategyError, match=r"was ended; it said 'I think keep 66', which is no decision\.$"):
        strategy(engine(tmp_path, body), 0.2).decide(TINY, START)


def test_no_other_variant_is_asked_for_where_a_program_cannot_be_started() -> None:
    outcome = fivedice("simulate", "engine:/no/such/program", "--games", "2")
    assert outcome.code == 2
    assert outcome.err.endswith(
        "program '/no/such/program' cannot be started: No such file or directory; name another.\n"
    )


def test_an_engine_that_floods_its_output_is_held_up_and_ended(tmp_path: Path) -> None:
    body = """
    elif word == "go":
        while True: print("info string " + "x" * 1000)
    """
    player = strategy(engine(tmp_path, body), 0.2)
    with pytest.raises(StrategyError, match="does not answer within"):
        player.decide(TINY, START)


def test_a_program_is_ended_with_its_children(tmp_path: Path) -> None:
    program = Program(f"{sys.executable} -c 'import time; time.sleep(600)'")
    assert program.is_running
    program.end()
    assert program.process.returncode is not None


def test_a_limit_and_a_short_name_are_read_from_the_command() -> None:
    found = engine_named("engine:seconds=2.5:python3 -u bots/clever.py --deep")
    assert (found.seconds, found.command) == (2.5, "python3 -u bots/clever.py --deep")
    assert found.name == "engine:seconds=2.5:python3 -u bots/clever.py --deep"
    assert short_name(found.command) == "clever"
    copy = pickle.loads(pickle.dumps(found))
    assert (copy.name, copy.seconds) == (found.name, found.seconds)


@pytest.mark.parametrize("file", ["engine.py", "engine.js"])
def test_the_examples_play_without_a_failure(file: str) -> None:
    program = sys.executable if file.endswith("py") else shutil.which("node", path=str(Path(sys.executable).parent))
    found = fd.rate(f"engine:{program} {ROOT / 'examples' / file}", games=10)
    assert (found.failures, found.format_errors) == (0, 0)
    assert found.positions == 280  # those of yahtzee
    assert 120 < found.mean < found.optimum


def test_the_python_example_has_about_sixty_lines() -> None:
    assert len((ROOT / "examples" / "engine.py").read_text().splitlines()) <= 65


def test_the_solver_as_an_engine_gives_nothing_away() -> None:
    check_no_regret(TINY, 50)


@pytest.mark.slow
def test_the_solver_as_an_engine_gives_nothing_away_in_10_000_games_of_yahtzee() -> None:
    check_no_regret(fd.variant("yahtzee"), 10_000)


def check_no_regret(game: Rules, games: int) -> None:
    player = engine_named(f"engine:seconds={PATIENCE:g}:{sys.executable} -m fivedice engine")
    blocks = list(play(player.policy(game), Counter(1), games, record=True))
    scores = np.concatenate([block.scores for block in blocks])
    assert max(float(regrets(block, cached_solution(game)).sum(axis=(1, 2)).max()) for block in blocks) < 1e-9
    error = scores.std(ddof=1) / np.sqrt(games)
    print(f"{games} games: mean {scores.mean():.4f}, standard error {error:.4f}")
    assert abs(scores.mean() - cached_solution(game).value) < 4 * error
