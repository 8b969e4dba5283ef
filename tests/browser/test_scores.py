"""High scores and a player's page."""

from random import Random
from statistics import fmean

import pytest
from playwright.sync_api import expect

from fivedice.coach.review import review
from fivedice.solver import cached_solution
from fivedice.table.decisions import played_game
from fivedice.table.events import Event, Seat
from fivedice.table.game import Game
from fivedice.table.store import Store
from tests.browser.people import NewContext, Watch, storage
from tests.browser.servers import SHORT, Server

PEOPLE = ("Ida", "Jon")


@pytest.fixture(scope="module")
def games(server: Server) -> list[Game]:
    """Four games of two people and a robot, all of them deciding at random, with their reports."""
    solution = cached_solution(SHORT)
    seats = [*(Seat(name) for name in PEOPLE), Seat("Random", "robot", "random")]
    found = []
    with Store(server.database) as store:
        for number in range(4):
            random, game = Random(number), Game.begin(SHORT, seats, seed=bytes([number]) * 32)
            if number == 0:
                game = game.after(*game.coach(0))
            while not game.is_over:
                game = game.after(*_next(game, random))
            store.create(game)
            store.save_review(game.id, review(played_game(game), solution).as_json())
            found.append(game)
    return found


def _next(game: Game, random: Random) -> tuple[Event, ...]:
    """A throw, or any box."""
    seat = game.mover
    assert seat is not None
    if not game.throws or (game.throws_left and random.random() < 0.5):
        return game.throw(seat)
    return game.fill(seat, random.choice(list(game.scorings)))


def test_high_scores_keep_people_coached_ones_and_robots_apart(
    server: Server, games: list[Game], new_context: NewContext
) -> None:
    page = new_context(storage=storage(server, variant="short")).new_page()
    page.goto(f"{server.address}/scores")
    rows = page.locator("#scores tbody tr")
    expect(rows.first).to_be_visible()
    scores = [int(text) for text in page.locator("#scores .best-score").all_inner_texts()]
    assert scores == sorted(scores, reverse=True)
    for name in PEOPLE:  # in the first game Ida was coached
        alone = games if name != "Ida" else games[1:]
        expect(page.get_by_role("link", name=name, exact=True)).to_have_count(len(alone))
    best = max(game.totals[0] for game in games[1:])
    assert str(best) in rows.filter(has=page.get_by_role("link", name="Ida", exact=True)).first.inner_text().split()
    expect(page.locator("#list-line")).to_contain_text("without help, with the dice of the table")
    page.get_by_role("button", name="With the coach").click()
    expect(page.locator("#list-line")).to_contain_text("advised by the coach")
    expect(rows).to_have_count(1)
    expect(rows.filter(has_text="Ida")).to_contain_text(str(games[0].totals[0]))
    page.get_by_role("button", name="Robots").click()
    expect(page.get_by_role("button", name="Robots")).to_be_focused()
    expect(rows.filter(has_text="Random").first).to_be_visible()
    expect(rows.filter(has_text="Ida")).to_have_count(0)
    page.get_by_role("combobox", name="Game").select_option("yatzy")
    expect(page.locator("#scores")).to_contain_text("Nobody has finished a game of this yet")


def test_a_players_page_has_their_games_and_what_they_gave_away(
    server: Server, games: list[Game], new_context: NewContext
) -> None:
    solution = cached_solution(SHORT)
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/scores")
    page.get_by_role("combobox", name="Game").select_option("short")
    page.get_by_role("link", name="Ida", exact=True).first.click()
    expect(page.get_by_role("heading", name="Ida")).to_be_visible()
    alone = games[1:]
    own = [review(played_game(game), solution, win=False).seats[0] for game in alone]
    scores = [game.totals[0] for game in alone]
    luck = fmean(one.luck for one in own)
    expect(page.locator(".figure strong")).to_have_text(
        [
            str(len(alone)),
            f"{fmean(scores):.1f}",
            str(max(scores)),
            f"{fmean(one.regret for one in own):.1f}",
            f"{'−' if luck < 0 else '+'}{abs(luck):.1f}",
        ]
    )
    expect(page.locator(".list tbody tr")).to_have_count(len(alone))
    spots = page.get_by_label("Regret over time").locator(".spot")
    expect(spots).to_have_count(len(alone))
    distribution = page.get_by_label("Distribution", exact=True)
    expect(distribution.locator("rect.bar").first).to_be_attached()
    expect(distribution.locator("polyline.other")).to_be_attached()
    expect(distribution.get_by_text(f"the optimal player, {solution.value:.1f} on average")).to_be_visible()
    spots.nth(0).locator(".reach").click(force=True)
    page.wait_for_url(f"**/report/{alone[0].id}")
    page.go_back()
    page.get_by_role("button", name="With the coach").click()
    expect(page.locator(".figure").first).to_contain_text(str(games[0].totals[0]))
    expect(page.locator(".list tbody tr")).to_have_count(1)


def test_a_server_in_trouble_is_asked_again_and_the_page_says_so(
    server: Server, games: list[Game], new_context: NewContext, watch: Watch
) -> None:
    watch.tolerate("503|ERR_FAILED")
    page = new_context(storage=storage(server, variant="short")).new_page()
    page.route("**/api/scores?*", lambda route: route.abort())
    page.goto(f"{server.address}/scores")
    expect(page.locator("#problem")).to_contain_text("The server cannot be reached; is it still running? Trying again…")
    page.unroute_all()
    page.route("**/api/scores?*", lambda route: route.fulfill(status=503, json={"sentence": "no database."}))
    expect(page.locator("#problem")).to_have_text("no database. Trying again…")
    page.unroute_all()
    expect(page.locator("#scores tbody tr").first).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()


def test_somebody_who_never_played_has_no_page(server: Server, new_context: NewContext, watch: Watch) -> None:
    watch.tolerate("404")
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/player/Nobody")
    expect(page.locator("#problem")).to_contain_text("has finished a game here")
