"""What was wrong once, and must stay right."""

import base64
import json
import re
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from fivedice.rules import Rules, variant
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.store import Store, new_token
from tests.browser.people import NewContext, Watch, sit_down, storage
from tests.browser.servers import CHOSEN, SHORT, Laid, Server
from tests.tables import SEED, played

ANN, BEN = Seat("Ann"), Seat("Ben")


@pytest.fixture(scope="module")
def finished(server: Server) -> Game:
    """A game whose players decided at random."""
    game = played(Game.begin(SHORT, [ANN, BEN], seed=SEED), Random(5))
    with Store(server.database) as store:
        store.create(game)
    return game


def open_report(server: Server, game: Game, page: Page) -> Page:
    page.goto(f"{server.address}/report/{game.id}")
    expect(page.get_by_role("heading", name="Fair dice")).to_be_visible()
    return page


def last_box(server: Server, rules: Rules, *, thrown: int) -> tuple[Laid, str]:
    """A table with one box open, which would get a zero for the dice as they lie."""
    for number in range(200):
        game = Game.begin(rules, [ANN], seed=bytes([number]) * 32, options={"speed": "off", **CHOSEN})
        while game.turn_number < rules.turns - 1:
            events = game.fill(0, list(game.scorings)[-1]) if game.throws else game.throw(0)
            game = game.after(*events)
        for _ in range(thrown):
            game = game.after(*game.throw(0))
        ((category, scoring),) = game.scorings.items()
        if not scoring.total:
            laid = Laid(game.id, {0: new_token()})
            with Store(server.database) as store:
                store.create(game, laid.tokens)
            return laid, category
    raise AssertionError("no game ends with a zero")


# --------------------------------------------------------------------------------------------------------- report


def test_the_answer_to_the_first_lesson_does_not_stand_above_it(
    server: Server, finished: Game, new_context: NewContext
) -> None:
    page = open_report(server, finished, new_context(storage=storage(server)).new_page())
    with Store(server.database) as store:
        kept = store.review(finished.id)
    assert kept is not None
    lessons = kept["seats"][0]["lessons"]
    assert lessons
    chosen = page.get_by_label("The chosen decision")
    shown = re.search(r"Decision (\d+) of", chosen.inner_text()) if chosen.is_visible() else None
    assert shown is None or int(shown[1]) - 1 not in lessons


def test_accuracy_can_be_rebuilt_from_the_badges_and_grades_have_a_legend(
    server: Server, finished: Game, new_context: NewContext
) -> None:
    page = open_report(server, finished, new_context(storage=storage(server)).new_page())
    counts = {
        name: int(count)
        for name, count in (one.split() for one in page.locator(".grade-counts > span").all_inner_texts())
    }
    accuracy = page.locator(".figure").filter(has_text="accuracy")
    expect(accuracy).to_contain_text(f"{int(100 * counts['Best'] / sum(counts.values()) + 0.5)} %")
    expect(accuracy).to_contain_text(f"{counts['Best']} of {sum(counts.values())} decisions")
    page.get_by_text("What the grades mean").click()
    legend = page.locator(".grade-legend dl")
    expect(legend.locator("dt")).to_have_text(list(counts))
    expect(legend).to_contain_text("It gave away 0.5 points or more, but less than 1.5.")


def test_a_best_decision_that_scores_says_for_how_much(server: Server, finished: Game, new_context: NewContext) -> None:
    wrong = {"regret": 5.0, "grade": "blunder", "best": "full_house", "best_points": 0}
    page = new_context(storage=storage(server)).new_page()
    page.route("**/api/report/*", lambda route: route.fulfill(json=reviewed(finished, 0, **wrong)))
    open_report(server, finished, page)
    expect(page.get_by_label("The chosen decision")).to_contain_text("Best: score Full house for 0,")
    page.locator(".all summary").click()
    expect(page.locator(".all tbody tr td:nth-child(4)").first).to_have_text("score Full house for 0")


