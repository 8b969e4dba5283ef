"""Studies in the laboratory: verdicts and a report by mouse, a run that is found again and stopped by keys."""

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import expect

from fivedice import charts
from fivedice.reports import Claim, Plot, Report, Section, Table, claim_table
from fivedice.studies import STUDIES
from fivedice.studies.every import Finished
from fivedice.studies.full_runs import full_runs
from fivedice.web.lab import studies
from fivedice.web.lab.places import report_file
from tests.browser.people import NewContext
from tests.browser.servers import Server
from tests.browser.test_looks import AXE, SERIOUS

CLAIMS = [
    Claim("mean of optimal play", 254.59, 254.5877, "met", "", "page 3", "mean", "254.59"),
    Claim("states", 1_499_463_680, 3_525_312_512, "differs", "counted", "page 4", "states", "1,499,463,680"),
]


@pytest.fixture
def planted(server: Server) -> Iterator[Report]:
    """A short report in the place of that of a full run, with every kind of part."""
    heat = charts.heat_map(["ones", "twos"], ["1", "2", "3"], np.full((2, 3), 0.25), title="When", legend="Share")
    parts: list[Table | Plot] = [
        claim_table("claims", "Claims", CLAIMS),
        Table("long", "Long", ["n"], [[n] for n in range(40)]),
        Plot("heat", "When boxes are filled", heat, "Shares in `all` games."),
    ]
    report = Report("A planted study", ["One of two."], [Section("First", ["A text."], parts)])
    key = studies.key_of("kth", quick=False)
    studies.keep_report(
        key, studies.report_of(Finished("kth", "A planted study", CLAIMS, [], 2.0, report), quick=False)
    )
    yield report
    path = report_file(key)
    assert path is not None
    path.unlink()


def test_verdicts_stand_side_by_side_and_a_report_is_read_by_mouse(
    new_context: NewContext, server: Server, planted: Report
) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab")
    page.get_by_role("link", name="Read studies").click()
    rows = page.locator("#list tbody tr")
    expect(rows).to_have_count(len(STUDIES))
    for name, run in full_runs().items():
        if name != "kth":
            cells = page.locator(f"tr[data-study='{name}'] td.num").all_inner_texts()
            assert [int(text) for text in cells[1:]] == list(run.counts.values())
    expect(rows.first).to_contain_text("Full run on this server")
    expect(rows.nth(1)).to_contain_text("Full run that came with this version")
    page.get_by_role("button", name="Read the full run: Study 000").click()
    report = page.locator("#report")
    expect(report.get_by_role("heading", name="A planted study")).to_be_focused()
    table = report.get_by_role("region", name="Claims").locator("tbody tr")
    assert table.first.locator("td").all_inner_texts() == planted.tables[0].texts[0]
    expect(table.nth(1).locator("td.verdict")).to_have_text("differs")
    expect(report.locator(".plot svg")).to_be_visible()
    expect(report.get_by_text("40 rows")).to_be_visible()
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [one["id"] for one in found["violations"] if one["impact"] in SERIOUS] == []
    with page.expect_download() as saved:
        report.get_by_role("button", name="Save Claims as CSV").click()
    assert saved.value.path().read_text(encoding="utf-8") == planted.tables[0].to_csv()
    with page.expect_download() as picture:
        report.get_by_role("button", name="Save the chart as SVG").click()
    assert picture.value.suggested_filename == "heat.svg"
    other = new_context().new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", name="A planted study")).to_be_visible()


def test_a_run_is_started_found_again_after_a_reload_and_stopped_by_keys(
    new_context: NewContext, server: Server
) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/studies")
    page.get_by_role("button", name="Run quickly: Study 002").focus()
    page.keyboard.press("Enter")
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    jobs = "() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('job.')).map(([, id]) => id)"
    page.wait_for_function(f"({jobs})().length === 1")
    started = page.evaluate(jobs)
    page.reload()
    expect(bar).to_be_visible()
    expect(page.locator("#running")).to_contain_text("Computing")
    assert page.evaluate(jobs) == started
    page.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#running")).to_contain_text("Stopped")
    assert page.url.endswith("/lab/studies")
    page.reload()
    expect(page.locator("#list tbody tr").first).to_be_visible()
    expect(bar).to_have_count(0)


@pytest.mark.slow
def test_a_study_is_run_and_its_report_has_the_verdicts_of_the_library(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/studies")
    page.get_by_role("button", name="Run quickly: Study 001").click()
    expect(page.locator("#report h2").first).to_be_focused(timeout=600_000)
    counts = [int(text) for text in page.locator("tr[data-study='robots'] td.num").all_inner_texts()]
    twin = Finished.run("robots", True, lambda name, share: None)
    assert twin.report is not None
    assert counts == [len(twin.claims), *twin.report.verdicts.values()]
    verdicts = page.locator("#report td.verdict").all_inner_texts()
    assert sorted(verdicts) == sorted(one.verdict for one in twin.claims)
