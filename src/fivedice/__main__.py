"""`python -m fivedice` is `fivedice`."""

from fivedice.cli import main

if __name__ == "__main__":
    main()
