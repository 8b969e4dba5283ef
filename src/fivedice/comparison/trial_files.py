"""People's scores from a CSV file, in one of four forms.

    scores    a column `score` (or `total`), and `player` or others beside it, in any order
    list      nothing but numbers, a score each
    ranges    columns `low`, `high` and `count` (or `from`, `to`), as study 000 prints them, and `player`
    records   a column for each box (name, code or title), a row for each game; `yahtzee_bonuses` counts them, or
              `yahtzee_bonus` holds their points; `score` and `upper_bonus`, if there, must agree with the boxes

The first line names the columns, except in a list. Comma, semicolon or tab separates; other columns are ignored.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from fivedice.comparison.trials import Cell, Sample, Trials
from fivedice.errors import NotationError, RulesError, TrialsError
from fivedice.rules import Card, Rules
from fivedice.rules.card import possible_points
from fivedice.rules.notation import with_yahtzee_bonuses

Row = tuple[int, dict[str, str]]
"""The number of a line, and its fields by column."""

SAME = {"total": "score", "from": "low", "to": "high", "name": "player", "range_from": "low", "range_to": "high"}
SEPARATORS = ",;\t"
NUMBER = re.compile(r"\d{1,9}")


def read_trials(path: Path, rules: Rules) -> Trials:
    """The trials in a file; scores that the rules do not allow are refused with their line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise TrialsError(f"trials {str(path)!r} cannot be read: {why}.") from None
    try:
        return parse_trials(text, rules, path.stem)
    except TrialsError as error:
        raise TrialsError(f"trials {str(path)!r}, {error}") from None


def parse_trials(text: str, rules: Rules, name: str = "trials") -> Trials:
    r"""The trials in a text.

    >>> from fivedice.rules import variant
    >>> parse_trials("score,player\n250,Ada\n231,Bo\n", variant("yatzy")).everybody.mean
    240.5
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise TrialsError("it is empty; give a score a line, or a table whose first line names its columns.")
    listed = [(number, word) for number, line in lines for word in _words(line)]
    other = next(((number, word) for number, word in listed if not NUMBER.fullmatch(word)), None)
    if other is None:
        head, rows = ["score"], [(number, {"score": word}) for number, word in listed]
    elif all(map(NUMBER.fullmatch, _words(lines[0][1]))):  # no names of columns: a list with something else in it
        raise TrialsError(f"line {other[0]}: score {other[1]!r} is not a whole number from 0 up.")
    else:
        head, rows = _table(text, max(SEPARATORS, key=lines[0][1].count), rules)
    if {"low", "high", "count"} <= set(head):
        read = _range
    elif any(box in head for box in rules.index):
        read = _record
        if missing := [box for box in rules.index if box not in head]:
            raise TrialsError(f"line {lines[0][0]}: records of {rules.name} need a column for {', '.join(missing)}.")
    elif "score" in head:
        read = _score
    else:
        raise TrialsError(
            f"line {lines[0][0]}: no column is called score, or low, high and count, or after the boxes of "
            f"{rules.name}; name one of these in the first line."
        )
    return _trials(name, ((row.get("player"), read(number, row, rules)) for number, row in rows))


def _words(line: str) -> list[str]:
    """The entries in a line of a list."""
    return [word for word in re.split(r"[\s,;]+", line) if word]


def _fields(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each row that is not blank, with the line on which it begins."""
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    number = 1
    try:
        for fields in reader:
            if any(map(str.strip, fields)) or len(fields) > 1:
                yield number, [field.strip() for field in fields]
            number = reader.line_num + 1
    except csv.Error as error:
        raise TrialsError(
            f"line {number}: it is no CSV from here on ({error}); close every quotation mark, or leave it out."
        ) from None


def _table(text: str, separator: str, rules: Rules) -> tuple[list[str], list[Row]]:
    """Names of the columns, and the rows by them."""
    first, *others = _fields(text, separator)
    head = [_column(word, rules) for word in first[1]]
    for column, count in Counter(head).items():
        if column and count > 1:
            raise TrialsError(f"line {first[0]}: column {column!r} stands there {count} times.")
    rows = []
    for number, fields in others:
        if len(fields) != len(head):
            raise TrialsError(f"line {number}: {len(fields)} fields do not fit {len(head)} columns.")
        rows.append((number, dict(zip(head, fields, strict=True))))
    if not rows:
        raise TrialsError(f"line {first[0]}: no games follow the names of the columns.")
    return head, rows


