"""People in front of a browser: what they see, and what they do with mouse and keys."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser.servers import SHORT, Laid, Server

NewContext = Callable[..., BrowserContext]
DEVICE = "the-only-device-of-these-people-"
QUIET = {"speed": "off", "sound": "off", "device": DEVICE}
"""What somebody remembers who does not wait for animations; names belong to all of them."""

PATIENCE = 180_000
"""Milliseconds that a page may take to show something: many times what it needs, for a busy machine."""

REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`));
"""


class Watch:
    """Whom pages ask, and what they complain about."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.tolerated: list[str] = []
        self.allowed: set[str] = set()

    def over(self, context: BrowserContext) -> None:
        """Watch all pages of a context."""
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        context.on("page", self._watch_sockets)

    def tolerate(self, pattern: str) -> None:
        """A complaint that the test brings about itself."""
        self.tolerated.append(pattern)

    def check(self) -> None:
        """Every request went to a server of the test, and nothing went wrong on a page."""
        away = [url for url in self.asked if not _is_here(url)]
        wrong = [said for said in self.complaints if not any(re.search(one, said) for one in self.tolerated)]
        assert not away, f"requests left the machine: {away}"
        assert not wrong, f"pages complained: {wrong}"

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _watch_sockets(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.asked.append(socket.url))


def _is_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname == "127.0.0.1"


REMEMBER = """
if (location.origin === %s && !localStorage.length)
  for (const [name, value] of Object.entries(%s)) localStorage.setItem(`fivedice.${name}`, value);
"""


def storage(server: Server, *tables: Laid, seats: tuple[int, ...] | None = None, **preferences: str) -> str:
    """What a browser remembers, preferences and the tokens of seats: a script that a context runs before its pages.

    Playwright's `storage_state` opens and closes a page for each context: a quarter of the CPU time of a short test.
    """
    kept = {**QUIET, **preferences}
    for table in tables:
        kept |= _tokens(table, seats)
    return REMEMBER % (json.dumps(server.address), json.dumps(kept))


def remember(page: Page, table: Laid, seats: tuple[int, ...] | None = None) -> None:
    """Give the tokens of a table to a browser that is open already."""
    for name, value in _tokens(table, seats).items():
        page.evaluate("([name, value]) => localStorage.setItem(`fivedice.${name}`, value)", [name, value])


def _tokens(table: Laid, seats: tuple[int, ...] | None) -> dict[str, str]:
    own = {str(seat): token for seat, token in table.tokens.items() if seats is None or seat in seats}
    return {f"tokens.{table.id}": json.dumps(own)} if own else {}


def prepared(context: BrowserContext, watch: Watch, storage: str = "") -> BrowserContext:
    """A context that is watched, remembers something, and waits long enough."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(storage)
    watch.over(context)
    return context


@dataclass
class Person:
    """Somebody at a table."""

    server: Server
    page: Page
    seat: int = 0
    asked_about_zero: int = field(default=0, init=False)

    # --- what one sees

    @property
    def game_id(self) -> str:
        return urlsplit(self.page.url).path.rpartition("/")[2]

    @property
    def roll_button(self) -> Locator:
        return self.page.locator("#roll")

    @property
    def banner(self) -> Locator:
        return self.page.locator("#banner")

    @property
    def finish(self) -> Locator:
        return self.page.locator("#finish .finish-title")

    @property
    def question(self) -> Locator:
        return self.page.locator(".question")

    def die(self, position: int) -> Locator:
        return self.page.locator(f".die[data-position='{position}']")

    def box(self, category: str) -> Locator:
        """The button of an open box."""
        return self.page.locator(f"button.score[data-category='{category}']")

    def cell(self, category: str, seat: int | None = None) -> Locator:
        return self.page.locator(f".cell[data-box='{category}'][data-seat='{self.seat if seat is None else seat}']")

    def dice(self) -> list[int]:
        """What the dice show, as a screen reader hears it."""
        labels = self.page.locator(".die").evaluate_all("dice => dice.map(die => die.getAttribute('aria-label'))")
        return [int(label.split("shows ")[1].split(",")[0]) for label in labels]

    def held(self) -> list[bool]:
        pressed: list[str] = self.page.locator(".die").evaluate_all(
            "dice => dice.map(die => die.getAttribute('aria-pressed'))"
        )
        return [one == "true" for one in pressed]

    def previews(self) -> dict[str, int]:
        """Boxes that may be filled now, with what they would pay, in the order of the card."""
        found: list[list[str]] = self.page.locator("button.score").evaluate_all(
            "boxes => boxes.map(box => [box.dataset.category, box.textContent])"
        )
        return {category: sum(int(part) for part in text.split("+")) for category, text in found}

    def card(self, seat: int | None = None) -> dict[str, int]:
        """The filled boxes."""
        who = self.seat if seat is None else seat
        found: list[list[str]] = self.page.locator(f".row.box .cell.filled[data-seat='{who}']").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.box, cell.textContent])"
        )
        return {category: int(text) for category, text in found}

    def total(self, seat: int | None = None) -> int:
        return int(self.cell("total", seat).inner_text())

    # --- what one waits for

    def may_roll(self) -> None:
        expect(self.roll_button).to_have_attribute("aria-disabled", "false")

    def sees_roll(self, number: int) -> None:
        """The dice have been thrown so often, and lie still."""
        expect(self.banner.locator(".rolls-words")).to_have_text(re.compile(f"^Roll {number} of "))
        expect(self.page.locator("button.score").first).to_be_visible()

    def sees_filled(self, category: str) -> None:
        expect(self.cell(category)).to_have_class(re.compile(r"\bfilled\b"))

    def is_asked_for_real_dice(self) -> None:
        expect(self.page.locator("#typing")).to_be_visible()

    # --- what one does with the mouse

    def roll(self, number: int) -> None:
        """Throw the dice, for the first, second or third time."""
        self.may_roll()
        self.roll_button.click()
        self.sees_roll(number)

    def fill(self, category: str) -> None:
        """Score a box, and a zero only after it was asked about."""
        zero = self.previews()[category] == 0
        self.box(category).click()
        if zero:
            self.asked_about_zero += 1
            expect(self.question).to_be_visible()
            expect(self.cell(category)).not_to_have_class(re.compile(r"\bfilled\b"))
            self.question.get_by_role("button", name="Score 0").click()
        expect(self.question).to_have_count(0)
        self.sees_filled(category)

    # --- what one does with keys

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def sit_down(server: Server, context: BrowserContext, table: Laid, seat: int = 0) -> Person:
    """Open a table in a browser that has the tokens already."""
    page = context.new_page()
    page.goto(f"{server.address}/table/{table.id}")
    expect(page.locator("#banner .who, #finish .finish-title").first).to_be_visible()
    return Person(server, page, seat)


def begin_with_friends(server: Server, page: Page, name: str) -> None:
    """Ask for a table with a friend under a name."""
    page.goto(f"{server.address}/?variant={SHORT.name}")
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_label("Your name").first.fill(name)
    page.locator("#way-start").click()


def serious(page: Page) -> list[str]:
    """What axe finds on a page that is serious."""
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")]
