"""Engines for tests: small programs that speak the protocol, well or badly."""

import sys
from pathlib import Path

ENGINE = """
import sys, time
from pathlib import Path
folder, asked = Path({folder!r}), 0
print("noise before anything is asked", flush=True)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "fdi":
        print("id name test", "fdiok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        cards, _, throw = rest.rpartition(" ")
        dice, rerolls = throw.split(":")
    elif word == "quit":
        break
{body}
"""
FIRST_OPEN = """
    elif word == "go":
        filled = [one.partition("=")[0] for one in cards.split(",")]
        codes = {codes!r}
        print("info string thinking", flush=True)
        box = next(name for code, name in codes.items() if code not in filled)
        {before}
        print(f"decision score {{box}} value 1.5", flush=True)
"""
ONES_AND_DOUBLE = {"1": "ones", "D": "double", "C": "chance"}
"""The boxes of the table's tiny game."""


def engine(folder: Path, body: str) -> str:
    """The command of an engine with this answer to `go`."""
    path = folder / "clever.py"
    path.write_text(ENGINE.format(folder=str(folder), body=body))
    return f"{sys.executable} {path}"


def first_open(folder: Path, before: str = "pass", codes: dict[str, str] = ONES_AND_DOUBLE) -> str:
    """An engine that scores the first open box, after something else that it does."""
    return engine(folder, FIRST_OPEN.format(before=before, codes=codes))
