"""The reading room's own files: `/`, `/assets/…` and what else was built beside them.

They are the same for everybody and hold nothing of the library, so they declare no rule and count for no limit: a first
visit takes some forty of them. The guards around the application stay, that of names among them.

The page finds its way by what follows `#` in an address. So no other path leads to it, and what is not there is not
found, as everywhere else.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from pincite.server.ranges import same_tag

FOLDER = Path(__file__).parent / "page"
"""Where the build puts the page."""

BUILD_COMMAND = "make ui"
INDEX = "index.html"
ASSETS = "assets/"
"""Below it, names change with contents."""

_METHODS = ("GET", "HEAD")
_REVALIDATED = "no-cache"
_SHORT = "public, max-age=3600"
_FOR_EVER = "public, max-age=31536000, immutable"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""What the build compresses beforehand, the smallest first."""

_QUALITY = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)
# Not of `mimetypes`, whose answers depend on the machine.
_TYPES = MappingProxyType(
    {
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".icc": "application/vnd.iccprofile",
        ".ico": "image/x-icon",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".map": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".pdf": "application/pdf",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".ttf": "font/ttf",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".webp": "image/webp",
        ".woff": "font/woff",
        ".woff2": "font/woff2",
    }
)
_UNKNOWN_TYPE = "application/octet-stream"
_ROBOTS = b"User-agent: *\nDisallow: /\n"
_NOT_BUILT = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Pincite</title>
<h1>Pincite is running, without its page</h1>
<p>The API answers. This copy of Pincite comes from its source, and the page was not built yet:
run <code>{BUILD_COMMAND}</code> in the source's folder, then load this again.</p>
<p>A Pincite that was installed as a package brings the page with it.</p>
""".encode()


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page.

    Attributes:
        path: Where it lies.
        media_type: As browsers are told.
        cached: Its Cache-Control.
        compressed: Encodings that lie beside it, the smallest first.
    """

    path: Path
    media_type: str
    cached: str
    compressed: tuple[tuple[str, Path], ...] = ()


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (FOLDER / INDEX).is_file()


class Page(BaseRoute):
    """Answers for the files of the page, and for no other address.

    Args:
        folder: Where they lie. It may be built, or built again, while the server runs.
    """

    path = "/{file}"
    """How logs and counts call it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._listed_at = -1
        self._files: Mapping[str, PageFile] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for a file of the page."""
        if scope["type"] != "http" or not self._is_known(_path(scope)):
            return Match.NONE, {}
        found = Match.FULL if scope["method"] in _METHODS else Match.PARTIAL
        return found, {"endpoint": self, "route": self}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["method"] not in _METHODS:
            raise HTTPException(405, headers={"allow": ", ".join(_METHODS)})
        response = await self._answer(Request(scope), _path(scope))
        await response(scope, receive, send)

    def _is_known(self, path: str) -> bool:
        # An empty one is the server's own path without the slash that the page's relative addresses need.
        return path in ("", "/", "/robots.txt") or path.removeprefix("/") in self._listed()

    async def _answer(self, request: Request, path: str) -> Response:
        if not path:
            return RedirectResponse(f"{request.scope.get('root_path', '')}/", 308)
        if path == "/robots.txt":
            return _sent(request, _ROBOTS, _TYPES[".txt"], _SHORT)
        file = self._listed().get(path.removeprefix("/") or INDEX)
        if file is None:
            if path != "/":
                raise HTTPException(404)
            return _sent(request, _NOT_BUILT, _TYPES[".html"], "no-store")
        encoding, source = _chosen(file, request.headers.get("accept-encoding", ""))
        try:
            content = await run_in_threadpool(source.read_bytes)
        except FileNotFoundError:  # it is being built again
            raise HTTPException(404) from None
        more = {"vary": "accept-encoding"} if file.compressed else {}
        if encoding:
            more["content-encoding"] = encoding
        return _sent(request, content, file.media_type, file.cached, more)

    def _listed(self) -> Mapping[str, PageFile]:
        """The files by their paths: only what was found by looking through the folder is ever opened."""
        try:
            built_at = (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            built_at = 0
        if built_at != self._listed_at:
            self._files = dict(_files(self._folder)) if built_at else {}
            self._listed_at = built_at
        return self._files


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _files(folder: Path) -> Iterator[tuple[str, PageFile]]:
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if _is_plain(path)}
    endings = tuple(ending for _, ending in _ENCODINGS)
    for name, path in paths.items():
        if name.endswith(endings) and name.rpartition(".")[0] in paths:
            continue
        compressed = tuple((word, paths[name + end]) for word, end in _ENCODINGS if name + end in paths)
        yield name, PageFile(path, _TYPES.get(path.suffix, _UNKNOWN_TYPE), _cached(name), compressed)


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _cached(name: str) -> str:
    if name == INDEX:
        return _REVALIDATED
    return _FOR_EVER if name.startswith(ASSETS) else _SHORT


def _chosen(file: PageFile, accepted: str) -> tuple[str, Path]:
    """The smallest form that the client takes: its encoding, and where it lies."""
    taken = _accepted(accepted)
    return next(((word, path) for word, path in file.compressed if word in taken), ("", file.path))


def _accepted(header: str) -> frozenset[str]:
    """The encodings that an Accept-Encoding header takes; `*` is none that we would choose."""
    found = set()
    for entry in header.split(","):
        word, _, weight = entry.partition(";")
        quality = _QUALITY.fullmatch(weight.strip())
        if not weight.strip() or (quality is not None and float(quality[1]) > 0):
            found.add(word.strip().lower())
    return frozenset(found)


def _sent(
    request: Request,
    content: bytes,
    media_type: str,
    cached: str,
    more: Mapping[str, str] = MappingProxyType({}),
) -> Response:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {**more, "etag": tag, "cache-control": cached}
    if same_tag(request.headers.get("if-none-match"), tag, weak=True):
        headers.pop("content-encoding", None)
        return Response(None, 304, headers)
    headers["content-length"] = str(len(content))
    headers["content-type"] = media_type
    return Response(b"" if request.method == "HEAD" else content, 200, headers)
