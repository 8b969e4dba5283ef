"""Run the benchmarks: `python -m bench [PART]... [--quick]`; without a part, all of them.

A part is a function of `(console, quick)` that prints a table, writes `bench/results/<part>.json` and returns
whether every claim it checks held. The exit code is 1 if one did not.
"""

import argparse
import sys
from collections.abc import Callable

from rich.console import Console

from bench import environments, objectives, players, solver, web

PARTS: dict[str, Callable[[Console, bool], bool]] = {
    "solver": solver.run,
    "simulation": players.run_simulation,
    "evaluation": players.run_evaluation,
    "objectives": objectives.run,
    "environments": environments.run,
    "web": web.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Benchmarks of fivedice.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of: {', '.join(PARTS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="fewer repeats: a first impression, not a figure")
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in PARTS]:
        parser.error(f"no part called {unknown[0]!r}; there is {', '.join(PARTS)}")
    console = Console()
    held = [PARTS[part](console, arguments.quick) for part in arguments.parts or PARTS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
