"""`fd.all_strategies`: the strategies that can play."""

from collections.abc import Iterator
from dataclasses import dataclass

from fivedice.reports import Result, Table
from fivedice.strategies.registry import broken_plug_ins, strategies
from fivedice.strategies.strategy import Strategy

FURTHER = (
    "Where a strategy is named, the file of a trained player may stand too, engine:COMMAND (a program that speaks the "
    "engine protocol), or text:COMMAND (one that reads and writes words)."
)


@dataclass(frozen=True, repr=False)
class Strategies(Result):
    """Every strategy that can play, by name; `broken` says what is wrong with each plug-in that cannot."""

    found: dict[str, Strategy]
    broken: dict[str, str]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, name: str) -> Strategy:
        return self.found[name]

    def headline(self) -> str:
        """The names."""
        return ", ".join(self.found)

    def parts(self) -> list[str | Table]:
        """A row for each strategy."""
        rows: list[list[object]] = [[name, one.summary] for name, one in self.found.items()]
        rows += [[name, sentence] for name, sentence in self.broken.items()]
        return [Table("strategies", "Strategies", ["Strategy", "How it plays"], rows, FURTHER)]

    def to_dict(self) -> list[dict[str, str]]:
        """Name and summary of each."""
        return [{"strategy": name, "summary": one.summary} for name, one in self.found.items()]


def all_strategies() -> Strategies:
    """The strategies that can play: ours, those of plug-ins, and the trained players that $FIVEDICE_PLAYERS lists."""
    return Strategies(strategies(), broken_plug_ins())
