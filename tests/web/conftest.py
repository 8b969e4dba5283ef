from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.tables import TestClient, application


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """An application on a fresh database."""
    with application(tmp_path / "games.sqlite") as found:
        yield found
