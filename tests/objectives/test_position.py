from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.objectives.position import Position, format_position, parse_position
from fivedice.rules import Rules
from fivedice.rules.notation import parse_card
from fivedice.rules.state import is_over
from tests.generators import cards, examples, rules
from tests.small import SMALL

FIRST, SECOND = "1=3,C=22", "6=24"
FULL = "1=3,5=15,6=18,FH=25,Y=50,C=20,A=21,+1"


@examples(60)
@given(st.data())
def test_a_position_that_is_written_is_read_back(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(spoken=True))
    held = tuple(data.draw(st.lists(cards(game), min_size=2, max_size=8)))
    mover = data.draw(st.integers(0, len(held) - 1))
    dice = st.tuples(st.sampled_from(game.dice_set.rolls), st.integers(0, game.rolls - 1))
    throw = None if is_over(game, held[mover].state(game)) else data.draw(st.none() | dice)
    position = Position(game, held, mover, throw)
    assert parse_position(game, [format_position(position)], mover=mover) == position
    assert parse_position(game, format_position(position).split(" / "), mover=mover) == position


def test_a_position_is_read_from_a_file_with_comments_and_empty_lines(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"# Friday\n{FIRST}\n\n  {SECOND}  # Ann ü\n-\n", encoding="utf-8")
    assert parse_position(SMALL, [str(path)]) == parse_position(SMALL, [FIRST, SECOND, "-"])
    assert len(parse_position(SMALL, [str(path), FIRST]).cards) == 4


@pytest.mark.parametrize("texts", [[FIRST, "-"], [f"{FIRST}/-"], [f" {FIRST} / "], [f"{FIRST}/"], [FIRST, ""]])
def test_cards_come_one_by_one_or_with_strokes_and_an_empty_one_may_be_left_empty(texts: list[str]) -> None:
    position = parse_position(SMALL, texts)
    assert position.cards == (parse_card(SMALL, FIRST), parse_card(SMALL, "-"))


@pytest.mark.parametrize(
    ("texts", "mover"),
    [
        (["-", "-", "-"], 0),
        ([SECOND, "-", "-"], 1),
        ([FIRST, FIRST, SECOND], 2),
        ([FIRST, SECOND, SECOND], 1),
        ([FULL, FULL, FIRST], 2),
        ([FULL, FULL], 0),
    ],
)
def test_the_first_player_with_the_fewest_boxes_moves(texts: list[str], mover: int) -> None:
    assert parse_position(SMALL, texts).mover == mover


def test_a_named_mover_moves_and_the_others_are_the_others() -> None:
    position = parse_position(SMALL, [FIRST, SECOND, "-"], mover=0, throw="55561:2")
    assert (position.mover, position.throw) == (0, ((1, 5, 5, 5, 6), 2))
    assert position.others == (parse_card(SMALL, SECOND), parse_card(SMALL, "-"))


def test_a_position_is_over_when_all_cards_are_full() -> None:
    assert parse_position(SMALL, [FULL, FULL]).is_over
    assert not parse_position(SMALL, [FULL, FIRST]).is_over


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_position_has_two_to_eight_cards(count: int) -> None:
    with pytest.raises(NotationError, match=f"^a position has 2 to 8 cards, one for each player; given: {count}.$"):
        parse_position(SMALL, ["-"] * count)
    assert len(parse_position(SMALL, ["-"] * 8).cards) == 8


@pytest.mark.parametrize("mover", [-1, 2])
def test_a_mover_who_is_not_there_is_refused(mover: int) -> None:
    with pytest.raises(NotationError, match=f"^player {mover + 1} is to move, but there are 2 players.$"):
        parse_position(SMALL, ["-", "-"], mover=mover)


def test_dice_for_a_full_card_are_refused() -> None:
    with pytest.raises(NotationError, match=r"^dice '15556:1': the card of player 2 is full, so nothing is to"):
        parse_position(SMALL, [FIRST, FULL], mover=1, throw="55561:1")


def test_dice_behind_a_card_are_those_of_the_mover() -> None:
    assert parse_position(SMALL, [f"{FIRST} / - 55561:1"]).throw == ((1, 5, 5, 5, 6), 1)
    with pytest.raises(NotationError, match=r"^dice lie before player 1, but player 2 is to move; say whose\.$"):
        parse_position(SMALL, [f"{FIRST} 55561:1 / -"])
    assert parse_position(SMALL, [f"{FIRST} 55561:1 / -"], mover=0).mover == 0


@pytest.mark.parametrize("throw", ["5556:1", "55561:3", "55561", "55567:1"])
def test_dice_that_cannot_lie_there_are_refused(throw: str) -> None:
    with pytest.raises(NotationError, match=r"^(dice|rerolls) .*\.$"):
        parse_position(SMALL, ["-", "-"], throw=throw)


@pytest.mark.parametrize("text", ["no/such.txt", "x" * 300, "ones", "1=7", "1=3,1=3", "+1"])
def test_what_is_neither_a_card_nor_a_file_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(SMALL, ["-", text])


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(NotationError, match=r"^cards from '.*picture': the file cannot be read as text"):
        parse_position(SMALL, [str(path)])


def test_an_empty_file_has_no_cards(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("# nobody\n")
    with pytest.raises(NotationError, match=r"; given: 0\.$"):
        parse_position(SMALL, [str(path)])
