"""Every page, light and dark, on a desk and in a hand: it fits, and axe finds nothing serious.

Pictures go into the folder named by $FIVEDICE_SHOTS, else into one of the session.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import cycle, pairwise, product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.names import LONGEST
from tests.browser.gallery import Gallery, open_gallery
from tests.browser.people import NewContext, Person, Watch, prepared, storage

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
PHONES = 820
"""Pixels; wider screens show the coach beside the dice."""
SMALLEST_PICTURE = 15_000
"""Bytes; an empty page of these sizes takes less than 8,000."""


def _lobby(page: Page, gallery: Gallery) -> None:
    page.goto(gallery.server.address)
    expect(page.locator("#levels input").first).to_be_visible()
    expect(page.locator(".open-table").first).to_be_visible()
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)


def _table(page: Page, gallery: Gallery) -> Person:
    page.goto(f"{gallery.server.address}/table/{gallery.table.id}")
    ann = Person(gallery.server, page)
    ann.sees_roll(2)
    faces = ann.dice()
    alike = max(faces, key=faces.count)
    for position, held in enumerate(ann.held()):
        if held is not (faces[position] == alike):
            ann.die(position).click()
    return ann


def _coach(page: Page, gallery: Gallery) -> None:
    _table(page, gallery)
    page.get_by_role("button", name="Coach", exact=True).click()
    expect(page.locator("#coach .advice").first).to_be_attached()
    expect(page.locator("#coach .chances")).to_be_attached()
    if page.evaluate("innerWidth") > PHONES:
        expect(page.locator("#coach .chances")).to_be_in_viewport(ratio=1)


def _zero(page: Page, gallery: Gallery) -> None:
    ann = _table(page, gallery)
    previews = ann.previews()
    ann.box(min(previews, key=lambda category: previews[category])).click()
    expect(ann.question).to_be_visible()


def _keys(page: Page, gallery: Gallery) -> None:
    _table(page, gallery)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()


def _real(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.real.id}")
    expect(page.locator("#typing")).to_be_visible()
    page.keyboard.press("6")
    page.keyboard.press("3")


def _join(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.open.id}")
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()


def _eight(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.eight.id}")
    expect(page.locator("#roll")).to_have_attribute("aria-disabled", "false")


def _over(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.over}")
    expect(page.locator("#finish .podium")).to_be_visible()


def _report(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/report/{gallery.over}")
    expect(page.locator("#verify")).to_be_visible()
    page.locator("#verify").click()
    expect(page.locator(".verify-result .good")).to_be_visible()


def _scores(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/scores")
    expect(page.locator("#scores tbody tr").first).to_be_visible()


def _player(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/player/Ann")
    expect(page.locator(".figures")).to_be_visible()


def _options(page: Page, gallery: Gallery) -> None:
    _lobby(page, gallery)
    page.get_by_text("More robots").click()
    expect(page.locator(".robot-group").first).to_be_visible()
    page.get_by_role("button", name="Pass and play").click()
    page.get_by_text("More options").click()
    expect(page.locator(".robot-words").first).to_be_visible()


def _rules(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/rules/yahtzee")
    expect(page.locator("[data-box=chance]")).to_be_visible()


def _guide(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/learn")
    page.get_by_role("button", name="Begin the first game").click()
    page.wait_for_url("**/table/*")
    Person(gallery.server, page).roll(1)
    expect(page.locator("#guide")).to_contain_text("Tap the dice")


def _joker(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/table/{gallery.joker.id}")
    expect(page.locator("#notes")).to_contain_text("A joker")
    expect(page.locator("button.score").first).to_be_visible()


def _box(page: Page, gallery: Gallery) -> None:
    _table(page, gallery)
    page.get_by_role("button", name="Full house: what it pays").click()
    expect(page.locator("#box")).to_contain_text("It pays 25 points.")


def _laboratory(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab")
    expect(page.locator("#ways svg").first).to_be_visible()


def _analyse(page: Page, gallery: Gallery) -> None:
    page.goto(
        f"{gallery.server.address}/lab/analyse?rules=yahtzee&position=1%3D2,3%3D9,6%3D18,FH%3D25,SS%3D30,LS%3D0,Y%3D0,C%3D22+34566:1"
    )
    expect(page.locator("#decisions th").nth(3)).to_be_visible()
    expect(page.locator("#outlook .plot svg")).to_have_count(2)


def _strategies(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/strategies")
    expect(page.locator("#list tbody tr").first).to_be_visible()


def _studies(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/studies")
    expect(page.locator("#list tbody tr")).to_have_count(5)


def _training(page: Page, gallery: Gallery) -> None:
    page.goto(f"{gallery.server.address}/lab/training")
    expect(page.get_by_role("button", name="Train")).to_be_visible()
    expect(page.locator("#players h2")).to_be_visible()


def _missing(page: Page, gallery: Gallery) -> None:
    page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))  # the console is silent
    page.goto(f"{gallery.server.address}/nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


SCENES: dict[str, Callable[[Page, Gallery], object]] = {
    "lobby": _lobby,
    "options": _options,
    "rules": _rules,
    "guide": _guide,
    "joker": _joker,
    "box": _box,
    "missing": _missing,
    "table": _table,
    "coach": _coach,
    "zero": _zero,
    "keys": _keys,
    "real-dice": _real,
    "join": _join,
    "eight-seats": _eight,
    "over": _over,
    "report": _report,
    "scores": _scores,
    "player": _player,
    "laboratory": _laboratory,
    "analyse": _analyse,
    "strategies": _strategies,
    "studies": _studies,
    "training": _training,
}


@pytest.fixture(scope="module")
def gallery(session_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    yield from open_gallery(tmp_path_factory.mktemp("gallery"))


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go."""
    wish = os.environ.get("FIVEDICE_SHOTS")
    folder = Path(wish) if wish else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@dataclass(frozen=True)
