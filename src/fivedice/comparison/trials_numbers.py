"""Trials beside strategies as plain values and in sentences."""

from dataclasses import dataclass
from typing import Any

from scipy import special

from fivedice.comparison.published_trials import HIGH, OnRealDice, caveats, other_counts
from fivedice.comparison.trials import Luck, Sample, Trials, chance_of, luck_of, share_between
from fivedice.evaluation.distribution import Distribution
from fivedice.rules import Rules


@dataclass(frozen=True)
class Findings:
    """Trials, the exact distributions of strategies, and how the two go together.

    luck : for each sample, against each strategy in order
    """

    rules: Rules
    trials: Trials
    strategies: dict[str, Distribution]
    luck: tuple[tuple[Luck, ...], ...]
    on_real_dice: OnRealDice | None = None

    @property
    def published(self) -> bool:
        """Whether these are the trials of study 000."""
        return self.trials.everybody.stated is not None


def findings(
    rules: Rules, trials: Trials, strategies: dict[str, Distribution], on_real_dice: OnRealDice | None = None
) -> Findings:
    """Set every sample against every strategy."""
    luck = tuple(tuple(luck_of(sample, name, one) for name, one in strategies.items()) for sample in trials.samples)
    return Findings(rules, trials, strategies, luck, on_real_dice)


def how_likely(p: float) -> str:
    """A probability in words that stay readable when it is small.

    >>> how_likely(0.0074), how_likely(0.3), how_likely(1e-9)
    ('0.0074, once in 135', '0.30', '1e-09')
    """
    if p == 0:
        return "less than 1e-300"
    if p >= 0.1:
        return f"{p:.2f}"
    return f"{p:.2g}, once in {1 / p:,.0f}" if p > 1e-6 else f"{p:.0e}"


def luck_sentence(sample: Sample, luck: Luck, player: Distribution) -> str:
    """Whether the difference to a strategy could be luck."""
    above = luck.difference >= 0
    p, side = (luck.at_least, "at least") if above else (luck.at_most, "at most")
    bound = "up to " if sample.grouped and not sample.stated else ""
    verdict = "luck can explain it" if luck.could_be_luck else "luck alone hardly explains it"
    return (
        f"{luck.strategy}, of mean {player.mean:.2f}, has a mean of {side} {sample.mean:.2f} over {luck.games:,} "
        f"{'game' if luck.games == 1 else 'games'} with probability {bound}{how_likely(p)}: {verdict}."
    )


def sentences(found: Findings) -> list[str]:
    """What the trials say, with what speaks against it."""
    sample, words = found.trials.everybody, []
    low, high = sample.mean_bounds
    if sample.grouped:
        words.append(f"The ranges alone put the mean between {low:.2f} and {high:.2f}.")
    words += [
        luck_sentence(sample, luck, player)
        for luck, player in zip(found.luck[-1], found.strategies.values(), strict=True)
    ]
    if found.published:
        words += published_sentences(found)
    return words


def published_sentences(found: Findings) -> list[str]:
    """What has to be known about the trials of study 000."""
    sample = found.trials.everybody
    words = caveats(sample)
    optimal, real = found.strategies.get("optimal"), found.on_real_dice
    if optimal:
        chances = (f"{chance_of(optimal, sample.mean, games):.4f} with {games}" for games in other_counts(sample))
        words[0] += f" The probability for optimal play would be {' and '.join(chances)} games."
    if real:
        words[-1] += (
            f" On dice exactly that uneven the strategy optimal for fair dice has a mean of {real.mean}, "
            f"most of the way to {sample.mean:.2f}; but so few throws do not show that they are uneven."
        )
    if optimal:
        words.append(_high_games(sample, optimal, real))
    return words


def _high_games(sample: Sample, optimal: Distribution, real: OnRealDice | None) -> str:
    """Where people's games differ most from optimal play, and not by a better mean."""
    high = sum(count for low, _, count in sample.cells if low >= HIGH)
    share = optimal.at_least(HIGH)
    chance = float(special.bdtrc(high - 1, sample.counted, share))
    uneven = f" ({real.high * sample.counted:.1f} on the uneven dice)" if real else ""
    return (
        f"{high} of the {sample.counted} games reach {HIGH} points, where optimal play expects "
        f"{share * sample.counted:.1f}{uneven}; so many have probability {how_likely(chance)}. To play for the mean "
        "does not bring this about; to play for very high scores, other rules, records or dice might."
    )


def numbers(found: Findings) -> dict[str, Any]:
    """Everything, for machines."""
    real = found.on_real_dice
    return {
        "variant": found.rules.name,
        "digest": found.rules.digest,
        "samples": [
            {**_sample(sample), "against": [_luck(luck) for luck in row]}
            for sample, row in zip(found.trials.samples, found.luck, strict=True)
        ],
        "strategies": [
            {"strategy": name, "mean": one.mean, "sd": one.sd, "median": one.median, "min": one.least, "max": one.most}
            for name, one in found.strategies.items()
        ],
        "ranges": range_rows(found),
        "optimal_on_real_dice": {"mean": real.mean.estimate, "interval": [real.mean.low, real.mean.high]}
        if real
        else None,
        "notes": sentences(found),
    }


def _sample(sample: Sample) -> dict[str, Any]:
    interval = sample.interval
    return {
        "name": sample.name,
        "games": sample.games,
        "games_counted": sample.counted,
        "grouped": sample.grouped,
        "mean": sample.mean,
        "mean_bounds": list(sample.mean_bounds),
        "interval": [interval.low, interval.high] if interval else None,
        "sd": sample.sd,
        "median": sample.median,
        "min": sample.least,
        "max": sample.most,
    }


def _luck(luck: Luck) -> dict[str, Any]:
    fit = luck.fit
    return {
        "strategy": luck.strategy,
        "difference": luck.difference,
        "p_at_least": luck.at_least,
        "p_at_most": luck.at_most,
        "p": luck.p,
        "could_be_luck": luck.could_be_luck,
        "ks_distance": luck.distance,
        "chi_square": {"statistic": fit.statistic, "df": fit.df, "p": fit.p} if fit else None,
    }


def range_rows(found: Findings) -> list[dict[str, Any]]:
    """Everybody's games in ranges, beside the exact share of each strategy there."""
    return [
        {
            "low": cell.low,
            "high": cell.high,
            "count": int(cell.count),
            "share": cell.share,
            "cumulative": cell.cumulative,
            **{name: share_between(one, cell.low, cell.high) for name, one in found.strategies.items()},
        }
        for cell in found.trials.everybody.ranges
    ]
