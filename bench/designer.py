"""The designer in Chromium: from a slider that is let go to the new exact mean on the page, and a table beside it."""

import asyncio
import shutil
from collections.abc import Iterable
from statistics import median, quantiles
from typing import Any

from playwright.async_api import Page, async_playwright

from bench.clients import RunningServer, enter_all, lay_tables

CHANGES, BESIDE = 20, 50
"""Changes of a slider that are measured, and those beside which a table is played."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
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


async def designer(running: RunningServer) -> dict[str, Any]:
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
        client = lay_tables(running, 1, 1, (0.05, 0.15))[0]
        await enter_all([client])
        playing = asyncio.create_task(client.play())
        beside = await _changes(page, "yahtzee_bonus", range(101, 101 + BESIDE))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await browser.close()
    return {
        "designer_changes": len(times),
        "designer_median": median(times) / 1000,
        "designer_worst": max(times) / 1000,
        "designer_beside": len(beside),
        "designer_clicks": len(client.waits),
        "designer_wait_95": quantiles(client.waits, n=20)[-1],
    }


async def _changes(page: Page, key: str, values: Iterable[int]) -> list[float]:
    return [await page.evaluate(MOVE, [key, value]) for value in values]
