from collections.abc import Iterator

import pytest

from fivedice.table.store import Store


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store, in each kind of database."""
    with Store(database) as one:
        yield one
