"""The designer: rules changed by mouse and by keys, solved, swept, saved, shared and played."""

import re
from pathlib import Path
from unittest.mock import ANY

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import fivedice as fd
from fivedice.rules import Rules
from fivedice.rules.toml import load_rules
from fivedice.solver import any_solution, cached_solution
from fivedice.web.lab.changes import changed
from tests.browser.people import NewContext, Watch
from tests.browser.servers import SHORT, Server
from tests.browser.test_looks import AXE, SERIOUS

DEARER = changed(SHORT, SHORT, {"set": {"full_house": 40}})
SAVING = changed(DEARER, SHORT, {"set": {"saved_throws": 1}})
COLUMNS = changed(DEARER, SHORT, {"set": {"columns": [{"name": "1"}, {"name": "Late", "order": "down"}]}})
WITHOUT_SIXES = changed(DEARER, SHORT, {"set": {"sixes": "off"}})
PAIR = {"title": "Pair", "pattern": "groups 2", "points": "matching", "section": "lower"}
WITH_PAIR = changed(WITHOUT_SIXES, SHORT, {"box": PAIR})


def _mean(page: Page, rules: Rules) -> None:
    """The page shows the exact mean of these rules."""
    expect(page.locator(f'#mean[data-digest="{rules.digest}"]:not([aria-busy]) strong')).to_have_text(
        f"{any_solution(rules).value:.4f}"
    )


def _field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def _slide(slider: Locator, value: int) -> None:
    """Drag the thumb of a slider with the mouse to a value."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    least, most, now = (float(slider.evaluate(f"one => one.{key}")) for key in ("min", "max", "value"))

    def place(at: float) -> float:
        return box["x"] + 8 + (box["width"] - 16) * (at - least) / (most - least)

    mouse = slider.page.mouse
    mouse.move(place(now), box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(place(value), box["y"] + box["height"] / 2, steps=4)
    mouse.up()


def test_rules_are_designed_by_mouse_solved_swept_saved_shared_and_played(
    new_context: NewContext, server: Server, watch: Watch, tmp_path: Path
) -> None:
    watch.tolerate("400")
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    _mean(page, SHORT)
    _slide(page.get_by_role("slider", name="Points of Full house, slider"), 40)
    _mean(page, DEARER)
    _field(page, "Throws saved for later turns").fill("1")
    page.keyboard.press("Enter")
    _mean(page, SAVING)
    page.get_by_role("button", name="Undo").click()
    _mean(page, DEARER)
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("button", name="Add a column").click()
    page.get_by_label("Column 2: name").fill("Late")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("Late"))
    page.get_by_label("Column 2: order").select_option("down")
    _mean(page, COLUMNS)
    expect(page.get_by_label("Column 2: name")).to_have_value("Late")
    page.get_by_role("button", name="Remove column 2").click()
    _mean(page, DEARER)
    page.get_by_label("Sixes", exact=True).uncheck()
    _mean(page, WITHOUT_SIXES)
    page.get_by_text("New box").click()
    form = page.locator('[data-key="new"]')
    form.get_by_label("Title").fill("Pair")
    form.get_by_label("What the dice must show").fill("two of them")
    form.get_by_label("Points").fill("matching")
    form.get_by_role("button", name="Add the box").click()
    expect(form.get_by_role("alert").first).to_contain_text("not a pattern")
    form.get_by_label("What the dice must show").fill("groups 2")
    form.get_by_role("button", name="Add the box").click()
    _mean(page, WITH_PAIR)
    _field(page, "Dice").fill("11")
    _field(page, "Dice").press("Enter")
    expect(page.locator('[data-key="dice"] .refusal')).to_contain_text("1 to 10")
    page.locator('[data-stay="sweep-first"]').select_option("upper_bonus")
    page.get_by_label("by", exact=True).fill("50")
    page.get_by_role("button", name="Compute the sweep").click()
    swept = page.locator("#sweep tbody tr td:nth-child(2)")
    expect(swept).to_have_count(3)
    means = [cached_solution(WITH_PAIR.change({"upper_bonus": bonus})).value for bonus in (0, 50, 100)]
    assert swept.all_inner_texts() == [f"{mean:.4f}" for mean in means]
    expect(page.locator("#sweep .plot svg")).to_be_visible()
    page.reload()
    expect(swept).to_have_count(3)
    expect(page.get_by_label("by", exact=True)).to_have_value("50")
    expect(page.locator("#sweep .plot svg")).to_be_visible()
    assert _serious(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as TOML").click()
    saved.value.save_as(tmp_path / "rules.toml")
    assert load_rules(tmp_path / "rules.toml").digest == WITH_PAIR.digest
    other = new_context().new_page()
    other.goto(page.url)
    _mean(other, WITH_PAIR)
    page.get_by_role("button", name="Undo").click()
    _mean(page, WITHOUT_SIXES)
    page.get_by_role("button", name="Undo").click()
    _mean(page, DEARER)
    page.get_by_role("button", name="Redo").click()
    _mean(page, WITHOUT_SIXES)
    page.get_by_text("Load rules").click()
    page.get_by_label("File with rules").set_input_files(tmp_path / "rules.toml")
    _mean(page, WITH_PAIR)
    page.locator('[data-stay="opponent"]').select_option("optimal")
    page.get_by_role("button", name="Play this").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator("#card")).to_contain_text("Pair")
    assert server.load(page.url.rpartition("/")[2]).rules.digest == WITH_PAIR.digest


def test_keys_at_a_slider_before_the_answer_are_one_change(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    _mean(page, SHORT)
    asked: list[Route] = []
    page.route("**/api/lab/design", lambda route: asked.append(route) if not asked else route.continue_())
    slider = page.get_by_role("slider", name="Points of Full house, slider")
    slider.focus()
    with page.expect_request("**/api/lab/design"):
        page.keyboard.press("ArrowRight")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    sent: list[object] = []
    page.on("request", lambda request: sent.append(request.post_data_json) if "/design" in request.url else None)
    asked[0].continue_()
    _mean(page, DEARER)
    assert sent == [{"rules": ANY, "base": "short", "change": {"set": {"full_house": 40}}}]
    expect(slider).to_be_focused()


def test_rules_are_designed_by_keys_alone(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    _mean(page, SHORT)
    slider = page.get_by_role("slider", name="Points of Full house, slider")
    slider.focus()
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    _mean(page, DEARER)
    expect(slider).to_be_focused()
    page.get_by_label("Sixes", exact=True).focus()
    page.keyboard.press("Space")
    _mean(page, WITHOUT_SIXES)
    page.get_by_text("New box").focus()
    page.keyboard.press("Enter")
    for text in ("Pair", "groups 2", "matching"):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    _mean(page, WITH_PAIR)
    page.get_by_label("Chance", exact=True).focus()
    page.keyboard.press("Control+z")
    _mean(page, WITHOUT_SIXES)
    page.keyboard.press("Control+y")
    _mean(page, WITH_PAIR)
    page.get_by_role("button", name="Play this").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/table/"))


def _serious(page: Page) -> list[str]:
    """What axe finds."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert len(found["passes"]) > 10
    return [f"{one['id']} at {one['nodes'][0]['target']}" for one in found["violations"] if one["impact"] in SERIOUS]


SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_designer_fits_its_screen_and_axe_finds_nothing_serious(
    new_context: NewContext, server: Server, scheme: str, size: str
) -> None:
    page = new_context(viewport=SIZES[size], color_scheme=scheme).new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    _mean(page, SHORT)
    for summary in page.locator("details > summary").all():
        summary.click()
    expect(page.locator("#figures .plot svg")).to_be_visible()
    expect(page.locator("#ladder .plot svg")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SIZES[size]["width"]
    assert _serious(page) == []


@pytest.mark.slow
def test_figures_and_ladder_of_the_page_are_those_of_the_library(new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    figures = page.get_by_role("region", name="Final score of optimal play").locator("tbody tr").first
    optimal = fd.evaluate("optimal", SHORT, progress=False)
    expect(figures.locator("td").nth(1)).to_have_text(f"{optimal.mean:.4f}")
    boxes = page.get_by_role("region", name="What each box is worth").locator("tbody tr")
    for at, box in enumerate(SHORT.categories):
        assert boxes.nth(at).locator("td").nth(1).inner_text() == f"{optimal.boxes[box.name]:.2f}"
        assert boxes.nth(at).locator("td").nth(3).inner_text() == f"{optimal.zeros[box.name]:.1%}"
    rungs = page.get_by_role("region", name="What better play gains").locator("tbody tr")
    expect(rungs.last.locator("td").nth(1)).to_have_text(f"{optimal.mean:.4f}")
    greedy = fd.evaluate("greedy", SHORT, progress=False)
    assert rungs.filter(has_text="Greedy").locator("td").nth(1).inner_text() == f"{greedy.mean:.4f}"


def test_what_is_typed_while_an_answer_comes_stays_and_one_undo_leads_back(
    new_context: NewContext, server: Server, watch: Watch
) -> None:
    watch.tolerate("400")
    page = new_context().new_page()
    page.goto(f"{server.address}/lab/rules?base=short")
    _mean(page, SHORT)
    asked: list[Route] = []
    page.route("**/api/lab/design", lambda route: asked.append(route) if not asked else route.continue_())
    _field(page, "Points of Full house").fill("40")
    with page.expect_request("**/api/lab/design"):
        page.keyboard.press("Tab")
    page.get_by_text("New box").click()
    title = page.locator('[data-key="new"]').get_by_label("Title")
    title.press_sequentially("Pai")
    with page.expect_response("**/api/lab/design"):
        asked[0].continue_()
    title.press_sequentially("r")
    _field(page, "Dice").fill("11")
    _field(page, "Dice").press("Enter")
    expect(page.locator('[data-key="dice"] .refusal')).to_contain_text("1 to 10")
    _mean(page, DEARER)
    expect(title).to_have_value("Pair")
    slider = page.get_by_role("slider", name="Points of Full house, slider")
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(20)
    _mean(page, changed(SHORT, SHORT, {"set": {"full_house": 50}}))
    for _ in range(3):
        page.keyboard.press("Control+z")  # there are two steps to undo
    _mean(page, SHORT)
    expect(page).to_have_url(re.compile("/lab/rules"))
