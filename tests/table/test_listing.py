import json
from dataclasses import replace
from random import Random

import pytest
import sqlalchemy as sa

from fivedice.coach.review import review
from fivedice.rules import variant
from fivedice.solver import Solution
from fivedice.table import schema
from fivedice.table.decisions import played_game
from fivedice.table.events import Seat
from fivedice.table.game import Game
from fivedice.table.ranking import SCORE_LISTS
from fivedice.table.record import record_of
from fivedice.table.store import Store
from tests.tables import NAMES, named, played, steps, table

YAHTZEE, YACHT = variant("yahtzee"), variant("yacht")


def test_games_are_listed_newest_first_by_variant_and_player(store: Store) -> None:
    for number in (1, 2, 3):
        store.create(named(number, NAMES[number], "Zoë"))
    store.create(replace_id(table(YACHT), "open"))
    store.create(Game.begin(YAHTZEE.change({"upper_bonus": 36}), [Seat("Eve")], id="other"))
    assert [row.id for row in store.games()] == ["other", "g3", "open", "g2", "g1"]
    assert [row.id for row in store.games(limit=1, variant="yahtzee")] == ["g3"]
    assert [row.id for row in store.games(player="ZOË")] == ["g3", "g2", "g1"]
    assert [row.id for row in store.games(player="Ben")] == ["open", "g1"]
    assert [row.id for row in store.games(variant="yacht")] == ["open"]
    assert {row.id for row in store.open_games()} == {"open", "other"}
    first = store.games(player="Ben", variant="yahtzee")[0]
    assert [seat.score for seat in first.seats] == list(named(1, "Ben", "Zoë").totals)
    assert json.loads(json.dumps(first.as_json()))["seats"][1]["name"] == "Zoë"


def replace_id(game: Game, name: str) -> Game:
    return Game.replay([replace(game.began, game=name)], game.seed)


def test_high_scores_keep_people_and_robots_apart(store: Store) -> None:
    games = [named(number, "Ann", "Ben", robot=True, random=100 * number) for number in (1, 2, 3)]
    for game in games:
        store.create(game)
    store.create(table(YACHT))
    people = store.high_scores("yahtzee")
    assert [row.score for row in people] == sorted((one for game in games for one in game.totals[:2]), reverse=True)
    assert {row.kind for row in people} == {"person"}
    robots = store.high_scores("yahtzee", "robot", 2)
    assert [row.score for row in robots] == sorted((game.totals[2] for game in games), reverse=True)[:2]
    assert {row.strategy for row in robots} == {"optimal"}
    assert store.high_scores("yacht") == []


@pytest.mark.parametrize("options", [{"position": "1=5"}, {"seed": 7}])
def test_a_game_whose_start_or_seed_was_chosen_is_listed_but_not_in_the_high_scores(
    store: Store, options: dict[str, object]
) -> None:
    game = played(Game.begin(YAHTZEE, [Seat("Ann")], options=options))
    store.create(game)
    assert store.high_scores("yahtzee") == []
    assert len(store.high_scores("yahtzee", "practice")) == 1
    assert len(store.player(game.seats[0].name)) == len(store.games()) == 1


def test_every_score_stands_in_one_list_among_its_like(store: Store) -> None:
    seats = [Seat("Ann"), Seat("Ben"), Seat("Cleo", physical=True), Seat("Dan", physical=True)]
    seats += [
        Seat("Eve"),
        Seat("Fay"),
        Seat("Bold", "robot", "greedy"),
        Seat("Typed", "robot", "greedy", physical=True),
    ]
    game = Game.begin(YAHTZEE, seats)
    for events in (game.coach(1), game.coach(3), game.join(4, "Clever", "bot"), game.depute(5, "greedy", "return")):
        game = game.after(*events)
    store.create(game)
    while (seat := game.mover) is not None:
        shown = [1] * 5 if game.seats[seat].physical else None
        box = next(iter(game.scorings), "")
        game = store.append(game, game.fill(seat, box) if game.throws else game.throw(seat, (), shown))
    found = {name: [row.name for row in store.high_scores("yahtzee", name)] for name in SCORE_LISTS}
    assert {name: sorted(names) for name, names in found.items()} == {
        "person": ["Ann"],
        "coached": ["Ben"],
        "real": ["Cleo"],
        "practice": ["Dan", "Fay", "Typed"],
        "robot": ["Bold"],
        "bot": ["Clever"],
    }


