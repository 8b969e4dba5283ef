"""Study 003 regenerated: the printed figures, and the charts."""

from dataclasses import replace

import numpy as np
import pytest

from fivedice.rules import variant
from fivedice.solver import cached_solution
from fivedice.studies.claims import Claims
from fivedice.studies.given_up import Fillings
from fivedice.studies.qlearning import eda, rates, report
from fivedice.studies.qlearning.agents import Compared
from fivedice.studies.qlearning.damaged import Damaged
from fivedice.studies.qlearning.report import judge, quick_game, study, summary
from fivedice.studies.qlearning.search import Searched
from fivedice.studies.qlearning.training import Gap, Training
from tests.studies.silent import silently

DESCRIBED = variant("yahtzee-no-bonus")


def judged(training: Training | None, every: list[Damaged]) -> Claims:
    claims = Claims("qlearning")
    described = cached_solution(DESCRIBED)
    strict = cached_solution(replace(DESCRIBED, name="above", upper_threshold=64))
    whole = None if training is None else Compared(training, Searched(0.0, 0, 0.0, 0))
    judge(claims, whole, described, strict, every)
    return claims


def test_the_printed_ideal_is_not_the_optimum_of_the_described_game(training: Training, every: list[Damaged]) -> None:
    claims = judged(training, every)
    ideal = claims.judged["ideal-score"]
    assert (ideal.published, ideal.verdict) == (224.61, "differs")
    assert ideal.ours == pytest.approx(245.8708, abs=5e-5)
    assert [one.claim.id for one in claims.wrong] == ["rules-upper-threshold", "ideal-score"]
    assert "245.8708" in claims.wrong[1].proof


def test_the_summary_says_what_the_table_says(
    training: Training, every: list[Damaged], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(one: Training | None) -> str:
        claims = judged(one, every)
        claims.not_run("search-precision")
        return " ".join(summary(claims, [training], cached_solution(DESCRIBED), every))

    monkeypatch.setattr(report, "CLOSE", 0.5)
    assert "The printed ideal of 224.61 is not met" in said(training)
    assert "very close to the ideal is met; that the search is precise and fast is not judged" in said(training)
    monkeypatch.setattr(report, "CLOSE", 1e-9)
    assert "very close to the ideal is not met" in said(training)
    assert "very close to the ideal is not judged in a quick run" in said(None)


def test_rates_are_judged_by_their_gaps() -> None:
    def gaps(half: float, end: float) -> list[Gap]:
        return [Gap(epoch, 0.0, half if epoch <= 250 else end, 0.0, 0.0) for epoch in range(1, 501)]

    for constant, large in ((gaps(4, 3), "met"), (gaps(4, 0.3), "differs")):
        for fast, small in ((gaps(10, 10), "met"), (gaps(1, 0.3), "differs")):
            claims = Claims("qlearning")
            every = {0.99: gaps(0.4, 0.25), rates.CONSTANT: constant, rates.FAST: fast}
            rates.judge(claims, every, quick_game())
            assert (claims.verdict("rate-too-large"), claims.verdict("rate-too-small")) == (large, small)


@pytest.mark.parametrize(("turn", "verdict"), [(12, "met"), (0, "differs")])
def test_what_is_said_of_the_plots_is_asked_of_the_games(turn: int, verdict: str) -> None:
    found = Fillings(DESCRIBED)
    found.games = 1000
    found.filled += 1000.0
    found.points += np.arange(13, 0, -1)[:, None] if turn else np.arange(13)[:, None]
    found.zeros[turn] += 100.0
    claims = Claims("qlearning")
    eda.judge(claims, found)
    assert claims.judged["points-decrease"].verdict == claims.judged["given-up-late"].verdict == verdict


@pytest.mark.slow
def test_the_quick_study_leaves_the_whole_game_out_and_tells_its_plots() -> None:
    found = study(True, silently)
    verdicts = {one.id: one.verdict for one in found.claims}
    assert verdicts["ideal-score"] == "differs"
    assert verdicts["rate-too-large"] == verdicts["rate-too-small"] == "met"
    assert verdicts["close"] == verdicts["q-hours"] == verdicts["search-speed"] == "not run"
    assert {"gap-six-boxes", "value-six-boxes", "given-up-q-table", "rates"} <= {plot.name for plot in found.plots}
    found.check()
