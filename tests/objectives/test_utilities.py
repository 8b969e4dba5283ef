"""What people may write behind "utility:", and what is refused before anything is computed with it."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fivedice.errors import ObjectiveError
from fivedice.evaluation.evaluate import evaluate
from fivedice.objectives.objective import FromSolution
from fivedice.objectives.parse import parse_objective
from fivedice.objectives.points import OfPoints, most_points
from fivedice.objectives.utilities import LONGEST_FORMULA, MOST_OPPONENTS, first_among, of_formula, utility_objective
from fivedice.rules import Card, Category, Rules, State, Turn, legal_decisions
from fivedice.rules.pattern import Anything
from fivedice.rules.state import is_over
from fivedice.solver.reference import Reference
from fivedice.solver.scale import POINTS_PER_RISK
from fivedice.strategies.optimal import Optimal
from tests.generators import cards, examples, rules

SCORES = np.arange(60.0)
DIE = Rules("die", (Category("chance", Anything(), "sum"),), dice=1, rolls=1)
PYTHON: dict[str, Any] = {
    "min": min,
    "max": max,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "__builtins__": {},
}


def whole(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions whose numbers stay whole."""
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner),
        st.builds("{}({})".format, st.sampled_from("-+"), inner),
        st.builds("{}({}, {}, {})".format, st.sampled_from(("min", "max")), inner, inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("({}) ** {}".format, inner, st.integers(0, 3)),
    )


LEAVES = st.one_of(st.just("score"), st.integers(0, 300).map(str))
WHOLE = st.recursive(LEAVES, whole, max_leaves=6)
COMPARED = st.builds("({} {} {})".format, WHOLE, st.sampled_from(("<", "<=", ">", ">=", "==", "!=")), WHOLE)
REAL = st.one_of(
    st.builds("{} / {}".format, WHOLE.map("({})".format), WHOLE.map("({})".format)),
    st.builds("{}({})".format, st.sampled_from(("sqrt", "log")), WHOLE),
    st.builds("exp(({}) / 1e4)".format, WHOLE),
    st.builds("({}) ** 0.5".format, WHOLE),
    st.floats(0, 100).map(repr),
)
FORMULAS = st.recursive(
    WHOLE | COMPARED | REAL,
    lambda inner: st.builds("({}) {} ({})".format, inner, st.sampled_from("+-*"), inner),
    max_leaves=3,
)


@examples(200)
@given(FORMULAS.filter(lambda text: len(text) <= LONGEST_FORMULA), st.integers(0, 1600))
def test_a_formula_is_worth_what_python_says(text: str, score: int) -> None:
    try:
        expected = eval(text, PYTHON, {"score": float(score)})
    except (ArithmeticError, ValueError):  # not a number: refused later, see below
        expected = None
    assume(isinstance(expected, int | float) and math.isfinite(expected))
    with np.errstate(all="ignore"):
        found = of_formula(text, np.array([float(score), float(score)]))
    assert found == pytest.approx([float(expected)] * 2, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score", SCORES),
        (" min(score, 25) / 10 ", np.minimum(SCORES, 25) / 10),
        ("score >= 30", SCORES >= 30),
        ("2 * (score > 20) + (score != 50)", 2.0 * (SCORES > 20) + (SCORES != 50)),
        ("-score ** 2", -(SCORES**2)),
        ("max(score, 2 * score - 30, 7)", np.maximum(np.maximum(SCORES, 2 * SCORES - 30), 7)),
        ("7", np.full(60, 7.0)),
    ],
)
def test_formulas_give_a_value_for_each_score(text: str, expected: Any) -> None:
    assert of_formula(text, SCORES).tolist() == pytest.approx(list(map(float, expected)))


NOT_UNDERSTOOD = (
    "points",
    "score.real",
    "score[0]",
    "__import__('os')",
    "__import__('os').system('true')",
    "().__class__",
    "open('x')",
    "min",
    "min()",
    "abs(score, 1)",
    "min(score, key=abs)",
    "min(*score)",
    "(lambda: 1)()",
    "'text'",
    "1j",
    "True",
    "None",
    "[score]",
    "score if score > 3 else 1",
    "score and 1",
    "not score",
    "~score",
    "score % 7",
    "score // 7",
    "score @ score",
    "score << 2",
    "1 < score < 3",
    "score is score",
    "score in score",
    "(score := 3)",
    "f'{score}'",
    "...",
)
NO_FORMULAS = (
    "",
    " ",
    "score +",
    "score score",
    "import os",
    "x = 3",
    "score; score",
    "risk",
    "(" * 300,
    "(" * 240 + "score" + ")" * 240,
    "~" * 480 + "1",
    "1" + "0" * 400,
    "score\0",
    "'\\d'",
    "score " + "+ score" * 80,
)


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_what_is_no_arithmetic_is_refused_and_not_run(text: str) -> None:
    with pytest.raises(ObjectiveError, match=r"is not understood; a formula has numbers, \+ - \* / \*\*, comparisons"):
        of_formula(text, SCORES)


@pytest.mark.parametrize("text", NO_FORMULAS, ids=lambda text: repr(text[:12]))
def test_what_is_no_formula_or_too_much_of_one_is_refused(text: str) -> None:
    with pytest.raises(ObjectiveError, match=r"^utility .*\.$"):
        of_formula(text, SCORES)


