"""Analyse: a position by mouse and by keys, shared by its address."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from fivedice.coach.advice import advise
from fivedice.rules.notation import parse_card
from fivedice.solver import cached_solution
from tests.browser.people import NewContext
from tests.browser.servers import SHORT, Server

POSITION = "5=10,6=12,FH=25 13566:1"


def _values(page: Page) -> Locator:
    return page.locator("#decisions tbody td:nth-child(2)")


def _expected(card: str, dice: tuple[int, ...], rerolls: int) -> list[str]:
    choices = advise(cached_solution(SHORT), parse_card(SHORT, card), dice, rerolls).choices()
    return [f"{one.value:.2f}" for one in choices][:12]


def test_a_position_is_entered_by_mouse_and_its_address_shows_the_same_elsewhere(
    new_context: NewContext, server: Server
) -> None:
    page = new_context().new_page()
    page.add_init_script("Math.random = () => 0")  # five ones are put on the table; each stays where it lies
    page.goto(server.address)
    page.get_by_role("link", name="Laboratory").click()
    page.get_by_role("link", name="Analyse a position").click()
    page.locator("#chooser").get_by_role("combobox", name="Game").select_option("short")
    expect(page.get_by_label("Position as text")).to_have_value("-")
    for box, points in (("Fives", "10"), ("Sixes", "12"), ("Full house", "25")):
        page.get_by_label(box).select_option(points)
    page.get_by_role("button", name="Put dice on the table").click()
    for number, face in enumerate("13566", 1):
        page.get_by_role("button", name=f"Die {number}").press(face)
        expect(page.get_by_role("button", name=f"Die {number}: {face}")).to_be_visible()
    page.get_by_role("group", name="Rerolls left").get_by_text("1", exact=True).click()
    expect(page.get_by_label("Position as text")).to_have_value(POSITION)
    values = _expected("5=10,6=12,FH=25", (1, 3, 5, 6, 6), 1)
    expect(_values(page)).to_have_text(values)
    expect(page.locator("#outlook .plot svg").first).to_be_visible()
    page.locator("#decisions tbody tr").nth(2).hover()
    expect(page.locator("#outlook tbody tr")).to_have_count(2)
    other = new_context().new_page()
    other.goto(page.url)
    expect(_values(other)).to_have_text(values)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Position as text")).not_to_have_value(POSITION)


@pytest.mark.slow
def test_a_position_is_entered_by_keys_alone(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/analyse?rules=short&position=-")
    expect(page.get_by_label("Position as text")).to_have_value("-")
    page.get_by_label("Position as text").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(POSITION)
    page.keyboard.press("Enter")
    expect(_values(page)).to_have_text(_expected("5=10,6=12,FH=25", (1, 3, 5, 6, 6), 1))
    page.locator(".set-die").first.focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Position as text")).to_have_value("5=10,6=12,FH=25 23566:1")


def test_what_is_no_position_is_said_in_a_sentence(new_context: NewContext, server: Server, watch: object) -> None:
    watch.tolerate("400")  # type: ignore[attr-defined]
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/analyse?rules=short&position=5%3D7")
    expect(page.locator("#problem")).to_contain_text("7")
    text = page.get_by_label("Position as text")
    expect(text).to_have_value("5=7")
    text.fill("5=10 13566:1")
    text.press("Enter")
    expect(page.locator("#decisions tbody tr").first).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()


@pytest.mark.slow
def test_keys_that_are_faster_than_the_answers_all_count(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/analyse?rules=short&position=- 13566:1")
    page.locator(".set-die").first.focus()
    for _ in range(10):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Position as text")).to_have_value("- 35566:1")
    expect(page.locator("#decisions tbody tr").first).to_be_visible()


def test_a_target_early_in_a_game_offers_the_table_that_it_needs(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/analyse?rules=yahtzee&position=- 13566:1&objective=reach:250")
    expect(page.locator("#decisions").get_by_role("button", name="Compute it")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    page.locator("#chooser").get_by_label("Objective").select_option("risk")
    expect(page.get_by_label("Risk, positive to shun it")).to_have_value("1")
    expect(page).to_have_url(re.compile("risk%3D1$"))
