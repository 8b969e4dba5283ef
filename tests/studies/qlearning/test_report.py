"""Study 003 regenerated: the printed figures, and the charts."""

import pytest

from fivedice.rules import variant
from fivedice.solver import cached_solution
from fivedice.studies import qlearning
from fivedice.studies.qlearning.damaged import Damaged
from fivedice.studies.qlearning.report import claims
from fivedice.studies.qlearning.training import Training
from fivedice.studies.schedule import silently


def test_printed_figures_are_judged(training: Training, every: list[Damaged]) -> None:
    described = cached_solution(variant("yahtzee-no-bonus"))
    whole = {one.what: one for one in claims([training], described, every, quick=False)}
    ideal = whole["ideal score, game as described"]
    assert (ideal.published, ideal.verdict) == (224.61, "differs")
    assert ideal.ours == pytest.approx(245.8708, abs=5e-5)
    assert whole["tiny: after 500 epochs"].verdict == "met"
    assert (whole["training, hours"].published, whole["Q-table, GB"].published) == (5, 4)
    assert len(claims([training], described, every, quick=True)) == len(whole) - 2


@pytest.mark.slow
def test_the_quick_study_is_close_to_the_optimum_and_tells_its_plots() -> None:
    found = qlearning.study(True, silently)
    verdicts = {one.what: one.verdict for one in found.claims}
    assert verdicts["six boxes: after 500 epochs"] == "met"
    assert sum(found.verdicts.values()) == len(verdicts)
    assert {"gap-six-boxes", "value-six-boxes", "given-up-q-table"} <= {plot.name for plot in found.plots}
    found.check()
