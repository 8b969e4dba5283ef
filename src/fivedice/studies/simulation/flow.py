"""Flowcharts of the strategies of study 002, read from their own source.

The study draws two (Items 1 and 2 of its appendix) and lists its scoring (Item 3). Here the functions that play are
parsed: every `if` becomes a question, every `return` an outcome with the dice held and the player's reason, in the
order of the code and with its constants. Only the nouns are written here (`NOUNS`, `BOXES`), and the words for ways to
hold dice are the docstrings of `strategies.vocabulary`. So the charts always match the code that plays.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fivedice.strategies import study_002

BOXES = {
    "large": "Large Straight", "small": "Small Straight", "full_house": "Full House", "four": "Four of a Kind",
    "three": "Three of a Kind", "chance": "Chance", "yahtzee": "Yahtzee",
}  # fmt: skip
NOUNS = {
    "most": "{} equal dice", "distinct": "{} different faces", "length": "a run of {}", "total(view)": "a sum of {}",
    "view.turn": "turn number {}", "view.rerolls": "{} rerolls left", "greatest_count(view)": "{} equal dice",
    "view.counts[face]": "{} of the face", "count_distinct(view)": "{} different faces",
}  # fmt: skip
"""What is counted, around its number."""
PHRASES = {
    "view.bonus": "the Yahtzee box holds its points", "is_restricted(view)": "the joker rule applies",
    "hold_by_dice(view)": "the steps of Dice Driven hold dice", "face": "a face on the table has an open upper box",
    "five": "5 equal dice", "small": "Small Straight open", "large": "Large Straight open",
    "contains(view, faces)": "all faces of {} are on the table",
}  # fmt: skip
"""Conditions that are no comparison."""
FACES = {"face": "the face", "pair": "the most frequent face", "higher": "the higher pair", "lower": "the lower pair"}
SIZES = {"view.dice_count": 5, "view.faces": 6, "faces": 6}
"""Names with a fixed value in this study."""
AMOUNTS = {ast.Eq: "{}", ast.GtE: "{} or more", ast.Gt: "more than {}"}
INLINE = ("focus_on_yahtzee", "focus_on_upper")
"""Functions that a strategy consists of; all others are named by the first line of their docstring."""


@dataclass
class Node:
    """A question with the nodes after a yes, or an outcome; the nodes after a no follow in its list."""

    text: str
    yes: "list[Node] | None" = None
    number: int = 0

    def __post_init__(self) -> None:
        self.text = self.text[0].upper() + self.text[1:]


class Step(NamedTuple):
    """A question of a flowchart, see `charts.flow`: `yes` and `no` are outcomes, or the number of the next step."""

    depth: int
    question: str
    yes: str | int
    no: str | int


def steps_of(function: Any, **known: bool) -> list[Step]:
    """The steps of a function of `strategies.study_002`, with some of its arguments known."""
    nodes = _Reader(known).block(_body(function))
    if nodes[0].yes is None:
        nodes = [Node("Always", nodes[:1]), nodes[0]]
    _number(nodes, 0)
    return _flat(nodes, 0, "pass on")


class _Reader:
    """Reads statements; `known` are names with a value, `held` and `why` are collected on the way to a return."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = dict(known)

    def block(self, statements: Sequence[ast.stmt]) -> list[Node]:
        """Nodes of statements up to the first that always returns."""
        found: list[Node] = []
        self.why = self.held = ""
        for one in statements:
            found += self._statement(one)
            if found and found[-1].yes is None:
                break
        return found

    def _statement(self, one: ast.stmt) -> list[Node]:
        match one:
            case ast.Assign(targets=[ast.Attribute(attr="why")], value=ast.Name(id=name)):
                self.why = study_002.REASONS[getattr(study_002, name)]
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
                self.held = _first_words(getattr(study_002, name))
            case ast.If():
                return self._if(one)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[ast.Constant(value=int(count))])):
                return [node for turn in range(count) for node in _Reader({**self.known, name: turn}).block(one.body)]
            case ast.For():
                return self._for(one)
            case ast.Return(value=ast.IfExp() as choice):
                return [Node(self.words(choice.test), [self._outcome(choice.body)]), self._outcome(choice.orelse)]
            case ast.Return(value=ast.Call(func=ast.Name(id=name)) as call) if name in INLINE:
                function = getattr(study_002, name)
                names = list(inspect.signature(function).parameters)[1:]
                values = [ast.literal_eval(argument) for argument in call.args[1:]]
                return _Reader(dict(zip(names, values, strict=True))).block(_body(function))
            case ast.Return(value=ast.expr() as value):
                return [self._outcome(value)]
        return []

    def _if(self, one: ast.If) -> list[Node]:
        test = self.simple(one.test)
        if isinstance(test, bool):
            return _Reader(self.known).block(one.body if test else one.orelse)
        return [Node(self.words(test), _Reader(self.known).block(one.body)), *_Reader(self.known).block(one.orelse)]

    def _for(self, one: ast.For) -> list[Node]:
        """A loop whose body is one question: it is asked for each, in the order of the loop."""
        (inner,) = one.body
        assert isinstance(inner, ast.If)
        match one.iter:
            case ast.Call(args=[start, _, ast.UnaryOp()]):
                each = f"faces {SIZES[ast.unparse(start)]} to 1"
            case ast.Call():
                each = f"faces 1 to {SIZES['faces']}"
            case ast.Tuple(elts=[ast.Tuple(), *_] as groups):
                each = " or ".join("".join(ast.unparse(face) for face in group.elts) for group in groups)  # type: ignore[attr-defined]
            case _:
                assert isinstance(one.iter, ast.Tuple)
                each = ", ".join(_box(box) for box in one.iter.elts)
                return [Node(f"One of them open: {each}", [Node("The first of these that is open")])]
        words = self.words(inner.test)
        asked = words.format(each) if "{}" in words else f"{words}, for {each}"
        return [Node(asked, _Reader(self.known).block(inner.body))]

    def _outcome(self, value: ast.expr) -> Node:
        match value:
            case ast.Constant(value=False):
                return Node(f"{self.why}: stop and score")
            case ast.Constant() | ast.Name():
                held = f"{self.why}: {self.held[0].lower()}{self.held[1:]}, r" if self.held else "R"
                return Node(f"{held}oll the others")
            case ast.Call(func=ast.Name(id=name)):
                first = name == "score_by_table" and ast.literal_eval(value.args[1])
                return Node(_first_words(getattr(study_002, name)) + (", threes of a face first" if first else ""))
        return Node(_box(value))

    def simple(self, test: ast.expr) -> "ast.expr | bool":
        """A condition simplified by the known names."""
        if isinstance(test, ast.BoolOp):
            parts = [self.simple(part) for part in test.values]
            decisive = isinstance(test.op, ast.Or)
            if decisive in [part for part in parts if isinstance(part, bool)]:
                return decisive
            left = [part for part in parts if not isinstance(part, bool)]
            return (left[0] if len(left) == 1 else ast.BoolOp(test.op, left)) if left else not decisive
        try:
            return bool(eval(ast.unparse(test), {}, self.known))  # our own source, and names that are known only
        except NameError:
            return test

    def words(self, test: ast.expr | bool) -> str:
        """A condition in words."""
        match test:
            case ast.BoolOp(op=op, values=values):
                every = [self.words(value) for value in values]
                if isinstance(op, ast.And):
                    every = [f"({one})" if " or " in one and " or more" not in one else one for one in every]
                return f" {type(op).__name__.lower()} ".join(every)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.words(operand).removesuffix("open") + "filled"
            case ast.Call(func=ast.Name(id="is_open"), args=[_, box]):
                return f"{_box(box)} open"
            case ast.Compare(left=left, ops=[how], comparators=[right]):
                amount = AMOUNTS[type(how)].format(_number_of(right))
                return NOUNS[ast.unparse(left)].format(amount).replace("0 rerolls", "no reroll").replace(
                    "more than no reroll", "a reroll"
                )  # fmt: skip
        assert isinstance(test, ast.expr)
        return PHRASES[ast.unparse(test)]


