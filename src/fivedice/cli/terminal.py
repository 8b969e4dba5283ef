"""Draws score card, dice and advice in the terminal, and reads what a player types."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from fivedice.coach.advice import Option
from fivedice.reports.table import Table as Part
from fivedice.reports.terminal import Drawn
from fivedice.rules import Card, Category, Keep, Roll, Rules, format_dice
from fivedice.rules.category import capital
from fivedice.rules.column import LETTERS
from fivedice.rules.dice import FACE_SYMBOLS, marked
from fivedice.table.game import Game

Reader = Callable[[], str]
"""The next line that was typed; EOFError or KeyboardInterrupt when the player quits."""

WIDTH = 80
BLOCK_WIDTH = 30
DICE_AND_TALK = 8
"""Lines below the card beside notes, of which there are mostly two: heading, dice with pips, question, answer."""
BLOCKS = 3
TALLEST_BLOCK = 10
KEPT = "bold green"
PIPS = {1: " c ", 2: "l r", 3: "lcr", 4: "b b", 5: "bcb", 6: "bbb"}
"""The three rows of a face: one pip to the left or right, in the centre, or both."""
ROWS = {" ": "     ", "l": "●    ", "r": "    ●", "c": "  ●  ", "b": "●   ●"}


@dataclass(frozen=True)
class Scene:
    """A game as the player of a seat sees it, with advice and notes."""

    game: Game
    seat: int
    advice: Sequence[Option] = ()
    notes: Sequence[str] = ()


class Terminal:
    """A console to draw on and a reader to ask."""

    def __init__(self, console: Console, read: Reader) -> None:
        self.console = console
        self.read = read
        self.plain = console.is_dumb_terminal or console.options.ascii_only
        self.scene: Scene | None = None
        self.clears = console.is_terminal and not self.plain

    def show(self, scene: Scene, *, clear: bool = True) -> None:
        """Draw the scene, on a clean screen where there is one."""
        self.scene = scene
        if clear and self.clears:
            self.console.clear()
        else:
            self.console.print()
        needed = max(2, len(blocks(scene.game.rules))) * BLOCK_WIDTH + 4  # so that points stand close to their box
        width = min(needed, WIDTH, self.console.width)
        self.console.print(draw_card(scene, plain=self.plain), width=width)
        if scene.game.throws:
            self.console.print(self._dice_and_advice(scene))
        for note in scene.notes:
            self.say(note)

    def advise(self, scene: Scene) -> None:
        """The scene with its advice; where screens cannot be cleared, the advice alone."""
        if self.clears:
            self.show(scene)
        else:
            self.console.print(draw_advice(scene.advice))

    def ask(self, prompt: str) -> str:
        """Say what is wanted and read the answer."""
        self.console.print(Text(prompt, style="cyan"))
        return self.read()

    def say(self, text: str) -> None:
        """One or more sentences."""
        self.console.print(Text(text))

    def print(self, parts: Sequence[str | Part]) -> None:
        """Tables and sentences of a result."""
        self.console.print()
        for part in parts:
            self.console.print(Text(part) if isinstance(part, str) else Drawn(part))

    def complain(self, text: str) -> None:
        """Say what went wrong; the card stays in sight, however small the window."""
        text = capital(text)
        if self.clears and self.scene:
            self.show(replace(self.scene, notes=(text,)))
        else:
            self.say(text)

    def _dice_and_advice(self, scene: Scene) -> RenderableType:
        game, rules, width = scene.game, scene.game.rules, min(WIDTH, self.console.width)
        kept = tuple(sorted(game.table[place] for place in game.held))
        card_height = max(map(len, blocks(rules))) + 5 + (len(game.seats) > 1)
        below = DICE_AND_TALK + max(2, len(scene.notes))
        room = card_height + below <= self.console.height or not self.console.is_terminal
        tall = rules.faces <= max(PIPS) and room and 8 * rules.dice <= width
        head = Text.assemble(
            (f"Roll {game.throws_used} of {game.throws_used + game.throws_left}", "bold"),
            f"  {format_dice(game.roll)}",
            (f"  kept {format_dice(kept)}" if kept else "", KEPT),
        )
        dice = Text.assemble(head, "\n", draw_dice(game.roll, kept, plain=self.plain, tall=tall))
        if not scene.advice:
            return dice
        advice = draw_advice(scene.advice)
        needed = self.console.measure(dice).maximum + self.console.measure(advice).maximum + 2
        if self.plain or needed > width:
            return Group(dice, advice)
        side = Table.grid(padding=(0, 2))
        side.add_row(dice, advice)
        return side


def draw_card(scene: Scene, *, plain: bool) -> Panel:
    """The score card: upper and lower section side by side, the points that the roll would bring in brackets."""
    game, card, rules = scene.game, scene.game.cards[scene.seat], scene.game.rules
    previews = {name: scoring.total for name, scoring in game.scorings.items()}
    columns = Table.grid(padding=(0, 2), expand=True)
    sections = blocks(rules)
    drawn = [_draw_block(rules, card, block, previews) for block in sections]
    if len(rules.columns) > 1:  # they need the width
        for block in drawn:
            columns.add_row(block)
    else:
        for _ in drawn:
            columns.add_column(ratio=1)
        columns.add_row(*drawn)
    foot = Table.grid(padding=(0, 1), expand=True)
    foot.add_column()
    foot.add_column(justify="right")
    foot.add_row(_bonus_progress(rules, card), Text(f"Total {card.total(rules)}", style="bold"))
    parts: list[RenderableType] = [columns, Rule(style="dim", characters="-" if plain else "─"), foot]
    totals = [f"{seat.name} {total}" for seat, total in zip(game.seats, game.totals, strict=True)]
    extra = totals if len(totals) > 1 else []
    if card.yahtzee_bonuses:
        extra.append(f"(Yahtzee bonuses: {card.yahtzee_bonuses} x {rules.yahtzee_bonus})")
    if rules.most_saved:
        extra.append(f"(saved rolls: {card.saved})")
    if extra:
        parts.append(Text("   ".join(extra), style="dim"))
    when = "final card" if game.is_over else f"turn {game.turn_number + 1} of {rules.turns}"
    title = Text(f"{game.seats[scene.seat].name}: {when}", style="bold")
    return Panel(Group(*parts), title=title, box=box.ASCII if plain else box.ROUNDED)


def blocks(rules: Rules) -> list[list[Category]]:
    """The kinds of boxes in at most three blocks of like height, no block with boxes of both sections."""
    both = ([one for one in rules.boxes if one.section == section] for section in ("upper", "lower"))
    sections = [section for section in both if section]
    tallest = TALLEST_BLOCK
    while sum(ceil(len(section) / tallest) for section in sections) > BLOCKS:
        tallest += 1
    return [section[start : start + tallest] for section in sections for start in range(0, len(section), tallest)]


def draw_dice(roll: Roll, kept: Keep, *, plain: bool, tall: bool) -> Text:
    """The dice in a row; the ones that were kept have a heavy frame, or brackets in plain text."""
    dice = list(zip(roll, marked(roll, kept), strict=True))
    if plain:
        return Text(" ".join(f"[{FACE_SYMBOLS[face]}]" if held else f" {FACE_SYMBOLS[face]} " for face, held in dice))
    pictures = [(_die(face, tall=tall, heavy=held), KEPT if held else "bold") for face, held in dice]
    rows = [
        Text(" ").join(Text(picture[row], style=style) for picture, style in pictures)
        for row in range(len(pictures[0][0]))
    ]
    return Text("\n").join(rows)


def draw_advice(advice: Sequence[Option]) -> Table:
    """Ranked decisions with the final score to expect, and what each costs against the best."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 1))
    table.add_column("Best first", no_wrap=True)
    table.add_column("Expected", justify="right")
    table.add_column("Regret", justify="right")
    for place, one in enumerate(advice):
        regret = f"{one.regret:.2f}" if place else "best"
        table.add_row(Text(one.words), f"{one.value:.2f}", regret, style=KEPT if not place else "")
    return table


