"""How long games are kept, so that the database of a server does not grow without bound.

SQLite reuses the space of deleted games: its file stops growing, but does not shrink.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fivedice.table.store import Store

DAYS, UNFINISHED_DAYS = 365, 30
AT_ONCE = 100
"""Limit on games deleted in one transaction, so that players do not wait for it."""


@dataclass(frozen=True)
class Retention:
    """Days to keep games after their end, and unfinished ones after the last action; 0 for ever."""

    days: int = DAYS
    unfinished_days: int = UNFINISHED_DAYS

    def forget_some(self, store: "Store", at: datetime | None = None) -> int:
        """Delete up to `AT_ONCE` games past their retention at the time `at`, by default now; returns their number."""
        ended, idle = _before(self.days, at), _before(self.unfinished_days, at)
        found = store.outdated(ended, idle, AT_ONCE)
        store.delete(*found)
        return len(found)


FOR_EVER = Retention(0, 0)


def _before(days: int, at: datetime | None) -> str:
    """The time that many days ago, as the database writes it; for 0 days a text that sorts before all times."""
    return ((at or datetime.now(UTC)) - timedelta(days=days)).isoformat() if days else ""
