"""Wrong commands, put together at random: one sentence, a documented exit code, no traceback."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tests.command import Outcome, fivedice_process
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
AT_ONCE = 2


def test_wrong_commands_get_a_sentence(
    tmp_path: Path, random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    commands = []
    for _ in range(many(120)):
        options = [word for pair in random.sample(WRONG, random.randrange(1, 4)) for word in pair]
        commands.append((random.choice("089"), random.choice(VERBS), *options))

    def run(command: tuple[str, ...]) -> Outcome:
        width, *arguments = command
        return fivedice_process(*arguments, FIVEDICE_DATABASE=str(tmp_path / "games.sqlite"), COLUMNS=width)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(run, commands))
    wrong = [both for both in zip(commands, outcomes, strict=True) if not is_a_sentence(both[1])]
    assert not wrong, wrong[:3]
    tally("wrong commands", len(commands), len(wrong))


def is_a_sentence(outcome: Outcome) -> bool:
    """Whether a command was refused as it should be."""
    return outcome.code in CODES and not outcome.out and bool(outcome.err.strip()) and "Traceback" not in outcome.err
