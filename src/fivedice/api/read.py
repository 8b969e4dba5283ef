"""Reads the arguments of the library: rules, dice, cards and strategies, as text or as objects."""

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from fivedice.errors import LearningError, NotationError, StrategyError, UnknownVariant
from fivedice.rules import VARIANTS, Card, Roll, Rules
from fivedice.rules.classic import YAHTZEE
from fivedice.rules.notation import Throw, check_rerolls, format_card, parse_card, parse_throw
from fivedice.rules.toml import load_rules
from fivedice.rules.variants import named_rules

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy

RulesLike = Rules | str | PathLike[str] | None
"""Rules; the name of a variant, such as "yatzy" or "yatzy (upper_bonus=35)"; the path of a TOML file; None: Yahtzee."""
DiceLike = str | Iterable[int]
"""Dice in any order: "56666", or any numbers."""
CardLike = Card | str | None
"""A card; its text, such as "ones=3,chance=22"; None for an empty one."""
ThrowLike = str | tuple[DiceLike, int] | None
"""Dice on the table and rerolls left: "55561:2" or ("55561", 2)."""
MOST_GAMES = 10**10
StrategyLike: TypeAlias = "Strategy | str"
"""A strategy, its name, or the file of a trained player."""
StrategiesLike: TypeAlias = "list[Strategy | str] | tuple[Strategy | str, ...]"
"""Several of them."""


def read_rules(rules: RulesLike = None) -> Rules:
    """Read rules."""
    if isinstance(rules, Rules):
        return rules
    if rules is None:
        return YAHTZEE
    if isinstance(rules, str) and (named := named_rules(rules)):
        return named
    path = Path(rules)
    if path.suffix == ".toml" or not isinstance(rules, str) or path.is_file():
        return load_rules(path)
    raise UnknownVariant(
        f"variant {rules!r} is not known; it must be one of {', '.join(VARIANTS)}, or the path of a TOML file."
    )


def read_dice(rules: Rules, dice: DiceLike) -> Roll:
    """All dice of a roll, in ascending order."""
    if isinstance(dice, str):
        return rules.dice_set.parse(dice, whole=True)
    return rules.dice_set.check(dice, whole=True)


def read_card(rules: Rules, card: CardLike) -> Card:
    """Read a card of these rules."""
    if not isinstance(card, Card):
        return parse_card(rules, card or "")
    if len(card.points) != rules.turns:
        raise NotationError(f"the card has {len(card.points)} boxes, but {rules.name!r} has {rules.turns}.")
    parse_card(rules, format_card(rules, card))  # refuses points that no box can hold
    return card


def read_throw(rules: Rules, throw: ThrowLike) -> Throw | None:
    """The dice on the table and the rerolls left, if there are any."""
    if throw is None or isinstance(throw, str):
        return parse_throw(rules, throw) if throw else None
    dice, rerolls = throw
    return read_dice(rules, dice), check_rerolls(rules, rerolls)


def read_strategy(strategy: StrategyLike) -> "Strategy":
    """Read a strategy."""
    from fivedice.strategies.registry import strategy_named  # imports numba
    from fivedice.strategies.strategy import Strategy

    if isinstance(strategy, str | PathLike):
        return strategy_named(str(strategy))
    if isinstance(strategy, Strategy):
        return strategy
    raise StrategyError(
        f"{strategy!r} is no strategy; give a name (see fd.all_strategies()), or an object with name, summary, check, "
        "decide and reason, such as @fd.strategy makes."
    )


def read_players(strategies: Sequence[StrategyLike], rules: RulesLike = None) -> "tuple[list[Strategy], Rules]":
    """Read strategies, and the rules that they play; rules that one of them cannot play are refused."""
    players = [read_strategy(one) for one in strategies]
    game = rules_for(players, rules)
    for player in players:
        player.check(game)
    return players, game


def rules_for(players: "Sequence[Strategy]", rules: RulesLike = None) -> Rules:
    """Read rules; without any, those that trained players were trained for."""
    from fivedice.strategies.trained import rules_of

    return read_rules(rules) if rules is not None else rules_of(players) or YAHTZEE


def read_games(games: int, least: int = 1, *, kept: int = 0) -> int:
    """Check a number of games: not too few, nor too many for memory where `kept` bytes of each are kept."""
    if games < least:
        raise NotationError(f"{games} games are too few; it must be {least} or more.")
    if games > MOST_GAMES:
        raise NotationError(f"{games} games are too many; it must be at most {MOST_GAMES:,}, the work of hours.")
    if kept:
        from fivedice.solver.exact import check_fits

        check_fits(kept * games, f"keeping the scores of {games:,} games", "ask for fewer games")
    return games


def read_sizes(hidden: str | Sequence[int]) -> tuple[int, ...]:
    """Sizes of the hidden layers of a network: "100,200" or numbers."""
    if not isinstance(hidden, str):
        return tuple(hidden)
    words = hidden.split(",")
    if not all(word.strip().isdecimal() for word in words):
        raise LearningError(f"hidden {hidden!r} is no list of sizes such as 100,200.")
    return tuple(map(int, words))
