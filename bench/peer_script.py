"""Run by the peer's own python: `peer_script.py VARIANT GAMES` solves once, then plays GAMES games by the solution.

Prints seconds and value as JSON. Only the solve and the games are timed; interpreter start, imports and naming the
rules are not, as for ours.
"""

import json
import sys
import time

import yatzy_solver  # type: ignore[import-not-found]

variant = yatzy_solver.Variant(sys.argv[1])
start = time.perf_counter()
solver = yatzy_solver.Solver.build(variant)
seconds = time.perf_counter() - start
start = time.perf_counter()
games = int(sys.argv[2])
if games:
    solver.simulate(games, seed=1)
playing = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "playing": playing, "value": solver.state_value("upper 0 | filled -")}))
