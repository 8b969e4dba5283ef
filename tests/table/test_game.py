from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import FivediceError, IllegalDecision, NotationError, RecordError, RulesError
from fivedice.rules import Card, Decision, Rules, Turn, variant
from fivedice.rules.notation import parse_card
from fivedice.table.dice import commitment, die
from fivedice.table.events import Ended, Event, Filled, Seat, Thrown, event_from_json, event_json
from fivedice.table.game import Game
from fivedice.table.robot import robot_decision
from tests.generators import examples, rules
from tests.tables import SEED, finished, played, steps, table
from tests.whim import Whim

YAHTZEE = variant("yahtzee")


def on(game: Game, *intentions: Callable[[Game], tuple[Event, ...]]) -> Game:
    for one in intentions:
        game = game.after(*one(game))
    return game


@examples(150)
@given(finished())
def test_any_legal_sequence_of_intentions_replays_to_the_same_game(game: Game) -> None:
    assert Game.replay(game.log) == game
    assert Game.replay(event_from_json(event_json(event)) for event in game.log) == game


@examples(50)
@given(st.data())
def test_a_game_can_be_taken_up_again_after_any_event(data: st.DataObject) -> None:
    start = table(data.draw(rules()), data.draw(st.integers(1, 3)))
    random = Random(data.draw(st.integers(0, 999)))
    for before, events, after in steps(start, random):
        again = Game.replay(before.log, SEED)
        assert again == before
        assert again.after(*events) == after


@examples(80)
@given(finished())
def test_a_game_is_over_when_every_card_is_full_and_then_reveals_its_seed(game: Game) -> None:
    assert game.mover is None
    assert all(None not in card.points for card in game.cards)
    assert isinstance(game.log[-1], Ended)
    assert game.ended == game.log[-1]
    by_hand = all(seat.physical for seat in game.seats)
    assert game.log[-1].seed == (None if by_hand else SEED.hex())
    assert game.commitment == (None if by_hand else commitment(SEED))
    assert sum(isinstance(event, Filled) for event in game.log) == game.rules.turns * len(game.seats)


@examples(80)
@given(finished(by_hand=False))
def test_every_die_is_the_one_that_the_seed_gives_whatever_was_held_before(game: Game) -> None:
    for event in game.log:
        if isinstance(event, Thrown):
            where = (event.seat, event.turn, event.throw)
            for place in set(range(game.rules.dice)) - set(event.held):
                assert event.dice[place] == die(SEED, *where, place, game.rules.faces)


@examples(40)
@given(finished())
def test_held_dice_lie_still_and_cards_add_up(game: Game) -> None:
    at = Game.opened(game.began)
    points = [0] * len(game.seats)
    for event in game.log[1:]:
        if isinstance(event, Thrown):
            assert all(event.dice[place] == at.table[place] for place in event.held)
        if isinstance(event, Filled):
            points[event.seat] += event.points + event.bonus
        at = at.followed(event)
    for card, total, score in zip(game.cards, points, game.totals, strict=True):
        assert score == total + card.upper_bonus(game.rules)


def test_seats_move_in_turn_and_the_table_tells_what_is_left() -> None:
    game = table(YAHTZEE, 3)
    assert (game.mover, game.throws_left, game.table, game.held, game.turn) == (0, 3, (), frozenset(), None)
    game = on(game, lambda g: g.throw(0), lambda g: g.throw(0, [3, 1]))
    assert (game.throws_used, game.throws_left, game.held) == (2, 1, frozenset({1, 3}))
    assert game.turn == Turn(Card.empty(YAHTZEE).state(YAHTZEE), tuple(sorted(game.table)), 1)
    game = on(game, lambda g: g.fill(0, "chance"))
    assert (game.mover, game.turn_number, game.throws_used) == (1, 0, 0)
    thrown = game.log[-2]
    assert isinstance(thrown, Thrown)
    assert game.totals == (sum(thrown.dice), 0, 0)
    game = on(game, lambda g: g.throw(1), lambda g: g.fill(1, "yahtzee"))
    game = on(game, lambda g: g.throw(2), lambda g: g.fill(2, "yahtzee"))
    assert (game.mover, game.turn_number) == (0, 1)
    assert game.rank == (1, 2, 2)


