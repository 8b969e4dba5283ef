from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.objectives.position import Position, format_position, is_their_turn, parse_position
from fivedice.rules import Rules
from fivedice.rules.notation import parse_card
from tests.generators import examples, positions, rules
from tests.small import SMALL

FIRST, SECOND = "1=3,C=22", "6=24"
FULL = "1=3,5=15,6=18,FH=25,Y=50,C=20,A=21,+1"


@examples(60)
@given(st.data())
def test_a_position_that_is_written_is_read_back(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(spoken=True))
    position: Position = data.draw(positions(game))
    mover = position.mover
    assert parse_position(game, [format_position(position)], mover=mover) == position
    assert parse_position(game, format_position(position).split(" / "), mover=mover) == position


def test_a_position_is_read_from_a_file_with_comments_and_empty_lines(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"# Friday\n{SECOND}\n\n  {SECOND}  # Ann ü\n-\n", encoding="utf-8")
    assert parse_position(SMALL, [str(path)]) == parse_position(SMALL, [SECOND, SECOND, "-"])
    assert len(parse_position(SMALL, [str(path), "-"]).cards) == 4


@pytest.mark.parametrize("texts", [[SECOND, "-"], [f"{SECOND}/-"], [f" {SECOND} / "], [f"{SECOND}/"], [SECOND, ""]])
def test_cards_come_one_by_one_or_with_strokes_and_an_empty_one_may_be_left_empty(texts: list[str]) -> None:
    position = parse_position(SMALL, texts)
    assert position.cards == (parse_card(SMALL, SECOND), parse_card(SMALL, "-"))


@pytest.mark.parametrize(
    ("texts", "mover"),
    [
        (["-", "-", "-"], 0),
        ([SECOND, "-", "-"], 1),
        ([FIRST, FIRST, SECOND], 2),
        ([FIRST, SECOND, SECOND], 1),
        ([SECOND, FIRST, SECOND], 2),
        (["-", "-", SECOND], 0),
        ([FULL, FULL], 0),
    ],
)
def test_whose_turn_it_is_follows_from_the_filled_boxes(texts: list[str], mover: int) -> None:
    assert parse_position(SMALL, texts).mover == mover


def test_a_named_mover_moves_and_the_others_are_the_others() -> None:
    position = parse_position(SMALL, [SECOND, "1=4", "A=28"], mover=1, throw="55561:2")
    assert (position.mover, position.throw) == (1, ((1, 5, 5, 5, 6), 2))
    assert position.others == (parse_card(SMALL, SECOND), parse_card(SMALL, "A=28"))


def test_a_position_is_over_when_all_cards_are_full() -> None:
    assert parse_position(SMALL, [FULL, FULL]).is_over
    assert not parse_position(SMALL, [FULL, FULL.replace("C=20,", "")]).is_over


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
        parse_position(SMALL, [FULL, FULL], mover=1, throw="55561:1")


def test_dice_behind_a_card_are_those_of_the_mover() -> None:
    assert parse_position(SMALL, [f"{SECOND} / - 55561:1"]).throw == ((1, 5, 5, 5, 6), 1)
    with pytest.raises(NotationError, match=r"^dice lie before player 1, but player 2 is to move; say whose\.$"):
        parse_position(SMALL, [f"{SECOND} 55561:1 / -"])
    assert parse_position(SMALL, [f"{SECOND} / 1=4 55561:1"]).mover == 1


@pytest.mark.parametrize(
    ("texts", "mover"),
    [([FIRST, "-"], None), ([FULL, FIRST], None), ([SECOND, "-"], 0), (["-", SECOND, "-", SECOND], None)],
    ids=["two boxes ahead", "five boxes ahead", "the other is behind", "out of order"],
)
def test_a_position_that_taking_turns_cannot_lead_to_is_refused(texts: list[str], mover: int | None) -> None:
    why = "players take turns in the order of their cards, so that from player"
    with pytest.raises(NotationError, match=rf"^filled boxes [\d, ]+ with player \d to move: {why} .*\.$"):
        parse_position(SMALL, texts, mover=mover)


@examples(30)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), st.integers(0, 4))
def test_exactly_the_positions_of_games_are_positions(counts: list[int], mover: int) -> None:
    """By playing: from any first player on, the players move one after the other."""
    players = len(counts)
    seen = set()
    for first in range(players):
        filled = [0] * players
        for move in range(4 * players):
            to_move = (first + move) % players
            seen.add((tuple(filled), to_move))
            filled[to_move] += 1
    assert is_their_turn(counts, mover % players) == ((tuple(counts), mover % players) in seen)


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
