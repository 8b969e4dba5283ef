"""Every page, light and dark, on a desk and in a hand, upright or not: it fits, and axe finds nothing serious.

Pictures go into the folder named by $FIVEDICE_SHOTS, else into one of the session.
"""

import os
from collections.abc import Iterator
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
from tests.browser.scenes import EXPECTED, PEOPLE, SCENES, show_invitation, show_table

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
SMALLEST_PICTURE = 15_000
"""Bytes; an empty page of these sizes takes less than 8,000."""
CUT_OFF = "buttons => buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
"""Points that are wider than their buttons."""


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


IN_TURN = [("light", "desktop"), ("dark", "phone"), ("light", "landscape")]
"""Every scene is seen in one of these ways; the others are left to `make test-all`."""
VIEWS = [
    pytest.param((scene, *seen), id="-".join((scene, *seen)), marks=[] if seen == usual else [pytest.mark.slow])
    for scene, usual in [*zip(SCENES, cycle(IN_TURN), strict=False), *((scene, None) for scene in PEOPLE)]
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
        watch.tolerate(EXPECTED.get(scene, "^$"))
        (SCENES | PEOPLE)[scene](page, gallery)
        yield View(f"{scene}-{scheme}-{size}", page, size)
        watch.check()
    finally:
        context.close()


def test_a_page_fits_its_screen(view: View, shots: Path) -> None:
    picture = view.page.screenshot(path=shots / f"{view.name}.png", full_page=True, animations="disabled")
    assert len(picture) > SMALLEST_PICTURE
    wide, screen = view.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= screen == SIZES[view.size]["viewport"]["width"]
    assert not view.page.locator(".score").evaluate_all(CUT_OFF)


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
    ann = show_table(page, gallery)
    _lie_apart(page, width, height)
    if size == "390x844":
        for one in ann.page.locator(".score").all():
            expect(one).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Coach", exact=True).click()
    expect(page.locator("#coach .advice").first).to_be_attached()
    _lie_apart(page, width, height)
    show_invitation(page, gallery)
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
