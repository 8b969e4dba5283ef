"""Solutions on disk that are damaged or foreign: noticed and replaced."""

import hashlib
import json
from pathlib import Path

import pytest

from fivedice.errors import DamagedFile
from fivedice.solver import cache as store
from fivedice.solver import cached_solution, file_format
from tests.solver.stored import OTHER, TINY, assert_noticed_and_replaced, stored

MAGIC = b"fivedice solution\n"


@pytest.mark.parametrize("place", [0.0, 0.3, 0.6, 0.9, 0.999], ids="at {:.0%}".format)
def test_a_damaged_byte_is_noticed_and_the_file_replaced(empty_cache: Path, place: float) -> None:
    path = stored()
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] ^= 1
    path.write_bytes(content)
    assert_noticed_and_replaced(path)


def test_no_single_damaged_byte_is_believed(empty_cache: Path) -> None:
    path = stored()
    sound = path.read_bytes()
    believed = []
    for place in range(len(sound)):
        content = bytearray(sound)
        content[place] ^= 1
        path.write_bytes(content)
        try:
            store.read(path, TINY)
        except DamagedFile:
            continue
        except Exception as error:
            believed.append((place, repr(error)))
        else:
            believed.append((place, "believed"))
    where = {place: sound[max(place - 12, 0) : place + 4] for place, _ in believed[:5]}
    assert not believed, f"{len(believed)} of {len(sound)} bytes: {believed[:5]} near {where}"


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.5, 0.99], ids="to {:.0%}".format)
def test_a_truncated_or_empty_file_is_noticed_and_replaced(empty_cache: Path, kept: float) -> None:
    path = stored()
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content))])
    assert_noticed_and_replaced(path)


def test_a_file_with_something_behind_its_end_is_noticed_and_replaced(empty_cache: Path) -> None:
    path = stored()
    path.write_bytes(path.read_bytes() + b"\0" * 8)
    assert_noticed_and_replaced(path)


def test_the_solution_of_other_rules_under_this_name_is_noticed_and_replaced(empty_cache: Path) -> None:
    path = stored()
    cached_solution(OTHER)
    path.write_bytes(store.path_for(OTHER).read_bytes())
    with pytest.raises(DamagedFile, match="holds the solution of other rules, of another objective or format"):
        store.read(path, TINY)
    assert_noticed_and_replaced(path)


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense\n" * 99, MAGIC, MAGIC + b"[]\n"])
def test_a_foreign_file_is_noticed_and_replaced(empty_cache: Path, content: bytes) -> None:
    path = stored()
    path.write_bytes(content)
    with pytest.raises(DamagedFile, match="is not a solution of fivedice"):
        store.read(path, TINY)
    assert_noticed_and_replaced(path)


@pytest.mark.parametrize(("key", "value"), [("format", 0), ("objective", "median"), ("digest", "0" * 16)])
def test_a_header_of_another_format_objective_or_digest_is_refused(empty_cache: Path, key: str, value: object) -> None:
    path = stored()
    magic, head, payload = path.read_bytes().split(b"\n", 2)
    header = json.loads(head) | {key: value}
    path.write_bytes(b"\n".join((magic, json.dumps(header).encode(), payload)))
    assert_noticed_and_replaced(path)


@pytest.mark.parametrize("missing", ["shape", "states", "seconds"])
def test_a_header_that_lacks_something_is_noticed_and_replaced(empty_cache: Path, missing: str) -> None:
    path = stored()
    magic, head, payload = path.read_bytes().split(b"\n", 2)
    header = {key: value for key, value in json.loads(head).items() if key != missing}
    path.write_bytes(b"\n".join((magic, json.dumps(header).encode(), payload)))
    assert_noticed_and_replaced(path)


@pytest.mark.parametrize(
    "header", ["{", "[]", {"shape": None}, {"shape": [1, 1]}, {"states": "many"}, {"seconds": None}], ids=str
)
def test_a_malformed_header_is_noticed_even_where_the_checksum_fits(
    empty_cache: Path, header: str | dict[str, object]
) -> None:
    path = stored()
    magic, head, rest = path.read_bytes().split(b"\n", 2)
    words = header if isinstance(header, str) else json.dumps(json.loads(head) | header)
    content = b"\n".join((magic, words.encode(), rest[: -file_format.CHECKSUM_SIZE]))
    path.write_bytes(content + hashlib.blake2b(content, digest_size=file_format.CHECKSUM_SIZE).digest())
    with pytest.raises(DamagedFile, match="has a header that"):
        store.read(path, TINY)
    assert_noticed_and_replaced(path)


def test_a_file_without_its_checksum_is_noticed_and_replaced(empty_cache: Path) -> None:
    path = stored()
    path.write_bytes(path.read_bytes()[: -file_format.CHECKSUM_SIZE])
    assert_noticed_and_replaced(path)
