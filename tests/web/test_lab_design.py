"""The designer: whatever is changed, its numbers are the library's, and what cannot be played says why."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivedice as fd
from fivedice.errors import FivediceError
from fivedice.rules import Rules, variant
from fivedice.rules.toml import format_rules, parse_rules
from fivedice.web.lab import design, measuring
from fivedice.web.lab.changes import Unplayable
from fivedice.web.lab.reading import read_rules
from tests.generators import examples, rules
from tests.web.tables import ANN, TINY, TestClient

TEXT = format_rules(TINY)
NUMBERS = st.integers(0, 12)
CHANGES = st.one_of(
    st.builds(lambda key, value: {"set": {key: value}}, st.sampled_from(("dice", "faces", "rolls")), st.integers(1, 4)),
    st.builds(
        lambda key, value: {"set": {key: value}},
        st.sampled_from(("upper_threshold", "upper_bonus", "yahtzee_bonus")),
        NUMBERS,
    ),
    st.builds(lambda value: {"set": {"joker": value}}, st.sampled_from(("forced", "free", "none"))),
    st.builds(lambda value: {"set": {"order": value}}, st.sampled_from(("free", "fixed"))),
    st.builds(
        lambda key, value: {"set": {key: value}}, st.sampled_from("abcd"), NUMBERS | st.sampled_from(("off", "on"))
    ),
    st.builds(lambda face, chance: {"chance": [face, chance]}, st.integers(1, 4), st.floats(0.01, 0.9)),
    st.builds(
        lambda pattern, points: {"box": {"title": "More of it", "pattern": pattern, "points": points}},
        st.sampled_from(("any", "groups 2", "sum >= 3", "all odd", "run 2")),
        st.sampled_from((7, "12", "sum", "matching", "2 * max + served")),
    ),
    st.builds(lambda name, places: {"move": [name, places]}, st.sampled_from("abcd"), st.sampled_from((-1, 1))),
)


def _silent(done: int, total: int) -> None:
    pass


def _ask(call: Any, **question: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(_silent, question)
    return found


def _designed(start: Rules, changes: list[dict[str, Any]]) -> tuple[dict[str, Any], str]:
    """What the designer shows after some changes, refused ones left out, and the base."""
    base = format_rules(start)
    found, refusals = _ask(design.design, rules=base, base=base), []
    for change in changes:
        try:
            found = _ask(design.design, rules=_text(found, base), base=base, change=change)
        except Unplayable as error:
            refusals.append((error.key, str(error)))
    assert all(key and sentence for key, sentence in refusals)
    return found, base


def _text(found: dict[str, Any], base: str) -> str:
    """A page calls the base by its name; rules of tests have none that the library knows."""
    return base if found["rules"] == found["base"] else str(found["rules"])


@given(rules(max_dice=2, max_faces=3, max_rolls=2), st.lists(CHANGES, min_size=1, max_size=4))
@examples(15)
def test_every_mean_is_the_library_s_whatever_is_changed(start: Rules, changes: list[dict[str, Any]]) -> None:
    found, base = _designed(start, changes)
    game = read_rules(_text(found, base))
    assert game.digest == found["digest"] == parse_rules(found["toml"]).digest
    answer = _ask(design.mean, rules=_text(found, base), base=base)
    assert answer["mean"] == pytest.approx(fd.solve(game, progress=False).value, abs=1e-12)
    assert answer["base_mean"] == pytest.approx(fd.solve(start, progress=False).value, abs=1e-12)


@pytest.mark.slow
@given(rules(max_dice=2, max_faces=3, max_rolls=2), st.lists(CHANGES, min_size=1, max_size=4))
@examples(30)
def test_every_figure_is_the_library_s_whatever_is_changed(start: Rules, changes: list[dict[str, Any]]) -> None:
    found, base = _designed(start, changes)
    text = _text(found, base)
    _check_figures(_ask(measuring.figures, rules=text, base=base), read_rules(text))
    climbed = _ask(measuring.ladder, rules=text, base=base)
    assert climbed["gain"] == climbed["means"]["optimal"] - climbed["means"]["greedy"]
    for name, mean in climbed["means"].items():
        assert mean == pytest.approx(fd.evaluate(name, read_rules(text), progress=False).mean)


def _check_figures(found: dict[str, Any], game: Rules) -> None:
    expected = fd.evaluate("optimal", game, progress=False)
    assert found["figures"]["mean"] == pytest.approx(expected.mean)
    assert found["figures"]["sd"] == pytest.approx(expected.sd)
    assert found["figures"]["boxes"] == pytest.approx(dict(expected.boxes))
    assert found["figures"]["zeros"] == pytest.approx(dict(expected.zeros))
    assert found["figures"]["p_upper_bonus"] == pytest.approx(expected.p_upper_bonus)


def test_figures_and_a_sweep_are_those_of_evaluate_and_solve() -> None:
    text = str(_ask(design.design, rules=TEXT, base=TEXT, change={"set": {"double": 14}})["rules"])
    game = read_rules(text)
    found = _ask(measuring.figures, rules=text, base=TEXT)
    _check_figures(found, game)
    assert found["base"]["mean"] == pytest.approx(fd.solve(TINY, progress=False).value)
    swept = _ask(measuring.sweep, rules=text, base=TEXT, vary=["upper_bonus=0:10:5", "double=0:20:10"], show="mean")
    expected = [
        fd.solve(fd.variant(game, upper_bonus=x, double=y), progress=False).value
        for x in (0, 5, 10)
        for y in (0, 10, 20)
    ]
    assert swept["values"] == pytest.approx(expected)
    assert eval(swept["python"].splitlines()[-1], {"fd": fd, "rules": game}) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"set": {"faces": 4}}, "faces", "never occurs"),
        ({"set": {"yahtzee": "off"}}, "yahtzee", "needs exactly one"),
        ({"set": {"dice": 99}}, "dice", "1 to 10"),
        ({"set": {"saved_throws": "some"}}, "saved_throws", "from 0 to 1000"),
        ({"set": {"columns": 2}}, "columns", "columns"),
        ({"set": {"columns": [{"name": "x" * 99, "order": "up"}]}}, "columns", "too long"),
        ({"set": {"columns": [{"name": "A"}, {"name": "A"}], "upper_bonus": 0}}, "columns", "could mean"),
        ({"set": {"dice": 10}}, "dice", "too large"),
        ({"set": {"nonsense": 1}}, "nonsense", "not known"),
        ({"set": {"dice": True}}, "dice", "must be"),
        ({"set": {"upper_steps": [[1]]}}, "upper_steps", "pairs"),
        ({"chance": [9, 0.5]}, "face_probabilities", "from 1 to 6"),
        ({"chance": [{}, 0.5]}, "face_probabilities", "not understood"),
        ({"box": {"title": "Odd", "pattern": "odd ones", "points": 5}}, "new", "not a pattern"),
        ({"box": {"title": "Odd", "pattern": "any", "points": "10 **"}}, "new", "formula"),
        ({"box": {"title": "x" * 50, "pattern": "any", "points": 1}}, "new", "1 to 40"),
        ({"box": {"name": "chance", "title": "Chance", "pattern": "run 9", "points": 1}}, "chance", "never occurs"),
        ({"move": ["ones", -1]}, "ones", "cannot be moved"),
        ({"name": ""}, "name", "1 to 60"),
        ({}, "", "must be one of"),
    ],
)
def test_what_cannot_be_played_says_why_at_its_control(change: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(Unplayable, match=says) as refusal:
        _ask(design.design, rules="yahtzee", change=change)
    assert refusal.value.key == key


def test_a_change_taken_back_leads_to_the_base_again() -> None:
    there = _ask(design.design, rules="yahtzee", change={"set": {"chance": "off"}})
    assert there["rules"] == 'base = "yahtzee"\nname = "my yahtzee"\nchance = "off"\n'
    back = _ask(design.design, rules=there["rules"], change={"set": {"chance": "on"}})
    assert (back["rules"], back["same"]) == ("yahtzee", True)


def test_chances_of_faces_add_up_and_are_fair_again_when_they_are_emptied() -> None:
    found = _ask(design.design, rules="yahtzee", change={"chance": [6, 0.25]})
    chances = parse_rules(found["rules"]).face_probabilities
    assert [chances[5], sum(chances)] == pytest.approx([0.25, 1.0])
    fair = _ask(design.design, rules=found["rules"], change={"set": {"face_probabilities": []}})
    assert fair["digest"] == variant("yahtzee").digest


def test_a_column_has_the_name_that_it_is_given() -> None:
    two = _ask(design.design, rules="yacht", change={"set": {"columns": 2}})
    named = _ask(design.design, rules=two["rules"], change={"set": {"columns": [{"name": "1"}, {"name": "Late"}]}})
    assert [one.name for one in parse_rules(named["rules"]).columns] == ["1", "Late"]
    assert named["digest"] == two["digest"]


def test_bonuses_in_steps_replace_the_single_one() -> None:
    found = _ask(design.design, rules="yahtzee", change={"set": {"upper_steps": [[63, 35], [84, 100]]}})
    assert parse_rules(found["rules"]).steps == ((63, 35), (84, 100))
    one = _ask(design.design, rules=found["rules"], change={"set": {"upper_steps": [[63, 35]]}})
    assert one["same"]


@pytest.mark.parametrize(
    "question",
    [
        {"rules": "dice = ["},
        {"rules": "x" * 20_000},
        {"rules": "maxi-yatzy-saved"},
        {"rules": 7},
        {"rules": "yahtzee", "base": "nothing"},
        {"rules": "yahtzee", "change": "faster"},
        {"rules": 'base = "yahtzee"\ndice = 10\nfaces = 20\n'},
        {"rules": f'base = "yahtzee"\n[categories.chance]\npattern = "any"\npoints = "{"(" * 90}1"\n'},
        {"rules": f'base = "yahtzee"\n[categories.chance]\ntitle = "{"x" * 300}"\npattern = "any"\npoints = 1\n'},
    ],
)
def test_hostile_rules_are_refused_with_a_sentence(question: dict[str, Any]) -> None:
    with pytest.raises(FivediceError):
        _ask(design.design, **question)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"vary": []}, "one or two"),
        ({"vary": "upper_bonus=0:9:1"}, "one or two"),
        ({"vary": ["upper_bonus=0:999:1"]}, "too many"),
        ({"vary": ["upper_bonus=0:9:1"], "show": "luck"}, "show"),
        ({"vary": ["nothing=0:9:1"]}, "not known"),
        ({"vary": ["rolls=10:20:1", "upper_threshold=90:105:5"]}, "too large"),
        ({"vary": ["faces=2:4:1"]}, "never occurs"),
    ],
)
def test_a_sweep_that_is_too_much_is_refused_with_a_sentence(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(FivediceError, match=says):
        _ask(measuring.sweep, rules="yahtzee", **fields)


def test_a_server_makes_a_table_of_designed_rules_and_names_the_control_of_a_refusal(client: TestClient) -> None:
    text = format_rules(TINY).replace('"tiny"', '"yahtzee"')
    found = client.post("/api/tables", json={"rules": text, "seats": ANN})
    assert found.status_code == 201, found.text
    state = client.get(f"/api/tables/{found.json()['id']}").json()
    assert (state["variant"], state["turns"]) == ("my yahtzee", 3)
    for bad in ("dice = [", 7, "maxi-yatzy-saved", 'base = "yahtzee"\ndice = 10\nfaces = 20\n'):
        answer = client.post("/api/tables", json={"rules": bad, "seats": ANN})
        assert (answer.status_code, bool(answer.json()["sentence"])) == (400, True)
    answer = client.post("/api/lab/design", json={"rules": "tiny", "base": "tiny", "change": {"set": {"dice": 0}}})
    assert (answer.status_code, answer.json()["key"]) == (400, "dice")
