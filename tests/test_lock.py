"""requirements.lock, which releases are installed with, against the ranges of pyproject.toml."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.audit import pins, vulnerabilities

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_dependency_is_locked_within_its_range() -> None:
    locked: dict[str, list[str]] = {}
    for name, version in pins(LOCK):
        locked.setdefault(canonicalize_name(name), []).append(version)
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["postgresql"]]
    for one in map(Requirement, wanted):
        versions = locked.get(canonicalize_name(one.name), [])
        assert versions, f"{one.name} is not in the lock; run make lock"
        assert all(one.specifier.contains(version) for version in versions), f"{one}: {versions}; run make lock"


def test_every_locked_file_has_a_hash_and_no_address() -> None:
    blocks = re.split(r"^(?=[A-Za-z0-9])", re.sub(r"^\s*#.*\n", "", LOCK, flags=re.MULTILINE), flags=re.MULTILINE)[1:]
    assert len(blocks) == len(pins(LOCK))
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in LOCK


def test_the_audit_names_vulnerabilities_that_were_not_withdrawn() -> None:
    listed = [{"id": "A-1", "withdrawn": None}, {"id": "A-2", "withdrawn": "2024-01-01"}]
    assert vulnerabilities({"vulnerabilities": listed}) == ["A-1"]
