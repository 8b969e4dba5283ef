"""Study 000: whether printed throws can come from the same dice."""

from hypothesis import given
from hypothesis import strategies as st

from fivedice.studies.kth.same_dice import fits
from fivedice.studies.kth.same_value import rounds_on_same_dice

faces = st.integers(1, 6)
throw = st.lists(faces, min_size=5, max_size=5).map(tuple)
held = st.sets(st.integers(0, 4))


@given(st.lists(throw, min_size=3, max_size=3), st.lists(st.tuples(held, held), min_size=2, max_size=2))
def test_players_who_do_share_their_dice_always_fit(throws: list[tuple[int, ...]], choices: list) -> None:  # type: ignore[type-arg]
    plays = []
    for choice in choices:
        dice, play = throws[0], []
        for places, new in zip(choice, throws[1:], strict=True):
            kept = tuple(dice[place] for place in sorted(places))
            dice = tuple(dice[place] if place in places else new[place] for place in range(5))
            play.append((kept, tuple(sorted(dice))))
        plays.append(tuple(play))
    assert fits(throws[0], plays)


def test_one_die_cannot_show_two_faces_in_a_throw() -> None:
    keep_four = (1, 2, 3, 4)
    one, other = ((keep_four, (1, 2, 3, 4, 5)),), ((keep_four, (1, 2, 3, 4, 6)),)
    assert fits((1, 2, 3, 4, 6), [one])
    assert not fits((1, 2, 3, 4, 6), [one, other])
    assert fits((1, 2, 3, 4, 4), [one, other])  # either four may have been rolled


def test_round_7_of_game_4_was_not_played_on_the_same_dice() -> None:
    assert {turn: pairs for turn, pairs in rounds_on_same_dice().items() if pairs} == {(4, 7): [("dice", "optimal")]}
    assert len(rounds_on_same_dice()) == 7