def test_the_last_roll_leaves_only_boxes() -> None:
    game = on(table(YAHTZEE), *[lambda g: g.throw(0)] * 3)
    assert game.throws_left == 0
    with pytest.raises(IllegalDecision, match="all 3 rolls of this turn are used: score a box"):
        game.throw(0)
    assert set(game.scorings) == {one.name for one in YAHTZEE.categories}


ROLLED = on(table(YAHTZEE), lambda g: g.throw(0))
BY_HAND = table(YAHTZEE, physical=(0,))
ILLEGAL: dict[str, tuple[Game, Callable[[Game], object], str]] = {
    "a turn out of order": (ROLLED, lambda g: g.throw(1), "it is the turn of Ann, not that of Ben."),
    "a seat that is not there": (ROLLED, lambda g: g.fill(7, "chance"), "it is the turn of Ann."),
    "a seat before the first": (ROLLED, lambda g: g.fill(-1, "chance"), "it is the turn of Ann."),
    "dice held before they lie there": (table(YAHTZEE), lambda g: g.throw(0, [0]), "no dice lie on the table yet"),
    "a sixth die": (ROLLED, lambda g: g.throw(0, [5]), "cannot hold [5]: each of the positions 0 to 4"),
    "a die below the table": (ROLLED, lambda g: g.throw(0, [-1]), "cannot hold [-1]: "),
    "a die twice": (ROLLED, lambda g: g.throw(0, [1, 1]), "cannot hold [1, 1]: "),
    "half a die": (ROLLED, lambda g: g.throw(0, [0.0]), "cannot hold [0.0]: "),  # type: ignore[list-item]
    "true for a die": (ROLLED, lambda g: g.throw(0, [True]), "cannot hold [True]: "),
    "a list for a die": (ROLLED, lambda g: g.throw(0, [[1]]), "cannot hold [[1]]: "),  # type: ignore[list-item]
    "all dice held": (ROLLED, lambda g: g.throw(0, range(5)), "all dice are held, so there is nothing to roll"),
    "typed dice that the table rolls": (ROLLED, lambda g: g.throw(0, [0], [1, 2, 3, 4]), "these dice are rolled by "),
    "a box that is not there": (ROLLED, lambda g: g.fill(0, "pair"), "category 'pair' is not on this card; "),
    "a box before the dice": (table(YAHTZEE), lambda g: g.fill(0, "chance"), "nothing can be scored before "),
    "dice taken back": (ROLLED, lambda g: g.undo_typed(0), "dice that were rolled cannot be taken back."),
    "nothing typed": (BY_HAND, lambda g: g.throw(0), "5 dice were rolled by hand, but none were typed"),
    "too few typed": (BY_HAND, lambda g: g.throw(0, [], [1, 2]), "5 dice were rolled by hand, but 2 were typed"),
    "a seven typed": (BY_HAND, lambda g: g.throw(0, [], [1, 2, 3, 4, 7]), "[1, 2, 3, 4, 7] are not all faces of "),
    "true typed": (BY_HAND, lambda g: g.throw(0, [], [1, 2, 3, 4, True]), "[1, 2, 3, 4, True] are not all faces of "),
    "nothing to take back": (BY_HAND, lambda g: g.undo_typed(0), "no dice were typed in this turn"),
    "a game that is over": (played(table(YAHTZEE, 1)), lambda g: g.throw(0), "the game is over: every box is filled."),
    "a name after the end": (played(table(YAHTZEE, 1)), lambda g: g.rename(0, "X"), "the game is over: names stay "),
    "a name for a seat that is not there": (ROLLED, lambda g: g.rename(2, "X"), "seat 2 is not that of a person"),
    "dice without the seed": (Game.replay(ROLLED.log), lambda g: g.throw(0), "the seed of this game is not known here"),
}


