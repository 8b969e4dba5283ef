"""Games at the terminal, driven by scripted lines and scripted dice."""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
from rich.console import Console

from fivedice.cli.hotseat import HotSeat, Left
from fivedice.cli.play import new_game, player_names
from fivedice.cli.terminal import Terminal
from fivedice.coach.advice import advise
from fivedice.coach.review import SeatReview
from fivedice.rules import Card, State, Turn
from fivedice.solver import Solution, cached_solution
from fivedice.table import legal
from fivedice.table.events import Coached, Filled, Thrown, Undone
from fivedice.table.game import Game
from fivedice.table.result import GameResult
from fivedice.table.store import Store
from tests.web.tables import TINY


@pytest.fixture(scope="module")
def tiny(session_cache: object) -> Solution:
    return cached_solution(TINY)


Dice = Callable[[int, int], int]
"""A face by seat and position, in every throw."""


@dataclass
class Played:
    """A game that was played at the terminal, and what the terminal showed."""

    game: Game
    solution: Solution
    text: str

    @property
    def seats(self) -> tuple[SeatReview, ...]:
        return GameResult(self.game, self.solution).seats

    @property
    def decisions(self) -> list[str]:
        return [one.taken.text for seat in self.seats for one in seat.decisions]


class Play(Protocol):
    def __call__(
        self,
        typed: Iterable[str],
        dice: Dice | None = None,
        *,
        players: str = "",
        robots: Sequence[str] = (),
        position: str = "",
        seed: int | None = None,
        physical: bool = False,
        coach: bool = False,
        resume: Game | None = None,
    ) -> Played: ...


def lines(*typed: str) -> Iterator[str]:
    yield from typed
    raise EOFError


