"""Draw docs/play.svg, the picture of the guide: the middle of a game in the terminal, with the solver's advice.

Run it as `python docs/make_picture.py`; the same version of Rich gives the same bytes.
"""

import io
import re
from html import unescape
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from fivedice.cli.hotseat import coaching
from fivedice.cli.terminal import Scene, Terminal
from fivedice.coach.advice import advise
from fivedice.rules import Rules, variant
from fivedice.solver import Solution, cached_solution
from fivedice.table.events import Seat
from fivedice.table.game import Game

PICTURE = Path(__file__).with_name("play.svg")
WIDTH = 78
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
COLOURS = "161b22 ff7b72 3fb950 e3b341 79c0ff d2a8ff 56d4dd d6dce4"
CELL = 12.04
"""Width of a character at 20 pixels, as common fonts have it."""
LINE = 24.4
"""Height of a line in Rich's pictures, a little more than the frames of common fonts bridge."""
CLOSER = 23.0
CARD, OTHER = "2=6,3=9,4=12,6=24,3K=23,LS=40", "1=5,2=8,3=9,FH=25,SS=30,C=20"
BEFORE, KEPT, SHOWN = "15566:2", (5, 5, 6), (2, 3)


def scene(rules: Rules, solution: Solution) -> Scene:
    """Turn 7 after the first reroll, with advice and with what the coach said about the keep."""
    seats = [Seat("Ann", physical=True), Seat("Ben", physical=True)]
    game = Game.begin(rules, seats, options={"position": f"{CARD} {BEFORE} / {OTHER}"})
    earlier = advise(solution, game.cards[0], game.roll, game.throws_left)
    game = game.after(*game.throw(0, game.positions(KEPT), SHOWN))
    advice = advise(solution, game.cards[0], game.roll, game.throws_left).choices()[:5]
    return Scene(game, 0, advice, (coaching(earlier.option(KEPT), earlier.best),))


def draw() -> str:
    """The picture as SVG text that asks for no font from elsewhere."""
    rules = variant("yahtzee")
    console = Console(file=io.StringIO(), record=True, width=WIDTH, force_terminal=True, _environ={"TERM": "xterm"})
    terminal = Terminal(console, lambda: "")
    terminal.show(scene(rules, cached_solution(rules)))
    terminal.ask("Ann: Keep dice (56, all, none) or score a box (fh). ? advice, help, quit")
    console.print(">", end="")
    svg = console.export_svg(
        title="fivedice play --coach", theme=theme(), unique_id="play", font_aspect_ratio=CELL / 20
    )
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<!-- Generated with Rich .*?-->", "", svg)
    svg = re.sub(r"font-family: [^;]+;", f"font-family: {FONT};", svg)
    return "\n".join(line.rstrip() for line in without_padding(with_closer_lines(svg)).splitlines()) + "\n"


def theme() -> TerminalTheme:
    """Light text on dark ground."""
    colours = [(red, green, blue) for red, green, blue in map(bytes.fromhex, COLOURS.split())]
    return TerminalTheme(colours[0], colours[-1], colours)


def with_closer_lines(svg: str) -> str:
    """The picture with lines so close that frames have no gaps."""
    lines = svg.count('<clipPath id="play-line-') + 1
    saved = lines * (LINE - CLOSER)

    def closer(found: re.Match[str]) -> str:
        return f'{found[1]}y="{float(found[2]) * CLOSER / LINE:.1f}"'

    def lower(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) - saved:.1f}"

    svg = re.sub(r'(<text class="play-r\d+" x="[\d.]+" )y="([\d.]+)"', closer, svg)
    svg = re.sub(r'(<clipPath id="play-line-\d+">\s*<rect x="0" )y="([\d.]+)"', closer, svg)
    svg = re.sub(r'(viewBox="0 0 [\d.]+ )([\d.]+)', lower, svg)
    svg = re.sub(r'(<rect fill="[^"]+" stroke="[^"]+"[^>]* height=")([\d.]+)', lower, svg, count=1)
    return re.sub(r'(<clipPath id="play-clip-terminal">\s*<rect [^>]*height=")([\d.]+)', lower, svg)


def without_padding(svg: str) -> str:
    """The picture with every text placed where its first letter stands, since some viewers drop spaces before it."""

    def trimmed(found: re.Match[str]) -> str:
        words = found[5].replace("&#160;", " ")
        start = float(found[2]) + (len(words) - len(words.lstrip())) * CELL
        text = words.strip()
        length = len(unescape(text)) * CELL
        inside = text.replace(" ", "&#160;")
        return f'{found[1]}x="{start:.2f}"{found[3]}textLength="{length:.2f}"{found[4]}{inside}</text>' if text else ""

    parts = (
        r'(<text class="play-r\d+" )x="([\d.]+)"( y="[\d.]+" )textLength="[\d.]+"( clip-path="[^"]+">)([^<]*)</text>'
    )
    return re.sub(parts, trimmed, svg)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
