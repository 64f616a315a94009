"""What the first screen takes: few bytes, all of them from here, and light of the right kind at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from pincite.server.page import FOLDER, INDEX
from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Request

MOST_BYTES = 350_000
HEAVY = {
    "pdf.js": "GlobalWorkerOptions",
    "what draws the map": "__zoom",
    "what lays the map out": "alphaDecay",
}
"""Words that are left in what is built of them."""

ADDRESS = re.compile(r"""https?://[^\s"'`<>)\\$]+""")
NAMED_ONLY = (
    # Names of namespaces, never asked for.
    "http://www.w3.org/",
    "http://www.xfa.org/schema/",
    "http://ns.adobe.com/",
    # In the messages of errors, for programmers.
    "https://react.dev/errors/",
    "https://reactrouter.com/",
    "https://github.com/wojtekmaj/react-pdf#",
    "https://github.com/ungap/url-search-params",
    # Licences in comments.
    "http://www.apache.org/licenses/",
    # Libraries see by them whether the browser can read addresses.
    "https://foo.bar",
    "http://example.com",
    "http://localhost",
    # Links of a document's own identifiers, followed by whoever presses them.
    "https://doi.org/",
    "https://arxiv.org/abs/",
)


def built(*endings: str) -> dict[str, str]:
    """The texts of built files by their names in the folder."""
    return {
        path.relative_to(FOLDER).as_posix(): path.read_text("utf-8")
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in endings
    }


def test_the_first_screen_is_small(
    open_context: OpenContext, shared_samples: ServerProcess, tmp_path: Path
) -> None:
    loaded: list[Request] = []
    page = open_context(shared_samples).new_page()
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto("/#/ask")
    page.get_by_role("heading", name="Ask your documents").wait_for()
    page.evaluate("document.fonts.ready")
    own = [request for request in loaded if "/api/" not in request.url]
    sizes = {request.url.removeprefix(shared_samples.url): _bytes_of(request) for request in own}
    listed = "\n".join(f"{size:>8} {path}" for path, size in sorted(sizes.items(), key=lambda one: -one[1]))
    assert len(sizes) > 5, listed
    assert sum(sizes.values()) <= MOST_BYTES, listed
    for path in sizes:
        text = (FOLDER / path.lstrip("/")).read_text("utf-8") if path.endswith(".js") else ""
        assert not [name for name, word in HEAVY.items() if word in text], path


def _bytes_of(request: Request) -> int:
    sizes: Any = request.sizes()
    return int(sizes["responseBodySize"])


def test_its_icon_is_there_also_where_browsers_look_unasked(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    """An original in a tab of its own names none: then browsers ask for /favicon.ico."""
    http = open_context(shared_samples).request
    icon = http.get("/favicon.ico")
    assert (icon.status, icon.headers["content-type"]) == (200, "image/x-icon")
    assert icon.body().startswith(b"\x00\x00\x01\x00")
    (named,) = re.findall(r'<link rel="icon" href="\.([^"]+)"', built(".html")[INDEX])
    drawn = http.get(named)
    assert (drawn.status, drawn.headers["content-type"]) == (200, "image/svg+xml")
    assert "prefers-color-scheme: dark" in drawn.text()


def test_what_is_heavy_is_built_and_would_be_seen() -> None:
    scripts = built(".js").values()
    for name, word in HEAVY.items():
        assert any(word in text for text in scripts), name


def test_nothing_stands_in_the_page_itself() -> None:
    index = built(".html")[INDEX]
    assert all(re.search(r"\bsrc=", tag) for tag in re.findall(r"<script\b[^>]*>", index))
    assert not re.search(r"<style\b|\bstyle=|\son\w+=|javascript:|\bdata:", index, re.IGNORECASE)


def test_nothing_is_loaded_from_elsewhere() -> None:
    files = built(".js", ".mjs", ".css", ".html", ".svg")
    found = [
        f"{name}: {address}"
        for name, text in files.items()
        for address in ADDRESS.findall(text)
        if not address.startswith(NAMED_ONLY)
    ]
    assert not found, "\n".join(found)
    # In styles and in the page nothing is named that is not fetched.
    sources = [
        address
        for name, text in files.items()
        if name.endswith((".css", ".html"))
        for address in re.findall(r"""(?:src=|href=|url\(|@import )["']?([^"')>\s]+)""", text)
    ]
    assert sources
    assert not [address for address in sources if re.match(r"[a-z]+:|//", address)]


@pytest.mark.parametrize(
    ("kept", "system", "theme"),
    [
        (None, "light", "light"),
        (None, "dark", "dark"),
        ('{"theme": "light"}', "dark", "light"),
        ('{"theme": "dark"}', "light", "dark"),
        ("not JSON", "dark", "dark"),
        ("null", "dark", "dark"),
    ],
)
def test_a_dark_room_is_dark_before_the_application_is_there(
    open_context: OpenContext, shared_samples: ServerProcess, kept: str | None, system: str, theme: str
) -> None:
    local = [] if kept is None else [{"name": "pincite", "value": kept}]
    storage = {"cookies": [], "origins": [{"origin": shared_samples.url, "localStorage": local}]}
    context = open_context(shared_samples, color_scheme=system, storage_state=storage)
    context.route(re.compile(r"/assets/index-.*\.js$"), lambda route: None)
    page = context.new_page()
    page.goto("/", wait_until="commit")
    page.wait_for_function(
        "() => getComputedStyle(document.documentElement).getPropertyValue('--paper') !== ''"
    )
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    light = page.evaluate("parseInt(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])") > 128
    assert light == (theme == "light")
