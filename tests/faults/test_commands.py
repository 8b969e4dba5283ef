"""Wrong commands, put together at random: one sentence, a documented exit code, no traceback."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.command import fivedice_process
from tests.faults.conftest import Tally

VERBS = (
    "solve",
    "advise",
    "rules",
    "simulate",
    "distribution",
    "reach",
    "win",
    "games",
    "verify",
    "evaluate",
    "compare",
    "bot",
)
WRONG = (
    ("--variant", "no-such-variant"), ("--games", "-1"), ("--games", "1e9"), ("--games", "9" * 30), ("--seed", "x"),
    ("--set", "dice"), ("--set", "dice=0"), ("--set", "faces=99999999999"), ("--rules", "no/such.toml"),
    ("--objective", "fun"), ("--no-such-option",), ("--database", "redis://x/y"), ("--roll", "99999"), ("--roll", ""),
    ("--cards", "\u202e"), ("--target", "NaN"), ("--out", "/dev/null/folder"), ("--strategy", "no such"),
    ("--limit", "0"),
)  # fmt: skip
CODES = (1, 2)
"""Of trouble of the machine, and of mistakes."""


def test_wrong_commands_get_a_sentence(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    tried, wrong = many(120), []
    for _ in range(tried):
        options = [word for pair in random.sample(WRONG, random.randrange(1, 4)) for word in pair]
        command = (random.choice(VERBS), *options)
        outcome = fivedice_process(
            *command, FIVEDICE_DATABASE=str(tmp_path / "games.sqlite"), COLUMNS=random.choice("089")
        )
        sentence = outcome.err.strip()
        if outcome.code not in CODES or outcome.out or not sentence or "Traceback" in sentence:
            wrong.append((command, outcome))
    assert not wrong, wrong[:3]
    tally("wrong commands", tried, len(wrong))
