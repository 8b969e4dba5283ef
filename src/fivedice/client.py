"""A client of the table: programs that take an open seat on a server and play by the same messages as a person.

    from fivedice.client import Client, new_table, play

    play("http://127.0.0.1:8008/table/7kq2mxbt4hyp", "greedy")     # a strategy, to the end of the game
    play(new_table("http://127.0.0.1:8008", robots=["optimal"]), "greedy")      # at a table of its own

    with Client("http://127.0.0.1:8008/table/7kq2mxbt4hyp") as client:
        client.sit("Clever")
        while (turn := client.wait()) is not None:                  # the dice of our turn; None: the game is over
            client.take((6, 6) if turn.rerolls else client.rules.category("chance"))

Such a seat is marked as a bot. web/PROTOCOL.md has every message. A client stays below the rate limit of the server,
and reconnects if the connection is lost.
"""

import json
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from fivedice.api.read import StrategyLike, read_strategy
from fivedice.errors import StrategyError, TableError
from fivedice.rules import Card, Category, Decision, Rules, Turn
from fivedice.rules.category import heading
from fivedice.rules.decision import decision_words
from fivedice.rules.dice import marked
from fivedice.rules.state import turn_at
from fivedice.strategies.engine import EngineStrategy, short_name
from fivedice.table.game import rules_of
from fivedice.table.names import keys_of, unused_name
from fivedice.table.robot import settled
from fivedice.table.shares import Chain
from fivedice.web.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, TokenBucket

SHARE = 0.5
"""Share of the server's rate limit that a client uses."""
ANSWER_SECONDS = 30.0
"""Timeout for the server's answer to a message."""
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each attempt to reconnect."""
GONE = 4404
"""Close code of a server without this table."""

Say = Callable[[str], None]


class Client:
    """A connection to a table, and the seat that it holds once it sat down.

    state : the last message "state" of the server;  seat : the number of our seat, or None
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        _, page, self.table = ["", "", *parts.path.rstrip("/").split("/")][-3:]
        if parts.scheme not in ("http", "https") or page != "table" or not parts.netloc:
            raise TableError(f"table {url!r} is no address of a table such as http://127.0.0.1:8008/table/ID.")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self.socket_address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws/{self.table}"
        self.pace = TokenBucket(SHARE * MESSAGES_AT_ONCE, SHARE * MESSAGES_PER_SECOND)
        self.token = secrets.token_urlsafe(24)
        self.chain = Chain.new()
        self.given: str | None = None
        self.seat: int | None = None
        self.state: dict[str, Any] = {}
        self.socket: ClientConnection
        self.exits = ExitStack()
        self._open()
        self.rules: Rules = rules_of(str(_fetch(f"{self.address}/api/record/{self.table}.json")["rules"]))

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the seat stays ours, and its token opens it again."""
        self.exits.close()

    @property
    def open_seats(self) -> list[int]:
        """Seats that can be taken; one with real dice needs a person who rolls them."""
        return [number for number, one in enumerate(self.state["seats"]) if one["open"] and not one["physical"]]

    @property
    def _own(self) -> dict[str, Any]:
        """Our seat in the last state; empty without one."""
        return {} if self.seat is None else self.state["seats"][self.seat]

    def sit(self, name: str, seat: int | None = None) -> int:
        """Take an open seat as a bot, the first unless one is named; returns its number."""
        if seat is None:
            while self.open_seats:
                wanted = self.open_seats[0]
                with suppress(TableError):  # another client may have been faster; the state shows it
                    return self.sit(name, wanted)
                if wanted in self.open_seats:
                    return self.sit(name, wanted)
            raise TableError(f"no seat is open at {self.address}/table/{self.table}; ask for one with an open seat.")
        taken = keys_of(one["name"] for number, one in enumerate(self.state["seats"]) if number != seat)
        wish = {"do": "join", "seat": seat, "tokens": [self.token], "bot": True, "name": unused_name(name, taken)}
        self._ask(wish, lambda said: said["type"] == "welcome" and seat in said["you"])
        self.seat = seat
        self._pledge()
        return seat

    def wait(self, seconds: float | None = None) -> Turn | None:
        """Wait for the dice of our turn, and throw for the first time; None when the game is over.

        TableError if it is not our turn within `seconds`.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while not self.state["over"]:
            # If the time of a turn is over, a robot of the server plays it for us.
            if self.seat is not None and self.state["mover"] == self.seat and not self._own.get("deputy"):
                if self.state["table"] is not None:
                    return self.turn
                self._act({"do": "throw"})
                continue
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise TableError(f"it was not our turn for {seconds:g} s; the others are not playing.")
            with suppress(TimeoutError):
                self._receive(left)
        return None

    @property
    def turn(self) -> Turn:
        """The decision point: our card, the dice on the table, and the rerolls left."""
        seat = self._own
        points = tuple(seat["card"].get(one.name) for one in self.rules.categories)
        card = Card(points, seat["yahtzee_bonuses"], seat.get("saved", 0))
        return turn_at(
            self.rules, card.state(self.rules), tuple(sorted(self.state["table"])), self.state["throws_left"]
        )

    def take(self, decision: Decision) -> None:
        """Carry out a decision: score a box, or keep dice and throw the others."""
        if isinstance(decision, Category):
            self._act({"do": "fill", "category": decision.name})
        else:
            held = list(marked(tuple(self.state["table"]), decision))
            self._act({"do": "throw", "held": held})

    # ----------------------------------------------------------------------------------------------- messages

    def _act(self, wish: dict[str, Any]) -> None:
        """Send an intention about the dice on the table, and wait until the state is another one."""
        point = self.state["point"]
        if wish["do"] == "throw" and (share := self._next_share()):
            wish = {**wish, "share": share}
        self._ask({**wish, "point": point}, lambda said: self.state["point"] != point)

    # ------------------------------------------------------------------------------------------------- shares

    def _pledge(self) -> None:
        """Pledge our chain of shares, if the table rolls dice at all; see table/shares.py."""
        if self.state["shares"] and not self._next_share():
            wish = {"do": "pledge", "seat": self.seat, "pledge": self.chain.pledge}
            self._ask(wish, lambda said: self._next_share() is not None)

    def _next_share(self) -> str | None:
        """The link to reveal next; one that was sent counts as revealed."""
        found = self.chain.after(self._own.get("link"))
        return self.chain.after(found) if found and found == self.given else found

    def _give_share(self) -> None:
        """Reveal a share that is due, once."""
        if self._own.get("owes") and (share := self.chain.after(self._own.get("link"))) and share != self.given:
            self.given = share
            self._send({"do": "share", "seat": self.seat, "share": share})

    def _ask(self, wish: dict[str, Any], done: Callable[[dict[str, Any]], bool]) -> None:
        """Send a message until the server answered it; TableError if it refuses."""
        for _ in range(len(WAITS)):
            self._send(wish)
            end = time.monotonic() + ANSWER_SECONDS
            try:
                while (left := end - time.monotonic()) > 0:
                    said = self._receive(left, again=False)
                    if done(said):
                        return
                    if said["type"] == "error" and said["about"] in (wish["do"], ""):
                        raise TableError(f"the table refuses {wish['do']}: {said['sentence']}")
            except ConnectionClosed:
                self._come_back()
                if done({"type": "state"}):  # it was done before the connection was lost
                    return
            except TimeoutError:
                break
        raise TableError(f"{self.address} does not answer {wish['do']!r}; try again later.")

    def _send(self, message: dict[str, Any]) -> None:
        while not self.pace.take():
            time.sleep(1 / self.pace.per_second)
        try:
            self.socket.send(json.dumps(message))
        except ConnectionClosed:
            self._come_back()
            self._send(message)

    def _receive(self, seconds: float | None, *, again: bool = True) -> dict[str, Any]:
        """The next message; a state is stored. With `again`, reconnect if the connection is lost."""
        try:
            said: dict[str, Any] = json.loads(self.socket.recv(seconds))
        except ConnectionClosed:
            if not again:
                raise
            self._come_back()
            return self.state
        if said["type"] == "state":
            self.state = said
            self._give_share()
        return said

    def _open(self) -> None:
        """Connect, and read the first state."""
        try:
            self.exits.close()
            found = connect(self.socket_address, max_size=None, open_timeout=ANSWER_SECONDS)
            self.socket = self.exits.enter_context(found)
            self.state, self.given = {}, None
            while not self.state:
                said = self._receive(ANSWER_SECONDS, again=False)
                if said["type"] == "error":
                    raise TableError(f"{self.address}: {said['sentence']}")
        except (OSError, WebSocketException) as error:
            if isinstance(error, TableError):
                raise
            why = getattr(error, "strerror", None) or error
            raise TableError(f"table {self.table!r} at {self.address} cannot be reached: {why}.") from None

    def _come_back(self) -> None:
        """Reconnect, and take our seat again with its token."""
        if self.socket.close_code == GONE:
            raise TableError(f"table {self.table!r} is gone from {self.address}.")
        for attempt, wait in enumerate(WAITS, 1):
            time.sleep(wait)
            try:
                self._open()
                break
            except TableError:
                if attempt == len(WAITS):
                    raise
        if self.seat is not None:
            self._send({"do": "join", "tokens": [self.token]})


