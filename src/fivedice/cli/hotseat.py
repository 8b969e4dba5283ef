"""A game at one terminal: seats in turn, dice from a source outside, answers from the terminal's reader."""

from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field

from fivedice.api.variants import rules_sheet
from fivedice.cli.answers import Command, read_answer, reads_as_dice
from fivedice.cli.record import Choice, Seat, TurnRecord, coaching, summary, to_move
from fivedice.cli.sources import DiceSource, Left, RealDice, TakenBack, Throw
from fivedice.cli.terminal import Scene, Terminal
from fivedice.coach.advice import Option, advise
from fivedice.coach.luck import expected_score
from fivedice.errors import FivediceError, IllegalDecision
from fivedice.reports.table import plural
from fivedice.reports.terminal import print_result
from fivedice.rules import Category, Decision, Keep, Rules, Scoring, Turn, format_dice, legal_categories, reroll, score
from fivedice.solver import Solution

ADVISED = 5
ADVISED_UNASKED = 3
HELP = """\
  66  6 6  keep 66      keep these dice and roll the others
  none  -               keep nothing, roll all dice
  all                   keep everything: only the box is left to name
  FH  full house  ful   score a box: its code, its name, or how it begins
  =6  score 6           score a box whose code is a digit (last roll: 6)
  ?                     what the exact solver advises
  rules  help  quit     a game that was left can be resumed"""
REAL_HELP = """\
  Enter                 do as advised
  213                   done as advised, and this is what the thrown dice show
  keep 66  none         keep other dice than advised
  FH  full house  =6    score another box than advised
  undo                  dice were typed wrongly, or to decide otherwise
  ?                     more of what the exact solver advises
  rules  help  quit     a game that was left can be resumed"""


