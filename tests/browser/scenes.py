"""Scenes worth a look: what to do on a page until it shows them."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from fivedice.table.events import Seat
from fivedice.web.first_game import FIRST_GAME
from tests.browser.gallery import Gallery
from tests.browser.people import Person, begin_with_friends, remember, storage
from tests.browser.servers import SHORT

BESIDE = 'matchMedia("(min-width: 821px) and (min-height: 481px)").matches'
"""Whether the screen shows the coach beside the dice."""


def _lobby(page: Page, gallery: Gallery) -> None:
    page.goto(gallery.server.address)
    expect(page.locator("#levels input").first).to_be_visible()
    expect(page.locator(".open-table").first).to_be_visible()
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)


def show_table(page: Page, gallery: Gallery) -> Person:
    page.goto(f"{gallery.server.address}/table/{gallery.table.id}")
    ann = Person(gallery.server, page)
    ann.sees_roll(2)
    faces = ann.dice()
    alike = max(faces, key=faces.count)
    for position, held in enumerate(ann.held()):
        if held is not (faces[position] == alike):
            ann.die(position).click()
    return ann


def _coach(page: Page, gallery: Gallery) -> None:
    show_table(page, gallery)
    page.get_by_role("button", name="Coach", exact=True).click()
    expect(page.locator("#coach .advice").first).to_be_attached()
    expect(page.locator("#coach .chances")).to_be_attached()
    if page.evaluate(BESIDE):
        expect(page.locator("#coach .chances")).to_be_in_viewport(ratio=1)


def _zero(page: Page, gallery: Gallery) -> None:
    ann = show_table(page, gallery)
    previews = ann.previews()
    ann.box(min(previews, key=lambda category: previews[category])).click()
    expect(ann.question).to_be_visible()


def _keys(page: Page, gallery: Gallery) -> None:
    show_table(page, gallery)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()


def _real(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.real.id}")
    expect(page.locator("#typing")).to_be_visible()
    page.keyboard.press("6")
    page.keyboard.press("3")


def show_invitation(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.open.id}")
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()


def _eight(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.eight.id}")
    expect(page.locator("#roll")).to_have_attribute("aria-disabled", "false")


def _over(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.over}")
    expect(page.locator("#finish .podium")).to_be_visible()
    expect(page.locator("#finish .button").last).to_be_in_viewport(ratio=1)


def _report(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/report/{gallery.over}")
    expect(page.locator("#verify")).to_be_visible()
    page.locator("#verify").click()
    expect(page.locator(".verify-result .good")).to_be_visible()


def _scores(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/scores")
    expect(page.locator("#scores tbody tr").first).to_be_visible()


def _player(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/player/Ann")
    expect(page.locator(".figures")).to_be_visible()


def _options(page: Page, gallery: Gallery) -> None:
    _lobby(page, gallery)
    page.get_by_text("More robots").click()
    expect(page.locator(".robot-group").first).to_be_visible()
    page.get_by_role("button", name="Pass and play").click()
    page.get_by_text("More options").click()
    expect(page.locator(".robot-words").first).to_be_visible()


def _rules(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/rules/yahtzee")
    expect(page.locator("[data-box=chance]")).to_be_visible()


def _guide(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/learn")
    page.get_by_role("button", name="Begin the first game").click()
    page.wait_for_url("**/table/*")
    Person(gallery.server, page).roll(1)
    expect(page.locator("#guide")).to_contain_text("Tap the dice")


def _joker(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.joker.id}")
    expect(page.locator("#notes")).to_contain_text("A joker")
    expect(page.locator("button.score").first).to_be_visible()


def _box(page: Page, gallery: Gallery) -> None:
    show_table(page, gallery)
    page.get_by_role("button", name="Full house: what it pays").click()
    expect(page.locator("#box")).to_contain_text("It pays 25 points.")


def _laboratory(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab")
    expect(page.locator("#ways svg").first).to_be_visible()


def _analyse(page: Page, gallery: Gallery) -> None:
    page.goto(
        f"{gallery.server.address}/lab/analyse?rules=yahtzee&position=1%3D2,3%3D9,6%3D18,FH%3D25,SS%3D30,LS%3D0,Y%3D0,C%3D22+34566:1"
    )
    expect(page.locator("#decisions th").nth(3)).to_be_visible()
    expect(page.locator("#outlook .plot svg")).to_have_count(2)


def _strategies(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/strategies")
    expect(page.locator("#list tbody tr").first).to_be_visible()


def _designer(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/rules?base=short")
    expect(page.locator("#mean:not([aria-busy]) strong")).to_be_visible()
    expect(page.locator(".plot svg").first).to_be_visible()


def _studies(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/studies")
    expect(page.locator("#list tbody tr")).to_have_count(5)


def _training(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/training")
    expect(page.get_by_role("button", name="Train")).to_be_visible()
    expect(page.locator("#players h2")).to_be_visible()


def _missing(page: Page, gallery: Gallery) -> None:
    page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))  # the console is silent
    page.goto(f"{gallery.server.address}/nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


def _first_throw(page: Page, gallery: Gallery) -> None:
    _lobby(page, gallery)
    page.locator("#play").click()
    page.wait_for_url("**/table/*")
    Person(gallery.server, page).roll(1)


def _guide_end(page: Page, gallery: Gallery) -> None:
    _guide(page, gallery)
    ann = Person(gallery.server, page)
    for turn in range(FIRST_GAME.turns):
        if turn:
            ann.roll(1)
        previews = ann.previews()
        ann.fill(max(previews, key=lambda one: previews[one]))
    expect(page.locator("#guide")).to_contain_text("All boxes are filled")
    expect(page.locator("#finish .button").last).to_be_in_viewport(ratio=1)


def _host(page: Page, gallery: Gallery) -> None:
    begin_with_friends(gallery.server, page, "Ann")
    expect(page.locator("#room .qr img")).to_be_visible()
    expect(page.locator("#room-close")).to_be_in_viewport(ratio=1)


def _spectator(page: Page, gallery: Gallery) -> None:
    table = gallery.server.lay(SHORT, Seat("Dora"), Seat("Ben"), rounds_left=2)
    page.goto(f"{gallery.server.address}/table/{table.id}")
    expect(page.locator("#banner")).to_contain_text("Dora’s turn")


def _away(page: Page, gallery: Gallery) -> Person:
    table = gallery.server.lay(SHORT, Seat("Ann"), Seat("Ben"), away_after=1, casual=True)
    page.goto(gallery.server.address)
    remember(page, table, seats=(0,))
    page.goto(f"{gallery.server.address}/table/{table.id}")
    ann = Person(gallery.server, page)
    ann.roll(1)
    ann.fill("chance")
    expect(ann.banner).to_contain_text(re.compile(r"away for \d:\d\d"))
    return ann


def _deputy(page: Page, gallery: Gallery) -> None:
    ann = _away(page, gallery)
    page.get_by_role("button", name="A robot plays until Ben returns").click()
    ann.may_roll()
    expect(page.locator(".card-head .cell[data-seat='1']")).to_contain_text("robot")


def _swedish(page: Page, gallery: Gallery) -> None:
    show_table(page, gallery)
    page.locator("#language").select_option("sv")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("button.score").first).to_be_visible()


def _name_taken(page: Page, gallery: Gallery) -> None:
    assert page.context.browser
    owner = page.context.browser.new_context()
    owner.add_init_script(storage(gallery.server, device="o" * 32))
    begin_with_friends(gallery.server, owner.new_page(), "Idalia")
    owner.pages[0].wait_for_url("**/table/*")
    owner.close()
    begin_with_friends(gallery.server, page, "Idalia")
    expect(page.locator("#problem")).to_contain_text("belongs to another device")


def _name_moved(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/player/Ann")
    page.get_by_role("button", name="Use this name on another device").click()
    expect(page.locator("#move .qr img")).to_be_visible()


SCENES: dict[str, Callable[[Page, Gallery], object]] = {
    "lobby": _lobby,
    "options": _options,
    "rules": _rules,
    "guide": _guide,
    "joker": _joker,
    "box": _box,
    "missing": _missing,
    "table": show_table,
    "coach": _coach,
    "zero": _zero,
    "keys": _keys,
    "real-dice": _real,
    "join": show_invitation,
    "eight-seats": _eight,
    "over": _over,
    "report": _report,
    "scores": _scores,
    "player": _player,
    "laboratory": _laboratory,
    "analyse": _analyse,
    "strategies": _strategies,
    "designer": _designer,
    "studies": _studies,
    "training": _training,
}
PEOPLE: dict[str, Callable[[Page, Gallery], object]] = {
    "first-throw": _first_throw,
    "guide-end": _guide_end,
    "host": _host,
    "spectator": _spectator,
    "away": _away,
    "deputy": _deputy,
    "swedish": _swedish,
    "name-taken": _name_taken,
    "name-moved": _name_moved,
}
"""Scenes that tests of what people do pass through, and that are looked at in `make test-all`."""
EXPECTED = {"name-taken": "409"}
"""What the console says in a scene, because it is refused something."""
