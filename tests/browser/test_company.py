"""People who wait for each other: absence, resignation, taking back, the clock, reactions, and room for all of it."""

import re

from playwright.sync_api import Page, expect

from fivedice.table.events import Deputed, Retracted, Returned, Seat
from tests.browser.people import NewContext, serious, sit_down, storage
from tests.browser.servers import SHORT, Server
from tests.tables import NAMES

ANN, BEN, CLEO = (Seat(name) for name in NAMES[:3])

SIZES = ((360, 640), (390, 844), (740, 360), (820, 1180), (1024, 768), (1280, 800), (1920, 1080))
COVERED = """() => {
  const seen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const controls = [...document.querySelectorAll("button, a[href], select, input")].filter(seen);
  const faults = [];
  for (const one of controls) {
    const box = one.getBoundingClientRect();
    const part = one.closest(".chips, .card-table, .history, .coach, .join, .table-layout, .top");
    const frame = part?.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (!box.width || !box.height || !frame) continue;
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;  // scrolled out of sight
    if (y < 0 || y > innerHeight) continue;
    if (x < 0 || x > innerWidth) { faults.push(`${one.outerHTML.slice(0, 90)} is beside the page`); continue; }
    const top = document.elementFromPoint(x, y);
    const other = top?.closest("button, a[href], select, input");
    if (other && other !== one && !one.contains(other) && !other.contains(one))
      faults.push(`${other.outerHTML.slice(0, 90)} lies over ${one.outerHTML.slice(0, 90)}`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide} wide`);
  return faults;
}"""


def test_a_player_who_left_is_replaced_by_a_robot_and_takes_over_when_he_returns(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(SHORT, ANN, BEN, away_after=1, casual=True)
    ann = sit_down(server, new_context(storage=storage(server, table, seats=(0,))), table)
    ben_context = new_context(storage=storage(server, table, seats=(1,)))
    ben = sit_down(server, ben_context, table, 1)
    expect(ann.page.locator("#presence")).not_to_contain_text("away")
    # Ann takes a box back, with Ben's consent.
    ann.roll(1)
    dice = ann.dice()
    ann.fill("chance")
    ann.page.get_by_role("button", name="Take back the box").click()
    expect(ann.page.locator("#company")).to_contain_text("Waiting for Ben to agree")
    expect(ben.page.locator("#company")).to_contain_text("Ann wants to take back the last box.")
    assert serious(ben.page) == []
    ben.page.get_by_role("button", name="Agree").click()
    ann.sees_roll(1)
    assert ann.dice() == dice
    ann.fill("chance")
    # Reactions are seen, unless they are muted.
    ann.page.locator("#people-tool").click()
    assert serious(ann.page) == []
    ann.page.get_by_role("button", name="Applause").click()
    expect(ben.page.locator(".reaction[data-emote=clap]")).to_contain_text("Ann")
    ben.page.locator("#people-tool").click()
    ben.page.get_by_label("Show reactions").uncheck()
    ben.page.locator("#people [data-close]").click()
    ann.page.locator("#people-tool").click()
    ann.page.get_by_role("button", name="Wow").click()
    expect(ann.page.locator(".reaction[data-emote=wow]")).to_be_visible()
    assert ben.page.locator(".reaction[data-emote=wow]").count() == 0
    # Ben leaves; a robot plays until he returns.
    ben.page.close()
    expect(ann.banner).to_contain_text(re.compile(r"away for \d:\d\d"))
    assert serious(ann.page) == []
    ann.page.get_by_role("button", name="A robot plays until Ben returns").click()
    ann.may_roll()
    assert len(server.load(table.id).cards[1].points) - server.load(table.id).cards[1].points.count(None) == 1
    expect(ann.page.locator(".card-head .cell[data-seat='1']")).to_contain_text("robot")
    ben = sit_down(server, ben_context, table, 1)
    expect(ann.page.locator(".card-head .cell[data-seat='1']")).not_to_contain_text("robot")
    ann.roll(1)
    ann.fill("sixes")
    ben.roll(1)
    # Ben resigns, after a second question.
    ben.page.locator("#people-tool").click()
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    ben.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.finish).to_have_text("Ann wins")
    expect(ann.page.locator("#finish")).to_contain_text("Ben, resigned")
    game = server.load(table.id)
    assert [type(one) for one in game.log if isinstance(one, Deputed | Returned | Retracted)] == [
        Retracted,
        Deputed,
        Returned,
    ]
    ann.page.goto(f"{server.address}/report/{table.id}")
    expect(ann.page.locator("#marks")).to_contain_text("A robot played round 1 for Ben.")
    expect(ann.page.locator("#marks")).to_contain_text("Ben resigned.")


def test_when_the_clock_runs_out_a_robot_plays_the_turn(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN, BEN, clock=2)
    both = sit_down(server, new_context(storage=storage(server, table)), table)
    expect(both.page.locator("#turn-time")).to_have_text(re.compile(r"^0:0\d$"))
    expect(both.page.locator(".row.box .cell.filled[data-seat='0']")).to_be_visible()
    expect(both.page.locator("#history")).to_contain_text("Ann scored")
    deputies = [one for one in server.load(table.id).log if isinstance(one, Deputed)]
    assert (deputies[0].seat, deputies[0].reason) == (0, "clock")


def fit(page: Page) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{width}x{height}: {fault}" for fault in page.evaluate(COVERED)]
    return found


def test_no_control_covers_another_at_any_size_with_two_and_eight_seats(
    server: Server, new_context: NewContext
) -> None:
    for count in (2, 8):
        table = server.lay(SHORT, *(Seat(name) for name in NAMES[:count]), away_after=1, casual=True)
        page = sit_down(server, new_context(storage=storage(server, table, seats=(0,), coach="on")), table).page
        page.locator("#roll").click()
        expect(page.locator("button.score").first).to_be_visible()
        assert fit(page) == []
        page.locator("button.score").last.click()
        expect(page.get_by_role("button", name="A robot plays this turn")).to_be_visible()
        assert fit(page) == []
        if count == 2:
            page.get_by_role("button", name="End the game").click()
            expect(page.locator(".finish-title")).to_have_text("The game was ended early")
        else:
            page.set_viewport_size({"width": 360, "height": 640})
            for seat in (page.locator(".chip.mine"), page.locator(".chip.leader").first):
                box = seat.bounding_box()
                assert box
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 360
            expect(page.locator(".row.box .cell.filled.mine.shown")).to_be_visible()
