"""What render() shows."""

import numpy as np
import pytest

from fivedice.environments import pettingzoo as table
from fivedice.environments.picture import BAND, FELT, PAPER
from fivedice.environments.single import GameEnv
from fivedice.rules import variant
from tests.environments.games import legal_action
from tests.small import TINY

TITLES = ["Ones", "Twos", "Threes", "Straight", "Yahtzee", "Chance", "Again", "Upper bonus", "Yahtzee bonus", "Total"]


def colour(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text.removeprefix("#")))


def test_text_shows_card_dice_and_rerolls() -> None:
    env = GameEnv(TINY, render_mode="ansi")
    env.reset(seed=1)
    points = env.step(env.encoding.keeps + 6)[1]
    dice = "".join(map(str, env.learner.seat.turn.roll))
    *card, last = env.render().splitlines()
    assert [line[:13].strip() for line in card] == TITLES
    assert [line[13:].strip() for line in card] == [*[""] * 6, f"{points:.0f}", "", "", f"{points:.0f}"]
    assert last == f"dice {dice}, 1 reroll left"


def test_text_of_a_table_names_the_seat_to_move() -> None:
    env = table.env(TINY, seats=3, render_mode="ansi")
    env.reset(seed=1)
    env.step(env.unwrapped.table.options.encoding.keeps)
    assert env.render().splitlines()[-1].startswith("player 1: dice ")


def test_a_finished_game_says_so_with_its_bonus() -> None:
    env, chance = GameEnv(TINY, render_mode="ansi"), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        *_, ended, _, info = env.step(legal_action(info["action_mask"], chance))
    lines = env.render().splitlines()
    assert lines[-1].endswith("game over")
    assert lines[7].split()[:2] == ["Upper", "bonus"]
    assert int(lines[9].split()[1]) == info["score"]


@pytest.mark.parametrize(("name", "seats"), [("yahtzee", 1), ("yatzy", 8), ("yacht (faces=12)", 2)])
def test_a_picture_has_felt_cards_and_dice(name: str, seats: int) -> None:
    env = table.env(variant(name), seats=seats, render_mode="rgb_array")
    env.reset(seed=1)
    shown = env.render()
    assert shown.dtype == np.uint8
    assert shown.shape[2] == 3
    pixels = {tuple(pixel) for pixel in shown.reshape(-1, 3).tolist()}
    assert {colour(FELT), colour(PAPER), colour(BAND)} <= pixels


def test_pictures_of_different_positions_differ() -> None:
    env = GameEnv("yahtzee", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    env.step(44)
    assert (first != env.render()).any()


def test_nothing_is_rendered_that_was_not_asked_for() -> None:
    env = GameEnv("yahtzee")
    env.reset(seed=1)
    assert env.render() is None
