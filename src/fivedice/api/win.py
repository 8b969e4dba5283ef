"""`fd.win`: who will come first, and the decision that wins most often."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivedice.api.read import RulesLike, read_players
from fivedice.coach.chances import Win, win_chances
from fivedice.evaluation.outlook import Outlook
from fivedice.objectives.position import Position, parse_position
from fivedice.progress import Shown, announce, progress_bar

if TYPE_CHECKING:
    from fivedice.strategies.strategy import Strategy


def win(
    position: Position | str | Sequence[str],
    rules: RulesLike = None,
    *,
    throw: str | None = None,
    mover: int | None = None,
    strategy: "Strategy | str" = "optimal",
    progress: Shown = None,
) -> Win:
    """Win probabilities of a position of two to eight players, and the decision that wins most often.

    A position has the cards in the order of play, the dice behind that of the player to move: "ones=3 / sixes=24
    55561:2"; or it is a list of cards, or the path of a file with a card on each line. Whose turn it is follows from
    the filled boxes; where all have as many, `mover` is the number of the player to move, by default the first. All
    play on by `strategy`; the player to move may also play to win.
    """
    [player], game = read_players([strategy], position.rules if isinstance(position, Position) else rules)
    if not isinstance(position, Position):
        texts = [position] if isinstance(position, str) else list(position)
        position = parse_position(game, texts, mover=None if mover is None else mover - 1, throw=throw)
    with progress_bar(f"Preparing {game.name}", progress) as shown:
        return win_chances(position, Outlook(game, player, shown, announce))
