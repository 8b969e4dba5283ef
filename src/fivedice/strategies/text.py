"""Players that read a position in words and answer in words, such as language models: `text:COMMAND`.

The answer is read strictly: `keep 66`, `keep -` or `score sixes`, and nothing else. Anything else is an AnswerError, so
that answers of a wrong form can be counted apart from decisions that are illegal or bad.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from fivedice.errors import AnswerError, NotationError, StrategyError
from fivedice.rules import Category, Decision, Rules, State, Turn, score_turn
from fivedice.rules.description import asks, describe_bonuses, describe_game, describe_jokers, joker_sentences, pays
from fivedice.rules.notation import format_turn
from fivedice.rules.state import legal_categories, open_categories, upper_totals_of
from fivedice.strategies.engine import SECONDS, PlayingProgram, command_and_limit
from fivedice.strategies.policy import check_decision
from fivedice.strategies.program import Program, Silent

PREFIX = "text:"
ANSWER = re.compile(r"keep (-|[0-9A-K]+)|score ([a-z][a-z0-9_]*)")
HOW = (
    'Answer with one line and nothing else: "keep" and the dice to keep, such as "keep 66" ("keep -" rolls all dice '
    'again), or "score" and the name of an open box, such as "score {box}".'
)

Ask = Callable[[str], str]
"""A function from the position in words to the answer in words."""


def position_in_words(rules: Rules, turn: Turn) -> str:
    """A turn as a person would describe it to a player who knows no notation; no line is empty."""
    state, legal = turn.state, legal_categories(rules, turn.state, turn.roll)
    open_boxes = open_categories(rules, state)
    about = (*describe_game(rules), *describe_bonuses(rules), *describe_jokers(rules))
    lines = [
        f"You are playing {rules.title} with {rules.dice} dice that show 1 to {rules.faces}. Your aim is the greatest "
        "expected final score.",
        f"The rules: {' '.join(about)}",
        f"This is turn {state.turns_played + 1}. The dice show {' '.join(map(str, turn.roll))}. "
        + (f"You may roll again {_times(turn.rerolls)}." if turn.rerolls else "You may not roll again: score a box."),
        "Open boxes, with what these dice would score there:",
        *(f"- {one.name} ({asks(one)} {pays(one)}): {_points(rules, turn, one, legal)}" for one in open_boxes),
    ]
    filled = [one.name for index, one in enumerate(rules.categories) if not state.is_empty(index)]
    lines.append(f"Filled boxes: {', '.join(filled) or 'none'}.")
    if later := rules.turns - len(filled) - len(open_boxes):
        lines.append(f"Boxes that open later: {later}.")
    lines += [f"The upper boxes{column} hold {total} so far." for column, total in _upper(rules, state)]
    if state.bonus:
        lines.append(f"Each further roll of {rules.dice} equal dice earns a bonus of {rules.yahtzee_bonus}.")
    lines += joker_sentences(rules, state, turn.roll)
    return "\n".join([*lines, HOW.format(box=legal[0].name)])


def _upper(rules: Rules, state: State) -> Iterator[tuple[str, str]]:
    """What the upper boxes hold where a bonus is paid for that, in each column that has one."""
    if not rules.steps:
        return
    totals = upper_totals_of(rules, state.upper)
    for column, total in enumerate(totals, start=1):
        words = f"{total} points" + (" or more" if total == rules.upper_cap else "")
        yield (f" of column {column}" if len(totals) > 1 else ""), words


def parse_answer(rules: Rules, answer: str) -> Decision:
    """Read an answer; AnswerError unless it is exactly of the form that was asked for."""
    found = ANSWER.fullmatch(answer)
    with suppress(NotationError):
        if found and found[2] in rules.index:
            return rules.categories[rules.index[found[2]]]
        if found and found[1]:
            return rules.dice_set.parse(found[1], whole=False)
    raise AnswerError(f"{answer[:80]!r} is not an answer such as 'keep 66' or 'score {rules.categories[0].name}'.")


class TextStrategy(PlayingProgram):
    """A player that is asked in words: a program that reads lines up to an empty one, or a function."""

    kind = PREFIX.removesuffix(":")
    summary = "A player that is asked in words, such as a language model."

    def __init__(self, command: str, seconds: float = SECONDS, name: str | None = None, ask: Ask | None = None) -> None:
        super().__init__(command, seconds, name)
        self.ask = ask

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        """The player's decision; AnswerError if the answer is not of the form that was asked for."""
        words = position_in_words(rules, turn)
        answer = self.ask(words) if self.ask else self._insist(lambda: self._say(words, rules, turn))
        try:
            decision = parse_answer(rules, answer)
        except AnswerError as error:
            place = format_turn(rules, turn)
            raise AnswerError(f"{self.name!r} at {place!r}: {error}") from None
        check_decision(self.name, rules, turn, decision)
        return decision

    def _say(self, words: str, rules: Rules, turn: Turn) -> str:
        if self.program is None or not self.program.is_running:
            self.end()
            self.program = Program(self.command)
        self.program.forget()
        self.program.send(f"{words}\n")
        try:
            return self.program.line(time.monotonic() + self.seconds)
        except Silent:
            self.end()
            place = format_turn(rules, turn)
            raise StrategyError(
                f"{self.name!r} does not answer within {self.seconds:g} s at {place!r}, and was ended."
            ) from None


def text_named(name: str) -> TextStrategy:
    """The player that a text such as text:COMMAND or text:seconds=60:COMMAND names."""
    return TextStrategy(*command_and_limit(name.removeprefix(PREFIX), name))


def text_player(ask: Ask, name: str = "text") -> TextStrategy:
    """A strategy from a function that reads a position in words and returns its answer in words.

    The answer must be exactly `keep 66`, `keep -` or `score sixes`; `fd.rate` counts other answers apart.
    """
    return TextStrategy("", name=name, ask=ask)


def _points(rules: Rules, turn: Turn, one: Category, legal: tuple[Category, ...]) -> str:
    if one not in legal:
        return "not allowed with these dice"
    found = score_turn(rules, turn, one)
    return f"{found.points}" + (f" and a bonus of {found.bonus}" if found.bonus else "")


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
