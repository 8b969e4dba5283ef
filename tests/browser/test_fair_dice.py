"""Shares of browsers in the dice: pledged, revealed with each throw, and checked on the page of the report."""

import pytest
from playwright.sync_api import Page, Route, expect

from fivedice.table.events import Pledged, Seat, Shared, Thrown
from fivedice.table.record import record_of
from fivedice.table.verify import verify
from tests.browser.people import NewContext, Person, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN, BEN = Seat("Ann"), Seat("Ben")


def result_on(page: Page, server: Server, game_id: str) -> str:
    page.goto(f"{server.address}/report/{game_id}")
    page.get_by_role("button", name="Check the dice").click()
    return page.locator(".verify-result .notice").inner_text()


def turn(person: Person) -> None:
    """A throw and a box."""
    person.roll(1)
    person.fill(next(iter(person.previews())))


def test_browsers_have_a_share_in_every_throw_and_check_it(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, BEN, shares=True)
    ann, ben = (
        sit_down(server, new_context(storage=storage(server, table, seats=(seat,))), table, seat) for seat in (0, 1)
    )
    while {event.seat for event in server.load(table.id).log if isinstance(event, Shared)} != {0, 1}:
        ann.page.wait_for_timeout(20)
    for _ in range(SHORT.turns):
        for person in (ann, ben):
            turn(person)
    expect(ann.finish).to_be_visible()
    game = server.load(table.id)
    assert [event.seat for event in game.log if isinstance(event, Pledged)] == [0, 1]
    assert all(event.share for event in game.log if isinstance(event, Thrown))
    found = verify(record_of(game))
    assert found.sound
    for name in ("Ann", "Ben"):
        assert any(f"of {name} had a share of {name}" in one for one in found.checked)
        assert not any("could choose" in one for one in found.checked)
    said = result_on(ann.page, server, table.id)
    assert "The hash is the one that this browser was shown before the game." in said
    assert "The shares of Ann are those of this browser." in said
    assert "of Ben" not in said

    def other_chain(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        next(one for one in record["events"] if "share" in one)["share"] = "00" * 32
        route.fulfill(response=answer, json={**record, "commitment": "11" * 32})

    ann.page.route("**/api/record/*.json", other_chain)
    said = result_on(ann.page, server, table.id)
    assert "The hash is not the one that this browser was shown before the game." in said
    assert "2 shares do not fit what was pledged." in said
    assert "dice are not those that the seed and the shares give." in said


def test_who_opens_a_table_has_pledged_before_there_is_a_seed(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server)).new_page()
    page.goto(server.address)
    with page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/api/tables")) as asked:
        page.get_by_role("button", name="Play now").click()
    expect(page.locator("#banner .who")).to_be_visible()
    ann = Person(server, page)
    game = server.load(ann.game_id)
    pledge = game.log[1]
    assert isinstance(pledge, Pledged)
    assert pledge.pledge in (asked.value.post_data or "")
    assert not any(isinstance(event, Pledged) for event in game.log[2:])


@pytest.mark.slow
def test_another_browser_with_the_same_seat_pledges_anew_and_goes_on(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, shares=True)
    for browser in range(2):
        ann = sit_down(server, new_context(storage=storage(server, table)), table)
        turn(ann)
        log = server.load(table.id).log
        assert sum(isinstance(event, Pledged) for event in log) == browser + 1
    game = server.load(table.id)
    assert all(event.share for event in game.log if isinstance(event, Thrown))
    assert verify(record_of(game)).verdict == "unfinished"