@pytest.mark.parametrize(("game", "intention", "words"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_what_is_not_allowed_gets_one_sentence(game: Game, intention: Callable[[Game], object], words: str) -> None:
    with pytest.raises(IllegalDecision) as refused:
        intention(game)
    sentence = str(refused.value)
    assert sentence.startswith(words)
    assert sentence.endswith(".")


def test_a_box_is_filled_once() -> None:
    game = on(table(YAHTZEE, 1), lambda g: g.throw(0), lambda g: g.fill(0, "chance"), lambda g: g.throw(0))
    with pytest.raises(IllegalDecision, match="cannot score Chance: already filled"):
        game.fill(0, "chance")


def test_a_forced_joker_is_forced_at_the_table_too() -> None:
    game = on(table(YAHTZEE, 1, physical=(0,)), lambda g: g.throw(0, [], [4] * 5))
    game = on(replace(game, cards=(parse_card(YAHTZEE, "yahtzee=50"),)))
    assert list(game.scorings) == ["fours"]
    with pytest.raises(IllegalDecision, match="a joker must go to Fours"):
        game.fill(0, "full_house")
    filled = game.fill(0, "fours")[0]
    assert filled == Filled(0, 1, "fours", 20, 100)


def test_typed_dice_go_where_they_were_thrown_and_can_be_typed_again() -> None:
    game = on(BY_HAND, lambda g: g.throw(0, [], [1, 2, 3, 4, 5]), lambda g: g.throw(0, [1, 3], [6, 5, 1]))
    assert game.table == (6, 2, 5, 4, 1)
    game = on(game, lambda g: g.undo_typed(0))
    assert (game.table, game.throws_used) == ((1, 2, 3, 4, 5), 1)
    game = on(game, lambda g: g.throw(0, [0], [6, 6, 6, 6]))
    assert (game.table, game.throws_used, game.held) == ((1, 6, 6, 6, 6), 2, frozenset({0}))
    assert Game.replay(game.log, SEED) == game


def test_a_table_of_physical_dice_only_has_no_seed() -> None:
    game = table(YAHTZEE, 2, physical=(0, 1))
    assert (game.seed, game.commitment) == (None, None)
    assert played(game).is_over


def test_the_seed_is_not_shown_with_the_game() -> None:
    assert SEED.hex() not in repr(ROLLED)
    assert repr(SEED) not in repr(ROLLED)


def test_two_games_have_different_ids_seeds_and_commitments() -> None:
    one, other = (Game.begin(YAHTZEE, [Seat("Ann")]) for _ in range(2))
    assert len({one.id, other.id}) == len({one.seed, other.seed}) == len({one.commitment, other.commitment}) == 2
    assert one.began.created.endswith("+00:00")


@pytest.mark.parametrize("count", [0, 9])
def test_a_table_has_one_to_eight_seats(count: int) -> None:
    with pytest.raises(RecordError, match="1 to 8 seats"):
        Game.begin(YAHTZEE, [Seat(f"P{number}") for number in range(count)], seed=SEED)


def test_names_are_different_at_one_table() -> None:
    with pytest.raises(NotationError, match="'ANN' is taken"):
        Game.begin(YAHTZEE, [Seat("Ann"), Seat("ANN")])
    with pytest.raises(NotationError, match="'ben' is taken"):
        ROLLED.rename(0, " ben ")
    assert on(ROLLED, lambda g: g.rename(0, "ANN")).seats[0].name == "ANN"
    assert on(ROLLED, lambda g: g.join(1, "Cleo")).seats[1].name == "Cleo"


def test_a_robot_keeps_its_name() -> None:
    game = Game.begin(YAHTZEE, [Seat("Ann"), Seat("Robot", "robot", "optimal")])
    with pytest.raises(IllegalDecision, match="seat 1 is not that of a person"):
        game.rename(1, "Ben")


def test_dice_that_lay_still_are_kept_before_others_that_show_the_same() -> None:
    game = on(table(YAHTZEE, physical=(0,)), lambda g: g.throw(0, [], [6, 1, 6, 2, 6]))
    assert game.positions((6, 6)) == (0, 2)
    game = on(game, lambda g: g.throw(0, [4], [6, 1, 2, 6]))
    assert game.positions((6, 6)) == (0, 4)
    with pytest.raises(IllegalDecision, match="cannot keep 55: the dice show 12666"):
        game.positions((5, 5))


@examples(60)
@given(rules(), st.integers(0, 10**6))
def test_a_robot_plays_a_whole_game_with_the_decisions_of_its_strategy(game: Rules, number: int) -> None:
    whim, at = Whim(number), Game.begin(game, [Seat("Robot", "robot", "whim")], seed=SEED)
    while not at.is_over:
        if not at.throws:
            at = at.after(*at.throw(0))
            continue
        turn = at.turn
        assert turn is not None
        asked, decision = whim.decide(game, turn), robot_decision(whim, at)
        if asked != turn.roll:  # whoever keeps all dice is asked again
            assert decision == asked
        at = at.after(*at.take(0, decision))
    assert Game.replay(at.log) == at


@dataclass(frozen=True)
class Waiting:
    """Keeps all dice until it must score Chance."""

    name: str = "waiting"
    summary: str = "Waits."

    def check(self, rules: Rules) -> None: ...

    def reason(self, rules: Rules, turn: Turn) -> str:
        return ""

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        return turn.roll if turn.rerolls else rules.category("chance")


def test_a_robot_that_waits_for_a_box_scores_it_at_once() -> None:
    assert robot_decision(Waiting(), ROLLED) == YAHTZEE.category("chance")
    with pytest.raises(IllegalDecision, match="roll them first"):
        robot_decision(Waiting(), table(YAHTZEE))


FORGED: dict[str, Callable[[Thrown], Event]] = {
    "another die": lambda e: replace(e, dice=(e.dice[0] % 6 + 1, *e.dice[1:])),
    "another turn": lambda e: replace(e, turn=1),
    "another throw": lambda e: replace(e, throw=1),
    "a sixth die": lambda e: replace(e, dice=(*e.dice, 1)),
    "a seven": lambda e: replace(e, dice=(7, *e.dice[1:])),
    "somebody else": lambda e: replace(e, seat=1),
    "held dice": lambda e: replace(e, held=(0,)),
    "points for nothing": lambda e: Filled(0, 0, "yahtzee", 50, 0),
    "an early end": lambda e: Ended(SEED.hex(), "now"),
    "a second beginning": lambda e: table(YAHTZEE).began,
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_an_event_that_cannot_have_happened_is_refused(forge: Callable[[Thrown], Event]) -> None:
    game = table(YAHTZEE)
    (event,) = game.throw(0)
    assert isinstance(event, Thrown)
    with pytest.raises(RecordError, match=r"^event 1: .*\.$"):
        game.after(forge(event))


@pytest.mark.parametrize("seed", [None, "00" * 32])
def test_a_game_ends_with_the_seed_that_it_began_with(seed: str | None) -> None:
    game = played(table(YAHTZEE, 1))
    with pytest.raises(RecordError, match="commitment"):
        Game.replay((*game.log[:-1], Ended(seed, "now")))


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "0" * 16},
        {"seats": ()},
        {"commitment": None},
        {"rules": "nonsense"},
        {"seats": (Seat("A"), Seat("a"))},
    ],
    ids=str,
)
def test_a_beginning_that_contradicts_itself_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises((RecordError, RulesError, NotationError)):
        Game.replay([replace(table(YAHTZEE).began, **change)], SEED)


