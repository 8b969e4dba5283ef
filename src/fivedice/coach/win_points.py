"""Who was ahead when: every seat's chance to win after each turn, if all play on for the greatest mean."""

from collections.abc import Iterator
from dataclasses import dataclass

from fivedice.coach.played import Decided, Played
from fivedice.progress import Progress
from fivedice.rules import Card, Category, Rules

QUICK_UNTIL = 6
"""With at most this many open boxes, the distribution of a final score takes a tenth of a second."""


@dataclass(frozen=True)
class WinPoint:
    """Each seat's chance to win, a tie as half a win, after a turn of `seat`; None before the first turn."""

    seat: int | None
    turn: int | None
    chances: tuple[float, ...]

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {**vars(self), "chances": list(self.chances)}


def card_after(rules: Rules, made: Decided) -> Card:
    """The card after a decision."""
    if not isinstance(made.decision, Category):
        return made.card
    point = made.point
    return made.card.score(rules, point.roll, made.decision, rerolls=point.rerolls, served=point.served)


def win_points(game: Played, *, every: bool = False, progress: Progress | None = None) -> Iterator[WinPoint]:
    """The chances after turns where they take little time; `every` adds the earlier ones, at some seconds per seat."""
    from fivedice.evaluation.final_score import final_score  # imports numba
    from fivedice.evaluation.scores import scores_on_disk
    from fivedice.objectives.win import chances

    rules, on_disk = game.rules, scores_on_disk(game.rules)
    cards = [card for card, _ in game.start]
    fills = [made for made in game.decisions if isinstance(made.decision, Category)]
    for done, made in enumerate((None, *fills)):
        if made:
            cards[made.seat] = card_after(rules, made)
        if progress:
            progress(done, len(fills) + 1)
        playing = [seat for seat in range(len(cards)) if game.left.get(seat, len(fills) + 1) > done]
        left = max((rules.turns - cards[seat].state(rules).turns_played for seat in playing), default=0)
        if every or on_disk or left <= QUICK_UNTIL:
            values = [0.0] * len(cards)
            if len(playing) > 1:
                found = chances([final_score(rules, cards[seat]) for seat in playing])
                for seat, one in zip(playing, found, strict=True):
                    values[seat] = one.value
            elif playing:
                values[playing[0]] = 1.0
            yield WinPoint(made.seat if made else None, made.turn if made else None, tuple(values))
