"""The claims of a study, each judged exactly once.

`data/claims.csv` of a study has a row for every table, figure and numeric claim that it prints. A report judges each of
them with one of the verdicts of `reports.claim.LEGEND`; `Claims.report` refuses to build a report that leaves one out.

In a quick run a claim has the verdict of the full run, or "not run" if it needs work that a quick run shortens. So a
quick run can judge fewer claims than a full one, but never differently.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from fivedice.comparison import published
from fivedice.errors import StudyError
from fivedice.reports import Claim, Report, Section, Verdict, Wrong, claim_table, tally
from fivedice.reports.claim import WORDS, ClaimTable, is_within
from fivedice.statistics.significance import LEVEL
from fivedice.studies.measured import Measured

LEAST_P = 1e-300
"""Smaller probabilities are 0 in floating point, and said to be below this."""
SHORTENED = "a quick run leaves this out, or measures it too coarsely"


class Claims:
    """The claims of a study, and those that are judged so far."""

    def __init__(self, study: str, rows: Mapping[str, published.Row] | None = None) -> None:
        self.study = study
        self.rows = published.claims(study) if rows is None else rows
        self.judged: dict[str, Claim] = {}
        self.wrong: list[Wrong] = []

    def text(self, name: str) -> str:
        """The printed text."""
        if name not in self.rows:
            raise StudyError(f"study {self.study!r} has no claim {name!r}; name one of the rows of its claims.csv.")
        return self.rows[name]["published"]

    def figure(self, name: str) -> Any:
        """The printed text, as a number if it is one."""
        text = self.text(name)
        return published.number(text) if published.is_number(text) else text

    def judge(self, name: str, ours: object, met: "bool | Verdict", why: str = "", *, unless_met: str = "") -> Claim:
        """A verdict on a claim; `met` may be a verdict itself, `unless_met` is a further reason where it is not met."""
        theirs, row = self.figure(name), self.rows[name]
        if name in self.judged:
            raise StudyError(f"claim {name!r} of study {self.study!r} is judged twice; judge it once.")
        verdict: Verdict = met if isinstance(met, str) else "met" if met else "differs"
        if verdict != "met":
            why = "; ".join(filter(None, (why, unless_met)))
        claim = Claim(row["what"], theirs, ours, verdict, why, row["where"], name, row["published"])
        self.judged[name] = claim
        return claim

    def holds(self, name: str, met: bool, why: str = "", *, unless_met: str = "") -> Claim:
        """A statement that holds for our results or not."""
        return self.judge(name, "yes" if met else "no", met, why, unless_met=unless_met)

    def digit(self, name: str, ours: object, why: str = "", *, unless_met: str = "") -> Claim:
        """A figure that is met if ours rounds to it, or a text that is met if ours is equal."""
        theirs = self.figure(name)
        half = published.half_unit(self.text(name)) if published.is_number(self.text(name)) else 0.0
        return self.judge(name, ours, is_within(half, theirs, ours), why, unless_met=unless_met)

    def within(self, name: str, tolerance: float, ours: object, why: str) -> Claim:
        """A figure that is met within a tolerance, which `why` has to explain."""
        return self.judge(name, ours, is_within(tolerance, self.figure(name), ours), why)

    def tested(self, name: str, ours: object, p: float, test: str = "", *, unless_met: str = "") -> Claim:
        """A figure of a sample, met if a test does not reject at LEVEL that the sample is one of ours."""
        why = f"p {f'= {p:.2g}' if p > LEAST_P else f'< {LEAST_P:g}'}{f', {test}' if test else ''}"
        return self.judge(name, ours, p >= LEVEL, why, unless_met=unless_met)

    def sample_mean(self, name: str, player: Measured, games: int, *, unless_met: str = "") -> Claim:
        """A mean score over this many games: z test, rounding in favour of the study."""
        p = player.mean_p(self.figure(name), games, published.half_unit(self.text(name)))
        return self.tested(name, player.score.mean, p, "z test of the mean", unless_met=unless_met)

    def sample_median(self, name: str, player: Measured, games: int, *, unless_met: str = "") -> Claim:
        """A median score over this many games: met where 95 of 100 sample medians lie."""
        low, high = player.median_range(games)
        met, why = low <= self.figure(name) <= high, f"95 % of sample medians lie from {low} to {high}"
        return self.judge(name, player.score.median, met, why, unless_met=unless_met)

    def extreme(self, name: str, player: Measured, games: int, *, greatest: bool, unless_met: str = "") -> Claim:
        """A greatest or least score of this many games: exact two-sided p; ours is the median of such extremes."""
        ours, p = player.extreme(games, greatest), player.extreme_p(int(self.figure(name)), games, greatest=greatest)
        test = f"exact; ours is the median {'greatest' if greatest else 'least'} of {games:,} games"
        return self.tested(name, ours, p, test, unless_met=unless_met)

    def not_described(self, name: str, why: str, ours: object = None) -> Claim:
        """A claim that the study does not describe well enough to reproduce."""
        return self.judge(name, ours, "not described", why)

    def not_run(self, *names: str) -> None:
        """Claims for which a quick run does too little, by id as in `some`."""
        for name in _matching(names, self.rows):
            self.judge(name, None, "not run", SHORTENED)

    def show_wrong(self, name: str, proof: str) -> None:
        """Add a proof that a claim is wrong, in one paragraph; ignored unless its verdict is `differs`."""
        if self.judged[name].verdict == "differs":
            self.wrong.append(Wrong(self.judged[name], proof))

    def some(self, *names: str) -> list[Claim]:
        """Judged claims by id; a name that ends with * stands for all that begin so."""
        return [self.judged[name] for name in _matching(names, self.judged)]

    def verdict(self, *names: str) -> Verdict:
        """The verdict on all these claims: met if every one is, else the verdict of the first that is not."""
        found = self.some(*names)
        return next((one.verdict for one in found if one.verdict != "met"), "met" if found else "not run")

    def words(self, *names: str) -> str:
        """The same in a sentence, after "is": "met", "not met", "not judged in a quick run"."""
        verdict = self.verdict(*names)
        return "not judged in a quick run" if verdict == "not run" else WORDS[verdict]

    def tally(self, *names: str) -> str:
        """How many of these claims (of all, if none is named) are met, in words."""
        return tally(self.some(*names or ("*",)))

    def with_verdict(self, verdict: Verdict, *names: str) -> list[Claim]:
        """Those of these claims (of all, if none is named) that have a verdict."""
        return [one for one in self.some(*names or ("*",)) if one.verdict == verdict]

    def subjects(self, verdict: Verdict, *names: str) -> list[str]:
        """What these claims are about, each once: the words before the colon."""
        return list(dict.fromkeys(one.what.partition(":")[0] for one in self.with_verdict(verdict, *names)))

    def table(self, name: str, title: str, claims: Iterable[str] = ("*",)) -> ClaimTable:
        """A table of judged claims, by id as in `some`."""
        return claim_table(name, title, self.some(*claims))

    def report(self, title: str, summary: list[str], sections: list[Section], numbers: dict[str, Any]) -> Report:
        """The report; refused unless every claim is judged, and shown once."""
        wrong = [Section("Wrong in print", [one.text for one in self.wrong])] if self.wrong else []
        left = len(self.with_verdict("not run"))
        if numbers.get("quick"):
            summary = [*summary, f"A quick run: {left} of {len(self.rows)} claims are not run."]
        found = Report(title, summary, [*sections, *wrong], numbers, self.wrong)
        shown = [one.id for one in found.claims]
        for name in self.rows:
            claim = f"claim {name!r} of study {self.study!r}"
            if name not in self.judged:
                raise StudyError(f"{claim} is not judged; judge every row of claims.csv.")
            if shown.count(name) != 1:
                raise StudyError(f"{claim} is shown {shown.count(name)} times; show it once.")
        return found


def _matching(names: Iterable[str], ids: Iterable[str]) -> list[str]:
    """The ids that are named; a name that ends with * stands for all that begin so."""
    return [one for name in names for one in ids if one == name or (name.endswith("*") and one.startswith(name[:-1]))]
