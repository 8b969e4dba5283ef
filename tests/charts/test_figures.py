import json
import re
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any

import numpy as np
import pytest

from fivedice import charts
from fivedice.charts import AnyChart
from fivedice.charts.files import png_of
from fivedice.charts.parts import ROWS, WIDTH
from fivedice.errors import ChartError

NAMES = [
    "optimal", "yahtzees-and-straights", "greedy", "rational-yahtzees", "yahtzee-focus-high", "upper-focus-low",
    "dice-driven", "one-roll", "scorecard-based-human", *(f"robot-4.{number:02d}" for number in range(2, 19)),
]  # fmt: skip
RANGES = [(80, 89, 0.25), (90, 99, 0.5), (110, 119, 0.25)]
NUMBERS = np.arange(0, 1575)
BELL = np.exp(-(((NUMBERS - 250) / 60) ** 2))
HEAD: dict[str, Any] = {"title": "A title of <its> own & more", "subtitle": "what is shown"}
GAMES = 12_345


def histogram(names: Sequence[str]) -> AnyChart:
    series = dict.fromkeys(names, RANGES)
    return charts.histogram(series, published={names[0]: RANGES[:2]}, games=GAMES, **HEAD)


def distributions(names: Sequence[str]) -> AnyChart:
    return charts.distributions({name: (NUMBERS, BELL / BELL.sum()) for name in names}, games=GAMES, **HEAD)


def curve(names: Sequence[str]) -> AnyChart:
    return charts.curve(dict.fromkeys(names, (NUMBERS, BELL)), games=GAMES, **HEAD)


def intervals(names: Sequence[str]) -> AnyChart:
    rows = [(name, 200.0 + at, 202.0 + at, 204.0 + at) for at, name in enumerate(names)]
    return charts.intervals(rows, reference=254.59, published={names[0]: 201.0}, games=GAMES, **HEAD)


def bars(names: Sequence[str]) -> AnyChart:
    rows = [(name, at - 3.5) for at, name in enumerate(names)]
    return charts.bars(rows, unit="points", published={names[0]: 1.0}, games=GAMES, **HEAD)


def log_bars(names: Sequence[str]) -> AnyChart:
    rows = [(name, 10.0**at) for at, name in enumerate(names)]
    return charts.bars(rows, unit="s", log=True, ordered=True, games=GAMES, **HEAD)


def heat_map(names: Sequence[str]) -> AnyChart:
    matrix = np.linspace(0, 1, len(names) * 13).reshape(-1, 13)
    matrix[0, :3] = np.nan
    return charts.heat_map(names, range(1, 14), matrix, legend="share", games=GAMES, **HEAD)


def gains(names: Sequence[str]) -> AnyChart:
    matrix = np.linspace(-2, 3, len(names) ** 2).reshape(len(names), -1)
    return charts.heat_map(names, names, matrix, legend="points", percent=False, middle=0, games=GAMES, **HEAD)


def trends(names: Sequence[str]) -> AnyChart:
    values = [1.0, float("nan"), 3.0, *range(10)]
    return charts.trends(dict.fromkeys(names, values), unit="points", games=GAMES, **HEAD)


FIGURES = [histogram, distributions, curve, intervals, bars, log_bars, heat_map, gains, trends]
Figure = Callable[[Sequence[str]], AnyChart]
every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def words(drawn: str) -> str:
    return " ".join(unescape(text) for text in re.findall(r">([^<]+)</text>|>([^<]+)</tspan>", drawn) for text in text)


def datasets(chart: AnyChart) -> list[list[dict[str, Any]]]:
    return list(charts.spec(chart)["datasets"].values())


@every_figure
@pytest.mark.parametrize("count", [1, 26])
def test_a_figure_fits_the_page_and_says_its_title_its_games_and_every_name(figure: Figure, count: int) -> None:
    names = NAMES[:count]
    drawn = charts.svg(figure(names))
    width, height = size(png_of(drawn, scale=0.5))
    assert 0 < width <= (WIDTH + 20) / 2
    assert height > 30
    said = words(drawn)
    assert HEAD["title"] in said
    assert HEAD["subtitle"] in said
    assert "12,345 games" in said
    assert [name for name in names if name not in said] == [] or count == 1


