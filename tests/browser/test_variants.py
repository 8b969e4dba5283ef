"""Games with saved throws, columns, a fixed order, other dice: played to the end by a person and a robot."""

import pytest
from playwright.sync_api import expect

from fivedice.rules import VARIANTS, Category, Column, Rules, variant
from fivedice.rules.category import face_category
from fivedice.rules.pattern import AllEqual, Anything
from fivedice.table.events import Seat
from fivedice.table.record import record_of
from fivedice.table.verify import verify
from tests.browser.people import NewContext, Person, sit_down, storage
from tests.browser.servers import Laid, Server

ANN = Seat("Ann")
BOXES = (face_category(6), Category("chance", Anything(), "sum", code="C"), Category("alike", AllEqual(), 50, code="A"))
COLUMNS = Rules(
    "columns",
    BOXES,
    upper_threshold=12,
    upper_bonus=20,
    columns=(Column("down", "down"), Column("double", "free", 2)),
    saved_throws="unlimited",
)
ROBOTS = {"yahtzee-triple": "by-columns"}
"""The robot of each variant; a random one for all others, which needs nothing to be solved."""


def play_on(person: Person, rules: Rules) -> None:
    """Fill a box after the first roll of each turn, the best by what it pays."""
    for _ in range(rules.turns - len(person.card())):
        person.roll(1)
        previews = person.previews()
        person.fill(max(previews, key=lambda category: previews[category]))


def test_columns_and_saved_throws_are_shown_and_used(server: Server, new_context: NewContext) -> None:
    table = server.lay(COLUMNS, ANN, Seat("Robot", "robot", "random"))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    expect(ann.page.locator(".row.columns .cell[data-seat='0']")).to_have_text(["↓", "×2"])
    expect(ann.cell("saved")).to_have_text("0")
    ann.roll(1)
    assert set(ann.previews()) == {"sixes_1", "sixes_2", "chance_2", "alike_2"}  # the first column goes down
    ann.fill("sixes_1")
    expect(ann.cell("saved")).to_have_text("2")
    ann.may_roll()
    expect(ann.banner).to_contain_text("2 rolls saved")
    for number in range(1, 6):
        ann.roll(number)
        expect(ann.banner).to_contain_text(f"Roll {number} of 5")
    expect(ann.roll_button).to_contain_text("no rolls left")
    ann.fill("chance_2")
    expect(ann.cell("saved")).to_have_text("0")
    ann.may_roll()  # the robot's turn is over
    ann.press("Space")
    ann.sees_roll(1)
    ann.press("b", "Enter")  # the letter of the second kind of boxes
    ann.sees_filled("chance_1")
    finish(ann, table, COLUMNS)


def finish(ann: Person, table: Laid, rules: Rules) -> None:
    """Play to the end; the page and the server agree about it."""
    play_on(ann, rules)
    expect(ann.finish).to_be_visible()
    game = ann.server.load(table.id)
    assert game.is_over
    assert ann.card() == dict(zip(rules.index, game.cards[0].points, strict=True))
    assert [ann.total(0), ann.total(1)] == list(game.totals)
    assert verify(record_of(game)).sound


@pytest.mark.parametrize("name", ["maxi-yatzy-saved", "yahtzee-triple", "balut"])
def test_the_last_rounds_of_large_games_show_six_dice_saved_throws_and_columns(
    name: str, server: Server, new_context: NewContext
) -> None:
    rules = variant(name)
    table = server.lay(rules, ANN, Seat("Robot", "robot", "random"), rounds_left=2)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    expect(ann.page.locator(".die")).to_have_count(rules.dice)
    assert len(ann.card()) == rules.turns - 2
    heads = ann.page.locator(".row.columns .cell[data-seat='0']")
    if name == "yahtzee-triple":
        expect(heads).to_have_text(["single", "×2", "×3"])
        expect(ann.page.locator(".row.box")).to_have_count(rules.turns // 3)
    if rules.most_saved:
        saved = 2 * (rules.turns - 2)
        expect(ann.cell("saved")).to_have_text(str(saved))
        for number in range(1, 6):
            ann.roll(number)
        ann.fill(next(iter(ann.previews())))
        expect(ann.cell("saved")).to_have_text(str(saved - 2))
    finish(ann, table, rules)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_person_and_a_robot_play_every_variant_to_the_end(name: str, server: Server, new_context: NewContext) -> None:
    rules = variant(name)
    table = server.lay(rules, ANN, Seat("Robot", "robot", ROBOTS.get(name, "random")))
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    expect(ann.page.locator(".die")).to_have_count(rules.dice)
    finish(ann, table, rules)
