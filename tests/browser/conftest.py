"""Chromium, a server, and somebody who watches that nothing leaves the machine and nothing goes wrong unseen.

The fixtures of pytest-playwright live for a session; here they live for a module, because Playwright leaves its event
loop running in this thread, where other tests would stumble over it.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, expect, sync_playwright

from fivedice.solver import cached_solution
from tests.browser.people import NewContext, Watch
from tests.browser.servers import SHORT, Server, running

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 180_000
"""Milliseconds that a page may take to show something: many times what it needs, for a busy machine."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.fail(f"no browser is installed: these tests need one of {', '.join(PROGRAMS)}; `make test` installs it.")
    return {**browser_type_launch_args, "executable_path": program, "args": list(FLAGS)}


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser_type(playwright: Playwright) -> BrowserType:
    return playwright.chromium


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    found = browser_type.launch(**browser_type_launch_args)
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def server(session_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of a module that leave it running; what it computes beside them ends with it."""
    cached_solution(SHORT)  # compiles the kernels, so that no page has to wait for it
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def mortal(session_cache: Path, tmp_path: Path) -> Iterator[Server]:
    """One that a test may kill."""
    cached_solution(SHORT)
    with running(tmp_path) as found:
        yield found


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Collects what pages complain about and whom they ask; complaints fail the test."""
    found = Watch()
    yield found
    found.check()


@pytest.fixture
def new_context(watch: Watch, new_context: NewContext) -> NewContext:
    """Every context is watched, and its pages give up after the same time."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        return context

    return make
