"""Published studies in the laboratory: verdicts side by side, runs as jobs, reports as pages draw them.

A report is kept as one JSON file under a key of study, mode, version and sources, so that a second visitor reads it at
once, and a changed study is run again. Where a study was not run here, the counts of the run that came with this
version stand for it, and say so.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fivedice.charts import spec
from fivedice.comparison import published
from fivedice.errors import StudyError
from fivedice.progress import Progress
from fivedice.reports import Table
from fivedice.reports.claim import VERDICTS, ClaimTable, count_verdicts
from fivedice.reports.write import plain
from fivedice.studies import STUDIES, study_named
from fivedice.studies.every import Finished, stamp_of
from fivedice.studies.full_runs import full_runs
from fivedice.web.calculations import Teller
from fivedice.web.lab.contests import table_of
from fivedice.web.lab.places import folder, report_file
from fivedice.web.lab.reading import text_field

Plain = dict[str, Any]
MODES = {True: "quick", False: "full"}
STEPS = 1000
"""Steps of a progress that comes as a share."""


def study(progress: Teller, question: Plain) -> Plain:
    """Run a study, keep its report, and return its counts of verdicts with the key of the report."""
    name, quick = text_field(question, "study", ""), question.get("quick", True)
    if not isinstance(quick, bool):
        raise StudyError(f"quick is {str(quick)[:20]!r}; it must be true or false.")
    study_named(name)

    def show(stage: str, share: float) -> None:
        progress.tell({"stage": stage})
        progress(round(STEPS * share), STEPS)

    if found := _summary(name, quick):
        return found
    finished = Finished.run(name, quick, show)
    assert finished.report is not None
    keep_report(key_of(name, quick), report_of(finished, quick))
    return _summary(name, quick) or {}


def studies(progress: Progress, question: Plain) -> Plain:
    """The five studies: claims in print, the verdicts that came with this version, and those of runs on this server."""
    shipped = full_runs()
    listed = [
        {
            "name": name,
            "title": title[:1].upper() + title[1:],
            "claims": len(published.claims(name)),
            "shipped": {"counts": shipped[name].counts, "seconds": shipped[name].seconds},
            "runs": {mode: _summary(name, quick) for quick, mode in MODES.items()},
        }
        for name, title in STUDIES.items()
    ]
    return {"verdicts": list(VERDICTS), "studies": listed}


def key_of(name: str, quick: bool) -> str:
    """The key of a report: another one whenever version, kernels or the study change."""
    return f"{name}-{MODES[quick]}-{hashlib.sha256(stamp_of(name, quick).encode()).hexdigest()[:16]}"


def report_of(finished: Finished, quick: bool) -> Plain:
    """A report as pages draw it: its sections with texts, tables and specifications of charts."""
    report = finished.report
    assert report is not None
    name, mode = finished.name, MODES[quick]
    words = ", quick=True" if quick else ""
    return {
        "summary": {
            "study": name,
            "mode": mode,
            "key": key_of(name, quick),
            "counts": count_verdicts(finished.claims),
            "wrong": len(finished.wrong),
            "seconds": finished.seconds,
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        },
        "title": report.title,
        "lead": report.summary,
        "sections": [
            {"title": section.title, "text": section.text, "parts": [_part(part) for part in section.parts]}
            for section in report.sections
        ],
        "numbers": plain(report.to_dict()),
        "python": f'import fivedice as fd\n\nfd.study("{name}"{words}).report("study-{name}")',
    }


def _part(part: Any) -> Plain:
    if isinstance(part, Table):
        return {"kind": "table", "claims": isinstance(part, ClaimTable), **table_of(part)}
    chart = spec(part.chart)
    del chart["config"]  # pages have one for their theme
    return {"kind": "plot", "name": part.name, "title": part.title, "caption": part.caption, "chart": chart}


def _summary(name: str, quick: bool) -> Plain | None:
    path = report_file(key_of(name, quick))
    if path is None:
        return None
    try:
        found: Plain = json.loads(path.read_text(encoding="utf-8"))["summary"]
    except (OSError, ValueError, KeyError):
        return None
    return found


def keep_report(key: str, document: Plain) -> None:
    """Write a report in one step, and drop those of other versions of the same study."""
    place = folder() / "studies"
    try:
        place.mkdir(parents=True, exist_ok=True)
        handle, written = tempfile.mkstemp(dir=place, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(document, file, ensure_ascii=False, allow_nan=False)
            Path(written).replace(place / f"{key}.json")
        finally:
            Path(written).unlink(missing_ok=True)  # of a full disk
    except OSError as error:
        raise StudyError(f"the report cannot be kept: {error.strerror}; make room and run the study again.") from None
    for path in _earlier(place, key):
        path.unlink(missing_ok=True)


def _earlier(place: Path, key: str) -> Iterator[Path]:
    yield from (path for path in place.glob(f"{key.rpartition('-')[0]}-*.json") if path.stem != key)
