"""A name that is somebody's: refused to another browser, and moved to a third by a link."""

from playwright.sync_api import expect

from tests.browser.people import NewContext, Watch, begin_with_friends, serious, storage
from tests.browser.servers import Server


def test_a_claimed_name_is_refused_to_another_browser_and_moved_to_a_third_by_the_link(
    server: Server, new_context: NewContext, watch: Watch
) -> None:
    watch.tolerate("400|404|409")
    ida, stranger, phone = (
        new_context(storage=storage(server, device=letter * 32), **size).new_page()
        for letter, size in (("i", {}), ("s", {}), ("p", {"viewport": {"width": 390, "height": 844}}))
    )
    begin_with_friends(server, ida, "Idalia")
    ida.wait_for_url("**/table/*")
    begin_with_friends(server, stranger, "\u0406dalia")  # the first letter is Ukrainian
    expect(stranger.locator("#problem")).to_contain_text("belongs to another device; choose another")
    stranger.goto(ida.url)
    stranger.get_by_label("Your name").fill("IDALIA")
    stranger.get_by_role("button", name="Take the seat").click()
    expect(stranger.get_by_text("is taken at this table").first).to_be_visible()
    stranger.goto(f"{server.address}/player/Idalia")
    expect(stranger.locator("#problem")).to_be_visible()
    expect(stranger.locator("#own-name")).to_be_empty()
    ida.goto(f"{server.address}/player/Idalia")
    expect(ida.locator("#own-name")).to_contain_text("This name is yours on this device")
    ida.get_by_role("button", name="Use this name on another device").click()
    dialog = ida.locator("#move")
    expect(dialog.locator(".qr img")).to_be_visible()
    assert serious(ida) == []
    link = dialog.get_by_label("Link", exact=True).input_value()
    phone.goto(link)
    assert "move" not in phone.url
    phone.get_by_role("button", name="Use this name here").click()
    expect(phone.locator("#own-name")).to_contain_text("This device can use the name Idalia from now on.")
    assert serious(phone) == []
    begin_with_friends(server, phone, "Idalia")
    phone.wait_for_url("**/table/*")
    stranger.goto(link)
    stranger.get_by_role("button", name="Use this name here").click()
    expect(stranger.locator("#problem")).to_contain_text("This link was used already, or is older than 10 minutes")
