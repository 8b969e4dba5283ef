import inspect

import pytest

from fivedice import errors
from fivedice.errors import FivediceError
from fivedice.rules.toml import parse_rules
from tests.command import fivedice

LONG = "9" * 5000
ALL = [one for _, one in inspect.getmembers(errors, inspect.isclass)]


@pytest.mark.parametrize("error", ALL)
def test_every_error_descends_from_one_class(error: type[Exception]) -> None:
    assert issubclass(error, FivediceError)


@pytest.mark.parametrize("error", ALL)
def test_an_error_prints_as_its_sentence(error: type[Exception]) -> None:
    assert str(error("a sentence.")) == "a sentence."


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "--set", f"dice={LONG}"),
        ("solve", "--set", f"upper_bonus={LONG}"),
        ("solve", "--set", f"saved_throws={LONG}"),
        ("solve", "--set", f"{LONG}=1"),
        ("solve", "--objective", f"reach={LONG}"),
        ("solve", "--objective", f"risk={LONG}"),
        ("solve", LONG),
        ("rules", LONG),
        ("advise", "--roll", LONG),
        ("advise", "--roll", f"12345:{LONG}"),
        ("advise", "--roll", "12345", "--card", f"1={LONG}"),
        ("rate", LONG),
        ("simulate", "greedy", "--games", LONG),
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_an_endless_number_is_not_echoed(words: tuple[str, ...]) -> None:
    outcome = fivedice(*words)
    assert outcome.code != 0
    assert len(outcome.err.strip().splitlines()) == 1
    assert len(outcome.err) < 600


@pytest.mark.parametrize("line", [f"dice = {LONG}", f"dice = {LONG}.5", f'dice = "{LONG}"', f"upper_bonus = -{LONG}"])
def test_an_endless_number_in_a_file_is_not_echoed(line: str) -> None:
    with pytest.raises(FivediceError) as found:
        parse_rules(f'base = "yahtzee"\n{line}\n')
    assert len(str(found.value)) < 400
