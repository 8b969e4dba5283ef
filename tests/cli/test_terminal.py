"""What the terminal shows."""

import io

import pytest
from rich.console import Console

from fivedice.cli.hotseat import HELP, REAL_HELP
from fivedice.cli.terminal import Scene, Terminal, blocks, draw_dice
from fivedice.rules import Roll, Rules, format_dice, variant
from fivedice.table.events import Seat
from fivedice.table.game import Game

YAHTZEE = variant("yahtzee")
LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight")
SIMPLE = YAHTZEE.change({"joker": "none", "yahtzee_bonus": 0, **dict.fromkeys(LOWER, "off")})
"""Boxes that fit any dice."""


def scene(rules: Rules, roll: Roll) -> Scene:
    """The first roll of a game."""
    start = f"- {format_dice(roll)}:{rules.rolls - 1}"
    return Scene(Game.begin(rules, [Seat("Ann")], options={"position": start}), 0)


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
    terminal.show(scene(rules, roll))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= 80
    assert all(category.title in text for category in rules.categories)
    assert len(blocks(rules)) <= 3


def test_a_dumb_terminal_gets_plain_characters() -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, _environ={"TERM": "dumb"})
    Terminal(console, input).show(scene(YAHTZEE, (1, 2, 3, 4, 5)))
    assert out.getvalue().isascii()
    assert "\x1b" not in out.getvalue()


def test_help_fits_80_columns() -> None:
    assert max(map(len, (*HELP.splitlines(), *REAL_HELP.splitlines()))) <= 79
