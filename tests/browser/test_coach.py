"""The coach at the table, and a first solve that people can watch."""

import json
import re
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from fivedice.coach.advice import advise
from fivedice.rules import variant
from fivedice.solver import cached_solution
from fivedice.table.events import Seat
from tests.browser.people import NewContext, sit_down, storage
from tests.browser.servers import SHORT, Server, running

ANN = Seat("Ann")
COLLECT = """
window.progress = [];
new MutationObserver(() => {
  const bar = document.querySelector("#coach [role=progressbar]");
  if (bar) window.progress.push(Number(bar.getAttribute("aria-valuenow")));
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def test_the_coach_is_off_until_it_is_asked_and_says_what_the_library_says(
    server: Server, new_context: NewContext
) -> None:
    solution = cached_solution(SHORT)
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    coach = ann.page.locator("#coach")
    ann.roll(1)
    expect(coach).to_be_hidden()
    ann.page.get_by_role("button", name="Coach", exact=True).click()
    advices = coach.locator(".advice")
    expect(advices.first).to_be_visible()
    game = server.load(table.id)
    everything = advise(solution, game.cards[0], game.roll, 2)
    ranked = [one for one in everything if one.decision != game.roll]  # to keep all dice is to stop, and worth no more
    expect(coach.locator(".do-value strong")).to_have_text(f"{ranked[0].value:.1f}")
    coach.get_by_role("button", name=re.compile(r"^\d+ more$")).click()
    expect(advices).to_have_count(len(ranked))
    assert advices.locator(".value").all_inner_texts() == [f"{one.value:.1f}" for one in ranked]
    costs = ["best" if one.regret < 0.005 else f"−{one.regret:.2f}" for one in ranked]
    assert advices.locator(".cost").all_inner_texts() == costs
    expect(coach.locator(".why").first).to_be_visible()
    expect(coach.locator(".coach-outlook svg.chart")).to_be_visible()


def test_advice_that_is_taken_holds_its_dice_and_leaves_the_roll_to_the_player(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table, coach="on")), table)
    ann.roll(1)
    keeps = ann.page.locator("#coach .advice").filter(has=ann.page.locator(".mini"))
    dice = (keeps.first.locator(".mini").get_attribute("aria-label") or "").split()
    keeps.first.click()
    expect(ann.page.locator(".die[aria-pressed=true]")).to_have_count(len(dice))
    held = [str(face) for face, held in zip(ann.dice(), ann.held(), strict=True) if held]
    assert sorted(held) == sorted(dice)
    assert server.load(table.id).throws_used == 1
    ann.press("Space")
    ann.sees_roll(2)


def test_on_a_phone_advice_that_is_taken_gives_the_dice_back(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    kept = storage(server, table, coach="on")
    ann = sit_down(server, new_context(storage=kept), table)
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.roll(1)
    coach, more = ann.page.locator("#coach"), ann.page.get_by_role("button", name="More", exact=True)
    for _ in range(2):
        more.click()
        expect(coach).to_have_class(re.compile(r"\bexpanded\b"))
        ann.press("Escape")
        expect(coach).not_to_have_class(re.compile(r"\bexpanded\b"))
    more.click()
    coach.locator(".advice").filter(has=ann.page.locator(".mini")).first.click()
    expect(coach).not_to_have_class(re.compile(r"\bexpanded\b"))
    ann.roll(2)


def test_a_new_name_while_the_dice_fly_stops_neither_the_roll_nor_the_coach(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN, Seat("Ben"))
    context = new_context(storage=storage(server, table, seats=(0,), speed="fast", coach="on"))

    def rename_behind_the_throw(socket: WebSocketRoute) -> None:
        behind = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            socket.send(message)
            said = json.loads(message)
            if said["type"] == "state" and said["throw_number"]:
                said["seq"] += 1
                said["seats"][1]["name"] = "Benno"
                socket.send(json.dumps(said))

        behind.on_message(tell)

    context.route_web_socket("**/ws/*", rename_behind_the_throw)
    ann = sit_down(server, context, table)
    ann.roll(1)
    expect(ann.page.locator(".card-head")).to_contain_text("Benno")
    expect(ann.page.locator("#coach .advice").first).to_be_visible()
    ann.roll(2)


def test_a_first_solve_shows_its_progress_and_then_the_advice(new_context: NewContext, tmp_path: Path) -> None:
    cached_solution(SHORT)  # compiles the kernels, which are kept elsewhere, unless another test has done so
    with running(tmp_path, tmp_path / "empty") as fresh:
        table = fresh.lay(variant("yahtzee"), ANN)
        context = new_context(storage=storage(fresh, table, coach="on"))
        context.add_init_script(COLLECT)
        ann = sit_down(fresh, context, table)
        ann.roll(1)
        expect(ann.page.locator("#coach .advice").first).to_be_visible()
        progress: list[int] = ann.page.evaluate("window.progress")
        context.close()  # before its server, which it would look for
    assert progress == sorted(progress)
    assert len(set(progress)) >= 3, progress