@dataclass
class HotSeat:
    """The table: seats, the dice on it, and what was said last. With real dice the solver's choice is the default."""

    solution: Solution
    seats: list[Seat]
    terminal: Terminal
    dice: DiceSource
    turn: Turn | None = None
    coach: bool = False
    kept: Keep = ()
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        mover = to_move(self.seats, self.rules)
        for number, seat in enumerate(self.seats):
            seat.start_value = expected_score(self.solution, seat.card, self.turn if number == mover else None)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.solution.rules

    @property
    def real(self) -> bool:
        """Whether the dice are real ones."""
        return isinstance(self.dice, RealDice)

    def play(self) -> None:
        """Play until every box of every seat is filled; Left, EOFError or KeyboardInterrupt break off."""
        while (number := to_move(self.seats, self.rules)) is not None:
            self._play_turn(number)
        self._report()

    def _play_turn(self, number: int) -> None:
        seat = self.seats[number]
        record = TurnRecord(seat.filled() + 1)
        seat.turns.append(record)
        if self.turn is None:
            self._first_throw(number)
        while self.turn is not None:
            ranking = advise(self.solution, seat.card, self.turn.roll, self.turn.rerolls).choices()
            decision = self._decide(number, self.turn, ranking)
            if decision is Command.UNDO:
                self._throw_again(number)
                continue
            taken = next(one for one in ranking if one.decision == decision)
            choice = Choice(record.number, self.turn.roll, self.turn.rerolls, taken, ranking[0])
            self.notes = [coaching(taken, ranking[0])] if self.coach else []
            if isinstance(taken.decision, Category):
                self._score(seat, record, taken.decision)
            else:
                try:
                    self._reroll(number, taken.decision)
                except TakenBack:
                    self.notes = []
                    continue
            record.choices.append(choice)  # once it is done: a player who leaves before the throw decides again

    def _first_throw(self, number: int) -> None:
        if self.real:
            self.terminal.show(self._scene(number, None))
        seat = self.seats[number]
        roll = tuple(sorted(self.dice(Throw(number, seat.filled(), 0, ()))))
        self.turn, self.kept = Turn(seat.card.state(self.rules), roll, self.rules.rolls - 1), ()

    def _reroll(self, number: int, keep: Keep) -> None:
        assert self.turn is not None
        throw = Throw(number, self.seats[number].filled(), self.rules.rolls - self.turn.rerolls, keep)
        self.turn, self.kept = reroll(self.turn, keep, self.dice(throw)), keep

    def _throw_again(self, number: int) -> None:
        """Only with real dice: what they show was typed wrongly."""
        assert self.turn is not None
        thrown = self.dice(Throw(number, self.seats[number].filled(), 0, self.kept))
        self.turn = Turn(self.turn.state, tuple(sorted(self.kept + thrown)), self.turn.rerolls)

    def _score(self, seat: Seat, record: TurnRecord, category: Category) -> None:
        assert self.turn is not None
        scoring = score(self.rules, self.turn.state, self.turn.roll, category)
        seat.card = seat.card.score(self.rules, self.turn.roll, category)
        record.category, record.points, record.bonus = category, scoring.points, scoring.bonus
        self.notes.insert(0, f"{seat.name}: {category.title}, {_worth(scoring)}.")
        self.turn, self.kept = None, ()

    def _decide(self, number: int, turn: Turn, ranking: tuple[Option, ...]) -> Decision | Command:
        best = ranking[0]
        self.terminal.show(self._scene(number, turn, ranking[:ADVISED_UNASKED] if self.real else ()))
        prompt, standing = self._prompt(number, turn, best), False
        while True:
            text = self.terminal.ask(prompt)
            try:
                if self.real and (advised := self._advised(text, turn.rerolls, best)) is not None:
                    return advised
                answer = read_answer(self.rules, turn, text, standing=standing)
                if answer is Command.STAND:
                    prompt, standing = "All dice stay. Which box do they score?", True
                elif isinstance(answer, Command):
                    if self._obey(answer, number, turn, ranking):
                        return answer
                elif self._means_it(turn, answer):
                    return answer
            except FivediceError as error:
                self.terminal.complain(str(error))

    def _advised(self, text: str, rerolls: int, best: Option) -> Decision | None:
        """With real dice: Enter follows the advice, and so do the dice that it led to."""
        if not text.strip() or text.strip().lower() in ("y", "yes", "ok"):
            return best.decision
        if not rerolls or not reads_as_dice(self.rules, text):
            return None
        if isinstance(best.decision, Category):
            dice = format_dice(self.rules.dice_set.parse(text, whole=False))
            raise IllegalDecision(f"the advice is to score; to roll all the same, say which dice stay: keep {dice}.")
        assert isinstance(self.dice, RealDice)
        self.dice.typed = self.dice.read(text, best.decision)
        return best.decision

    def _means_it(self, turn: Turn, decision: Decision) -> bool:
        """Whether the decision is legal and, if it is a zero that could be avoided, meant."""
        if not isinstance(decision, Category):
            return True
        points = score(self.rules, turn.state, turn.roll, decision).points
        choice = turn.rerolls > 0 or len(legal_categories(self.rules, turn.state, turn.roll)) > 1
        if points or not choice:
            return True
        answer = self.terminal.ask(f"{decision.title} gets 0 for {format_dice(turn.roll)}. Write the zero? (y/n)")
        if answer.strip().lower() in ("y", "yes", "j", "ja"):
            return True
        self.terminal.complain("Nothing is written.")
        return False

    def _obey(self, command: Command, number: int, turn: Turn, ranking: tuple[Option, ...]) -> bool:
        """Carry out a command; True for one that ends the question."""
        if command is Command.QUIT:
            raise Left
        if command is Command.UNDO:
            if not self.real:
                raise IllegalDecision("dice that were seen cannot be taken back.")
            return True
        if command is Command.ADVICE:
            self.terminal.advise(self._scene(number, turn, ranking[:ADVISED]))
        elif command is Command.HELP:
            self.terminal.say(REAL_HELP if self.real else HELP)
        elif command is Command.RULES:
            with redirect_stdout(self.terminal.console.file):
                print_result(rules_sheet(self.rules))
        return False

    def _prompt(self, number: int, turn: Turn, best: Option) -> str:
        who = f"{self.seats[number].name}: " if len(self.seats) > 1 else ""
        if self.real:
            if isinstance(best.decision, Category):
                scoring = score(self.rules, turn.state, turn.roll, best.decision)
                return f"{who}Score {best.decision.title}, {_worth(scoring)}: Enter when it is written (or help)"
            keep = f"Keep {format_dice(best.decision)}, roll the others" if best.decision else "Roll all dice again"
            return f"{who}{keep} and type what they show (or help)"
        legal = legal_categories(self.rules, turn.state, turn.roll)
        box = next((one for one in legal if one.code.isalpha() and one.code.lower() != one.name), legal[-1])
        code = box.code.lower() if box.code.isalpha() or not turn.rerolls else f"={box.code}"
        if turn.rerolls:
            keep = format_dice(turn.roll[-2:])
            return f"{who}Keep dice ({keep}, all, none) or score a box ({code}). ? advice, help, quit"
        return f"{who}Last roll: score a box ({code}, {box.title.lower()}). ? advice, help, quit"

    def _scene(self, number: int, turn: Turn | None, advice: Sequence[Option] = ()) -> Scene:
        seat, rules = self.seats[number], self.rules
        title = f"{seat.name}: turn {seat.filled() + 1} of {rules.turns}"
        return Scene(rules, title, seat.card, self._totals, turn, self.kept, advice, self.notes)

    @property
    def _totals(self) -> list[tuple[str, int]]:
        return [(one.name, one.card.total(self.rules)) for one in self.seats]

    def _report(self) -> None:
        """The final cards, what was given away, and what the dice did."""
        for number, seat in enumerate(self.seats):
            title = f"{seat.name}: final card"
            self.terminal.show(Scene(self.rules, title, seat.card, self._totals), clear=number == 0)
            for line in (*(self.notes if number == 0 else ()), *summary(self.solution, seat)):
                self.terminal.say(line)
        if len(self.seats) > 1:
            most = max(total for _, total in self._totals)
            winners = [name for name, total in self._totals if total == most]
            self.terminal.say(f"{' and '.join(winners)} won with {plural(most, 'point')}.")


def _worth(scoring: Scoring) -> str:
    """What a box pays, in words."""
    return plural(scoring.points, "point") + (f" and a bonus of {scoring.bonus}" if scoring.bonus else "")
