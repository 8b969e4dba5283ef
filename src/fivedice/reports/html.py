"""Tables and reports as HTML: a page that needs no network, and a fragment for notebooks."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from fivedice.charts.files import POLICY, scripts, svg
from fivedice.charts.parts import AnyChart
from fivedice.reports.claim import LEGEND, VERDICT, VERDICTS, ClaimTable
from fivedice.reports.report import Plot, Report, Section
from fivedice.reports.table import Link, Table, text_of

SIGNS = {"met": "✓", "differs": "≠", "not described": "–", "not run": "…"}
MEANINGS = {
    "met": "published figures met",
    "differs": "published figures differ",
    "not described": "not described well enough",
    "not run": "not run in this mode",
}
LONGEST = 30
"""Tables with more rows are folded, but for those of claims."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="fivedice">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<header>
<h1>{title}</h1>
{summary}
{verdicts}
</header>
{contents}
{sections}
<footer>Written by fivedice. The figures for machines: <a href="numbers.json" download>numbers.json</a>.</footer>
</main>
{scripts}
</body>
</html>
"""


NOTEBOOK = (
    ".fivedice{font-size:.95em}.fivedice table{border-collapse:collapse;margin:.4em 0}"
    ".fivedice th,.fivedice td{padding:.15em .8em .15em 0;text-align:left;white-space:pre-wrap}"
    ".fivedice th{border-bottom:1px solid currentColor}.fivedice .number{text-align:right;"
    "font-variant-numeric:tabular-nums}.fivedice .bold{font-weight:bold}.fivedice p{margin:.3em 0}"
)
LONGEST_IN_NOTEBOOK = 40
"""Rows of a table that a notebook shows; `to_polars` has all of them."""


def fragment(parts: Sequence[str | Table], chart: AnyChart | None = None) -> str:
    """Sentences, tables and a chart as HTML without scripts, for a notebook."""
    titled = sum(isinstance(part, Table) for part in parts) > 1
    shown = [_plain_table(part, titled) if isinstance(part, Table) else f"<p>{_text(part)}</p>" for part in parts]
    drawn = f"<div>{svg(chart)}</div>" if chart is not None else ""
    return f'<div class="fivedice"><style>{NOTEBOOK}</style>{"".join(shown)}{drawn}</div>'


def _plain_table(table: Table, titled: bool) -> str:
    kinds = {at: _class("number" if table.numeric[at] else "") for at in table.shown}
    head = "".join(f"<th{kind}>{escape(table.columns[at])}</th>" for at, kind in kinds.items())
    rows = "".join(
        f"<tr{_class('bold' if place in table.bold else '')}>"
        + "".join(f"<td{kind}>{_text(row[at])}</td>" for at, kind in kinds.items())
        + "</tr>"
        for place, row in enumerate(table.texts[:LONGEST_IN_NOTEBOOK])
    )
    title = f"<p><b>{_text(table.title)}</b></p>" if titled and table.title else ""
    more = len(table.rows) - LONGEST_IN_NOTEBOOK
    notes = [f"{more} more rows; to_polars() has all of them." if more > 0 else "", table.note]
    note = "".join(f"<p>{_text(one)}</p>" for one in notes if one)
    return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{note}"


def page(report: Report) -> str:
    """The whole page; every text of the report is escaped."""
    return PAGE.format(
        policy=POLICY,
        title=escape(report.title),
        style=(files("fivedice.reports") / "report.css").read_text(encoding="utf-8"),
        summary=_paragraphs(report.summary, "lead"),
        verdicts=_verdicts(report),
        contents=_contents(report.sections),
        sections="\n".join(_section(section, at) for at, section in enumerate(report.sections, 1)),
        scripts=scripts({plot.name: plot.chart for plot in report.plots}) if report.plots else "",
    )


def _verdicts(report: Report) -> str:
    counts = report.verdicts
    if not any(counts.values()):
        return ""
    tiles = "\n".join(
        f'<li class="{_kind(verdict)}"><b>{counts[verdict]:,}</b>'
        f'<span><i aria-hidden="true">{SIGNS[verdict]}</i> {MEANINGS[verdict]}</span></li>'
        for verdict in VERDICTS
    )
    legend = "\n".join(
        f'<dt class="verdict {_kind(verdict)}"><i aria-hidden="true">{SIGNS[verdict]}</i> {verdict}</dt>'
        f"<dd>{escape(LEGEND[verdict])}</dd>"
        for verdict in VERDICTS
    )
    return f'<ul class="verdicts">\n{tiles}\n</ul>\n<dl class="legend">\n{legend}\n</dl>'


def _contents(sections: list[Section]) -> str:
    if len(sections) < 2:
        return ""
    items = "\n".join(
        f'<li><a href="#section-{at}">{escape(section.title)}</a></li>' for at, section in enumerate(sections, 1)
    )
    return f'<nav aria-label="Contents">\n<h2>Contents</h2>\n<ol>\n{items}\n</ol>\n</nav>'


def _section(section: Section, at: int) -> str:
    parts = "\n".join(_table(part) if isinstance(part, Table) else _plot(part) for part in section.parts)
    title, text = escape(section.title), _paragraphs(section.text)
    return f'<section id="section-{at}">\n<h2>{title}</h2>\n{text}\n{parts}\n</section>'


def _table(table: Table) -> str:
    numeric = table.numeric
    head = "".join(
        f'<th scope="col"{_class("number" if number else "")}>{escape(title)}</th>'
        for title, number in zip(table.columns, numeric, strict=True)
    )
    rows = "\n".join("<tr>" + "".join(map(_cell, row, table.columns, numeric)) + "</tr>" for row in table.rows)
    note = f'\n<p class="note">{_text(table.note)}</p>' if table.note else ""
    body = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )
    kind = "table claims" if isinstance(table, ClaimTable) else "table"
    if len(table.rows) > LONGEST:
        shown = " open" if isinstance(table, ClaimTable) else ""
        body = f"<details{shown}>\n<summary>{len(table.rows):,} rows</summary>\n{body}\n</details>"
    return (
        f'<figure class="{kind}" id="table-{table.name}">\n<figcaption>{_text(table.title)}'
        f'<span class="files"><a href="{table.name}.csv" download>CSV</a></span></figcaption>\n{body}{note}\n</figure>'
    )


def _cell(cell: object, title: str, number: bool) -> str:
    if title == VERDICT and cell in SIGNS:
        kind = str(cell)
        return f'<td class="verdict {_kind(kind)}"><i aria-hidden="true">{SIGNS[kind]}</i> {kind}</td>'
    kind = "number" if number else "long" if isinstance(cell, str) and len(cell) > 40 else ""
    text = _text(text_of(cell))
    if isinstance(cell, Link):
        text = f'<a href="{escape(cell.address)}">{text}</a>'
    return f"<td{_class(kind)}>{text}</td>"


def _plot(plot: Plot) -> str:
    links = " ".join(f'<a href="{plot.name}.{kind}" download>{kind.upper()}</a>' for kind in ("png", "svg"))
    caption = f"<p>{_text(plot.caption)}</p>" if plot.caption else ""
    return (
        f'<figure class="plot" id="plot-{plot.name}">\n'
        f'<div class="scroll" data-chart="{plot.name}" role="img" aria-label="{escape(plot.title)}"></div>\n'
        f"<noscript><p>The chart needs JavaScript; {plot.name}.png beside this page shows the same.</p></noscript>\n"
        f'<figcaption><strong>{_text(plot.title)}</strong><span class="files">{links}</span>{caption}</figcaption>\n'
        "</figure>"
    )


def _paragraphs(texts: list[str], kind: str = "") -> str:
    return "\n".join(f"<p{_class(kind)}>{_text(text)}</p>" for text in texts)


def _text(text: str) -> str:
    """Escaped text; what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _kind(verdict: str) -> str:
    return verdict.replace(" ", "-")


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
