"""What tests of strategies share."""

from pathlib import Path

import pytest

from fivedice.rules.toml import format_rules
from tests.web.tables import TINY


@pytest.fixture
def tiny_file(tmp_path: Path) -> str:
    """Rules that are soon played, as a file."""
    path = tmp_path / "tiny.toml"
    path.write_text(format_rules(TINY))
    return str(path)
