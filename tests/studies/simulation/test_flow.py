"""Study 002: flowcharts are read from the strategies' own source."""

import pytest

from fivedice.charts import spec
from fivedice.charts.flow import flow
from fivedice.strategies import study_002
from fivedice.studies.simulation.flow import Step, steps_of

FUNCTIONS = [
    *((one, {}) for one in study_002.STRATEGIES),
    (study_002.hold_by_dice, {}),
    *((study_002.score_by_table, {"upper_first": first}) for first in (False, True)),
]


@pytest.mark.parametrize(("function", "known"), FUNCTIONS)
def test_every_answer_leads_to_an_outcome_or_on_to_a_later_step_and_nothing_is_left_in_code(
    function: object, known: dict[str, bool]
) -> None:
    found = steps_of(function, **known)
    for number, one in enumerate(found, 1):
        for leads in (one.yes, one.no):
            assert leads != "pass on"
            assert isinstance(leads, str) or number < leads <= len(found)
        assert not any(sign in f"{one.question}{one.yes}{one.no}" for sign in ("_", "view", "==", "[", "{"))
    spec(flow(found, title="a flowchart"))


def test_steps_of_dice_driven_are_those_of_the_study() -> None:
    found = steps_of(study_002.hold_by_dice)
    assert (found[0].question, found[0].yes) == ("5 equal dice", "Five of a kind: stop and score")
    straight = found[2]
    assert straight == Step(0, "Small Straight open or Large Straight open", 4, 13)
    assert found[11].question == f"Turn number {study_002.LAST_TURNS} or more"
    said = {str(one.yes).split(":")[0] for one in found} | {str(one.no).split(":")[0] for one in found}
    assert {"Large straight rolled", "Small straight rolled", "Going for Small Straight", "Full house rolled"} <= said


def test_scoring_of_upper_focus_has_one_line_more_and_nothing_else() -> None:
    usual, upper = (
        [one.question for one in steps_of(study_002.score_by_table, upper_first=first)] for first in (False, True)
    )
    assert upper[:2] + upper[3:] == usual
    assert upper[2] == "Upper box of the face open and 3 or more of the face, for faces 6 to 1"


def test_a_changed_constant_changes_the_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_002, "WORTH_A_CHANCE", 20)
    found = steps_of(study_002.score_by_table, upper_first=False)
    assert "Chance open and a sum of 20 or more" in [one.question for one in found]
