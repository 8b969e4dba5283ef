"""Keys: each is heard, and the focus is always somewhere."""

from playwright.sync_api import expect

from fivedice.table.events import Seat
from tests.browser.people import NewContext, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN = Seat("Ann")


def test_the_key_after_the_one_that_closes_a_dialog_is_heard(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ann.may_roll()
    ann.press("?")
    expect(ann.page.locator("#help")).to_be_visible()
    ann.press("Escape", "Space")
    ann.sees_roll(1)


def test_the_focus_goes_on_where_a_button_is_gone(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    for best in (max, min):
        ann.may_roll()
        ann.press("Space")
        ann.sees_roll(1)
        previews = ann.previews()
        category = best(previews, key=lambda one: previews[one])
        ann.box(category).focus()
        ann.press("Enter", *["Enter"] * (previews[category] == 0))  # a zero is asked about
        ann.sees_filled(category)
        expect(ann.roll_button).to_be_focused()
    coach = ann.page.get_by_role("button", name="Coach", exact=True)
    coach.click()
    ann.page.get_by_role("button", name="Close the coach").focus()
    ann.press("Enter")
    expect(coach).to_be_focused()
    name = ann.page.get_by_role("button", name="change this name")
    name.focus()
    ann.press("Enter")
    ann.page.locator("#rename-name").fill("Anna")
    ann.press("Enter")
    expect(name).to_have_text("Anna, change this name")
    expect(name).to_be_focused()


def test_a_die_that_was_tapped_leaves_enter_to_the_button(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Ann", physical=True))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ann.is_asked_for_real_dice()
    ann.press(*"12345")
    ann.page.locator(".picker").nth(2).click()
    ann.press("Enter")
    ann.sees_roll(1)
    assert ann.dice() == [1, 2, 4, 4, 5]
    undo = ann.page.get_by_role("button", name="Take back")
    undo.focus()
    ann.press("Enter")
    ann.is_asked_for_real_dice()
    expect(ann.roll_button).to_be_focused()
    six = ann.page.get_by_role("button", name="Enter 6")
    six.focus()
    ann.press(*["Enter"] * 5)
    expect(six).to_be_focused()
    ann.roll_button.click()
    ann.sees_roll(1)
    assert ann.dice() == [6] * 5


def test_a_spectator_is_told_no_more_than_there_is(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, Seat("Ben", physical=True))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    stranger = sit_down(server, new_context(storage=storage(server)), table)
    ann.page.get_by_role("button", name="change this name").first.click()
    ann.page.locator("#rename-name").fill("Anna")
    ann.press("Enter")
    expect(stranger.page.locator(".seat-name").first).to_have_text("Anna")
    expect(stranger.die(0)).to_have_attribute("aria-label", "Die 1, not rolled")
    stranger.page.get_by_role("button", name="Speed:").click()
    stranger.press("?")
    expect(stranger.page.locator("#fairness")).to_contain_text("All dice that are not typed come from a seed")
    assert stranger.page.locator(".toast").count() == 0
