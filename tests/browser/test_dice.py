"""Dice: those that are typed, and those that fly."""

import pytest
from playwright.sync_api import expect

from fivedice.rules import variant
from fivedice.table.events import Seat
from tests.browser.people import NewContext, sit_down, storage
from tests.browser.servers import SHORT, Server

ANN = Seat("Ann")
NOTE_CHEERS = """
window.cheers = [];
new MutationObserver(() => {
  for (const cheer of document.querySelectorAll("#felt .cheer")) window.cheers.push(cheer.textContent);
}).observe(document, { childList: true, subtree: true });
"""


def test_real_dice_of_a_person_are_tapped_or_typed(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, Seat("Ann", physical=True))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    for face in (6, 6, 5, 5, 2):
        ann.page.get_by_role("button", name=f"Enter {face}").click()
    ann.roll(1)
    assert ann.dice() == [6, 6, 5, 5, 2]
    for position in range(4):
        ann.die(position).click()
    ann.press("Space")
    expect(ann.page.locator(".typing-words")).to_contain_text("6 6 5 5")
    ann.press("4", "Backspace", "3", "Enter")
    ann.sees_roll(2)
    assert ann.dice() == [6, 6, 5, 5, 3]
    ann.page.get_by_role("button", name="Take back").click()
    expect(ann.banner).to_contain_text("Roll 1 of 3")
    for position, held in enumerate(ann.held()):
        if held is (position == 4):
            ann.die(position).click()
    ann.press("Space", "6", "Enter")
    ann.sees_roll(2)
    assert ann.previews() == {"fives": 10, "sixes": 18, "full_house": 25, "chance": 28}
    ann.fill("full_house")
    assert server.load(table.id).cards[0].points[2] == 25


def test_all_dice_alike_are_cheered_and_read_out_and_nothing_moves_for_those_who_want_it_so(
    server: Server, new_context: NewContext
) -> None:
    table = server.lay(variant("yatzy"), Seat("Ann", physical=True))
    context = new_context(storage=storage(server, table, speed="normal"), reduced_motion="reduce")
    context.add_init_script(NOTE_CHEERS)
    ann = sit_down(server, context, table)
    ann.is_asked_for_real_dice()
    ann.press(*"44444", "Enter")
    expect(ann.page.locator("#live")).to_have_text("You rolled 4 4 4 4 4. Yatzy! 2 rolls left.")
    assert set(ann.page.evaluate("window.cheers")) == {"Yatzy!"}
    assert ann.page.evaluate("document.getAnimations().length") == 0


def test_real_dice_of_a_robot_are_typed_by_the_person_who_sits_with_it(server: Server, new_context: NewContext) -> None:
    robot = Seat("Greedy", "robot", "greedy", physical=True)
    table = server.lay(SHORT, robot, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table, seat=1)
    words = ann.page.locator(".typing-words")
    expect(words).to_contain_text("Roll for Greedy")
    ann.press(*"66555", "Enter")
    typed = 5
    for _ in range(3):
        # Either it keeps some and wants the others, or it fills a box and it is Ann's turn.
        expect(words.filter(has_text="Greedy keeps").or_(ann.banner.filter(has_text="Ann, your turn"))).to_be_visible()
        if not words.is_visible():
            break
        missing = ann.page.locator(".picker").count()
        ann.press(*"1" * missing, "Enter")
        typed += missing
    expect(ann.banner).to_contain_text("Ann, your turn")
    assert len(ann.card(0)) == 1
    ann.roll(1)
    ann.fill("chance")
    expect(words).to_contain_text("Roll for Greedy")
    assert server.load(table.id).turn_number == 1


@pytest.mark.parametrize(
    "speed", ["slow", *(pytest.param(one, marks=pytest.mark.slow) for one in ("normal", "fast")), "off"]
)
def test_previews_appear_when_the_dice_have_settled(server: Server, new_context: NewContext, speed: str) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table, speed=speed)), table)
    ann.may_roll()
    moved = ann.page.evaluate(
        """() => new Promise((resolve) => {
            const seen = [];
            const look = () => {
                const cube = document.querySelector(".die .cube");
                const moving = cube.getAnimations().some((one) => one.playState === "running");
                const previews = document.querySelectorAll("button.score").length;
                seen.push([moving, previews]);
                if (previews) resolve(seen); else requestAnimationFrame(look);
            };
            document.querySelector("#roll").click();
            look();
        })"""
    )
    assert any(moving for moving, _ in moved) is (speed != "off")
    assert not any(moving and previews for moving, previews in moved)


def test_dice_lie_still_for_people_who_want_less_motion(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    context = new_context(storage=storage(server, table, speed="slow"), reduced_motion="reduce")
    ann = sit_down(server, context, table)
    ann.may_roll()
    ann.roll_button.click()
    assert ann.page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('.cube')).length") == 0
    ann.sees_roll(1)