@pytest.mark.parametrize(
    "value",
    [
        None, [], "thrown", {}, {"event": "flown"}, {"event": ["thrown"]}, {"event": "thrown"},
        {"event": "undone", "seat": 0, "turn": 0, "throw": 0, "more": 1},
        {"event": "undone", "seat": -1, "turn": 0, "throw": 0},
        {"event": "undone", "seat": True, "turn": 0, "throw": 0},
        {"event": "undone", "seat": 1.0, "turn": 0, "throw": 0},
        {"event": "thrown", "seat": 0, "turn": 0, "throw": 0, "held": 1, "dice": []},
        {"event": "thrown", "seat": 0, "turn": 0, "throw": 0, "held": ["1"], "dice": []},
        {"event": "filled", "seat": 0, "turn": 0, "category": 1, "points": 0, "bonus": 0},
        {"event": "renamed", "seat": 0, "name": "A\nB"},
        {"event": "renamed", "seat": 0, "name": " A"},
        {**event_json(ROLLED.began), "seats": [{"name": "A"}]},
        {**event_json(ROLLED.began), "seats": [{"name": "A", "kind": "cat", "strategy": None, "physical": False}]},
        {**event_json(ROLLED.began), "seats": [{"name": "A", "kind": "robot", "strategy": None, "physical": False}]},
        {**event_json(ROLLED.began), "seats": [{"name": "A", "kind": "person", "strategy": None, "physical": 0}]},
        {**event_json(ROLLED.began), "options": []},
        {**event_json(ROLLED.began), "options": {"open": 5}},
        {**event_json(ROLLED.began), "options": {"open": ["0"]}},
        *({**event_json(ROLLED.began), "game": name} for name in ("", "a/b", "é", 'a"b', "a\r\nX: y", "x" * 65)),
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused_with_a_sentence(value: Any) -> None:
    with pytest.raises(FivediceError, match=r"\.$"):
        event_from_json(value)
