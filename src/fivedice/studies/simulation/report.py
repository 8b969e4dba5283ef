"""The report of study 002, on its own dice: 10,000 games with seed 290.

The dice and every total are the study's own, so its figures are met exactly or they are wrong. Its conclusions are
set beside those that follow from the figures. Everything is exact and takes seconds, so a quick run is complete.
"""

from collections.abc import Mapping

from fivedice.progress import Stages
from fivedice.reports import Report
from fivedice.simulation.games import play
from fivedice.simulation.streams import Study002
from fivedice.statistics.intervals import t_quantile
from fivedice.studies.claims import Claims
from fivedice.studies.measured import evaluated, tabulated
from fivedice.studies.schedule import Schedule
from fivedice.studies.simulation import game, played, scores
from fivedice.studies.simulation.dice import DiceTests, Drawn
from fivedice.studies.simulation.played import Played
from fivedice.studies.simulation.printed import BATCHES, PRINTED, STRATEGIES, STUDY, YAHTZEE, title
from fivedice.studies.simulation.scores import Output
from fivedice.studies.simulation.selection import WINS, Selected, select

TITLE = "Study 002: Yahtzee Strategy Analysis (Wissner)"


def study(quick: bool, progress: Stages) -> Report:
    """Every claim of the study beside ours."""
    games = int(PRINTED["games"])
    stages = Schedule(progress, 3.0 + 5.0 * len(STRATEGIES))
    found: dict[str, Played] = {}
    outputs: dict[str, Output] = {}
    with stages.stage("Drawing the study's dice"):
        (dice,) = Study002(int(PRINTED["seed"])).blocks(YAHTZEE, games, games)
    for name in STRATEGIES:
        policy = tabulated(name, YAHTZEE, stages)
        exact = evaluated(name, policy, stages).score
        with stages.stage(f"The study's games of {name}"):
            (block,) = play(policy, Drawn(dice), games, record=True)
            found[name], outputs[name] = Played.of(policy, block), Output.of(name, block.scores, exact)
    with stages.stage("Testing the dice"):
        inputs = DiceTests.of(dice.ravel())
    with stages.stage("Selecting the best"):
        selected = select({name: one.scores for name, one in outputs.items()})
    return report(Claims(STUDY), inputs, found, outputs, selected, quick)


def report(
    claims: Claims,
    inputs: DiceTests,
    found: Mapping[str, Played],
    outputs: Mapping[str, Output],
    selected: Selected,
    quick: bool,
) -> Report:
    """The report on what was played and counted."""
    game.judge(claims)
    inputs.judge(claims)
    scores.judge(claims, outputs)
    selected.judge(claims)
    played.judge(claims, found)
    slots = {name: one.slots.tolist() for name, one in found.items()}
    numbers: dict[str, object] = {
        "study": "002", "quick": quick, "seed": int(PRINTED["seed"]), "games": int(PRINTED["games"]),
        "dice": inputs.numbers(), "strategies": {name: one.numbers() for name, one in outputs.items()},
        "slots": slots, "t": t_quantile(0.95, BATCHES - 1), "selection": selected.numbers(),
    }  # fmt: skip
    sections = [
        game.section(claims), played.rules_section(claims), inputs.section(claims),
        *scores.sections(claims, outputs), played.slots_section(claims, found), selected.section(claims),
    ]  # fmt: skip
    return claims.report(TITLE, summary(claims, inputs, outputs, selected), sections, numbers)


def summary(claims: Claims, inputs: DiceTests, outputs: Mapping[str, Output], selected: Selected) -> list[str]:
    """The results in sentences, from the verdicts."""
    widths = ", ".join(f"{one.half_width:.3f}" for one in outputs.values())
    margins = [one.margin for one in outputs.values()]
    times = [one.margin / one.half_width for one in outputs.values()]
    means = [f"{name}-mean" for name in outputs]
    wins = [f"{name}-wins" for name in WINS]
    every = selected.wins()
    best = max(every, key=lambda name: every[name])
    return [
        f"On the study's own dice the six means are {claims.words(*means)}, and chi-square of the dice is "
        f"{claims.words('chi-square')}.",
        f"The printed margins ({min(margins)} to {max(margins)}) are {min(times):.0f} to {max(times):.0f} times as "
        f"wide as the 95 % half-widths, {widths}: {claims.tally(*(f'{name}-margin' for name in outputs))}.",
        f"The reading of the chi-square test is {claims.words('chi-square-reading')}; the printed runs test "
        f"({claims.text('runs-p')}) is {inputs.runs_median.p:.4f} about the median and {inputs.runs_mean.p:.5f} about "
        "the mean.",
        f"The exact sample size for the selection is {selected.size}, printed {claims.text('selection-games')}; of the "
        f"printed wins, as a sample of all games, {claims.tally(*wins)}. {title(best)} wins most of all games.",
    ]
