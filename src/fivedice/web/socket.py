"""The WebSocket of one browser at a table: messages in, messages out, limits on both."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from fivedice.errors import FivediceError, NoSuchGame
from fivedice.phrases import phrase
from fivedice.web.limits import EMOTES_AT_ONCE, EMOTES_PER_SECOND, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, TokenBucket
from fivedice.web.live import LiveTable
from fivedice.web.protocol import Intention, Refused, error_message, read_message
from fivedice.web.services import Services, address_of, services_of
from fivedice.web.state import compact, state_text

MOST_QUEUED = 256
"""Messages queued for a slow reader before it is disconnected; it reconnects and is sent the state."""
MOST_OFFENCES = 20
"""Malformed, oversized or too frequent messages after which a connection is closed."""
NO_TABLE, ABUSE, TRY_AGAIN = 4404, 1008, 1013


class Connection:
    """A browser at a table: the Listener of the table."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.tokens: dict[int, str] = {}
        self.coached = False
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_QUEUED)
        self.messages = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)
        self.reactions = TokenBucket(EMOTES_AT_ONCE, EMOTES_PER_SECOND)
        self.offences = 0
        self.overrun = False

    def send(self, text: str) -> None:
        """Queue a message."""
        try:
            self.waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.overrun = True

    def complain(self, error: FivediceError) -> None:
        """Queue the message "error"."""
        about = error.about if isinstance(error, Refused) else ""
        self.send(compact(error_message(error, about)))

    async def write(self) -> None:
        """Send queued messages until the connection ends or its reader is too slow."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self.waiting.get()) is not None:
                if self.overrun:
                    await self.websocket.close(TRY_AGAIN, "too slow")
                    return
                await self.websocket.send_text(text)


async def talk(websocket: WebSocket) -> None:
    """Handle a connection until it ends."""
    services = services_of(websocket)
    hub = services.hub
    await websocket.accept()
    try:
        table = await hub.table(websocket.path_params["id"])
    except FivediceError as error:
        await websocket.send_text(compact(error_message(error)))
        gone = isinstance(error, NoSuchGame)
        await websocket.close(NO_TABLE if gone else TRY_AGAIN, "no such table" if gone else "try again later")
        return
    connection = Connection(websocket)
    writing = asyncio.create_task(connection.write())
    hub.enter(table, connection)
    try:
        await _listen(services, table, connection)
    finally:
        hub.leave(table, connection)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


async def _listen(services: Services, table: LiveTable, connection: Connection) -> None:
    websocket = connection.websocket
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        try:
            if not connection.messages.take():
                most = f"{MESSAGES_PER_SECOND:.0f}"
                raise Refused(phrase("too many messages: about {most} a second are allowed.", most=most))
            wish = read_message(received.get("bytes") or b"" if text is None else text)
        except Refused as error:
            connection.offences += 1
            connection.complain(error)
            if connection.offences > MOST_OFFENCES:
                await asyncio.sleep(0)
                with suppress(RuntimeError):
                    await websocket.close(ABUSE, "too many messages that could not be read")
                return
            continue
        await _obey(services, table, connection, wish)


async def _obey(services: Services, table: LiveTable, connection: Connection, wish: Intention) -> None:
    try:
        if wish.do in ("join", "rename"):
            await services.names.use_at(table, connection, wish, address_of(connection.websocket))
        if wish.do == "rematch":
            await services.hub.rematch(table, connection)
        elif wish.do == "coach":
            connection.coached = wish.on
            table.tell_watchers()
        else:
            await table.act(connection, wish)
    except FivediceError as error:
        connection.complain(error)
        if wish.point is not None and wish.point != table.game.point:
            connection.send(state_text(table))
