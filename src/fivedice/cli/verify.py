"""`fivedice verify`: check that a game was played with fair dice and by its rules."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice.cli.options import Database, Json
from fivedice.cli.show import print_json
from fivedice.progress import console

GameOrFile = Annotated[
    str, typer.Argument(metavar="GAME", help="The id of a stored game, or the file of a record that was exported.")
]


def verify(game: GameOrFile, database: Database = None, json: Json = False) -> None:
    """Check the record of a game: commitment, seed, every die, every decision, every score.

    Exit code 0 says that all of it is sound, 1 that something is wrong or cannot be checked yet.
    """
    from fivedice.table.record import load_record, record_of
    from fivedice.table.record import verify as check
    from fivedice.table.store import Store

    if Path(game).suffix or Path(game).is_file():
        record = load_record(Path(game))
    else:
        with Store(database) as store:
            record = record_of(store.load(game))
    found = check(record)
    if json:
        print_json({"game": record.began.game, "commitment": record.began.commitment, **found.as_json()})
    else:
        out = console()
        for sentence in found.checked:
            out.print(f"  ok     {sentence}", soft_wrap=True)
        for sentence in found.faults:
            out.print(f"  WRONG  {sentence}", soft_wrap=True)
        whole = "sound: it is what the seed and the rules make of its decisions" if found.sound else "not sound"
        out.print(f"Game {record.began.game} is {whole}.", soft_wrap=True)
        if found.sound and record.began.commitment:
            out.print("Compare the commitment with the one that was shown when the game began.", soft_wrap=True)
    if not found.sound:
        raise typer.Exit(1)
