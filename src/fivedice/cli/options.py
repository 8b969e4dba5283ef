"""Options shared by several verbs, and the functions that read them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from fivedice.errors import ObjectiveError, ProgramError, RulesError, StrategyError
from fivedice.rules import Rules, variant
from fivedice.rules.toml import load_rules

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy

DEFAULT_VARIANT = "yahtzee"

VariantName = Annotated[str, Argument(metavar="VARIANT", help="Name of the variant; see `fivedice variants`.")]
PLAYED = "The variant; default yahtzee, or the one a player was trained for."
PlayedVariant = Annotated[str | None, Option("--variant", metavar="V", help=PLAYED)]
VariantOption = Annotated[str, Option("--variant", metavar="V", help="Name of the variant; see `fivedice variants`.")]
RulesFile = Annotated[Path | None, Option("--rules", metavar="FILE", help="Rules from a TOML file.")]
Settings = Annotated[
    list[str] | None, Option("--set", metavar="KEY=VALUE", help="Change a parameter of the rules; may be repeated.")
]
Filled = Annotated[str, Option("--filled", metavar="CARD", help='Filled boxes with their points: "ones=3,chance=22".')]
ThrowText = Annotated[
    str | None, Option("--throw", metavar="DICE:N", help='Dice on the table and rerolls left: "55561:1".')
]
StrategyName = Annotated[str, Option("--strategy", metavar="S", help="The strategy; see `fivedice strategies`.")]
Risk = Annotated[
    float | None, Option("--risk", metavar="R", help="The same as --objective utility:risk=R; 1 is cautious.")
]
Database = Annotated[
    str | None, Option("--database", metavar="URL", help="Database of games: a file, or postgresql://user@host/name.")
]
KEPT = "Days to keep games after their end; 0 for ever."
KeepDays = Annotated[int, Option("--keep-days", metavar="N", min=0, max=36500, help=KEPT)]
UNFINISHED = "Days to keep unfinished games after the last action; 0 for ever."
KeepUnfinishedDays = Annotated[int, Option("--keep-unfinished-days", metavar="N", min=0, max=36500, help=UNFINISHED)]
Names = Annotated[list[str], Argument(metavar="STRATEGY", help="The strategies; see `fivedice strategies`.")]
Name = Annotated[str, Argument(metavar="STRATEGY", help="The strategy; see `fivedice strategies`.")]
GameCount = Annotated[int, Option("--games", metavar="N", min=1, help="Number of games.")]
TwoOrMoreGames = Annotated[int, Option("--games", metavar="N", min=2, help="Number of games for each strategy.")]
Seed = Annotated[int, Option("--seed", metavar="S", min=0, help="Seed of the dice; equal seeds give equal dice.")]
Dice = Annotated[str, Option("--dice", metavar="default|study-002|FILE", help="Source of the dice; see the guide.")]
OutFolder = Annotated[
    Path | None, Option("--out", metavar="DIR", help="Folder of the report: HTML, PNG, SVG, CSV, JSON.")
]
CsvFile = Annotated[Path | None, Option("--csv", metavar="FILE", help="Write the whole table as CSV.")]
PlotFile = Annotated[
    Path | None, Option("--plot", metavar="FILE", help="Write a chart as .png, .svg or interactive .html.")
]
Json = Annotated[bool, Option("--json", help="Print JSON for machines.")]


def rules_from(name: str | None, file: Path | None, settings: list[str] | None) -> Rules:
    """The rules that the options describe: a variant or a file, then changes in the order given."""
    return (load_rules(file) if file else variant(name or DEFAULT_VARIANT)).change(changes_from(settings))


def players_and_rules(
    strategies: "Sequence[str]", name: str | None, file: Path | None, settings: list[str] | None
) -> "tuple[list[Strategy], Rules]":
    """Strategies by name, and the rules that the options describe; by default those of trained players."""
    from fivedice.api.read import read_strategy, rules_for

    players = [read_strategy(one) for one in strategies]
    game = rules_for(players, rules_from(name, file, None) if name or file else None).change(changes_from(settings))
    check_players(players, game)
    return players, game


def changes_from(settings: list[str] | None) -> dict[str, int | str]:
    """The changes that --set asks for, by parameter."""
    changes: dict[str, int | str] = {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals:
            raise RulesError(f"--set {setting!r} is not of the form KEY=VALUE, such as upper_threshold=84.")
        changes[key.strip()] = value.strip()
    return changes


def check_players(players: "Iterable[Strategy]", rules: Rules) -> None:
    """Refuse rules that one of the players cannot play, for verbs that have --variant."""
    try:
        for player in players:
            player.check(rules)
    except ProgramError:
        raise
    except StrategyError as error:
        raise StrategyError(f"{str(error).removesuffix('.')}; name another with --variant.") from None


def chosen_objective(objective: str, risk: float | None) -> str:
    """The objective; --risk R is short for utility:risk=R."""
    if risk is None:
        return objective
    if objective != "mean":
        raise ObjectiveError(f"--risk {risk:g} and --objective {objective} ask for two things; give one of them.")
    return f"utility:risk={risk!r}".removesuffix(".0")
