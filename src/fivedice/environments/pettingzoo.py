"""A table of one to eight seats as PettingZoo environments.

`env` (AEC): the seats take turns, as at a table; a seat decides until it has scored a box. `parallel_env`: all seats
decide at the same time, each on its own card, since no player's dice or boxes touch another's. An observation is a
dictionary:

    "observation" : float32[..], the seat's own turn and the cards of the others, see `seat.seen_at_table`
    "action_mask" : int8[actions], which `info` has too
"""

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from fivedice.api.read import RulesLike
from fivedice.environments.learner import Info, Learner
from fivedice.environments.options import Options, check_word
from fivedice.environments.picture import RENDER_MODES, render
from fivedice.environments.registration import MOST_PLAYERS
from fivedice.environments.seat import GameDice, seen_at_table, table_size
from fivedice.errors import LearningError

WIN = "win"
"""Reward at a table: 1 for the highest score at the end, shared among equal ones."""

Seen = dict[str, Any]


class Table:
    """The seats of a game, their dice and what each of them sees."""

    def __init__(self, options: Options, seats: int, max_cycles: int | None) -> None:
        if not 1 <= seats <= MOST_PLAYERS:
            raise LearningError(f"seats={seats} is not possible; it must be 1 to {MOST_PLAYERS}.")
        if options.illegal == "end":
            raise LearningError("illegal='end' is not possible at a table; it must be 'first' or 'raise'.")
        self.options, self.rules, self.max_cycles = options, options.rules, max_cycles
        self.names = [f"player_{place}" for place in range(seats)]
        self.learners = {name: Learner(options) for name in self.names}
        self.decisions = dict.fromkeys(self.names, 0)
        self._games: dict[str, GameDice] = {}
        self._chance: np.random.Generator | None = None

    def start(self, seed: int | None) -> None:
        """The next game, or a seed's first: seat k of game g has the dice of game g · seats + k of `fd.simulate`."""
        if seed is not None or not self._games:
            self._chance, _ = seeding.np_random(seed)
            chosen = int(self._chance.integers(2**63)) if seed is None else seed
            count = len(self.names)
            self._games = {name: GameDice(self.rules, chosen, place, count) for place, name in enumerate(self.names)}
        for name, learner in self.learners.items():
            learner.start(self._games[name].next())
        self.decisions = dict.fromkeys(self.names, 0)

    def step(self, name: str, action: int) -> float:
        """A decision of a seat; returns its reward."""
        self.decisions[name] += 1
        return self.learners[name].step(action)

    def is_cut(self, name: str) -> bool:
        """Whether a seat has taken `max_cycles` decisions."""
        return self.max_cycles is not None and self.decisions[name] >= self.max_cycles

    @property
    def scores(self) -> dict[str, int]:
        """Points so far."""
        return {name: learner.seat.score for name, learner in self.learners.items()}

    def shares(self) -> dict[str, float]:
        """Each seat's share of the win."""
        best = max(self.scores.values())
        winners = [name for name, score in self.scores.items() if score == best]
        return {name: 1.0 / len(winners) if name in winners else 0.0 for name in self.names}

    @cached_property
    def observation_space(self) -> spaces.Dict:
        """What a seat sees."""
        encoding = self.options.encoding
        size = table_size(encoding, len(self.names))
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )

    def observe(self, name: str, *, to_move: bool = True) -> Seen:
        """What a seat sees, with the actions that it may take now."""
        seats = [one.seat for one in self.learners.values()]
        seen = seen_at_table(seats, self.names.index(name), to_move=not self.learners[name].ended)
        return {"observation": seen, "action_mask": self.info(name, to_move=to_move)["action_mask"]}

    def info(self, name: str, *, to_move: bool = True) -> Info:
        """The `info` dictionary of a seat."""
        info = self.learners[name].info()
        if not to_move:
            info["action_mask"] = np.zeros_like(info["action_mask"])
        return info


