"""Bad input gets one clear sentence on the error stream, exit code 2, no traceback, and nothing on the output."""

from pathlib import Path

import pytest

from tests.command import Outcome, fivedice, fivedice_process

ADVISE = ("advise", "--rerolls", "0", "--roll")
OF_THE_ISSUE = {
    "a seven on a die": ((*ADVISE, "56667"), "dice '56667': '7' is not a face of these dice, which show 1 to 6."),
    "four dice": ((*ADVISE, "5666"), "dice '5666': a roll has 5 dice, but 4 are given."),
    "a filled box twice": ((*ADVISE, "56666", "--filled", "ones=3,ones=2"), "ones=2: Ones is filled twice."),
    "an unknown key": (("solve", "--set", "hat=3"), "hat=3 is not known; allowed is one of dice, faces, rolls, "),
    "a threshold of -1": (
        ("solve", "--set", "upper_threshold=-1"),
        "upper_threshold=-1 is not allowed; allowed is a whole number from 0 to 105.",
    ),
    "9 dice of 20 faces": (
        ("solve", "--set", "dice=9", "--set", "faces=20"),
        "dice=9 with faces=20 gives 10,015,005 different keeps, too many to fit in memory; allowed is up to ",
    ),
}
OTHERS = {
    "an unknown variant": (("solve", "yathzee"), "variant 'yathzee' is not known; allowed is one of yahtzee, "),
    "a setting without a value": (("solve", "--set", "dice"), "--set 'dice' is not of the form KEY=VALUE, such as "),
    "a joker rule of one's own": (("rules", "--set", "joker=wild"), "joker='wild' is not allowed; allowed is forced, "),
    "three rerolls": (("advise", "--roll", "56666", "--rerolls", "3"), "rerolls '3': allowed is 0 to 2 with 3 rolls "),
    "rerolls below zero": (("advise", "--roll", "56666", "--rerolls", "-1"), "rerolls '-1': allowed is 0 to 2 "),
    "impossible points": ((*ADVISE, "56666", "--filled", "ones=6"), "ones=6: Ones can hold only 0, 1, 2, 3, 4, 5."),
    "a box that is not on the card": ((*ADVISE, "56666", "--filled", "pair=6"), "category 'pair' is not on this card"),
    "bonuses without a Yahtzee": ((*ADVISE, "56666", "--yahtzee-bonuses", "1"), "yahtzee bonuses 1: this card allows"),
    "a full card": (
        (*ADVISE, "56666", "--set", "dice=5", "--filled", "1=3,2=6,3=9,4=8,5=5,6=6,3K=0,4K=0,FH=0,SS=0,LS=0,Y=0,C=9"),
        "card '1=3,2=6,3=9,4=8,5=5,6=6,3K=0,4K=0,FH=0,SS=0,LS=0,Y=0,C=9': every box is filled",
    ),
    "a file that is not there": (("solve", "--rules", "no/such.toml"), "the rules file 'no/such.toml' cannot be read"),
}


def assert_one_sentence(outcome: Outcome, words: str) -> None:
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.endswith(".\n")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(("arguments", "words"), OF_THE_ISSUE.values(), ids=OF_THE_ISSUE.keys())
def test_bad_input_of_the_issue_gets_one_sentence_from_a_real_process(arguments: tuple[str, ...], words: str) -> None:
    assert_one_sentence(fivedice_process(*arguments), words)


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["for people", "for machines"])
@pytest.mark.parametrize(
    ("arguments", "words"), [*OF_THE_ISSUE.values(), *OTHERS.values()], ids=[*OF_THE_ISSUE, *OTHERS]
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], words: str, json: tuple[str, ...]) -> None:
    assert_one_sentence(fivedice(*arguments, *json), words)


def test_a_broken_file_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("upper_bonus = \n", encoding="utf-8")
    assert_one_sentence(fivedice("solve", "--rules", str(path)), "the rules are not valid TOML: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("advise", "--roll", "56666", "--rerolls", "x"), "Invalid value for '--rerolls': "),
        (("advise", "--roll", "56666"), "Missing option '--rerolls'."),
        (("solv",), "No such command 'solv'."),
        (("solve", "--nonsense"), "No such option"),
        (("solve", "yahtzee", "yatzy"), "Got unexpected extra argument"),
    ],
    ids=["a letter for a number", "a missing option", "an unknown verb", "an unknown option", "a word too many"],
)
def test_a_command_that_is_no_command_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    outcome = fivedice(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"fivedice: {words}")
    assert outcome.err.count("\n") == 1
    assert outcome.err[-2] in ".?"


def test_help_is_printed_for_the_program_and_for_a_verb() -> None:
    for arguments in (("--help",), ("solve", "-h")):
        outcome = fivedice(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert "Usage: " in outcome.out


def test_no_verb_at_all_gets_the_list_of_verbs() -> None:
    outcome = fivedice()
    assert (outcome.code, outcome.out) == (2, "")
    assert all(verb in outcome.err for verb in ("play", "solve", "advise", "variants", "rules", "cache"))


def test_the_version_is_printed() -> None:
    assert fivedice("--version").out.startswith("fivedice ")
