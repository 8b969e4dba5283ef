"""The report of study 003: a Q-table swept 500 times with sampled rolls.

The study prints few figures: its search's value of a game, and the cost of training. Here the table is trained by
the same recipe, its gap to the exact values is known after every epoch, and its player is scored exactly. Six boxes of
the game are learned in any case; the whole one, which takes minutes and gigabytes, is left out of a quick run.
"""

from dataclasses import replace

from fivedice.learning.qtable import BATCH, DECAY, EPOCHS
from fivedice.progress import Stages
from fivedice.reports import Report, Section, duration, size
from fivedice.rules import Rules, variant
from fivedice.solver import Solution, cached_solution
from fivedice.studies.claims import Claims
from fivedice.studies.given_up import Fillings
from fivedice.studies.qlearning import agents, damaged, eda, rates, training
from fivedice.studies.qlearning.agents import Compared
from fivedice.studies.qlearning.damaged import DESCRIBED, Damaged, nearest, readings
from fivedice.studies.qlearning.search import search
from fivedice.studies.qlearning.training import Training, observe, share_arrived, weight_of
from fivedice.studies.schedule import Schedule

TITLE = "Study 003: a Q-table for Yahtzee"
BOXES = ("fours", "fives", "sixes", "full_house", "yahtzee", "chance")
JUDGED = (10, 50, 100, 200)
"""Epochs after which the player of the described game is evaluated, besides the last."""
CLOSE = 0.01
"""Share of the optimum that "very close" may be off."""
FASTER = 0.98
"""A decay of the learning rate that would be too fast."""
GAMES = 100_000
SEED = 1
WORDS = ("zero", "one", "two", "three", "four", "five")
RULES = ("rules-*", "turn-range", "ideal-score", "close")


def quick_game() -> Rules:
    """Six boxes of the game that the study describes."""
    game = variant(DESCRIBED)
    off: dict[str, int | str] = {one.name: "off" for one in game.categories if one.name not in BOXES}
    return replace(game.change({**off, "upper_threshold": 45}), name="six boxes")


def study(quick: bool, show: Stages) -> Report:
    """The Q-table beside the exact values, the other agents, and the printed figures; `quick` takes six boxes."""
    small, whole = quick_game(), variant(DESCRIBED)
    games = [small] if quick else [small, whole]
    sweeps = sum(weight_of(game, EPOCHS) for game in games)
    stages = Schedule(show, sweeps + 12.0 * len(games) + 14.0 + (0.0 if quick else 60.0))
    with stages.stage("Solving the described game") as progress:
        described = cached_solution(whole, progress=progress)
    with stages.stage("Solving it with another threshold") as progress:
        above = replace(whole, name="study-003-above", upper_threshold=whole.upper_threshold + 1)
        strict = cached_solution(above, progress=progress)
    every = readings(stages)
    with stages.stage("Searching six boxes"):
        found = search(small)
    compared = [Compared(observe(small, stages), found)]
    gaps = rates.tried(compared[0].training, stages)
    if not quick:
        with stages.stage("Searching the described game", 60.0):
            found = search(whole)
        compared.append(Compared(observe(whole, stages, judged=JUDGED), found))
    with stages.stage("Playing games of the Q-table", 2.0) as progress:
        fillings = Fillings.of(compared[-1].training.policy, GAMES, SEED, progress)
    main = None if quick else compared[-1]
    claims = Claims("qlearning")
    judge(claims, main, described, strict, every)
    rates.judge(claims, gaps, small)
    agents.judge(claims, main, agents.sweeps_alike(small))
    eda.judge(claims, None if quick else fillings)
    trainings = [one.training for one in compared]
    numbers: dict[str, object] = {
        "study": "003", "quick": quick, "trainings": [one.numbers() for one in trainings],
        "damaged": {f"{one.full_house}, {'above' if one.strict else 'from'} the threshold": one.solution.value
                    for one in every},
        "agents": [one.numbers() for one in compared], "given_up": fillings.numbers(),
    }  # fmt: skip
    sections = [
        _recipe_section(claims),
        training.section(trainings),
        rates.section(claims, gaps, small),
        agents.section(claims, compared),
        damaged.section(every, described),
        eda.section(claims, fillings, quick),
    ]
    return claims.report(TITLE, summary(claims, trainings, described, every), sections, numbers)


