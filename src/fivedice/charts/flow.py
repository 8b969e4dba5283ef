"""Flowcharts: questions one below the other, a yes to the right or into the steps below it, a no further down."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt

from fivedice.charts.parts import LETTER, WIDTH, AnyChart, headed, rows_of, some

Answer = str | int
"""Where an answer leads: an outcome in words, or the number of a step."""
FlowStep = tuple[int, str, Answer, Answer]
"""How deep a step lies in others, its question, and where yes and no lead; steps are numbered from 1."""

INDENT, ASKED, OUTCOME, LINE, PADDING, GAP = 22, 330, 470, 16, 8, 18
"""Pixels: a level of depth, the width of a question, where outcomes begin, a line, around a text, between boxes."""
MIDDLE = PADDING + LINE / 2
"""From the top of a box to the middle of its first line."""


def flow(steps: Sequence[FlowStep], *, title: str, subtitle: str = "") -> AnyChart:
    """Steps as boxes: questions grey, outcomes outlined."""
    some(steps, "steps")
    boxes, rules, words = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
    tops, open_ends, bottom = dict[int, float](), list[tuple[int, str, float]](), 0.0
    below = list[tuple[int, int, float]]()

    def box(kind: str, text: str, left: float, right: float, top: float) -> float:
        lines = textwrap.wrap(text, int((right - left - 2 * PADDING) / LETTER))
        low = top + LINE * len(lines) + 2 * PADDING
        boxes.append({"kind": kind, "x": left, "x2": right, "y": top, "y2": low})
        words.append({"kind": "box", "x": left + PADDING, "y": top + MIDDLE, "text": "\n".join(lines)})
        return low

    def rule(x: float, y: float, x2: float, y2: float) -> None:
        rules.append({"x": x, "y": y, "x2": x2, "y2": y2})

    def say(text: str, x: float, y: float) -> None:
        words.append({"kind": "answer", "x": x, "y": y, "text": text})

    for number, (depth, question, yes, no) in enumerate(steps, 1):
        left, top = depth * INDENT, bottom
        right = left + ASKED
        tops[number] = top
        asked = low = box("question", f"{number}. {question}", left, right, top)
        if isinstance(yes, str):
            rule(right, top + MIDDLE, OUTCOME, top + MIDDLE)
            say("yes", right + 8, top + MIDDLE - 9)
            low = max(low, box("outcome", yes, OUTCOME, WIDTH, top))
        else:
            say(f"yes: {yes}", right + 8, top + MIDDLE)
        bottom = low + GAP
        if isinstance(no, int):
            below.append((number, no, asked))
        else:
            open_ends.append((depth, no, asked))
        following, drawn, at = (steps[number][0] if number < len(steps) else 0), "", 0.0
        while open_ends and following <= open_ends[-1][0]:  # a no that ends the steps begun at this depth
            inner, outcome, since = open_ends.pop()
            if outcome != drawn:
                drawn, at = outcome, bottom + MIDDLE
                bottom = box("outcome", outcome, OUTCOME, WIDTH, bottom) + GAP
            x = inner * INDENT + 10
            rule(x, since, x, at)
            rule(x, at, OUTCOME, at)
            say("no", x + 6, since + GAP / 2)
    for number, no, since in below:
        x = steps[number - 1][0] * INDENT + 10
        same = steps[no - 1][0] == steps[number - 1][0]
        say("no" if same else f"no: {no}", x + 6, since + GAP / 2)
        if same:
            rule(x, since, x, tops[no])
    return _drawn(boxes, rules, words, bottom).properties(title=headed(title, subtitle))


def _drawn(
    boxes: Sequence[dict[str, Any]], rules: Sequence[dict[str, Any]], words: Sequence[dict[str, Any]], height: float
) -> AnyChart:
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, WIDTH], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height], reverse=True, nice=False))

    def of(rows: Sequence[dict[str, Any]], kind: str) -> alt.Chart:
        return alt.Chart(rows_of(row for row in rows if row.get("kind", kind) == kind)).encode(x=x, y=y)

    def layers() -> Iterator[alt.Chart]:
        yield of(rules, "rule").mark_rule().encode(x2="x2:Q", y2="y2:Q")
        yield of(boxes, "question").mark_rect(style="band", cornerRadius=6).encode(x2="x2:Q", y2="y2:Q")
        outlined = of(boxes, "outcome").mark_rect(style="reach", filled=False, cornerRadius=6, strokeWidth=1.4)
        yield outlined.encode(x2="x2:Q", y2="y2:Q")
        for kind, style in (("box", "text"), ("answer", "quiet")):
            text = of(words, kind).mark_text(
                align="left", baseline="middle", lineBreak="\n", lineHeight=LINE, style=style
            )
            yield text.encode(text="text:N")

    return alt.layer(*layers()).properties(width=WIDTH, height=height)
