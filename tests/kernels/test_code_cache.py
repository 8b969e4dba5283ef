import os
import random
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from numba import config

from fivedice.kernels import private_folder
from fivedice.kernels.compiling import kernel
from tests.command import PATIENCE, python

SOURCE = "def twice(number):\n    return 2 * number\n"


def make_kernel(path: Path) -> Any:
    spec = spec_from_file_location("twice", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return kernel(module.twice)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Makes the same kernel anew, as another process would; its files are below tmp_path."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "twice.py"
    path.write_text(SOURCE)
    return lambda: make_kernel(path)


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nb[ic]"))


def loaded(twice: Any) -> int:
    return sum(twice.stats.cache_hits.values())


def test_a_kernel_is_compiled_once_and_then_loaded(make: Callable[[], Any], tmp_path: Path) -> None:
    first, second = make(), make()
    assert (first(21), loaded(first)) == (42, 0)
    assert (second(21), loaded(second)) == (42, 1)
    assert [stat.S_IMODE(path.stat().st_mode) for path in files(tmp_path)] == [0o600, 0o600]


def test_damaged_files_are_noticed_and_written_again(make: Callable[[], Any], tmp_path: Path) -> None:
    make()(21)
    dice = random.Random(17)
    for _ in range(30):
        victim = dice.choice(files(tmp_path))
        content = bytearray(victim.read_bytes())
        match dice.randrange(3):
            case 0:
                content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
            case 1:
                del content[dice.randrange(len(content)) :]
            case _:
                content = bytearray(dice.randbytes(dice.randrange(200)))
        victim.write_bytes(content)
        mended, after = make(), make()
        assert (mended(21), loaded(mended)) == (42, 0)
        assert (after(21), loaded(after)) == (42, 1)


def test_a_folder_of_kernels_is_private(tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir(mode=0o777)
    for folder in (open_to_all, tmp_path / "new" / "kernels"):
        private_folder(folder)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_whole_cache_is_private_from_the_first_import(tmp_path: Path) -> None:
    cache = tmp_path / "some" / "cache"
    python("-c", "import fivedice.kernels", FIVEDICE_CACHE=str(cache), NUMBA_CACHE_DIR="")
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert (cache / "kernels").is_dir()


def test_processes_that_start_together_compile_a_kernel_once(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(SOURCE)
    script = """if True:
        import twice
        from fivedice.kernels.compiling import kernel
        doubled = kernel(twice.twice)
        doubled(21)
        print(sum(doubled.stats.cache_misses.values()))
    """
    words = [sys.executable, "-c", script]
    where = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": str(tmp_path)}
    together = [subprocess.Popen(words, env=where, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    compiled = [process.communicate(timeout=PATIENCE)[0].strip() for process in together]
    assert sorted(compiled) == ["0", "0", "1"]
