"""Bad input gets one clear sentence on the error stream, exit code 2, no traceback, and nothing on the output."""

from pathlib import Path

import pytest
import typer

from fivedice.cli.usage import mistake
from tests.command import Outcome, fivedice, fivedice_process

ADVISE = ("advise", "--rerolls", "0", "--roll")
OF_THE_ISSUE = {
    "a seven on a die": ((*ADVISE, "56667"), "dice '56667': '7' is not a face of these dice, which show 1 to 6."),
    "four dice": ((*ADVISE, "5666"), "dice '5666': a roll has 5 dice, but 4 are given."),
    "a filled box twice": ((*ADVISE, "56666", "--filled", "ones=3,ones=2"), "ones=2: Ones is filled twice."),
    "an unknown key": (("solve", "--set", "hat=3"), "hat=3 is not known; it must be one of dice, faces, rolls, "),
    "a threshold of -1": (
        ("solve", "--set", "upper_threshold=-1"),
        "upper_threshold=-1 is not allowed; it must be a whole number from 0 to 105.",
    ),
    "9 dice of 20 faces": (
        ("solve", "--set", "dice=9", "--set", "faces=20"),
        "dice=9 with faces=20 gives 10,015,005 different keeps, too many to fit in memory; the limit is ",
    ),
}
OTHERS = {
    "an unknown variant": (("solve", "yathzee"), "variant 'yathzee' is not known; it must be one of yahtzee, "),
    "a setting without a value": (("solve", "--set", "dice"), "--set 'dice' is not of the form KEY=VALUE, such as "),
    "a joker rule of one's own": (("rules", "--set", "joker=wild"), "joker='wild' is not allowed; it must be forced, "),
    "three rerolls": (("advise", "--roll", "56666", "--rerolls", "3"), "rerolls '3': it must be 0 to 2 with 3 rolls "),
    "rerolls below zero": (("advise", "--roll", "56666", "--rerolls", "-1"), "rerolls '-1': it must be 0 to 2 "),
    "impossible points": ((*ADVISE, "56666", "--filled", "ones=6"), "ones=6: Ones can hold only 0, 1, 2, 3, 4, 5."),
    "a box that is not on the card": ((*ADVISE, "56666", "--filled", "pair=6"), "category 'pair' is not on this card"),
    "bonuses without a Yahtzee": ((*ADVISE, "56666", "--yahtzee-bonuses", "1"), "yahtzee bonuses 1: this card allows"),
    "a full card": (
        (*ADVISE, "56666", "--set", "dice=5", "--filled", "1=3,2=6,3=9,4=8,5=5,6=6,3K=0,4K=0,FH=0,SS=0,LS=0,Y=0,C=9"),
        "card '1=3,2=6,3=9,4=8,5=5,6=6,3K=0,4K=0,FH=0,SS=0,LS=0,Y=0,C=9': every box is filled",
    ),
    "a file that is not there": (("solve", "--rules", "no/such.toml"), "the rules file 'no/such.toml' cannot be read"),
}
LATE = "1=3,2=6,3=9,4=12,5=15,6=18,3K=20,4K=0,FH=25,SS=30,LS=40"
FULL = f"{LATE},Y=0,C=9"
OBJECTIVES = {
    "a target above the maximum": (
        ("reach", "--target", "1576"),
        "target 1576: no game of 'yahtzee' scores more than ",
    ),
    "a target of nothing": (("reach", "--target", "0"), "target 0: every game reaches it; give a score from 1 on."),
    "advice for a target above the maximum": (
        (*ADVISE, "56666", "--objective", "reach:9999999"),
        "target 9999999: no game of 'yahtzee' scores more than 1575; give a lower one.",
    ),
    "solving for targets above the maximum": (
        ("solve", "--objective", "reach", "--max-target", "1576"),
        "target 1576: no game of 'yahtzee' scores more than 1575",
    ),
    "a utility that is not a number": (
        (*ADVISE, "56666", "--objective", "utility:1/score"),
        "objective 'utility:1/score' is not a number at a score of 0; give a utility that is finite everywhere.",
    ),
    "a utility that is no formula": (
        (*ADVISE, "56666", "--objective", "utility:much"),
        "utility 'much': 'much' is not understood; a formula has numbers, ",
    ),
    "a utility that is code": (
        ("solve", "--objective", "utility:__import__('os').getcwd()"),
        "utility \"__import__('os').getcwd()\": ",
    ),
    "half an opponent": ((*ADVISE, "56666", "--objective", "utility:blind=0.5"), "blind=0.5: give a whole number of "),
    "a risk beyond all numbers": (("solve", "--risk", "1e9"), "risk 1e+09 is out of range: give a number from −30, "),
    "an unknown objective": (
        (*ADVISE, "56666", "--objective", "fun"),
        "objective 'fun' is not known; choose mean, reach:T, win, utility:risk=R, utility:blind=N or utility:FORMULA.",
    ),
    "two objectives": (
        (*ADVISE, "56666", "--objective", "reach:250", "--risk", "1"),
        "--risk 1 and --objective reach:250 ask for two things; give one of them.",
    ),
    "winning without opponents": (
        (*ADVISE, "56666", "--objective", "win"),
        "objective 'win' needs the cards of the other players; name them with --opponents.",
    ),
    "opponents for nothing": (
        (*ADVISE, "56666", "--opponents", "-"),
        "--opponents are for --objective win, and 'mean' was asked for.",
    ),
    "nine players": (
        (*ADVISE, "56666", "--objective", "win", "--opponents", "-/-/-/-/-/-/-/-"),
        "a position has 2 to 8 cards, one for each player; given: 9.",
    ),
    "solving for what is no objective": (
        ("solve", "--objective", "fun"),
        "objective 'fun' is not known; choose mean, reach:T, win, utility:risk=R, utility:blind=N or utility:",
    ),
    "solving for a win": (
        ("solve", "--objective", "win"),
        "objective 'win' is that of a position; ask `fivedice win` ",
    ),
    "a greatest target of the mean": (
        ("solve", "--max-target", "300"),
        "--max-target 300 is for --objective reach, and 'mean' was asked for.",
    ),
    "one card": (("win", "--cards", "-"), "a position has 2 to 8 cards, one for each player; given: 1."),
    "nine cards": (("win", "--cards", "/".join("-" * 9)), "a position has 2 to 8 cards, one for each player; given: 9"),
    "a throw on a full card": (
        ("win", "--cards", f"{FULL} / {FULL}", "--throw", "55561:1"),
        "dice '15556:1': the card of player 1 is full, so nothing is to decide.",
    ),
    "a throw after the end": (
        ("distribution", "--filled", FULL, "--throw", "55561:1"),
        "dice '55561:1': every box is filled, so there is no turn left.",
    ),
    "a third player of two": (
        ("win", "--cards", "-/-", "--mover", "3"),
        "player 3 is to move, but there are 2 players.",
    ),
    "a card that is no card": (("win", "--cards", "-/hello"), "card entry 'hello' is not of the form CATEGORY=POINTS"),
    "an unknown strategy": (
        ("win", "--cards", "-/-", "--strategy", "luck"),
        "strategy 'luck' is not known; it must be one of ",
    ),
    "a distribution of an unknown strategy": (
        ("distribution", "--strategy", "luck"),
        "strategy 'luck' is not known; it must be one of ",
    ),
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
    ("arguments", "words"),
    [*OF_THE_ISSUE.values(), *OTHERS.values(), *OBJECTIVES.values()],
    ids=[*OF_THE_ISSUE, *OTHERS, *OBJECTIVES],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], words: str, json: tuple[str, ...]) -> None:
    assert_one_sentence(fivedice(*arguments, *json), words)


