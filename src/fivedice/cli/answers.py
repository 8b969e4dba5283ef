"""Parses what a player types (`hotseat.HELP` lists it) into a decision or a command."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum

from fivedice.errors import IllegalDecision, NotationError
from fivedice.rules import Category, Decision, Keep, Rules, Turn, format_dice, legal_categories
from fivedice.rules.decision import listed
from fivedice.rules.dice import FACE_SYMBOLS, is_part_of, marked
from fivedice.rules.state import open_categories


class Command(Enum):
    """What can be typed besides decisions."""

    ADVICE = "?"
    HELP = "help"
    RULES = "rules"
    UNDO = "undo"
    RESIGN = "resign"
    QUIT = "quit"
    STAND = "all"


WORDS = {
    **dict.fromkeys(("?", "advice", "hint"), Command.ADVICE),
    **dict.fromkeys(("help", "h", "??"), Command.HELP),
    **dict.fromkeys(("quit", "q", "exit", "bye"), Command.QUIT),
    **dict.fromkeys(("all", "keep all", "stand"), Command.STAND),
    "rules": Command.RULES,
    "undo": Command.UNDO,
    "resign": Command.RESIGN,
}
NOTHING = ("none", "-", "keep none", "keep -", "roll", "reroll", "roll all")


def read_answer(rules: Rules, turn: Turn, text: str, *, standing: bool = False) -> Decision | Command:
    """Parse a decision or a command; an error says what may be typed.

    A digit is a die while a reroll is left; once all dice are kept (`standing`), and on the last roll, it is a box.
    """
    words = " ".join(text.lower().split())
    if words in WORDS:
        return WORDS[words]
    if words in NOTHING:
        return _checked_keep(turn, ())
    if found := re.fullmatch(r"(?:=|score )\s*(.+)", words):
        return find_box(rules, turn, found[1])
    if found := re.fullmatch(r"(?:keep|hold|k) ?([^a-z].*|\w)", words):
        return _keep(rules, turn, found[1])
    if not words:
        raise NotationError("nothing was typed; type dice or a box, or help to see what can be typed.")
    if not reads_as_dice(rules, words):
        return find_box(rules, turn, words)
    box = _find(open_categories(rules, turn.state), words)
    if box and (standing or not turn.rerolls):
        return box
    if box and not words.isdecimal():
        dice = rules.dice_set.parse(words, whole=False)
        if is_part_of(dice, turn.roll):
            raise NotationError(f"{words!r} is a box and dice too; type 'score {words}' or 'keep {words}'.")
        return box
    return _keep(rules, turn, words)


def read_thrown(rules: Rules, text: str, keep: Keep) -> Keep:
    """The faces of the real dice that were thrown; they may be typed alone, or together with the kept ones."""
    dice = rules.dice_set.parse(text, whole=False)
    missing = rules.dice - len(keep)
    if len(dice) == missing:
        return dice
    if len(dice) != rules.dice:
        raise NotationError(f"dice {text.strip()!r}: {missing} are thrown, but {len(dice)} are given.")
    if not is_part_of(keep, dice):
        raise NotationError(f"dice {text.strip()!r}: the kept {format_dice(keep)} are not among them.")
    return tuple(face for face, kept in zip(dice, marked(dice, keep), strict=True) if not kept)


def reads_as_dice(rules: Rules, text: str) -> bool:
    """Whether the text consists of faces of these dice, or of digits, which then are dice typed wrongly."""
    symbols = re.sub(r"[ ,-]", "", text.upper())
    return bool(symbols) and (symbols.isdecimal() or set(symbols) <= set(FACE_SYMBOLS[1 : rules.faces + 1]))


def find_box(rules: Rules, turn: Turn, words: str) -> Category:
    """The open box with this code, name or title, or the only one that begins like this."""
    boxes = open_categories(rules, turn.state)
    if box := _find(boxes, words):
        return box
    begins = [one for one in boxes if any(known.startswith(_plain(words)) for known in _spellings(one))]
    if len(begins) == 1:
        return begins[0]
    if begins:
        several = listed([f"{box.title} ({box.code})" for box in begins], "or")
        raise NotationError(f"{words!r} could be {several}; type a little more of it.")
    if found := _find(rules.categories, words):
        waits = turn.state.is_empty(rules.index[found.name])
        raise IllegalDecision(f"cannot score {found.title}: {'others come first' if waits else 'already filled'}.")
    known = {spelling: one for one in legal_categories(rules, turn.state, turn.roll) for spelling in _spellings(one)}
    close = get_close_matches(_plain(words), known, n=1)
    hint = f"did you mean {known[close[0]].title} ({known[close[0]].code})?" if close else "type help for what is."
    raise NotationError(f"{words!r} is neither dice nor an open box; {hint}")


def _keep(rules: Rules, turn: Turn, text: str) -> Decision | Command:
    dice = rules.dice_set.parse(text, whole=False)
    checked = _checked_keep(turn, dice)
    return Command.STAND if len(dice) == rules.dice else checked


def _checked_keep(turn: Turn, dice: tuple[int, ...]) -> Decision:
    if not turn.rerolls:
        raise IllegalDecision("no reroll is left; name the box to score.")
    if not is_part_of(dice, turn.roll):
        raise IllegalDecision(f"cannot keep {format_dice(dice)}: the dice show {format_dice(turn.roll)}.")
    return dice


def _find(boxes: Iterable[Category], words: str) -> Category | None:
    return next((one for one in boxes if _plain(words) in _spellings(one)), None)


def _spellings(box: Category) -> tuple[str, ...]:
    return tuple(_plain(word) for word in (box.code, box.name, box.title))


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())
