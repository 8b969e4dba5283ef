"""A game at one terminal: what is typed becomes events of a `table.Game`, which are stored before they are shown."""

from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field

from fivedice.api.variants import rules_sheet
from fivedice.cli.answers import WORDS, Command, read_answer, read_thrown, reads_as_dice
from fivedice.cli.terminal import Scene, Terminal
from fivedice.coach.advice import Option, advise
from fivedice.errors import FivediceError, IllegalDecision, StoreError, StrategyError
from fivedice.reports.table import plural
from fivedice.reports.terminal import print_result
from fivedice.rules import Category, Decision, Keep, Scoring, Turn, format_dice, score
from fivedice.rules.decision import decision_words
from fivedice.solver import AnySolution
from fivedice.table.events import Event, Seat
from fivedice.table.game import Game
from fivedice.table.result import SMALLEST, GameResult
from fivedice.table.robot import best_paying, robot_decision, seatable
from fivedice.table.shares import Chain
from fivedice.table.store import Store

ADVISED = 5
ADVISED_UNASKED = 3
HELP = """\
  66  6 6  keep 66      keep these dice and roll the others
  none  -               keep nothing, roll all dice
  all                   keep everything: only the box is left to name
  FH  full house  ful   score a box: its code, its name, or how it begins
  =6  score 6           score a box whose code is a digit (last roll: 6)
  ?                     what the exact solver advises; your score is marked
  rules  help  quit     a game that was left can be resumed
  resign                give up: the game ends, or the others play on"""
REAL_HELP = """\
  Enter                 do as advised
  213                   done as advised, and this is what the thrown dice show
  keep 66  none         keep other dice than advised
  FH  full house  =6    score another box than advised
  undo                  take back dice that were typed wrongly, or the decision
  ?                     more of what the exact solver advises
  rules  help  quit     a game that was left can be resumed
  resign                give up: the game ends, or the others play on"""


class Left(Exception):
    """The player quit; the game is stored and can be resumed."""


