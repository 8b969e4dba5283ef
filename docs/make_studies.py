"""Fill docs/studies.md from full runs: the verdicts of each study, and the proofs of claims that are wrong in print.

Run it as `python docs/make_studies.py FOLDER` after `fivedice study all --out FOLDER`. A study that is not in the
folder keeps its lines. The verdicts are also written to the data of the package, for the page of the laboratory.
"""

import csv
import sys
from pathlib import Path

import fivedice.studies
from fivedice.comparison import published
from fivedice.reports.claim import VERDICTS
from fivedice.reports.units import duration
from fivedice.reports.write import about_of
from fivedice.studies import STUDIES
from fivedice.studies.full_runs import FILE, full_runs

PAGE = Path(__file__).with_name("studies.md")
HEAD = "| study | claims in the paper | met | differs | not described | not run | time |\n|---|---|---|---|---|---|---|"


def write_runs(folder: Path) -> None:
    """Write the verdicts of the runs in the folder to the data of the package."""
    known = {name: [*one.counts.values(), f"{one.seconds:.1f}"] for name, one in full_runs().items()}
    for name in STUDIES:
        if about := about_of(folder / name):
            known[name] = [*(about["verdicts"][verdict] for verdict in VERDICTS), f"{about['seconds']:.1f}"]
    with (Path(fivedice.studies.__file__).parent / FILE).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["study", *VERDICTS, "seconds"])
        rows.writerows([name, *known[name]] for name in STUDIES)


def verdict_lines(text: str, folder: Path) -> str:
    """A line for each study."""
    lines = [HEAD]
    for name, run in full_runs().items():
        cells = [f"`{name}`", len(published.claims(name)), *run.counts.values(), duration(run.seconds)]
        lines.append(f"| {' | '.join(map(str, cells))} |")
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
    """Write the data, and both parts of the page between their marks."""
    write_runs(folder)
    text = PAGE.read_text(encoding="utf-8")
    for mark, lines in (("verdicts", verdict_lines), ("wrong", wrong_lines)):
        before, begin, rest = text.partition(f"<!-- {mark}: written by docs/make_studies.py -->\n")
        old, end, after = rest.partition("<!-- end -->")
        text = before + begin + lines(old, folder) + end + after
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
