"""A helper process with one question that never ends by itself: it tells its progress until it is no longer wanted."""

import time

from fivedice.progress import Progress
from fivedice.web.calculations import main


def wait(progress: Progress) -> None:
    done = 0
    while True:
        progress(done := done + 1, 0)
        time.sleep(0.01)


def here(progress: Progress) -> str:
    return "here"


if __name__ == "__main__":
    main({"wait": wait, "here": here})
