"""`fivedice play`: options, and games in the terminal that are left, killed and resumed."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from fivedice.cli.play import address_of, player_names, resumed
from fivedice.errors import NotationError
from fivedice.rules import variant
from fivedice.rules.toml import format_rules
from fivedice.solver import Solution
from fivedice.table.store import Store
from tests.command import PATIENCE, Outcome, fivedice
from tests.web.tables import TINY, application, seated

BROWSER = "--port and --player are for the table in the browser; leave out --terminal."
TERMINAL = "--robot, --seed, --position and --json are for the game in the terminal; add --terminal."
RESUMED = "--resume goes on with a game as it was begun; leave out its rules, players and dice."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ann,", "nothing of it can be seen"),
        ("Ann,ann", "name 'ann' is taken"),
        ("Ann," + "x" * 25, "25 characters are too many"),
        (",".join("ABCDEFGHI"), "9 players are too many; up to 8 can play"),
    ],
)
def test_players_need_different_names(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        player_names(text)


# --------------------------------------------------------------------------------------------- verb


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "fivedice", "play", "--terminal", *arguments]


def run(typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_rules_that_are_too_large_to_solve_are_played_to_the_end_without_advice(yahtzee_solution: Solution) -> None:
    triple = variant("yahtzee-triple")
    boxes = sorted(triple.categories, key=lambda one: one.kind.code != "Y")  # "y" then means yes and nothing else
    typed = "?\n" + "".join(f"={one.code}\ny\n" for one in boxes)
    done = run(typed, "yahtzee-triple", "--seed", "1", "--json")
    assert "is too large to solve: there is no advice." in done.stderr
    record = json.loads(done.stdout)
    assert record["finished"]
    assert record["players"][0].keys() == {"name", "card", "total"}


@pytest.mark.parametrize("option", ["--coach", "--physical"])
def test_coach_and_real_dice_need_rules_that_can_be_solved(option: str) -> None:
    done = run("", "yahtzee-triple", option)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("Here it is played without --coach and --physical.")


@pytest.mark.parametrize("typed", ["", "quit\n", "zzz\n66\n"])
def test_leaving_prints_the_command_that_resumes(yahtzee_solution: Solution, typed: str) -> None:
    arguments = ("--seed", "1", "--players", "Ann,Ben", "--position", "1=3 / -")
    done = run(typed, *arguments)
    assert done.returncode == 0, done.stderr
    *_, browser, last = done.stdout.splitlines()
    assert last.startswith("Left at 1=3 / - ")
    assert re.search(r"-m fivedice play --terminal --resume [a-z0-9]{12}$", last)
    assert re.search(r"Go on in the browser: .* -m fivedice play --resume [a-z0-9]{12}$", browser)


def test_json_stands_alone_on_the_output(yahtzee_solution: Solution) -> None:
    done = run("none\nchance\n", "--seed", "7", "--json")
    record = json.loads(done.stdout)
    assert [one["decision"] for one in record["players"][0]["turns"][0]["decisions"]] == ["-", "chance"]
    assert "> none" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed", "1"), TERMINAL),
        (("--robot", "greedy"), TERMINAL),
        (("--terminal", "--port", "0"), BROWSER),
        (("--terminal", "--player", "x.player"), BROWSER),
        (("--terminal", "--resume", "--physical"), RESUMED),
        (("yatzy", "--resume", "--set", "upper_bonus=5"), RESUMED),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: tuple[str, ...], words: str) -> None:
    assert fivedice("play", *arguments) == Outcome(2, "", f"fivedice: {words}\n")


def test_a_bad_option_ends_in_one_sentence() -> None:
    found = fivedice("play", "--terminal", "--position", "1=9")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "Ones can hold only" in found.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no game was left unfinished in the terminal; `fivedice games` lists all games."),
        (("yatzy",), "no game of yatzy was left unfinished in the terminal; `fivedice games` lists all games."),
        (("nothere",), "game 'nothere' is not in the database; `fivedice games` lists them."),
    ],
)
@pytest.mark.parametrize("where", [(), ("--terminal",)])
def test_a_game_that_is_not_there_cannot_be_resumed(
    tmp_path: Path, where: tuple[str, ...], arguments: tuple[str, ...], words: str
) -> None:
    database = str(tmp_path / "games.sqlite")
    found = fivedice("play", *where, "--resume", *arguments, "--database", database)
    assert found == Outcome(2, "", f"fivedice: {words}\n")


# --------------------------------------------------------------------------- killed, and resumed elsewhere

BOXES = "".join(f"{box}\ny\n" for box in ("ones", "double", "chance") for _ in range(2))
"""Both players fill all boxes; where no zero is to be confirmed, the y is refused and does nothing."""


@pytest.fixture
def killed(tmp_path: Path, short: str) -> str:
    """The database of a game of Ann and Ben whose process was killed after Ann's first turn."""
    database = str(tmp_path / "games.sqlite")
    arguments = command("--rules", short, "--players", "Ann,Ben", "--database", database)
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin
        assert game.stdout
        game.stdin.write("chance\n")
        game.stdin.flush()
        assert any("Ben: turn 1 of 3" in line for line in game.stdout)
        game.send_signal(signal.SIGKILL)
    assert game.returncode == -signal.SIGKILL
    return database


@pytest.fixture
def short(tmp_path: Path) -> str:
    """A file with rules of three boxes."""
    path = tmp_path / "short.toml"
    path.write_text(format_rules(TINY), encoding="utf-8")
    return str(path)


def finish(database: str, *arguments: str) -> str:
    """Resume the game in the terminal and play it to its end; its id, once it was found to be sound and listed."""
    done = run(BOXES, "--resume", *arguments, "--database", database, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["finished"], done.stderr
    assert "won with" in done.stderr
    game = str(found["game"])
    assert fivedice("verify", game, "--database", database).out.endswith("when the game began.\n")
    people = ", ".join(f"{one['name']} {one['total']}" for one in found["players"])
    assert people in fivedice("games", "--database", database).out
    return game


def test_a_killed_game_is_resumed_in_the_terminal(killed: str) -> None:
    with Store(killed) as store:
        (row,) = store.open_games()
        before = store.load(row.id)
    assert (before.mover, before.throws_used) == (1, 1)
    game = finish(killed)
    with Store(killed) as store:
        after = store.load(game)
    assert after.log[: before.sequence] == before.log
    assert run("", "--resume", game, "--database", killed).stdout.count("final card") == 2


def test_a_killed_game_is_resumed_in_the_browser_and_again_in_the_terminal(killed: str) -> None:
    with Store(killed) as store:
        game = resumed(store, None)
        page, _, tokens = address_of(store, game).partition("#")
    table = {"id": page.removeprefix("/table/"), "tokens": dict(parse_qsl(tokens))}
    with application(killed) as client:
        with seated(client, table, 0, 1) as both:
            after = both.act("fill", category="chance")
            assert after["seats"][1]["card"]["chance"] == sum(game.roll)
            assert both.act("throw")["mover"] == 0
        assert finish(killed, game.id) == game.id
        state = client.get(f"/api/tables/{game.id}").json()
        assert state["over"]
        while (report := client.get(f"/api/report/{game.id}")).status_code == 202:
            time.sleep(0.05)
    assert [seat["score"] for seat in report.json()["seats"]] == [seat["total"] for seat in state["seats"]]
    with Store(killed) as store:
        assert address_of(store, store.load(game.id)) == f"/report/{game.id}"
