"""The rules in words, as the server tells them: on the page of a variant, beside a box, and about a joker."""

import re
from html import unescape
from typing import Any

import pytest

from fivedice.evaluation.levels import LEVELS
from fivedice.evaluation.strengths import shipped_strengths
from fivedice.rules import VARIANTS, Rules
from fivedice.rules.description import describe_boxes
from fivedice.web.helper import Helper
from tests.web.tables import TestClient, lay

BOX = re.compile(r'<li data-box="(\w+)"><h3>(.*?)</h3><p>(.*?)</p>.*?aria-label="([\d ]+)".*?pay (\d+) points')


@pytest.mark.parametrize("rules", [rules for rules, _ in VARIANTS.values()], ids=list(VARIANTS))
def test_the_page_of_a_variant_has_every_box_with_an_example_that_pays_what_it_says(
    client: TestClient, rules: Rules
) -> None:
    text = unescape(client.get(f"/rules/{rules.name}").text)
    found = {name: (title, dice, int(points)) for name, title, _, dice, points in BOX.findall(text)}
    boxes = [one for one in rules.categories if one.column == 0]
    assert list(found) == [one.name for one in boxes]
    for category in boxes:
        title, dice, points = found[category.name]
        assert title == category.kind.title
        assert category.natural_points(tuple(map(int, dice.split()))) == points > 0
    assert ("Upper bonus" in text) == bool(rules.upper_bonus or rules.upper_steps)
    assert ("are a joker" in text) == (rules.joker != "none")


def test_a_table_tells_what_its_boxes_pay(client: TestClient) -> None:
    table = lay(client, [{"kind": "person"}], variant="yatzy")
    found: dict[str, Any] = client.get(f"/api/tables/{table['id']}/rules").json()
    rules = VARIANTS["yatzy"][0]
    assert found["boxes"] == [one.as_json() for one in describe_boxes(rules)]
    assert found["variant"] == "yatzy"
    assert "50 points" in found["bonuses"][0]


def test_the_levels_are_there_at_once_with_exact_means(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*asked: object, **options: object) -> None:
        raise AssertionError("the first page asks no helper")

    monkeypatch.setattr(Helper, "ask", refuse)
    found = {one["name"]: one for one in client.get("/api/variants").json()["variants"]}
    levels = found["yahtzee"]["levels"]
    assert [one["name"] for one in levels] == list(LEVELS)
    shipped = shipped_strengths(VARIANTS["yahtzee"][0])
    for one, about in zip(levels, (150, 190, 220, 240, 254.59), strict=True):
        assert one["mean"] == shipped[one["strategy"]]["mean"]
        assert abs(one["mean"] - about) < 15
        assert one["line"]
    for name, (rules, _) in VARIANTS.items():
        means = [one["mean"] for one in found[name]["levels"]]
        assert not shipped_strengths(rules) or means == sorted(means)
        assert found[name]["levels"][-1]["strategy"] == ("by-columns" if rules.columns else "optimal")
