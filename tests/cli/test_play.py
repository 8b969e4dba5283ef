"""Games at the terminal, driven by scripted lines and scripted dice."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import pytest
from rich.console import Console

from fivedice.cli.hotseat import HELP, REAL_HELP, HotSeat
from fivedice.cli.play import player_names
from fivedice.cli.record import format_position, game_json, luck, parse_position
from fivedice.cli.sources import DiceSource, Left, RandomDice, RealDice, Throw
from fivedice.cli.terminal import Scene, Terminal, blocks, draw_dice
from fivedice.coach.advice import advise
from fivedice.errors import NotationError
from fivedice.rules import Card, Category, Rules, State, Turn, variant
from fivedice.rules.pattern import AllEqual, Anything, Face
from fivedice.solver import Solution, cached_solution
from tests.command import Outcome, fivedice

YAHTZEE = variant("yahtzee")
BROWSER = "--port, --database and --player are for the table in the browser; leave out --terminal."
TINY = Rules(
    "tiny",
    (
        Category("ones", Face(1), "matching", "upper", code="1"),
        Category("double", AllEqual(), 10, code="D"),
        Category("chance", Anything(), "sum", code="C"),
    ),
    dice=2,
    faces=3,
    rolls=2,
    upper_threshold=2,
    upper_bonus=5,
)


LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight")
SIMPLE = YAHTZEE.change({"joker": "none", "yahtzee_bonus": 0, **dict.fromkeys(LOWER, "off")})
"""Boxes that fit any dice."""


@pytest.fixture(scope="module")
def tiny(session_cache: object) -> Solution:
    return cached_solution(TINY)


@dataclass
class Played:
    table: HotSeat
    text: str


def lines(*typed: str) -> Iterator[str]:
    yield from typed
    raise EOFError


def play(
    solution: Solution,
    typed: Iterable[str],
    dice: DiceSource | None = None,
    *,
    players: str = "",
    position: str = "",
    coach: bool = False,
) -> Played:
    """Type the lines, then leave; without dice the player types those too."""
    out, source = io.StringIO(), lines(*typed)
    rules = solution.rules
    terminal = Terminal(Console(file=out, width=80, highlight=False, _environ={"TERM": "xterm"}), lambda: next(source))
    seats, turn = parse_position(rules, player_names(players), position)
    table = HotSeat(solution, seats, terminal, dice or RealDice(rules, terminal), turn, coach)
    with suppress(Left, EOFError):
        table.play()
    return Played(table, out.getvalue())


def always(*faces: int) -> DiceSource:
    """Dice that show the same faces in every throw, as many of them as are wanted."""
    return lambda throw: faces[len(throw.keep) :]


# --------------------------------------------------------------------------------------------- play


def test_a_game_is_played_to_its_end(tiny: Solution) -> None:
    played = play(tiny, ["1", "1", "d", "c"], always(1, 1), coach=True)  # keep a one, score Ones, Double, Chance
    seat = played.table.seats[0]
    assert seat.card == Card((2, 10, 2))
    assert "You: final card" in played.text
    assert "You: 19 points" in played.text
    assert [turn.points for turn in seat.turns] == [2, 10, 2]


def test_luck_is_what_neither_optimal_play_nor_regret_explains(tiny: Solution) -> None:
    seat = play(tiny, ["c", "d", "=1"], always(1, 1)).table.seats[0]
    assert seat.regret > 0
    assert luck(tiny, seat, None) == pytest.approx(19 - tiny.value + seat.regret)
    assert sum(choice.taken.regret for choice in seat.choices) == pytest.approx(seat.regret)


def test_the_coach_names_cost_and_best_alternative(tiny: Solution) -> None:
    text = play(tiny, ["c"], always(1, 1), coach=True).text
    cost, best = re.findall(r"Coach: score Chance cost (\d+\.\d\d); best was score (\w+)", text)[0]
    advice = advise(tiny, Card.empty(TINY), (1, 1), 1).choices()
    chance = next(one for one in advice if one.text == "chance")
    assert float(cost) == pytest.approx(chance.regret, abs=0.005)
    assert best == "Ones"


def test_the_summary_names_the_costliest_decision_first(tiny: Solution) -> None:
    text = play(tiny, ["c", "d", "=1"], always(1, 1)).text
    assert re.search(r"Costliest decisions:\n +\d+\.\d\d  turn 1, 11, 1 reroll left: score Chance; best score", text)


def test_a_zero_is_asked_once_and_not_written_without_a_yes(tiny: Solution) -> None:
    refused = play(tiny, ["double", "n"], always(1, 2))
    assert "Double gets 0 for 12" in refused.text
    assert refused.table.seats[0].card == Card.empty(TINY)
    assert play(tiny, ["double", "y"], always(1, 2)).table.seats[0].card.points[1] == 0


def test_mistakes_lose_nothing(tiny: Solution) -> None:
    played = play(tiny, ["9", "33", "xyz", "undo", "", "help", "rules", "?", "c", "chance"], always(1, 2))
    assert played.table.seats[0].card.points == (None, None, 3)
    for sentence in ("not a face", "the dice show 12", "neither dice nor", "cannot be taken back", "already filled"):
        assert sentence in played.text or sentence.capitalize() in played.text
    assert "Best first" in played.text


def test_standing_makes_a_digit_a_box_again(tiny: Solution) -> None:
    played = play(tiny, ["all", "1"], always(1, 1))
    assert played.table.seats[0].card.points[0] == 2
    assert played.table.seats[0].choices[0].rerolls == 1


def test_players_take_turns_and_the_winner_is_named(tiny: Solution) -> None:
    dice: DiceSource = lambda throw: ((1, 1) if throw.seat == 0 else (2, 2))[len(throw.keep) :]  # noqa: E731
    played = play(tiny, ["=1", "c", "d", "d", "c", "=1", "y"], dice, players="Ann,Ben")
    assert [seat.card.points for seat in played.table.seats] == [(2, 10, 2), (0, 10, 4)]
    assert "Ann won with 19 points." in played.text


# ---------------------------------------------------------------------------------------- real dice


def test_with_real_dice_only_dice_and_enter_need_typing(tiny: Solution) -> None:
    played = play(tiny, ["11", "", "22", "", "13", "2", ""])
    seat = played.table.seats[0]
    assert seat.card == Card((2, 10, 5))
    assert seat.regret == 0
    assert "Every decision was the best one." in played.text


def test_real_dice_may_be_typed_alone_or_with_the_kept_ones(tiny: Solution) -> None:
    terminal = Terminal(Console(file=io.StringIO()), input)
    dice = RealDice(YAHTZEE, terminal)
    assert dice.read("213", (6, 6)) == (1, 2, 3)
    assert dice.read("62163", (6, 6)) == (1, 2, 3)
    with pytest.raises(NotationError, match="kept 66 are not among"):
        dice.read("12345", (6, 6))
    with pytest.raises(NotationError, match="3 are thrown, but 2"):
        dice.read("12", (6, 6))


def test_dice_typed_wrongly_can_be_typed_again(tiny: Solution) -> None:
    table = play(tiny, ["12", "undo", "33"]).table
    assert table.turn == Turn(State(), (3, 3), 1)
    assert not table.seats[0].choices


def test_a_decision_can_be_taken_back_until_the_real_dice_are_thrown(tiny: Solution) -> None:
    table = play(tiny, ["12", "keep 2", "undo", "chance"]).table
    assert [choice.taken.text for choice in table.seats[0].choices] == ["chance"]


def test_bare_digits_are_never_a_keep_of_real_dice(tiny: Solution) -> None:
    played = play(tiny, ["11", "1"])
    assert "say which dice stay: keep 1" in " ".join(played.text.split())
    assert played.table.turn == Turn(State(), (1, 1), 1)


def test_the_advice_for_real_dice_may_be_overridden(tiny: Solution) -> None:
    table = play(tiny, ["11", "chance"]).table
    assert table.seats[0].card.points == (None, None, 2)
    assert table.seats[0].regret > 0


# --------------------------------------------------------------------------------- leaving, resuming


def test_a_game_left_and_resumed_with_its_seed_meets_the_same_dice(tiny: Solution) -> None:
    whole = play(tiny, ["none", "c", "none", "d", "y", "none", "1", "y"], RandomDice(TINY, 1, Random(8)))
    part = play(tiny, ["none", "c", "none"], RandomDice(TINY, 1, Random(8)))
    where = format_position(TINY, part.table.seats, part.table.turn)
    rest = play(tiny, ["d", "y", "none", "1", "y"], RandomDice(TINY, 1, Random(8)), position=where)
    assert rest.table.turn == whole.table.turn
    assert rest.table.seats[0].card == whole.table.seats[0].card


@pytest.mark.parametrize("text", ["- 56666:2", "1=3,C=22", "1=3,C=22 12345:0", "Y=50,4K=24,+1 66666:1"])
def test_positions_round_trip(text: str) -> None:
    seats, turn = parse_position(YAHTZEE, ["You"], text)
    again = parse_position(YAHTZEE, ["You"], format_position(YAHTZEE, seats, turn))
    assert (again[0][0].card, again[1]) == (seats[0].card, turn)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1=3 / 2=4", "2 cards separated by /, but 1 would play"),
        ("1=3 5666:2", "a roll has 5 dice"),
        ("1=3 56666:3", "rerolls '3'"),
        ("1=9", "can hold only"),
        ("1=3,2=6,3=9,4=8,5=5,6=6,3K=9,4K=9,FH=0,SS=0,LS=0,Y=0,C=9", "game is over"),
    ],
)
def test_a_bad_position_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=re.escape(sentence)):
        parse_position(YAHTZEE, ["You"], text)


def test_dice_before_the_wrong_player_are_refused() -> None:
    with pytest.raises(NotationError, match="dice lie before Ann, but Ben is to move"):
        parse_position(YAHTZEE, ["Ann", "Ben"], "1=3 56666:1 / -")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ann,", "nothing of it can be seen"),
        ("Ann,ann", "name 'ann' is taken"),
        ("Ann," + "x" * 25, "25 characters are too many"),
        (",".join("ABCDEFGHI"), "9 players are too many; allowed is up to 8"),
    ],
)
def test_players_need_different_names(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        player_names(text)


def test_an_interrupted_record_explains_itself(tiny: Solution) -> None:
    table = play(tiny, ["c"], always(1, 1)).table
    record = game_json(tiny, table.seats, table.turn)
    assert record["finished"] is False
    assert record["position"] == "C=2 11:1"
    [player] = json.loads(json.dumps(record))["players"]
    assert player["turns"][0]["decisions"][0]["decision"] == "chance"
    assert player["turns"][0]["points"] == player["total"] == 2
    assert player["luck"] == pytest.approx(
        2 + advise(tiny, table.seats[0].card, (1, 1), 1).best.value - 2 - tiny.value + player["regret"]
    )


# ------------------------------------------------------------------------------------------ drawing


def test_kept_dice_are_clear_without_colour() -> None:
    assert str(draw_dice((2, 6, 6), (6,), plain=True, tall=True)) == " 2  [6]  6 "
    assert str(draw_dice((2, 6), (6,), plain=False, tall=False)).splitlines()[1] == "│ 2 │ ┃ 6 ┃"
    assert str(draw_dice((6,), (), plain=False, tall=True)).count("●") == 6


@pytest.mark.parametrize("changes", [{}, {"faces": 20, "dice": 3}, {"dice": 10, "faces": 6}])
def test_any_card_fits_eighty_columns(changes: dict[str, int]) -> None:
    rules = SIMPLE.change(changes)
    out = io.StringIO()
    terminal = Terminal(Console(file=out, width=80, _environ={"TERM": "xterm"}), input)
    roll = tuple(range(1, rules.dice + 1)) if rules.faces > rules.dice else (6,) * rules.dice
    terminal.show(Scene(rules, "Ann: turn 1", Card.empty(rules), turn=Turn(State(), roll, 2)))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= 80
    assert all(category.title in text for category in rules.categories)
    assert len(blocks(rules)) <= 3


def test_a_dumb_terminal_gets_plain_characters() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, _environ={"TERM": "dumb"})
    Terminal(console, input).show(Scene(YAHTZEE, "Ann", Card.empty(YAHTZEE), turn=Turn(State(), (1, 2, 3, 4, 5), 2)))
    assert out.getvalue().isascii()
    assert "\x1b" not in out.getvalue()


def test_dice_are_the_same_for_a_seed_and_differ_between_seats() -> None:
    one, other = (RandomDice(YAHTZEE, 2, Random(5)) for _ in range(2))
    assert one.faces == other.faces
    assert one(Throw(0, 0, 0, ())) != one(Throw(1, 0, 0, ()))
    assert len(one(Throw(0, 3, 1, (6, 6)))) == 3


# --------------------------------------------------------------------------------------------- verb


def run(typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fivedice", "play", "--terminal", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("typed", ["", "quit\n", "zzz\n66\n"])
def test_leaving_prints_the_command_that_resumes(yahtzee_solution: Solution, typed: str) -> None:
    arguments = ("--seed", "1", "--players", "Ann,Ben", "--position", "1=3 / -")
    done = run(typed, *arguments)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    assert last.startswith("Left at 1=3 / - ")
    assert "-m fivedice play --terminal --players Ann,Ben --seed 1 --position '1=3 / - " in last


def test_json_stands_alone_on_the_output(yahtzee_solution: Solution) -> None:
    done = run("none\nchance\n", "--seed", "7", "--json")
    record = json.loads(done.stdout)
    assert [one["decision"] for one in record["players"][0]["turns"][0]["decisions"]] == ["-", "chance"]
    assert "> none" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed", "1"), "--seed, --position and --json are for the game in the terminal; add --terminal."),
        (("--terminal", "--port", "0"), BROWSER),
        (("--terminal", "--database", "x.sqlite"), BROWSER),
        (("--terminal", "--player", "x.player"), BROWSER),
    ],
)
def test_options_of_the_other_place_to_play_are_refused(arguments: tuple[str, ...], words: str) -> None:
    assert fivedice("play", *arguments) == Outcome(2, "", f"fivedice: {words}\n")


def test_help_fits_80_columns() -> None:
    assert max(map(len, (*HELP.splitlines(), *REAL_HELP.splitlines()))) <= 79


def test_a_bad_option_ends_in_one_sentence() -> None:
    found = fivedice("play", "--terminal", "--position", "1=9")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "Ones can hold only" in found.err
