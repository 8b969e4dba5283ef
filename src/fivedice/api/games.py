"""`fd.games`, `fd.review`, `fd.verify`: games that were played at the table, in a browser or in a terminal."""

from pathlib import Path

from fivedice.api.solve import solution_for
from fivedice.errors import NoSuchGame
from fivedice.progress import Shown
from fivedice.table.game import Game
from fivedice.table.listing import GameList
from fivedice.table.names import checked_name
from fivedice.table.record import GameRecord, load_record, record_of
from fivedice.table.result import GameResult
from fivedice.table.store import Store
from fivedice.table.verify import Verification
from fivedice.table.verify import verify as verified


def games(
    database: str | None = None, *, variant: str | None = None, player: str | None = None, limit: int = 20
) -> GameList:
    """The games in a database, $FIVEDICE_DATABASE by default, the newest first."""
    with Store(database) as store:
        return GameList(tuple(store.games(limit, variant, None if player is None else checked_name(player))))


def review(game: str | Path, database: str | None = None, progress: Shown = None) -> GameResult:
    """Luck, regret and grades of a game: the id of a stored one, or the file of a record."""
    found = _record(game, database).game
    return GameResult(found, solution_for(found.rules, progress))


def verify(game: str | Path, database: str | None = None) -> Verification:
    """Check a game, by the id of a stored one or the file of a record: every die, decision and score."""
    return verified(_record(game, database))


def _record(game: str | Path, database: str | None) -> GameRecord:
    path = Path(game)
    if path.suffix or path.is_file():
        return load_record(path)
    with Store(database) as store:
        return record_of(load(store, str(game)))


def load(store: Store, game_id: str) -> Game:
    """A stored game; NoSuchGame says where to look."""
    try:
        return store.load(game_id)
    except NoSuchGame as error:
        raise NoSuchGame(f"{str(error).removesuffix('.')}; `fivedice games` lists them.") from None
