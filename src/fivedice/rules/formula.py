"""Formulas for what a box pays: a small closed language that always ends.

    sum if sum >= 20 else 0        30 - sum        40 if served else 35        10 * count(6) + max

    sum                  all dice added up
    matching             the dice that form the pattern, added up
    max, min             the highest and the lowest die
    equal                the greatest number of equal dice
    faces                how many different faces the dice show
    dice                 how many dice there are
    served               1 if no die was thrown again in this turn, else 0
    count(4), counts[4]  how many dice show a 4

With whole numbers, + - * // %, == != < <= > >=, and, or, not, A if CONDITION else B, min(a, b), max(a, b), abs(a) and
brackets. `//` and `%` take a number on the right, so that nothing can be divided by zero. There are no powers, no loops
and no other names: text is read by the grammar below, never by Python. What comes out below 0 pays 0.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from fivedice.errors import RulesError
from fivedice.rules.dice import Roll

MAX_LENGTH = 200
MAX_DEPTH = 20
MAX_NUMBER = 10_000
FUNCTIONS = {"min": 2, "max": 2, "abs": 1, "count": 1}
TOKEN = re.compile(r"\s*(?:([0-9]+)|([a-z]+)|(//|<=|>=|==|!=|[-+*%<>()\[\],]))")

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


@dataclass(frozen=True)
class Thrown:
    """What a formula can ask about: the roll, the dice of it that form the pattern, and whether it is a first throw."""

    roll: Roll
    matching: int
    served: bool


Node = Callable[[Thrown], int]

NAMES: dict[str, Node] = {
    "sum": lambda thrown: sum(thrown.roll),
    "matching": lambda thrown: thrown.matching,
    "max": lambda thrown: max(thrown.roll),
    "min": lambda thrown: min(thrown.roll),
    "equal": lambda thrown: max(map(thrown.roll.count, thrown.roll)),
    "faces": lambda thrown: len(set(thrown.roll)),
    "dice": lambda thrown: len(thrown.roll),
    "served": lambda thrown: int(thrown.served),
}
ALLOWED = (
    f"numbers, {', '.join(NAMES)}, count(4), counts[4], min(a, b), max(a, b), abs(a), + - * // %, comparisons, "
    "and, or, not, A if B else C"
)


@dataclass(frozen=True)
class Formula:
    """A formula that was read: its text in the usual spelling, and what it computes."""

    text: str
    node: Node
    asks_served: bool

    def points(self, roll: Roll, matching: int, *, served: bool = False) -> int:
        """What it pays for a roll."""
        return max(self.node(Thrown(roll, matching, served)), 0)


@lru_cache(maxsize=512)
def parse_formula(text: str) -> Formula:
    """Read a formula.

    >>> parse_formula("sum if sum>=20 else 0").text
    'sum if sum >= 20 else 0'
    >>> parse_formula("40 if served else 35").points((1, 2, 3, 4, 5), 15, served=True)
    40
    """
    if len(text) > MAX_LENGTH:
        raise RulesError(f"a formula has at most {MAX_LENGTH} characters, not {len(text)}.")
    parser = _Parser(_tokens(text))
    node = parser.choice(0)
    if parser.ahead:
        raise parser.error(f"{parser.ahead!r} follows where the formula should end")
    return Formula(_spelled(parser.tokens), node, "served" in parser.tokens)


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if not match:
            wrong = text[at:].strip()[0]
            raise RulesError(f"{wrong!r} is unknown; a formula is made of {ALLOWED}.")
        found.append(match[0].strip())
        at = match.end()
    return found


def _spelled(tokens: list[str]) -> str:
    text = ""
    for before, token in zip(["", *tokens], tokens, strict=False):
        called = token in ("(", "[") and before in (*FUNCTIONS, "counts")
        close = not text or token in (")", "]", ",") or before in ("(", "[") or called
        text += token if close else f" {token}"
    return text


class _Parser:
    """Recursive descent, one method for each level of the grammar; each returns a function of what was thrown."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    @property
    def ahead(self) -> str:
        """The next token, empty at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def error(self, why: str) -> RulesError:
        """What is wrong with the formula."""
        return RulesError(f"{why}; a formula is made of {ALLOWED}.")

    def take(self, *wanted: str) -> str:
        """The next token if it is one of those wanted, else nothing."""
        token = self.ahead
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def need(self, wanted: str) -> None:
        """The next token must be this one."""
        if not self.take(wanted):
            raise self.error(f"{wanted!r} is missing {f'before {self.ahead!r}' if self.ahead else 'at the end'}")

    def choice(self, depth: int) -> Node:
        """A if B else C."""
        first = self.either(depth)
        if not self.take("if"):
            return first
        condition = self.either(depth)
        self.need("else")
        other = self.choice(depth + 1)
        return lambda thrown: first(thrown) if condition(thrown) else other(thrown)

    def either(self, depth: int) -> Node:
        """A or B."""
        parts = [self.both(depth)]
        while self.take("or"):
            parts.append(self.both(depth))
        return parts[0] if len(parts) == 1 else lambda thrown: int(any(part(thrown) for part in parts))

    def both(self, depth: int) -> Node:
        """A and B."""
        parts = [self.negation(depth)]
        while self.take("and"):
            parts.append(self.negation(depth))
        return parts[0] if len(parts) == 1 else lambda thrown: int(all(part(thrown) for part in parts))

    def negation(self, depth: int) -> Node:
        """Not A."""
        if self.take("not"):
            inner = self.negation(depth + 1)
            return lambda thrown: int(not inner(thrown))
        return self.comparison(depth)

    def comparison(self, depth: int) -> Node:
        """A < B, or A < B < C."""
        first, pairs = self.total(depth), []
        while sign := self.take(*COMPARISONS):
            pairs.append((COMPARISONS[sign], self.total(depth)))
        if not pairs:
            return first

        def compare(thrown: Thrown) -> int:
            left = first(thrown)
            for holds, node in pairs:
                right = node(thrown)
                if not holds(left, right):
                    return 0
                left = right
            return 1

        return compare

    def total(self, depth: int) -> Node:
        """A + B - C."""
        parts = [(1, self.product(depth))]
        while sign := self.take("+", "-"):
            parts.append((1 if sign == "+" else -1, self.product(depth)))
        return parts[0][1] if len(parts) == 1 else lambda thrown: sum(sign * node(thrown) for sign, node in parts)

    def product(self, depth: int) -> Node:
        """A * B // 2 % 3."""
        node = self.signed(depth)
        while sign := self.take("*", "//", "%"):
            node = self._times(node, self.signed(depth)) if sign == "*" else self._divided(node, sign)
        return node

    def signed(self, depth: int) -> Node:
        """-A; the depth is checked here, where every path through the grammar comes along."""
        if depth > MAX_DEPTH:
            raise self.error(f"it is nested more than {MAX_DEPTH} deep")
        if self.take("-"):
            inner = self.signed(depth + 1)
            return lambda thrown: -inner(thrown)
        return self.atom(depth)

    def atom(self, depth: int) -> Node:
        """A number, a name, a function or brackets."""
        token = self.ahead
        if token.isdecimal():
            number = self._number()
            return lambda thrown: number
        self.at += 1
        if token == "(":
            inner = self.choice(depth + 1)
            self.need(")")
            return inner
        if token == "counts":
            self.need("[")
            face = self.choice(depth + 1)
            self.need("]")
            return lambda thrown: thrown.roll.count(face(thrown))
        if token in FUNCTIONS and self.ahead == "(":
            return self._call(token, depth)
        if token in NAMES:
            return NAMES[token]
        self.at -= 1
        raise self.error(f"{token[:20]!r} is unknown or stands in the wrong place" if token else "it breaks off")

    def _call(self, name: str, depth: int) -> Node:
        self.need("(")
        parts = [self.choice(depth + 1)]
        while self.take(","):
            parts.append(self.choice(depth + 1))
        self.need(")")
        if len(parts) != FUNCTIONS[name]:
            raise self.error(f"{name}(...) takes {FUNCTIONS[name]}, not {len(parts)}")
        if name == "count":
            return lambda thrown: thrown.roll.count(parts[0](thrown))
        if name == "abs":
            return lambda thrown: abs(parts[0](thrown))
        choose = min if name == "min" else max
        return lambda thrown: choose(part(thrown) for part in parts)

    def _number(self) -> int:
        token = self.ahead
        if not token.isdecimal() or len(token) > len(str(MAX_NUMBER)) or int(token) > MAX_NUMBER:
            raise self.error(f"a number is needed here, at most {MAX_NUMBER}, not {token[:20]!r}")
        self.at += 1
        return int(token)

    def _divided(self, node: Node, sign: str) -> Node:
        number = self._number()
        if not number:
            raise self.error(f"{sign} 0 is no number")
        return (lambda thrown: node(thrown) // number) if sign == "//" else (lambda thrown: node(thrown) % number)

    @staticmethod
    def _times(one: Node, other: Node) -> Node:
        return lambda thrown: one(thrown) * other(thrown)
