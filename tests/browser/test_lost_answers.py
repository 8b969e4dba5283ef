"""Answers that come late or never: whoever asked is not left with a page that stays wrong."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from fivedice.table.events import Seat
from tests.browser.people import NewContext, Person, sit_down, storage
from tests.browser.servers import SHORT, Laid, Server

ANN, BEN = Seat("Ann"), Seat("Ben")
Message = dict[str, Any]
GREETING = 2
"""A welcome and the state."""


class Wire:
    """Sees what a server says to a page, and may keep it back or cut the connection."""

    def __init__(self, hear: Callable[["Wire", Message], bool]) -> None:
        self.hear = hear
        self.connections = self.heard = 0
        self.page_side: WebSocketRoute | None = None

    def __call__(self, route: WebSocketRoute) -> None:
        server_side = route.connect_to_server()
        self.page_side = route
        self.connections += 1

        def tell(message: str | bytes) -> None:
            self.heard += 1
            if self.hear(self, json.loads(message)):
                route.send(message)

        server_side.on_message(tell)

    def say(self, **message: Any) -> None:
        assert self.page_side is not None
        self.page_side.send(json.dumps(message))

    def cut(self) -> None:
        assert self.page_side is not None
        self.page_side.close(code=1012, reason="gone")


def once(kind: str, fits: Callable[[Message], bool] = lambda _: True) -> Callable[[Wire, Message], bool]:
    """Cut the connection instead of delivering the first message of this kind."""
    met: list[Message] = []

    def hear(wire: Wire, message: Message) -> bool:
        if met or message["type"] != kind or not fits(message):
            return True
        met.append(message)
        wire.cut()
        return False

    return hear


def play_to_the_end(*people: Person) -> None:
    for turn in range(len(people) * SHORT.turns):
        mover = people[turn % len(people)]
        mover.roll(1)
        mover.fill(next(iter(mover.previews())))


def test_a_seat_stays_taken_by_whoever_took_it_though_the_answer_was_lost(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN, free=(0,))
    context = new_context(storage=storage(server))
    context.route_web_socket("**/ws/*", Wire(once("state", lambda state: not state["seats"][0]["open"])))
    benno = sit_down(server, context, table)
    benno.page.get_by_label("Your name").fill("Benno")
    benno.page.get_by_role("button", name="Take the seat").click()
    benno.roll(1)
    benno.page.reload()
    benno.sees_roll(1)
    benno.roll(2)
    assert [seat.name for seat in server.load(table.id).seats] == ["Benno"]


def test_a_seat_that_was_asked_for_twice_over_a_dead_connection_is_ones_own(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN, free=(0,))
    context = new_context(storage=storage(server))
    wire = Wire(lambda wire, message: wire.connections > 1 or wire.heard <= GREETING)
    context.route_web_socket("**/ws/*", wire)
    benno = sit_down(server, context, table)
    benno.page.get_by_label("Your name").fill("Benno")
    for _ in range(2):
        benno.page.get_by_role("button", name="Take the seat").click()
    benno.page.evaluate("dispatchEvent(new Event('online'))")
    benno.roll(1)
    assert wire.connections == 2


def test_a_rematch_that_one_did_not_hear_of_is_joined_in_ones_own_seat(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, BEN)
    ann = sit_down(server, new_context(storage=storage(server, table, seats=(0,))), table)
    context = new_context(storage=storage(server, table, seats=(1,)))
    context.route_web_socket(f"**/ws/{table.id}", Wire(once("rematch")))
    ben = sit_down(server, context, table, seat=1)
    play_to_the_end(ann, ben)
    ann.page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("link", name="Go to the rematch").click()
    ann.roll(1)
    ann.fill("chance")
    ben.roll(1)


def test_a_connection_that_is_dead_without_a_word_is_replaced(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    context = new_context(storage=storage(server, table))
    wire = Wire(lambda wire, message: wire.connections > 1 or message.get("throw_number") != 1)
    context.route_web_socket("**/ws/*", wire)
    context.clock.install()
    ann = sit_down(server, context, table)
    ann.may_roll()
    ann.roll_button.click()
    expect(ann.roll_button).to_have_class(re.compile(r"\bbusy\b"))
    ann.page.clock.run_for(26_000)
    ann.sees_roll(1)
    assert wire.connections == 2


def test_a_solve_whose_end_was_not_heard_is_not_shown_for_ever(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Greedy", "robot", "greedy", physical=True), ANN)
    context = new_context(storage=storage(server, table))
    wire = Wire(lambda wire, message: True)
    context.route_web_socket("**/ws/*", wire)
    ann = sit_down(server, context, table, seat=1)
    ann.is_asked_for_real_dice()
    wire.say(type="solving", variant="short", done=3, total=14)
    expect(ann.roll_button).to_contain_text("Solving")
    wire.cut()
    expect(ann.roll_button).to_contain_text("5 dice are missing")


def test_a_name_that_is_being_typed_stays_when_somebody_else_sits_down(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, BEN, Seat("Cleo"), free=(1, 2))
    ben, cleo = (_at_the_door(server, new_context, table) for _ in range(2))
    field = cleo.get_by_label("Your name")
    field.focus()
    cleo.keyboard.type("Cle")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    expect(cleo.get_by_label("Seat", exact=True)).to_have_count(0)
    cleo.keyboard.type("opatra")
    expect(field).to_have_value("Cleopatra")


def _at_the_door(server: Server, new_context: NewContext, table: Laid) -> Page:
    return sit_down(server, new_context(storage=storage(server)), table).page