def test_nothing_given_away_is_written_without_a_sign(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server)).new_page()
    page.goto(server.address)
    figures = "import(document.querySelector('script[type=module]').src.replace('lobby/lobby', 'shared/figures'))"
    shown = page.evaluate(f"{figures}.then(({{ signed }}) => [-0, -0.04, 0.04, -0.06, 1.25].map((one) => signed(one)))")
    assert shown == ["0.0", "0.0", "0.0", "−0.1", "+1.3"]


def test_both_graphs_have_all_rounds_on_their_axis(server: Server, new_context: NewContext) -> None:
    rules = variant("yacht")
    game = played(Game.begin(rules, [ANN, BEN], seed=SEED), Random(1))
    with Store(server.database) as store:
        store.create(game)
    page = new_context(storage=storage(server)).new_page()
    page.route("**/api/report/*", lambda route: route.fulfill(json=reviewed(game, since=rules.turns - 3)))
    page.route("**/api/chances/*", lambda route: route.fulfill(json=reviewed(game, since=0)))
    open_report(server, game, page)
    rounds = [str(number + 1) for number in range(rules.turns)]
    expect(page.locator(".round-mark")).to_have_text(rounds)
    page.get_by_role("button", name="Chance to win").click()
    expect(page.locator(".round-mark")).to_have_text(rounds)
    expect(page.get_by_label("Graph").locator(".spot")).to_have_count(2 * rules.turns)


def reviewed(game: Game, since: int, **told: object) -> dict[str, object]:
    """A review as the server sends it, with chances to win from a round on."""
    turns, seats = game.rules.turns, len(game.seats)
    decision = {
        "seat": 0, "card": {}, "yahtzee_bonuses": 0, "dice": [1, 2, 3, 4, 5], "rerolls": 0, "kind": "category",
        "decision": "choice", "held": [], "points": 15, "bonus": 0, "before": 1.0, "luck": 0.0, "value": 1465.6,
        "best_kind": "category", "best": "choice", "best_value": 1465.6, "best_points": 15, "choice": True,
        "regret": 0.0, "grade": "best",
    }  # fmt: skip
    own = {
        "kind": "person", "strategy": None, "physical": False, "start": 1.0, "score": 1.0, "regret": 0.0, "luck": 0.0,
        "accuracy": 1.0, "grades": {"best": turns}, "lessons": [],
        "decisions": [{**decision, **told, "turn": turn, "throw": 2} for turn in range(turns)],
    }  # fmt: skip
    points = [(seat, turn) for turn in range(since, turns) for seat in range(seats)]
    return {
        "game": game.id,
        "variant": game.rules.name,
        "over": True,
        "grades": [{"grade": "best", "below": None}],
        "seats": [{**own, "seat": seat, "name": one.name} for seat, one in enumerate(game.seats)],
        "win": [
            *([{"seat": None, "turn": None, "chances": [0.5] * seats}] if not since else []),
            *({"seat": seat, "turn": turn, "chances": [0.25, 0.75]} for seat, turn in points),
        ],
    }


def test_axes_are_labelled_with_whole_numbers(server: Server, new_context: NewContext) -> None:
    page = new_context(storage=storage(server)).new_page()
    page.goto(server.address)
    chart = "import(document.querySelector('script[type=module]').src.replace('lobby/lobby', 'shared/chart'))"
    labels = page.evaluate(
        f"""{chart}.then(({{ histogram, lineChart }}) => [
            histogram({{ bars: [0.5, 0.5], least: 1465, width: 1, label: "" }}),
            lineChart({{ lines: [{{ name: "", kind: "", points: [{{ x: 0, y: 1465.6 }}, {{ x: 1, y: 1466.1 }}] }}],
              label: "" }}),
        ].map((one) => [...one.querySelectorAll(".axis")].map((text) => text.textContent)))"""
    )
    assert labels[1]
    for texts in labels:
        assert len(set(texts)) == len(texts)
        assert all(re.fullmatch(r"\d+", text) for text in texts)


