"""Two servers on one PostgreSQL: a table is the same on both, and whatever acts by itself acts once."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from fivedice.errors import ServerError
from fivedice.table.events import Deputed, Joined, Renamed, Thrown
from fivedice.table.game import Game
from fivedice.table.record import record_of
from fivedice.table.seal import Key
from fivedice.table.shares import Chain
from fivedice.table.store import Store
from fivedice.table.verify import verify
from fivedice.web.async_store import AsyncStore
from fivedice.web.claim import claimed
from fivedice.web.hub import Hub
from fivedice.web.neighbours import PostgresNeighbours
from fivedice.web.timing import Timing
from tests import databases
from tests.command import PATIENCE
from tests.web.tables import ANN, ANN_AND_BEN, TestClient, application, lay, play_on, robot, seated, under_way

pytestmark = pytest.mark.skipif("postgresql" not in databases.kinds(), reason="PostgreSQL is not installed")


@pytest.fixture
def place(postgresql: str) -> Iterator[str]:
    """An empty PostgreSQL."""
    with databases.fresh_schema(postgresql) as url:
        yield url


@pytest.fixture
def servers(place: str) -> Iterator[tuple[TestClient, TestClient]]:
    """Two servers that know of each other."""
    with application(place) as one, application(place) as other:
        wait_for(lambda: all(known(client).others for client in (one, other)))
        yield one, other


def known(client: TestClient) -> PostgresNeighbours:
    found = client.app.state.services.hub.neighbours  # type: ignore[attr-defined]
    assert isinstance(found, PostgresNeighbours)
    return found


def wait_for(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_server_that_has_just_started_acts_as_soon_as_it_is_connected(place: str) -> None:
    async def ask(store: Store) -> bool:
        neighbours = PostgresNeighbours(store)

        async def acts() -> bool:
            async with neighbours.acting("game") as mine:
                return mine

        asked = asyncio.create_task(acts())
        await asyncio.sleep(0)
        neighbours.start(Hub(AsyncStore(store)))
        try:
            return await asked
        finally:
            await neighbours.stop()

    with Store(place) as store:
        assert asyncio.run(ask(store))


def test_people_at_two_servers_play_one_game_with_shares_in_its_dice(
    servers: tuple[TestClient, TestClient], place: str
) -> None:
    one, other = servers
    chain = Chain("ab" * 32)
    table = lay(one, [{**ANN[0], "pledge": chain.pledge}, *ANN_AND_BEN[1:]], variant="tiny")
    with ExitStack() as seats:
        ann = seats.enter_context(seated(one, table, 0))
        wait_for(lambda: known(other).present(table["id"])[0])
        ben = seats.enter_context(seated(other, table, 1))
        while ann.hear("presence")["connected"] != [True, True]:
            pass
        assert ben.state_now["seats"][0]["connected"]
        assert under_way(one, table)["connected"] == 2
        ann.say("throw", point=0, share=chain.links[1])
        thrown = ann.state(point=1)
        assert ben.state(point=1)["table"] == thrown["table"]
        ann.say("hold", point=1, held=[True, False])
        assert ben.hear("held")["held"] == [True, False]
        ann.say("speed", speed="fast")
        assert ben.state(speed="fast")["held"] == [True, False]
        ann.say("fill", point=1, category="chance")
        ben.state(point=2)
        ben.say("throw", point=2)
        assert ann.state(point=3)["table"] == ben.state(point=3)["table"]
        ben.say("rename", seat=1, name="Bea")  # while the other one acts too
        ann.say("rename", seat=0, name="Anna")
        names = ["Anna", "Bea"]
        while [seat["name"] for seat in ann.state()["seats"]] != names:
            pass
        while [seat["name"] for seat in ben.state()["seats"]] != names:
            pass
    wait_for(lambda: not under_way(one, table)["connected"])
    with Store(place) as store:
        log = store.load(table["id"]).log
    assert [event.share for event in log if isinstance(event, Thrown)] == [chain.links[1], ""]
    assert sum(isinstance(event, Renamed) for event in log) == 2


@pytest.mark.parametrize(("room", "read"), [(7900, 0), (0, 1)])
def test_acts_at_another_server_are_read_only_where_no_notification_has_room_for_them(
    servers: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch, room: int, read: int
) -> None:
    one, other = servers
    table, newer, games = lay(one, ANN_AND_BEN, variant="tiny"), Store.newer, list[Game]()

    def counted(store: Store, game: Game) -> Game:
        games.append(game)
        return newer(store, game)

    with seated(one, table, 0) as ann, seated(other, table, 1) as ben:
        monkeypatch.setattr("fivedice.table.database.LARGEST_TOLD", room)
        monkeypatch.setattr(Store, "newer", counted)
        ann.act("throw")
        assert ben.state(point=1)["table"] == ann.state_now["table"]
    assert len(games) == read


def test_the_clock_of_a_table_at_two_servers_rings_once(place: str) -> None:
    ahead = [0.0]
    timing = Timing(now=lambda: time.time() + ahead[0])
    with application(place, timing=timing) as one, application(place, timing=timing) as other:
        wait_for(lambda: all(known(client).others for client in (one, other)))
        table = lay(one, ANN_AND_BEN, variant="tiny", clock=30)
        with seated(one, table, 0) as ann, seated(other, table, 1) as ben:
            wait_for(lambda: known(one).present(table["id"])[0])
            ahead[0] = 31.0
            ann.say("rename", seat=0, name="Anna")  # both servers look at their clocks
            assert ann.state(mover=1)["seats"][0]["robot_turns"] == [1]
            assert ben.state(mover=1)["seats"][0]["robot_turns"] == [1]
    with Store(place) as store:
        log = store.load(table["id"]).log
    assert [event.reason for event in log if isinstance(event, Deputed)] == ["clock"]


def test_a_rematch_calls_those_at_another_server_and_keeps_their_seats(
    servers: tuple[TestClient, TestClient], place: str
) -> None:
    one, other = servers
    table = lay(one, ANN_AND_BEN, variant="tiny")
    with seated(one, table, 0, 1) as both:
        play_on(both)
    with seated(one, table, 0) as ann, seated(other, table, 1) as ben:
        wait_for(lambda: known(one).present(table["id"])[0])
        ann.say("rematch")
        begun, heard = ann.hear("rematch"), ben.hear("rematch")
        assert begun["id"] == heard["id"] != table["id"]
        assert (begun["tokens"], heard["tokens"]) == ({"0": table["tokens"]["0"]}, {"1": table["tokens"]["1"]})
        ben.say("rematch")
        assert "rematch has begun already" in ben.hear("error")["sentence"]
    with Store(place) as store:
        assert not any(isinstance(event, Joined) for event in store.load(table["id"]).log)
        assert store.seats_of(begun["id"], table["tokens"]["1"]) == [1]


@pytest.mark.slow
def test_robots_act_once_and_another_server_takes_over_from_one_that_is_gone(place: str) -> None:
    with application(place) as other, ExitStack() as stopped:
        one = stopped.enter_context(application(place))
        wait_for(lambda: known(one).others and known(other).others)
        table = lay(one, [*ANN, robot("greedy")], variant="tiny")
        with seated(other, table, 0) as ann:
            with seated(one, table):
                ann.act("throw")
                ann.act("fill", category="chance")
                state = ann.state(mover=0)
            stopped.close()
            wait_for(lambda: not known(other).others)
            ann.act("throw")
            ann.act("fill", category=next(iter(ann.state_now["previews"])))
            state = ann.state(mover=0)
            assert not state["over"]
            assert not state["watching"]  # the one at the other server went with it
        with Store(place) as store:
            game = store.load(table["id"])
        assert not verify(record_of(game)).faults


def test_of_two_servers_one_acts_for_a_game(servers: tuple[TestClient, TestClient]) -> None:
    one, other = servers

    async def hold(client: TestClient, inside: Callable[[], bool] | None = None) -> bool:
        async with known(client).acting("game") as mine:
            return mine and (inside is None or not inside())

    def at_other() -> bool:
        assert other.portal is not None
        return bool(other.portal.call(hold, other))

    assert one.portal is not None
    assert one.portal.call(lambda: hold(one, at_other))
    assert at_other()


def test_a_connection_that_is_lost_is_opened_again_and_what_was_missed_is_shown(
    servers: tuple[TestClient, TestClient], place: str
) -> None:
    import psycopg

    one, other = servers
    table = lay(one, ANN_AND_BEN, variant="tiny")
    with seated(one, table, 0) as ann, seated(other, table, 1) as ben:
        with psycopg.connect(place, autocommit=True) as owner:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
            assert len(owner.execute(ended, [known(one).channel]).fetchall()) == 4
        ann.act("throw")
        assert ben.state(point=1)["table"]


def test_servers_with_different_keys_do_not_share_a_database(place: str, tmp_path: Path) -> None:
    with Store(place) as one, Store(place, Key(tmp_path / "other.key")) as other, Store(place) as third:
        with claimed(one, "here"):
            with pytest.raises(ServerError, match="has another key of the dice; give both the same key file with"):
                claimed(other, "there").__enter__()
            with claimed(third, "there"):
                pass
        with claimed(other, "there"):
            pass
