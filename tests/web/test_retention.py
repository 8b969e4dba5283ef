"""A server deletes games that are too old while it runs."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.retention import Retention
from fivedice.table.store import Store
from tests.command import PATIENCE
from tests.web.tables import ANN, TINY, application, lay

LONG_AGO = "2020-01-01T00:00:00.000+00:00"


def test_a_server_forgets_old_games_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr("fivedice.web.opponents.Opponents.look_up", nothing)
    monkeypatch.setattr("fivedice.web.reviews.Reviews.catch_up", nothing)
    new = Game.begin(TINY, [Seat("Ann")])
    old = Game.replay([replace(new.began, game="old", created=LONG_AGO)], new.seed)
    with Store(tmp_path / "games.sqlite") as store, monkeypatch.context() as then:
        then.setattr("fivedice.table.store.now", lambda: LONG_AGO)
        store.create(old)
    with application(tmp_path / "games.sqlite", wake=True, retention=Retention(1, 1)) as client:
        young, end = lay(client, ANN), time.monotonic() + PATIENCE
        while (status := client.get("/api/report/old").status_code) != 404 and time.monotonic() < end:
            time.sleep(0.01)
        assert (status, client.get(f"/api/tables/{young['id']}").status_code) == (404, 200)
