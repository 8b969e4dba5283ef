"""Files that verbs write on request: charts by their suffix, and curves as CSV."""

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fivedice.errors import NotationError

PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg, or .html to explore offline.")
]


def check_files(csv: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before the work for them is done."""
    if plot and plot.suffix not in (".png", ".svg", ".html"):
        raise NotationError(f"--plot {plot}: {plot.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
    for option, path in (("--csv", csv), ("--plot", plot)):
        if path and not path.parent.is_dir():
            raise NotationError(f"{option} {path}: cannot be written (no such folder); name another place.")


def write_plot(path: Path, chart: Any) -> None:
    """Write a chart as what the file's suffix says, see `check_files`."""
    from fivedice.charts import files

    makers: dict[str, Callable[[Any], bytes | str]] = {".png": files.png, ".svg": files.svg, ".html": files.page}
    drawn = makers[path.suffix](chart)
    content = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        path.write_bytes(content)
    except OSError as error:
        raise NotationError(f"--plot {path}: cannot be written ({error.strerror}); name another place.") from None


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table as CSV."""
    try:
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(rows)
    except OSError as error:
        raise NotationError(f"--csv {path}: cannot be written ({error.strerror}); name another place.") from None
