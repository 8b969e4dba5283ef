"""Writing a report: a complete folder, or none.

Everything is written into a hidden folder beside the destination, which is moved into place when the last file is
written. An earlier report is moved aside first and back again if that fails. A killed run leaves only the
hidden folder; the next run to the same destination removes it. `numbers.json` lists the files of a report, so that a
folder with anything else in it is never overwritten.
"""

import json
import os
import secrets
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.charts import svg
from fivedice.charts.files import png_of
from fivedice.errors import ReportError
from fivedice.progress import Progress
from fivedice.reports.html import page
from fivedice.reports.report import Report
from fivedice.reports.table import Cell

FORMAT = 1
INDEX, NUMBERS, UNFINISHED = "index.html", "numbers.json", ".unfinished"
MADE_BY = "fivedice"


def write(report: Report, folder: Path | str, progress: Progress | None = None) -> list[Path]:
    """Write index.html, a PNG and an SVG of each plot, a CSV of each table, and numbers.json; returns their paths.

    `progress` is called with the number of plots and pages done.
    """
    report.check()
    place = Path(folder).expanduser().resolve()
    with _disk_errors(place):
        check_free(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        for leftover in _leftovers(place):
            shutil.rmtree(leftover)
        hidden = _hidden(place)
        try:
            hidden.mkdir()
            names = _fill(report, hidden, progress or (lambda done, total: None))
            check_free(place)
            _move(hidden, place)
        finally:
            shutil.rmtree(hidden, ignore_errors=True)
    return [place / name for name in names]


def write_over(report: Report, folder: Path | str, beside: Collection[str]) -> Path:
    """Write a report without plots into the folder that holds other reports, named `beside`; returns its page."""
    place = Path(folder).expanduser().resolve()
    with _disk_errors(place):
        check_free(place, beside)
        place.mkdir(parents=True, exist_ok=True)
        hidden = _hidden(place / INDEX)
        try:
            hidden.mkdir()
            names = _fill(report, hidden, lambda done, total: None)
            for name in sorted(names, key=lambda one: one != NUMBERS):  # first the list of files, which makes them ours
                (hidden / name).replace(place / name)
        finally:
            shutil.rmtree(hidden, ignore_errors=True)
    return place / INDEX


def check_free(place: Path | str, beside: Collection[str] = ()) -> None:
    """Refuse a place that holds anything but an earlier report; call it before a long computation.

    `beside` are folders in it that may hold reports of their own.
    """
    place = Path(place).expanduser().resolve()
    if place.is_dir():
        known = {*map(str, about_of(place).get("files", ())), *beside}
        strangers = sorted(
            path.name
            for path in place.iterdir()
            if path.name not in known and not (beside and path.name.endswith(UNFINISHED))
        )
        if strangers:
            raise ReportError(
                f"report folder {str(place)!r} holds {strangers[0]!r}, which is not part of an earlier report; "
                "name another folder, or empty this one."
            )
    elif place.exists():
        raise ReportError(f"report folder {str(place)!r} is a file; name another folder.")
    above = next(folder for folder in place.parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        why = "nothing may be written there" if above.is_dir() else "that is a file"
        raise ReportError(f"report folder {str(place)!r} cannot be made in {str(above)!r}: {why}; name another folder.")


def about_of(place: Path) -> dict[str, Any]:
    """What numbers.json of a report says; nothing if there is no report."""
    try:
        about = json.loads((place / NUMBERS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    ours = isinstance(about, dict) and about.get("made_by") == MADE_BY and isinstance(about.get("files"), list)
    return about if ours else {}


def _fill(report: Report, folder: Path, progress: Progress) -> list[str]:
    total = len(report.plots) + 1
    progress(0, total)
    for done, plot in enumerate(report.plots, 1):
        drawn = svg(plot.chart)
        (folder / f"{plot.name}.svg").write_text(drawn, encoding="utf-8")
        (folder / f"{plot.name}.png").write_bytes(png_of(drawn))
        progress(done, total)
    for table in report.tables:
        (folder / f"{table.name}.csv").write_text(table.to_csv(), encoding="utf-8", newline="")
    (folder / INDEX).write_text(page(report), encoding="utf-8")
    names = sorted({*(path.name for path in folder.iterdir()), NUMBERS})
    about = {
        "made_by": MADE_BY,
        "format": FORMAT,
        "title": report.title,
        "verdicts": report.verdicts,
        "files": names,
        **report.made,
        "numbers": plain(report.to_dict()),
    }
    text = json.dumps(about, indent=2, ensure_ascii=False, allow_nan=False)
    (folder / NUMBERS).write_text(text + "\n", encoding="utf-8")
    progress(total, total)
    return names


def plain(value: Any) -> Any:
    """A value as JSON types: arrays become lists, non-finite numbers null, keys texts."""
    if isinstance(value, Cell):
        return plain(value.value)
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    raise ReportError(
        f"numbers of a report cannot hold {value!r}; it must hold numbers, texts, lists, arrays and dicts."
    )


def _move(hidden: Path, place: Path) -> None:
    """Put the finished folder in its place; on failure the earlier report is back there."""
    if not place.exists():
        hidden.rename(place)
        return
    earlier = _hidden(place)
    try:
        place.rename(earlier)
        hidden.rename(place)
    except BaseException:
        if earlier.exists() and not place.exists():
            earlier.rename(place)
        raise
    shutil.rmtree(earlier, ignore_errors=True)


def _hidden(place: Path) -> Path:
    """A new hidden name beside the folder, for an unfinished report."""
    return place.with_name(f".{place.name}.{secrets.token_hex(4)}{UNFINISHED}")


def _leftovers(place: Path) -> Iterator[Path]:
    """What killed runs left beside the folder."""
    for path in list(place.parent.iterdir()):
        token = path.name.removeprefix(f".{place.name}.").removesuffix(UNFINISHED)
        if path.name == f".{place.name}.{token}{UNFINISHED}" and token.isalnum() and path.is_dir():
            yield path


@contextmanager
def _disk_errors(place: Path) -> Iterator[None]:
    """Turn OSError into ReportError."""
    try:
        yield
    except OSError as error:
        raise ReportError(f"report {str(place)!r} cannot be written: {error.strerror or error}.") from None
