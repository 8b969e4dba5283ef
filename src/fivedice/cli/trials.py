"""`fivedice trials`: people's scores beside strategies, and whether the difference could be luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fivedice.cli.options import DEFAULT_VARIANT, Json, OutFolder, RulesFile, Settings, check_players, rules_from
from fivedice.cli.pictures import check_folder, write_report
from fivedice.cli.show import figures_table, print_json
from fivedice.errors import TrialsError
from fivedice.progress import console, progress_bar
from fivedice.rules import Rules

if TYPE_CHECKING:
    from rich.table import Table

    from fivedice.comparison.trials_numbers import Findings
    from fivedice.evaluation.distribution import Distribution

File = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="Scores as CSV; without it, the 300 trials of study 000.")
]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="V", help="What was played; see `fivedice variants`.")
]
Against = Annotated[
    list[str] | None,
    typer.Option("--strategy", metavar="S", help="Who the people are set against; may be repeated."),
]


def trials(
    file: File = None,
    variant: Variant = None,
    strategy: Against = None,
    out: OutFolder = None,
    rules: RulesFile = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Set people's scores beside strategies, and say whether the difference could be luck.

    FILE holds a score a line; or a table whose first line names its columns: score (and player); low, high and count;
    or one column for each box of the card, a row for each game.
    """
    from fivedice.comparison.published_trials import RULES, STRATEGIES, on_real_dice, published_trials
    from fivedice.comparison.trial_files import read_trials
    from fivedice.comparison.trials_numbers import findings, numbers
    from fivedice.strategies.registry import strategy_named

    given = variant or rules or set_
    game = rules_from(variant or DEFAULT_VARIANT, rules, set_) if file or given else RULES
    if file is None and game.digest != RULES.digest:
        raise TrialsError(
            f"the trials of study 000 were games of {RULES.name}, not {game.name}; name a file of others."
        )
    found = read_trials(file, game) if file else published_trials()
    names = strategy or (["optimal"] if file else STRATEGIES)
    check_players(map(strategy_named, names), game)
    check_folder(out)
    exact = {name: exact_scores(name, game) for name in names}
    real = None if file else on_real_dice(strategy_named("optimal"), progress=None)
    result = findings(game, found, exact, real)
    if out:
        from fivedice.comparison.trials_report import trials_report

        write_report(trials_report(result), out)
    if json:
        print_json(numbers(result))
        return
    show(result)


def exact_scores(name: str, rules: Rules) -> "Distribution":
    """The exact distribution of a strategy's score."""
    from fivedice.evaluation.evaluate import evaluate
    from fivedice.strategies.policy import policy_for
    from fivedice.strategies.registry import strategy_named

    with progress_bar(f"Evaluating {name}") as progress:
        return evaluate(policy_for(strategy_named(name), rules, progress=progress), progress=progress).score


def show(found: "Findings") -> None:
    """Tables that fit 80 columns, then sentences."""
    from fivedice.comparison.trials_numbers import sentences

    screen = console()
    screen.print(samples_table(found))
    screen.print()
    screen.print(luck_table(found))
    screen.print(
        "P(≥), P(≤): that as many games of the strategy have a mean at least, at most, as great. "
        "Distance: of the cumulative shares. Shape: chi-square in ranges.",
        style="italic",
    )
    screen.print()
    screen.print(ranges_table(found))
    for sentence in sentences(found):
        screen.print()
        screen.print(sentence)


def samples_table(found: "Findings") -> "Table":
    """People, then strategies."""
    table = figures_table("Who", "Games", "Mean", "SD", "Median", "Min", "Max")
    for one in found.trials.samples:
        mean = str(one.interval) if one.interval else f"{one.mean:g}"
        table.add_row(
            one.name, f"{one.games:,}", mean, f"{one.sd:.2f}", f"{one.median:g}", str(one.least), str(one.most)
        )
    for name, player in found.strategies.items():
        figures = (f"{player.mean:.2f}", f"{player.sd:.2f}", str(player.median), str(player.least), str(player.most))
        table.add_row(name, "exact", *figures)
    return table


def luck_table(found: "Findings") -> "Table":
    """Each sample against each strategy."""
    from fivedice.comparison.compare import small

    several = len(found.luck) > 1
    table = figures_table("Against", "Difference", "P(≥)", "P(≤)", "Distance", "Shape p")
    for row in found.luck:
        for luck in row:
            table.add_row(
                f"{luck.sample} − {luck.strategy}" if several else luck.strategy,
                f"{luck.difference:+.2f}",
                small(luck.at_least),
                small(luck.at_most),
                f"{luck.distance:.3f}",
                small(luck.fit.p) if luck.fit else "",
            )
    return table


def ranges_table(found: "Findings") -> "Table":
    """Everybody's games in ranges, with the exact shares of the strategies."""
    from fivedice.comparison.trials_numbers import range_rows

    table = figures_table("Range", "Games", "Share", "Up to", *found.strategies)
    for row in range_rows(found):
        shares = (f"{row[name]:.1%}" for name in found.strategies)
        table.add_row(
            f"{row['low']}–{row['high']}", str(row["count"]), f"{row['share']:.1%}", f"{row['cumulative']:.1%}", *shares
        )
    return table