def _column(word: str, rules: Rules) -> str:
    """The key of a column: the name of a box, else its title in lower case with underscores."""
    try:
        return rules.category(word).name
    except RulesError:
        plain = re.sub(r"\W+", "_", word.strip().lower())
        return SAME.get(plain, plain)


def _trials(name: str, cells: "Iterator[tuple[str | None, Cell]]") -> Trials:
    counts: dict[str | None, Counter[tuple[int, int]]] = {}
    for player, (low, high, count) in cells:
        counts.setdefault(player or None, Counter())[low, high] += count
    together: Counter[tuple[int, int]] = sum(counts.values(), Counter())
    if not together.total():
        raise TrialsError("it holds no games; every count is 0.")
    for player, found in counts.items():
        if player and not found.total():
            raise TrialsError(f"player {player!r} has no games; every count is 0.")
    samples = [_sample(str(player), found) for player, found in counts.items() if player is not None]
    return Trials(_sample(name, together), tuple(samples))


def _sample(name: str, counts: Counter[tuple[int, int]]) -> Sample:
    cells = sorted((low, high, count) for (low, high), count in counts.items() if count)
    for (low, high, _), (next_low, next_high, _) in pairwise(cells):
        if next_low <= high:
            raise TrialsError(
                f"ranges {low} to {high} and {next_low} to {next_high} overlap; each score has one range."
            )
    return Sample(name, tuple(cells))


def _whole(number: int, column: str, text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise TrialsError(f"line {number}: {column} {text!r} is not a whole number from 0 up.")
    return int(text)


@cache
def greatest_score(rules: Rules) -> int:
    """An upper bound of scores: every box at its best with all bonuses.

    The true maximum (`objectives.points.most_points`) may be less, but takes a minute to compute.
    """
    boxes = sum(possible_points(rules, category)[-1] for category in rules.categories)
    return boxes + rules.upper_bonus + rules.yahtzee_bonus * (rules.turns - 1)


def _score(number: int, row: dict[str, str], rules: Rules) -> Cell:
    score, most = _whole(number, "score", row["score"]), greatest_score(rules)
    if score > most:
        raise TrialsError(f"line {number}: score {score} is more than {rules.name} can pay, which is {most}.")
    return score, score, 1


def _range(number: int, row: dict[str, str], rules: Rules) -> Cell:
    low, high, count = (_whole(number, column, row[column]) for column in ("low", "high", "count"))
    if high < low:
        raise TrialsError(f"line {number}: the range ends at {high}, before it begins at {low}.")
    if count and low > greatest_score(rules):
        raise TrialsError(f"line {number}: no game of {rules.name} reaches {low}.")
    return low, high, count


def _record(number: int, row: dict[str, str], rules: Rules) -> Cell:
    """A game's score from its boxes, checked against the other columns of the row."""
    card = Card.empty(rules)
    for category in rules.categories:
        points = _whole(number, category.title, row[category.name])
        possible = possible_points(rules, category)
        if points not in possible:
            allowed = ", ".join(map(str, possible))
            raise TrialsError(f"line {number}: {category.title} cannot hold {points}; it can hold {allowed}.")
        card = card.fill(rules, category, points)
    bonuses = _bonuses(number, row, rules)
    try:
        card = with_yahtzee_bonuses(rules, card, bonuses)
    except NotationError as error:
        raise TrialsError(f"line {number}: {error}") from None
    for column, found in (("upper_bonus", card.upper_bonus(rules)), ("score", card.total(rules))):
        said = row.get(column, "")
        if said and _whole(number, column, said) != found:
            raise TrialsError(f"line {number}: {column} {said} is not what the boxes add up to, {found}.")
    total = card.total(rules)
    return total, total, 1


def _bonuses(number: int, row: dict[str, str], rules: Rules) -> int:
    """How many Yahtzee bonuses a row counts, or has points for."""
    if row.get("yahtzee_bonuses"):
        return _whole(number, "yahtzee_bonuses", row["yahtzee_bonuses"])
    points = _whole(number, "yahtzee_bonus", row.get("yahtzee_bonus") or "0")
    if points % (rules.yahtzee_bonus or 1) or (points and not rules.yahtzee_bonus):
        raise TrialsError(
            f"line {number}: yahtzee_bonus {points} is no multiple of the {rules.yahtzee_bonus} points that one is "
            "worth; a number of bonuses goes under yahtzee_bonuses."
        )
    return points // (rules.yahtzee_bonus or 1)
