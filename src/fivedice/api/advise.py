"""`fd.advise`: every decision for a roll, best first."""

from collections.abc import Sequence

from fivedice.api.read import CardLike, DiceLike, RulesLike, read_card, read_dice, read_rules
from fivedice.api.solve import check_open, solve
from fivedice.coach.advice import Advice
from fivedice.coach.advice import advise as advise_by
from fivedice.errors import ObjectiveError
from fivedice.progress import Shown, announce, progress_bar
from fivedice.rules.notation import check_rerolls, format_card


def advise(
    dice: DiceLike,
    rerolls: int,
    rules: RulesLike = None,
    *,
    card: CardLike = None,
    objective: str = "mean",
    opponents: Sequence[str] = (),
    progress: Shown = None,
) -> Advice:
    """Every decision for a roll with its value and its regret, best first.

    Objectives are those of `fd.solve`, and "win" with the cards of the `opponents`.
    """
    game = read_rules(rules)
    roll, left, held = read_dice(game, dice), check_rerolls(game, rerolls), read_card(game, card)
    check_open(game, held)
    if opponents and objective != "win":
        raise ObjectiveError(f"--opponents are for --objective win, and {objective!r} was asked for.")
    if objective != "win":
        return solve(game, objective, progress=progress).advise(roll, left, held)
    if not opponents:
        raise ObjectiveError("objective 'win' needs the cards of the other players; name them with --opponents.")
    from fivedice.evaluation.outlook import Outlook
    from fivedice.objectives.position import parse_position
    from fivedice.objectives.win import Winning

    position = parse_position(game, [format_card(game, held), *opponents], mover=0)
    with progress_bar(f"Solving {game.name}", progress) as shown:
        return advise_by(Winning(position, Outlook(game, progress=shown, announce=announce)), held, roll, left)
