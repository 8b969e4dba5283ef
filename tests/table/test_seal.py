from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import StoreError
from fivedice.rules import variant
from fivedice.table.seal import KEY_BYTES, Key, default_key_file
from fivedice.table.store import Store
from tests.tables import SEED, named, table

YAHTZEE = variant("yahtzee")


@given(st.binary(min_size=32, max_size=32), st.text("abc-_019", min_size=1))
def test_a_seed_is_unsealed_as_it_was_and_sealed_anew_each_time(seed: bytes, game: str) -> None:
    key = Key()
    sealed = key.seal(seed, game)
    assert key.unseal(sealed, game) == seed
    assert seed not in sealed
    assert key.seal(seed, game)[16:] != sealed[16:]


def test_a_seed_that_was_moved_to_another_game_is_another_seed(tmp_path: Path) -> None:
    key = Key(tmp_path / "key")
    assert key.unseal(key.seal(SEED, "one"), "other") != SEED
    assert Key(tmp_path / "another").unseal(key.seal(SEED, "one"), "one") != SEED


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "key"
    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(lambda _: Key(path).seal(SEED, "game"), range(8)))
    assert {Key(path).unseal(one, "game") for one in sealed} == {SEED}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["key"]
    assert len(path.read_text().strip()) == 2 * KEY_BYTES


def test_the_key_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEDICE_KEY_FILE", str(tmp_path / "mine"))
    assert default_key_file() == tmp_path / "mine"
    monkeypatch.delenv("FIVEDICE_KEY_FILE")
    assert default_key_file().name == "seeds.key"


@pytest.mark.parametrize("content", ["", "00", "zz" * 32, "\N{SNOWMAN}"])
def test_a_damaged_key_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "key").write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match="the key of the dice is damaged"):
        Key(tmp_path / "key").seal(SEED, "game")


def test_a_key_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be read or made: .*; say where it is with \$FIVEDICE_KEY_FILE"):
        Key(tmp_path / "file" / "key").seal(SEED, "game")


def test_no_file_of_the_database_holds_the_seed_of_a_game_that_is_played(tmp_path: Path) -> None:
    game = table(YAHTZEE)
    with Store(tmp_path / "games.sqlite") as store:
        store.create(game)
        game = store.append(game, game.throw(0))
        files = list(tmp_path.iterdir())
        assert {one.name for one in files} >= {"games.sqlite", "games.sqlite-wal"}
        for one in files:
            content = one.read_bytes()
            assert SEED not in content
            assert SEED.hex().encode() not in content
            assert one.stat().st_mode & 0o777 == 0o600
        assert store.load(game.id) == game


def test_files_of_an_earlier_fivedice_are_made_private(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite"):
        pass
    (tmp_path / "games.sqlite").chmod(0o644)
    with Store(tmp_path / "games.sqlite"):
        assert (tmp_path / "games.sqlite").stat().st_mode & 0o777 == 0o600


def test_without_its_key_a_game_does_not_go_on_but_those_that_are_over_can_be_read(tmp_path: Path) -> None:
    game, over = table(YAHTZEE), named(1, "Ann")
    with Store(tmp_path / "games.sqlite", Key(tmp_path / "one")) as store:
        store.create(game)
        store.create(over)
    with Store(tmp_path / "games.sqlite", Key(tmp_path / "other")) as store:
        assert store.load(over.id) == over
        with pytest.raises(StoreError, match="sealed with another key"):
            store.load(game.id)
