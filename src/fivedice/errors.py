"""Every error that fivedice raises on purpose, in one tree.

Each message is one sentence that says what was wrong, why, and what is allowed or what to do.
"""

import re

LONG_WORD = re.compile(r"(\S{60})\S{160,}(\S{20})")


def concise(sentence: str) -> str:
    """A sentence whose very long words, such as a number of thousands of digits, are cut in the middle.

    >>> len(concise(f"dice={'9' * 5000} is not allowed; it must be 1 to 20."))
    119
    """
    return LONG_WORD.sub(r"\1...\2", sentence) if LONG_WORD.search(sentence) else sentence  # else a phrase stays one


class FivediceError(Exception):
    """Base of all errors that a user can cause and fix."""

    def __init__(self, *args: object) -> None:
        super().__init__(*(concise(one) if isinstance(one, str) else one for one in args))

    @property
    def sentence(self) -> str:
        """What is wrong; a phrase where other languages can say it."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, str) else str(self)


class RulesError(FivediceError, ValueError):
    """Rules that contradict themselves, or a parameter out of range."""


class UnknownVariant(FivediceError, KeyError):
    """An unknown name of a variant."""

    def __str__(self) -> str:
        return str(self.args[0])


class NotationError(FivediceError, ValueError):
    """Text that does not describe dice, a state, a card or a turn."""


class IllegalDecision(FivediceError, ValueError):
    """A keep that is not part of the roll, or a category that may not be scored."""


class StrategyError(FivediceError, ValueError):
    """A strategy that is not known, does not fit the rules, or breaks them."""


class ProgramError(StrategyError):
    """A program that cannot be started, or that exits too early."""


class AnswerError(StrategyError):
    """An answer in words that does not have the required form."""


class ObjectiveError(FivediceError, ValueError):
    """Something to be maximised that is not defined: a target out of reach, a utility that is not a number."""


class LogError(FivediceError, ValueError):
    """A log of games that cannot be written to this path or in this form."""


class ChartError(FivediceError, ValueError):
    """Numbers that a chart cannot show."""


class ReportError(FivediceError, ValueError):
    """A report that contradicts itself, or that cannot be written to this path."""


class TooLarge(FivediceError, MemoryError):
    """Rules whose exact solution does not fit in memory."""


class DamagedFile(FivediceError, ValueError):
    """A saved file that is truncated, altered, or of another format."""


class StatisticsError(FivediceError, ValueError):
    """Data or parameters that a statistical procedure cannot use."""


class TrialsError(FivediceError, ValueError):
    """People's scores that cannot be read, or that cannot have happened."""


class StudyError(FivediceError, ValueError):
    """A study that is not known, or whose part of fivedice is not there yet."""


class LearningError(FivediceError, ValueError):
    """Training, or an environment for it, that is not possible with these options or packages."""


class PlaytestError(FivediceError, ValueError):
    """A playtest that contradicts itself, or a part of it that could not be computed."""


class ClusterError(PlaytestError):
    """A Dask cluster that cannot be reached, is lost, or could not compute a part."""


class RecordError(FivediceError, ValueError):
    """A record of a game that cannot be read, or that contradicts the rules or itself."""


class NameTaken(FivediceError, ValueError):
    """A name that another device has claimed."""


class StoreError(FivediceError, RuntimeError):
    """A database of games that cannot be opened, read or written."""


class WrittenMeanwhile(StoreError):
    """Another process wrote first, so that nothing was written: load the game and try again."""


class NoSuchGame(StoreError):
    """A game that is not in the database."""


class ServerError(FivediceError, OSError):
    """A server that cannot be started with these options."""


class TableError(FivediceError, OSError):
    """A table on a server that cannot be reached, or that refuses what a client asks for."""


class CalculationError(FivediceError, RuntimeError):
    """A calculation for a page that failed."""