class TableEnv:
    """What both kinds of environment have in common."""

    def __init__(
        self,
        rules: RulesLike = "yahtzee",
        *,
        seats: int = 2,
        reward: str = "points",
        values: bool = False,
        illegal: str = "first",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            check_word("render_mode", render_mode, RENDER_MODES)
        self._wins = reward == WIN
        options = Options.read(rules, "points" if self._wins else reward, "flat", values, illegal)
        self.table, self.render_mode = Table(options, seats, max_cycles), render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self._action_spaces = {name: spaces.Discrete(options.encoding.actions) for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What a seat sees."""
        return self.table.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """What a seat can do."""
        return self._action_spaces[agent]

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def _render(self, mover: str) -> Any:
        seats = [one.seat for one in self.table.learners.values()]
        return None if self.render_mode is None else render(seats, self.render_mode, self.table.names.index(mover))


class TurnsEnv(TableEnv, AECEnv):
    """The seats take turns; `reward` may also be "win", the share of the win at the end."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fivedice_v0", "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False,
    }  # fmt: skip

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Start the next game, or the first one of a seed."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.mover = self.agent_selection = self.agents[0]
        self.infos = {name: self._info(name) for name in self.agents}

    def observe(self, agent: str) -> Seen:
        """What a seat sees; only the one to move has legal actions."""
        return self.table.observe(agent, to_move=agent == self.mover)

    def _info(self, name: str) -> Info:
        return self.table.info(name, to_move=name == self.mover)

    def step(self, action: int | None) -> None:
        """A decision of the seat to move."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        assert action is not None
        boxes = self.table.learners[name].seat.state.filled
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        reward = self.table.step(name, int(action))
        self.rewards[name] = 0.0 if self._wins else reward
        self.truncations[name] = self.table.is_cut(name) and not self.table.learners[name].ended
        if self.truncations[name] or self.table.learners[name].seat.state.filled != boxes:
            self._pass_on(name)
        self._accumulate_rewards()
        for agent in self.agents:
            self.infos[agent] = self._info(agent)
        self._deads_step_first()

    def _pass_on(self, name: str) -> None:
        """The next seat that can still play moves; if there is none, the game is over."""
        place = self.possible_agents.index(name)
        order = [*self.possible_agents[place + 1 :], *self.possible_agents[: place + 1]]
        going = [
            one for one in order
            if one in self.agents and not self.truncations[one] and not self.table.learners[one].ended
        ]  # fmt: skip
        if going:
            self.mover = self.agent_selection = going[0]
            return
        self.mover = ""
        for one in self.agents:
            self.terminations[one] = not self.truncations[one]
            if self._wins:
                self.rewards[one] = self.table.shares()[one]

    def render(self) -> Any:
        """The cards, and the dice of the seat to move."""
        return self._render(self.mover or self.possible_agents[-1])


class AtOnceEnv(TableEnv, ParallelEnv):
    """All seats decide at the same time; a seat is done when its card is full."""

    metadata: ClassVar[dict[str, Any]] = {**TurnsEnv.metadata, "is_parallelizable": True}

    def __init__(self, rules: RulesLike = "yahtzee", **options: Any) -> None:
        super().__init__(rules, **options)
        if self._wins:
            raise LearningError("reward='win' needs the end of the game: take it from env, where seats take turns.")

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Start the next game, or the first one of a seed."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {name: self.table.info(name) for name in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """A decision of every seat that is not done."""
        playing = list(self.agents)
        rewards = {name: self.table.step(name, int(actions[name])) for name in playing}
        ended = {name: self.table.learners[name].ended for name in playing}
        cut = {name: self.table.is_cut(name) and not ended[name] for name in playing}
        self.agents = [name for name in playing if not (ended[name] or cut[name])]
        return self._seen(playing), rewards, ended, cut, {name: self.table.info(name) for name in playing}

    def _seen(self, names: list[str]) -> dict[str, Seen]:
        return {name: self.table.observe(name) for name in names}

    def render(self) -> Any:
        """The cards, and the dice of the first seat that is not done."""
        return self._render((self.agents or self.possible_agents)[0])


def env(rules: RulesLike = "yahtzee", **options: Any) -> Any:
    """The seats take turns: `TurnsEnv`, with errors for calls in a wrong order."""
    return OrderEnforcingWrapper(TurnsEnv(rules, **options))


raw_env, parallel_env = TurnsEnv, AtOnceEnv
