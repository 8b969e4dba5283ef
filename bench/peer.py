"""The peer: `yatzy-solver`, the best Python package that does the same job, in an environment of its own.

It is Rust behind a Python interface, double precision, and uses as many cores as RAYON_NUM_THREADS says. Its
`american` rules let a joker go anywhere; the official, forced joker is `american+forced-joker`.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

NAME, VERSION = "yatzy-solver", "1.0.0"
VARIANTS = {"yahtzee": "american+forced-joker", "yatzy": "yatzy-scandinavian"}
"""Our name of the rules → the peer's."""

_HERE = Path(__file__).parent
_ENVIRONMENT = _HERE / ".peer-venv"
_PYTHON = _ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
_INSTALL_TIMEOUT = 300.0
_SOLVE_TIMEOUT = 600.0


class PeerUnavailable(Exception):
    """The peer could not be installed or run; the message is a sentence without its full stop."""


@dataclass(frozen=True)
class PeerRun:
    """One solve by the peer, and the time that it took for games by the solution."""

    seconds: float
    value: float
    playing: float


def install() -> None:
    """Make the peer's environment, unless it stands already."""
    if _installed():
        return
    try:
        _call([sys.executable, "-m", "venv", "--clear", str(_ENVIRONMENT)], _INSTALL_TIMEOUT)
        pip = [str(_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _call([*pip, f"{NAME}=={VERSION}"], _INSTALL_TIMEOUT)
    except PeerUnavailable as failure:
        raise PeerUnavailable(f"{NAME} {VERSION} could not be installed: {failure}") from failure


def solve(name: str, threads: int, games: int = 0) -> PeerRun:
    """Solve the rules `name` once in a fresh process, and play games; the peer keeps nothing between processes."""
    script = str(_HERE / "peer_script.py")
    environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
    try:
        answer = json.loads(
            _call([str(_PYTHON), "-I", script, VARIANTS[name], str(games)], _SOLVE_TIMEOUT, environment)
        )
    except PeerUnavailable as failure:
        raise PeerUnavailable(f"{NAME} {VERSION} failed on {name}: {failure}") from failure
    return PeerRun(float(answer["seconds"]), float(answer["value"]), float(answer["playing"]))


def _installed() -> bool:
    ask = f"from importlib.metadata import version; print(version({NAME!r}))"
    try:
        return _call([str(_PYTHON), "-I", "-c", ask], _INSTALL_TIMEOUT).strip() == VERSION
    except PeerUnavailable:
        return False


def _call(command: list[str], timeout: float, environment: dict[str, str] | None = None) -> str:
    """Standard output of a command; a failure becomes the last line it said."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment, check=False)
    except subprocess.TimeoutExpired:
        raise PeerUnavailable(f"no answer within {timeout:.0f} seconds") from None
    except OSError as failure:
        raise PeerUnavailable(failure.strerror or "it could not be started") from failure
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise PeerUnavailable(said[-1].removeprefix("ERROR: ").rstrip(".") if said else f"exit code {done.returncode}")
    return done.stdout
