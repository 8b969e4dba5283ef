from datetime import timedelta

import pytest

from fivedice.errors import NameTaken, NotationError
from fivedice.table import claims, schema
from fivedice.table.store import Store

ANNS, BENS = "a" * 32, "b" * 32


def use(store: Store, name: str, device: str) -> None:
    """Use a name as a server does."""
    store.use_names([name], device)


def test_the_first_device_that_uses_a_name_has_it(store: Store) -> None:
    assert store.standing("Ann", ANNS) == "free"
    use(store, "Ann", ANNS)
    assert [store.standing("Ann", one) for one in (ANNS, BENS, "")] == ["own", "taken", "taken"]
    for name in ("Ann", "ANN", "\u0410nn", "Ａｎｎ"):
        with pytest.raises(NameTaken, match=r"^the name .* belongs to another device; choose another, or .*\.$"):
            use(store, name, BENS)
    use(store, "ANN", ANNS)
    use(store, "Ben", BENS)
    assert {row.name for row in store.claimed_names().rows} == {"Ann", "Ben"}
    with store.engine.connect() as connection:
        rows = [str(row) for one in schema.metadata.sorted_tables for row in connection.execute(one.select())]
    assert not any(secret in row for row in rows for secret in (ANNS, BENS))


def test_all_names_of_a_game_are_claimed_or_none(store: Store) -> None:
    use(store, "Ann", ANNS)
    with pytest.raises(NameTaken):
        store.use_names(["Ben", "Ann"], BENS)
    assert store.standing("Ben", BENS) == "free"


def test_a_look_of_a_name_is_its_owners_too(store: Store) -> None:
    use(store, "alex", ANNS)
    with pytest.raises(NameTaken):
        use(store, "AIex", BENS)
    use(store, "AIex", ANNS)
    use(store, "Alexa", BENS)


def test_a_code_brings_a_name_to_another_device_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    use(store, "Ann", ANNS)
    with pytest.raises(NotationError, match="does not belong to this device"):
        store.new_code("Ann", BENS)
    old, code = store.new_code("Ann", ANNS), store.new_code("ann", ANNS)
    with pytest.raises(NotationError, match=r"was used already, or is older than 10 minutes; make a new one"):
        store.use_code(old, BENS)
    assert store.use_code(code, BENS) == "Ann"
    assert [store.standing("Ann", one) for one in (ANNS, BENS)] == ["own", "own"]
    with pytest.raises(NotationError):
        store.use_code(code, "c" * 32)
    late = store.new_code("Ann", ANNS)
    monkeypatch.setattr(claims, "_time", lambda after=timedelta(): shifted(after + timedelta(minutes=11)))
    with pytest.raises(NotationError, match="make a new one"):
        store.use_code(late, "c" * 32)


shifted = claims._time


def test_a_name_is_free_after_its_last_device_left_it_or_a_year(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    use(store, "Ann", ANNS)
    store.use_code(store.new_code("Ann", ANNS), BENS)
    store.leave_name("Ann", ANNS)
    assert store.standing("Ann", ANNS) == "taken"
    store.leave_name("Ann", BENS)
    assert store.standing("Ann", ANNS) == "free"
    use(store, "Ann", ANNS)
    monkeypatch.setattr(claims, "_time", lambda after=timedelta(): shifted(after + timedelta(days=366)))
    assert store.standing("Ann", ANNS) == "old"
    use(store, "Ann", BENS)
    assert store.standing("Ann", BENS) == "own"


def test_the_owner_of_the_database_frees_names(store: Store) -> None:
    use(store, "Ann", ANNS)
    use(store, "Ben", BENS)
    with pytest.raises(NotationError, match="belongs to nobody"):
        store.release_names(["Ann", "Cleo"])
    store.release_names(["ann"])
    assert [row.name for row in store.claimed_names().rows] == ["Ben"]
    use(store, "Ann", BENS)


def test_a_device_claims_a_limited_number_of_names_and_uses_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims, "MOST_NAMES", 2)
    store.use_names(["Ann", "Ben", "Cleo"], ANNS)
    use(store, "Cleo", BENS)
    with pytest.raises(NameTaken):
        use(store, "Cleo", ANNS)