@dataclass
class HotSeat:
    """A game and the terminal of its players. With real dice the solver's choice is the default.

    solution : None for rules that are too large to solve; then there is no advice, no coach, and no real dice
    """

    store: Store
    game: Game
    solution: AnySolution | None
    terminal: Terminal
    coach: bool = False
    notes: list[str] = field(default_factory=list)
    chains: dict[int, Chain] = field(default_factory=dict)

    @property
    def mover(self) -> int:
        """The number of the seat whose turn it is."""
        assert self.game.mover is not None
        return self.game.mover

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.game.seats[self.mover]

    def play(self) -> None:
        """Play until the game is over, or until Left, EOFError or KeyboardInterrupt."""
        for seat, deputy in enumerate(self.game.deputies):
            if deputy and deputy.reason == "away":  # in the browser a robot played for an absent player
                self._happen(self.game.take_over(seat))
        while not self.game.is_over:
            try:
                self._step()
            except StoreError:
                before, self.game = self.game, self.store.load(self.game.id)
                if self.game.sequence == before.sequence:
                    raise
                self.notes = ["The game went on elsewhere; this is how it stands now."]
        self._report()

    def _step(self) -> None:
        """The first throw of a turn, or a decision and what follows from it."""
        if (turn := self.game.turn) is None:
            if self.seat.physical:
                self.terminal.show(self._scene())
            self._throw(())
        elif self.game.strategy_of(self.mover):
            self._play_robot()
        else:
            self._play_person(turn)

    def _play_person(self, turn: Turn) -> None:
        ranking = self._ranking(turn)
        if self.coach or self.seat.physical:
            self._mark_coached()
        decision, shown = self._decide(turn, ranking)
        self.notes = []
        if isinstance(decision, Command):  # undo or resign
            giving_up = decision is Command.RESIGN
            self._happen(self.game.resign(self.mover) if giving_up else self.game.undo_typed(self.mover))
            return
        name, said = self.seat.name, []
        if self.coach:
            said.append(coaching(next(one for one in ranking if one.decision == decision), ranking[0]))
        if isinstance(decision, Category):
            said.insert(0, f"{name}: {self._fill(decision)}")
        elif not self._throw(decision, shown):
            return
        self.notes = said

    def _ranking(self, turn: Turn) -> tuple[Option, ...]:
        """Every decision, best first; none if the rules are not solved."""
        if self.solution is None:
            return ()
        return advise(self.solution, self.game.cards[self.mover], turn.roll, turn.rerolls).choices()

    def _play_robot(self) -> None:
        seat, game = self.seat, self.game
        try:
            decision = robot_decision(seatable(str(game.strategy_of(self.mover))), game)
        except StrategyError as error:
            decision = best_paying(game)
            self.notes.append(f"{error} {seat.name} scores what pays most.")
        if seat.physical:
            self.terminal.show(self._scene())
            self.terminal.say(f"{seat.name} decides: {decision_words(decision)}.")
            written = isinstance(decision, Category) and self.terminal.ask("Enter when it is written (or undo, quit)")
            if written and self._command(written) is Command.UNDO:
                self._happen(game.undo_typed(self.mover))
                return
        if isinstance(decision, Category):
            rolls = ", ".join(format_dice(tuple(sorted(throw.dice))) for throw in game.throws)
            self.notes.append(f"{seat.name} rolled {rolls}: {self._fill(decision)}")
        elif not self._throw(decision):
            self._happen(game.undo_typed(self.mover))

    # ------------------------------------------------------------------------------------------- what happens

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.game = self.store.append(self.game, events)

    def _mark_coached(self) -> None:
        if self.mover not in self.game.coached:
            self._happen(self.game.coach(self.mover))

    def _fill(self, category: Category) -> str:
        """Score a box, and say what it paid."""
        scoring = self.game.scorings[category.name]
        self._happen(self.game.fill(self.mover, category.name))
        return f"{category.title}, {_worth(scoring)}."

    def _throw(self, keep: Keep, shown: Keep | None = None) -> bool:
        """Throw the dice that are not kept; False if the player took the decision back instead of typing real dice."""
        held = self.game.positions(keep)
        if self.seat.physical and shown is None and (shown := self._ask_dice(keep)) is None:
            return False
        share = self._share()
        self._happen(self.game.throw(self.mover, held, shown, share))
        return True

    def _share(self) -> str:
        """The share of this terminal in the dice of a person: one chain for each seat, pledged with its first throw."""
        if self.game.strategy_of(self.mover) or not self.game.takes_shares:
            return ""
        chain = self.chains.setdefault(self.mover, Chain.new())
        if chain.after(self.game.links[self.mover]) is None:
            try:
                self._happen(self.game.pledge(self.mover, chain.pledge))
            except IllegalDecision:  # the limit on pledges: it was resumed very often
                return ""
        return chain.after(self.game.links[self.mover]) or ""

    # ---------------------------------------------------------------------------------------- what is asked

    def _ask_dice(self, keep: Keep) -> Keep | None:
        """What the thrown dice show; None if the player takes back what led here."""
        missing = self.game.rules.dice - len(keep)
        which = f"the {missing} other dice" if keep else f"all {missing} dice"
        which = "the last die" if missing == 1 else which
        while missing:
            text = self.terminal.ask(f"Roll {which} and type what they show (quit leaves)")
            if self._command(text) is Command.UNDO and self.game.throws:
                return None
            try:
                return read_thrown(self.game.rules, text, keep)
            except FivediceError as error:
                self.terminal.complain(str(error))
        return ()

    def _command(self, text: str) -> Command | None:
        """The command that was typed, if it is one; `quit` leaves at once."""
        command = WORDS.get(text.strip().lower())
        if command is Command.QUIT:
            raise Left
        return command

    def _decide(self, turn: Turn, ranking: tuple[Option, ...]) -> tuple[Decision | Command, Keep | None]:
        """A decision, with the dice that it led to if they were typed at once; or the command to undo."""
        real = self.seat.physical
        self.terminal.show(self._scene(ranking[:ADVISED_UNASKED] if real else ()))
        prompt, standing = self._prompt(turn, ranking), False
        while True:
            text = self.terminal.ask(prompt)
            self._command(text)
            try:
                if real and text.strip().lower() in ("", "y", "yes", "ok"):
                    return ranking[0].decision, None
                if real and turn.rerolls and reads_as_dice(self.game.rules, text):
                    return ranking[0].decision, self._thrown_as_advised(text, ranking[0])
                answer = read_answer(self.game.rules, turn, text, standing=standing)
                if answer is Command.STAND:
                    prompt, standing = "All dice stay. Which box do they score?", True
                elif isinstance(answer, Command):
                    if self._obey(answer, ranking):
                        return answer, None
                elif self._means_it(turn, answer):
                    return answer, None
            except FivediceError as error:
                self.terminal.complain(str(error))

    def _thrown_as_advised(self, text: str, best: Option) -> Keep:
        """What real dice show that were thrown as advised: typing them means that the advice was followed."""
        if isinstance(best.decision, Category):
            dice = format_dice(self.game.rules.dice_set.parse(text, whole=False))
            raise IllegalDecision(f"the advice is to score; to roll all the same, say which dice stay: keep {dice}.")
        return read_thrown(self.game.rules, text, best.decision)

    def _means_it(self, turn: Turn, decision: Decision) -> bool:
        """Whether the decision stands: the player must confirm an avoidable zero."""
        if not isinstance(decision, Category):
            return True
        points = score(self.game.rules, turn.state, turn.roll, decision).points
        if points or not (turn.rerolls or len(self.game.scorings) > 1):
            return True
        if self._says_yes(f"{decision.title} gets 0 for {format_dice(turn.roll)}. Write the zero? (y/n)"):
            return True
        self.terminal.complain("Nothing is written.")
        return False

    def _says_yes(self, question: str) -> bool:
        return self.terminal.ask(question).strip().lower() in ("y", "yes", "j", "ja")

    def _obey(self, command: Command, ranking: tuple[Option, ...]) -> bool:
        """Carry out a command; True for one that ends the question."""
        if command is Command.UNDO:
            self.game.undo_typed(self.mover)  # an error is raised here, while the player is still asked
            return True
        if command is Command.RESIGN:
            return self._says_yes(f"{self.seat.name}, do you want to give up? (y/n)")
        if command is Command.ADVICE and not ranking:
            self.terminal.complain(f"{self.game.rules.name} is too large to solve: there is no advice.")
        elif command is Command.ADVICE:
            self._mark_coached()
            self.terminal.advise(self._scene(ranking[:ADVISED]))
        elif command is Command.HELP:
            self.terminal.say(REAL_HELP if self.seat.physical else HELP)
        elif command is Command.RULES:
            with redirect_stdout(self.terminal.console.file):
                print_result(rules_sheet(self.game.rules))
        return False

    def _prompt(self, turn: Turn, ranking: tuple[Option, ...]) -> str:
        who = f"{self.seat.name}: " if len(self.game.seats) > 1 else ""
        if self.seat.physical:
            best = ranking[0]
            if isinstance(best.decision, Category):
                worth = _worth(self.game.scorings[best.decision.name])
                return f"{who}Score {best.decision.title}, {worth}: Enter when it is written (or help)"
            keep = f"Keep {format_dice(best.decision)}, roll the others" if best.decision else "Roll all dice again"
            return f"{who}{keep} and type what they show (or help)"
        legal = [one for one in self.game.rules.categories if one.name in self.game.scorings]
        box = next((one for one in legal if one.code.isalpha() and one.code.lower() != one.name), legal[-1])
        code = box.code.lower() if box.code.isalpha() or not turn.rerolls else f"={box.code}"
        if turn.rerolls:
            keep = format_dice(turn.roll[-2:])
            return f"{who}Keep dice ({keep}, all, none) or score a box ({code}). ? advice, help, quit"
        return f"{who}Last roll: score a box ({code}, {box.title.lower()}). ? advice, help, quit"

    # ------------------------------------------------------------------------------------------ what is shown

    def _scene(self, advice: Sequence[Option] = ()) -> Scene:
        return Scene(self.game, self.mover, advice, self.notes)

    def _report(self) -> None:
        """Show the final cards, and the regret and luck of each seat."""
        for number in range(len(self.game.seats)):
            self.terminal.show(Scene(self.game, number), clear=number == 0)
        for line in self.notes:
            self.terminal.say(line)
        self.terminal.print(GameResult(self.game, self.solution).parts())


def coaching(taken: Option, best: Option) -> str:
    """One sentence about a decision."""
    if taken.regret < SMALLEST:
        return f"Coach: {taken.words} was the best decision."
    return f"Coach: {taken.words} cost {taken.regret:.2f}; best was {best.words}, expecting {best.value:.2f}."


def _worth(scoring: Scoring) -> str:
    """What a box pays, in words."""
    return plural(scoring.points, "point") + (f" and a bonus of {scoring.bonus}" if scoring.bonus else "")
