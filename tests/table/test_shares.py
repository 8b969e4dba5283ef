"""Shares of players in the dice: who is bound to what, what enters a die, and what a record proves."""

import hashlib
import hmac
import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import IllegalDecision, RecordError
from fivedice.rules import variant
from fivedice.table.events import Ended, Pledged, Seat, Shared, Thrown, event_from_json, event_json
from fivedice.table.game import Game
from fivedice.table.legal import LIMITS
from fivedice.table.proof import throws_by_seat
from fivedice.table.record import format_record, parse_record, record_of
from fivedice.table.shares import LINKS, Chain, link_before, mixed
from fivedice.table.verify import verify
from tests.generators import examples
from tests.tables import SEED
from tests.web.tables import TINY

ANN, BEN = (Chain(f"{number:064x}") for number in (1, 2))
CHAINS = {0: ANN, 1: BEN}
PEOPLE = (Seat("Ann"), Seat("Ben"), Seat("Robot", "robot", "greedy"))


def begun(*, pledges: dict[int, str] | None = None) -> Game:
    return Game.begin(TINY, PEOPLE, seed=SEED, id="thegame", pledges=pledges)


def with_all() -> Game:
    """Both people have pledged, and revealed the share that the other's pledge wants."""
    game = begun(pledges={0: ANN.pledge})
    game = game.after(*game.pledge(1, BEN.pledge))
    for seat in sorted(game.owing):
        game = game.after(*game.share(seat, next_of(game, seat)))
    return game


def next_of(game: Game, seat: int) -> str:
    return (CHAINS[seat].after(game.links[seat]) or "") if seat in CHAINS else ""


def played(game: Game, random: int = 0, share: Callable[[Game, int], str] = next_of, most: int = 1000) -> Game:
    """A game played by chance, with a share in each throw."""
    dice = Random(random)
    while not game.is_over and game.sequence < most:
        seat = game.mover
        assert seat is not None
        if game.throws and (not game.throws_left or dice.random() < 0.4):
            events = game.fill(seat, dice.choice(list(game.scorings)))
        else:
            events = game.throw(seat, share=share(game, seat))
        game = game.after(*events)
    return game


GAME = played(with_all())


# --------------------------------------------------------------------------------------------------- chains


def test_each_link_is_the_hash_of_the_next() -> None:
    assert len(ANN.links) == LINKS + 1
    assert ANN.links[-1] == ANN.secret
    known = ANN.pledge
    for _ in range(5):
        following = ANN.after(known)
        assert following is not None
        assert known == hashlib.sha256(b"fivedice-link-1\n" + bytes.fromhex(following)).hexdigest()
        assert link_before(following) == known
        known = following


def test_nothing_follows_the_last_link_or_that_of_another() -> None:
    assert ANN.after(ANN.secret) is None
    assert ANN.after(BEN.pledge) is None
    assert ANN.after(None) is None
    assert Chain.new() != Chain.new()


@given(st.binary(max_size=32), st.binary(min_size=32, max_size=32))
def test_the_mix_is_the_hash_of_all_links_so_far(mix: bytes, link: bytes) -> None:
    assert mixed(mix, link.hex()) == hashlib.sha256(b"fivedice-mix-1\n" + mix + link).digest()


# ---------------------------------------------------------------------------------------------------- rules


def test_a_share_that_was_not_pledged_is_refused() -> None:
    game = with_all()
    following = ANN.after(game.links[0])
    for share in (BEN.after(game.links[1]), ANN.after(following), game.links[0], "00" * 32, "AB" * 32, "x"):
        with pytest.raises(IllegalDecision, match="not the next one of what Ann has pledged"):
            game.throw(0, share=share or "")
    assert game.throw(0, share=following or "")
    with pytest.raises(IllegalDecision, match="not the next one"):
        begun().throw(0, share=ANN.links[1])


def test_without_a_share_dice_are_thrown_all_the_same() -> None:
    game = with_all()
    assert game.throw(0) != game.throw(0, share=next_of(game, 0))
    assert begun(pledges={0: ANN.pledge}).throw(0) == begun().throw(0)


def test_robots_cannot_pledge_nor_seats_that_are_not_there() -> None:
    for seat in (2, 3, -1):
        with pytest.raises(IllegalDecision, match="cannot pledge"):
            begun().pledge(seat, ANN.pledge)
    with pytest.raises(IllegalDecision, match="64 hexadecimal digits"):
        begun().pledge(0, "abc")
    with pytest.raises(IllegalDecision, match="cannot pledge"):
        GAME.pledge(0, ANN.pledge)


def test_dice_that_were_chosen_by_a_number_have_no_shares() -> None:
    game = Game.begin(TINY, PEOPLE, seed=SEED, options={"seed": 7})
    with pytest.raises(IllegalDecision, match="do not depend on shares"):
        game.pledge(0, ANN.pledge)


def test_pledges_for_a_game_with_real_dice_alone_count_for_nothing() -> None:
    game = Game.begin(TINY, [Seat("Ann", physical=True)], pledges={0: ANN.pledge})
    assert len(game.log) == 1


def test_a_player_pledges_again_on_another_computer_but_not_for_ever() -> None:
    game = begun(pledges={0: ANN.pledge})
    game = game.after(*game.throw(0, share=ANN.links[1]))
    other = Chain("77" * 32)
    game = game.after(*game.pledge(0, other.pledge))
    assert game.throw(0, share=other.links[1])
    for _ in range(LIMITS[Pledged][1] - 2):
        game = game.after(*game.pledge(0, other.pledge))
    with pytest.raises(IllegalDecision, match=f"{LIMITS[Pledged][1]} times"):
        game.pledge(0, other.pledge)


