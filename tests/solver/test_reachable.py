from hypothesis import given

from fivedice.rules import Rules
from fivedice.solver import count_states
from tests.generators import examples, rules
from tests.plain import reachable_states


@examples(300)
@given(rules(max_categories=5))
def test_reachable_states_are_as_many_as_a_brute_force_walk_finds(game: Rules) -> None:
    assert count_states(game) == [len(layer) for layer in reachable_states(game)]
