"""Solutions in layers, on disk: games with saved throws, and games that do not fit in memory.

`plan` says what there is to solve and what it takes, `solve` does it on this machine and `cluster` on many, `files`
keeps layers, and `solution` looks values up. Only `solve` and `cluster` need a compiler.
"""