def new_table(server: str, seats: int = 1, *, robots: Sequence[str] = (), variant: str = "yahtzee") -> str:
    """Create a table with open seats and then robots on a server; returns its URL."""
    people: list[dict[str, object]] = [{"kind": "person", "open": True}] * seats
    chosen = [*people, *({"kind": "robot", "strategy": name} for name in robots)]
    found = _fetch(f"{server}/api/tables", {"variant": variant, "speed": "off", "seats": chosen})
    return f"{server}{found['url']}"


def _fetch(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The server's JSON answer to a GET request, or with a body to a POST request."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, {"content-type": "application/json"}), timeout=ANSWER_SECONDS) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except HTTPError as error:
        with suppress(ValueError, KeyError):
            raise TableError(f"{address}: {json.load(error)['sentence']}") from None
        raise TableError(f"{address} cannot be read: {error}.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise TableError(f"{address} cannot be read: {getattr(reason, 'strerror', None) or reason}.") from None


def play(
    table: str, strategy: StrategyLike, name: str | None = None, *, say: Say = lambda line: None
) -> dict[str, Any]:
    """Take an open seat at a table as a bot, play to the end of the game, and return the last state.

    Where the strategy fails, the box that pays most is scored and `say` is called with a sentence; the game goes on.
    """
    player = read_strategy(strategy)
    with Client(table) as client:
        player.check(client.rules)
        usual = short_name(player.command) if isinstance(player, EngineStrategy) else player.name
        seat = client.sit(name or heading(usual))
        say(f"{client.state['seats'][seat]['name']} sits at {client.address}/table/{client.table}.")
        while (turn := client.wait()) is not None:
            try:
                decision = settled(player, client.rules, turn)
            except StrategyError as error:
                decision = _best_paying(client)
                say(f"{error} It goes on: {decision_words(decision)}.")
            client.take(decision)
        return client.state


def _best_paying(client: Client) -> Category:
    """The box that pays most for the dice on the table."""
    legal = {name: one["points"] + one["bonus"] for name, one in client.state["previews"].items() if one["legal"]}
    return client.rules.categories[client.rules.index[max(legal, key=lambda name: legal[name])]]
