"""Study 003, section EDA: when boxes are given up, and their points over the turns, by the Q-table's player."""

import numpy as np
from scipy import stats

from fivedice.reports import Section
from fivedice.studies import given_up
from fivedice.studies.claims import Claims
from fivedice.studies.given_up import Fillings

DECREASING = ("full_house", "yahtzee", "large_straight")
GIVEN_UP = ("yahtzee", "large_straight")
NAMES = ("given-up-graph", "points-graph", "points-decrease", "given-up-late")


def trend(fillings: Fillings, name: str) -> float:
    """Rank correlation of the turn with the mean points of a box that is filled in it."""
    means = fillings.mean_points[:, fillings.rules.index[name]]
    turns = np.flatnonzero(~np.isnan(means))
    return float(stats.spearmanr(turns, means[turns]).statistic)


def late(fillings: Fillings, name: str) -> float:
    """Share of the zeros of a box that come in the second half of the game."""
    zeros = fillings.zeros[:, fillings.rules.index[name]]
    return float(zeros[fillings.rules.turns // 2 :].sum() / max(zeros.sum(), 1))


def judge(claims: Claims, whole: Fillings | None) -> None:
    """The text below the figures; `whole` counts the whole game, which a quick run leaves out."""
    for name in NAMES[:2]:
        claims.not_described(name, "a picture without numbers; ours is below")
    if whole is None:
        claims.not_run(*NAMES[2:])
        return
    games = f"{whole.games:,} games"
    trends = {whole.rules.category(name).title: trend(whole, name) for name in DECREASING}
    words = ", ".join(f"{title} {value:+.2f}".replace("-", "−") for title, value in trends.items())
    claims.judge("points-decrease", words, max(trends.values()) < 0, f"rank correlation with the turn, {games}")
    shares = {whole.rules.category(name).title: late(whole, name) for name in GIVEN_UP}
    words = ", ".join(f"{title} {value:.0%}" for title, value in shares.items())
    claims.judge("given-up-late", words, min(shares.values()) > 0.5, f"zeros in the second half of the game, {games}")


def section(claims: Claims, fillings: Fillings, quick: bool) -> Section:
    """The plots of the Q-table's player, and the verdicts."""
    found = given_up.section({"q-table": fillings}, quick)
    found.parts.insert(0, claims.table("eda-verdicts", "Boxes given up: verdicts", NAMES))
    return found
