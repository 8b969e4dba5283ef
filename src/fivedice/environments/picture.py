"""What render() shows: the cards and the dice on the table, as text ("ansi") or as a picture ("rgb_array")."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.environments.seat import Seat
from fivedice.rules import format_dice
from fivedice.rules.category import capital

RENDER_MODES = ("ansi", "rgb_array")

SCALE = 2
"""Pixels are drawn this many times too large and made smaller, so that edges are smooth."""
ROW, LABEL, COLUMN, DIE, GAP = 22, 150, 64, 48, 12
"""Sizes in pixels: height of a row, widths of the labels and of a seat's column, side of a die, space between."""
FELT, PAPER, LINE, INK, BAND, PIP = "#1f5f4a", "#fbfaf5", "#d8d4c6", "#22252b", "#e9f1ec", "#1a1c20"
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Places of a 3 × 3 grid that have a pip, by face."""


def render(seats: Sequence[Seat], mode: str, mover: int = 0) -> Any:
    """The cards of all seats, and the dice of the one to move."""
    return text(seats, mover) if mode == "ansi" else picture(seats, mover)


def rows(seats: Sequence[Seat]) -> list[tuple[str, list[str]]]:
    """What the cards show: a title and a text for each seat."""
    rules = seats[0].rules
    found = [
        (one.title, ["" if (points := seat.card.points[box]) is None else str(points) for seat in seats])
        for box, one in enumerate(rules.categories)
    ]
    if rules.upper_bonus:
        found.append(("Upper bonus", [str(seat.card.upper_bonus(rules)) if seat.over else "" for seat in seats]))
    if rules.yahtzee_bonus:
        found.append(("Yahtzee bonus", [str(seat.card.yahtzee_bonuses * rules.yahtzee_bonus or "") for seat in seats]))
    return [*found, ("Total", [str(seat.score) for seat in seats])]


def state_words(seat: Seat) -> str:
    """What happens next, in words."""
    if seat.over:
        return "game over"
    return "score a box" if not seat.rerolls else f"{seat.rerolls} reroll{'s' if seat.rerolls > 1 else ''} left"


def who(seats: Sequence[Seat], mover: int) -> str:
    """The seat to move, where there are several."""
    return f"player {mover}: " if len(seats) > 1 else ""


def text(seats: Sequence[Seat], mover: int = 0) -> str:
    """The cards and the dice as text."""
    shown = rows(seats)
    wide = max(len(title) for title, _ in shown)
    lines = [f"{title:<{wide}} " + " ".join(f"{one:>6}" for one in texts) for title, texts in shown]
    lines.append(f"{who(seats, mover)}dice {format_dice(seats[mover].turn.roll)}, {state_words(seats[mover])}")
    return "\n".join(lines)


def picture(seats: Sequence[Seat], mover: int = 0) -> NDArray[np.uint8]:
    """uint8[height, width, 3], the cards and the dice of the seat to move."""
    from PIL import Image, ImageDraw, ImageFont

    shown, dice = rows(seats), seats[mover].turn.roll
    card = max(LABEL + COLUMN * len(seats), len(dice) * (DIE + GAP) - GAP)
    width, columns = card + 2 * GAP, card - COLUMN * len(seats)
    height = DIE + ROW * (len(shown) + 1) + 4 * GAP
    image = Image.new("RGB", (width * SCALE, height * SCALE), FELT)
    draw = ImageDraw.Draw(image)
    plain, small = (ImageFont.load_default(size * SCALE) for size in (14, 12))
    for place, face in enumerate(dice):
        _draw_die(draw, GAP + place * (DIE + GAP), GAP, face, plain)
    top = DIE + 2 * GAP
    draw.text((GAP * SCALE, top * SCALE), capital(who(seats, mover) + state_words(seats[mover])), PAPER, small)
    top += ROW
    box = [GAP, top, GAP + card, top + ROW * len(shown) + GAP // 2]
    draw.rounded_rectangle([one * SCALE for one in box], 6 * SCALE, PAPER)
    for number, (title, texts) in enumerate(shown):
        line = top + number * ROW + GAP // 4
        if number == len(shown) - 1:
            draw.rectangle([GAP * SCALE, line * SCALE, (GAP + card) * SCALE, (line + ROW) * SCALE], BAND)
        if number:
            draw.line([GAP * SCALE, line * SCALE, (GAP + card) * SCALE, line * SCALE], LINE, SCALE)
        middle = (line + ROW / 2) * SCALE
        draw.text((2 * GAP * SCALE, middle), title, INK, small, anchor="lm")
        for place, one in enumerate(texts):
            draw.text(((columns + COLUMN * (place + 1)) * SCALE, middle), one, INK, small, anchor="rm")
    return np.asarray(image.resize((width, height), Image.Resampling.LANCZOS), np.uint8).copy()


def _draw_die(draw: Any, left: int, top: int, face: int, font: Any) -> None:
    """A die with its pips; one with more than six faces has a number."""
    side = DIE * SCALE
    x, y = left * SCALE, top * SCALE
    draw.rounded_rectangle([x, y, x + side, y + side], 9 * SCALE, PAPER)
    if face >= len(PIPS):
        draw.text((x + side / 2, y + side / 2), str(face), PIP, font, anchor="mm")
        return
    for place in PIPS[face]:
        across, down = (x + side * (1 + place % 3) / 4, y + side * (1 + place // 3) / 4)
        size = side / 11
        draw.ellipse([across - size, down - size, across + size, down + size], PIP)
