"""Claims of a study: each judged once, and a quick run that can only say less."""

import pytest

from fivedice.comparison import published
from fivedice.errors import StudyError
from fivedice.reports import Section
from fivedice.studies import STUDIES
from fivedice.studies.claims import Claims

ROWS: dict[str, published.Row] = {
    name: {"id": name, "where": "page 1", "what": f"the {name}", "published": text}
    for name, text in (("mean", "65.90"), ("size", "374"), ("shape", "graph"))
}


def claims() -> Claims:
    return Claims("planted", ROWS)


@pytest.mark.parametrize("study", STUDIES)
def test_every_claim_of_the_data_has_its_own_id_and_says_where_and_what(study: str) -> None:
    rows = [row for name in ("claims", "inputs") for row in published.rows(study, name)]
    assert len({row["id"] for row in rows}) == len(rows) > 0
    assert all(row[column].strip() for row in rows for column in ("id", "where", "what", "published"))


def test_a_figure_is_met_if_ours_rounds_to_what_is_printed() -> None:
    found = claims()
    assert found.digit("mean", 65.8951).verdict == "met"
    assert found.digit("size", 374.6).verdict == "differs"
    assert found.digit("shape", "graph").verdict == "met"
    found = claims()
    assert found.digit("mean", 65.8949, unless_met="ties").why == "ties"
    table = found.table("t", "Some", ["mean"])
    assert [table.texts[0][at] for at in (1, 2, 5)] == ["65.90", "65.895", "page 1"]


@pytest.mark.parametrize(("p", "verdict"), [(0.051, "met"), (0.049, "differs")])
def test_a_figure_of_a_sample_is_met_unless_the_test_rejects_it(p: float, verdict: str) -> None:
    found = claims().tested("mean", 70.0, p, "z test")
    assert (found.verdict, found.why) == (verdict, f"p = {p}, z test")


def test_what_a_quick_run_leaves_out_is_not_run_by_its_id_or_by_how_its_id_begins() -> None:
    found = claims()
    found.not_run("mean", "s*")
    assert {name: one.verdict for name, one in found.judged.items()} == dict.fromkeys(ROWS, "not run")


def test_a_statement_is_true_of_ours_or_not() -> None:
    assert [(one.ours, one.verdict) for met in (True, False) for one in [claims().holds("shape", met)]] == [
        ("yes", "met"), ("no", "differs"),
    ]  # fmt: skip


def test_a_claim_that_is_unknown_or_judged_twice_is_refused() -> None:
    found = claims()
    with pytest.raises(StudyError, match="no claim 'median'"):
        found.digit("median", 1)
    found.digit("mean", 1)
    with pytest.raises(StudyError, match="'mean' of study 'planted' is judged twice"):
        found.digit("mean", 1)


def test_a_report_without_one_of_the_claims_is_refused() -> None:
    found = claims()
    found.digit("mean", 65.9)
    found.digit("size", 374)
    with pytest.raises(StudyError, match="'shape' of study 'planted' is not judged"):
        found.report("", [], [Section("", [], [found.table("all", "")])], {})
    found.not_described("shape", "no axis is labelled")
    with pytest.raises(StudyError, match="'shape' of study 'planted' is shown 0 times"):
        found.report("", [], [Section("", [], [found.table("some", "", ["mean", "size"])])], {})
    report = found.report("", [], [Section("", [], [found.table("all", "")])], {})
    assert len(report.claims) == len(ROWS) == sum(report.verdicts.values())


@pytest.mark.parametrize(
    ("mean", "words", "counted"), [(65.9, "met", "2 of 3 met, 1 not described well enough"),
                                   (66.0, "not met", "1 of 3 met, 1 not met, 1 not described well enough")]
)  # fmt: skip
def test_sentences_follow_the_verdicts(mean: float, words: str, counted: str) -> None:
    found = claims()
    found.digit("mean", mean)
    found.digit("size", 374)
    found.not_described("shape", "")
    assert found.words("mean", "size") == words
    assert found.tally() == counted
    assert found.words("shape") == "not described well enough"
    assert [one.id for one in found.with_verdict("met", "s*")] == ["size"]


def test_a_proof_is_told_only_of_what_differs() -> None:
    found = claims()
    found.digit("mean", 66.0)
    found.digit("size", 374)
    found.not_run("shape")
    for name in ROWS:
        found.show_wrong(name, "Because.")
    report = found.report("", [], [Section("", [], [found.table("all", "")])], {})
    assert [one.claim.id for one in report.wrong] == ["mean"]
    assert report.sections[-1].text == ["The mean (page 1), printed 65.90: Because."]
    assert report.to_dict()["wrong"][0]["proof"] == "Because."
