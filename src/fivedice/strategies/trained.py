"""Trained players as files: arrays and how they were made, nothing that could run.

A file (see `solver.file_format`) has in its header the format, the version that wrote it, the kind of player, the
rules with their digest, how it was trained, and name, type and shape of each array; then follow the arrays, compressed.
The rules belong to the player: under others it does not play.
"""

import math
import tempfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.errors import DamagedFile, LearningError, StrategyError
from fivedice.rules import Rules, Turn
from fivedice.rules.toml import format_rules, parse_rules
from fivedice.solver.file_format import pack, unpack, write_file
from fivedice.strategies.strategy import Strategy
from fivedice.version import __version__

FORMAT = 1
KIND = "trained player"
PLAYERS = {
    "q": ("trained_q", "QPlayer"),
    "network": ("trained_network", "NetworkPlayer"),
    "value": ("trained_value", "ValuePlayer"),
}
"""Module and class of each kind of player, imported when one is met."""
TYPES = ("<f4", "<f8", "|u1", "<i2", "<i4")
COMPRESSION = 1
"""zlib's fastest: weights hardly shrink at all, and choices do so at any level."""


@dataclass(frozen=True, eq=False)
class Trained:
    """What training leaves: arrays, and a table of JSON that says how they came about."""

    kind: str
    rules: Rules
    arrays: dict[str, NDArray[Any]]
    training: dict[str, Any]


@dataclass(frozen=True, eq=False)
class TrainedPlayer:
    """What all players from files share: they play the rules that they were trained for."""

    name: str
    trained: Trained

    def __post_init__(self) -> None:
        """Players read their arrays here, so that wrong ones are refused before anybody plays."""

    def check(self, rules: Rules) -> None:
        """Refuse rules that it was not trained for."""
        mine = self.trained.rules
        if rules.digest != mine.digest:
            raise StrategyError(
                f"strategy {self.name!r} cannot play {rules.name!r}: it was trained for {mine.name!r} with the digest "
                f"{mine.digest}, and these rules have {rules.digest}."
            )

    def reason(self, rules: Rules, turn: Turn) -> str:
        """Nothing: arrays say what, not why."""
        return ""


def write_trained(path: Path, trained: Trained) -> None:
    """Write a player atomically; equal players make equal files."""
    write_file(path, *_content(trained), kind=KIND)


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written after a long training."""
    try:
        if path.is_dir():
            raise LearningError(f"trained player {str(path)!r} cannot be written: it is a folder.")
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise LearningError(f"trained player {str(path)!r} cannot be written: {error.strerror}.") from None


def save_trained(path: Path, trained: Trained) -> None:
    """Write a player; where that fails, into the temporary folder, so that what was learned is not lost."""
    try:
        write_trained(path, trained)
    except OSError as error:
        words = f"trained player {str(path)!r} cannot be written: {error.strerror}"
        try:
            spare = Path(tempfile.mkdtemp(prefix="fivedice-")) / "player.fd"
            write_trained(spare, trained)
        except OSError:
            raise LearningError(f"{words}, nor into the temporary folder; make room and train it again.") from None
        raise LearningError(f"{words}; it is kept as {str(spare)!r}, move it.") from None


def pack_trained(trained: Trained) -> bytes:
    """What its file holds."""
    return b"".join(pack(*_content(trained), kind=KIND))


def _content(trained: Trained) -> tuple[dict[str, Any], bytes]:
    """Header and payload of its file."""
    arrays = {name: np.ascontiguousarray(one).astype(_little(one), copy=False) for name, one in trained.arrays.items()}
    header = {
        "format": FORMAT,
        "version": __version__,
        "kind": trained.kind,
        "digest": trained.rules.digest,
        "rules": format_rules(trained.rules),
        "training": trained.training,
        "arrays": [[name, one.dtype.str, one.shape] for name, one in arrays.items()],
    }
    return header, zlib.compress(b"".join(one.tobytes() for one in arrays.values()), COMPRESSION)


def read_trained(path: Path) -> Trained:
    """Read a player, or say what is wrong with the file."""
    return unpack_trained(path.read_bytes(), path.name)


def unpack_trained(file: bytes, name: str) -> Trained:
    """The player in what a file of this name holds."""
    header, payload = unpack(file, name, kind=KIND)
    if header.get("format") != FORMAT or header.get("kind") not in list(PLAYERS):
        raise DamagedFile(f"{name} is of another format of trained players; train it again.")
    try:
        rules = parse_rules(header["rules"])
        arrays = _arrays(header["arrays"], payload)
        trained = Trained(header["kind"], rules, arrays, dict(header["training"]))
    except Exception as error:  # a forged header may hold anything
        raise DamagedFile(f"{name} has a header that does not describe it: {error!r:.200}.") from None
    if rules.digest != header.get("digest"):
        raise DamagedFile(f"{name} names other rules than it holds; train it again.")
    return trained


def player_of(trained: Trained, name: str) -> Strategy:
    """The player that a file describes."""
    module, player = PLAYERS[trained.kind]
    make: Callable[[str, Trained], Strategy] = getattr(import_module(f"fivedice.strategies.{module}"), player)
    try:
        return make(name, trained)
    except Exception as error:  # forged arrays may hold anything
        raise DamagedFile(f"{name} does not hold the arrays of a {trained.kind} player: {error!r:.200}.") from None


def load_player(path: Path, name: str = "") -> Strategy:
    """The player in a file, with this name or that of the file."""
    try:
        return player_of(read_trained(path), name or path.name)
    except OSError as error:
        raise StrategyError(f"trained player {str(path)!r} cannot be read: {error.strerror}.") from None


def rules_of(players: Iterable[Strategy]) -> Rules | None:
    """The rules that the first trained one among these players was trained for."""
    return next((one.trained.rules for one in players if isinstance(one, TrainedPlayer)), None)


def _little(array: NDArray[Any]) -> str:
    kind = array.dtype.newbyteorder("<").str
    if kind not in TYPES:
        raise ValueError(f"arrays of type {kind} are not written; they must be {', '.join(TYPES)}.")
    return kind


def _arrays(described: list[Any], payload: bytes) -> dict[str, NDArray[Any]]:
    """Arrays as the header lists them; what is listed has to be all there is."""
    sizes = []
    for _, kind, shape in described:
        if kind not in TYPES or any(not isinstance(side, int) or side < 0 for side in shape):
            raise ValueError(f"an array of type {kind} and shape {shape}")
        sizes.append(math.prod(shape) * np.dtype(kind).itemsize)
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(payload, sum(sizes) + 1)  # a small file cannot ask for more memory than it lists
    if len(content) != sum(sizes) or not unpacker.eof:
        raise ValueError(f"{len(content)} bytes of arrays instead of {sum(sizes)}")
    arrays, at = {}, 0
    for (name, kind, shape), size in zip(described, sizes, strict=True):
        arrays[str(name)] = np.frombuffer(content, kind, math.prod(shape), at).reshape(shape)
        at += size
    return arrays
