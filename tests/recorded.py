"""Recorded games for tests, their logs, and a player who ends turns early."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import polars as pl

from fivedice.rules import Rules, variant
from fivedice.simulation.games import Games, play
from fivedice.simulation.logs import TABLES, GameLog
from fivedice.simulation.streams import Counter, Stream
from fivedice.solver import cached_solution
from fivedice.strategies.basic import random
from fivedice.strategies.policy import Policy, TablePolicy, policy_for, table_of
from fivedice.strategies.registry import strategy_named

YAHTZEE = variant("yahtzee")


def played(policy: Policy, games: int, seed: int = 7) -> Games:
    """Games on the default dice, with every throw."""
    (block,) = play(policy, Counter(seed), games, record=True, block=games)
    return block


def impatient(game: Rules) -> TablePolicy:
    """The random player, who scores every second roll at once."""
    policy = table_of(random, game)
    keeps = policy.keeps.copy()
    keeps[..., ::2] = -1 - policy.boxes[None, :, :, :, None, ::2]
    return replace(policy, keeps=keeps)


@cache
def player(name: str) -> Policy:
    """Who plays Yahtzee; listed once for all tests."""
    return impatient(YAHTZEE) if name == "impatient" else policy_for(strategy_named(name), YAHTZEE)


def write_log(destination: Path, name: str, stream: Stream, games: int, block: int = 25) -> None:
    """Play Yahtzee and log it, some games at a time."""
    policy = player(name)
    with GameLog(destination, YAHTZEE, policy, cached_solution(YAHTZEE)) as log:
        for some in play(policy, stream, games, record=True, block=block):
            log.add(some)


def read_log(folder: Path) -> dict[str, pl.DataFrame]:
    """The tables of a log of Parquet files."""
    return {table: pl.read_parquet(folder / f"{table}.parquet") for table in TABLES}
