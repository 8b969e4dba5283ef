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


def write_plot(path: Path, chart: Any) -> None:
    """Write a chart as what the file's suffix says."""
    from fivedice.charts import files

    makers: dict[str, Callable[[Any], bytes | str]] = {".png": files.png, ".svg": files.svg, ".html": files.page}
    if path.suffix not in makers:
        raise NotationError(f"--plot {path}: {path.suffix or 'no suffix'} is no picture; name it .png, .svg or .html.")
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
