"""OpenSpiel's game "fivedice_yahtzee": one to eight players, every throw a chance node.

    pyspiel.load_game("fivedice_yahtzee(players=2,rules=yatzy)")

Actions are those of `encoding`; the outcome of a chance node is the index of the roll that then lies on the table. The
return of a player is the final score. Players take turns; all of them see everything.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from fivedice.api.read import read_rules
from fivedice.environments.encoding import encoding_of
from fivedice.environments.picture import text
from fivedice.environments.registration import MOST_PLAYERS, openspiel_type
from fivedice.environments.seat import Seat, seen_at_table, table_size
from fivedice.errors import LearningError
from fivedice.rules import format_dice
from fivedice.rules.decision import decision_words
from fivedice.solver.reference import throws


class YahtzeeGame(pyspiel.Game):
    """The game; parameters `players` and `rules` (a name or the path of a TOML file)."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        chosen = {"players": 1, "rules": "yahtzee", **parameters}
        self.players, self.rules = int(chosen["players"]), read_rules(str(chosen["rules"]))
        if not 1 <= self.players <= MOST_PLAYERS:
            raise LearningError(f"players={self.players} is not possible; it must be 1 to {MOST_PLAYERS}.")
        self.encoding = encoding_of(self.rules)
        turns = self.players * self.rules.turns
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.rules.dice_set.roll_count,
            num_players=self.players,
            min_utility=0.0,
            max_utility=float(self.encoding.most_score),
            max_game_length=turns * self.rules.rolls,
        )
        super().__init__(openspiel_type(), info, chosen)

    def new_initial_state(self) -> "YahtzeeState":
        """The first player's first throw."""
        return YahtzeeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees: everything."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class YahtzeeState(pyspiel.State):
    """A position: the seats, whose turn it is, and whether dice are to be thrown."""

    def __init__(self, game: YahtzeeGame) -> None:
        super().__init__(game)
        self.seats = [Seat(game.rules) for _ in range(game.players)]
        self.mover, self.throwing = 0, True

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return self.seats[self.mover]

    def current_player(self) -> int:
        """The seat to move, or chance."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.throwing else self.mover

    def is_terminal(self) -> bool:
        """Whether every card is full."""
        return self.seats[-1].over

    def returns(self) -> list[float]:
        """Final scores, and zeros before the end."""
        return [float(seat.score) if self.is_terminal() else 0.0 for seat in self.seats]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The rolls that can follow the dice that are kept."""
        dice = self.seat.rules.dice_set
        return [(dice.roll_index(roll), chance) for roll, chance in sorted(throws(dice, self.seat.kept))]

    def _legal_actions(self, player: int) -> list[int]:
        return [int(one) for one in np.flatnonzero(encoding_of(self.seat.rules).mask(self.seat.turn))]

    def _apply_action(self, action: int) -> None:
        seat = self.seat
        if self.throwing:
            seat.table = seat.rules.dice_set.rolls[action]
            self.throwing = False
            return
        boxes = seat.state.filled
        seat.take(encoding_of(seat.rules).decision(seat.turn, action))
        self.throwing = True
        if seat.state.filled != boxes:
            self.mover = (self.mover + 1) % len(self.seats)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {format_dice(self.seat.rules.dice_set.rolls[action])}"
        return decision_words(encoding_of(self.seat.rules).decision(self.seat.turn, action))

    def __str__(self) -> str:
        return text(self.seats, self.mover)


class Observer:
    """What is seen of a position, as one array and as text; see `seat.seen_at_table`."""

    def __init__(self, game: YahtzeeGame) -> None:
        self.tensor = np.zeros(table_size(game.encoding, game.players), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: YahtzeeState, player: int) -> None:
        """Write what a player sees."""
        to_move = player == state.mover and not state.throwing and not state.is_terminal()
        self.tensor[:] = seen_at_table(state.seats, player, to_move=to_move)

    def string_from(self, state: YahtzeeState, player: int) -> str:
        """The same as text."""
        return f"player {player}\n{state}"
