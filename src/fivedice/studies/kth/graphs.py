"""Study 000, Graphs 4.1, 4.3, 4.5 and 4.7: how many games end with each score, and the points that section 5.3.1 names.

Maxima and minima are those of the exact distribution, which is smooth from score to score. A graph of 100,000 games is
not, and shows less. Points that the thesis calls neither maximum nor minimum are searched for in the distribution
smoothed by a normal curve with a standard deviation of 5 points, half a range of ten: a point is flat where that curve
rises (or falls) less than on either side of it, and by less than an eighth of its steepest slope.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from fivedice.arrays import Floats
from fivedice.charts import AnyChart, distributions, histogram
from fivedice.comparison import published
from fivedice.comparison.match import PER_GAMES
from fivedice.comparison.trials import Sample
from fivedice.evaluation.distribution import Distribution
from fivedice.reports import Plot, Section, Table
from fivedice.simulation import streams
from fivedice.simulation.games import play
from fivedice.strategies.policy import Policy
from fivedice.studies.claims import Claims
from fivedice.studies.measured import SEED, Measured

GRAPHS = {
    "4.1": ("optimal", "optimal", "a flat point at about {shoulder-180} that is neither a maximum nor a minimum, "
            "and the global maximum at about {maximum-235}"),
    "4.3": ("scorecard-based", "scorecard", "a local maximum at about {maximum-140}, a local minimum at about "
            "{minimum-170}, and the global maximum at about {maximum-210}"),
    "4.5": ("dice-based", "dice", "a global maximum, and to the right of it a point that is neither a maximum nor a "
            "minimum"),
    "4.7": ("forced-scoring", "forced", "close to the curve of a normal distribution"),
}  # fmt: skip
"""Each graph: strategy, name in the histograms, and description in section 5.3.1."""
BANDWIDTH = 5.0
FLAT, VISIBLE = 1 / 8, 1 / 20
"""Greatest slope of a flat point, and least height of any, as parts of the steepest slope and of the maximum."""
NEAR = 5
"""Tolerance of "about" in points."""
LEAST_SHARE = 1e-5
"""Scores with a smaller share are not drawn: fewer than one in 100,000 games."""

PLACES = (
    "shoulder-180", "maximum-235", "distance-*", "maximum-140", "minimum-170", "maximum-210", "mirror-image",
)  # fmt: skip
"""Claims of section 5.3.1 about places."""


@dataclass(frozen=True)
class Stationary:
    """A maximum, minimum or flat point of a curve."""

    at: int
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.at}"


def smoothed(score: Distribution) -> Floats:
    """The probabilities of single scores, weighted by a normal curve around each."""
    reach = np.arange(-int(4 * BANDWIDTH), int(4 * BANDWIDTH) + 1)
    weights = np.exp(-0.5 * (reach / BANDWIDTH) ** 2)
    around = np.convolve(score.probability, weights / weights.sum())
    return np.asarray(around[len(reach) // 2 : len(around) - len(reach) // 2])


def stationary(places: Floats, heights: Floats) -> list[Stationary]:
    """Maxima, minima and flat points of a curve, left to right; a flat point lies between two places."""
    slopes = np.diff(heights)
    flat, visible = FLAT * np.abs(slopes).max(), VISIBLE * heights.max()
    found: list[tuple[float, str]] = []
    for at, (before, here, after) in enumerate(zip(slopes, slopes[1:], [*slopes[2:], 0.0], strict=False), 1):
        if heights[at] < visible:
            continue
        if before * here < 0:
            found.append((places[at], "maximum" if before > 0 else "minimum"))
        elif here * after > 0 and abs(here) < min(abs(before), abs(after), flat):
            found.append(((places[at] + places[at + 1]) / 2, "flat"))
    return [Stationary(round(at), kind) for at, kind in found]


def extremes(score: Distribution) -> list[Stationary]:
    """The maxima and minima of a distribution."""
    return [one for one in stationary(score.numbers, score.probability) if one.kind != "flat"]


def flat_points(score: Distribution) -> list[Stationary]:
    """The flat points of a distribution once it is smoothed."""
    return [one for one in stationary(score.numbers, smoothed(score)) if one.kind == "flat"]


def kinds(found: list[Stationary]) -> str:
    """The kinds of stationary points, or their numbers where there are many."""
    count = Counter(one.kind for one in found)
    few = len(found) <= 3
    return ", ".join(one.kind for one in found) if few else f"{count['maximum']} maxima, {count['minimum']} minima"


def listed(found: list[Stationary]) -> str:
    """Every point with its place."""
    return "; ".join(map(str, found)) or "none"


def of_ranges(algorithm: str) -> list[Stationary]:
    """Stationary points of the printed histogram, to the nearest range of ten."""
    cells = published.histogram(algorithm).cells
    return stationary(
        np.array([(low + high + 1) / 2 for low, high, _ in cells]), np.array([count for *_, count in cells], float)
    )


def quoted(said: str) -> str:
    """A sentence of the thesis, with its figures in place of the ids of their claims."""
    return said.format_map(published.texts("kth"))


def parts_of_games(policy: Policy, games: int) -> dict[str, Distribution]:
    """Shares of games with each score, by whether they hold a Yatzy and the upper bonus, from simulated games."""
    (played,) = play(policy, streams.Counter(SEED), games, block=games)
    bonus = played.upper_bonuses > 0
    yatzy = ((played.boxes == policy.rules.yahtzee) & (played.points > 0)).any(axis=1)
    groups = {"neither": ~bonus & ~yatzy, "Yatzy": ~bonus & yatzy, "bonus": bonus & ~yatzy, "both": bonus & yatzy}
    return {name: Distribution.of(np.bincount(played.scores[some]) / games) for name, some in groups.items()}


def share_near(parts: Mapping[str, Distribution], score: int, *names: str) -> float:
    """Share of the games that end near a score which belongs to the named parts."""
    near = {name: float(one.probability[np.abs(one.numbers - score) <= NEAR].sum()) for name, one in parts.items()}
    return sum(near[name] for name in names) / sum(near.values())


def graph_section(claims: Claims, players: Mapping[str, Measured]) -> tuple[Section, dict[str, object]]:
    """The four graphs, score by score, with their stationary points beside those that the thesis names."""
    scores = {name: players[name].score for name, *_ in GRAPHS.values()}
    for graph, (name, *_) in GRAPHS.items():
        claims.digit(f"graph-{graph}", kinds(extremes(scores[name])), f"exact: {listed(extremes(scores[name]))}")
    _judge_places(claims, scores)
    parts = parts_of_games(players["optimal"].policy, PER_GAMES)
    _judge_distance(claims, parts, players["optimal"])
    rows = [
        [f"{graph}, {name}", *map(listed, (extremes(scores[name]), flat_points(scores[name]), of_ranges(algorithm)))]
        for graph, (name, algorithm, _) in GRAPHS.items()
    ]
    text = [
        "Graphs 4.1, 4.3, 4.5 and 4.7 show how many games ended with each score. Their numbers are not printed, so "
        "each exact distribution is drawn score by score under what appendix A holds, a tenth of each range of ten "
        f"for each of its scores. One game in {PER_GAMES:,} is a share of {1 / PER_GAMES:.3%}.",
        "Maxima and minima are exact. Points that are neither are looked for in the distribution smoothed by a normal "
        f'curve of sd {BANDWIDTH:g}; "about" is taken as {NEAR} points to either side. Of the places that it names: '
        f"{claims.tally(*PLACES)}.",
        *_origin(parts, players["optimal"]),
    ]
    found: list[Table | Plot] = [
        claims.table("graph-verdicts", "Score by score: verdicts", [*(f"graph-{one}" for one in GRAPHS), *PLACES]),
        Table(
            "stationary-points", "Stationary points",
            ["Graph", "Exact", "Flat when smoothed", "Of its ranges of ten"], rows,
            "Of its ranges of ten: the same rules on the counts of appendix A.",
        ),
        *(_plot(graph, players[name], algorithm, said) for graph, (name, algorithm, said) in GRAPHS.items()),
        Plot(
            "bonus-and-yatzy", "What the hills of Graph 4.1 are made of",
            distributions(
                {name: (one.numbers, one.probability) for name, one in parts.items()},
                title="Games of the optimal player by what they hold",
                subtitle="Share of all games that hold the upper bonus, a Yatzy, both or neither, of "
                f"{PER_GAMES:,} simulated ones",
            ),
        ),
    ]  # fmt: skip
    numbers: dict[str, object] = {
        name: [{"at": one.at, "kind": one.kind} for one in (*extremes(score), *flat_points(score))]
        for name, score in scores.items()
    }
    return Section("Score by score", text, found), numbers


def _judge_places(claims: Claims, scores: Mapping[str, Distribution]) -> None:
    """Each named place beside the nearest of ours of its kind, and the distances between them."""
    found: dict[str, int] = {}
    for claim, name, kind in (
        ("shoulder-180", "optimal", "flat"), ("maximum-235", "optimal", "top"),
        ("maximum-140", "scorecard-based", "maximum"), ("minimum-170", "scorecard-based", "minimum"),
        ("maximum-210", "scorecard-based", "top"),
    ):  # fmt: skip
        points = [*extremes(scores[name]), *flat_points(scores[name]), Stationary(top(scores[name]), "top")]
        places = [one.at for one in points if one.kind == kind]
        nearest = min(places, key=lambda at: abs(at - claims.figure(claim)), default=None)
        claims.within(claim, NEAR, nearest, f"about: within {NEAR} points" if places else f"ours has no {kind}")
        found[claim] = nearest if nearest is not None else top(scores[name])
    for claim, left, right in (
        ("distance-55", "shoulder-180", "maximum-235"), ("distance-70", "maximum-140", "maximum-210"),
    ):  # fmt: skip
        printed = claims.figure(right) - claims.figure(left)
        why = f"{claims.figure(right)} − {claims.figure(left)} = {printed}; about: within {NEAR} points"
        claims.within(claim, NEAR, found[right] - found[left], why)
    summit, dice = top(scores["dice-based"]), [*extremes(scores["dice-based"]), *flat_points(scores["dice-based"])]
    after = [one for one in dice if one.kind != "minimum" and one.at > summit + NEAR]
    why = f"maximum at {summit}, to the right of it {after[0] if after else 'nothing'}"
    claims.holds("mirror-image", bool(after), why)


def top(score: Distribution) -> int:
    """The most probable score."""
    return int(score.numbers[np.argmax(score.probability)])


def _judge_distance(claims: Claims, parts: Mapping[str, Distribution], optimal: Measured) -> None:
    """Whether the bonus, or the points of a Yatzy, make most of the distance between the two points of Graph 4.1."""
    places, rules = [int(claims.figure(name)) for name in ("shoulder-180", "maximum-235")], optimal.rules
    distance = claims.figure("distance-55")
    yatzy = rules.categories[rules.yahtzee].points if rules.yahtzee is not None else 0
    for claim, name, points, most in (
        ("distance-is-bonus", "bonus", rules.upper_bonus, True), ("distance-is-not-yatzy", "Yatzy", yatzy, False),
    ):  # fmt: skip
        shares = [share_near(parts, place, name, "both") for place in places]
        gain = float(points) * (shares[1] - shares[0])
        why = f"{name} in {shares[0]:.0%} of games at {places[0]}, in {shares[1]:.0%} at {places[1]}"
        claims.judge(claim, f"{gain:+.1f} of {distance} points".replace("-", "−"), (gain > distance / 2) == most, why)


def _origin(parts: Mapping[str, Distribution], optimal: Measured) -> list[str]:
    """Where the hills of Graph 4.1 come from."""
    tops = ", ".join(f"{name} at {one.numbers[np.argmax(smoothed(one))]:.0f}" for name, one in parts.items())
    return [
        f"The optimal player earns the bonus in {optimal.p_upper_bonus:.1%} of games and scores a Yatzy in "
        f"{optimal.yahtzees:.1%} (both exact). The games with neither, one or both have their own hills ({tops}), and "
        "the graph is their sum."
    ]


def every_score(name: str, score: Distribution, printed: Sample, title: str, whose: str) -> AnyChart:
    """A bar for each score, under printed ranges that are spread evenly over their scores."""
    shares = zip(score.numbers.astype(int).tolist(), score.probability.tolist(), strict=True)
    theirs = [
        (at, at, cell.share / (cell.high + 1 - cell.low))
        for cell in printed.ranges
        for at in range(cell.low, cell.high + 1)
    ]
    return histogram(
        {name: [(at, at, share) for at, share in shares if share > LEAST_SHARE]},
        published={name: theirs},
        title=title,
        subtitle=f"Bars: exact share of games that end with the score; outline: a tenth of each range {whose}",
    )


def _plot(graph: str, player: Measured, algorithm: str, said: str) -> Plot:
    """One of the graphs: every score, under the printed ranges."""
    name, score, printed = player.name, player.score, published.histogram(algorithm)
    return Plot(
        f"graph-{graph.replace('.', '-')}",
        f"Graph {graph}: {name}, score by score",
        every_score(name, score, printed, f"Graph {graph}: {name}, every score", "of the thesis"),
        f"The thesis says of its graph: {quoted(said)}. Exactly: {listed(extremes(score))}.",
    )
