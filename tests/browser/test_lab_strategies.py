"""Strategies in the laboratory: exact figures by mouse, shared by the address."""

import re

import pytest
from playwright.sync_api import Page, expect

import fivedice as fd
from fivedice.web.lab.changes import changed
from tests.browser.people import NewContext
from tests.browser.servers import SHORT, Server


def _means(page: Page) -> list[str]:
    table = page.get_by_role("region", name="Final score")
    expect(table).to_be_visible()
    return table.locator("tbody td:nth-child(2)").all_inner_texts()


def test_exact_figures_of_two_strategies_equal_the_library_and_their_address_shows_the_same(
    new_context: NewContext, server: Server
) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab")
    page.get_by_role("link", name="Compare strategies").click()
    page.locator("#chooser select").select_option("short")
    expect(page.get_by_label("Random", exact=True)).not_to_be_checked()
    page.get_by_label("Random", exact=True).check()
    page.get_by_label("Greedy", exact=True).uncheck()
    page.get_by_role("button", name="Exact figures", exact=True).click()
    expected = [f"{one.mean:.4f}" for one in fd.evaluate(["optimal", "random"], SHORT, progress=False)]
    assert _means(page) == expected
    expect(page.locator("#result .plot svg")).to_have_count(2)
    other = new_context().new_page()
    other.goto(page.url)
    assert _means(other) == expected
    for heads in ("Mean", "Strategy"):
        page.get_by_role("region", name="Final score").get_by_role("button", name=heads, exact=True).click()
    assert _means(page) == expected
    page.get_by_role("region", name="Final score").get_by_role("button", name="Mean", exact=True).click()
    page.get_by_role("region", name="Final score").get_by_role("button", name="Mean", exact=True).click()
    assert _means(page) == expected[::-1]


def test_strategies_are_compared_under_the_rules_of_the_designer(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    page.get_by_role("spinbutton", name="Points of Full house", exact=True).fill("40")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("full_house"))
    page.get_by_role("link", name="Compare strategies").click()
    expect(page.get_by_role("combobox", name="Game").locator("option:checked")).to_have_text("My short")
    page.get_by_role("button", name="Exact figures", exact=True).click()
    rules = changed(SHORT, SHORT, {"set": {"full_house": 40}})
    assert _means(page) == [f"{one.mean:.4f}" for one in fd.evaluate(["greedy", "optimal"], rules, progress=False)]


@pytest.mark.slow
def test_a_game_on_equal_dice_is_started_by_keys_alone(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/strategies?rules=short")
    page.get_by_role("button", name="A game on equal dice").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".parting")).to_be_visible()
    expect(page.locator(".game-steps section")).to_have_count(2)
    first = page.locator(".game-steps h3").inner_text()
    other = page.get_by_role("button", name="Next turn", disabled=False).or_(
        page.get_by_role("button", name="Turn before", disabled=False)
    )
    other.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".game-steps h3")).not_to_have_text(first)
    for _ in range(13):
        page.keyboard.press("Enter")  # at the last turn, or the first, the button stays where it is
    expect(page.locator(".game-steps button:focus")).to_be_visible()
    page.get_by_role("link", name="Analyse from here").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#decisions tbody tr").first).to_be_visible()
