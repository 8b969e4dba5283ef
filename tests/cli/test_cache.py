import json
from pathlib import Path

from fivedice.rules import variant
from tests.command import fivedice
from tests.small import TINY


def test_an_empty_cache_lists_no_files(empty_cache: Path) -> None:
    expected = {"folder": str(empty_cache), "files": [], "kernels_bytes": 0, "playtest_bytes": 0}
    assert json.loads(fivedice("cache", "--json").out) == expected


def test_json_says_what_each_file_holds(empty_cache: Path) -> None:
    fivedice("solve", "yacht")
    (empty_cache / "bad.solution").write_bytes(b"nonsense")
    found = json.loads(fivedice("cache", "--json").out)
    assert found["folder"] == str(empty_cache)
    sound, bad = sorted(found["files"], key=lambda one: not one["sound"])
    keys = ["file", "bytes", "sound", "name", "digest", "objective", "value", "states", "older_format"]
    assert list(sound) == keys
    assert (sound["name"], sound["digest"], sound["states"]) == ("yacht", variant("yacht").digest, 4096)
    assert sound["bytes"] == (empty_cache / sound["file"]).stat().st_size
    assert (bad["file"], bad["sound"], bad["value"]) == ("bad.solution", False, None)


def test_clear_deletes_what_was_listed(empty_cache: Path) -> None:
    fivedice("solve", "yacht")
    size = sum(path.stat().st_size for path in empty_cache.iterdir())
    (empty_cache / "kernels").mkdir()
    (empty_cache / "kernels" / "code.nbc").write_bytes(b"12345")
    (empty_cache / "playtest").mkdir()
    (empty_cache / "playtest" / "one.result").write_bytes(b"1234567")
    sizes = {"kernels_bytes": 5, "playtest_bytes": 7}
    assert sizes.items() <= json.loads(fivedice("cache", "--json").out).items()
    cleared = json.loads(fivedice("cache", "--clear", "--json").out)
    assert cleared == {"folder": str(empty_cache), "deleted": 1, "bytes": size, **sizes}
    assert json.loads(fivedice("cache", "--json").out)["files"] == []
    assert list(empty_cache.iterdir()) == []


def test_people_read_what_is_kept_what_is_older_and_what_is_damaged(empty_cache: Path) -> None:
    fivedice("solve", "yacht")
    (empty_cache / "bad.solution").write_bytes(b"nonsense")
    (empty_cache / "x-mean-v1.solution").write_bytes(b"of an earlier fivedice")
    out = " ".join(fivedice("cache").out.split())
    assert out.startswith("1 solution, 1 of an older format, 1 damaged in")
    assert "x-mean-v1.solution: older format, no longer used" in out
    assert f"yacht {variant('yacht').digest} mean 166.9551" in out
    assert "bad.solution: damaged, will be replaced" in out
    assert out.endswith("parts of study 004: 0.0 MB compiled kernels: 0.0 MB")
    assert fivedice("cache", "--clear").out.startswith("Deleted 3 files")


def test_curves_are_listed_without_a_value_since_they_have_many(empty_cache: Path, tiny: str) -> None:
    fivedice("solve", "--rules", tiny, "--objective", "reach")
    (found,) = json.loads(fivedice("cache", "--json").out)["files"]
    assert (found["name"], found["sound"], found["value"]) == ("tiny", True, None)
    assert found["objective"].startswith("reach:")
    outcome = fivedice("cache")
    assert outcome.code == 0
    assert f"tiny {TINY.digest} {found['objective']} {found['bytes'] / 1e6:.1f}" in " ".join(outcome.out.split())