def _body(function: Any) -> list[ast.stmt]:
    """The statements of a function: of a compiled one, or of a strategy."""
    plain = getattr(function, "choose", function)
    plain = getattr(plain, "py_func", plain)
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(plain))).body
    assert isinstance(definition, ast.FunctionDef)
    return definition.body


def _first_words(function: Any) -> str:
    """The first line of a docstring."""
    text = inspect.getdoc(getattr(function, "py_func", function)) or ""
    return text.splitlines()[0].rstrip(".")


def _box(box: ast.expr) -> str:
    match box:
        case ast.Attribute(attr=name):
            return BOXES[name]
        case ast.Subscript(slice=ast.Name(id=name)):
            return f"upper box of {FACES[name]}"
    raise AssertionError(ast.unparse(box))


def _number_of(value: ast.expr) -> int:
    text = ast.unparse(value)
    return SIZES[text] if text in SIZES else int(eval(text, vars(study_002)))


def _number(nodes: Sequence[Node], last: int) -> int:
    """Number the questions in the order in which they are asked."""
    for node in nodes:
        if node.yes is not None:
            node.number = last = last + 1
            last = _number(node.yes, last)
    return last


def _flat(nodes: Sequence[Node], depth: int, after: str | int) -> "list[Step]":
    """Every question with where its answers lead; `after` is what follows the last of the nodes."""
    found = []
    for at, node in enumerate(nodes):
        if node.yes is None:
            continue
        rest = _entry(nodes[at + 1 :], after)
        found.append(Step(depth, node.text, _entry(node.yes, rest), rest))
        found += _flat(node.yes, depth + 1, rest)
    return found


def _entry(nodes: Sequence[Node], after: str | int) -> str | int:
    """Where a list of nodes begins."""
    if not nodes:
        return after
    return nodes[0].text if nodes[0].yes is None else nodes[0].number
