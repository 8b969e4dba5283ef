"""The pages in every language: drawn on a narrow phone without overflow, and switched in mid-game with nothing lost."""

import pytest
from playwright.sync_api import Page, expect

from fivedice.table.events import Seat
from fivedice.web.languages.catalogue import NAMES, catalogue
from tests.browser.people import NewContext, sit_down, storage
from tests.browser.servers import SHORT, Server

PHONE = {"viewport": {"width": 360, "height": 640}}
IN_SHORT = ("de", "fi")
"""Long words; the other languages are left to `make test-all`."""
TOO_WIDE = """() => {
    const found = document.scrollingElement.scrollWidth > innerWidth ? ["the page"] : [];
    for (const one of document.querySelectorAll("button, a.button, .tool, legend, h1, h2, summary, label")) {
      if (!one.checkVisibility() || one.closest(".skip, .unseen, .die")) continue;
      const hidden = ["hidden", "clip"].includes(getComputedStyle(one).overflowX);
      if (one.scrollWidth > one.clientWidth + 1 && (hidden || one.matches("button, a.button")))
        found.push(`${one.outerHTML.slice(0, 120)} is ${one.scrollWidth} wide in ${one.clientWidth}`);
    }
    return found;
}"""


def draws(page: Page, address: str, language: str, shown: str) -> None:
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(shown).first).to_be_visible()
    assert page.evaluate(TOO_WIDE) == [], f"{address} in {language}"


@pytest.mark.parametrize(
    "language", [one if one in IN_SHORT else pytest.param(one, marks=pytest.mark.slow) for one in NAMES]
)
def test_every_page_fits_on_a_narrow_phone(server: Server, new_context: NewContext, language: str) -> None:
    table = server.lay(SHORT, Seat("Ann"), Seat("Bo"))
    page = new_context(storage=storage(server, table), **PHONE).new_page()
    draws(page, f"{server.address}/?lang={language}", language, "#levels .level")
    page.locator("#more-robots > summary").click()
    page.locator("#more-options > summary").click()
    expect(page.locator(".robot-group legend").first).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    draws(page, f"{server.address}/table/{table.id}", language, "#card .row.box")
    over = server.lay(SHORT, Seat("Ann"), Seat("Bo"), rounds_left=0)
    draws(page, f"{server.address}/report/{over.id}", language, "#report .panel")
    for address in ("rules/yatzy", "learn", "scores"):
        draws(page, f"{server.address}/{address}", language, "h1")


def test_a_language_that_is_chosen_in_mid_game_keeps_the_game(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Ann"), Seat("Bo"))
    context = new_context(storage=storage(server, table))
    ann = sit_down(server, context, table)
    page = ann.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    ann.roll(1)
    ann.die(0).click()
    expect(ann.die(0)).to_have_attribute("aria-pressed", "true")
    held, before = ann.held(), server.load(table.id)
    page.locator("#language").select_option("sv")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("button.score").first).to_be_visible()
    expect(ann.die(0)).to_have_attribute("aria-pressed", "true")
    assert (ann.held(), server.load(table.id)) == (held, before)
    expect(page.locator("#card")).to_contain_text(catalogue("sv").text(SHORT.boxes[0].title, "box"))
    ann.roll_button.click()
    expect(page.locator("#history li")).to_have_count(2)
    page.goto(server.address)
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("#play .play-words")).to_have_text(catalogue("sv").text("Play now"))
