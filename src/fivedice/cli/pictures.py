"""Files that verbs write on request: reports, charts by their suffix, and tables as CSV."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivedice.errors import NotationError
from fivedice.progress import progress_bar

if TYPE_CHECKING:
    from fivedice.reports import Charted, Report


def save(result: "Charted", csv: Path | None, plot: Path | None) -> None:
    """Write the main table and the chart of a result where they were asked for; see `check_files`."""
    if csv:
        _write("--csv", csv, result.to_csv())
    if plot:
        write_plot(plot, result.chart())


def check_files(csv: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before the work for them is done."""
    if plot and plot.suffix not in (".png", ".svg", ".html"):
        raise NotationError(f"--plot {plot}: {plot.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
    for option, path in (("--csv", csv), ("--plot", plot)):
        if path and not path.parent.is_dir():
            raise NotationError(f"{option} {path}: cannot be written (no such folder); name another place.")
        if path and path.is_dir():
            raise NotationError(f"{option} {path}: cannot be written (Is a directory); name another place.")


def check_folder(folder: Path | None) -> None:
    """Refuse a folder that a report cannot go to, before the work for it is done."""
    if folder:
        from fivedice.reports.write import check_free

        check_free(folder)


def write_report(report: "Report", folder: Path) -> None:
    """Write a report under a progress bar; see `check_folder`."""
    from fivedice.reports.write import write

    with progress_bar(f"Writing {folder}") as shown:
        write(report, folder, shown)


def write_plot(path: Path, chart: Any) -> None:
    """Write a chart as what the file's suffix says, see `check_files`."""
    from fivedice.charts import files

    makers: dict[str, Callable[[Any], bytes | str]] = {".png": files.png, ".svg": files.svg, ".html": files.page}
    _write("--plot", path, makers[path.suffix](chart))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    _write("--csv", path, text.getvalue())


def _write(option: str, path: Path, content: bytes | str) -> None:
    """Text is UTF-8 with plain line ends, whatever the system prefers."""
    try:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise NotationError(f"{option} {path}: cannot be written ({error.strerror}); name another place.") from None