def _draw_block(rules: Rules, card: Card, block: list[Category], previews: dict[str, int]) -> Table:
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("", style="cyan", no_wrap=True, min_width=2)
    table.add_column(block[0].section.capitalize(), ratio=1, no_wrap=True, overflow="crop")
    letters = [LETTERS[place] for place in range(len(rules.columns))] if len(rules.columns) > 1 else [""]
    for letter in letters:
        table.add_column(letter, justify="right", no_wrap=True, min_width=5)
    for one in block:
        boxes = [category for category in rules.categories if category.kind == one]
        full = all(card.points[rules.index[box.name]] is not None for box in boxes)
        cells = (_draw_cell(card.points[rules.index[box.name]], previews.get(box.name)) for box in boxes)
        table.add_row(Text(one.code, style="dim" if full else ""), Text(one.title, style="dim" if full else ""), *cells)
    return table


def _draw_cell(points: int | None, worth: int | None) -> Text:
    """Points of a box, or what the roll would bring there, in brackets."""
    if points is not None:
        return Text(f"{points} ", style="bold")
    return Text("- " if worth is None else f"({worth})", style="yellow" if worth else "dim")


def _bonus_progress(rules: Rules, card: Card) -> RenderableType:
    totals = [card.upper_total(rules, column) for column in range(rules.upper_count)]
    if not rules.upper_cap:
        return Text(f"Upper {card.upper_total(rules)}" if rules.upper else "")
    if len(totals) > 1:
        return Text("Upper " + ", ".join(f"{total}/{rules.upper_cap}" for total in totals))
    upper = totals[0]
    goal, bonus = next((step for step in rules.steps if upper < step[0]), rules.steps[-1])
    open_boxes = any(card.points[index] is None for index in rules.upper)
    if upper >= goal:
        words = f"bonus {bonus} earned"
    else:
        words = f"{goal - upper} more earn {bonus}" if open_boxes else "no bonus"
    row = Table.grid(padding=(0, 1))
    bar = ProgressBar(total=goal, completed=min(upper, goal), width=14, complete_style="green", finished_style="green")
    row.add_row(Text(f"Upper {upper}/{goal}"), bar, Text(words))
    return row


def _die(face: int, *, tall: bool, heavy: bool) -> list[str]:
    corners, level, upright = ("┏┓┗┛", "━", "┃") if heavy else ("╭╮╰╯", "─", "│")
    inside = [ROWS[row] for row in PIPS[face]] if tall else [f" {FACE_SYMBOLS[face]} "]
    width = len(inside[0])
    top, bottom = corners[0] + level * width + corners[1], corners[2] + level * width + corners[3]
    return [top, *(upright + row + upright for row in inside), bottom]
