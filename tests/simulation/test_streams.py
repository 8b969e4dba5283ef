"""Dice: the generator against its published vectors, the streams against what they promise."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import NotationError
from fivedice.kernels.random import philox
from fivedice.rules import Rules, variant
from fivedice.simulation.streams import Block, Counter, DiceFile, Stream, Study002
from tests.generators import rules

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")
SEEDS = st.integers(0, 2**64 - 1)


def dice(stream: Stream, game: Rules, games: int, size: int | None = None) -> Block:
    return np.concatenate(list(stream.blocks(game, games, size or games)))


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [  # Random123, kat_vectors: philox4x32 with 10 rounds
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
    ids=["zeros", "ones", "digits of pi"],
)
def test_the_generator_gives_the_known_answers(counter: str, key: str, words: str) -> None:
    arguments = [np.uint32(int(word, 16)) for word in (*counter.split(), *key.split())]
    assert [f"{int(word):08x}" for word in philox(*arguments)] == words.split()


@given(rules(), SEEDS, st.integers(0, 2**40))
def test_a_die_comes_from_the_counter_of_its_game_turn_and_place(game: Rules, seed: int, number: int) -> None:
    (found,) = dice(Counter(seed, number), game, 1)
    words = np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32)
    place = np.uint32(number & 0xFFFFFFFF), np.uint32(number >> 32)
    for turn, faces in enumerate(found.tolist()):
        for at, face in enumerate(faces):
            four = philox(*place, np.uint32(turn), np.uint32(at // 4), *words)
            assert face == 1 + int(four[at % 4]) * game.faces // 2**32


@given(rules(), SEEDS, st.integers(1, 600), st.integers(50, 600))
def test_default_dice_do_not_depend_on_blocks_nor_on_where_a_run_begins(
    game: Rules, seed: int, games: int, size: int
) -> None:
    every = dice(Counter(seed), game, games)
    assert np.array_equal(dice(Counter(seed), game, games, size), every)
    assert np.array_equal(dice(Counter(seed, first_game=games - 1), game, 1), every[-1:])


def test_default_dice_are_fair_and_other_seeds_give_other_dice() -> None:
    found = dice(Counter(1), YAHTZEE, 12_000, 11_000)  # more than one task, more than one block
    counts = np.bincount(found.ravel(), minlength=7)
    assert counts[0] == 0
    expected = found.size / 6
    assert ((counts[1:] - expected) ** 2 / expected).sum() < 20.5  # chi square, 5 degrees: 99.9 %
    for other in (Counter(2), Counter(1 + 2**32)):
        assert np.mean(dice(other, YAHTZEE, 1_000) == found[:1_000]) == pytest.approx(1 / 6, abs=0.005)


@given(rules(max_faces=6), st.integers(0, 2**40), st.integers(1, 8), st.integers(1, 8))
def test_dice_of_study_002_are_those_of_python(game: Rules, seed: int, games: int, size: int) -> None:
    found, generator = dice(Study002(seed), game, games, size), Random(seed)
    assert found.shape == (games, game.turns, game.rolls * game.dice)
    assert found.ravel().tolist() == [generator.randint(1, game.faces) for _ in range(found.size)]


@pytest.mark.parametrize("separator", [" ", ",", "\t", ", "])
def test_a_line_of_a_dice_file_holds_what_one_die_shows_in_each_roll_of_a_turn(tmp_path: Path, separator: str) -> None:
    path, generator = tmp_path / "dice.txt", Random(5)
    lines = [[generator.randint(1, 6) for _ in range(3)] for _ in range(2 * 15 * 5)]
    path.write_text("\n\n".join(separator.join(map(str, line)) for line in lines) + "\n", encoding="utf-8")
    found = dice(DiceFile(path), YATZY, 2, 1)
    assert found.shape == (2, 15, 15)
    for game in range(2):
        for turn in range(15):
            for die in range(5):
                line = lines[(game * 15 + turn) * 5 + die]
                assert found[game, turn, die::5].tolist() == line
    assert np.array_equal(dice(DiceFile(path), YATZY, 1), found[:1])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3\n1 2\n", "line 2: '1 2' is not 3 faces from 1 to 6."),
        ("1 2 7\n", "line 1: '1 2 7' is not 3 faces from 1 to 6."),
        ("1 2 x\n", "line 1: '1 2 x' is not 3 faces from 1 to 6."),
        ("1 2 3 4\n", "line 1: '1 2 3 4' is not 3 faces from 1 to 6."),
        ("1 2 3\n" * 74, "holds 0 games of 75 lines; 1 are asked for."),
        ("", "holds 0 games of 75 lines; 1 are asked for."),
    ],
    ids=["two faces", "a seven", "a letter", "four faces", "a line short", "empty"],
)
def test_a_bad_dice_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "dice.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        dice(DiceFile(path), YATZY, 1)
    assert str(caught.value).startswith(f"dice file {str(path)!r}")
    assert str(caught.value).endswith(words)


def test_a_dice_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name in ("binary", "missing"):
        with pytest.raises(NotationError, match="cannot be read"):
            dice(DiceFile(tmp_path / name), YATZY, 1)