def test_a_share_is_wanted_of_everybody_after_a_pledge_of_another() -> None:
    game = begun(pledges={0: ANN.pledge})
    assert game.owing == frozenset()
    game = game.after(*game.pledge(1, BEN.pledge))
    assert game.owing == {0, 1}
    game = game.after(*game.share(1, BEN.links[1]))
    assert game.owing == {0}
    with pytest.raises(IllegalDecision, match="no share of seat 1 is wanted"):
        game.share(1, BEN.links[2])
    game = game.after(*game.throw(0, share=ANN.links[1]))
    assert game.owing == frozenset()


# ------------------------------------------------------------------------------------------------- the dice


def test_a_die_is_what_the_published_formula_gives_of_seed_and_shares() -> None:
    """With hashlib and hmac alone, from the record alone."""
    document = json.loads(format_record(record_of(GAME)))
    mix, checked = b"", 0
    for event in document["events"]:
        if "share" in event:
            mix = hashlib.sha256(b"fivedice-mix-1\n" + mix + bytes.fromhex(event["share"])).digest()
        if event["event"] != "thrown":
            continue
        for place in set(range(TINY.dice)) - set(event["held"]):
            text = f"{event['seat']}:{event['turn']}:{event['throw']}:{place}:0".encode()
            digest = hmac.new(bytes.fromhex(document["seed"]), mix + text, hashlib.sha256).digest()
            number = int.from_bytes(digest[:8], "big")
            assert number < 2**64 - 2**64 % TINY.faces
            assert event["dice"][place] == 1 + number % TINY.faces
            checked += 1
    assert checked > 20


def test_the_server_cannot_foresee_a_throw_from_all_that_it_knows() -> None:
    """It knows the seed and the log; of 60 secrets of a player, all log alike and throw differently."""
    yahtzee = variant("yahtzee")
    thrown = set()
    for number in range(60):
        chain = Chain(f"{number:064x}")
        game = Game.begin(yahtzee, PEOPLE[:1], seed=SEED, pledges={0: chain.pledge})
        (event,) = game.throw(0, share=chain.links[1])
        assert isinstance(event, Thrown)
        thrown.add(event.dice)
    assert len(thrown) > 55


# ----------------------------------------------------------------------------------------------- the record


def test_events_of_shares_are_read_as_they_were_written() -> None:
    for event in (Pledged(0, "ab" * 32), Shared(1, "cd" * 32), Thrown(0, 1, 2, (), (1, 2), "ef" * 32)):
        assert event_from_json(event_json(event)) == event
    assert "share" not in event_json(Thrown(0, 1, 2, (), (1, 2)))
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        event_from_json({"event": "shared", "seat": 0, "share": ""})


@examples(30)
@given(st.data())
def test_any_other_share_or_pledge_is_found(data: st.DataObject) -> None:
    document = json.loads(format_record(record_of(GAME)))
    event = data.draw(st.sampled_from([one for one in document["events"] if "share" in one or "pledge" in one]))
    key = "share" if "share" in event else "pledge"
    place = data.draw(st.integers(0, 63))
    digit = f"{int(event[key][place], 16) ^ data.draw(st.integers(1, 15)):x}"
    event[key] = event[key][:place] + digit + event[key][place + 1 :]
    found = verify(parse_record(json.dumps(document)))
    assert found.verdict == "wrong"
    assert "not the next one of what" in found.faults[0]


def test_a_share_that_is_left_out_is_found() -> None:
    document = json.loads(format_record(record_of(GAME)))
    del next(one for one in document["events"] if one["event"] == "thrown" and "share" in one)["share"]
    assert verify(parse_record(json.dumps(document))).verdict == "wrong"


def test_a_record_says_what_its_shares_prove() -> None:
    found = verify(record_of(GAME))
    assert found.verdict == "sound"
    for name in ("Ann", "Ben"):
        assert any(f"of {name} had a share of {name}: the server could neither" in one for one in found.checked)
    assert not any("together" in one or "could choose" in one for one in found.checked)
    assert any("seed and the shares give" in one for one in found.checked)


def test_a_record_says_which_throws_could_be_foreseen_or_chosen() -> None:
    game = begun(pledges={0: ANN.pledge, 1: BEN.pledge})
    silent = played(game, share=lambda game, seat: next_of(game, seat) if seat == 0 else "")
    ann, ben, robot = throws_by_seat(silent)
    assert (ann.chosen, ann.foreseen, ann.in_league) == (0, 0, ann.all)
    assert (ben.chosen, ben.foreseen, ben.in_league) == (0, ben.all, 0)
    assert (robot.chosen, robot.foreseen) == (0, robot.all)
    said = verify(record_of(silent)).checked
    assert any("Ann and the server together could choose them" in one for one in said)
    assert any("had no share of Ben: the server could foresee them" in one for one in said)
    assert any("No player's computer had a share" in one for one in verify(record_of(played(begun()))).checked)


def test_an_unfinished_game_with_shares_is_unfinished_and_its_shares_are_checked() -> None:
    part = played(with_all(), most=12)
    found = verify(parse_record(format_record(record_of(part))))
    assert (found.verdict, found.sound, found.over) == ("unfinished", False, False)
    assert not isinstance(part.log[-1], Ended)
    document = json.loads(format_record(record_of(part)))
    next(one for one in document["events"] if one["event"] == "shared")["share"] = "00" * 32
    assert verify(parse_record(json.dumps(document))).verdict == "wrong"
