"""Thousands of games as one Gymnasium environment, stepped by compiled kernels on all cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from fivedice.api.read import RulesLike
from fivedice.arrays import Bools, Floats, Longs
from fivedice.environments.encoding import Mask, Observation
from fivedice.environments.exact import values_of_actions
from fivedice.environments.options import Options
from fivedice.errors import IllegalDecision, LearningError
from fivedice.kernels.stepping import (
    END_GAME,
    TAKE_FIRST,
    Games,
    Seen,
    observe_games,
    sample_actions,
    start_games,
    step_games,
)
from fivedice.kernels.threads import thread_count
from fivedice.simulation.streams import Counter
from fivedice.solver import Solution
from fivedice.strategies.policy import Batch

LEAST_GAMES_PER_THREAD = 512
Info = dict[str, Any]


class VectorGame(gymnasium.vector.VectorEnv[Observation, Longs, Any]):
    """`num_envs` games at once, the same as that many of `single.GameEnv`, by kernels.

    Game i of a seed is that of `GameEnv` with seed + i. A finished game starts anew in the next step, or as
    `autoreset_mode` says. Every array that is returned is new.
    """

    def __init__(
        self,
        num_envs: int,
        rules: RulesLike = "yahtzee",
        *,
        reward: str = "points",
        observation: str = "dict",
        values: bool = False,
        illegal: str = "first",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
    ) -> None:
        if num_envs < 1:
            raise LearningError(f"num_envs={num_envs} is not possible; it must be 1 or more.")
        self.options = Options.read(rules, reward, observation, values, illegal)
        self.rules, self.encoding, self.num_envs = self.options.rules, self.options.encoding, num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.single_action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.single_observation_space = self.encoding.space(observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._begun = False
        filled, flags, upper, turn, rerolls, roll, score, number = np.zeros((8, num_envs), np.int64)
        seeds, table = np.zeros(num_envs, np.uint64), np.zeros((num_envs, self.rules.dice), np.uint8)
        over = np.ones(num_envs, np.bool_)
        self._games = Games(filled, flags, upper, turn, rerolls, roll, score, number, seeds, table, over)
        self._mask: Mask = np.zeros((num_envs, self.encoding.actions), np.int8)
        self._values: Floats = np.zeros((num_envs, 0))
        workers = max(min(thread_count(threads), num_envs // LEAST_GAMES_PER_THREAD), 1)
        self._edges = [num_envs * part // workers for part in range(workers + 1)]
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Start the next game everywhere, or the first ones of the seeds; options={"reset_mask": bools} says where."""
        wanted = (options or {}).get("reset_mask")
        where = np.ones(self.num_envs, np.bool_) if wanted is None else np.asarray(wanted, np.bool_)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._games.number[where] += 1
        self._set_seeds(seed, where)
        self._start(np.flatnonzero(where))
        seen = self._observe()
        return seen, self._info(self._mask.copy(), np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs))

    def _set_seeds(self, seed: int | Sequence[int | None] | None, where: Bools) -> None:
        """Give seeds to games, and begin with the first game of each."""
        if seed is None and self._begun:
            return
        chosen: list[int | None]
        if seed is None:
            chosen = [int(one) for one in self.np_random.integers(2**63, size=self.num_envs)]
        elif isinstance(seed, int | np.integer):
            chosen = [int(seed) + place for place in range(self.num_envs)]
        else:
            chosen = list(seed)
        if len(chosen) != self.num_envs:
            raise LearningError(f"{len(chosen)} seeds are given for {self.num_envs} games; give one for each.")
        for place, one in enumerate(chosen):
            if one is not None and where[place]:
                self._games.seeds[place], self._games.number[place] = Counter(one).seed, 0
        self._begun = True

    def step(self, actions: Longs) -> tuple[Observation, Floats, Bools, Bools, Info]:
        """Take one decision in each game."""
        chosen = self._check(np.ascontiguousarray(actions, np.int64))
        games, was_over = self._games, self._games.over.copy()
        taken, points, illegal = self._advance(chosen)
        ended, regrets = games.over.copy(), self._regrets(taken, was_over)
        rewards = points
        if self.options.reward == "regret":
            rewards = -regrets
        elif self.options.reward == "end":
            rewards = np.where(ended, games.score, 0.0)
        final: Info = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            final = self._final(ended, illegal, regrets)
            games.number[ended] += 1
            self._start(np.flatnonzero(ended))
            illegal, regrets = illegal & ~ended, np.where(ended, 0.0, regrets)
        seen = self._observe()
        info = self._info(self._mask.copy(), illegal, regrets)
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), {**info, **final}

    def _advance(self, actions: Longs) -> tuple[Longs, Floats, Bools]:
        """Step all games: the action that each took, −1 for none, the points it brought, and whether it was illegal."""
        taken, points = np.empty(self.num_envs, np.int64), np.empty(self.num_envs)
        illegal = np.empty(self.num_envs, np.bool_)
        on_illegal = END_GAME if self.options.illegal == "end" else TAKE_FIRST
        again = self.autoreset_mode is AutoresetMode.NEXT_STEP
        encoding, arguments = self.encoding, self.encoding.arguments

        def run(begin: int, end: int) -> None:
            step_games(
                self._games, begin, end, actions, taken, points, illegal, on_illegal, again, self.rules.rolls - 1,
                encoding.encoded, arguments.rules, arguments.tables,
            )  # fmt: skip

        self._share(run)
        return taken, points, illegal

    def sample(self, generator: np.random.Generator) -> Longs:
        """int64[num_envs], a legal action for each game, all equally likely."""
        chance, actions = generator.random(self.num_envs), np.empty(self.num_envs, np.int64)
        self._share(lambda begin, end: sample_actions(self._mask, chance, actions, begin, end))
        return actions

    @property
    def turns(self) -> Batch:
        """The decision points of all games, as policies take them."""
        games = self._games
        return Batch(*(one.copy() for one in (games.filled, games.upper, games.flags, games.roll, games.rerolls)))

    def look_ahead(self, values: Floats) -> Floats:
        """float64[num_envs, actions], what actions are worth if the states after the turn are worth `values`.

        values : float64[flags, masks, upper totals], points still to come, as in `Solution`; the rest of the turn is
        played as well as it can be. −∞ where an action is not legal.
        """
        going = np.flatnonzero(~self._games.over)
        found = np.full((self.num_envs, self.encoding.actions), -np.inf)
        turns = Batch(*(one[going] for one in self.turns))
        found[going] = values_of_actions(Solution(self.rules, values, None, 0.0), turns, self._mask[going])
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()

    def _share(self, run: Callable[[int, int], None]) -> None:
        """Run a kernel over all games, a part of them on each core."""
        if self._pool is None:
            run(0, self.num_envs)
        else:
            list(self._pool.map(run, self._edges[:-1], self._edges[1:]))

    def _start(self, which: Longs) -> None:
        tables = self.encoding.tables
        start_games(self._games, which, tables.extend, self.rules.faces, self.rules.rolls - 1)

    def _look(self) -> tuple[Observation, Mask]:
        """New arrays with what is seen of all games, and which actions are legal."""
        count, rules, games = self.num_envs, self.rules, self._games
        flat = self.options.observation == "flat"
        named = 0 if flat else count
        seen = Seen(
            np.empty((count, self.encoding.actions), np.int8),
            np.empty((named, rules.dice), np.int8),
            np.empty((named, rules.turns), np.int8),
            np.empty((named, rules.turns), np.int16),
            np.empty((count if flat else 0, self.encoding.flat_size), np.float32),
        )
        arguments = self.encoding.arguments
        self._share(
            lambda begin, end: observe_games(
                games, begin, end, seen, rules.rolls - 1, self.encoding.encoded, arguments.rules, arguments.tables
            )
        )
        if flat:
            return seen.flat, seen.mask
        rest = {"rerolls": games.rerolls.copy(), "upper": games.upper.copy(), "bonus": games.flags.copy()}
        return {"dice": seen.dice, "filled": seen.filled, "pays": seen.pays, **rest}, seen.mask

    def _observe(self) -> Observation:
        """The same, with masks and values kept for the next step."""
        seen, self._mask = self._look()
        if self.options.exact:
            self._values = self.look_ahead(self.options.exact.solution.values)
        return seen

    def _regrets(self, taken: Longs, was_over: Bools) -> Floats:
        """float64[num_envs], what each action gave away; a game that is given up gives away all that was to come."""
        if not self.options.exact:
            return np.zeros(self.num_envs)
        going, regrets = np.flatnonzero(~was_over), np.zeros(self.num_envs)
        values, done = self._values[going], taken[going]
        regrets[going] = values.max(axis=1) - np.where(done >= 0, values[np.arange(len(going)), done], 0.0)
        return regrets

    def _check(self, actions: Longs) -> Longs:
        """The actions, if they can be taken."""
        if not self._begun:
            raise IllegalDecision("no game has begun: reset the environment first.")
        if actions.shape != (self.num_envs,):
            raise LearningError(
                f"actions of shape {actions.shape} are given for {self.num_envs} games; give one for each."
            )
        over = self._games.over
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP and over.any():
            raise IllegalDecision(f"game {int(over.argmax())} is over: reset it before the next step.")
        if self.options.illegal == "raise":
            keeps = (actions >= 0) & (actions < self.encoding.keeps)
            known = (actions >= 0) & (actions < self.encoding.actions)
            in_mask = self._mask[np.arange(self.num_envs), np.where(known, actions, 0)] > 0
            wrong = ~over & ~np.where(keeps, self._games.rerolls > 0, known & in_mask)
            if wrong.any():
                game = int(wrong.argmax())
                raise IllegalDecision(
                    f"action {actions[game]} is not legal in game {game}; take one that info['action_mask'] has."
                )
        return actions

    def _info(self, mask: Mask, illegal: Bools, regrets: Floats, where: Bools | None = None) -> Info:
        """What is known besides, with an array _key beside each key that says which games have it."""
        info: Info = {"action_mask": mask, "score": self._games.score.copy(), "illegal": illegal.copy()}
        if self.options.values:
            best = self._values.max(axis=1)
            info["regret"], info["value"] = regrets.copy(), np.where(self._games.over, 0.0, best)
            info["action_values"] = self._values.copy()
        if where is not None:  # as Gymnasium has it: nothing is known of the others
            for one in info.values():
                one[~where] = 0
        there = np.ones(self.num_envs, np.bool_) if where is None else where
        return {**info, **{f"_{key}": there.copy() for key in info}}

    def _final(self, ended: Bools, illegal: Bools, regrets: Floats) -> Info:
        """Last observations and infos of the games that ended, before they start anew."""
        seen, mask = self._look()
        last = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended):
            last[place] = {key: one[place] for key, one in seen.items()} if isinstance(seen, dict) else seen[place]
        if self.options.values:
            self._values[ended] = -np.inf
        info = self._info(mask, illegal, regrets, ended)
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}
