"""The version of this package."""

import hashlib
from functools import cache
from pathlib import Path

__version__ = "0.2.0"
SOURCES = (
    "rules", "kernels", "statistics", "solver", "strategies", "evaluation", "simulation", "learning", "playtest",
)  # fmt: skip
"""Packages whose sources a result may depend on."""


@cache
def version() -> str:
    """Version of the package, and a digest of the sources that a result may depend on."""
    package = Path(__file__).parent
    sources = sorted(path for name in SOURCES for path in (package / name).rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in sources)).hexdigest()
    return f"{__version__}+{digest[:12]}"
