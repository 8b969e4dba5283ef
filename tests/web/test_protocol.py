"""Messages of a page are read or refused, whatever they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.web.protocol import INTENTIONS, LARGEST_MESSAGE, Intention, Refused, read_message

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=10,
)
FIELDS = ("point", "held", "shown", "category", "tokens", "seat", "name", "speed", "on")


@given(st.text() | st.binary())
def test_any_text_is_refused_with_a_sentence(text: str | bytes) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        read_message(text)


@given(st.sampled_from(INTENTIONS), st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_any_message_is_an_intention_or_is_refused(do: str, fields: dict[str, object]) -> None:
    found: Intention | Refused
    try:
        found = read_message(json.dumps({**fields, "do": do}))
    except Refused as error:
        found = error
    if isinstance(found, Refused):
        assert str(found).endswith(".")
        str(found).encode()  # the sentence can be sent
    else:
        assert all(type(one) is bool for one in found.held or ())
        assert all(type(one) is int for one in found.shown or ())


def test_half_a_character_is_no_text() -> None:
    for message in (
        '{"do": "fill", "category": "\\ud800"}',
        '{"do": "join", "tokens": ["\\udfff"]}',
        '{"do": "\\ud800"}',
    ):
        with pytest.raises(Refused) as refused:
            read_message(message)
        str(refused.value).encode()


def test_the_longest_message_is_read_and_a_longer_one_refused() -> None:
    room = LARGEST_MESSAGE - len('{"do":"rename","name":""}')
    assert read_message(json.dumps({"do": "rename", "name": "x" * room}, separators=(",", ":"))).name == "x" * room
    with pytest.raises(Refused, match="4,097 bytes is too long"):
        read_message(json.dumps({"do": "rename", "name": "x" * (room + 1)}, separators=(",", ":")))
