import hashlib
import hmac
import json
import re
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import RecordError
from fivedice.rules import variant
from fivedice.statistics.dice import examine_dice
from fivedice.statistics.significance import chi_square
from fivedice.table.dice import (
    COMMITTED,
    NUMBERS,
    SEED_BYTES,
    commitment,
    die,
    format_seed,
    new_seed,
    numbered_seed,
    parse_seed,
)
from fivedice.table.events import Seat, event_json
from fivedice.table.game import Game
from fivedice.table.seal import Key
from fivedice.table.shares import Chain

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)


def by_hand(seed: bytes, text: str, faces: int) -> int:
    """The formula again, as another program would write it."""
    attempt = 0
    while True:
        digest = hmac.new(seed, f"{text}:{attempt}".encode(), hashlib.sha256).digest()
        number = sum(byte << 8 * (7 - place) for place, byte in enumerate(digest[:8]))
        if number // faces < 2**64 // faces:
            return number % faces + 1
        attempt += 1


@given(seeds, *[st.integers(0, 20)] * 4, st.integers(2, 20))
def test_a_die_is_what_the_published_formula_gives(
    seed: bytes, seat: int, turn: int, throw: int, position: int, faces: int
) -> None:
    face = die(seed, seat, turn, throw, position, faces)
    assert face == by_hand(seed, f"{seat}:{turn}:{throw}:{position}", faces)
    assert 1 <= face <= faces


def test_a_whole_game_of_dice_is_what_the_published_formula_gives() -> None:
    for one in product(range(8), range(13), range(3), range(5)):
        assert die(SEED, *one, 6) == by_hand(SEED, ":".join(map(str, one)), 6)


@given(seeds)
def test_numbers_that_would_favour_low_faces_are_drawn_again(seed: bytes) -> None:
    faces = 2**63 + 1  # so many that every second number is refused
    drawn = [die(seed, 0, 0, 0, position, faces) for position in range(8)]
    assert drawn == [by_hand(seed, f"0:0:0:{position}", faces) for position in range(8)]


def test_the_commitment_is_the_hash_of_a_label_and_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(b"fivedice-dice-1\n" + SEED).hexdigest()
    assert commitment(SEED) == "9004117788739259c31751bde427ebe2414308df3abe3de65fa80ec9473ba42c"


@pytest.mark.parametrize("faces", [2, 6, 20])
def test_all_faces_are_equally_likely_and_neighbours_have_nothing_to_do_with_each_other(faces: int) -> None:
    where = product(range(8), range(50), range(3), range(20))
    found = examine_dice(np.array([die(SEED, *one, faces) for one in where]), faces)
    assert all(test.p > 0.001 for test in found.tests), found.tests


@pytest.mark.parametrize("axis", range(4))
def test_dice_that_differ_in_one_index_only_are_independent(axis: int) -> None:
    random, pairs = Random(axis), [0] * 36
    for _ in range(7200):
        seat, turn, throw, place = (random.randrange(1000) for _ in range(4))
        one = die(SEED, seat, turn, throw, place, 6)
        other = die(SEED, seat + (axis == 0), turn + (axis == 1), throw + (axis == 2), place + (axis == 3), 6)
        pairs[6 * one + other - 7] += 1
    assert chi_square(pairs).p > 0.001


def test_dice_do_not_depend_on_the_order_in_which_they_are_asked_for() -> None:
    where = list(product(range(3), range(5), range(3), range(5)))
    first = {one: die(SEED, *one, 6) for one in where}
    Random(1).shuffle(where)
    assert {one: die(SEED, *one, 6) for one in where} == first


def test_seeds_are_long_and_new_every_time() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


@given(seeds)
def test_a_seed_is_read_as_it_was_written(seed: bytes) -> None:
    assert parse_seed(format_seed(seed)) == seed


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33, "0A" * 32, "00 " * 32])
def test_a_seed_that_is_not_64_digits_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        parse_seed(text)


