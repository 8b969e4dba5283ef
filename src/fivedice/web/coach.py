"""The coach at a table: every decision with its value, and the outlook a moment later, for those who switched it on."""

import asyncio
from abc import ABC, abstractmethod
from typing import Any
from weakref import WeakKeyDictionary

from fivedice.errors import FivediceError
from fivedice.rules.notation import format_card
from fivedice.table.game import Game
from fivedice.web.helper import Helper, Urgency
from fivedice.web.live import Listener, LiveTable
from fivedice.web.protocol import error_message
from fivedice.web.solutions import Solutions
from fivedice.web.state import compact

Plain = dict[str, Any]


class Answers(ABC):
    """One answer for each decision of a person, to each listener who switched the coach on.

    A table has one computation of a kind at a time: where people decide faster, decisions are skipped. The last answer
    is kept, so that switching the coach off and on again costs nothing.
    """

    def __init__(self, helper: Helper, solutions: Solutions) -> None:
        self.helper, self.solutions = helper, solutions
        self.busy: set[LiveTable] = set()
        self.told: WeakKeyDictionary[Listener, int] = WeakKeyDictionary()
        self.last: WeakKeyDictionary[LiveTable, tuple[int, Plain | None]] = WeakKeyDictionary()

    def __call__(self, table: LiveTable) -> None:
        """Start an answer if one is wanted."""
        for listener in table.listeners:
            if not listener.coached:
                self.told.pop(listener, None)  # one who switches the coach on again is answered again
        if table not in self.busy and self._wanted(table):
            self.busy.add(table)
            table.spawn(self._run(table))

    async def _run(self, table: LiveTable) -> None:
        try:
            while wanted := self._wanted(table):
                game = table.game
                for listener in wanted:
                    self.told[listener] = game.point
                try:
                    await self._solution(table, wanted)
                    mine = any(game.mover in one.tokens for one in wanted)
                    answer = await self._answer(table, game, Urgency.ADVICE if mine else Urgency.ROBOTS)
                    wanted = _still_there(table, wanted)
                    if table.game.point == game.point and any(_may_tell(one, game) for one in wanted):
                        assert game.mover is not None
                        await table.mark_coached(game.mover)
                except FivediceError as error:
                    answer = error_message(error, "coach")
                if answer and table.game.point == game.point:
                    text = compact({**answer, "point": game.point, "seat": game.mover})
                    for listener in _still_there(table, wanted):
                        listener.send(text)
        finally:
            self.busy.discard(table)

    def _wanted(self, table: LiveTable) -> list[Listener]:
        game = table.game
        if game.turn is None or game.mover is None or game.seats[game.mover].kind != "person":
            return []
        if game.deputies[game.mover]:
            return []
        return [one for one in table.listeners if one.coached and self.told.get(one) != game.point]

    async def _solution(self, table: LiveTable, wanted: list[Listener]) -> None:
        rules = table.game.rules

        def tell(done: int, total: int) -> None:
            for listener in wanted:
                listener.send(compact({"type": "solving", "variant": rules.name, "done": done, "total": total}))

        await self.solutions.ensure(rules, tell if self.reports_progress else None)

    async def _answer(self, table: LiveTable, game: Game, urgency: Urgency) -> Plain | None:
        point, answer = self.last.get(table, (None, None))
        if point != game.point:
            answer = await self.answer(game, urgency)
            self.last[table] = (game.point, answer)
        return answer

    reports_progress = False

    @abstractmethod
    async def answer(self, game: Game, urgency: Urgency) -> Plain | None:
        """The message about the dice on the table."""


def _may_tell(listener: Listener, game: Game) -> bool:
    """Whether advice to this listener may reach the player to move, whose seat then counts as coached.

    It may if the listener holds that seat, or no seat: the player may watch in a second window.
    """
    return game.mover in listener.tokens or not listener.tokens


def _still_there(table: LiveTable, wanted: list[Listener]) -> list[Listener]:
    """Listeners that are still connected and still have the coach on."""
    return [one for one in wanted if one.coached and one in table.listeners]


class AdviceAnswers(Answers):
    """Every decision with its value and its cost, and the explanation."""

    reports_progress = True

    async def answer(self, game: Game, urgency: Urgency) -> Plain:
        """The message "coach"."""
        assert game.mover is not None
        self.solutions.prepare("bonus", game.rules)
        card = format_card(game.rules, game.cards[game.mover])
        where = (card, list(game.table), game.throws_left)
        found = await self.helper.ask("advice", game.began.rules, *where, urgency=urgency)
        return {"type": "coach", **found}


class OutlookAnswers(Answers):
    """The distribution of the final score, and the chances to win."""

    async def answer(self, game: Game, urgency: Urgency) -> Plain | None:
        """The message "outlook"."""
        cards = [format_card(game.rules, card) for card in game.cards]
        where = (game.mover, list(game.table), game.throws_left)
        await asyncio.sleep(0.05)  # advice goes first
        found = await self.helper.ask("outlook", game.began.rules, cards, *where, urgency=urgency)
        if found is None:
            await self.solutions.background.ask("start_bars", game.began.rules, True)
            found = await self.helper.ask("outlook", game.began.rules, cards, *where, urgency=urgency)
        return {"type": "outlook", **found} if found else None