def test_a_report_that_takes_time_shows_how_far_it_is(server: Server, finished: Game, new_context: NewContext) -> None:
    steps = [("solve", "Solving Short exactly"), ("bonus", "chances of the upper bonus"), ("review", "every decision")]
    asked: list[str] = []

    def answer(route: Route) -> None:
        step, _ = steps[min(len(asked) // 3, len(steps) - 1)]
        asked.append(step)
        route.fulfill(status=202, json={"pending": True, "step": step, "done": 3, "total": 4})

    page = new_context(storage=storage(server)).new_page()
    page.route("**/api/report/*", answer)
    page.goto(f"{server.address}/report/{finished.id}")
    for _, words in steps:
        expect(page.locator("#pending")).to_contain_text(words)
        expect(page.locator("#pending")).to_contain_text("75 %")
        expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "75")
    page.unroute_all()
    expect(page.locator("#pending")).to_be_hidden()


# ---------------------------------------------------------------------------------------------------------- table


def test_the_coach_projects_nothing_once_the_game_is_over(server: Server, new_context: NewContext) -> None:
    table, category = last_box(server, SHORT, thrown=SHORT.rolls)
    ann = sit_down(server, new_context(storage=storage(server, table, coach="on")), table)
    expect(ann.page.locator(".coach-outlook")).to_contain_text("Final score")
    ann.box(category).click()
    expect(ann.finish).to_be_visible()
    expect(ann.page.locator(".coach-best")).to_contain_text("The game is over")
    expect(ann.page.locator(".coach-outlook")).to_be_empty()


def test_the_only_box_gets_its_zero_without_a_question(server: Server, new_context: NewContext) -> None:
    table, category = last_box(server, SHORT, thrown=SHORT.rolls)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ann.box(category).click()
    expect(ann.finish).to_be_visible()
    assert ann.question.count() == 0


def test_a_zero_in_the_only_box_is_asked_about_while_rolls_are_left(server: Server, new_context: NewContext) -> None:
    table, category = last_box(server, SHORT, thrown=1)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ann.box(category).click()
    expect(ann.question).to_be_visible()


@pytest.mark.parametrize("tool", ["#coach-tool", "[aria-label^=Speed]", "[aria-label='Close the coach']"])
def test_the_space_bar_rolls_after_a_click_on_a_tool(server: Server, new_context: NewContext, tool: str) -> None:
    table = server.lay(SHORT, ANN)
    on = "on" if tool.endswith("coach']") else "off"
    ann = sit_down(server, new_context(storage=storage(server, table, coach=on)), table)
    ann.may_roll()
    ann.page.locator(tool).click()
    ann.press("Space")
    ann.sees_roll(1)


MAGENTA = """
#felt, .felt-frame { background: #f0f !important; box-shadow: none !important }
.shadow, .tray, .die-key { opacity: 0 }
"""
HOLES = """async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const { width, height } = image, paper = new OffscreenCanvas(width, height).getContext("2d");
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, width, height);
    const through = (at) => data[4 * at] > 200 && data[4 * at + 1] < 90 && data[4 * at + 2] > 200;
    // What shines through and cannot be reached from the edge of the picture is a hole.
    const seen = new Uint8Array(width * height), todo = [];
    const visit = (x, y) => {
      const at = y * width + x;
      if (x < 0 || y < 0 || x >= width || y >= height || seen[at] || !through(at)) return;
      seen[at] = 1;
      todo.push([x, y]);
    };
    for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(x, y);
    for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(x, y);
    while (todo.length) {
      const [x, y] = todo.pop();
      for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) visit(x + right, y + down);
    }
    let [holes, outside] = [0, 0];
    for (let at = 0; at < width * height; at++) if (through(at)) seen[at] ? outside++ : holes++;
    return [holes, outside];
}"""


def test_nothing_shines_through_the_corners_of_dice(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    context = new_context(storage=storage(server, table), device_scale_factor=3, bypass_csp=True)
    ann = sit_down(server, context, table)
    ann.roll(1)
    ann.page.add_style_tag(content=MAGENTA)
    picture = base64.b64encode(ann.page.locator("#felt").screenshot(animations="disabled")).decode()
    holes, outside = ann.page.evaluate(HOLES, picture)
    assert outside > 10_000
    assert holes == 0


CROSSINGS = """(steps) => {
    const flying = (one) => one.effect.target.closest(".die") && one.effect.getTiming().duration > 300;
    const moving = document.getAnimations().filter(flying), dice = [...document.querySelectorAll(".die")];
    const found = [];
    for (let step = 0; step <= steps; step++) {
      for (const one of moving) {
        one.pause();
        one.currentTime = (one.effect.getComputedTiming().endTime * step) / steps;
      }
      const boxes = (held) =>
        dice.filter((die) => die.classList.contains("held") === held).map((die) => die.getBoundingClientRect());
      for (const a of boxes(true)) for (const b of boxes(false)) {
        const beside = a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
        if (!beside) found.push(step);
      }
    }
    for (const one of moving) one.finish();
    return [moving.length, found];
}"""


def test_thrown_dice_do_not_roll_over_held_ones(server: Server, new_context: NewContext) -> None:
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table, speed="slow")), table)
    ann.roll_button.click()
    ann.sees_roll(1)
    for position in (1, 3):
        ann.die(position).click()
        expect(ann.die(position)).to_have_class(re.compile(r"\bheld\b"))
    ann.page.wait_for_timeout(400)  # they glide into the tray
    ann.roll_button.click()
    ann.page.wait_for_function("document.getAnimations().some((one) => one.effect.getTiming().duration > 1000)")
    moving, crossings = ann.page.evaluate(CROSSINGS, 40)
    assert moving > 0
    assert crossings == []


