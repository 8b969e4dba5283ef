"""The page of a study in a wide and in a narrow window: it fits, tables scroll in their own box, plots are whole."""

from typing import Any

import numpy as np
import pytest

from fivedice import charts
from fivedice.reports import Claim, Plot, Report, Section, Table, claim_table
from fivedice.reports.html import page as html_of
from tests.browser.people import NewContext

WIDTHS = (1200, 390)
BOXES = [f"A box with a name {n}" for n in range(13)]
PLOTS = """() => [...document.querySelectorAll("figure.plot")].map((figure) => {
  const box = figure.querySelector(".scroll"), drawn = figure.querySelector("svg").getBoundingClientRect();
  return [drawn.width > 100, drawn.right <= box.getBoundingClientRect().right + 1, box.scrollWidth <= box.clientWidth];
})"""


def report() -> Report:
    why = "a reason that is long enough to be broken into several lines, as most reasons are"
    claims = [Claim(f"claim {n}", 1.5, 2.5, "differs", why, 'slide "Where it stands"') for n in range(40)]
    wide: list[object] = ["a cell that is wide"] * 9
    heat = charts.heat_map(BOXES, [str(n) for n in range(1, 14)], np.full((13, 13), 0.12), title="Heat", legend="Share")
    spread = [(name, 100.0, 200.0, 300.0) for name in BOXES]
    parts: list[Table | Plot] = [
        claim_table("claims", "Claims", claims),
        Table("wide", "Wide", [f"column {n}" for n in range(9)], [wide] * 3),
        Table("long", "Long", ["n"], [[n] for n in range(200)]),
        Plot("heat", "Heat", heat),
        Plot("spread", "Spread", charts.intervals(spread, title="Spread of thirteen players")),
    ]
    return Report("A study", ["A summary."], [Section("Section", [], parts)])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_its_window(width: int, scheme: Any, new_context: NewContext) -> None:
    page = new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
    page.set_content(html_of(report()))
    page.wait_for_selector("#plot-spread svg")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(PLOTS) == [[True, True, True]] * 2
    assert page.locator("#table-long table").is_hidden()
    assert page.locator("#table-claims table").is_visible()
    page.locator("#table-long summary").click()
    assert page.locator("#table-long table").is_visible()
    if width == max(WIDTHS):
        assert page.evaluate("(b => b.scrollWidth <= b.clientWidth)(document.querySelector('#table-claims .scroll'))")
