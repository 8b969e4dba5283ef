"""The command line as a user meets it: inside this process for speed, or as a process of its own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from fivedice.cli import main

PATIENCE = 600.0
"""Seconds after which a test no longer waits for what must come: many times what it takes, for a busy machine."""


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


def fivedice(*arguments: str) -> Outcome:
    """Run a verb in this process."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with patch.object(sys, "argv", ["fivedice", *arguments]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return Outcome(code, out.getvalue(), err.getvalue())


def python(*arguments: str, **environment: str) -> Outcome:
    """Run an interpreter of its own."""
    found = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )
    return Outcome(found.returncode, found.stdout, found.stderr)


def fivedice_process(*arguments: str, **environment: str) -> Outcome:
    """Run a verb in a process of its own."""
    return python("-m", "fivedice", *arguments, **environment)
