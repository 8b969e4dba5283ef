"""The scores of simulated games as a CSV file with the columns game and score."""

import os
import tempfile
from pathlib import Path

from fivedice.errors import NotationError


class ScoreFile:
    """Writes scores as they come; the file appears under its name when it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> "ScoreFile":
        if self.path.is_dir():
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: it is a folder.")
        try:
            handle, self.part = tempfile.mkstemp(dir=self.path.absolute().parent, prefix=f".{self.path.name}.")
        except OSError as error:
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: {error.strerror}.") from None
        self.file = os.fdopen(handle, "w", encoding="utf-8", newline="\n")
        self.file.write("game,score\n")
        return self

    def add(self, first: int, scores: list[int]) -> None:
        """Write the scores of consecutive games; games are numbered from 1."""
        self.file.writelines(f"{game},{score}\n" for game, score in enumerate(scores, first + 1))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        part = Path(self.part)
        try:
            self.file.close()
            if kind is None:
                part.chmod(0o644)
                part.replace(self.path)
        except OSError as error:
            raise NotationError(f"scores file {str(self.path)!r} cannot be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
