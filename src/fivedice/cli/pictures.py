"""Files that verbs write on request: reports, charts by their suffix, and tables as CSV."""

from pathlib import Path
from typing import TYPE_CHECKING

from fivedice.errors import NotationError
from fivedice.progress import progress_bar
from fivedice.reports.result import Charted, Result

if TYPE_CHECKING:
    from fivedice.reports import Report


def save(result: Result, csv: Path | None, plot: Path | None = None) -> None:
    """Write the main table and the chart of a result where they were asked for; see `check_files`."""
    if csv:
        try:
            csv.write_bytes(result.to_csv().encode())
        except OSError as error:
            raise NotationError(f"--csv {csv}: cannot be written ({error.strerror}); name another place.") from None
    if plot and isinstance(result, Charted):
        from fivedice.charts import save as save_chart

        save_chart(result.chart(), plot)


def check_files(csv: Path | None, plot: Path | None = None) -> None:
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
