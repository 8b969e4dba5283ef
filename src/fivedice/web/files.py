"""Pages and static files, read once; the URL of a static file has a digest, so that browsers can cache it for good."""

import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fivedice.web.languages.catalogue import NAMES, SOURCE, catalogue
from fivedice.web.languages.choice import reader
from fivedice.web.languages.html import translated_html
from fivedice.web.security import refuse

HERE = Path(__file__).parent
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
"""MIME types that the system's own list may lack or name differently."""
PARTS = re.compile(r"(?P<head>.*?)<body(?P<attributes>[^>]*)>(?P<body>.*)", re.DOTALL)
"""A page: what it adds to the head of the frame, and its body."""


class Files:
    """The pages and static files of a folder.

    `fresh` reads them again for each request, for work on the pages; the header has no links to `hidden` pages.
    """

    def __init__(self, folder: Path = HERE, *, fresh: bool = False, hidden: Sequence[str] = ()) -> None:
        self.folder, self.fresh, self.hidden = folder, fresh, hidden

    @cached_property
    def static(self) -> dict[str, bytes]:
        """Every static file by its path below static/, and the catalogues of the languages as scripts."""
        base = self.folder / "static"
        found = {path.relative_to(base).as_posix(): path.read_bytes() for path in base.rglob("*") if path.is_file()}
        return found | {script_of(code): catalogue(code).script.encode() for code in NAMES if code != SOURCE}

    @cached_property
    def compressed(self) -> dict[str, bytes]:
        """The same, compressed once for all requests."""
        return {name: gzip.compress(content, mtime=0) for name, content in self.static.items()}

    @cached_property
    def version(self) -> str:
        """A digest of all static files."""
        digest = hashlib.sha256()
        for name in sorted(self.static):
            digest.update(name.encode() + b"\0" + hashlib.sha256(self.static[name]).digest())
        return digest.hexdigest()[:12]

    @cached_property
    def sources(self) -> dict[str, str]:
        """Every page by its name, as it is written."""
        return {path.stem: path.read_text(encoding="utf-8") for path in (self.folder / "pages").glob("*.html")}

    @cached_property
    def pages(self) -> dict[tuple[str, str], str]:
        """Pages by name and language, in their frame, with the version in the addresses of static files."""
        return {}

    def _page(self, name: str, language: str) -> str:
        """A page in a language, built on first use."""
        if (name, language) not in self.pages:
            text = self._framed(self.sources[name], language)
            if language != SOURCE:
                text = translated_html(text, catalogue(language).text)
            self.pages[name, language] = text.replace('"/static/', f'"/static/{self.version}/')
        return self.pages[name, language]

    @cached_property
    def frame(self) -> Template:
        """What all pages share: the head, the header with its links, the region that is read out."""
        text = (self.folder / "pages" / "parts" / "frame.html").read_text(encoding="utf-8")
        for address in self.hidden:
            text = re.sub(rf'<a href="{address}">[^<]*</a>', "", text)
        return Template(text)

    def _framed(self, page: str, language: str) -> str:
        """A page with its own body element is put into the frame; any other is complete."""
        parts = PARTS.fullmatch(page)
        if parts is None:
            return page
        script = f'<script src="/static/{script_of(language)}"></script>' if language != SOURCE else ""
        chosen = {"language": language, "languages": _options(language), "catalogue": script}
        return self.frame.substitute(chosen, **{name: part.strip("\n") for name, part in parts.groupdict().items()})

    def page(self, name: str, parts: Mapping[str, str] | None = None, status: int = 200) -> Response:
        """A page as an answer, in the language of the request; `parts` are HTML for its placeholders."""
        self._refresh()
        if name not in self.sources:
            return refuse(f"the page {name!r} is missing from this installation; install fivedice again.", 500)
        page = self._page(name, reader.get())
        text = Template(page).substitute(parts) if parts else page
        return HTMLResponse(text, status, headers={"cache-control": "no-cache"})

    async def serve(self, request: Request) -> Response:
        """A static file: cached for good under its versioned address, not at all under another."""
        self._refresh()
        path: str = request.path_params["path"]
        version, _, name = path.partition("/")
        versioned = version == self.version
        if not versioned and path in self.static:
            name = path  # else the address of an earlier version
        if name not in self.static:
            return refuse(f"there is no file {path!r} here.", 404)
        headers = {"cache-control": FOR_EVER if versioned else "no-cache", "vary": "accept-encoding"}
        content = self.static[name]
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = self.compressed[name], "gzip"
        kind = TYPES.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"
        return Response(content, 200, headers, kind)

    def _refresh(self) -> None:
        if self.fresh:
            catalogue.cache_clear()
            for name in ("static", "compressed", "version", "frame", "sources", "pages"):
                self.__dict__.pop(name, None)


def script_of(language: str) -> str:
    """The path of a catalogue below static/."""
    return f"languages/{language}.js"


def _options(language: str) -> str:
    """The languages to choose from, each by its own name."""
    return "".join(
        f'<option value="{code}" lang="{code}"{" selected" if code == language else ""}>{name}</option>'
        for code, name in NAMES.items()
    )
