"""Training in the laboratory: a player learns, is kept and takes a seat; by mouse, and by keys alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from fivedice.strategies.kept import players_folder
from fivedice.strategies.trained import read_trained
from tests.browser.people import NewContext, Watch, storage
from tests.browser.servers import Server


@pytest.fixture(autouse=True)
def none_kept(server: Server) -> Iterator[None]:
    """No player stays behind."""
    yield
    for path in players_folder().glob("*.fd"):
        path.unlink()


def _means(page: Page) -> Locator:
    return page.locator("#learning tbody td:nth-child(2)")


def test_a_player_learns_is_kept_and_takes_a_seat_by_mouse(new_context: NewContext, server: Server) -> None:
    page = new_context(storage(server)).new_page()
    page.goto(f"{server.address}/lab")
    page.get_by_role("link", name="Train a player").click()
    page.get_by_role("combobox", name="Game").select_option("short")
    page.get_by_label("Networks").select_option("tiny")
    page.get_by_label("Passes").fill("2")
    page.get_by_role("button", name="Train").click()
    expect(page.locator("#learning .plot svg")).to_be_visible()
    page.get_by_label("Name of the player").fill("First pupil")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#players tbody tr")).to_have_count(1)
    training = read_trained(players_folder() / "first-pupil.fd").training
    means = [f"{mean:.4f}" for mean in (*training["means"], training["optimum"])]
    expect(_means(page)).to_have_text(means)
    other = new_context().new_page()  # the address shows the same, at once
    other.goto(page.url)
    expect(other.get_by_label("Name of the player")).to_be_visible()
    expect(_means(other)).to_have_text(means)
    expect(other.get_by_role("button", name="Remove First pupil")).to_have_count(0)
    page.get_by_role("button", name="Play against First pupil").click()
    expect(page.locator("#banner")).to_be_visible()
    expect(page.get_by_role("columnheader", name="First pupil")).to_be_visible()


def test_a_player_is_kept_and_removed_by_keys_alone(new_context: NewContext, server: Server, watch: Watch) -> None:
    watch.tolerate("400")  # a name that is in use
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/training?rules=short&size=tiny&passes=2")
    page.get_by_role("button", name="Train").focus()
    page.keyboard.press("Enter")
    name = page.get_by_label("Name of the player")
    name.focus()
    page.keyboard.type("optimal")
    page.keyboard.press("Enter")
    expect(page.locator("#learning [role=status]")).to_contain_text("already")
    page.keyboard.press("Control+A")
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    expect(page.locator("#players tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Remove Second").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#players tbody tr")).to_have_count(0)
