"""The benchmark: players rated by exact regret, on fixed dice and on fixed positions."""

GAMES, SEED = 500, 1
"""The games of the benchmark: the first 500 on the dice of seed 1."""
