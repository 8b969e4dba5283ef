"""People at one table: a host, guests by link, spectators."""

import re

from playwright.sync_api import expect

from fivedice.table.events import Seat
from tests.browser.people import NewContext, Person, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN = Seat("Ann")


def test_a_host_sends_the_link_a_guest_takes_the_seat_and_a_spectator_watches(
    server: Server, new_context: NewContext
) -> None:
    context = new_context(storage=storage(server, name="Ann"))
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    page = context.new_page()
    page.goto(f"{server.address}/?variant={SHORT.name}")
    page.get_by_role("button", name="Play with friends").click()
    page.locator("#way-start").click()
    page.wait_for_url("**/table/*")
    host = Person(server, page)
    room = page.locator("#room")
    expect(room).to_contain_text("One seat is open.")
    expect(room.locator(".qr img")).to_be_visible()
    assert room.locator(".qr img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    room.get_by_role("button", name="Copy the link").click()
    expect(room).to_contain_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    guest_page = new_context(storage=storage(server)).new_page()
    guest_page.goto(link)
    guest_page.get_by_label("Your name").fill("Ben")
    guest_page.get_by_role("button", name="Take the seat").click()
    guest = Person(server, guest_page, 1)
    expect(room).to_be_hidden()
    expect(page.get_by_text("All players are here.")).to_be_visible()
    spectator = new_context(storage=storage(server)).new_page()
    spectator.goto(link)
    expect(spectator.locator("#banner")).to_contain_text("Ann’s turn")
    expect(page.locator("#presence")).to_contain_text("1 watching")
    host.roll(1)
    host.fill("chance")
    expect(spectator.locator("#banner")).to_contain_text("Ben’s turn")
    expect(spectator.locator("#roll")).to_have_attribute("aria-disabled", "true")
    expect(spectator.locator("button.score")).to_have_count(0)
    guest.roll(1)
    page.goto(server.address)
    expect(page.locator("#own .open-table").first).to_contain_text(re.compile(r"Go on playing · Round 1 of \d+ · "))
    stranger = new_context(storage=storage(server)).new_page()
    stranger.goto(server.address)
    expect(stranger.locator("#tables li").first).to_be_visible()
    expect(stranger.locator(f"a[href='/table/{host.game_id}']")).to_have_count(0)


def test_the_waiting_room_can_be_left_and_opened_again(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, Seat("Player 2"), free=(1,))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    room = ann.page.locator("#room")
    expect(room).to_be_visible()
    room.get_by_role("button", name="Play while you wait").click()
    expect(room).to_be_hidden()
    ann.roll(1)
    ann.fill("chance")
    expect(ann.roll_button).to_contain_text("Waiting for a player")
    expect(room).to_be_hidden()
    ann.page.get_by_role("button", name="Invite", exact=True).click()
    expect(room.locator("#arrived")).to_contain_text("Annis here")
