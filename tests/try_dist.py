"""Try what `make dist` built: each file is installed into an empty environment, and used from an empty folder.

python -m tests.try_dist dist
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

from fivedice import __version__

PACKAGE = Path(__file__).parents[1] / "src" / "fivedice"
GOLDEN = Path(__file__).parent / "golden" / "yacht.txt"
LOCK = Path(__file__).parents[1] / "requirements.lock"
LIST_FILES = """
from hashlib import sha256
from pathlib import Path
import fivedice
package = Path(fivedice.__file__).parent
assert package.is_relative_to({environment!r}), package
for path in package.rglob("*"):
    if path.is_file():
        print(sha256(path.read_bytes()).hexdigest(), path.relative_to(package).as_posix())
"""


def main(folder: Path) -> None:
    """Try the wheel and the source distribution of this version."""
    for built in (folder / f"fivedice-{__version__}-py3-none-any.whl", folder / f"fivedice-{__version__}.tar.gz"):
        print(f"{built.name}, {built.stat().st_size:,} bytes", flush=True)
        with tempfile.TemporaryDirectory() as place:
            Installed(built.resolve(), Path(place)).try_everything()


class Installed:
    """A built file in an environment of its own."""

    def __init__(self, built: Path, place: Path) -> None:
        self.environment, self.folder = place / "environment", place / "empty"
        self.folder.mkdir()
        venv.create(self.environment, with_pip=True)
        self.programs = self.environment / ("Scripts" if os.name == "nt" else "bin")
        inherited = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "FIVEDICE", "NUMBA"))
        }
        self.variables = {**inherited, "FIVEDICE_CACHE": str(place / "cache")}
        install = ("python", "-m", "pip", "install", "-qq", "--disable-pip-version-check")
        self.run(*install, "--require-hashes", "-r", str(LOCK))  # as releases are installed
        self.run(*install, "--no-deps", str(built))
        self.run("python", "-m", "pip", "check")

    def try_everything(self) -> None:
        """Fail with an AssertionError or CalledProcessError at the first thing that does not work."""
        assert self.run("fivedice", "--version").strip().endswith(__version__)
        self.has_every_file()
        self.solves()
        self.serves_a_page()

    def has_every_file(self) -> None:
        """Pages, styles, data of studies and the marker of typed packages are in it byte for byte, and no leftovers."""
        listed = self.run("python", "-c", LIST_FILES.format(environment=str(self.environment)))
        found = {name: digest for digest, name in map(str.split, listed.splitlines()) if "__pycache__" not in name}
        ours = {
            path.relative_to(PACKAGE).as_posix(): sha256(path.read_bytes()).hexdigest()
            for path in PACKAGE.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert found == ours, f"these are missing, changed or not ours: {sorted(dict(found.items() ^ ours.items()))}"
        data = [name for name in found if name.startswith("studies/") and name.endswith(".csv")]
        assert "studies/kth/data/claims.csv" in data
        print(f"  has all {len(found)} files, {len(data)} of them data of studies")

    def solves(self) -> None:
        """A variant has the mean that it is known to have."""
        known = re.search(r"^mean = ([\d.]+)", GOLDEN.read_text(encoding="utf-8"), re.MULTILINE)
        value = json.loads(self.run("fivedice", "solve", "yacht", "--json"))["value"]
        assert known, GOLDEN
        assert abs(value - float(known[1])) < 1e-6, value
        print(f"  solves yacht: {value:.4f}")

    def serves_a_page(self) -> None:
        """The lobby and every file that it names come from the server."""
        command = [
            str(self.programs / "fivedice"),
            "serve",
            "--port",
            "0",
            "--database",
            str(self.folder / "games.sqlite"),
        ]
        with subprocess.Popen(
            command, env=self.variables, cwd=self.folder, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                said = re.search(r"http://[\d.:]+/", server.stderr.readline())
                assert said, server.stderr.read()
                page = self.get(said[0])
                named = re.findall(r'(?:src|href)="/([^"]+\.(?:js|css|svg))', page)
                assert any(one.endswith(".js") for one in named), page
                assert any(one.endswith(".css") for one in named), page
                assert all(self.get(said[0] + one) for one in named)
            finally:
                server.terminate()
        print(f"  serves the lobby and {len(named)} files that it names")

    def run(self, program: str, *arguments: str) -> str:
        """What a program of the environment prints."""
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command, env=self.variables, cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    @staticmethod
    def get(address: str) -> str:
        """The body of an answer; any error status raises."""
        with urlopen(address, timeout=60) as answer:
            return str(answer.read().decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
