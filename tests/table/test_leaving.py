"""Players who leave or regret: robots that play for them, resignation, an early end, and boxes taken back."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import IllegalDecision, RecordError
from fivedice.rules import variant
from fivedice.table.decisions import decisions, played_game
from fivedice.table.events import Deputed, Ended, Event, Resigned, Retracted, Returned, Seat, Stopped
from fivedice.table.game import Game
from fivedice.table.marks import about_marks, robot_turns
from fivedice.table.record import format_record, parse_record, record_json, record_of
from fivedice.table.result import GameResult
from fivedice.table.shares import Chain
from fivedice.table.verify import verify
from tests.generators import examples, rules
from tests.tables import SEED, next_events, played, table

YAHTZEE = variant("yahtzee")


def casual(game: Game) -> Game:
    """The same table, at which boxes may be taken back."""
    return Game.replay([replace(game.began, options={"casual": True})], game.seed)


def on(game: Game, *intentions: Callable[[Game], tuple[Event, ...]]) -> Game:
    for one in intentions:
        game = game.after(*one(game))
    return game


def turn(seat: int, box: str) -> list[Callable[[Game], tuple[Event, ...]]]:
    return [lambda game: game.throw(seat), lambda game: game.fill(seat, box)]


def lively_events(game: Game, random: Random) -> tuple[Event, ...]:
    """What the player to move may do, and now and then somebody leaves, comes back or regrets."""
    seat, chance = random.randrange(len(game.seats)), random.random()
    try:
        if chance < 0.1:
            return game.retract(seat)
        if chance < 0.2:
            return game.depute(seat, "greedy", random.choice(["turn", "return"]), random.choice(["away", "clock"]))
        if chance < 0.3:
            return game.take_over(seat)
        if chance < 0.32:
            return game.resign(seat)
        if chance < 0.325:
            return game.stop(seat)
    except IllegalDecision:
        pass
    return next_events(game, random)


@st.composite
def lively(draw: st.DrawFn) -> Game:
    """Finished games of tiny rules in which people leave."""
    seats = draw(st.integers(1, 4))
    hands = draw(st.sets(st.integers(0, seats - 1)))
    game = casual(table(draw(rules(max_rolls=4)), seats, physical=tuple(hands)))
    random = Random(draw(st.integers(0, 2**32)))
    while not game.is_over:
        game = game.after(*lively_events(game, random))
    return game


@examples(60)
@given(lively())
def test_whoever_leaves_the_record_is_sound_and_the_game_replays(game: Game) -> None:
    assert isinstance(game.log[-1], Ended)
    assert Game.replay(game.log, SEED) == game
    record = parse_record(format_record(record_of(game)))
    assert record.game == game
    assert verify(record).verdict == "sound", verify(record).faults
    assert min(game.rank) == 1
    for seat, marks in enumerate(game.marks):
        full = game.is_full(seat)
        assert ("unfinished" in marks) == (not full) == (game.final_scores[seat] is None)
        assert (seat in game.resigned) == ("resigned" in marks)
    boxes = [one for one in decisions(game) if one.scoring]
    assert len({one.key[:2] for one in boxes}) == len(boxes)
    for seat, card in enumerate(game.cards):
        assert sum(one.seat == seat for one in boxes) == sum(points is not None for points in card.points)


def test_a_robot_plays_one_turn_and_the_player_the_next() -> None:
    game = on(table(YAHTZEE), lambda g: g.throw(0), lambda g: g.depute(0, "greedy", "turn"))
    assert (game.strategy_of(0), game.strategy_of(1)) == ("greedy", None)
    game = on(game, lambda g: g.throw(0, [0]), lambda g: g.fill(0, "chance"))
    assert game.strategy_of(0) is None
    assert robot_turns(game) == ((0,), ())
    assert game.marks[0] == {"deputed"}
    assert [one.deputy for one in decisions(game)] == [True, True]
    game = on(game, *turn(1, "chance"), *turn(0, "ones"))
    assert robot_turns(game) == ((0,), ())
    assert about_marks(game) == ["A robot played for Ann in turn 1."]


def test_a_robot_plays_on_until_the_player_returns_and_decides_about_the_dice_that_lie_there() -> None:
    game = on(table(YAHTZEE), lambda g: g.depute(1, "greedy", "return"), *turn(0, "chance"), *turn(1, "chance"))
    assert game.strategy_of(1) == "greedy"
    game = on(game, *turn(0, "ones"), lambda g: g.throw(1), lambda g: g.take_over(1))
    assert (game.mover, game.strategy_of(1), len(game.throws)) == (1, None, 1)
    game = on(game, lambda g: g.throw(1, [0, 1]), lambda g: g.fill(1, "ones"))
    assert robot_turns(game)[1] == (0, 1)
    assert [one.deputy for one in decisions(game) if one.seat == 1] == [True, False, False]


def test_the_share_of_an_absent_player_waits_and_goes_on_when_he_returns() -> None:
    chains = Chain.new(), Chain.new()
    game = Game.begin(
        YAHTZEE, [Seat("Ann"), Seat("Ben")], seed=SEED, pledges={0: chains[0].pledge, 1: chains[1].pledge}
    )
    give = [lambda g, n=seat: g.throw(n, (), None, chains[n].after(g.links[n]) or "") for seat in (0, 1)]
    game = on(game, give[0], lambda g: g.fill(0, "chance"), lambda g: g.depute(1, "greedy", "return"))
    mix, link = game.mix, game.links[1]
    game = on(game, *turn(1, "chance"))
    assert (game.mix, game.links[1]) == (mix, link)
    game = on(
        game, give[0], lambda g: g.fill(0, "ones"), lambda g: g.take_over(1), give[1], lambda g: g.fill(1, "ones")
    )
    assert game.mix != mix
    game = on(game, lambda g: g.resign(1))
    found = verify(record_of(game))
    assert found.sound
    assert "1 of 2 rolls of Ben had no share of Ben, 1 of them a robot's for Ben: the server could foresee them." in (
        found.checked
    )
    assert {"A robot played for Ben in turn 1.", "Ben resigned."} <= set(found.checked)


def test_of_two_players_one_resigns_and_the_game_is_over() -> None:
    game = on(table(YAHTZEE), *turn(0, "yahtzee"), lambda g: g.throw(1), lambda g: g.resign(0))
    assert (game.mover, game.is_broken_off, game.ended is not None) == (None, True, True)
    assert (game.rank, game.final_scores) == ((2, 1), (None, None))
    assert [sorted(marks) for marks in game.marks] == [["resigned", "unfinished"], ["unfinished"]]
    assert GameResult(game, None).parts()[-1] == "Ben won with 0 points."
    with pytest.raises(IllegalDecision, match=r"the game is over: it was ended early\.$"):
        game.throw(1)
    assert played_game(game).left == {0: 1}


def test_with_more_players_the_others_play_on_and_a_turn_under_way_is_closed() -> None:
    game = on(table(YAHTZEE, 3), *turn(0, "chance"), lambda g: g.throw(1), lambda g: g.throw(1), lambda g: g.resign(1))
    assert (game.mover, game.throws, game.turn_number) == (2, (), 0)
    assert len([one for one in decisions(game) if one.seat == 1]) == 1
    game = on(game, *turn(2, "chance"))
    assert (game.mover, game.turn_number) == (0, 1)
    with pytest.raises(IllegalDecision, match=r"Ben has resigned\.$"):
        game.resign(1)
    game = played(game)
    assert game.rank[1] == 3
    assert [score is None for score in game.final_scores] == [False, True, False]
    assert verify(record_of(game)).sound


def test_robots_do_not_play_on_among_themselves() -> None:
    robots = [Seat(f"R{number}", "robot", "greedy") for number in (1, 2)]
    game = Game.begin(YAHTZEE, [Seat("Ann"), *robots], seed=SEED)
    game = on(game, lambda g: g.resign(0))
    assert game.ended is not None
    with pytest.raises(IllegalDecision, match="a robot plays to the end"):
        Game.begin(YAHTZEE, [Seat("Ann"), *robots], seed=SEED).resign(1)


def test_a_game_that_is_stopped_has_no_winner() -> None:
    game = on(table(YAHTZEE, 3), *turn(0, "chance"), lambda g: g.throw(1), lambda g: g.stop(0))
    assert (game.mover, game.stopped, game.final_scores) == (None, True, (None, None, None))
    assert about_marks(game) == ["Ann ended the game before its cards were full: nobody won."]
    assert GameResult(game, None).parts()[-1] == about_marks(game)[0]
    assert verify(record_of(game)).sound


def test_a_box_is_taken_back_and_the_same_dice_lie_there_again() -> None:
    before = on(casual(table(YAHTZEE)), lambda g: g.throw(0), lambda g: g.throw(0, [1, 2]))
    game = on(before, lambda g: g.fill(0, "ones"), lambda g: g.rename(1, "Zoë"), lambda g: g.retract(0))
    assert (game.mover, game.table, game.throws, game.cards) == (0, before.table, before.throws, before.cards)
    assert game.point == before.point + 2
    game = on(game, lambda g: g.throw(0, [0]), lambda g: g.fill(0, "chance"))
    assert [one.throw for one in decisions(game)] == [0, 1, 2]
    assert game.marks[0] == {"retracted"}
    assert about_marks(game) == ["Ann took back a box."]


REFUSED: dict[str, tuple[Game, Callable[[Game], object], str]] = {
    "a box at a table that is not casual": (
        on(table(YAHTZEE), *turn(0, "ones")), lambda g: g.retract(0), "boxes are taken back at casual tables only"
    ),
    "a box after the next player threw": (
        on(casual(table(YAHTZEE)), *turn(0, "ones"), lambda g: g.throw(1)), lambda g: g.retract(0), "no box of Ann can"
    ),
    "a box of somebody else": (
        on(casual(table(YAHTZEE)), *turn(0, "ones")), lambda g: g.retract(1), "no box of Ben can be taken back"
    ),
    "a box that a robot filled": (
        on(casual(table(YAHTZEE)), lambda g: g.depute(0, "greedy", "turn"), *turn(0, "ones")),
        lambda g: g.retract(0), "no box of Ann can be taken back",
    ),
    "a throw": (on(casual(table(YAHTZEE)), lambda g: g.throw(0)), lambda g: g.retract(0), "no box of Ann can"),
    "a robot for real dice": (
        table(YAHTZEE, physical=(0,)), lambda g: g.depute(0, "greedy", "turn"), "Ann plays with real dice"
    ),
    "a robot for the turn of another": (
        table(YAHTZEE), lambda g: g.depute(1, "greedy", "turn"), "it is not the turn of Ben"
    ),
    "a second robot": (
        on(table(YAHTZEE), lambda g: g.depute(0, "greedy", "return")),
        lambda g: g.depute(0, "greedy", "return"), "a robot plays for Ann already",
    ),
    "a return without a robot": (table(YAHTZEE), lambda g: g.take_over(0), "no robot plays for Ann."),
    "a return when the time is over": (
        on(table(YAHTZEE), lambda g: g.depute(0, "greedy", "turn", "clock")),
        lambda g: g.take_over(0), "the time of Ann for this turn is over",
    ),
    "a seat that is not there": (table(YAHTZEE), lambda g: g.resign(7), "seat 7 is not that of a player"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "intention", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_gets_one_sentence(game: Game, intention: Callable[[Game], object], words: str) -> None:
    with pytest.raises(IllegalDecision) as refused:
        intention(game)
    assert str(refused.value).startswith(words)
    assert str(refused.value).endswith(".")


def test_events_that_cannot_have_happened_are_refused() -> None:
    game = on(casual(table(YAHTZEE)), *turn(0, "ones"))
    for event in (Retracted(0, 0, "twos"), Retracted(0, 1, "ones"), Returned(0), Deputed(0, "x", "turn", "away")):
        with pytest.raises(RecordError):
            game.after(event)
    with pytest.raises(RecordError, match="the game cannot end while boxes are open"):
        game.after(Ended(SEED.hex(), "now"))
    for last in (Resigned(1), Stopped(1)):
        assert game.after(last).is_over
    document = record_json(record_of(on(game, lambda g: g.stop(1))))
    document["ended"] = document["seed"] = None
    found = verify(parse_record(json.dumps(document)))
    assert found.faults == (
        "The game was ended early, but the seed is not revealed, so that the dice cannot be checked.",
    )
    for broken in ({"until": "never"}, {"reason": "boredom"}, {"strategy": 7}):
        document_event = {
            "event": "deputed",
            "seat": 0,
            "strategy": "greedy",
            "until": "turn",
            "reason": "away",
            **broken,
        }
        with pytest.raises(RecordError, match=next(iter(broken))):
            parse_record(json.dumps({**document, "events": [document_event]}))
