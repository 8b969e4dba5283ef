"""`fd.cache`: the files in the cache: solutions, compiled kernels, finished parts of playtests."""

from dataclasses import dataclass
from typing import Any

from fivedice.reports import Result, Table, number
from fivedice.reports.table import plural
from fivedice.solver import cache as store
from fivedice.solver.cache import Entry

MEGABYTE = 1e6


@dataclass(frozen=True, repr=False)
class Cache(Result):
    """The files in the cache folder, and the bytes of compiled kernels and of parts of playtests beside them."""

    folder: str
    entries: tuple[Entry, ...]
    kernels: int
    parts_of_playtests: int

    def headline(self) -> str:
        """Solutions, and separately other files."""
        older = sum(entry.older for entry in self.entries)
        damaged = sum(entry.header is None and not entry.older for entry in self.entries)
        sound = len(self.entries) - older - damaged
        words = [plural(sound, "solution")]
        words += [f"{older} of an older format"] if older else []
        words += [f"{damaged} damaged"] if damaged else []
        return f"{', '.join(words)} in {self.folder}"

    def parts(self) -> list[str | Table]:
        """A row for each file, and the other sizes."""
        rows = [_row(entry) for entry in self.entries]
        table = Table("files", "Solutions", ["Rules", "Digest", "Objective", "Value", "MB"], rows)
        sizes = {"parts of study 004": self.parts_of_playtests, "compiled kernels": self.kernels}
        return [
            self.headline(),
            *([table] if rows else []),
            "\n".join(f"{what}: {size / MEGABYTE:.1f} MB" for what, size in sizes.items()),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Every file with what its header says."""
        files = [
            {
                "file": entry.path.name,
                "bytes": entry.size,
                "sound": entry.header is not None and not entry.older,
                **{key: (entry.header or {}).get(key) for key in ("name", "digest", "objective", "value", "states")},
                "older_format": entry.older,
            }
            for entry in self.entries
        ]
        sizes = {"kernels_bytes": self.kernels, "playtest_bytes": self.parts_of_playtests}
        return {"folder": self.folder, "files": files, **sizes}

    def clear(self) -> "Cleared":
        """Delete all of it."""
        count, size = store.clear()
        return Cleared(self, count, size)


@dataclass(frozen=True, repr=False)
class Cleared(Result):
    """What was deleted from the cache: the number of files and their bytes, and the other sizes of `before`."""

    before: Cache
    deleted: int
    size: int

    def headline(self) -> str:
        """What was deleted."""
        before, files = self.before, plural(self.deleted, "file")
        kernels = f"compiled kernels ({before.kernels / MEGABYTE:.1f} MB)"
        parts = f"parts of study 004 ({before.parts_of_playtests / MEGABYTE:.1f} MB)"
        return f"Deleted {files} ({self.size / MEGABYTE:.1f} MB), {kernels} and {parts} in {before.folder}."

    def parts(self) -> list[str | Table]:
        """One sentence."""
        return [self.headline()]

    def to_dict(self) -> dict[str, Any]:
        """Counts and bytes."""
        before = self.before
        sizes = {"kernels_bytes": before.kernels, "playtest_bytes": before.parts_of_playtests}
        return {"folder": before.folder, "deleted": self.deleted, "bytes": self.size, **sizes}


def cache() -> Cache:
    """The files in the cache; `fd.cache().clear()` deletes them."""
    kernels, parts = store.size_of(store.kernels_folder()), store.size_of(store.parts_folder())
    return Cache(str(store.folder()), tuple(store.entries()), kernels, parts)


def _row(entry: Entry) -> list[object]:
    head, size = entry.header, number(entry.size / MEGABYTE, ".1f")
    if entry.older:
        return [f"{entry.path.name}: older format, no longer used", "", "", "", size]
    if head is None:
        return [f"{entry.path.name}: damaged, will be replaced", "", "", "", size]
    value = "" if head.get("value") is None else number(head["value"], ".4f")  # a curve has many values
    return [head["name"], head["digest"], head["objective"], value, size]
