"""Files of a log: parts written as games come, then combined into one file a table, without reading it all at once."""

from pathlib import Path

import polars as pl
from xlsxwriter import Workbook

Parts = dict[str, list[Path]]
"""Parquet files of each table, in order."""


def write_part(folder: Path, parts: Parts, table: str, frame: pl.DataFrame) -> None:
    """Write some rows of a table and note the file."""
    files = parts.setdefault(table, [])
    files.append(folder / f"{table}-{len(files)}.part")
    frame.write_parquet(files[-1])


def write_parquet(folder: Path, parts: Parts) -> None:
    """One Parquet file a table."""
    for table, files in parts.items():
        pl.scan_parquet(files).sink_parquet(folder / f"{table}.parquet")


def write_csv(folder: Path, parts: Parts) -> None:
    """One CSV file a table; an empty field is a value that does not exist."""
    for table, files in parts.items():
        pl.scan_parquet(files).sink_csv(folder / f"{table}.csv")


def write_xlsx(folder: Path, parts: Parts) -> None:
    """One workbook with a sheet for each table."""
    options = {"constant_memory": True, "tmpdir": str(folder), "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(folder / "log.xlsx"), options) as workbook:
        for table, files in parts.items():
            sheet = workbook.add_worksheet(table)
            sheet.write_row(0, 0, pl.read_parquet_schema(files[0]))
            rows = (row for file in files for row in pl.read_parquet(file).iter_rows())
            for number, row in enumerate(rows, 1):
                sheet.write_row(number, 0, row)


WRITERS = {"parquet": write_parquet, "csv": write_csv, "xlsx": write_xlsx}
