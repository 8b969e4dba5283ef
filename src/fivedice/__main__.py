"""`python -m fivedice` is `fivedice`."""

from fivedice.cli import main

main()
