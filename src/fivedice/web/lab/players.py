"""Players that visitors keep: by name, so many, so large and for so long; see `strategies.kept`."""

import hashlib
import re
import secrets
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fivedice.errors import FivediceError, LearningError
from fivedice.progress import Progress
from fivedice.rules.category import heading
from fivedice.strategies.kept import SUFFIX, players_folder
from fivedice.strategies.registry import broken_plug_ins, strategies
from fivedice.strategies.trained import Trained, read_trained, write_trained
from fivedice.web.lab.reading import text_field
from fivedice.web.lab.training import trained_file

Plain = dict[str, Any]
MOST, LARGEST, DAYS = 30, 4 * 2**20, 90
"""Players that are kept, bytes of each, and days after which one goes."""
NAME = re.compile(r"[^\W_]+(-[^\W_]+)*")
LONGEST = 24
DAY = 86400.0


def keep(progress: Progress, question: Plain) -> Plain:
    """Keep the player of a training under a name; the answer has a token with which it can be removed again."""
    key, name = text_field(question, "key", ""), _read_name(text_field(question, "name", ""))
    forget_old()
    path = trained_file(key)
    if not re.fullmatch(r"[0-9a-f]{24}", key) or not path.is_file():
        raise LearningError("the player of this training is no longer here; train it again.")
    if path.stat().st_size > LARGEST:
        raise LearningError(
            f"the player is larger than {LARGEST // 2**20} MB, so that it is not kept; train a smaller one."
        )
    if name in {*strategies(), *broken_plug_ins()}:
        raise LearningError(f"a strategy has the name {name!r} already; choose another.")
    if len(list(_files())) >= MOST:
        raise LearningError(f"{MOST} players are kept here, which is the limit; remove one, or ask the owner to.")
    token = secrets.token_urlsafe(12)
    trained = read_trained(path)
    training = {**trained.training, "kept": int(time.time()), "token": _hash(token)}
    try:
        write_trained(
            players_folder() / f"{name}{SUFFIX}", Trained(trained.kind, trained.rules, trained.arrays, training)
        )
    except OSError as error:
        raise LearningError(f"the player cannot be written: {error.strerror}; make room and keep it again.") from None
    return {"name": name, "title": heading(name), "token": token, "variant": trained.rules.name}


def remove(progress: Progress, question: Plain) -> Plain:
    """Remove a kept player; only who kept it can."""
    name, token = text_field(question, "name", ""), text_field(question, "token", "")
    for path in _files():
        if path.stem == name:
            if not secrets.compare_digest(str(read_trained(path).training.get("token")), _hash(token)):
                raise LearningError(f"player {name!r} was kept by another browser, which alone can remove it.")
            path.unlink(missing_ok=True)
            return {"name": name}
    raise LearningError(f"no player {name[:LONGEST]!r} is kept here.")


def players(progress: Progress, question: Plain) -> Plain:
    """Players that are kept, the newest first, with their exact means."""
    forget_old()
    listed = []
    for path in sorted(_files(), key=lambda one: one.stat().st_mtime, reverse=True):
        try:
            trained = read_trained(path)
        except FivediceError:
            continue
        about = trained.training
        left = DAYS - (time.time() - path.stat().st_mtime) / DAY
        figures = {"mean": about["means"][-1], "optimum": about["optimum"]} if about.get("means") else {}
        passes, days = about.get("passes"), max(round(left), 0)
        shown = {"name": path.stem, "title": heading(path.stem), "variant": trained.rules.name}
        listed.append({**shown, "rules": trained.rules.title, **figures, "passes": passes, "days": days})
    return {"players": listed, "most": MOST}


def forget_old() -> None:
    """Remove players that were kept too long ago."""
    for path in list(_files()):
        if time.time() - path.stat().st_mtime > DAYS * DAY:
            path.unlink(missing_ok=True)


def _files() -> Iterator[Path]:
    yield from players_folder().glob(f"*{SUFFIX}")


def _read_name(text: str) -> str:
    """A name as strategies have it: letters and digits of any script, with hyphens between words."""
    name = "-".join(unicodedata.normalize("NFC", text[:80]).lower().split())
    if len(name) > LONGEST or not NAME.fullmatch(name):
        raise LearningError(
            f"{text[:LONGEST]!r} is no name for a player; it must be 1 to {LONGEST} letters and digits, with hyphens "
            "between words."
        )
    return name


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
