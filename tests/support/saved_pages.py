"""Pages as browsers save them in one file (MHTML)."""

from __future__ import annotations

HEAD = (
    "From: <Saved by a browser>\nSnapshot-Content-Location: https://example.org/rent\nSubject: =?utf-8?Q?The_Rent?=\n"
    'MIME-Version: 1.0\nContent-Type: multipart/related; type="text/html"; boundary="cut"\n\n'
)


def part(place: str, body: str, kind: str = "text/html", more: str = "") -> str:
    """A part of one, found at a place; `more` are further headers, each with its line end."""
    return f"--cut\nContent-Type: {kind}\nContent-Location: {place}\n{more}\n{body}\n"
