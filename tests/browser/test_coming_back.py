"""Whoever comes back finds the game as it was: after a reload, after a crash of the server, after a solve."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from fivedice.cli.play import address_of
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests.browser.people import NewContext, Person, Watch, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN, BEN = Seat("Ann"), Seat("Ben")
LOST = "net::ERR_|WebSocket connection to"
NOTE_WAITS = """
window.waits = [];
const later = window.setTimeout;
window.setTimeout = (what, wait, ...more) => (window.waits.push(wait), later(what, wait, ...more));
"""


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, BEN)
    ann = sit_down(server, new_context(storage=storage(server, table, seats=(0,))), table)
    ben = sit_down(server, new_context(storage=storage(server, table, seats=(1,))), table, seat=1)
    ann.roll(1)
    ann.fill("chance")
    ben.roll(1)
    ben.die(2).click()
    ben.roll(2)
    ben.die(0).click()
    expect(ann.die(0)).to_have_attribute("aria-pressed", "true")
    before = ben.dice(), ben.previews(), ben.card(0), ben.held()
    ben.page.reload()
    ben.sees_roll(2)
    assert (ben.dice(), ben.previews(), ben.card(0), ben.held()) == before
    ann.page.reload()
    expect(ann.banner).to_contain_text("Ben’s turn")
    assert ann.dice() == ben.dice()
    kept = ben.dice()[0], ben.dice()[2]
    ben.roll(3)
    assert (ben.dice()[0], ben.dice()[2]) == kept
    ben.fill("sixes")
    ann.may_roll()


def test_a_game_of_the_terminal_goes_on_at_the_address_that_it_tells(server: Server, new_context: NewContext) -> None:
    game = Game.begin(SHORT, [ANN, BEN])
    with Store(server.database) as store:
        store.create_at_terminal(game)
        store.append(game, game.throw(0))
        address = address_of(store, game)
    page = new_context(storage=storage(server)).new_page()
    page.goto(server.address + address)
    ann = Person(server, page)
    ann.sees_roll(1)
    assert page.url == f"{server.address}/table/{game.id}"
    ann.fill("chance")
    ann.may_roll()  # it holds Ben's seat too
    page.reload()
    ann.may_roll()
    stranger = new_context(storage=storage(server)).new_page()
    stranger.goto(f"{server.address}/table/{game.id}")
    expect(stranger.locator("#roll")).to_be_disabled()


def test_a_server_that_was_killed_loses_nothing_and_pages_find_back_by_themselves(
    mortal: Server, new_context: NewContext, watch: Watch
) -> None:
    watch.tolerate(LOST)
    table = mortal.lay(SHORT, ANN, Seat("Optimal", "robot", "optimal"))
    ann = sit_down(mortal, new_context(storage=storage(mortal, table)), table)
    lost = ann.page.locator("#lost")
    ann.roll(1)
    ann.fill("chance")
    ann.roll(1)
    ann.die(1).click()
    ann.roll(2)
    before = ann.dice(), ann.previews(), ann.card(0), ann.card(1)
    log = mortal.load(table.id).log
    mortal.crash()
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("Nothing is lost")
    assert mortal.load(table.id).log == log
    mortal.start()
    expect(lost).to_be_hidden()
    expect(ann.banner).to_contain_text("Roll 2 of 3")
    assert (ann.dice(), ann.previews(), ann.card(0), ann.card(1)) == before
    ann.fill("sixes")
    for _ in range(2):
        ann.roll(1)
        ann.fill(next(iter(ann.previews())))
    expect(ann.finish).to_be_visible()
    game = mortal.load(table.id)
    assert game.log[: len(log)] == log
    assert [ann.total(0), ann.total(1)] == list(game.totals)


def test_a_server_that_is_killed_in_the_middle_of_a_robots_turn_goes_on_with_it(
    mortal: Server, new_context: NewContext, watch: Watch
) -> None:
    watch.tolerate(LOST)
    table = mortal.lay(SHORT, Seat("Greedy", "robot", "greedy"), ANN, speed="slow")
    context = new_context(storage=storage(mortal, table))
    crashes: list[str] = []

    def crash_after_the_first_throw(socket: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            if not crashes and json.loads(message).get("throw_number"):
                crashes.append(table.id)
                mortal.crash()
            socket.send(message)

        socket.connect_to_server().on_message(tell)

    context.route_web_socket("**/ws/*", crash_after_the_first_throw)
    ann = sit_down(mortal, context, table, seat=1)
    expect(ann.banner).to_contain_text(re.compile(r"Roll \d of 3"))
    cut = mortal.load(table.id)
    assert cut.mover == 0
    assert cut.throws
    mortal.start()
    ann.may_roll()
    assert len(ann.card(0)) == 1
    assert mortal.load(table.id).log[: len(cut.log)] == cut.log


def test_what_is_done_without_a_connection_is_refused_in_words(
    mortal: Server, new_context: NewContext, watch: Watch
) -> None:
    watch.tolerate(LOST)
    table = mortal.lay(SHORT, ANN)
    ann = sit_down(mortal, new_context(storage=storage(mortal, table)), table)
    ann.roll(1)
    mortal.crash()
    expect(ann.page.locator("#lost")).to_be_visible()
    ann.roll_button.click()
    expect(ann.page.get_by_text("There is no connection just now.")).to_be_visible()
    mortal.start()
    expect(ann.page.locator("#lost")).to_be_hidden()
    ann.roll(2)


def test_a_server_that_cannot_reach_its_database_is_asked_again_more_and_more_seldom(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN)
    context = new_context(storage=storage(server, table))
    asked: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        asked.append(socket.url)
        if len(asked) > 3:
            socket.connect_to_server()
            return
        socket.send(json.dumps({"type": "error", "sentence": "The database is away.", "about": ""}))
        socket.close(code=1013, reason="try again later")

    context.add_init_script(NOTE_WAITS)
    context.route_web_socket("**/ws/*", refuse)
    page = context.new_page()
    page.goto(f"{server.address}/table/{table.id}")
    expect(page.locator("#lost")).to_contain_text("The database is away.")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator("#banner")).to_contain_text("Your turn")
    expect(page.locator("#lost")).to_be_hidden()
    waits: list[float] = page.evaluate("window.waits.filter((wait) => wait < 10_000)")  # patience with a server apart
    assert 200 < waits[0] < waits[1] < waits[2]


def test_a_table_that_is_gone_says_so_and_is_not_asked_for_again(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server)).new_page()
    asked: list[str] = []

    def gone(route: WebSocketRoute) -> None:
        asked.append(route.url)
        route.close(code=4404)

    page.route_web_socket("**/ws/*", gone)
    page.goto(f"{server.address}/table/{server.lay(SHORT, Seat('Ann')).id}")
    expect(page.locator("#lost")).to_have_text(re.compile("There is no such table here"))
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    assert len(asked) == 1
    page.get_by_role("link", name="Start a new one").click()
    expect(page.locator("#play-now")).to_be_visible()
