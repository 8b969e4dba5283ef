"""The report of study 003: a Q-table swept 500 times with sampled rolls.

The study prints few figures: what its search expects of a game, and what training took. Here the table is trained by
the same recipe, its gap to the exact values is known after every epoch, and its player is scored exactly.
"""

from dataclasses import replace

from fivedice.learning.qtable import BATCH, DECAY, EPOCHS
from fivedice.progress import Stages
from fivedice.reports import Claim, Report, Section, claim_table
from fivedice.rules import Rules, variant
from fivedice.solver import Solution, cached_solution
from fivedice.studies import given_up
from fivedice.studies.given_up import Fillings
from fivedice.studies.qlearning import agents, damaged, training
from fivedice.studies.qlearning.agents import HOUR, PRINTED
from fivedice.studies.qlearning.damaged import DESCRIBED, Damaged, nearest, readings
from fivedice.studies.qlearning.training import Training, memory_cell, observe, share_arrived, time_cell, weight_of
from fivedice.studies.schedule import Schedule

TITLE = "Study 003: a Q-table for Yahtzee"
OFFICIAL = "yahtzee"
QUICK_BOXES = ("fours", "fives", "sixes", "full_house", "yahtzee", "chance")
JUDGED = (10, 50, 100, 200)
"""Epochs after which the player of the described game is evaluated, besides the last."""
CLOSE = 3.0
"""Points that "very close" may be off."""
FASTER = 0.98
"""A decay of the learning rate that would be too fast."""
GAMES = 100_000
SEED = 1


def quick_game() -> Rules:
    """Six boxes of the game that the study describes."""
    game = variant(DESCRIBED)
    off: dict[str, int | str] = {one.name: "off" for one in game.categories if one.name not in QUICK_BOXES}
    return replace(game.change({**off, "upper_threshold": 45}), name="six boxes")


def study(quick: bool, show: Stages) -> Report:
    """The Q-table beside the exact values, the other agents, and the printed figures; `quick` takes six boxes."""
    games = [quick_game()] if quick else [variant(DESCRIBED), variant(OFFICIAL)]
    sweeps = sum(weight_of(game, EPOCHS) for game in games)
    stages = Schedule(show, sweeps + (12.0 if quick else 80.0))
    with stages.stage("Solving the described game") as progress:
        described = cached_solution(variant(DESCRIBED), progress=progress)
    every = readings(stages, quick=quick)
    found = agents.compare(stages, quick=quick)
    trainings = [observe(games[0], stages, judged=JUDGED)]
    with stages.stage("Playing its games", 2.0) as progress:
        fillings = Fillings.of(trainings[0].policy, GAMES // 10 if quick else GAMES, SEED, progress)
    trainings += [observe(game, stages) for game in games[1:]]
    numbers: dict[str, object] = {
        "study": "003", "quick": quick, "trainings": [one.numbers() for one in trainings],
        "damaged": {f"{one.full_house}, {'above' if one.strict else 'from'} the threshold": one.solution.value
                    for one in every},
        "agents": [one.numbers() for one in found], "given_up": fillings.numbers(),
    }  # fmt: skip
    sections = [
        _recipe_section(trainings[0].rules, claims(trainings, described, every, quick=quick)),
        training.section(trainings),
        agents.section(found, trainings),
        damaged.section(every, described),
        given_up.section({"q-table": fillings}, quick),
    ]
    return Report(TITLE, _summary(trainings, described, every), sections, numbers)


def claims(trainings: list[Training], described: Solution, every: list[Damaged], *, quick: bool) -> list[Claim]:
    """The printed figures beside ours; what depends on the size of the game only for whole games."""
    near, ideal = nearest(every), PRINTED["ideal-score"]
    why = "the optimum is exact; the program seems to have played another game"
    found = [Claim.within(0.005, "ideal score, game as described", ideal, described.value, unless_met=why)]
    why = f"read as: full house is {near.full_house}, bonus above 63; the report does not state the mistakes exactly"
    found.append(Claim.within(0.005, "ideal score, program's mistakes", ideal, near.solution.value, unless_met=why))
    for one in trainings:
        what = f"{one.rules.name}: after {EPOCHS} epochs"
        why = f'"very close to the ideal": {one.shortfall:.2f} points below {one.solution.value:.2f}'
        found.append(Claim.met_if(one.shortfall <= CLOSE, what, None, one.final.score.mean, why))
    if not quick:
        main = trainings[0]
        why = "compiled, and neighbouring upper totals share their dice"
        found.append(Claim.within(0.5, "training, hours", PRINTED["hours"], main.seconds / HOUR, unless_met=why))
        why = f"{main.states:,} states that a game can reach, four bytes an entry"
        found.append(Claim.within(0.5, "Q-table, GB", PRINTED["gigabytes"], main.table_bytes / 1e9, unless_met=why))
    return found


def _recipe_section(game: Rules, found: list[Claim]) -> Section:
    steps = 2 * game.rolls * game.turns
    total = sum(DECAY**epoch for epoch in range(EPOCHS))
    return Section(
        "The recipe",
        [
            f"Every state of the card and of the dice has an entry. An epoch gives each a new value: rolled dice the "
            f"best of what may follow, dice about to be thrown the mean of {BATCH} random rolls; old and new values "
            f"are blended with a learning rate of 1 in the first epoch and {DECAY} times the last in each one after. "
            "New values are read to come from old ones, as the report says it.",
            f"So a value moves one step of the turn an epoch at most, and the end of this game lies {steps} steps from "
            f"its start. The learning rates of {EPOCHS} epochs add up to {total:.1f}, and "
            f"{share_arrived(steps, EPOCHS):.2%} of what lies at the end has come back to the start. With "
            f"{FASTER} instead of {DECAY} it would be {share_arrived(steps, EPOCHS, FASTER):.2%}.",
            "A maximum over estimates is too high on average, because it picks what luck favoured: Q overshoots, and "
            "comes down as the learning rate falls. What the table believes is no score; its player is evaluated "
            "exactly.",
        ],
        [claim_table("verdicts", "Printed figures", found)],
    )


def _summary(trainings: list[Training], described: Solution, every: list[Damaged]) -> list[str]:
    one = trainings[0]
    return [
        *(
            f"{each.rules.name}: after {EPOCHS} epochs the player of the Q-table scores {each.final.score.mean:.2f}, "
            f"evaluated exactly, {each.shortfall:.2f} points below the optimum. The table itself believes "
            f"{each.gaps[-1].start:.2f}."
            for each in trainings
        ),
        f"The sweeps of {one.rules.name} took {time_cell(one.seconds).text} and {memory_cell(one.table_bytes).text}; "
        f"the solver needs {time_cell(one.solution.seconds).text} for exact values.",
        f"The printed ideal of {PRINTED['ideal-score']} is not the optimum of the game described, "
        f"{described.value:.2f}; with the mistakes of the published program the optimum is about "
        f"{nearest(every).solution.value:.2f}.",
        "`fivedice given-up STRATEGY` draws the study's exploratory plots for any player.",
    ]
