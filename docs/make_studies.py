"""Fill docs/studies.md from full runs: the verdicts of each study, and the proofs of what is wrong in print.

Run it as `python docs/make_studies.py FOLDER` after `fivedice study all --out FOLDER`. A study that is not in the
folder keeps its lines.
"""

import sys
from pathlib import Path

from fivedice.comparison import published
from fivedice.reports.claim import VERDICTS
from fivedice.reports.units import duration
from fivedice.reports.write import about_of
from fivedice.studies import STUDIES

PAGE = Path(__file__).with_name("studies.md")
HEAD = "| study | claims in the paper | met | differs | not described | not run | time |\n|---|---|---|---|---|---|---|"


def verdict_lines(text: str, folder: Path) -> str:
    """A line for each study."""
    lines = [HEAD]
    for name in STUDIES:
        about = about_of(folder / name)
        if about:
            counts = [about["verdicts"][verdict] for verdict in VERDICTS]
            cells = [f"`{name}`", len(published.claims(name)), *counts, duration(about["seconds"])]
            lines.append(f"| {' | '.join(map(str, cells))} |")
        else:
            lines += [line for line in text.splitlines() if line.startswith(f"| `{name}` |")]
    return "\n".join(lines) + "\n"


def wrong_lines(text: str, folder: Path) -> str:
    """A paragraph for each claim that is wrong."""
    lines: list[str] = []
    for name, title in STUDIES.items():
        about = about_of(folder / name)
        if about:
            rows = {row["id"]: row for row in about["numbers"]["verdicts"]}
            for one in about["numbers"].get("wrong", ()):
                row = rows[one["id"]]
                what = f"{row['what']} ({row['where']}), printed {row['printed']}"
                lines.append(f"* **{title.partition(',')[0].capitalize()}: {what}.** {one['proof']}")
        else:
            start = f"* **{title.partition(',')[0].capitalize()}: "
            lines += [line for line in text.splitlines() if line.startswith(start)]
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    """Write both parts into the page, between their marks."""
    text = PAGE.read_text(encoding="utf-8")
    for mark, lines in (("verdicts", verdict_lines), ("wrong", wrong_lines)):
        before, begin, rest = text.partition(f"<!-- {mark}: written by docs/make_studies.py -->\n")
        old, end, after = rest.partition("<!-- end -->")
        text = before + begin + lines(old, folder) + end + after
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
