"""How long games are kept, so that the database of a server does not grow without bound.

SQLite uses the room of deleted games again, so that its file stops growing; it does not become smaller.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fivedice.table.store import Store

DAYS, UNFINISHED_DAYS = 365, 30
AT_ONCE = 100
"""Games in one transaction, so that players do not wait for it."""


@dataclass(frozen=True)
class Retention:
    """Days for which games are kept after their end, and unfinished ones after their last act; 0 for ever."""

    days: int = DAYS
    unfinished_days: int = UNFINISHED_DAYS

    def forget_some(self, store: "Store", at: datetime | None = None) -> int:
        """Delete the oldest of the games that are too old at a time, now by default, and say how many these were."""
        ended, idle = _before(self.days, at), _before(self.unfinished_days, at)
        found = store.outdated(ended, idle, AT_ONCE)
        store.delete(*found)
        return len(found)


FOR_EVER = Retention(0, 0)


def _before(days: int, at: datetime | None) -> str:
    """The moment so many days ago, as the database writes it; a text before all of them for 0 days."""
    return ((at or datetime.now(UTC)) - timedelta(days=days)).isoformat() if days else ""