def judge(claims: Claims, whole: Compared | None, described: Solution, strict: Solution, every: list[Damaged]) -> None:
    """Rules, the printed ideal, and how close the table comes to it; the last only where the whole game is learned."""
    rules = described.rules
    claims.judge("rules-dice", rules.dice, WORDS.index(claims.text("rules-dice")) == rules.dice)
    claims.judge("rules-rerolls", rules.rolls - 1, WORDS.index(claims.text("rules-rerolls")) == rules.rolls - 1)
    claims.digit("rules-turns", rules.turns)
    best = {one.name: max(map(one.natural_points, rules.dice_set.rolls)) for one in rules.categories}
    greatest = best["yahtzee"] == max(best.values())
    claims.judge("rules-yahtzee", best["yahtzee"], greatest and best["yahtzee"] == claims.figure("rules-yahtzee"))
    claims.digit("rules-upper-bonus", rules.upper_bonus)
    least = f"{rules.upper_threshold} or more"
    claims.judge("rules-upper-threshold", least, least == claims.text("rules-upper-threshold"))
    claims.show_wrong(
        "rules-upper-threshold",
        f"Three dice of each face make exactly {rules.upper_threshold}, and the rules pay the bonus for {least}. With "
        f'"higher than" the optimum of the described game would be {strict.value:.4f} instead of '
        f"{described.value:.4f}, {described.value - strict.value:.2f} points less.",
    )
    claims.digit("turn-range", f"min 1, max {rules.turns}")
    near, ideal = nearest(every), claims.text("ideal-score")
    claims.digit("ideal-score", described.value, unless_met="exact; the program seems to have played another game")
    claims.show_wrong(
        "ideal-score",
        f"The game as described, {rules.turns} boxes without Yahtzee bonus and joker, has the optimum "
        f"{described.value:.4f}, by backward induction over all its states. The published program pays nothing for "
        f"three and four of a kind and tests a full house wrongly; of {len(every)} readings of these mistakes the "
        f"nearest (full house: {near.full_house}, bonus {'above' if near.strict else 'from'} {rules.upper_threshold}) "
        f"has {near.solution.value:.4f}, {abs(near.off):.2f} from the printed {ideal}. So the figure belongs to "
        "another game.",
    )
    if whole is None:
        claims.not_run("close")
        return
    one = whole.training
    gap = one.gaps[-1].mean
    met = max(one.shortfall, gap) <= CLOSE * one.solution.value
    why = f"read as: both within {CLOSE:.0%} of the optimum {one.solution.value:.2f}"
    claims.judge("close", f"player {one.shortfall:.2f} below the optimum, mean gap of the table {gap:.2f}", met, why)


def _recipe_section(claims: Claims) -> Section:
    game = variant(DESCRIBED)
    steps = 2 * game.rolls * game.turns
    total = sum(DECAY**epoch for epoch in range(EPOCHS))
    return Section(
        "The recipe",
        [
            f"Every state of the card and of the dice has an entry. An epoch gives each a new value: rolled dice the "
            f"best of what may follow, dice about to be thrown the mean of {BATCH} random rolls; old and new values "
            f"are blended with a learning rate of 1 in the first epoch and {DECAY} times the last in each one after. "
            "As in the report, all new values are computed from old ones.",
            f"So a value moves one step of the turn an epoch at most, and the end of {game.name} lies {steps} steps "
            f"from its start. The learning rates of {EPOCHS} epochs add up to {total:.1f}, and "
            f"{share_arrived(steps, EPOCHS):.2%} of the values at the end has reached the start. With "
            f"{FASTER} instead of {DECAY} it would be {share_arrived(steps, EPOCHS, FASTER):.1g} of it.",
            "A maximum over estimates is too high on average, as it picks those raised by chance: Q overshoots and "
            "comes down as the learning rate falls. Values of the table are estimates; its player is evaluated "
            "exactly.",
        ],
        [claims.table("verdicts", "Rules, the ideal, and the table: verdicts", RULES)],
    )


def summary(claims: Claims, trainings: list[Training], described: Solution, every: list[Damaged]) -> list[str]:
    """The results in sentences."""
    return [
        *(
            f"{each.rules.name}: after {EPOCHS} epochs the player of the Q-table scores {each.final.score.mean:.2f}, "
            f"evaluated exactly, {each.shortfall:.2f} points below the optimum. The table itself estimates "
            f"{each.gaps[-1].start:.2f}. The sweeps took {duration(each.seconds)} and {size(each.table_bytes)}; the "
            f"solver needs {duration(each.solution.seconds)} for exact values."
            for each in trainings
        ),
        f"The printed ideal of {claims.text('ideal-score')} is {claims.words('ideal-score')}: the game as described "
        f"has the optimum {described.value:.2f}, and with the mistakes of the published program it is about "
        f"{nearest(every).solution.value:.2f}.",
        f"That the table is {claims.text('close')} to the ideal is {claims.words('close')}; that the search is precise "
        f"and fast is {claims.words('search-precision', 'search-speed')}.",
        "`fivedice given-up STRATEGY` draws the study's exploratory plots for any player.",
    ]