# ------------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/table/n0such7ab1e0", "There is no such table"),
        ("/report/n0such7ab1e0", "There is no such game"),
        ("/rules/chess", "no rules of that name"),
        ("/nowhere", "There is nothing at this address"),
    ],
)
def test_a_missing_table_or_address_has_a_page_that_leads_on(
    server: Server, new_context: NewContext, watch: Watch, path: str, words: str
) -> None:
    watch.tolerate("404")
    page = new_context(storage=storage(server)).new_page()
    answer = page.goto(server.address + path)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("main")).to_contain_text(words)
    expect(page.locator(".top .brand")).to_be_visible()
    page.get_by_role("link", name="Start a new game").click()
    expect(page.locator("#play-now")).to_be_visible()


def test_errors_on_pages_begin_with_a_capital_letter(server: Server, new_context: NewContext, watch: Watch) -> None:
    watch.tolerate("404|400")
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/player/Nobody")
    expect(page.locator("#problem")).to_have_text(re.compile("^[A-Z]"))
    table = server.lay(SHORT, ANN)
    ann = sit_down(server, new_context(storage=storage(server, table)), table)
    ann.may_roll()
    ann.page.get_by_role("button", name="change this name").click()
    ann.page.get_by_label("New name").fill("\u200b")
    ann.page.get_by_role("button", name="Save the name").click()
    expect(ann.page.locator(".toast")).to_have_text(re.compile("^[A-Z]"))


CLUMSY = ("Lay a table", "What is played", "Typed wrong", "How do you want to be called")


def test_no_page_uses_clumsy_words() -> None:
    folder = Path(__file__).parents[2] / "src" / "fivedice" / "web"
    sources = [*folder.rglob("*.html"), *folder.rglob("*.js")]
    assert len(sources) > 30
    found = [(path.name, word) for path in sources for word in CLUMSY if word in path.read_text(encoding="utf-8")]
    assert not found, json.dumps(found)


def test_a_player_with_one_game_sees_that_game(server: Server, new_context: NewContext) -> None:
    game = played(Game.begin(SHORT, [Seat("Solveig")], seed=SEED), Random(3))
    with Store(server.database) as store:
        store.create(game)
    page = new_context(storage=storage(server)).new_page()
    page.goto(f"{server.address}/player/{quote(game.seats[0].name)}")
    figures = page.locator(".figure")
    expect(figures.first).to_contain_text(str(game.totals[0]))
    expect(page.locator(".figures")).not_to_contain_text("mean")
    expect(page.locator(".figures")).not_to_contain_text("best")
    expect(page.get_by_label("Distribution", exact=True).locator(".own-mark")).to_have_count(1)
    expect(page.get_by_label("Distribution", exact=True).locator("rect.bar")).not_to_have_count(0)
    expect(page.get_by_text(re.compile(r"better than \d+ %"))).to_be_visible()
