"""Saved web pages (MHTML): the page itself, and those of its frameset."""

from __future__ import annotations

from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from typing import TYPE_CHECKING

from pincite.errors import DamagedFileError
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.html import decode_html, write_page
from pincite.parse.formats.html_tree import attribute, parse_html
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

MOST_BYTES = 64 << 20


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a saved web page.

    Raises:
        DamagedFileError: if it holds no page, or one without text.
        ParseLimitError: if it is too large.
    """
    source.require_at_most(MOST_BYTES, "a saved page", "Split the page.")
    with source.path.open("rb") as file:
        message = BytesParser(policy=policy.default).parse(file)
    parts = [
        part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")
    ]
    root = _root(message, parts)
    if root is None:
        raise DamagedFileError(f"{source.name} is damaged: it holds no page", "Save the page again.")
    pages = SectionPages(writer)
    text = _text(root)
    write_page(text, pages)
    for frame in _frames(text, root, parts):
        write_page(_text(frame), pages)
    writer.title = writer.title or str(message.get("Subject", ""))
    if not writer.page_index:
        raise DamagedFileError(
            f"{source.name} has no text",
            "If a script writes its text when it is opened, print it to a PDF in the browser and add that.",
        )


def _root(message: EmailMessage, parts: list[EmailMessage]) -> EmailMessage | None:
    """The page itself: the part that the file names as its start or its place, else its first page."""
    start = message.get_param("start", "")
    place = str(message.get("Snapshot-Content-Location", message.get("Content-Location", ""))).strip()
    for part in parts:
        if start and str(part.get("Content-ID", "")).strip() == start:
            return part
    for part in parts:
        if place and str(part.get("Content-Location", "")).strip() == place:
            return part
    return parts[0] if parts else None


def _frames(text: str, root: EmailMessage, parts: list[EmailMessage]) -> Iterator[EmailMessage]:
    """The pages that the frameset shows, in its order."""
    places: dict[str, EmailMessage] = {}
    for part in parts:
        if part is not root:
            places.setdefault(str(part.get("Content-Location", "")).strip(), part)
            places.setdefault(f"cid:{str(part.get('Content-ID', '')).strip().strip('<>')}", part)
    for frame in parse_html(text).css("frame[src]"):
        target = attribute(frame, "src")
        found = places.pop(target, None) or next(
            (part for place, part in places.items() if place.endswith(f"/{target.lstrip('./')}")), None
        )
        if found is not None:
            yield found


def _text(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_content_charset("")
    return decoded(data, charset) if charset else decode_html(data)
