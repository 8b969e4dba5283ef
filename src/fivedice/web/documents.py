"""Serves the pages, each from its file, and a 404 page with links."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fivedice.errors import RulesError, StoreError
from fivedice.phrases import phrase
from fivedice.rules.variants import named_rules
from fivedice.web.files import Files
from fivedice.web.languages.catalogue import catalogue
from fivedice.web.languages.choice import reader
from fivedice.web.rules_page import rules_parts
from fivedice.web.security import refuse
from fivedice.web.services import services_of

NO_TABLE = phrase("There is no such table. The link may be incomplete, or the game was removed.")
NO_GAME = phrase("There is no such game, so that it has no report.")
NO_RULES = phrase("There are no rules of that name here.")
NOTHING = phrase("There is nothing at this address.")


class Documents:
    """Answers requests for pages."""

    def __init__(self, files: Files) -> None:
        self.files = files

    def page(self, name: str, missing: str = "") -> Callable[[Request], Awaitable[Response]]:
        """The handler of a page; a page about a game has a sentence for a game that is `missing`."""

        async def answer(request: Request) -> Response:
            return self.missing(missing) if missing and not await _is_game(request) else self.files.page(name)

        return answer

    async def rules(self, request: Request) -> Response:
        """The rules of a variant."""
        variants, name = services_of(request).variants, request.path_params["variant"]
        try:
            rules = services_of(request).rules.get(name) or named_rules(name)
        except RulesError:
            rules = None
        if rules is None:
            return self.missing(NO_RULES)
        others = {name: one.title for name, (one, _) in variants.items() if name != rules.name}
        return self.files.page("rules", rules_parts(rules, others, catalogue(reader.get())))

    async def all_rules(self, request: Request) -> Response:
        """Redirects to the rules of the first variant, which link to the others."""
        return RedirectResponse(f"/rules/{next(iter(services_of(request).variants))}")

    def missing(self, sentence: str) -> Response:
        """The 404 page, with a sentence."""
        return self.files.page("missing", {"sentence": catalogue(reader.get()).say(sentence)}, status=404)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """The answer where no route fits: a page for people, a sentence for programs."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        for_people = "text/html" in request.headers.get("accept", "")
        if status == 404 and for_people and not request.url.path.startswith(("/api/", "/static/")):
            return self.missing(NOTHING)
        sentence = "there is nothing at this address." if status == 404 else "this address does not do that."
        return refuse(sentence, status)


async def _is_game(request: Request) -> bool:
    """Whether the game of a URL exists; also true if the database cannot be read, since the page then says so."""
    hub, game_id = services_of(request).hub, request.path_params["id"]
    if game_id in hub.tables:
        return True
    try:
        return await hub.store.read(lambda store: store.has(game_id))
    except StoreError:
        return True
