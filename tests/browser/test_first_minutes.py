"""The first minutes of a new player: a game in two taps, the rules, the guided first game, and robots that speak."""

import re

import pytest
from playwright.sync_api import expect

from fivedice.rules import variant
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store, new_token
from fivedice.web.first_game import FIRST_GAME
from tests.browser.people import NewContext, Person, Watch, sit_down, storage
from tests.browser.servers import CHOSEN, SHORT, Laid, Server
from tests.tables import SEED

YAHTZEE = variant("yahtzee")
SIZES = ("360x640", "390x844", "844x390", "768x1024", "1280x800", "1920x1080")
IN_SHORT = ("360x640", "844x390", "1280x800")
"""The others are left to `make test-all`."""
COVERED = """() => {
    const controls = "a, button, input, select, summary, [tabindex]";
    const found = [];
    for (const one of document.querySelectorAll(controls)) {
      const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!seen || one.closest(".skip, [inert]")) continue;
      one.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = one.getBoundingClientRect();
      if (!width || !height || one.matches("main, section, [role=region]")) continue;
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      const own = hit && (one.contains(hit) || hit.closest("label")?.control === one || hit.contains(one));
      if (!own) found.push(`${one.outerHTML.slice(0, 90)} is under ${hit?.outerHTML.slice(0, 90)}`);
    }
    return found;
}"""


def sized(size: str) -> dict[str, object]:
    width, height = map(int, size.split("x"))
    return {"viewport": {"width": width, "height": height}}


def test_two_taps_lead_from_the_first_visit_to_the_first_throw(
    server: Server, new_context: NewContext, watch: Watch
) -> None:
    page = new_context(storage=storage(server, variant="yahtzee")).new_page()
    page.goto(server.address)
    expect(page.locator("#levels .level")).to_have_count(5)
    for level in page.locator("#levels .level").all():
        expect(level).to_contain_text(re.compile(r"\d\d\d\.\d on average"))
    page.locator("#play").click()
    Person(server, page).may_roll()
    page.locator("#roll").click()
    ann = Person(server, page)
    ann.sees_roll(1)
    assert not any("/api/strategies" in url for url in watch.asked)
    game = server.load(ann.game_id)
    assert (game.rules, game.seats[1].name, game.seats[1].strategy) == (YAHTZEE, "Casual", "robot-4.08")


def test_any_robot_can_be_chosen_from_groups(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server, variant="yahtzee")).new_page()
    page.goto(server.address)
    page.get_by_text("More robots").click()
    expect(page.locator(".robot-group legend").first).to_be_visible()
    assert page.locator(".robot-group legend").count() >= 4
    page.locator("#robot-greedy").check()
    expect(page.locator("#against")).to_have_text("Yahtzee against a robot: Greedy")
    page.locator("#level-optimal").check()
    expect(page.locator("#against")).to_have_text("Yahtzee against a robot: Perfect")


def test_friends_one_screen_and_real_dice_are_a_few_taps_away(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server, variant="short")).new_page()

    def begin(way: str) -> Game:
        page.goto(server.address)
        page.get_by_role("button", name=way).click()
        page.locator("#way").get_by_label("Players").select_option("3")
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url("**/table/*")
        return server.load(Person(server, page).game_id)

    friends, shared, real = begin("Play with friends"), begin("Pass and play"), begin("Real dice")
    assert friends.options["open"] == [1, 2]
    assert shared.options["open"] == real.options["open"] == []
    assert [seat.physical for seat in shared.seats + real.seats] == [False] * 3 + [True] * 3
    page.goto(server.address)
    page.get_by_role("link", name="Continue a game").click()
    page.wait_for_url(f"**/table/{real.id}")


@pytest.mark.parametrize(
    "size", [pytest.param(one, marks=[] if one in IN_SHORT else [pytest.mark.slow]) for one in SIZES]
)
def test_no_control_of_the_lobby_or_of_a_table_with_eight_seats_covers_another(
    server: Server, new_context: NewContext, size: str
) -> None:
    table = server.lay(YAHTZEE, *(Seat(f"Player with a name {number}") for number in range(8)))
    page = new_context(storage=storage(server, table, variant="yahtzee"), **sized(size)).new_page()
    page.goto(server.address)
    page.get_by_text("More options").click()
    for _ in range(6):
        page.get_by_role("button", name="Add a person").click()
    page.get_by_role("button", name="Pass and play").click()
    assert page.evaluate(COVERED) == []
    ann = sit_down(server, page.context, table)
    ann.roll(1)
    assert ann.page.evaluate(COVERED) == []


