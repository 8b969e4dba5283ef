"""What people type is text, what pages may do is written on every answer, and nobody else is asked for anything."""

from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import expect

from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests.browser.people import NewContext, Watch, sit_down, storage
from tests.browser.servers import SHORT, Server
from tests.tables import SEED

EVIL = "<img src=x onerror=x()>"
PAGES = {
    "/": "#levels input",
    "/table/{id}": "#finish .finish-title",
    "/report/{id}": "#verify",
    "/scores": "#scores table",
    "/player/{name}": ".figures",
}
"""Each page with what is there once it is complete."""


@pytest.fixture(scope="module")
def marked(server: Server) -> Game:
    """A finished game of somebody with a peculiar name."""
    game = Game.begin(SHORT, [Seat(EVIL), Seat("Ben")], seed=SEED)
    while not game.is_over:
        seat = game.mover
        assert seat is not None
        game = game.after(*(game.fill(seat, next(iter(game.scorings))) if game.throws else game.throw(seat)))
    with Store(server.database) as store:
        store.create(game)
    return game


@pytest.mark.parametrize("path", PAGES)
def test_every_page_shows_names_as_text_under_a_strict_policy_and_asks_nobody_but_its_server(
    server: Server, marked: Game, new_context: NewContext, watch: Watch, path: str
) -> None:
    page = new_context(storage=storage(server, variant="short", name=EVIL)).new_page()
    answer = page.goto(server.address + path.format(id=marked.id, name=quote(EVIL)))
    assert answer is not None
    expect(page.locator(PAGES[path]).first).to_be_visible()
    if path == "/":
        page.get_by_text("More options").click()
        expect(page.get_by_label("Name at seat 1")).to_have_value(EVIL)
    else:
        expect(page.locator("main")).to_contain_text(EVIL)
    assert page.locator("img[onerror]").count() == 0
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert {urlsplit(url).netloc for url in watch.asked} == {urlsplit(server.address).netloc}
    watch.check()


def test_a_name_that_is_typed_at_the_table_is_text_for_everybody(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Ann"), Seat("Ben"), free=(1,))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    other = sit_down(server, new_context(storage=storage(server)), table)
    other.page.get_by_label("Your name").fill("<b>Ben</b>")
    other.page.get_by_role("button", name="Take the seat").click()
    ann.page.get_by_role("button", name="change this name").click()
    ann.page.get_by_label("New name").fill(EVIL)
    ann.page.get_by_role("button", name="Save the name").click()
    for one in (ann, other):
        expect(one.page.locator(".card-head")).to_contain_text(EVIL)
        expect(one.page.locator(".card-head")).to_contain_text("<b>Ben</b>")
        assert one.page.locator("img[onerror], main b").count() == 0


def test_a_script_that_somebody_smuggles_in_does_not_run_and_the_watch_tells_of_it(
    server: Server, new_context: NewContext, watch: Watch
) -> None:
    page = new_context().new_page()
    page.goto(server.address)
    script = "Object.assign(document.createElement('script'), {textContent: 'window.evil = 1'})"
    with page.expect_console_message(lambda message: "policy violated" in message.text):
        page.evaluate(f"document.body.append({script})")
    assert page.evaluate("window.evil") is None
    with pytest.raises(AssertionError, match="pages complained"):
        watch.check()
    watch.tolerate("policy violated|Content Security Policy")
