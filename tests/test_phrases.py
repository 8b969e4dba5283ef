"""Phrases: English text that carries what other languages need."""

import pickle

from fivedice.phrases import Phrase, all_of, counted, either, figure, phrase, wired, word
from fivedice.rules.category import capital
from fivedice.web.languages.catalogue import Catalogue

SWEDISH = Catalogue(
    "sv",
    {
        "{box} is worth {value}.": "Värdet av {box} är {value}.",
        "box\x04Chance": "Chans",
        "{first} or {last}": "{first} eller {last}",
        "one point": ["{count} poäng", "{count} poäng"],
        "keeping {dice}": "att behålla {dice}",
    },
)
FRENCH = Catalogue("fr", {"one point": ["un point ou zéro", "{count} points"]})


def test_a_phrase_is_its_english_text() -> None:
    said = phrase("{box} is worth {value}.", box=word("Chance", "box"), value=figure(22.14, 1))
    assert said == "Chance is worth 22.1."
    assert isinstance(said, str)
    assert str(said) == "Chance is worth 22.1."


def test_a_phrase_is_said_with_the_names_numbers_and_order_of_another_language() -> None:
    said = phrase("{box} is worth {value}.", box=word("Chance", "box"), value=figure(22.14, 1))
    assert SWEDISH.say(said) == "Värdet av Chans är 22,1."


def test_a_capital_letter_is_that_of_the_translation() -> None:
    said = capital(phrase("keeping {dice}", dice="66"))
    assert (said, SWEDISH.say(said)) == ("Keeping 66", "Att behålla 66")


def test_lists_and_plurals_are_those_of_the_language() -> None:
    assert SWEDISH.say(str(either(["Ann", "Bo", "Cy"]))) == "Ann, Bo or Cy"  # a plain text has no template
    several = either(["Ann", "Bo", "Cy"])
    assert isinstance(several, Phrase)
    assert SWEDISH.say(several) == "Ann, Bo eller Cy"
    assert (all_of(["Ann"]), all_of([])) == ("Ann", "")
    assert [FRENCH.say(counted("one point", "{count} points", n)) for n in (0, 1, 2)] == [
        "un point ou zéro", "un point ou zéro", "2 points",
    ]  # fmt: skip
    assert [str(counted("one point", "{count} points", n)) for n in (0, 1, 2)] == ["0 points", "one point", "2 points"]


def test_what_is_not_translated_stays_english() -> None:
    assert SWEDISH.say("Unheard of") == "Unheard of"
    assert SWEDISH.say(phrase("Unheard of {what}", what=figure(1.5, 1))) == "Unheard of 1,5"


def test_a_page_is_sent_what_it_needs_to_say_phrases_and_nothing_else() -> None:
    line = capital(phrase("{box} pays {points}", box=word("Chance", "box"), points=counted("one", "{count}", 3)))
    assert wired({"words": ["Plain.", line], "mean": 2.5}) == {
        "Chance pays 3": {
            "template": "{box} pays {points}",
            "values": {
                "box": {"template": "Chance", "context": "box"},
                "points": {"template": "one", "many": "{count}", "values": {"count": 3}},
            },
            "capital": True,
        }
    }


def test_a_phrase_survives_being_pickled() -> None:
    before = phrase("{box} is worth {value}.", box="Chance", value=figure(22.14, 1))
    after = pickle.loads(pickle.dumps(before))
    assert (after, SWEDISH.say(after)) == (before, SWEDISH.say(before))
