"""What nobody should send: texts, values and messages that some server has stumbled over."""

import json
from random import Random
from typing import Any

DEEP = "[" * 5000
TEXTS = (
    "", "\0", "\ud800", "a\udfffb", "\u200d", "\u202eAnn", "A\u0301" * 500, "/", "../..", "%", "%00", "💥" * 40,
    "x" * 3000, "' OR 1=1 --", "1e999", "-1", "NaN", "\r\nSet-Cookie: a=b",
)  # fmt: skip
VALUES: tuple[Any, ...] = (*TEXTS, None, True, -1, 0, 10**30, 1e308, [], {}, [[]], {"": {}}, [None] * 9, DEEP)
FIELDS = ("point", "seat", "category", "name", "speed", "on", "bot", "held", "shown", "tokens")
INTENTIONS = ("join", "throw", "fill", "undo", "hold", "coach", "rename", "speed", "rematch", "", None, 7)


def strange_message(random: Random) -> str | bytes:
    """A message to a table: bytes, something that is almost right, or half of that."""
    if random.random() < 0.2:
        return random.randbytes(random.randrange(60))
    wish: dict[str, Any] = {"do": random.choice(INTENTIONS)}
    for _ in range(random.randrange(4)):
        wish[random.choice(FIELDS)] = random.choice(VALUES)
    text = json.dumps(wish)
    return text[: random.randrange(len(text))] if random.random() < 0.2 else text