@pytest.mark.parametrize(
    "arguments",
    [
        ("reach", "--target", "250"),
        ("solve", "--objective", "reach"),
        ("solve", "--objective", "utility:score ** 2"),
        ("advise", "--roll", "56666", "--rerolls", "0", "--objective", "reach:250"),
    ],
)
def test_a_job_that_needs_more_memory_than_the_machine_has_gets_one_sentence(
    arguments: tuple[str, ...], empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 12}.__getitem__)
    outcome = fivedice(*arguments)
    assert_one_sentence(outcome, "solving 'yahtzee' over points needs ")
    assert "GB of memory, and this machine has 0.0 GB; take categories off the card" in outcome.err


def test_a_broken_file_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("upper_bonus = \n", encoding="utf-8")
    assert_one_sentence(fivedice("solve", "--rules", str(path)), "the rules are not valid TOML: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("advise", "--roll", "56666", "--rerolls", "x"), "--rerolls 'x' is not a whole number."),
        (("solve", "--risk", "x"), "--risk 'x' is not a number."),
        (("games", "--limit", "0"), "--limit 0 is too small; it must be 1 or more."),
        (("serve", "--port", "70000"), "--port 70000 is too great; it must be at most 65535."),
        (("train", "foo", "--out", "x"), "'foo' is not one of q, network, value."),
        (("advise", "--roll", "56666"), "--rerolls is missing; `fivedice advise --help` shows it."),
        (("evaluate",), "STRATEGY is missing; `fivedice evaluate --help` shows it."),
        (("foo",), "command 'foo' is not known; `fivedice --help` lists them."),
        (("solv",), "command 'solv' is not known; did you mean 'solve'?"),
        (("playtest",), "a command is missing; `fivedice playtest --help` lists them."),
        (("solve", "--nonsense"), "option --nonsense is not known; `fivedice solve --help` lists them."),
        (("simulate", "--gamez"), "option --gamez is not known; did you mean --games?"),
        (("solve", "yahtzee", "yatzy"), "'yatzy' is too much; `fivedice solve --help` shows what is taken."),
        (("solve", "--risk"), "--risk needs a value behind it."),
        (("solve", "--fresh=3"), "--fresh takes no value."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_that_is_no_command_gets_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert fivedice(*arguments) == Outcome(2, "", f"fivedice: {words}\n")


def test_a_mistake_that_is_not_foreseen_is_told_in_the_words_of_the_library() -> None:
    assert mistake(typer.BadParameter("it rains\n today")) == "Invalid value: it rains today."


def test_help_is_printed_for_the_program_and_for_a_verb() -> None:
    for arguments in (("--help",), ("solve", "-h")):
        outcome = fivedice(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert "Usage: " in outcome.out


def test_the_list_of_verbs_is_whole_in_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = fivedice("--help").out.partition("Commands:\n")[2].splitlines()
    assert len(lines) == 27
    assert all(line.endswith(".") and not line.endswith("...") and len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("verb", "usage", "argument"),
    [
        ("solve", "[OPTIONS] [VARIANT]", "VARIANT Name of the variant"),
        ("evaluate", "[OPTIONS] STRATEGY...", "STRATEGY The strategies"),
        ("games", "[OPTIONS] [ACTION] [ID|FILE|NAME]...", "ID|FILE|NAME Games, records"),
        ("verify", "[OPTIONS] GAME", "GAME Id of a stored game"),
    ],
)
def test_help_names_arguments_without_types(verb: str, usage: str, argument: str) -> None:
    out = fivedice(verb, "--help").out
    assert f"fivedice {verb} {usage} " in " ".join(out.split())
    assert any(" ".join(line.split()).startswith(argument) for line in out.splitlines())


def test_no_verb_at_all_gets_the_list_of_verbs() -> None:
    outcome = fivedice()
    assert (outcome.code, outcome.out) == (2, "")
    assert all(verb in outcome.err for verb in ("play", "solve", "advise", "variants", "rules", "cache"))


def test_the_version_is_printed() -> None:
    assert fivedice("--version").out.startswith("fivedice ")