def test_rules_that_only_bear_the_name_of_a_variant_are_not_in_its_high_scores(store: Store) -> None:
    easy = YAHTZEE.change({"upper_threshold": 0})
    store.create(played(replace_id(table(easy, 1), "easy")))
    assert store.high_scores("yahtzee") == []


def test_a_player_has_games_scores_and_regret(store: Store, yahtzee_solution: Solution) -> None:
    games = [named(number, "Ann", "Ben", random=number) for number in (2, 1)]
    for game in games:
        store.create(game)
    assert [(row.regret, row.luck) for row in store.player("ann")] == [(None, None)] * 2
    assert store.unreviewed() == [row.game for row in store.player("ann")]
    found = review(played_game(games[0]), yahtzee_solution, win=False)
    store.save_review("g2", found.as_json())
    store.save_review("g2", found.as_json())
    assert store.unreviewed() == ["g1"]
    (row,) = [one for one in store.player("ANN") if one.game == "g2"]
    assert row.score == games[0].totals[0]
    assert [row.regret, row.luck] == pytest.approx([found.seats[0].regret, found.seats[0].luck])
    assert store.review("g2") == json.loads(json.dumps(found.as_json()))
    assert store.review("g1") is None
    assert store.player("nobody") == []


def test_a_new_name_is_found_and_the_old_one_is_not(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    game = store.append(game, game.rename(0, "Łukasz 🎲"))
    game = store.append(game, game.join(1, "<b>Eve</b>"))
    assert [row.id for row in store.games(player="łukasz 🎲")] == [game.id]
    assert store.games(player="Ann") == []
    assert [seat.name for seat in store.games()[0].seats] == ["Łukasz 🎲", "<b>Eve</b>"]
    assert store.load(game.id) == game


def test_whoever_was_coached_is_marked_in_lists_and_scores(store: Store) -> None:
    game = table(YAHTZEE)
    store.create(game)
    game = store.append(game, game.coach(1))
    assert [seat.coached for seat in store.open_games()[0].seats] == [False, True]
    for _, events, _ in steps(game, Random(1)):
        game = store.append(game, events)
    listed = SCORE_LISTS[:2]
    marks = [(row.seat, row.coached) for one in listed for row in store.high_scores("yahtzee", one)]
    assert marks == [(0, False), (1, True)]
    (row,) = store.player(game.seats[1].name)
    assert row.as_json()["coached"] is True
    store.delete(game.id)
    store.import_record(record_of(game))
    assert [(row.seat, row.coached) for one in listed for row in store.high_scores("yahtzee", one)] == marks


def test_names_are_never_part_of_a_query(store: Store) -> None:
    game = Game.begin(YAHTZEE, [Seat("'); DROP TABLE x;--"), Seat("%")])
    store.create(game)
    assert store.games(player="'); DROP TABLE x;--")[0].id == game.id
    assert store.games(player="' OR '1'='1") == []
    assert len(store.games(player="%")) == 1


def test_a_deleted_game_is_gone_with_all_that_belongs_to_it(store: Store, yahtzee_solution: Solution) -> None:
    game = named(1, "Ann")
    store.create(game)
    store.save_review("g1", review(played_game(game), yahtzee_solution).as_json())
    store.delete("g1")
    with store.engine.connect() as connection:
        for one in (schema.games, schema.seats, schema.events, schema.reviews):
            assert connection.scalar(sa.select(sa.func.count()).select_from(one)) == 0
