"""Bots and people at one table."""

import threading

from playwright.sync_api import expect

from fivedice.client import play
from fivedice.table.events import Seat
from tests.browser.people import NewContext, sit_down, storage
from tests.browser.servers import SHORT, Server
from tests.command import PATIENCE


def test_two_bots_and_a_person_finish_a_game(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Ann"), Seat("Player 2"), Seat("Player 3"), free=(1, 2))
    where = f"{server.address}/table/{table.id}"
    bots = [threading.Thread(target=play, args=(where, name)) for name in ("greedy", "optimal")]
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    for bot in bots:
        bot.start()
    expect(ann.page.locator(".bot-mark")).to_have_count(2)
    for _ in range(SHORT.turns):
        ann.roll(1)
        previews = ann.previews()
        ann.fill(max(previews, key=lambda category: previews[category]))
    expect(ann.finish).to_be_visible()
    for bot in bots:
        bot.join(PATIENCE)
    game = server.load(table.id)
    assert game.is_over
    assert [seat.kind for seat in game.seats] == ["person", "bot", "bot"]
    assert {seat.name for seat in game.seats} == {"Ann", "Greedy", "Optimal"}
