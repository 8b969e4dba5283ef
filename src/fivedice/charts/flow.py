"""Flowcharts: questions one below the other, a yes below each, a no further down; narrow enough for a phone."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt

from fivedice.charts.parts import LETTER, AnyChart, headed, rows_of, some

Answer = str | int
"""Where an answer leads: an outcome in words, or the number of a step."""
FlowStep = tuple[int, str, Answer, Answer]
"""Depth of nesting, question, and where yes and no lead; steps are numbered from 1."""

WIDE, INDENT, OUTCOME, LINE, PADDING, NEAR, GAP = 430, 14, 58, 16, 7, 5, 20
"""Pixels: chart, level of depth, start of outcomes, line, padding of a text, gaps within a step and between steps."""
MIDDLE = PADDING + LINE / 2
"""From the top of a box to the middle of its first line."""
DOWN, WORD, ALONG, SECOND = 8, 13, 36, 80
"""From the left of a question: the line of a no, an answer, the line to its outcome, a second answer."""

Rows = list[dict[str, Any]]


class _Drawing:
    """Boxes, lines and words, placed one below the other from y = 0."""

    def __init__(self) -> None:
        self.boxes, self.rules, self.words, self.bottom = Rows(), Rows(), Rows(), 0.0

    def box(self, kind: str, text: str, left: float) -> float:
        """A box at the bottom; the middle of its first line."""
        lines = textwrap.wrap(text, int((WIDE - left - 2 * PADDING) / LETTER))
        top, low = self.bottom, self.bottom + LINE * len(lines) + 2 * PADDING
        self.boxes.append({"kind": kind, "x": left, "x2": WIDE, "y": top, "y2": low})
        self.words.append({"kind": "box", "x": left + PADDING, "y": top + MIDDLE, "text": "\n".join(lines)})
        self.bottom = low
        return top + MIDDLE

    def outcome(self, answer: str, text: str, left: float) -> float:
        """An answer with the outcome that it leads to."""
        at = self.box("outcome", text, left + OUTCOME)
        self.say(answer, left + WORD, at)
        self.rule(left + ALONG, at, left + OUTCOME, at)
        return at

    def rule(self, x: float, y: float, x2: float, y2: float) -> None:
        """A line."""
        self.rules.append({"x": x, "y": y, "x2": x2, "y2": y2})

    def say(self, text: str, x: float, y: float) -> None:
        """An answer."""
        self.words.append({"kind": "answer", "x": x, "y": y, "text": text})


def flow(steps: Sequence[FlowStep], *, title: str, subtitle: str = "") -> AnyChart:
    """Steps as boxes: questions grey, outcomes outlined."""
    some(steps, "steps")
    drawing, tops, lows = _Drawing(), dict[int, float](), dict[int, float]()
    ends = list[tuple[int, str]]()  # steps whose no leads out of all steps below them
    for number, (depth, question, yes, no) in enumerate(steps, 1):
        left = depth * INDENT
        tops[number] = drawing.bottom
        drawing.box("question", f"{number}. {question}", left)
        lows[number] = drawing.bottom
        if isinstance(yes, str):
            drawing.bottom += NEAR
            drawing.outcome("yes", yes, left)
        else:
            drawing.say(f"yes: {yes}", left + WORD, drawing.bottom + GAP / 2)
        drawing.bottom += GAP
        if isinstance(no, str) and no != yes:
            ends.append((number, no))
        following, drawn, at, end = (steps[number][0] if number < len(steps) else 0), "", 0.0, 0.0
        while ends and following <= steps[ends[-1][0] - 1][0]:
            since, outcome = ends.pop()
            x = steps[since - 1][0] * INDENT + DOWN
            if outcome != drawn:
                drawn, at, end = outcome, drawing.outcome("no", outcome, x - DOWN), x - DOWN + WORD - 1
                drawing.bottom += GAP
            drawing.rule(x, lows[since], x, at)
            drawing.rule(x, at, end, at)
    for number, (depth, _, _, no) in enumerate(steps, 1):
        x = depth * INDENT
        if isinstance(no, int) and steps[no - 1][0] == depth:
            drawing.rule(x + DOWN, lows[number], x + DOWN, tops[no])
            drawing.say("no", x + WORD, tops[no] - GAP / 2)
        elif isinstance(no, int):
            at = tops[number + 1] - GAP / 2 if number < len(steps) else drawing.bottom
            drawing.say(f"no: {no}", x + SECOND, at)
    return _chart(drawing).properties(title=headed(title, subtitle, width=WIDE))


def _chart(drawing: _Drawing) -> AnyChart:
    """The marks; places are pixels, however wide the plot is."""
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, WIDE], range=[0, WIDE], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, drawing.bottom], range=[0, drawing.bottom], nice=False))

    def of(rows: Rows, kind: str) -> alt.Chart:
        return alt.Chart(rows_of(row for row in rows if row.get("kind", kind) == kind)).encode(x=x, y=y)

    def layers() -> Iterator[alt.Chart]:
        yield of(drawing.rules, "rule").mark_rule().encode(x2="x2:Q", y2="y2:Q")
        yield of(drawing.boxes, "question").mark_rect(style="band", cornerRadius=6).encode(x2="x2:Q", y2="y2:Q")
        outlined = of(drawing.boxes, "outcome").mark_rect(style="reach", filled=False, cornerRadius=6, strokeWidth=1.4)
        yield outlined.encode(x2="x2:Q", y2="y2:Q")
        for kind, style in (("box", "text"), ("answer", "quiet")):
            text = of(drawing.words, kind).mark_text(
                align="left", baseline="middle", lineBreak="\n", lineHeight=LINE, style=style
            )
            yield text.encode(text="text:N")

    return alt.layer(*layers()).properties(width=WIDE, height=drawing.bottom)
