"""Write docs/leaderboard.md: the benchmark for every built-in player, for trained ones, and the published figures.

    python docs/make_leaderboard.py [FILE ...]

rates the built-in players, those that `train network` and `train value` train from seed 1, and the trained players in
these files. It shows its progress, and takes some minutes of processor time, half of them for training.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import fivedice as fd
from fivedice.comparison import published
from fivedice.rating import GAMES, SEED
from fivedice.rating.positions import VERSION
from fivedice.rating.result import Rating
from fivedice.rules import variant
from fivedice.strategies.registry import built_in, strategy_named

INTRODUCTION = f"""# Leaderboard

`fivedice rate` for every built-in player of official Yahtzee: benchmark {VERSION}, {GAMES} games, seed {SEED}. *Mean*
is from regrets, with its 95 % interval; *exact* is the mean without sampling error (`fivedice evaluate`), which the
rating does not use. *Best* is the share of the benchmark's positions in which the player loses nothing, and *cost* its
mean regret in a position; players that know one variant only answer the positions of that variant.
[Engines, bots and the benchmark](engine.md) says how it is computed. This page is written by
`docs/make_leaderboard.py`.

| player | mean | 95 % interval | exact | regret | positions | best | cost |
|---|---|---|---|---|---|---|---|
"""
PUBLISHED = """
## Published figures

Mean scores that papers and theses print for players of official Yahtzee, and the exact mean of our player by
the same description, if there is one. Sample means scatter by several points; [strategies](strategies.md) has all
readings.

| player | source | published mean | ours, exact |
|---|---|---|---|
"""
PAPE = "https://arxiv.org/abs/2601.00007"
VASSEUR = "https://github.com/philvasseur/Yahtzee-DQN-Thesis"
YUAN = "https://csec.yale.edu/senior-essays/fall-2023/using-deep-q-learning-play-two-player-yahtzee"
OTHERS = (
    ("Better Heuristic", "Glenn 2006 as quoted in study 001", "244.87"),
    ("Heuristic", "Glenn 2006 as quoted in study 001", "240.67"),
    ("network taught by the optimal table", "Glenn and Brunstad, study 004", "248.73"),
    ("A2C after a million games", f"[Pape 2025]({PAPE}); its abstract calls it a median", "241.78"),
    ("deep Q-network on meta-actions", f"[Vasseur 2019]({VASSEUR})", "232"),
    ("deep Q-network for two players", f"[Yuan 2023]({YUAN})", "159"),
)
"""Players that are described too briefly to reproduce, or that learn."""
RULES = "yahtzee"
LEARNERS = ("network", "value")


def row(rating: Rating, exact: float | None) -> str:
    """A line of the first table."""
    found = rating.to_dict()
    count = max(found["positions"], 1)
    cells = (
        f"`{rating.strategy}`", f"{rating.mean:.2f}", f"{rating.low:.2f} to {rating.high:.2f}",
        "–" if exact is None else f"{exact:.2f}", f"{rating.regret:.2f}", f"{found['positions']:,}",
        f"{found['positions_best'] / count:.1%}", f"{found['positions_regret']:.3f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def say(sentence: str) -> None:
    """Show progress."""
    print(sentence, file=sys.stderr, flush=True)


def trained(folder: Path) -> list[str]:
    """Files of the players that learn, trained anew."""
    files = []
    for kind in LEARNERS:
        found = fd.train(kind, RULES, seed=1, out=folder / f"{kind}.fd", progress=False)
        say(f"trained {kind} in {found.seconds:.0f} s: mean {found.mean:.2f}")
        files.append(str(found.file))
    return files


def rated(names: list[str]) -> list[tuple[Rating, float | None]]:
    """Every player that plays these rules, the best first; files are called by their stems."""
    found = []
    for number, name in enumerate(names, 1):
        if name in built_in():
            try:
                strategy_named(name).check(variant(RULES))
            except fd.FivediceError as error:
                say(f"{number} of {len(names)}: left out, {error}")
                continue
        rating, figures = fd.rate(name, RULES, progress=False), fd.evaluate(name, RULES, progress=False)
        rating = rating if name in built_in() else replace(rating, strategy=Path(name).stem)
        found.append((rating, None if figures.sample else figures.mean))
        say(f"{number} of {len(names)}: {rating.strategy} {rating.mean:.2f}")
    return sorted(found, key=lambda one: -one[0].mean)


def published_rows() -> list[str]:
    """The published figures, the greatest first."""
    rows = [(name, source, mean, "–") for name, source, mean in OTHERS]
    for (name, game), entry in published.by_strategy().items():
        if game == RULES:
            mean = fd.evaluate(name, variant(game), progress=False).mean
            rows.append((f"`{name}`", entry["source"], entry["mean"], f"{mean:.2f}"))
    return [f"| {' | '.join(one)} |" for one in sorted(rows, key=lambda one: -float(one[2]))]


def main() -> None:
    """Rate all players and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(*one) for one in rated([*built_in(), *trained(Path(folder)), *sys.argv[1:]])]
    text = INTRODUCTION + "\n".join(rows) + "\n" + PUBLISHED + "\n".join(published_rows()) + "\n"
    Path(__file__).with_name("leaderboard.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