@given(st.text(max_size=30) | st.text("score+-*/()<>=., 0123456789minax", max_size=20))
def test_whatever_is_typed_is_a_utility_or_refused(text: str) -> None:
    with np.errstate(all="ignore"):
        try:
            said = f"{of_formula(text, SCORES).shape}."
        except ObjectiveError as error:
            said = str(error)
    assert said.endswith(".")
    assert said == "(60,)." or (said.startswith("utility ") and said.isprintable())


@pytest.mark.parametrize(
    ("text", "at"),
    [("1 / score", 0), ("log(score)", 0), ("0 / (score - 4)", 4), ("sqrt(5 - score)", 6), ("10 ** (200 * score)", 2)],
)
def test_a_formula_that_is_not_a_number_somewhere_is_refused_with_the_score(text: str, at: int) -> None:
    with pytest.raises(ObjectiveError, match=f"is not a number at a score of {at};"):
        utility_objective(DIE, text)


@pytest.mark.parametrize("opponents", [1, 2, 7])
def test_blind_opponents_all_score_less_with_a_power_of_the_probability_that_one_does(opponents: int) -> None:
    """One throw of one die: P(less than x) = (x − 1) / 6."""
    expected = [0.0, *(((x - 1) / 6) ** opponents for x in range(1, 7))]
    assert first_among(DIE, opponents) == pytest.approx(expected, abs=1e-12)


@examples(20)
@given(rules(max_dice=2, max_faces=3), st.sampled_from((1, 3, 1000)))
def test_being_first_among_blind_opponents_is_worth_what_the_reference_says(game: Rules, opponents: int) -> None:
    score = evaluate(Optimal().policy(game)).score
    worth = [(1 - score.at_least(x)) ** opponents for x in range(most_points(game) + 1)]
    if max(worth) == min(worth):
        with pytest.raises(ObjectiveError, match="is the same for every score"):
            utility_objective(game, f"blind={opponents}")
        return
    objective = utility_objective(game, f" blind = {opponents} ")
    assert isinstance(objective, OfPoints)
    card = Card.empty(game)
    value = objective.shown(objective.turn_values(card).start, card)
    assert objective.quantity == "win probability"
    assert value == pytest.approx(Reference(game, worth.__getitem__).state_value(State(), 0), abs=3e-5)


@pytest.mark.parametrize("count", ["0", "-1", "2.5", "nan", "inf", "-inf", str(MOST_OPPONENTS + 1)])
def test_a_number_of_opponents_that_cannot_be_is_refused(count: str) -> None:
    with pytest.raises(ObjectiveError, match=r"^blind=.*: give a whole number of opponents from 1 to 10,000,000\.$"):
        utility_objective(DIE, f"blind={count}")


@pytest.mark.parametrize("words", ["blind=", "blind=many", "risk=", "risk=much", "risk=1,5"])
def test_a_setting_that_is_no_number_is_refused(words: str) -> None:
    with pytest.raises(ObjectiveError, match=rf"^objective 'utility:{words}': '.*' is not a number\.$"):
        utility_objective(DIE, words)


@pytest.mark.parametrize("risk", ["nan", "inf", "31", "-31"])
def test_a_risk_out_of_range_is_refused(risk: str) -> None:
    with pytest.raises(ObjectiveError, match=f"^risk {risk} is out of range: give a number from −30"):
        utility_objective(DIE, f"risk={risk}")


@examples(25)
@given(st.data())
def test_risk_maximises_exponential_utility_and_is_shown_as_the_sure_score_worth_as_much(data: st.DataObject) -> None:
    game: Rules = data.draw(rules(max_dice=2, max_faces=3, max_categories=3))
    card: Card = data.draw(cards(game).filter(lambda one: not is_over(game, one.state(game))))
    risk = data.draw(st.sampled_from((-20.0, -1.0, 0.5, 4.0)))
    rate, sign = risk / POINTS_PER_RISK, -1 if risk > 0 else 1
    twin = Reference(game, lambda score: sign * math.exp(-rate * score))
    objective = utility_objective(game, f"risk={risk}")
    values, state, points = objective.turn_values(card), card.state(game), card.box_total(game)
    roll = data.draw(st.sampled_from(game.dice_set.rolls))
    for decision in legal_decisions(game, Turn(state, roll, game.rolls - 1)):
        expected = -math.log(sign * twin.decision_value(Turn(state, roll, game.rolls - 1), decision, points)) / rate
        found = objective.shown(values.decision(decision, roll, game.rolls - 1), card)
        assert found == pytest.approx(expected, abs=1e-12)


def test_no_risk_is_the_mean() -> None:
    objective = utility_objective(DIE, "risk=0")
    assert isinstance(objective, FromSolution)
    assert (objective.name, objective.quantity, objective.solution.value) == ("mean", "expected score", 3.5)


def test_a_straight_line_is_the_mean_on_another_scale() -> None:
    objective = parse_objective(DIE, "utility:3 * score - 1")
    card = Card.empty(DIE)
    assert objective.shown(objective.turn_values(card).start, card) == pytest.approx(9.5, abs=1e-3)


@pytest.mark.parametrize(
    "text", ["", "men", "mean:3", "reach", "reach:", "reach:high", "reach:3.5", "win:2", "utility", "utility: "]
)
def test_an_objective_that_is_not_known_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(ObjectiveError, match=r"is not known; choose mean, reach:T, win, utility:risk=R, utility:blind"):
        parse_objective(DIE, text)


def test_winning_without_a_position_is_refused() -> None:
    with pytest.raises(ObjectiveError, match=r"^objective 'win' needs the cards of the other players; name them with"):
        parse_objective(DIE, "win")
