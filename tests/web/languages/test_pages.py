"""Pages in the language of the reader: by address, by choice, by browser, else English."""

import json

import pytest
from starlette.requests import HTTPConnection

from fivedice.web.languages.choice import COOKIE, language_of
from fivedice.web.languages.html import html_texts, translated_html
from tests.web.tables import TestClient


def asking(query: str = "", cookie: str = "", browser: str = "") -> HTTPConnection:
    headers = {"cookie": f"{COOKIE}={cookie}" if cookie else "", "accept-language": browser}
    plain = [(name.encode(), value.encode()) for name, value in headers.items() if value]
    return HTTPConnection({"type": "http", "query_string": query.encode(), "headers": plain})


@pytest.mark.parametrize(
    ("query", "cookie", "browser", "language"),
    [
        ("lang=sv", "de", "fr", "sv"),
        ("lang=tlh", "de", "fr", "de"),
        ("", "../../etc", "fr-CA,fr;q=0.8", "fr"),
        ("", "", "en-US,en;q=0.9,de;q=0.8", "en"),
        ("", "", "nn-NO,nn;q=0.9", "nb"),
        ("", "", "pl;q=0.9,es;q=0.1", "es"),
        ("", "", "sv;q=nonsense;;,", "sv"),
        ("lang=SV-fi", "", "", "sv"),
        ("", "", "", "en"),
    ],
)
def test_the_address_goes_before_the_choice_and_that_before_the_browser(
    query: str, cookie: str, browser: str, language: str
) -> None:
    assert language_of(asking(query, cookie, browser)) == language


@pytest.mark.parametrize(
    "address", ["/", "/learn", "/rules/yatzy", "/scores", "/player/Ann", "/nothing", "/table/none"]
)
def test_every_page_says_its_language_and_what_it_depends_on(client: TestClient, address: str) -> None:
    answer = client.get(address, headers={"accept": "text/html", "accept-language": "de"})
    assert '<html lang="de">' in answer.text
    assert answer.headers["content-language"] == "de"
    assert {"accept-language", "cookie"} <= set(answer.headers["vary"].lower().replace(" ", "").split(","))
    assert "set-cookie" not in answer.headers
    english = client.get(address, headers={"accept": "text/html", "accept-language": "tlh"})
    assert '<html lang="en">' in english.text
    assert "/languages/" not in english.text


def test_a_language_in_the_address_is_remembered(client: TestClient) -> None:
    assert client.get("/?lang=sv").cookies[COOKIE] == "sv"
    assert '<html lang="sv">' in client.get("/learn").text
    assert '<html lang="sv">' in client.get("/?lang=nonsense").text


def test_the_catalogue_is_a_script_of_our_own_that_is_cached_for_good(client: TestClient) -> None:
    page = client.get("/?lang=de").text
    address = page.split('/languages/de.js"')[0].rsplit('"', 1)[1] + "/languages/de.js"
    assert page.index(address) < page.index('type="module"')
    script = client.get(address)
    assert "immutable" in script.headers["cache-control"]
    plain = json.loads(script.text.removeprefix("globalThis.fivediceCatalogue = ").rstrip().removesuffix(";"))
    assert plain["zeroIsOne"] is False


def test_text_and_labels_are_translated_and_markup_is_not() -> None:
    page = (
        '<p class="title" title="Close">Play $title<br />\n  <b>now &amp; here</b> 12 </p><code>Close</code>'
        '<img alt="" /><span translate="no">Close <span>Close</span></span><script>"Close" < 1</script><!-- Close -->'
    )
    assert html_texts(page) == ["Close", "Play {title}", "now & here"]
    shouted = translated_html(page, str.upper)
    assert shouted == page.replace('title="Close"', 'title="CLOSE"').replace("Play $title", "PLAY $TITLE").replace(
        "now &amp; here", "NOW &amp; HERE"
    )
