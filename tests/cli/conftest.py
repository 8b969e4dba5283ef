import pytest

from fivedice.rules.toml import format_rules
from tests.small import SMALL, TINY


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with rules of seven boxes."""
    path = tmp_path_factory.mktemp("rules") / "small.toml"
    path.write_text(format_rules(SMALL), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with rules of low scores."""
    path = tmp_path_factory.mktemp("rules") / "tiny.toml"
    path.write_text(format_rules(TINY), encoding="utf-8")
    return str(path)