def test_equal_numbers_give_equal_seeds() -> None:
    assert numbered_seed(7) == numbered_seed(7) != numbered_seed(8)
    assert len(numbered_seed(7)) == SEED_BYTES


# ------------------------------------------------------------------------------------------ docs/fair-dice.md

PAGE = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")


EVENTS = r"(?s)```json\n(.*?)```"


def on_page(pattern: str) -> str:
    found = re.search(pattern, PAGE, re.MULTILINE)
    assert found
    return str(found[1])


def test_the_worked_example_of_the_page_follows_from_its_own_words() -> None:
    """With hashlib and hmac alone, from the page alone."""
    seed, sealed = (on_page(rf"^{word} +([0-9a-f]{{64}})$") for word in ("seed", "commitment"))
    assert hashlib.sha256(b"fivedice-dice-1\x0a" + bytes.fromhex(seed)).hexdigest() == sealed
    mixes = dict(re.findall(r"^mix (\d)  ([0-9a-f]{64})$", PAGE, re.MULTILINE))
    rows = re.findall(r"^\| (\d) \| `([\d:]+)` \| `([0-9a-f]{16})` \| (\d+) \| (\d) \|$", PAGE, re.MULTILINE)
    faces = {}
    for number, text, first_bytes, x, face in rows:
        message = bytes.fromhex(mixes[number]) + text.encode("ascii")
        digest = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).hexdigest()
        assert (digest[:16], int(digest[:16], 16), int(x) % 6 + 1) == (first_bytes, int(x), int(face))
        faces[number, text] = int(face)
    table, known, mix, shares = [0] * 5, {}, b"", 0
    for event in json.loads(on_page(EVENTS)):
        if "pledge" in event:
            known[event["seat"]] = event["pledge"]
            continue
        share = bytes.fromhex(event["share"])
        assert hashlib.sha256(b"fivedice-link-1\x0a" + share).hexdigest() == known[event["seat"]]
        mix, shares = hashlib.sha256(b"fivedice-mix-1\x0a" + mix + share).digest(), shares + 1
        assert mix.hex() == mixes[str(shares)]
        known[event["seat"]] = event["share"]
        if event["event"] == "thrown":
            for place in set(range(5)) - set(event["held"]):
                where = f"{event['seat']}:{event['turn']}:{event['throw']}:{place}:0"
                table[place] = faces.pop((str(shares), where))
            assert table == event["dice"]
    assert (len(rows), shares, len(mixes)) == (8, 4, 4)
    assert not faces


def test_the_worked_example_of_the_page_is_what_the_table_throws_and_says() -> None:
    assert format_seed(SEED) in PAGE
    assert commitment(SEED) in PAGE
    assert COMMITTED == b"fivedice-dice-1\n"
    assert str(NUMBERS - NUMBERS % 6) in PAGE
    ann, ben = (Chain(f"{number:064x}") for number in (1, 2))
    game = Game.begin(variant("yahtzee"), (Seat("Ann"), Seat("Ben")), seed=SEED, pledges={0: ann.pledge})
    game = game.after(*game.pledge(1, ben.pledge))
    game = game.after(*game.share(0, ann.links[1]))
    game = game.after(*game.share(1, ben.links[1]))
    game = game.after(*game.throw(0, share=ann.links[2]))
    game = game.after(*game.throw(0, (0, 2), share=ann.links[3]))
    assert json.loads(on_page(EVENTS)) == [json.loads(json.dumps(event_json(one))) for one in game.log[1:]]


def test_a_seed_is_sealed_as_the_page_says(tmp_path: Path) -> None:
    """With hashlib and hmac alone, from the file of the key and what the database holds."""
    sealed = Key(tmp_path / "key").seal(SEED, "thegame")
    key = bytes.fromhex((tmp_path / "key").read_text())
    pad = hmac.digest(key, b"fivedice-seal-1\n" + sealed[:16] + b"thegame", "sha256")
    assert bytes(one ^ other for one, other in zip(sealed[16:], pad, strict=True)) == SEED
