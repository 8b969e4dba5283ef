"""`python -m fivedice.web.languages`: refresh the catalogues from the sources; with --check, say what is wrong in them.

python -m fivedice.web.languages               update po/fivedice.pot and every po/*.po
python -m fivedice.web.languages --check       check all catalogues
python -m fivedice.web.languages --check sv    check one; a text that is not translated is a fault too
"""

import sys

from fivedice.web.languages.catalogue import NAMES, SOURCE
from fivedice.web.languages.upkeep import problems, refresh, template_problems


def main(words: list[str]) -> int:
    """Refresh or check; the exit code is 1 if something is wrong."""
    codes = [word for word in words if word != "--check"]
    unknown = [code for code in codes if code not in NAMES or code == SOURCE]
    if unknown or (codes and "--check" not in words):
        print(__doc__, file=sys.stderr)
        return 2
    if "--check" not in words:
        for code, missing in refresh().items():
            print(f"{code}: {missing} texts are not translated.")
        return 0
    found = template_problems() + [
        one for code in codes or NAMES if code != SOURCE for one in problems(code, complete=bool(codes))
    ]
    print("\n".join(found) or "Nothing is wrong.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
