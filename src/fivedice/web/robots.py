"""Robots at a table: they decide in the helper process, wait long enough to be followed, and act as people do."""

import asyncio
from typing import Any

from fivedice.errors import FivediceError, NoSuchGame
from fivedice.phrases import phrase, wired
from fivedice.table.game import Game
from fivedice.table.robot import best_paying
from fivedice.web.helper import Helper, Urgency
from fivedice.web.live import LiveTable
from fivedice.web.protocol import SPEEDS, error_message
from fivedice.web.solutions import Solutions

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a robot whose act could not be stored retries: the delay doubles from the first to the second."""
TAKE_OVER = 1.0
"""Seconds between checks whether the server that plays the robots of a table is still running."""
LEAST_REST, MOST_REST = 0.01, 0.1
"""Bounds on the pause of a robot where no player is connected, in seconds for each table with robots: it is as long as
the decision took. So robots act at most 100 times a second in all, and less often when the machine is busy."""


class Robots:
    """Plays the robots' seats of all tables."""

    def __init__(self, helper: Helper, solutions: Solutions) -> None:
        self.helper, self.solutions = helper, solutions
        self.playing: set[LiveTable] = set()
        self.rest = LEAST_REST

    def __call__(self, table: LiveTable) -> None:
        """Start a task if a robot is to move and none runs yet."""
        if table not in self.playing and _is_wanted(table):
            self.playing.add(table)
            table.spawn(self._play(table))

    async def _play(self, table: LiveTable) -> None:
        goes_on = True
        try:
            while goes_on and _is_wanted(table):
                async with table.neighbours.acting(table.game.id) as mine:
                    if mine:
                        goes_on = await self._play_on(table)
                if not mine:
                    await asyncio.sleep(TAKE_OVER)  # another server plays, unless it crashes
        finally:
            self.playing.discard(table)
        if goes_on:
            self(table)  # it may be a robot's turn again by now

    async def _play_on(self, table: LiveTable) -> bool:
        """Play until a robot is no longer to move; False if that cannot be done now."""
        wait = FIRST_WAIT
        while _is_wanted(table):
            try:
                await self._step(table)
                wait = FIRST_WAIT
            except NoSuchGame:
                return False
            except FivediceError as error:
                if not table.listeners:
                    return False  # the next connection starts it again
                if wait == FIRST_WAIT:
                    table.say(error_message(phrase("The robot waits: {problem}", problem=error.sentence), "robot"))
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
        return True

    async def _step(self, table: LiveTable) -> None:
        """The next act: the first throw of a turn, another throw, or a box."""
        game = table.game
        seat = game.mover
        assert seat is not None
        if not game.throws:
            regret = table.timing.regret if game.options.get("casual") and game.retractable else 0.0
            await asyncio.sleep(max(self.resting(table), regret))
            await _happen_at(table, game, lambda now: now.throw(seat))
            return
        decision = await self._decide(table, game, seat)
        if table.game.point != game.point:
            return  # a typed throw was taken back meanwhile
        reason = decision["reason"]
        says = {"seat": seat, "text": reason, "phrases": decision["phrases"]} if reason else None
        if "category" in decision:
            table.say_held(seat, (True,) * game.rules.dice, says)
            await asyncio.sleep(self.resting(table))
            await _happen_at(table, game, lambda now: now.fill(seat, decision["category"]))
            return
        positions = game.positions(tuple(decision["keep"]))
        held = tuple(position in positions for position in range(game.rules.dice))
        table.say_held(seat, held, says)
        if game.seats[seat].physical and not all(held):
            table.say_state()  # with what is to be typed
            return
        await asyncio.sleep(self.resting(table))
        await _happen_at(table, game, lambda now: now.throw(seat, positions, () if now.seats[seat].physical else None))

    async def _decide(self, table: LiveTable, game: Game, seat: int) -> dict[str, Any]:
        """The strategy's decision; a strategy that fails scores the box that pays most, and says so."""
        turn, name, rules = game.turn, game.strategy_of(seat), game.rules
        assert turn is not None

        def tell(done: int, total: int) -> None:
            table.say({"type": "solving", "variant": rules.name, "done": done, "total": total})

        state = [turn.state.filled, turn.state.upper, int(turn.state.bonus), turn.state.saved]
        try:
            if name == "optimal":
                await self.solutions.ensure(rules, tell)
            where = (state, list(turn.roll), turn.rerolls, turn.served)
            urgency = Urgency.PLAYERS if _is_attended(table) else Urgency.ROBOTS
            asked = asyncio.get_running_loop().time()
            found: dict[str, Any] = await self.helper.ask("decide", game.began.rules, name, *where, urgency=urgency)
            took = asyncio.get_running_loop().time() - asked
            self.rest = min(max(LEAST_REST, took), MOST_REST)
            return found
        except FivediceError as error:
            reason = phrase("{problem} It scores what pays most.", problem=error.sentence)
            return {"category": best_paying(game).name, "reason": reason, "phrases": wired(reason)}

    def resting(self, table: LiveTable) -> float:
        """Seconds before the next act of a robot."""
        least = 0.0 if _is_attended(table) else self.rest * len(self.playing)
        return max(SPEEDS[table.speed], least)


def _is_attended(table: LiveTable) -> bool:
    """Whether a player is connected."""
    return any(one.tokens for one in table.listeners)


def _is_wanted(table: LiveTable) -> bool:
    """Whether a robot can act now."""
    game = table.game
    robot = game.mover is not None and game.strategy_of(game.mover) is not None
    return robot and table.request is None and not _waits_for_dice(table)


def _waits_for_dice(table: LiveTable) -> bool:
    """Whether the robot's real dice must be typed before it can go on."""
    game = table.game
    if game.mover is None or not game.seats[game.mover].physical:
        return False
    return not game.throws or (table.held is not None and not all(table.held))


async def _happen_at(table: LiveTable, game: Game, intention: Any) -> None:
    """Carry out a decision, if the game is still at the same point."""
    async with table.lock:
        if table.game.point == game.point and table.request is None:
            await table.happen(intention)
