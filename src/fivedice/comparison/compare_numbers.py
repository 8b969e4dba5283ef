"""A comparison as plain values and in sentences."""

from typing import Any

from fivedice.comparison.compare import PROBABILITY, RATIO, Comparison, Pair, Standing
from fivedice.statistics.intervals import Interval


def numbers(found: Comparison) -> dict[str, Any]:
    """Everything, for machines: all pairs, not only those with the best."""
    match, single, steps = found.match, found.single_stage, found.sequential
    return {
        "variant": match.rules.name,
        "digest": match.rules.digest,
        "games": match.games,
        "best": found.best.name,
        "strategies": [_standing(one) for one in found.standings],
        "pairs": [_pair(one) for one in found.pairs],
        "selection": {
            "probability": PROBABILITY,
            "ratio": RATIO,
            "single_stage": {
                "games_needed": single.needed,
                "enough": match.games >= single.needed,
                "wins": dict(zip(match.names, single.won, strict=True)),
                "selected": single.selected,
            },
            "sequential": {
                "stopped": steps.stopped_early,
                "games": steps.games,
                "selected": match.names[steps.best] if steps.stopped_early else None,
                "probability": steps.probability,
                "wins": dict(zip(match.names, steps.wins, strict=True)),
            },
        },
    }


def _standing(one: Standing) -> dict[str, Any]:
    return {
        "strategy": one.name,
        "mean": one.mean.estimate,
        "interval": _interval(one.mean),
        "sd": one.sd,
        "median": one.median,
        "min": one.least,
        "max": one.most,
        "wins": one.won,
        "win_share": one.share,
        "seconds": one.seconds,
        "seconds_per_100000_games": one.seconds_per_100_000,
        "exact": {"mean": one.exact.mean, "sd": one.exact.sd, "median": one.exact.median} if one.exact else None,
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "strategies": [pair.one, pair.other],
        "difference": pair.difference.estimate,
        "interval": _interval(pair.difference),
        "p": pair.p,
        "p_holm": pair.adjusted,
        "ahead": pair.ahead,
        "level": pair.level,
        "behind": pair.behind,
        "win_rate": pair.win_rate,
    }


def _interval(interval: Interval) -> list[float]:
    return [interval.low, interval.high]


def selection_sentences(found: Comparison) -> list[str]:
    """What the two procedures to select the best came to."""
    match, single, steps = found.match, found.single_stage, found.sequential
    wanted = f"P* = {PROBABILITY:g} and θ* = {RATIO:g}"
    sentences = []
    if single.selected:
        won = single.won[match.names.index(single.selected)]
        sentences.append(
            f"Selection of the best of {len(match.names)} with {wanted} takes {single.needed:,} games: the first "
            f"{single.needed:,} select {single.selected}, which wins {won:,} of them (ties by lot)."
        )
    else:
        sentences.append(
            f"Selection of the best of {len(match.names)} with {wanted} takes {single.needed:,} games; "
            f"{match.games:,} are too few."
        )
    if steps.stopped_early:
        sentences.append(
            f"Game by game, it would have stopped after {steps.games:,} with {match.names[steps.best]} "
            f"(Bechhofer, Kiefer, Sobel 1968)."
        )
    else:
        sentences.append(f"Game by game, {steps.games:,} games have not been enough to stop.")
    return sentences
