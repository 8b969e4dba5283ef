"""Thousands of games as one Gymnasium environment, stepped by compiled kernels on all cores."""

from collections.abc import Sequence
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
from fivedice.kernels.step_arrays import Games, Seen, Taken, scratch_for
from fivedice.kernels.stepping import END_GAME, TAKE_FIRST, run_games, sample_actions, start_games
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
        filled, flags, upper, turn, rerolls, roll, score, number, legal = np.zeros((9, num_envs), np.int64)
        seeds, table = np.zeros(num_envs, np.uint64), np.zeros((num_envs, self.rules.dice), np.uint8)
        over = np.ones(num_envs, np.bool_)
        self._games = Games(filled, flags, upper, turn, rerolls, roll, score, number, legal, seeds, table, over)
        self._values: Floats = np.zeros((num_envs, 0))
        workers = max(min(thread_count(threads), num_envs // LEAST_GAMES_PER_THREAD), 1)
        self._edges = [num_envs * part // workers for part in range(workers + 1)]
        self._scratch = [scratch_for(self.rules.dice, self.rules.faces) for _ in range(workers)]
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Start the next game everywhere, or the first ones of the seeds; options={"reset_mask": bools} says where."""
        wanted = (options or {}).get("reset_mask")
        where = np.ones(self.num_envs, np.bool_) if wanted is None else np.asarray(wanted, np.bool_)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._games.number[where] += 1
        self._set_seeds(seed, where)
        start_games(self._games, where, self._scratch[0], self.encoding.encoded)
        _, seen = self._run(None)
        self._look_ahead()
        return self._named(seen), self._info(seen, np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs))

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
        games, exact = self._games, self.options.exact
        was_over = games.over.copy() if exact else games.over
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        taken, seen = self._run(chosen, sees=not same_step)
        ended, illegal, regrets = taken.ended, taken.illegal, self._regrets(taken.action, was_over)
        rewards = taken.points
        if self.options.reward == "regret":
            rewards = -regrets
        elif self.options.reward == "end":
            rewards = np.where(ended, games.score, 0.0)
        final: Info = {}
        if same_step:
            if ended.any():
                final = self._final(ended, illegal, regrets)
                games.number[ended] += 1
                start_games(games, ended, self._scratch[0], self.encoding.encoded)
                illegal, regrets = illegal & ~ended, np.where(ended, 0.0, regrets)
            _, seen = self._run(None)
        self._look_ahead()
        info = self._info(seen, illegal, regrets)
        return self._named(seen), rewards, ended, np.zeros(self.num_envs, np.bool_), {**info, **final}

    def _run(self, actions: Longs | None, *, sees: bool = True) -> tuple[Taken, Seen]:
        """Take the given actions, if any, and observe all games if `sees`, in parallel on all cores."""
        count, rules, encoding = self.num_envs, self.rules, self.encoding
        steps, looks = 0 if actions is None else count, count if sees else 0
        named, flat = (0, looks) if self.options.observation == "flat" else (looks, 0)
        taken = Taken(*(np.empty(steps, kind) for kind in (np.int64, np.float64, np.bool_, np.bool_)))
        seen = Seen(
            np.empty((looks, encoding.actions), np.int8),
            np.empty(looks, np.int64),
            np.empty(named, np.int64),
            np.empty(named, np.int64),
            np.empty(named, np.int64),
            np.empty((named, rules.dice), np.int8),
            np.empty((named, rules.turns), np.int8),
            np.empty((named, rules.turns), np.int16),
            np.empty((flat, encoding.flat_size), np.float32),
        )
        chosen = taken.action if actions is None else actions
        on_illegal = END_GAME if self.options.illegal == "end" else TAKE_FIRST
        again = self.autoreset_mode is AutoresetMode.NEXT_STEP
        encoded, numbers = encoding.encoded, encoding.arguments.rules

        def run(part: int) -> None:
            begin, end = self._edges[part : part + 2]
            games, scratch = self._games, self._scratch[part]
            run_games(games, begin, end, chosen, taken, on_illegal, again, seen, scratch, encoded, numbers)

        others = [self._pool.submit(run, part) for part in range(1, len(self._scratch))] if self._pool else []
        run(0)
        for one in others:
            one.result()
        return taken, seen

    def sample(self, generator: np.random.Generator) -> Longs:
        """int64[num_envs], a legal action for each game, all equally likely."""
        actions = np.empty(self.num_envs, np.int64)
        sample_actions(self._games, generator.random(self.num_envs), actions, self.encoding.encoded)
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
        mask = self._legal(turns, self._games.legal[going])
        found[going] = values_of_actions(Solution(self.rules, values, None, 0.0), turns, mask)
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()

    def _legal(self, turns: Batch, boxes: Longs) -> Mask:
        """int8[turns, actions], which actions are legal; boxes : int64[turns], bits of those that may be scored."""
        keeps = self.encoding.encoded.keep_masks[np.where(turns.rerolls > 0, turns.roll, -1)]
        return np.hstack([keeps, (boxes[:, None] >> np.arange(self.rules.turns) & 1).astype(np.int8)])

    def _named(self, seen: Seen) -> Observation:
        """The observation as a dictionary or an array."""
        if self.options.observation == "flat":
            return seen.flat
        names = ("dice", "rerolls", "filled", "upper", "bonus", "pays")
        return {name: getattr(seen, name) for name in names}

    def _look_ahead(self) -> None:
        """Store the values of all actions for the next step, if needed."""
        if self.options.exact:
            self._values = self.look_ahead(self.options.exact.solution.values)

    def _regrets(self, taken: Longs, was_over: Bools) -> Floats:
        """float64[num_envs], regret of each action; a game that is ended early loses all points still to come."""
        if not self.options.exact:
            return np.zeros(self.num_envs)
        going, regrets = np.flatnonzero(~was_over), np.zeros(self.num_envs)
        values, done = self._values[going], taken[going]
        regrets[going] = values.max(axis=1) - np.where(done >= 0, values[np.arange(len(going)), done], 0.0)
        return regrets

    def _check(self, actions: Longs) -> Longs:
        """Check the actions, and return them."""
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
            box = actions - self.encoding.keeps
            is_box = (box >= 0) & (box < self.rules.turns)
            may_score = is_box & (self._games.legal >> np.where(is_box, box, 0) & 1 > 0)
            wrong = ~over & ~np.where(keeps, self._games.rerolls > 0, may_score)
            if wrong.any():
                game = int(wrong.argmax())
                raise IllegalDecision(
                    f"action {actions[game]} is not legal in game {game}; take one that info['action_mask'] has."
                )
        return actions

    def _info(self, seen: Seen, illegal: Bools, regrets: Floats, where: Bools | None = None) -> Info:
        """The `info` dictionary, with an array _key beside each key: the games that have it."""
        info: Info = {"action_mask": seen.mask, "score": seen.score, "illegal": illegal}
        if self.options.values:
            best = self._values.max(axis=1)
            info["regret"], info["value"] = regrets.copy(), np.where(self._games.over, 0.0, best)
            info["action_values"] = self._values.copy()
        if where is not None:  # as in Gymnasium: zeros for all others
            for one in info.values():
                one[~where] = 0
        there = np.ones(self.num_envs, np.bool_) if where is None else where
        return {**info, **{f"_{key}": there.copy() for key in info}}

    def _final(self, ended: Bools, illegal: Bools, regrets: Floats) -> Info:
        """Last observations and infos of the games that ended, before they start anew."""
        _, seen = self._run(None)
        named, last = self._named(seen), np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended):
            last[place] = {key: one[place] for key, one in named.items()} if isinstance(named, dict) else named[place]
        if self.options.values:
            self._values[ended] = -np.inf
        info = self._info(seen, illegal.copy(), regrets, ended)
        return {"final_obs": last, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}
