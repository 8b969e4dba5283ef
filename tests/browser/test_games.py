"""Whole games, as people play them."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.record import record_of
from fivedice.table.verify import verify
from tests.browser.people import NewContext, Person, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN, BEN = Seat("Ann"), Seat("Ben")
ONE_PERSON = json.dumps([{"kind": "person", "name": "Ann", "strategy": "", "physical": False}])


def test_a_whole_game_of_yahtzee_by_mouse(server: Server, new_context: NewContext) -> None:
    rules = variant("yahtzee")
    table = server.lay(rules, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    for turn in range(rules.turns):
        ann.roll(1)
        expect(ann.banner).to_contain_text(f"Round {turn + 1} of {rules.turns}")
        if turn % 3 == 0:
            before, keep = ann.dice(), (turn % 5, (turn + 2) % 5)
            for position in keep:
                ann.die(position).click()
                expect(ann.die(position)).to_have_attribute("aria-pressed", "true")
                expect(ann.die(position).locator(".held-word")).to_be_visible()
            ann.roll(2)
            assert [ann.dice()[position] for position in keep] == [before[position] for position in keep]
        previews, card = ann.previews(), ann.card()
        best = max(previews, key=lambda category: previews[category])
        ann.fill(best)
        assert ann.card() == {**card, best: previews[best]}
    expect(ann.finish).to_have_text(f"{ann.total()} points")
    game = server.load(table.id)
    assert game.is_over
    assert ann.total() == game.totals[0]
    assert ann.asked_about_zero > 0
    assert verify(record_of(game)).sound


def test_a_whole_game_by_keyboard_alone(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    boxes = [category.name for category in SHORT.categories]
    ann.press("?")
    expect(ann.page.locator("#help-keys")).to_contain_text("A – D")
    ann.press("Escape")
    expect(ann.page.locator("#help")).to_be_hidden()
    for turn in range(SHORT.turns):
        ann.may_roll()
        ann.press("Space")
        ann.sees_roll(1)
        before = ann.dice()
        ann.press("1", "3", "5", "3")
        assert ann.held() == [True, False, False, False, True]
        ann.press("Space")
        ann.sees_roll(2)
        assert (ann.dice()[0], ann.dice()[4]) == (before[0], before[4])
        previews = ann.previews()
        poorest = min(previews, key=lambda category: previews[category])
        if turn % 2:
            ann.press(*["ArrowDown"] * (1 + list(previews).index(poorest)))
        else:
            ann.press("abcdefghij"[boxes.index(poorest)])
        expect(ann.box(poorest)).to_be_focused()
        ann.press("Enter")
        if previews[poorest] == 0:
            answer = ann.question.get_by_role("button", name="Score 0")
            expect(answer).to_be_focused()
            ann.press("Escape")
            expect(ann.question).to_have_count(0)
            expect(ann.box(poorest)).to_be_focused()
            ann.press("Enter")
            expect(answer).to_be_focused()
            ann.press("Enter")
            ann.asked_about_zero += 1
        ann.sees_filled(poorest)
    expect(ann.finish).to_be_focused()
    assert ann.asked_about_zero > 0
    assert ann.card() == dict(zip(boxes, server.load(table.id).cards[0].points, strict=True))


def test_a_table_is_laid_and_begun_without_a_mouse(server: Server, new_context: NewContext) -> None:
    context = new_context(storage=storage(server, variant="short", places=ONE_PERSON))
    page = context.new_page()
    page.goto(server.address)
    name, start = page.get_by_label("Name at seat 1"), page.get_by_role("button", name="Start this game")
    expect(page.locator("#play")).to_be_enabled()
    _tab_to(page, "More options")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Short")).to_be_checked()
    _tab_to(page, "Name at seat 1")
    expect(name).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("Zoë")
    expect(start).to_be_enabled()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    zoe = Person(server, page)
    zoe.may_roll()
    page.keyboard.press("Space")
    zoe.sees_roll(1)
    expect(page.locator(".seat-name").first).to_contain_text("Zoë")


def test_the_lobby_offers_first_what_its_address_asks_for(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server, places=ONE_PERSON)).new_page()
    page.goto(f"{server.address}/?variant=short&players=Cleo,Dora&physical=1&coach=1")
    expect(page.get_by_label("Short")).to_be_checked()
    for number, name in enumerate(("Cleo", "Dora"), 1):
        expect(page.get_by_label(f"Name at seat {number}")).to_have_value(name)
    expect(page.get_by_label("real dice")).to_have_count(2)
    page.get_by_role("button", name="Start this game").click()
    expect(page.locator("#coach")).to_be_visible()
    expect(page.locator("#typing")).to_be_visible()
    expect(page.locator("#banner")).to_contain_text("Cleo, your turn")


def test_two_browsers_at_one_table_see_each_other_and_act_only_for_themselves(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN, BEN, free=(1,))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ben = sit_down(server, new_context(storage=storage(server)), table, seat=1)
    ben.page.get_by_label("Your name").fill("Benno")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ann.page.locator(".card-head .cell[data-seat='1']")).to_contain_text("Benno")
    players = (ann, ben)
    for turn in range(2 * SHORT.turns):
        mover, other = players[turn % 2], players[1 - turn % 2]
        mover.roll(1)
        mover.die(turn % 5).click()
        expect(other.die(turn % 5)).to_have_attribute("aria-pressed", "true")
        assert other.dice() == mover.dice()
        expect(other.roll_button).to_have_attribute("aria-disabled", "true")
        before = server.load(table.id).sequence
        other.press("Space", "1", "a", "Enter")
        other.die(1).click(force=True)
        assert other.page.locator("button.score").count() == 0
        assert mover.held() == [position == turn % 5 for position in range(5)]
        assert server.load(table.id).sequence == before
        category = next(iter(mover.previews()))
        mover.fill(category)
        expect(other.cell(category, mover.seat)).to_have_text(str(mover.card()[category]))
    for one in players:
        expect(one.finish).to_be_visible()
    assert [ann.total(0), ann.total(1)] == [ben.total(0), ben.total(1)] == list(server.load(table.id).totals)
    ann.page.get_by_role("button", name="Rematch").click()
    for one in players:
        one.page.wait_for_url(lambda url: "/table/" in url and table.id not in url)
    ann.may_roll()


def test_a_person_against_three_robots(server: Server, new_context: NewContext) -> None:
    context = new_context(storage=storage(server, variant="short", places=ONE_PERSON))
    page = context.new_page()
    page.goto(server.address)
    page.get_by_text("More options").click()
    for number, strategy in ((2, "optimal"), (3, "greedy"), (4, "random")):
        page.get_by_role("button", name="Add a robot").click()
        choice = page.get_by_label(f"Robot at seat {number}")
        expect(choice.locator(f"option[value='{strategy}']")).to_have_count(1)
        choice.select_option(strategy)
    kind = page.get_by_label("Who sits at seat 1")
    kind.focus()
    for value in ("link", "person"):
        kind.select_option(value)
        expect(kind).to_be_focused()
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url("**/table/*")
    ann = Person(server, page)
    for _ in range(SHORT.turns):
        ann.roll(1)
        ann.fill(next(iter(ann.previews())))
    expect(page.locator("#finish .podium li")).to_have_count(4)
    game = server.load(ann.game_id)
    assert [seat.strategy for seat in game.seats] == [None, "optimal", "greedy", "random"]
    assert [ann.total(seat) for seat in range(4)] == list(game.totals)
    places = page.locator("#finish .place").all_inner_texts()
    assert places == [f"{place}." for place in sorted(game.rank or ())]


def test_a_robot_added_before_the_robots_are_known_can_be_chosen_once_they_are(
    server: Server, new_context: NewContext
) -> None:
    page = new_context(storage=storage(server, variant="short", places=ONE_PERSON)).new_page()
    waiting: list[Route] = []

    def wait(route: Route) -> None:
        waiting.append(route)

    page.route("**/api/strategies*", wait, times=1)
    page.goto(server.address)
    expect(page.locator("#play")).to_be_enabled()
    with page.expect_request("**/api/strategies*"):
        page.get_by_text("More options").click()
    page.get_by_role("button", name="Add a robot").click()
    choice = page.get_by_label("Robot at seat 2")
    expect(choice).to_be_focused()
    expect(choice.locator("option")).to_have_text(["Asking who can play…"])
    page.get_by_role("button", name="Add a person").click()
    kind = page.get_by_label("Who sits at seat 3")
    kind.focus()
    kind.select_option("robot")
    waiting[0].continue_()
    for seat in (2, 3):
        expect(page.get_by_label(f"Robot at seat {seat}").locator("option[value='greedy']")).to_have_count(1)
    expect(kind).to_be_focused()


def test_a_spectator_sees_everything_and_can_do_nothing(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    stranger = sit_down(server, new_context(storage=storage(server)), table)
    expect(ann.page.locator("#presence")).to_contain_text("1 watching")
    ann.roll(1)
    expect(stranger.banner).to_contain_text("Roll 1 of 3")
    assert stranger.dice() == ann.dice()
    stranger.press("Space", "a", "Enter", "1")
    stranger.die(0).click(force=True)
    assert stranger.page.locator("button.score").count() == 0
    assert ann.held() == [False] * 5
    game = server.load(table.id)
    assert (game.throws_used, len(game.log)) == (1, 2)
    ann.fill("chance")
    expect(stranger.cell("chance")).to_have_text(str(ann.card()["chance"]))


def _tab_to(page: Page, label: str) -> None:
    """Press Tab until something with this label has the focus."""
    for _ in range(300):  # the lobby lists the games of other tests too
        page.keyboard.press("Tab")
        if page.evaluate("(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()") == label:
            return
    pytest.fail(f"Tab never reaches {label!r}")
