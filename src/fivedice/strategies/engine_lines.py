"""The lines of the engine protocol that both of its sides use; docs/engine.md describes all of them."""

import re

from fivedice.errors import NotationError
from fivedice.rules import Category, Decision, Rules, Turn
from fivedice.rules.card import card_for
from fivedice.rules.decision import decision_text
from fivedice.rules.dice import format_dice
from fivedice.rules.notation import format_card

LONGEST_LINE = 1 << 16
"""Bytes of a line; what is longer is cut there."""
DECISION = re.compile(r"decision (keep|score) (\S+)(?: value (\S+))?")


def decision_words(decision: Decision) -> str:
    """A decision as lines have it.

    >>> decision_words((6, 6)), decision_words(())
    ('keep 66', 'keep -')
    """
    return f"{'score' if isinstance(decision, Category) else 'keep'} {decision_text(decision)}"


def decision_line(decision: Decision, value: float | None = None) -> str:
    """The answer to `go`."""
    return f"decision {decision_words(decision)}" + ("" if value is None else f" value {value:.8g}")


def parse_decision(rules: Rules, line: str) -> tuple[Decision, float | None]:
    """Read the answer to `go`; whether the decision is legal is for the rules to say.

    >>> from fivedice.rules import variant
    >>> parse_decision(variant("yahtzee"), "decision keep 66 value 268.2")
    ((6, 6), 268.2)
    """
    found = DECISION.fullmatch(" ".join(line.split()))
    if not found:
        raise NotationError(f"{line[:80]!r} is no decision such as 'decision keep 66' or 'decision score sixes'.")
    if found[1] == "score":
        decision: Decision = rules.category(found[2])
    else:
        decision = rules.dice_set.parse(found[2], whole=False)
    try:
        return decision, None if found[3] is None else float(found[3])
    except ValueError:
        raise NotationError(f"{line[:80]!r}: {found[3]!r} is not a number.") from None


def position_line(rules: Rules, turn: Turn) -> str:
    """A turn as `position` is sent: a card with the state of the turn, the dice, and the rerolls left."""
    return f"position {format_card(rules, card_for(rules, turn.state))} {format_dice(turn.roll)}:{turn.rerolls}"
