"""Files of trained players: data only, whole or refused."""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from fivedice.errors import DamagedFile, StrategyError
from fivedice.rules import Rules, Turn, legal_decisions, variant
from fivedice.rules.category import Category
from fivedice.solver.file_format import read_file, write_file
from fivedice.strategies import registry, trained
from fivedice.strategies.registry import LISTED, broken_plug_ins, strategies, strategy_named
from fivedice.strategies.trained import KIND, TYPES, Trained, TrainedPlayer, read_trained, rules_of, write_trained
from tests.generators import examples, rules
from tests.small import SMALL, TINY

WEIGHTS = np.arange(6, dtype=np.float32).reshape(2, 3)
ARRAYS: dict[str, Any] = {"weights": WEIGHTS, "choices": np.array([1, 2], np.uint8)}
PLAYER = Trained("value", TINY, ARRAYS, {"seed": 1})


@dataclass(frozen=True, eq=False)
class First(TrainedPlayer):
    """The first legal decision, whatever its arrays hold."""

    summary: str = "Takes what comes first."

    def decide(self, rules: Rules, turn: Turn) -> tuple[int, ...] | Category:
        return legal_decisions(rules, turn)[0]

    def reason(self, rules: Rules, turn: Turn) -> str:
        return self.trained.kind


@pytest.fixture(autouse=True)
def first_plays_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "player_of", lambda found, name: First(name, found))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "first.player"
    write_trained(path, PLAYER)
    return path


@examples(50, HealthCheck.function_scoped_fixture)
@given(
    rules(),
    st.dictionaries(
        st.text(max_size=8),
        st.sampled_from(TYPES).flatmap(lambda kind: npst.arrays(kind, npst.array_shapes(min_side=0))),
    ),
    st.dictionaries(st.text(), st.integers() | st.floats(allow_nan=False) | st.text()),
)
def test_what_is_written_is_read(tmp_path: Path, game: Rules, arrays: dict[str, Any], training: dict[str, Any]) -> None:
    path = tmp_path / "any.player"
    write_trained(path, Trained("network", game, arrays, training))
    found = read_trained(path)
    assert (found.kind, found.rules, found.training) == ("network", game, training)
    assert list(found.arrays) == list(arrays)
    for name, array in arrays.items():
        assert found.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(found.arrays[name], array)


def test_equal_players_make_equal_files(tmp_path: Path, file: Path) -> None:
    write_trained(tmp_path / "again", Trained("value", TINY, dict(ARRAYS), {"seed": 1}))
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_objects_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"arrays of type \|O are not written"):
        write_trained(tmp_path / "x", Trained("value", TINY, {"objects": np.array([print])}, {}))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", [0, 20, 200, -20, -1])
def test_a_flipped_byte_is_noticed(file: Path, place: int) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    with pytest.raises(DamagedFile, match=r"first\.player is (not a trained player|truncated or altered)"):
        read_trained(file)


def test_a_truncated_file_is_noticed(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(DamagedFile, match="truncated or altered"):
        read_trained(file)


def test_a_solution_is_no_player(tmp_path: Path) -> None:
    write_file(tmp_path / "s", {"format": 1})
    with pytest.raises(DamagedFile, match="s is not a trained player of fivedice"):
        read_trained(tmp_path / "s")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": 99}, "is of another format"),
        ({"kind": "wizard"}, "is of another format"),
        ({"digest": "0" * 16}, "names other rules than it holds"),
        ({"rules": "nonsense"}, "does not describe it"),
        ({"training": None}, "does not describe it"),
        ({"arrays": [["weights", "<f4", [2, 3]]]}, "24 bytes|26 bytes|25 bytes"),
        ({"arrays": [["weights", "|O", [2, 3]]]}, "an array of type"),
        ({"arrays": [["weights", "<f4", [-2, 3]]]}, "an array of type"),
        ({"arrays": [["weights", "<f4", [10**9, 10**9]]]}, "bytes of arrays instead of"),
        ({"arrays": 7}, "does not describe it"),
    ],
)
def test_a_header_that_is_made_up_is_refused(file: Path, change: dict[str, Any], sentence: str) -> None:
    header, payload = read_file(file, kind=KIND)
    write_file(file, header | change, payload, kind=KIND)
    with pytest.raises(DamagedFile, match=sentence):
        read_trained(file)


def test_a_bomb_is_not_unpacked(file: Path) -> None:
    header, _ = read_file(file, kind=KIND)
    write_file(file, header, zlib.compress(bytes(10**7)), kind=KIND)
    with pytest.raises(DamagedFile, match="27 bytes of arrays instead of 26"):
        read_trained(file)


def test_a_player_carries_version_digest_and_rules(file: Path) -> None:
    header = json.loads(file.read_bytes().split(b"\n")[1])
    assert header["digest"] == TINY.digest
    assert header["version"]
    assert read_trained(file).rules == TINY


def test_a_file_is_named_where_a_strategy_is(file: Path) -> None:
    player = strategy_named(str(file))
    assert player.name == "first.player"
    player.check(TINY)
    with pytest.raises(StrategyError, match=r"'first\.player' cannot play 'small': it was trained for 'tiny'"):
        player.check(SMALL)
    assert rules_of([strategy_named("optimal"), player]) == TINY
    assert rules_of([strategy_named("optimal")]) is None


def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy dice")
    with pytest.raises(DamagedFile, match=r"notes\.txt is not a trained player"):
        strategy_named(str(tmp_path / "notes.txt"))


def test_listed_players_are_strategies(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.player").write_bytes(b"")
    (tmp_path / "optimal.player").write_bytes(file.read_bytes())
    listed = (file, tmp_path / "broken.player", tmp_path / "optimal.player", tmp_path / "gone.player")
    monkeypatch.setenv(LISTED, ":".join(map(str, listed)))
    forget = (registry._all, registry._others)
    for one in forget:
        one.cache_clear()
    try:
        assert strategies()["first"].name == "first"
        assert strategy_named("optimal").summary.startswith("Maximises")
        wrong = broken_plug_ins()
        assert "is not a trained player" in wrong["broken"]
        assert "takes the name 'optimal', which is in use" in wrong["optimal.player"]
        assert "cannot be read: No such file" in wrong["gone"]
    finally:
        monkeypatch.undo()
        for one in forget:
            one.cache_clear()


def test_arrays_of_another_kind_are_refused_when_the_player_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for kind in trained.PLAYERS:
        with pytest.raises(DamagedFile, match=f"x does not hold the arrays of a {kind} player"):
            trained.player_of(Trained(kind, variant("yahtzee"), {"nothing": np.zeros(3, np.float32)}, {}), "x")
