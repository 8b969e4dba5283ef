"""The list of tests that `make test-fast` leaves out."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_long_test_is_there() -> None:
    _, *lines = (ROOT / "tests" / "long.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        file, _, name = line.partition("::")
        assert (f"def {name}(" if name else "def test_") in (ROOT / file).read_text(encoding="utf-8"), line
