"""The conformance kit finds what is wrong with a strategy, and says where."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.errors import StrategyError
from fivedice.kernels.view import ROLL, View, is_open
from fivedice.rules import Decision, Rules, Turn, legal_decisions, variant
from fivedice.rules.classic import CLASSIC
from fivedice.rules.notation import format_turn, parse_turn
from fivedice.strategies.registry import strategies, strategy_named
from fivedice.strategies.strategy import strategy
from fivedice.strategies.vocabulary import can_score, first_open, hold_face
from fivedice.testing import CHANGED, check_strategy
from tests.generators import examples, rules, turns
from tests.small import SMALL
from tests.whim import Whim

YAHTZEE, YATZY = variant("yahtzee"), variant("yatzy")


@dataclass
class PlugIn:
    """Remembers how often it was asked, and answers accordingly."""

    answer: Callable[[tuple[Decision, ...], int], Any]
    name: str = "plug-in"
    summary: str = "Somebody else's."
    asked: list[int] = field(default_factory=lambda: [0], repr=False)

    def check(self, rules: Rules) -> None: ...

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        self.asked[0] += 1
        decision: Decision = self.answer(legal_decisions(rules, turn), self.asked[0])
        return decision

    def reason(self, rules: Rules, turn: Turn) -> str:
        return ""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "meta-optimal"))
        for name in strategies()
        if name != "by-columns"
    ],
)
def test_our_strategies_keep_the_contract(name: str) -> None:
    player = strategy_named(name)
    try:
        player.check(YAHTZEE)
    except StrategyError:
        check_strategy(player, YATZY, turns=40)
    else:
        check_strategy(player, YAHTZEE, turns=40)


def refusal(player: PlugIn) -> str:
    with pytest.raises(StrategyError) as caught:
        check_strategy(player, YAHTZEE, turns=100)
    return str(caught.value)


def test_an_illegal_plug_in_is_refused_with_the_turn() -> None:
    for answer in ((7,), None, "ones", [1], YATZY.category("pair")):
        sentence = refusal(PlugIn(lambda legal, asked, answer=answer: answer))  # type: ignore[misc]
        assert sentence.startswith("strategy 'plug-in' breaks the rules at '-@0 ")
        assert sentence.endswith(", which is not legal there.")


def test_a_plug_in_that_changes_its_mind_is_refused_with_the_turn() -> None:
    sentence = refusal(PlugIn(lambda legal, asked: legal[asked // 150 % 2 - 1]))
    assert sentence.startswith("strategy 'plug-in' is not deterministic at '")
    assert ": it answers " in sentence
    assert ", and then " in sentence


def test_a_plug_in_that_is_illegal_only_the_second_time_is_refused_with_the_turn() -> None:
    for odd in (None, (7,)):
        sentence = refusal(PlugIn(lambda legal, asked, odd=odd: odd if asked % 2 == 0 else legal[0]))  # type: ignore[misc]
        assert sentence.startswith("strategy 'plug-in' ")
        assert " at '-@0 " in sentence


def test_a_plug_in_that_remembers_is_refused_with_the_turn() -> None:
    sentence = refusal(PlugIn(lambda legal, asked: legal[-1]))
    assert sentence.startswith("strategy 'plug-in' is not pure")
    assert " at '-@0 " in sentence


@strategy("sixes-first", "Goes for sixes.")
def legal_sixes(view: View) -> Any:
    if view.rerolls > 0:
        hold_face(view, 6)
        return ROLL
    return view.face_box[6] if can_score(view, view.face_box[6]) else first_open(view)


@strategy("sixes-first", "Forgets that a joker goes into the box of its own face.")
def illegal_sixes(view: View) -> Any:
    if view.rerolls > 0:
        hold_face(view, 6)
        return ROLL
    return view.face_box[6] if is_open(view, view.face_box[6]) else first_open(view)


def test_a_compiled_strategy_that_forgets_the_joker_rule_is_refused_with_the_turn() -> None:
    sentence = "strategy 'sixes-first' breaks the rules at 'Y@0 11111:0': it scores Sixes, which is not legal there."
    for game in (None, YAHTZEE):
        with pytest.raises(StrategyError) as caught:
            check_strategy(illegal_sixes, game)
        assert str(caught.value) == sentence
    check_strategy(illegal_sixes, YATZY)


def test_without_rules_every_variant_and_changed_rules_are_checked() -> None:
    found = check_strategy(legal_sixes)
    assert [one.rules.name for one in found.checked] == [*(one.name for one, _ in CLASSIC), *CHANGED]
    assert found.refused == {}
    assert all(one.every for one in found.checked)
    assert found.checked[0].turns == (2**13 - 1 + 2**12 - 1) * 252 * 3


def test_rules_that_a_strategy_refuses_are_left_out_unless_they_were_asked_for() -> None:
    found = check_strategy("one-roll")
    assert [one.rules.name for one in found.checked] == ["yahtzee", "yahtzee-free-joker", "yahtzee-no-bonus"]
    assert found.refused["yatzy"].startswith("strategy 'one-roll' cannot play 'yatzy': ")
    with pytest.raises(StrategyError, match="'one-roll' cannot play 'yatzy'"):
        check_strategy("one-roll", "yatzy")


def test_a_strategy_that_plays_no_known_rules_has_to_be_given_some() -> None:
    @strategy("many", "Wants dice that no variant has.", dice=9)
    def many(view: View) -> Any:
        return first_open(view)

    with pytest.raises(StrategyError, match="'many' cannot play 'yahtzee': its rule is written for 9 dice"):
        check_strategy(many)


def test_a_check_says_what_it_rests_on() -> None:
    found = check_strategy(legal_sixes, "yacht")
    assert found.to_dict() == {
        "strategy": "sixes-first",
        "turns": (2**12 - 1) * 252 * 3,
        "checked": [{"rules": "yacht", "turns": 3_095_820, "every_turn": True}],
        "refused": {},
    }
    assert repr(found) == "<StrategyCheck 'sixes-first' is legal, deterministic and pure: 3,095,820 turns of yacht>"
    assert found.to_polars().rows() == [("yacht", 3_095_820, "every turn")]
    assert "every turn" in found._repr_html_()


def test_a_reason_without_a_text_is_refused() -> None:
    @strategy("talker", "Gives a second reason and has one.", reasons=("A reason",))
    def talker(view: View) -> Any:
        view.why = 1 + view.counts[1] // 5
        return first_open(view)

    with pytest.raises(StrategyError, match=r"'talker' sets view.why to a number without a reason; it has 1\."):
        check_strategy(talker, SMALL)


switch = 0


def test_a_strategy_that_is_another_one_when_compiled_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    @strategy("turncoat", "Looks at a variable, which compiled code reads once.")
    def turncoat(view: View) -> Any:
        return first_open(view) if switch == 0 or view.rerolls == 0 else ROLL

    check_strategy(turncoat, SMALL)
    monkeypatch.setitem(globals(), "switch", 1)
    with pytest.raises(StrategyError, match=r"answers score Ones if compiled, and roll all dice in plain Python\."):
        check_strategy(turncoat, SMALL)


@dataclass(frozen=True)
class Faulty(Whim):
    """Illegal in turns that meet a condition, and only there."""

    seed: int = 1
    wrong: Callable[[Turn], bool] = lambda turn: False

    def decide(self, rules: Rules, turn: Turn) -> Decision:
        return (0,) if self.wrong(turn) else super().decide(rules, turn)


@examples(40)
@given(st.data(), rules(max_dice=2, max_faces=3, max_rolls=2, max_categories=3))
def test_one_illegal_decision_in_a_small_game_is_found(data: st.DataObject, game: Rules) -> None:
    wrong = data.draw(turns(game))
    with pytest.raises(StrategyError) as caught:
        check_strategy(Faulty(wrong=lambda turn: turn == wrong), game, turns=10_000)
    place = format_turn(game, wrong)
    assert str(caught.value) == (
        f"strategy 'whim' breaks the rules at {place!r}: it answers (0,), which is not legal there."
    )
    assert check_strategy(Faulty(), game, turns=10_000).checked[0].every


FULL = (1 << YAHTZEE.turns) - 1
JOKER_TURNS = [
    pytest.param(face, bonus, own, id=f"{face}, {'bonus' if bonus else 'no bonus'}, box {'open' if own else 'filled'}")
    for face in range(1, 7)
    for bonus in (True, False)
    for own in (True, False)
]


def is_joker_turn(turn: Turn, face: int, bonus: bool, own_is_open: bool) -> bool:
    state, box = turn.state, YAHTZEE.yahtzee
    assert box is not None
    joker = turn.roll == (face,) * 5 and not state.is_empty(box)
    return joker and state.bonus == bonus and state.is_empty(YAHTZEE.face_boxes[face]) == own_is_open


@pytest.mark.parametrize(("face", "bonus", "own_is_open"), JOKER_TURNS)
@pytest.mark.parametrize("rerolls", range(3))
def test_every_kind_of_joker_turn_is_asked_about(face: int, bonus: bool, own_is_open: bool, rerolls: int) -> None:
    player = Faulty(wrong=lambda turn: turn.rerolls == rerolls and is_joker_turn(turn, face, bonus, own_is_open))
    with pytest.raises(StrategyError, match=f" {str(face) * 5}:{rerolls}'"):
        check_strategy(player, YAHTZEE, turns=1)


@pytest.mark.parametrize("box", range(YAHTZEE.turns))
@pytest.mark.parametrize("rerolls", range(3))
def test_every_last_box_is_asked_about(box: int, rerolls: int) -> None:
    player = Faulty(wrong=lambda turn: turn.state.filled == FULL & ~(1 << box) and turn.rerolls == rerolls)
    with pytest.raises(StrategyError, match="breaks the rules at"):
        check_strategy(player, YAHTZEE, turns=1)


def test_only_turns_that_can_occur_are_asked_about() -> None:
    def impossible(turn: Turn) -> bool:
        assert parse_turn(YAHTZEE, format_turn(YAHTZEE, turn)) == turn
        return turn.state.bonus and turn.state.is_empty(11)

    assert not check_strategy(Faulty(wrong=impossible), YAHTZEE, turns=10).checked[0].every
