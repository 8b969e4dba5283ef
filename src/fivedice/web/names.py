"""Names at tables: a device may use names that it has claimed or that are free; see `table.claims`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from fivedice.errors import FivediceError, NameTaken
from fivedice.evaluation.levels import LEVELS
from fivedice.evaluation.strengths import shipped_strengths
from fivedice.rules import VARIANTS
from fivedice.rules.category import heading
from fivedice.table.claims import is_nobodys, taken
from fivedice.table.events import Seat
from fivedice.table.names import checked_name, keys_of, unused_name
from fivedice.table.store import is_token
from fivedice.web.async_store import AsyncStore
from fivedice.web.limits import Quota
from fivedice.web.live import Listener, LiveTable
from fivedice.web.protocol import Intention, Refused

NAMES_PER_MINUTE = 60
"""Limit on names that an address claims, and on links that it creates or tries, per minute."""


class Names:
    """Checks and claims names."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self.quota = Quota("new names", NAMES_PER_MINUTE)

    async def use(self, names: Iterable[str], device: str, address: str) -> None:
        """Let a device use names, and claim the free ones; NameTaken if another device has claimed one.

        Without a device, as for programs, nothing is claimed.
        """
        wanted = [name for name in map(checked_name, names) if not _is_common(name)]
        found = [await self._standing(name, device) for name in wanted]
        for name, one in zip(wanted, found, strict=True):
            if one == "taken":
                raise taken(name)
        if device and not {"free", "old"}.isdisjoint(found):
            self.quota.check(address, found.count("free"))
            await self.store.write(lambda store: store.use_names(wanted, device))

    async def use_at(self, table: LiveTable, listener: Listener, wish: Intention, address: str) -> None:
        """Let a device use the name in a request to join or rename a seat, if the table would allow it."""
        game, seat = table.game, wish.seat
        if seat is None or seat not in (game.open_seats if wish.do == "join" else listener.tokens):
            return  # the table refuses it, with the reason
        name = wish.name or game.seats[seat].name
        try:
            game.join(seat, name)
        except FivediceError:
            return
        try:
            await self.use([name], checked_device(wish.device), address)
        except NameTaken as error:
            raise Refused(error.args[0], wish.do) from None

    async def of_robots(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats; a robot whose name has been claimed gets a number behind it."""
        found = list(seats)
        for number, seat in enumerate(found):
            busy, name = keys_of(one.name for one in found), seat.name
            while seat.kind == "robot" and not _is_common(name) and await self._standing(name, "") != "free":
                name = unused_name(seat.name, busy)
                busy |= keys_of([name])
            found[number] = replace(seat, name=name)
        return found

    async def _standing(self, name: str, device: str) -> str:
        return await self.store.read(lambda store: store.standing(name, device))


def checked_device(value: object) -> str:
    """The secret of a device; "" if a request has none."""
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or not is_token(value):
        raise Refused("device must be a secret of 32 to 64 letters, digits, - and _.")
    return value


def _is_common(name: str) -> bool:
    """Whether a name cannot be claimed: a default name of robots, or of players who gave none."""
    return is_nobodys(name) or not keys_of([name]).isdisjoint(_robots())


@cache
def _robots() -> frozenset[str]:
    rules, _ = VARIANTS["yahtzee"]
    return frozenset(keys_of([*LEVELS, *map(heading, shipped_strengths(rules))]))
