"""All studies at once: a report of each in a folder, and an index with the verdicts and what is wrong in print.

Finished studies are kept, so an interrupted run resumes with the next one. A study is finished if its report was
written in the same mode by the same version of its package and of fivedice.
"""

import shutil
import time
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from fivedice.progress import Shown, Stages
from fivedice.reports import Claim, Link, Report, Section, Table, Wrong, duration_cell, tally
from fivedice.reports.claim import VERDICTS, count_verdicts
from fivedice.reports.write import about_of, check_free, write, write_over
from fivedice.studies import STUDIES, study_named
from fivedice.version import __version__

TITLE = "Five published studies regenerated"


@dataclass(frozen=True)
class Finished:
    """A study as the index needs it; `report` is set if it was not written to a folder."""

    name: str
    title: str
    claims: list[Claim]
    wrong: list[Wrong]
    seconds: float
    report: Report | None = None

    @classmethod
    def run(cls, name: str, quick: bool, show: Stages) -> "Finished":
        """Run a study; its report notes the mode, the version and the time."""
        began = time.perf_counter()
        report = study_named(name)(quick, show)
        report.made = {"stamp": stamp_of(name, quick), "seconds": time.perf_counter() - began}
        return cls(name, report.title, report.claims, report.wrong, report.made["seconds"], report)

    @classmethod
    def read(cls, name: str, folder: Path, quick: bool) -> "Finished | None":
        """A study that was finished before; None if there is none of this mode and version."""
        about = about_of(folder)
        if not about or about.get("stamp") != stamp_of(name, quick):
            return None
        claims = [Claim(**row) for row in about["numbers"].get("verdicts", ())]
        by_id = {one.id: one for one in claims}
        wrong = [Wrong(by_id[row["id"]], row["proof"]) for row in about["numbers"].get("wrong", ())]
        return cls(name, about["title"], claims, wrong, about["seconds"])

    def numbers(self) -> dict[str, Any]:
        """Counts and claims as plain values."""
        return {
            "title": self.title, "seconds": self.seconds, "counts": count_verdicts(self.claims),
            "verdicts": [one.to_dict() for one in self.claims], "wrong": [one.to_dict() for one in self.wrong],
        }  # fmt: skip


@dataclass(repr=False)
class Every(Report):
    """The studies as one result: its page is the index."""

    studies: dict[str, Finished] = field(default_factory=dict)
    quick: bool = False
    folder: Path | None = None

    @classmethod
    def of(cls, studies: dict[str, Finished], quick: bool, folder: Path | None = None) -> "Every":
        """The index of these studies."""
        claims = [claim for one in studies.values() for claim in one.claims]
        wrong = [each for one in studies.values() for each in one.wrong]
        summary = [f"Claims in print: {tally(claims)}.", f"{len(wrong)} of them are shown to be wrong."]
        if quick:
            summary.append("A quick run: claims that need long work are not run.")
        proofs = [
            Section(f"Wrong in print: {one.title}", [each.text for each in one.wrong])
            for one in studies.values()
            if one.wrong
        ]
        sections = [Section("Studies", [], [index_table(studies)]), *proofs]
        return cls(TITLE, summary, sections, wrong=wrong, studies=studies, quick=quick, folder=folder)

    @property
    def claims(self) -> list[Claim]:
        """The claims of all studies."""
        return [claim for one in self.studies.values() for claim in one.claims]

    def parts(self) -> list[str | Table]:
        """Title, summary and the table of studies."""
        return [self.title, *self.summary, *self.tables]

    def to_dict(self) -> dict[str, Any]:
        """Verdicts of every study."""
        return {"quick": self.quick, "studies": {name: one.numbers() for name, one in self.studies.items()}}

    def report(self, folder: Path | str, progress: Shown = None) -> Path:
        """Write the reports that are not there yet, and the index; returns the path of its page."""
        place = Path(folder).expanduser().resolve()
        check_folder(place)
        for name, one in self.studies.items():
            if one.report is not None:
                write(one.report, place / name)
            elif self.folder is not None and self.folder != place:
                check_free(place / name)
                shutil.copytree(self.folder / name, place / name, dirs_exist_ok=True)
        return write_over(self, place, STUDIES)


def run_every(quick: bool, show: Stages, folder: Path | None = None) -> Every:
    """Run all studies; those that are finished in the folder are taken from there, the others are written to it."""
    place = None if folder is None else folder.expanduser().resolve()
    if place is not None:
        check_folder(place)
    found: dict[str, Finished] = {}
    for at, name in enumerate(STUDIES):

        def stages(stage: str, share: float, at: int = at, name: str = name) -> None:
            show(f"{name}: {stage}", (at + share) / len(STUDIES))

        finished = None if place is None else Finished.read(name, place / name, quick)
        if finished is None:
            finished = Finished.run(name, quick, stages)
            if place is not None and finished.report is not None:
                write(finished.report, place / name)
                finished = replace(finished, report=None)
        stages("done", 1.0)
        found[name] = finished
    every = Every.of(found, quick, place)
    if place is not None:
        every.report(place)
    return every


def check_folder(place: Path) -> None:
    """Refuse a folder that holds anything but reports of studies."""
    check_free(place, STUDIES)
    for name in STUDIES:
        check_free(place / name)


def stamp_of(name: str, quick: bool) -> str:
    """Mode, version and digest of the package's files, which must be equal for a finished study."""
    folder = Path(str(files("fivedice"))) / "studies" / name
    found = sha256()
    for path in sorted((*folder.glob("*.py"), *folder.glob("data/*.csv"))):
        found.update(path.name.encode() + path.read_bytes())
    return f"{__version__} {'quick' if quick else 'full'} {found.hexdigest()[:16]}"


def index_table(studies: dict[str, Finished]) -> Table:
    """Counts of verdicts, a row for each study."""
    rows: list[list[object]] = []
    for name, one in studies.items():
        counts = count_verdicts(one.claims)
        row = [Link(one.title, one.title, f"{name}/index.html"), len(one.claims)]
        rows.append([*row, *counts.values(), len(one.wrong), duration_cell(one.seconds)])
    totals = count_verdicts(claim for one in studies.values() for claim in one.claims)
    wrong, seconds = sum(len(one.wrong) for one in studies.values()), sum(one.seconds for one in studies.values())
    rows.append(["Together", sum(totals.values()), *totals.values(), wrong, duration_cell(seconds)])
    columns = ["Study", "Claims", *map(str.capitalize, VERDICTS), "Wrong in print", "Time"]
    return Table("studies", "Verdicts by study", columns, rows, bold=(len(rows) - 1,))
