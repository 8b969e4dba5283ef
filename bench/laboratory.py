"""The laboratory in Chromium: from a slider to the exact mean, beside it a table, and from a die to the decisions."""

import asyncio
import shutil
from collections.abc import Awaitable, Iterable
from statistics import median, quantiles
from typing import Any

from playwright.async_api import Page, async_playwright

from bench.clients import RunningServer, enter_all, lay_tables

CHANGES, BESIDE = 20, 50
"""Changes of a slider that are measured, and those beside which a table is played."""
ALONE = 10
"""Seconds in which a table is played with nothing beside it, for what the disk and the machine add to each click."""
PAUSE = 0.5
"""Seconds from one change of a position to the next, as people make them."""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MOVE = """([key, value]) => new Promise((done) => {
  const mean = document.getElementById("mean"), before = mean.dataset.digest;
  const slider = document.querySelector(`input[type=range][data-stay="${key}"]`);
  new MutationObserver((_, watch) => {
    if (mean.dataset.digest === before) return;
    watch.disconnect();
    done(performance.now() - began);
  }).observe(mean, { attributes: true, attributeFilter: ["data-digest"] });
  slider.value = String(value);
  const began = performance.now();
  slider.dispatchEvent(new Event("change", { bubbles: true }));
})"""
"""Sets a slider and lets it go; the time until the page shows the mean of the new rules, in milliseconds."""
TURN = """number => new Promise((done) => {
  const decisions = document.getElementById("decisions"), die = document.querySelectorAll("#position .set-die")[number];
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (decisions.hasAttribute("aria-busy")) return;
    watch.disconnect();
    done(performance.now() - began);
  }).observe(decisions, { attributes: true, attributeFilter: ["aria-busy"] });
  die.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
})"""
"""Counts a die up; the time until the page shows the ranked decisions, in milliseconds."""


async def laboratory(running: RunningServer) -> dict[str, Any]:
    """The figures; official Yahtzee, after a change that warms the kernels."""
    async with async_playwright() as playwright:
        program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = await browser.new_page()
        page.set_default_timeout(120_000)
        await page.goto(f"http://{running.address}/lab/rules?base=yahtzee")
        await page.wait_for_selector("#mean[data-digest]")
        await _changes(page, "upper_bonus", (34,))
        times = await _changes(page, "upper_bonus", range(36, 36 + CHANGES))
        await page.wait_for_selector("#ladder:not([aria-busy])")
        alone = await _waits(running, asyncio.sleep(ALONE))
        beside = await _waits(running, _changes(page, "yahtzee_bonus", range(101, 101 + BESIDE)))
        await page.goto(f"http://{running.address}/lab/analyse?rules=yahtzee&position=1%3D3,FH%3D25+12456:2")
        await page.wait_for_selector("#decisions:not([aria-busy]) tbody tr")
        analysed = []
        for change in range(CHANGES):
            await asyncio.sleep(PAUSE)
            analysed.append(await page.evaluate(TURN, change % 5))
        await browser.close()
    return {
        "analyse_median": median(analysed) / 1000,
        "analyse_worst": max(analysed) / 1000,
        "designer_changes": len(times),
        "designer_median": median(times) / 1000,
        "designer_worst": max(times) / 1000,
        "designer_beside": BESIDE,
        "designer_clicks": len(beside),
        "designer_wait_95": quantiles(beside, n=20)[-1],
        "alone_wait_95": quantiles(alone, n=20)[-1],
    }


async def _waits(running: RunningServer, meanwhile: Awaitable[object]) -> list[float]:
    """Seconds from click to update at a table that is played until something is done, one game after the other."""
    waits: list[float] = []

    async def play() -> None:
        while True:
            client = lay_tables(running, 1, 1, (0.05, 0.15))[0]
            client.waits = waits
            await enter_all([client])
            await client.play()

    playing = asyncio.create_task(play())
    await meanwhile
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return waits


async def _changes(page: Page, key: str, values: Iterable[int]) -> list[float]:
    return [await page.evaluate(MOVE, [key, value]) for value in values]
