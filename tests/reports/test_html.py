import re
from html import escape
from html.parser import HTMLParser

import numpy as np
import pytest

from fivedice import charts
from fivedice.reports import Cell, Claim, Link, Plot, Report, Section, Table, claim_table
from fivedice.reports.claim import LEGEND
from fivedice.reports.html import fragment, page
from fivedice.reports.table import text_of

EVIL = "<img src=x onerror=alert(1)>&\"'</script>"


def evil_report() -> Report:
    chart = charts.bars([(EVIL, 1.0)], title=EVIL, unit=EVIL)
    parts: list[Table | Plot] = [
        Table("table", EVIL, [EVIL, "Mean"], [[EVIL, 1.5]], EVIL),
        Plot("plot", EVIL, chart, EVIL),
        claim_table(
            "verdicts",
            EVIL,
            [Claim.within(0, EVIL, 1, 1), Claim.within(0, "b", 1.5, 2.5, why=EVIL), Claim.within(0, "c", 1, None)],
        ),
    ]
    return Report(EVIL, [EVIL, "code: `a < b`"], [Section(EVIL, [EVIL], parts), Section("Second", [], [])])


@pytest.fixture(scope="module")
def html() -> str:
    return page(evil_report())


def outside_of_scripts(html: str) -> str:
    return re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)


class Elements(HTMLParser):
    """Every element with its attributes, and whether each one is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_element_is_closed_in_order(html: str) -> None:
    elements = Elements(html)
    assert elements.open == []
    assert len(elements.found) > 50


def test_what_people_type_stays_text(html: str) -> None:
    elements = Elements(html)
    assert "img" not in {tag for tag, _ in elements.found}
    assert [tag for tag, _ in elements.found].count("script") == 3
    assert "&lt;img src=x" in html
    assert "<code>a &lt; b</code>" in html


def test_the_page_loads_nothing(html: str) -> None:
    for tag, attributes in Elements(html).found:
        assert tag not in ("link", "iframe", "object", "embed", "base")
        assert "src" not in attributes
        target = attributes.get("href") or ""
        assert re.fullmatch(r"(#section-\d+|[a-z0-9_-]+\.(csv|png|svg|json))?", target)
    own = html.replace(charts.script(), "")
    assert "http://" not in own
    assert "https://" not in own
    assert "default-src 'none'" in own
    assert not re.search(r"@import|url\(", own)


def test_sections_are_reached_from_the_contents(html: str) -> None:
    elements = Elements(html).found
    identities = {attributes["id"] for _, attributes in elements if "id" in attributes}
    targets = {
        str(attributes["href"])[1:] for tag, attributes in elements if str(attributes.get("href")).startswith("#")
    }
    assert targets == {"section-1", "section-2"}
    assert targets <= identities


def test_verdicts_have_a_sign_besides_their_colour(html: str) -> None:
    for kind, sign, verdict in (
        ("met", "✓", "met"),
        ("differs", "≠", "differs"),
        ("not-described", "–", "not described"),
    ):
        assert f'<td class="verdict {kind}"><i aria-hidden="true">{sign}</i> {verdict}</td>' in html
        assert f'<li class="{kind}"><b>1</b>' in html


def test_the_legend_says_what_each_verdict_means(html: str) -> None:
    for verdict, meaning in LEGEND.items():
        assert re.search(rf"</i> {verdict}</dt><dd>{re.escape(escape(meaning))}</dd>", html)


def test_a_long_table_is_folded_with_its_count_and_claims_are_not() -> None:
    long = Table("long", "", ["n"], [[n] for n in range(31)])
    short = Table("short", "", ["n"], [[n] for n in range(30)])
    claims = claim_table("claims", "", [Claim.within(0, "x", 1, 1)] * 31)
    text = page(Report("", [], [Section("", [], [long, short, claims])]))
    assert text.count("<details>\n<summary>31 rows</summary>") == 1
    assert text.count("<details open>\n<summary>31 rows</summary>") == 1
    assert text.count("<details") == 2


def test_a_link_leads_to_its_page() -> None:
    text = page(Report("", [], [Section("", [], [Table("t", "", ["n"], [[Link("a", "A & B", "a/index.html")]])])]))
    assert '<a href="a/index.html">A &amp; B</a>' in text


def test_numbers_are_right_aligned_with_their_heading(html: str) -> None:
    assert '<th scope="col" class="number">Mean</th>' in html
    assert '<td class="number">1.5</td>' in html


def test_a_chart_has_its_place_and_its_files(html: str) -> None:
    assert html.count('data-chart="plot"') == 1
    assert 'href="plot.png" download' in html
    assert 'href="plot.svg" download' in html
    assert 'href="table.csv" download' in html


def test_a_report_without_charts_needs_no_script() -> None:
    html = page(Report("Plain", ["Text."], [Section("One", ["Text."])]))
    assert "<script" not in html
    assert "Contents" not in html
    assert 'class="verdicts"' not in html


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (1234567, "1,234,567"), (np.int64(1234567), "1,234,567"), (0.1 + 0.2, "0.3"), (-2.5, "−2.5"), (-0.0, "0"),
        (123456.78, "123,457"), (None, "–"), (True, "yes"), (False, "no"), (float("nan"), "nan"),
        (Cell(1.23456, "1.2 ± 0.1"), "1.2 ± 0.1"), ("text", "text"),
    ],
)  # fmt: skip
def test_cells_are_shown_as_people_read_them(cell: object, text: str) -> None:
    assert text_of(cell) == text


def test_a_notebook_names_several_tables_and_leaves_details_out() -> None:
    means = Table("means", "Means", ["Name", "Mean", "Low"], [["a", 2, 1]], details=("Low",))
    shown = fragment([means, Table("wins", "Wins", ["Name"], [["a"]])])
    assert "<b>Means</b>" in shown
    assert "Low" not in shown
    assert "<b>Means</b>" not in fragment([means])