@pytest.fixture
def play(tiny: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Types lines at a table of tiny rules, then leaves; `dice` take the place of those that the seed gives."""
    with Store(tmp_path / "games.sqlite") as store:

        def play_tiny(
            typed: Iterable[str],
            dice: Dice | None = None,
            *,
            players: str = "",
            robots: Sequence[str] = (),
            position: str = "",
            seed: int | None = None,
            physical: bool = False,
            coach: bool = False,
            resume: Game | None = None,
        ) -> Played:
            out, source = io.StringIO(), lines(*typed)
            if dice:
                monkeypatch.setattr(legal, "die", lambda _, seat, turn, throw, place, faces, mix: dice(seat, place))
            screen = Console(file=out, width=80, highlight=False, _environ={"TERM": "xterm"})
            game = resume or new_game(
                TINY, player_names(players), list(robots), physical=physical, seed=seed, position=position
            )
            if not resume:
                store.create_at_terminal(game)
            table = HotSeat(store, game, tiny, Terminal(screen, lambda: next(source)), coach)
            with suppress(Left, EOFError):
                table.play()
            assert store.load(game.id) == table.game
            return Played(table.game, tiny, out.getvalue())

        yield play_tiny


def always(*faces: int) -> Dice:
    """Dice that show the same faces in every throw."""
    return lambda seat, place: faces[place]


# --------------------------------------------------------------------------------------------- play


def test_a_game_is_played_to_its_end(play: Play) -> None:
    played = play(["1", "1", "d", "c"], always(1, 1), coach=True)  # keep a one, score Ones, Double, Chance
    assert played.game.cards == (Card((2, 10, 2)),)
    assert "You: final card" in played.text
    assert "You: 19 points" in played.text
    assert [one.points for one in played.game.log if isinstance(one, Filled)] == [2, 10, 2]


def test_luck_is_what_neither_optimal_play_nor_regret_explains(play: Play) -> None:
    played = play(["c", "d", "=1"], always(1, 1))
    (seat,), value = played.seats, played.solution.value
    assert seat.regret > 0
    assert seat.luck == pytest.approx(19 - value + seat.regret)
    assert sum(one.taken.regret for one in seat.decisions) == pytest.approx(seat.regret)
    figures = re.escape(f"You 19 {value:.1f} {seat.luck:+.1f} {seat.regret:.1f}".replace("-", "−")).replace("\\ ", " +")
    assert re.search(figures, played.text)


def test_the_coach_names_cost_and_best_alternative(play: Play, tiny: Solution) -> None:
    text = play(["c"], always(1, 1), coach=True).text
    cost, best = re.findall(r"Coach: score Chance cost (\d+\.\d\d); best was score (\w+)", text)[0]
    advice = advise(tiny, Card.empty(TINY), (1, 1), 1).choices()
    chance = next(one for one in advice if one.text == "chance")
    assert float(cost) == pytest.approx(chance.regret, abs=0.005)
    assert best == "Ones"


def test_the_summary_names_the_costliest_decision_first(play: Play) -> None:
    text = play(["c", "d", "=1"], always(1, 1)).text
    assert re.search(r"Costliest decisions:\n +\d+\.\d\d  turn 1, 11, 1 reroll left: score Chance; best score", text)


def test_a_zero_is_asked_once_and_not_written_without_a_yes(play: Play) -> None:
    refused = play(["double", "n"], always(1, 2))
    assert "Double gets 0 for 12" in refused.text
    assert refused.game.cards == (Card.empty(TINY),)
    assert play(["double", "y"], always(1, 2)).game.cards[0].points[1] == 0


def test_mistakes_lose_nothing(play: Play) -> None:
    played = play(["9", "33", "xyz", "undo", "", "help", "rules", "?", "c", "chance"], always(1, 2))
    assert played.game.cards[0].points == (None, None, 3)
    for sentence in ("not a face", "the dice show 12", "neither dice nor", "cannot be taken back", "already filled"):
        assert sentence in played.text or sentence.capitalize() in played.text
    assert "Best first" in played.text


def test_standing_makes_a_digit_a_box_again(play: Play) -> None:
    played = play(["all", "1"], always(1, 1))
    assert played.game.cards[0].points[0] == 2
    assert played.seats[0].decisions[0].made.point.rerolls == 1


def test_players_take_turns_and_the_winner_is_named(play: Play) -> None:
    played = play(["=1", "c", "d", "d", "c", "=1", "y"], lambda seat, place: seat + 1, players="Ann,Ben")
    assert [card.points for card in played.game.cards] == [(2, 10, 2), (0, 10, 4)]
    assert "Ann won with 19 points." in played.text


def test_a_player_resigns_after_a_yes_and_what_the_open_boxes_promised_is_forgone(play: Play) -> None:
    played = play(["=1", "resign", "n", "resign", "y"], lambda seat, place: seat + 1, players="Ann,Ben")
    assert played.game.resigned == {1}
    assert {"Ben resigned.", "Ann won with 7 points."} <= set(played.text.splitlines())
    for seat in played.seats:
        assert seat.forgone > 0
        assert seat.start + seat.luck - seat.regret - seat.forgone == pytest.approx(seat.score)


# ---------------------------------------------------------------------------------------- real dice


def test_with_real_dice_only_dice_and_enter_need_typing(play: Play) -> None:
    played = play(["11", "", "22", "", "13", "2", ""], physical=True)
    assert played.game.cards == (Card((2, 10, 5)),)
    assert played.seats[0].regret == 0
    assert all(seat.physical for seat in played.game.seats)
    assert "Every decision was the best one." in played.text


def test_dice_typed_wrongly_can_be_typed_again(play: Play) -> None:
    played = play(["12", "undo", "33"], physical=True)
    assert played.game.turn == Turn(State(), (3, 3), 1)
    assert not played.decisions


def test_undo_restores_what_lay_on_the_table_before_the_throw(play: Play) -> None:
    played = play(["12", "keep 2", "3", "undo"], physical=True)
    assert played.game.turn == Turn(State(), (1, 2), 1)
    assert [type(event) for event in played.game.log[1:]] == [Thrown, Coached, Thrown, Undone]
    twice = play(["undo"], resume=played.game)
    assert (twice.game.turn, twice.game.throws_left) == (None, 2)


def test_a_decision_can_be_taken_back_until_the_real_dice_are_thrown(play: Play) -> None:
    assert play(["12", "keep 2", "undo", "chance"], physical=True).decisions == ["chance"]


def test_bare_digits_are_never_a_keep_of_real_dice(play: Play) -> None:
    played = play(["11", "1"], physical=True)
    assert "say which dice stay: keep 1" in " ".join(played.text.split())
    assert played.game.turn == Turn(State(), (1, 1), 1)


def test_the_advice_for_real_dice_may_be_overridden(play: Play) -> None:
    played = play(["11", "chance"], physical=True)
    assert played.game.cards[0].points == (None, None, 2)
    assert played.seats[0].regret > 0


# --------------------------------------------------------------------------------- leaving, resuming


def test_a_game_left_and_resumed_with_its_seed_meets_the_same_dice(play: Play) -> None:
    whole = play(["none", "c", "none", "d", "y", "none", "1", "y"], seed=8)
    part = play(["none", "c", "none"], seed=8)
    rest = play(["d", "y", "none", "1", "y"], seed=8, position=part.game.position)
    again = play(["d", "y", "none", "1", "y"], resume=part.game)
    assert rest.game.cards == again.game.cards == whole.game.cards
    assert rest.game.is_over


def test_a_game_that_went_on_elsewhere_is_loaded_again(play: Play, tmp_path: Path) -> None:
    left = play([], always(1, 1)).game
    with Store(tmp_path / "games.sqlite") as elsewhere:
        elsewhere.append(left, left.fill(0, "double"))
    played = play(["c", "d", "c"], always(1, 1), resume=left)
    assert "The game went on elsewhere" in played.text
    assert played.game.cards[0].points == (None, 10, 2)


def test_what_a_position_holds_is_neither_luck_nor_regret(play: Play, tiny: Solution) -> None:
    played = play(["d", "c"], always(1, 1), position="1=2 33:1")
    (seat,) = played.seats
    assert seat.start == pytest.approx(advise(tiny, Card((2, None, None)), (3, 3), 1).best.value)
    assert seat.decisions[0].luck == 0
    assert played.game.totals == (19,)
    assert seat.score == pytest.approx(seat.start + seat.luck - seat.regret)


def test_robots_play_between_people(play: Play) -> None:
    played = play(["c", "d", "=1"], always(1, 1), robots=["greedy", "greedy"])
    assert [(seat.name, seat.kind) for seat in played.game.seats[1:]] == [("Greedy", "robot"), ("Greedy 2", "robot")]
    assert played.game.is_over
    assert "Greedy rolled 11: " in played.text
    assert played.game.coached == frozenset()


def test_real_dice_of_a_robot_are_typed(play: Play) -> None:
    typed = ["12", "chance", "12", "undo", "33", "undo", "22", ""]
    played = play(typed, robots=["greedy"], physical=True)
    robot = played.game.cards[1]
    assert robot.box_total(TINY) == 10
    assert "Greedy decides: score Double." in played.text


@pytest.mark.parametrize(("typed", "coach", "coached"), [(["c"], False, 0), (["?", "c"], False, 1), (["c"], True, 1)])
def test_a_player_who_is_advised_is_marked_as_in_the_browser(
    play: Play, typed: list[str], coach: bool, coached: int
) -> None:
    assert len(play(typed, always(1, 1), coach=coach).game.coached) == coached


def test_an_interrupted_record_explains_itself(play: Play, tiny: Solution) -> None:
    game = play(["c"], always(1, 1)).game
    record = GameResult(game, tiny).to_dict()
    assert record["finished"] is False
    assert record["position"] == "C=2 11:1"
    [player] = json.loads(json.dumps(record))["players"]
    assert player["turns"][0]["decisions"][0]["decision"] == "chance"
    assert player["turns"][0]["points"] == player["total"] == 2
    assert player["luck"] == pytest.approx(
        2 + advise(tiny, game.cards[0], (1, 1), 1).best.value - 2 - tiny.value + player["regret"]
    )
