"""Known vulnerabilities of the locked dependencies, where the package index lists them; see `make check`.

python -m tests.audit requirements.lock

Indexes that speak PyPI's JSON name them for each release. Where the index does not, or cannot be reached, one line says
so and nothing fails: a check must pass without a network.
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import urlopen

SECONDS = 5.0
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)", re.MULTILINE)


def pins(lock: str) -> list[tuple[str, str]]:
    """Names and versions in a lock file."""
    return PIN.findall(lock)


def index() -> str:
    """The address of the index that pip uses, of its JSON."""
    said = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], check=False, capture_output=True, text=True
    ).stdout.strip()
    if said:
        return re.sub(r"/simple/?$", "/pypi", said)
    from pip._internal.models.index import PyPI

    return str(PyPI.pypi_url)


def vulnerabilities(release: Any) -> list[str]:
    """The names of those that an index lists for a release and has not withdrawn."""
    return [str(one["id"]) for one in release["vulnerabilities"] if not one.get("withdrawn")]


def main(path: str) -> int:
    """Ask about every pin; 1 if any has a known vulnerability."""
    where, known = index(), pins(Path(path).read_text(encoding="utf-8"))

    def ask(pin: tuple[str, str]) -> list[str]:
        with urlopen(f"{where}/{pin[0]}/{pin[1]}/json", timeout=SECONDS) as answer:
            return vulnerabilities(json.load(answer))

    try:
        ask(known[0])
        with ThreadPoolExecutor(8) as pool:
            found = dict(zip(known, pool.map(ask, known), strict=True))
    except (OSError, ValueError, LookupError):
        print("Vulnerabilities were not asked about: the package index does not list them, or cannot be reached.")
        return 0
    for (name, version), names in found.items():
        if names:
            print(f"{name} {version} has known vulnerabilities: {', '.join(names)}; raise it and run make lock.")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
