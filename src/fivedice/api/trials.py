"""`fd.trials`: people's scores compared with those of strategies, and whether the difference could be luck."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from fivedice.api.read import RulesLike, StrategiesLike, StrategyLike, read_players, read_rules
from fivedice.comparison.findings import Findings
from fivedice.comparison.published_trials import RULES, STRATEGIES, on_real_dice, published_trials
from fivedice.comparison.trial_files import parse_trials, read_trials
from fivedice.errors import TrialsError
from fivedice.evaluation.evaluate import evaluate
from fivedice.progress import Shown, progress_bar
from fivedice.strategies.policy import policy_for
from fivedice.strategies.registry import strategy_named


def trials(
    scores: "str | PathLike[str] | Iterable[int] | None" = None,
    rules: RulesLike = None,
    *,
    strategies: "StrategyLike | StrategiesLike | None" = None,
    progress: Shown = None,
) -> Findings:
    """Compare people's scores with those of strategies, and say whether the difference could be luck.

    scores     : a CSV file (one score per line; or columns score and player; low, high and count; or one for each box),
                 the scores themselves, or None for the 300 trials of study 000, which are games of yatzy
    strategies : by default optimal, and for study 000 all its players
    """
    if scores is None:
        rules = read_rules(rules) if rules is not None else RULES
        if rules.digest != RULES.digest:
            raise TrialsError(
                f"the trials of study 000 were games of {RULES.name}, not {rules.name}; name a file of others."
            )
    chosen = strategies or (STRATEGIES if scores is None else ("optimal",))
    players, game = read_players(chosen if isinstance(chosen, list | tuple) else [chosen], rules)
    if scores is None:
        found = published_trials()
    elif isinstance(scores, str | PathLike):
        found = read_trials(Path(scores), game)
    else:
        found = parse_trials(" ".join(str(int(one)) for one in scores), game, "scores")
    exact = {}
    for player in players:
        with progress_bar(f"Evaluating {player.name}", progress) as shown:
            exact[player.name] = evaluate(policy_for(player, game, progress=shown), progress=shown).score
    real = on_real_dice(strategy_named("optimal"), progress=progress) if scores is None else None
    return Findings(game, found, exact, real)
