"""Run by the peer's own python: `peer_script.py VARIANT` solves once and prints seconds and value as JSON.

Only the solve is timed; interpreter start, imports and naming the rules are not, as for ours.
"""

import json
import sys
import time

import yatzy_solver  # type: ignore[import-not-found]

variant = yatzy_solver.Variant(sys.argv[1])
start = time.perf_counter()
solver = yatzy_solver.Solver.build(variant)
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "value": solver.state_value("upper 0 | filled -")}))
