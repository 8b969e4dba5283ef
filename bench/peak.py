"""`python -m bench.peak VARIANT THREADS`: solve once, nothing else, and print the peak memory in MB."""

import resource
import sys

from fivedice.rules import variant
from fivedice.solver import solve


def main() -> None:
    solve(variant(sys.argv[1]), threads=int(sys.argv[2]))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak / (1e6 if sys.platform == "darwin" else 1e6 / 1024))  # macOS counts bytes, Linux KiB


if __name__ == "__main__":
    main()
