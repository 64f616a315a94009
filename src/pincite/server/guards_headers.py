"""Headers that every answer carries."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import Scope

API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""Of what is data: nothing in it may load or run anything, wherever a browser shows it."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""Of the pages of the reading room: their own files only, and nothing that stands within a page.

Pictures that pdf.js draws itself are `data:`; it needs neither `eval` nor WebAssembly nor workers made of text.
"""

FILE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Of originals: whatever a document is, it cannot run anything as part of this server."""

_DATA = ("/api/", "/v1/", "/mcp", "/metrics")
_ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"permissions-policy": (
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
    ),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"x-frame-options": b"DENY",
}


def secured(
    scope: Scope, headers: Iterable[tuple[bytes, bytes]], request_id: str
) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those added that it does not set itself."""
    found = [(name.lower(), value) for name, value in headers if name.lower() != b"x-request-id"]
    set_already = {name for name, _ in found}
    wanted = {**_ALWAYS, b"x-request-id": request_id.encode()}
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    is_data = path.startswith(_DATA)
    wanted[b"content-security-policy"] = (API_POLICY if is_data else PAGE_POLICY).encode()
    if is_data:
        wanted[b"cache-control"] = b"no-store"
    if scope.get("scheme") == "https":
        wanted[b"strict-transport-security"] = b"max-age=31536000"
    return found + [(name, value) for name, value in wanted.items() if name not in set_already]