def test_on_a_phone_with_eight_seats_the_own_card_and_the_leader_stay_visible(
    server: Server, new_context: NewContext
) -> None:
    game = Game.begin(
        YAHTZEE, [Seat(f"P{number}") for number in range(8)], seed=SEED, options={"speed": "off", **CHOSEN}
    )
    for _ in range(8 + 3):  # the fourth is to move
        game = game.after(*game.throw(game.mover or 0))
        game = game.after(*game.fill(game.mover or 0, max(game.scorings, key=lambda one: game.scorings[one].total)))
    laid = Laid(game.id, {0: new_token()})
    with Store(server.database) as store:
        store.create(game, laid.tokens)
    page = new_context(storage=storage(server, laid), **sized("360x640")).new_page()
    page.goto(f"{server.address}/table/{laid.id}")
    own = game.cards[0].points
    filled = next(one for one, points in zip(YAHTZEE.categories, own, strict=True) if points is not None)
    expect(page.locator(f".row[data-row='{filled.name}'] .cell[data-seat='0']")).to_be_visible()
    leader = game.totals.index(max(game.totals))
    chip = page.locator(f".chip[data-stay='chip-{leader}']")
    expect(chip).to_have_class(re.compile("leader"))
    expect(chip).to_be_in_viewport(ratio=1)
    expect(page.locator(".chip[data-stay='chip-0']")).to_be_in_viewport(ratio=1)


def test_the_guided_first_game_explains_each_step_to_its_end(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/learn")
    page.get_by_role("button", name="Begin the first game").click()
    page.wait_for_url("**/table/*")
    ann, guide = Person(server, page), page.locator("#guide")
    expect(guide).to_contain_text("Press the golden button to roll the dice.")
    ann.roll(1)
    expect(guide).to_contain_text("Tap the dice that you want to keep")
    ann.die(0).click()
    expect(guide).to_contain_text("One die is held and will stay.")
    ann.roll(2)
    ann.roll(3)
    expect(guide).to_contain_text("No rolls are left: choose a box.")
    for turn in range(FIRST_GAME.turns):
        if turn:
            ann.roll(1)
        previews = ann.previews()
        ann.fill(max(previews, key=lambda one: previews[one]))
        if turn == 0:
            expect(guide).to_contain_text("This box is now filled for the rest of the game.")
            expect(guide).to_contain_text("The upper boxes lead to a bonus")
            expect(guide).to_contain_text("It pays 20.")
    expect(guide).to_contain_text(f"All boxes are filled: you have {ann.total()} points.")
    expect(ann.finish).to_be_visible()


def test_the_name_of_a_box_says_what_it_pays(server: Server, new_context: NewContext) -> None:
    table = server.lay(YAHTZEE, Seat("Ann"))
    ann = sit_down(server, new_context(storage=storage(server, table), **sized("360x640")), table)
    ann.roll(1)
    ann.page.get_by_role("button", name="Small straight: what it pays").click()
    dialog = ann.page.locator("#box")
    expect(dialog).to_contain_text("Four dice in a row")
    expect(dialog).to_contain_text("It pays 30 points.")
    expect(dialog.get_by_role("img", name="1 3 4 5 6")).to_be_visible()
    ann.press("Escape")
    ann.page.get_by_role("button", name="Fours: what it pays").click()
    expect(dialog).to_contain_text("Upper bonus: 35 points")
    assert server.load(table.id).cards[0].points.count(None) == YAHTZEE.turns
    expect(ann.page.locator(".row[data-row='bonus'] .title")).to_contain_text("Bonus +35")


def test_a_joker_is_explained_in_a_line(server: Server, new_context: NewContext) -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann", physical=True)])
    for box in ("yahtzee", "fours"):
        game = game.after(*game.throw(0, (), (4, 4, 4, 4, 4)))
        game = game.after(*game.fill(0, box))
    game = game.after(*game.throw(0, (), (4, 4, 4, 4, 4)))
    laid = Laid(game.id, {0: new_token()})
    with Store(server.database) as store:
        store.create(game, laid.tokens)
    ann = sit_down(server, new_context(storage=storage(server, laid)), laid)
    notes = ann.page.locator("#notes")
    expect(notes).to_contain_text("A joker: all dice alike, and Yahtzee is filled.")
    expect(notes).to_contain_text("Fours is filled, so it goes into Three of a kind, Four of a kind, Full house")
    expect(ann.box("full_house")).to_have_text("25+100")


@pytest.mark.parametrize("strategy", ["optimal", "greedy", "random"])
def test_a_robot_says_what_it_does(server: Server, new_context: NewContext, strategy: str) -> None:
    table = server.lay(SHORT, Seat("Robo", "robot", strategy), Seat("Ann"), speed="normal")
    page = new_context(storage=storage(server, table, seats=(1,))).new_page()
    page.goto(f"{server.address}/table/{table.id}")
    expect(page.locator("#says")).to_have_text(re.compile(r"^Robo: (Keeps|Rolls|Scores|Gives up) "))