class View:
    """A page as it is seen."""

    name: str
    page: Page
    size: str


IN_TURN = [("light", "desktop"), ("dark", "phone")]
"""Every scene is seen in one of these ways; the others are left to `make test-all`."""
VIEWS = [
    pytest.param((scene, *seen), id="-".join((scene, *seen)), marks=[] if seen == usual else [pytest.mark.slow])
    for scene, usual in zip(SCENES, cycle(IN_TURN), strict=False)
    for seen in product(SCHEMES, SIZES)
]


@pytest.fixture(scope="module", params=VIEWS)
def view(request: pytest.FixtureRequest, browser: Browser, gallery: Gallery) -> Iterator[View]:
    scene, scheme, size = request.param
    kept = storage(gallery.server, gallery.table, gallery.real, gallery.eight, gallery.joker)
    watch = Watch()
    context = browser.new_context(locale="en-GB", color_scheme=scheme, **SIZES[size])
    prepared(context, watch, kept)
    try:
        page = context.new_page()
        SCENES[scene](page, gallery)
        yield View(f"{scene}-{scheme}-{size}", page, size)
        watch.check()
    finally:
        context.close()


def test_a_page_fits_its_screen(view: View, shots: Path) -> None:
    picture = view.page.screenshot(path=shots / f"{view.name}.png", full_page=True, animations="disabled")
    assert len(picture) > SMALLEST_PICTURE
    wide, screen = view.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= screen == SIZES[view.size]["viewport"]["width"]


def test_axe_finds_nothing_serious(view: View) -> None:
    view.page.evaluate(AXE)
    found = view.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        f"{one['id']}: {one['help']} at {', '.join(str(node['target']) for node in one['nodes'][:5])}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]
    assert len(found["passes"]) > 10
    assert not serious, "\n".join(serious)


@pytest.mark.parametrize("size", ["390x844", "360x640", "320x568"])
def test_on_a_phone_a_thumb_reaches_everything_for_a_turn_and_nothing_lies_over_anything(
    new_context: NewContext, gallery: Gallery, size: str
) -> None:
    width, height = (int(side) for side in size.split("x"))
    phone = {**SIZES["phone"], "viewport": {"width": width, "height": height}}
    page = new_context(storage=storage(gallery.server, gallery.table), **phone).new_page()
    ann = _table(page, gallery)
    _lie_apart(page, width, height)
    if size == "390x844":
        for one in ann.page.locator(".score").all():
            expect(one).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Coach", exact=True).click()
    expect(page.locator("#coach .advice").first).to_be_attached()
    _lie_apart(page, width, height)
    _join(page, gallery)
    _lie_apart(page, width, height)


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Dice are placed in the frame after the one in which the felt has got its size."""
IN_SIGHT = """dice => dice.map(die => {
    const { x, y, width, height } = die.getBoundingClientRect();
    return die.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


@pytest.mark.parametrize(("size", "count"), [("360x640", 2), ("360x640", 8), ("900x800", 8), ("1280x800", 8)])
def test_names_of_any_length_push_nothing_aside(
    new_context: NewContext, gallery: Gallery, size: str, count: int
) -> None:
    width, height = (int(side) for side in size.split("x"))
    table = gallery.server.lay(variant("yahtzee"), *(Seat("W" * (LONGEST - 1) + str(seat)) for seat in range(count)))
    kept = storage(gallery.server, table, coach="on")
    page = new_context(storage=kept, viewport={"width": width, "height": height}).new_page()
    page.goto(f"{gallery.server.address}/table/{table.id}")
    Person(gallery.server, page).may_roll()
    expect(page.locator("#coach")).to_be_visible()
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("document.scrollingElement.scrollWidth") == width
    assert page.locator(".die").evaluate_all(IN_SIGHT) == [True] * 5


def _lie_apart(page: Page, width: int, height: int) -> None:
    """From top to bottom: what there is of header, invitation, card, coach, dice and button; the button for a thumb."""
    page.evaluate(TWO_FRAMES)
    parts = [page.locator(one) for one in (".top", "#join", "#card", "#coach", "#banner", ".felt-frame", "#roll")]
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert boxes[0]["y"] >= 0
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1
    assert boxes[-1]["y"] + boxes[-1]["height"] <= height
    assert boxes[-1]["y"] > height / 2
    assert min(boxes[-1]["width"], boxes[-1]["height"]) >= 44
    felt = boxes[-2]
    for die in page.locator(".die").all():
        box = die.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= felt["y"]
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]
