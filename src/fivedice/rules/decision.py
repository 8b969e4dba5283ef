"""What a decision is, and its three texts: to type, for people, and within a sentence."""

from collections.abc import Sequence
from itertools import pairwise

from fivedice.phrases import Phrase, Value, all_of, either, phrase, word
from fivedice.rules.category import FACE_NAMES, Category
from fivedice.rules.dice import MAX_FACES, Keep, format_dice

Decision = Keep | Category
"""The dice to keep before a reroll, or the box to score."""

COUNTS = ("", "", "pair of", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_NAMED = 6
"""The greatest number with a name in every language."""


def decision_kind(decision: Decision) -> str:
    """Either "category" or "keep"."""
    return "category" if isinstance(decision, Category) else "keep"


def decision_text(decision: Decision) -> str:
    """A decision as people type it: a category's name, or dice to keep.

    >>> decision_text((6, 6)), decision_text(())
    ('66', '-')
    """
    return decision.name if isinstance(decision, Category) else format_dice(decision)


def decision_words(decision: Decision) -> str:
    """A decision as people read it: "score Full house", "keep 66".

    >>> decision_words((6, 6)), decision_words(())
    ('keep 66', 'roll all dice')
    """
    if isinstance(decision, Category):
        return f"score {decision.title}"
    return f"keep {format_dice(decision)}" if decision else "roll all dice"


def answer_words(answer: object) -> str:
    """What a strategy answered, for an error message: a decision in words, or anything else as Python shows it.

    >>> answer_words((6, 6)), answer_words([6, 6]), answer_words(None)
    ('keep 66', '[6, 6]', 'None')
    """
    if isinstance(answer, Category):
        return decision_words(answer)
    dice = isinstance(answer, tuple) and all(type(one) is int and 1 <= one <= MAX_FACES for one in answer)
    return decision_words(answer) if dice else repr(answer)  # type: ignore[arg-type]


def decision_gerund(decision: Decision) -> Phrase:
    """A decision within a sentence: "keeping the pair of sixes", "scoring Full house".

    >>> decision_gerund((6, 6)), decision_gerund((2, 3, 4, 5)), decision_gerund(())
    ('keeping the pair of sixes', 'keeping the run 2345', 'rolling all dice')
    >>> decision_gerund((3, 3, 3, 5))
    'keeping the three threes and the five'
    """
    if isinstance(decision, Category):
        return phrase("scoring {box}", box=decision.label)
    return phrase("keeping {dice}", dice=_dice(decision)) if decision else phrase("rolling all dice")


def decision_sentence(decision: Decision, points: int = 0, aims: Sequence[Value] = ()) -> Phrase:
    """What a player does, as it is said at a table: the dice that it keeps and for which boxes, or what it scores.

    >>> decision_sentence((6, 6), aims=["Sixes", "Four of a kind"])
    'Keeps the pair of sixes for Sixes or Four of a kind'
    >>> decision_sentence(()), decision_sentence((), aims=["Chance"])
    ('Rolls all dice again', 'Rolls all dice again for Chance')
    """
    if isinstance(decision, Category):
        if points:
            return phrase("Scores {points} in {box}", points=points, box=decision.label)
        return phrase("Gives up {box} for a zero", box=decision.label)
    boxes = either(aims)
    if not decision:
        return phrase("Rolls all dice again for {boxes}", boxes=boxes) if boxes else phrase("Rolls all dice again")
    dice = _dice(decision)
    return phrase("Keeps {dice} for {boxes}", dice=dice, boxes=boxes) if boxes else phrase("Keeps {dice}", dice=dice)


def listed(words: list[str], last: str) -> str:
    """Words in a row, the last one behind "and" or "or".

    >>> listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def _dice(keep: Keep) -> Value:
    if len(keep) > 2 and all(after == face + 1 for face, after in pairwise(keep)):
        return phrase("the run {dice}", dice=format_dice(keep))
    groups = [_group(face, keep.count(face)) for face in sorted(set(keep), key=lambda face: (-keep.count(face), face))]
    return all_of(groups) if len(groups) < 4 else phrase("the dice {dice}", dice=format_dice(keep))


def _group(face: int, count: int) -> Phrase:
    many = FACE_NAMES[face - 1]
    if count == 1:
        one = {"sixes": "six", "twenties": "twenty"}.get(many, many.removesuffix("s"))
        return phrase("the {face}", face=number_name(one, face, "face"))
    faces = number_name(many, face, "faces")
    if count == 2:
        return phrase("the pair of {faces}", faces=faces)
    return phrase("the {count} {faces}", count=number_name(COUNTS[count], count, "number"), faces=faces)


def number_name(english: str, number: int, context: str) -> Phrase:
    """The name of a face or a number; above six, which hardly any dice show, other languages write the number."""
    return word(english, context) if number <= MOST_NAMED else phrase("{number}", number=number, text=english)
