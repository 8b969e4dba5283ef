"""`fivedice compare`: strategies on equal dice, in figures that say how sure they are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import (
    Dice,
    Json,
    Names,
    OutFolder,
    PlayedVariant,
    RulesFile,
    Seed,
    Settings,
    TwoOrMoreGames,
    players_and_rules,
)
from fivedice.cli.pictures import check_folder, write_report
from fivedice.cli.show import print_json
from fivedice.progress import console, progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from fivedice.comparison.compare import Comparison

Exact = Annotated[bool, typer.Option("--exact", help="Add the exact mean, without sampling error, where there is one.")]


def compare(
    strategy: Names,
    games: TwoOrMoreGames = 100_000,
    seed: Seed = 1,
    variant: PlayedVariant = None,
    dice: Dice = "default",
    exact: Exact = False,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Compare strategies on equal dice: means, paired differences, games won, and who is selected as the best."""
    from fivedice.comparison.compare import compare as figures
    from fivedice.comparison.match import check_entrants, play_match

    players, game = players_and_rules(strategy, variant, rules, set_)
    check_entrants(players, game)
    check_folder(out)
    from fivedice.simulation.streams import read_stream

    match = play_match(players, game, read_stream(dice, seed), games, exact=exact, stage=progress_bar)
    found = figures(match)
    if out:
        from fivedice.comparison.compare_report import comparison_report

        write_report(comparison_report(found), out)
    if json:
        from fivedice.comparison.compare_numbers import numbers

        print_json({"seed": seed, "dice": dice, **numbers(found)})
        return
    show(found)


def figures_table(*head: str) -> "Table":
    """A table whose first column is a name and whose others are figures."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False, collapse_padding=True, padding=(0, 1))
    for place, title in enumerate(head):
        table.add_column(title, justify="right" if place else "left")
    return table


def show(found: "Comparison") -> None:
    """Tables that fit 80 columns."""
    screen, match = console(), found.match
    screen.print(
        f"{len(match.names)} strategies, {match.games:,} games of {match.rules.name} each, on equal dice; "
        "± is for 95 %."
    )
    screen.print()
    screen.print(means_table(found))
    screen.print()
    screen.print(pairs_table(found))
    if any(one.exact for one in found.standings):
        screen.print()
        screen.print(exact_table(found))
    screen.print()
    for sentence in selection_words(found):
        screen.print(sentence)


def means_table(found: "Comparison") -> "Table":
    """Each strategy's scores in figures, best mean first."""
    table = figures_table("Strategy", "Mean", "SD", "Median", "Min", "Max", "Games won", "s/100,000")
    for one in found.ranked:
        table.add_row(
            one.name,
            str(one.mean),
            f"{one.sd:.2f}",
            f"{one.median:g}",
            str(one.least),
            str(one.most),
            f"{one.share:.1%}",
            f"{one.seconds_per_100_000:.2f}",
        )
    return table


def pairs_table(found: "Comparison") -> "Table":
    """Every strategy against the best, game by game."""
    table = figures_table(f"Against {found.best.name}", "Difference", "p", "Ahead", "Level", "Behind")
    for pair in found.behind_best():
        shares = (f"{share:.1%}" for share in (pair.ahead, pair.level, pair.behind))
        table.add_row(pair.one, str(pair.difference), small(pair.adjusted), *shares)
    return table


def exact_table(found: "Comparison") -> "Table":
    """Exact means beside the simulated ones, and how far these are off in standard errors."""
    table = figures_table("Exactly", "Mean", "SD", "Median", "Simulated − exact", "in SE")
    for one in found.ranked:
        if one.exact is None:
            table.add_row(one.name, "cannot be had")
            continue
        off = one.mean.estimate - one.exact.mean
        error = one.exact.sd / one.mean.n**0.5
        table.add_row(
            one.name,
            f"{one.exact.mean:.4f}",
            f"{one.exact.sd:.2f}",
            str(one.exact.median),
            f"{off:+.3f}",
            f"{off / error:+.2f}" if error else "",
        )
    return table


def small(p: float) -> str:
    """A probability of any size in few characters."""
    if p == 0:
        return "< 1e-300"
    return f"{p:.4f}" if p >= 0.001 else f"{p:.1e}"


def selection_words(found: "Comparison") -> Iterable[str]:
    """What the selection of the best came to, in sentences."""
    from fivedice.comparison.compare_numbers import selection_sentences

    yield "p is that of the paired t test, by Holm's method for all pairs of strategies."
    yield from selection_sentences(found)
