"""A host who tries seeds until a game begins as wished: what is found is worth nothing once the player has a share."""

from collections.abc import Callable
from random import Random

from fivedice.rules import variant
from fivedice.table.events import Seat, Thrown
from fivedice.table.game import Game
from fivedice.table.shares import Chain
from tests.faults.conftest import Tally

YAHTZEE = variant("yahtzee")


def test_seeds_that_were_ground_for_a_yahtzee_give_none(
    random: Random, many: Callable[[int], int], tally: Tally
) -> None:
    """The host knows seed and pledge, and picks a seed whose first throw it likes; then the player throws."""
    chain = Chain(random.randbytes(32).hex())
    tried, liked, lost = many(2241), 0, 0
    for _ in range(tried):
        game = Game.begin(YAHTZEE, [Seat("Ann")], seed=random.randbytes(32), pledges={0: chain.pledge})
        foreseen = first_dice(game, "")
        if len(set(foreseen)) == 1:
            liked += 1
            lost += first_dice(game, chain.links[1]) == foreseen
    tally("seeds ground for a Yahtzee", tried, lost, f"{liked} began with one as the host saw it, {lost} as thrown")
    assert liked or tried < 2241


def first_dice(game: Game, share: str) -> tuple[int, ...]:
    (thrown,) = game.throw(0, share=share)
    assert isinstance(thrown, Thrown)
    return thrown.dice