@every_figure
def test_equal_numbers_give_equal_specifications(figure: Figure) -> None:
    assert json.dumps(charts.spec(figure(NAMES[:7]))) == json.dumps(charts.spec(figure(NAMES[:7])))


@every_figure
def test_data_stay_below_the_row_limit_of_altair(figure: Figure) -> None:
    rows = [len(rows) for rows in datasets(figure(NAMES))]
    assert rows
    assert max(rows) <= ROWS


@every_figure
def test_the_two_themes_differ_in_their_configuration_only(figure: Figure) -> None:
    light, dark = charts.spec(figure(NAMES[:3])), charts.spec(figure(NAMES[:3]), dark=True)
    assert light.pop("config") != dark.pop("config")
    assert light == dark


@every_figure
def test_names_are_text_in_pictures(figure: Figure) -> None:
    drawn = charts.svg(figure(["<b>&'\"", "other"]))
    assert "<b>" not in drawn
    assert "<b>&" in words(drawn)


def test_a_histogram_bar_covers_its_range_and_the_outline_drops_where_a_range_is_missing() -> None:
    chart = charts.histogram({"a": RANGES}, published={"a": RANGES}, title="")
    (values,) = datasets(chart)
    assert [(row["low"], row["end"]) for row in values if row["by"] == "ours"] == [(80, 90), (90, 100), (110, 120)]
    outline = [(row["low"], row["share"]) for row in values if row["by"] == "published"]
    assert outline == [(80, 0), (80, 0.25), (90, 0.5), (100, 0), (110, 0.25), (120, 0)]


def test_shares_of_a_drawn_distribution_sum_to_almost_one() -> None:
    chart = charts.distributions({"a": (NUMBERS, BELL / BELL.sum())}, title="")
    (values,) = datasets(chart)
    assert sum(row["share"] for row in values) == pytest.approx(1, abs=0.002)


def test_intervals_are_ordered_and_print_uneven_bounds() -> None:
    chart = charts.intervals([("low", 1, 2, 3), ("high", 4, 8, 9)], title="")
    (values,) = datasets(chart)
    assert [(row["name"], row["text"]) for row in values] == [("high", "8.00 (4.00 – 9.00)"), ("low", "2.00 ± 1.00")]


def test_the_band_of_fair_dice_is_that_of_the_binomial() -> None:
    chart = charts.dice_counts([76, 84, 84, 91, 90, 85], title="500 real dice")
    values = max(datasets(chart), key=len)
    assert values[0]["gap"] == -9
    assert values[0]["high"] == pytest.approx(1.96 * (510 * 5 / 36) ** 0.5, rel=1e-5)
    assert "510 dice" in words(charts.svg(chart))


def test_loaded_dice_are_measured_against_their_own_expectation() -> None:
    chart = charts.dice_counts([50, 30, 20], [0.5, 0.3, 0.2], title="", faces=["a", "b", "c"])
    values = max(datasets(chart), key=len)
    assert [row["gap"] for row in values] == [0, 0, 0]


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (lambda: charts.bars([], title="", unit=""), "at least one"),
        (lambda: charts.bars([("a", 1), ("a", 2)], title="", unit=""), "2 times"),
        (lambda: charts.bars([("a", 0)], title="", unit="", log=True), "no place for 0"),
        (lambda: charts.bars([("a", 1)], title="", unit="", published={"b": 1}), "'b' has no row"),
        (lambda: charts.heat_map(["a"], [1, 2], [[1]], title="", legend=""), "1 rows and 2 columns"),
        (lambda: charts.histogram({"a": RANGES}, published={"b": RANGES}, title=""), "no series of that name"),
        (lambda: charts.trends({"a": [float("nan")]}, title="", unit=""), "every value is missing"),
        (lambda: charts.curve({"a": ([1, 2], [1])}, title=""), "2 x and 1 y"),
        (lambda: charts.dice_counts([1, 2], [1], title=""), "as many expected"),
    ],
)
def test_numbers_that_cannot_be_shown_are_refused_with_a_sentence(draw: Callable[[], object], says: str) -> None:
    with pytest.raises(ChartError, match=says):
        draw()
