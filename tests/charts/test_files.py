import json
import re

import pytest

from fivedice import charts
from fivedice.charts import AnyChart
from fivedice.charts.files import safe_json, scripts

EVIL = "</script><script>alert(1)</script><!-- & \" '"


@pytest.fixture(scope="module")
def chart() -> AnyChart:
    return charts.curve({EVIL: ([1, 2, 3], [0.1, 0.2, 0.3]), "b": ([1, 2], [0.3, 0.4])}, title=EVIL)


def test_a_png_has_as_many_pixels_as_its_scale_says(chart: AnyChart) -> None:
    once, twice = (charts.png(chart, scale=scale) for scale in (1, 2))
    width, height = (int.from_bytes(once[at : at + 4]) for at in (16, 20))
    assert [int.from_bytes(twice[at : at + 4]) for at in (16, 20)] == [2 * width, 2 * height]


def test_dark_pictures_have_a_dark_ground(chart: AnyChart) -> None:
    assert 'fill="#161b22"' in charts.svg(chart, dark=True)
    assert 'fill="#161b22"' not in charts.svg(chart)


def test_pictures_leave_out_what_is_there_for_the_pointer_only(chart: AnyChart) -> None:
    assert "touch" in json.dumps(charts.spec(chart))
    assert 'opacity="0"' not in charts.svg(chart)


def test_no_text_can_leave_the_script_element() -> None:
    assert "<" not in safe_json({"name": EVIL})
    assert json.loads(safe_json({"name": EVIL})) == {"name": EVIL}


def test_a_page_holds_exactly_its_own_elements(chart: AnyChart) -> None:
    page = charts.page(chart)
    outside = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert page.count("<script") - charts.script().count("<script") == 3
    assert "alert" not in outside.replace("alert(1)&lt;/script&gt;", "")
    assert "&lt;/script&gt;" in outside


def test_a_page_asks_nothing_of_the_network(chart: AnyChart) -> None:
    own = charts.page(chart).replace(charts.script(), "")
    assert "http" not in own.replace("http-equiv", "")
    assert "default-src 'none'" in own
    assert not re.search(r"\b(?:src|href)=|\bimport\b|@import|url\(", own)


def test_the_bundle_imports_nothing() -> None:
    assert not re.search(r"""\bimport\s*(?:["'{*]|\w+\s+from)|\bimport\(""", charts.script())
    assert "</script" not in charts.script().lower()


def test_a_page_carries_both_themes_and_each_chart_once(chart: AnyChart) -> None:
    found = re.search(r'<script type="application/json" id="charts">(.*?)</script>', scripts({"one": chart}))
    assert found
    data = json.loads(found[1])
    assert data["light"] != data["dark"]
    assert list(data["charts"]) == ["one"]
    assert "config" not in data["charts"]["one"]
