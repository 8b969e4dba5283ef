"""The report after a game: its numbers are the library's, its lessons can be tried, its dice can be checked."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from fivedice.coach.review import Review, review
from fivedice.rules.difference import format_difference
from fivedice.solver import cached_solution
from fivedice.table.decisions import played_game
from fivedice.table.events import Seat, Thrown
from fivedice.table.game import Game
from fivedice.table.record import parse_record
from fivedice.table.store import Store
from fivedice.table.verify import verify
from tests.browser.people import NewContext, Watch, storage
from tests.browser.servers import SHORT, Server
from tests.command import fivedice
from tests.tables import SEED, played

ANN, BEN = Seat("Ann"), Seat("Ben")


@pytest.fixture(scope="module")
def finished(server: Server) -> Game:
    """A game whose players decided at random: there is much to learn."""
    game = played(Game.begin(SHORT, [ANN, BEN], seed=SEED), Random(2))
    with Store(server.database) as store:
        store.create(game)
    return game


@pytest.fixture(scope="module")
def reviewed(finished: Game) -> Review:
    return review(played_game(finished), cached_solution(SHORT))


@pytest.fixture
def report(server: Server, finished: Game, new_context: NewContext) -> Page:
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/report/{finished.id}")
    expect(page.get_by_role("heading", name="Fair dice")).to_be_visible()
    return page


def test_the_numbers_of_a_report_are_those_of_the_library(report: Page, finished: Game, reviewed: Review) -> None:
    expect(report.locator("#title")).to_contain_text(f"{finished.seats[0].name} {finished.totals[0]}")
    for seat in reviewed.seats:
        report.locator(".seat-tabs button").nth(seat.number).click()
        assert seat.accuracy is not None
        expect(report.locator(".figures .figure strong")).to_have_text(
            [
                str(finished.totals[seat.number]),
                _signed(seat.luck),
                _signed(-seat.regret),
                f"{_rounded(seat.accuracy * 100)} %",
            ]
        )
        sign = "−" if seat.luck < 0 else "+"
        parts = f"{seat.start:.1f} expected before the first roll {sign} {abs(seat.luck):.1f} luck"
        expect(report.locator(".sum")).to_have_text(f"{parts} − {seat.regret:.1f} given away = {seat.score:.0f}")
        rows = report.locator(".all tbody tr")
        report.locator(".all summary").click()
        expect(rows).to_have_count(len(seat.decisions))
        shown = rows.evaluate_all("rows => rows.map(row => [...row.cells].slice(-3).map(cell => cell.textContent))")
        for cells, one in zip(shown, seat.decisions, strict=True):
            luck, cost, grade = cells
            assert luck == _signed(one.luck)
            assert cost == ("0" if one.taken.regret < 0.005 else f"{one.taken.regret:.2f}")
            assert grade.lower() == (one.grade if one.is_choice else "only choice")


def test_a_point_of_the_graph_leads_to_its_decision(report: Page, reviewed: Review) -> None:
    seat = reviewed.seats[0]
    count = len(seat.decisions)
    heading = report.get_by_label("The chosen decision").get_by_role("heading")
    points = report.get_by_label("Graph").locator(".spot")
    expect(points).to_have_count(count)
    for chosen in (0, count // 2, count - 1):
        points.nth(chosen).locator(".reach").click(force=True)
        expect(heading).to_have_text(f"Decision {chosen + 1} of {count}")
        expect(report.get_by_label("The chosen decision")).to_contain_text(f"{seat.decisions[chosen].taken.value:.1f}")
    report.keyboard.press("ArrowRight")
    expect(heading).to_have_text(f"Decision 1 of {count}")
    previous = report.get_by_role("button", name="Previous decision")
    previous.click()
    expect(previous).to_be_focused()
    expect(heading).to_have_text(f"Decision {count} of {count}")


def test_a_decision_under_rules_without_a_name_is_analysed_by_an_address_that_carries_them(
    new_context: NewContext, server: Server
) -> None:
    own = replace(SHORT.change({"full_house": 31}), name="kitchen table")
    game = played(Game.begin(own, [ANN], seed=SEED), Random(4))
    with Store(server.database) as store:
        store.create(game)
    page = new_context().new_page()
    page.goto(f"{server.address}/report/{game.id}")
    first = review(played_game(game), cached_solution(own)).seats[0].decisions[0]
    page.get_by_label("Graph").locator(".spot .reach").first.click(force=True)
    page.get_by_role("link", name="Analyse from here").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value(format_difference(own, "yahtzee"))
    expect(page.locator("#decisions tbody td:nth-child(2)").first).to_have_text(f"{first.best.value:.2f}")


def test_mistakes_can_be_tried_again(report: Page, server: Server, finished: Game, reviewed: Review) -> None:
    worst = reviewed.seats[0].lessons[0]
    lesson = report.locator(".lesson")
    expect(lesson).to_contain_text(f"1 of {len(reviewed.seats[0].lessons)}")
    verdict = lesson.locator(".verdict")
    _decide(report, worst.taken.kind, worst.taken.text, list(worst.made.dice))
    expect(verdict).to_contain_text("That is what you did.")
    expect(verdict).to_contain_text(f"{worst.taken.regret:.2f} given away")
    _decide(report, worst.best.kind, worst.best.text, list(worst.made.dice))
    expect(verdict).to_contain_text("That is the best decision.")
    expect(verdict).to_contain_text(f"{worst.best.value:.1f} expected")
    with Store(server.database) as store:
        kept = store.review(finished.id)
    assert kept is not None
    reasons = kept["seats"][0]["decisions"][reviewed.seats[0].decisions.index(worst)]["why"]
    assert reasons
    for sentence in reasons:
        expect(verdict).to_contain_text(sentence)
    following = lesson.get_by_role("button", name="Next")
    following.click()
    expect(following).to_be_focused()
    expect(lesson).to_contain_text(f"2 of {len(reviewed.seats[0].lessons)}")
    expect(verdict).to_have_count(0)


def test_the_dice_are_checked_in_the_browser(report: Page, finished: Game) -> None:
    thrown = sum(len(event.dice) - len(event.held) for event in finished.log if isinstance(event, Thrown))
    report.get_by_role("button", name="Check the dice").click()
    result = report.locator(".verify-result .notice")
    expect(result).to_contain_text("The seed fits the hash that was shown before the game.")
    expect(result).to_contain_text(f"All {thrown} dice are those that the seed and the shares give.")
    expect(result).to_have_class("notice good")


@pytest.mark.parametrize("what", ["a die", "the seed"])
def test_dice_that_were_tampered_with_are_found_in_the_browser(
    server: Server, finished: Game, new_context: NewContext, what: str
) -> None:
    page = new_context(storage=storage(server)).new_page()

    def tamper(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        if what == "the seed":
            record["seed"] = "00" * 32
        else:
            event = next(one for one in record["events"] if one["event"] == "thrown")
            event["dice"][0] = event["dice"][0] % 6 + 1
        route.fulfill(response=answer, json=record)

    page.route("**/api/record/*.json", tamper)
    page.goto(f"{server.address}/report/{finished.id}")
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator(".verify-result .notice")).to_have_class("notice bad")
    expect(page.locator(".verify-result")).to_contain_text("dice are not those that the seed and the shares give")


def test_a_check_of_the_dice_that_fails_says_why(report: Page, watch: Watch) -> None:
    watch.tolerate("500")
    report.route("**/api/record/*.json", lambda route: route.fulfill(status=500, json={"sentence": "out of order."}))
    report.get_by_role("button", name="Check the dice").click()
    expect(report.locator(".verify-result .bad")).to_have_text("The dice could not be checked: out of order.")
    expect(report.get_by_role("button", name="Check the dice")).to_be_enabled()


def test_a_game_is_saved_as_json_and_csv(report: Page, finished: Game, reviewed: Review, tmp_path: Path) -> None:
    with report.expect_download() as download:
        report.get_by_role("link", name="JSON").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert verify(parse_record(saved.read_text(encoding="utf-8"))).sound
    scores = json.loads(saved.read_text(encoding="utf-8"))["scores"]
    assert [one["score"] for one in scores] == list(finished.totals)
    assert fivedice("verify", str(saved)).code == 0
    with report.expect_download() as download:
        report.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))
    assert len(rows) == len(reviewed.decisions)


def test_a_report_of_a_game_that_is_not_over_says_so(server: Server, new_context: NewContext, watch: Watch) -> None:
    table = server.lay(SHORT, ANN)
    page = new_context(storage=storage(server)).new_page()
    watch.tolerate("409")
    page.goto(f"{server.address}/report/{table.id}")
    expect(page.locator("#problem")).to_contain_text("not over")


def _decide(page: Page, kind: str, decision: str, dice: list[int]) -> None:
    """Take a decision in a lesson."""
    lesson = page.locator(".lesson")
    if kind == "category":
        title = SHORT.categories[SHORT.index[decision]].title
        lesson.locator(".lesson-boxes").get_by_role("button", name=title).click()
        return
    left = [] if decision == "-" else [int(face) for face in decision]
    for position, face in enumerate(dice):
        die = lesson.locator("button.lesson-die").nth(position)
        wanted = face in left
        if wanted:
            left.remove(face)
        if (die.get_attribute("aria-pressed") == "true") is not wanted:
            die.click()
    lesson.locator(".lesson-dice .primary").click()


def _signed(points: float) -> str:
    """As the page writes a gain or a loss."""
    shown = f"{abs(points):.1f}"
    return shown if shown == "0.0" else f"{'−' if points < 0 else '+'}{shown}"


def _rounded(number: float) -> int:
    """As JavaScript rounds: halves upwards."""
    return int(number + 0.5)
