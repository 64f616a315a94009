"""E-mails: their headers, their text, and what is told of the rest. What is attached is handed on, see `containers`."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError
from pincite.parse.formats.containers import attached_files, read_message
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.html import write_html
from pincite.parse.formats.html_tree import parse_html
from pincite.parse.formats.html_words import words_of
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pincite.parse.files import Source

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_MALFORMED = (ValueError, IndexError, AttributeError, TypeError, OverflowError)
"""What the standard library's parsers of addresses and dates fail with; RecursionError comes of many brackets."""
_FEW_WORDS = 0.5
"""Plain text that has fewer words than this share of the HTML's is a pointer to it."""


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an e-mail.

    Raises:
        DamagedFileError: if it has neither headers nor text.
    """
    with source.path.open("rb") as file:
        message = read_message(file)
    headers = {name: header(message, name) for name in _SHOWN}
    plain, html = bodies(message)
    if not any(headers.values()) and not plain and not html:
        raise DamagedFileError(f"{source.name} is no message that can be read", "Save it again.")
    about(writer, headers["Subject"], headers["From"], headers["Date"])
    writer.page("message 1")
    write_message(writer, headers, plain, html)
    tell_attachments(writer, [name for name, _ in attached_files(message)])
    if message.defects or any(part.defects for part in message.walk()):
        writer.notice("parts_unreadable", "The message is damaged: parts of it may be missing.")


def about(writer: DocumentWriter, subject: str, sender: str, date: str) -> None:
    """Title, authors and year of a message."""
    writer.title = subject
    try:
        # Without an address it is a name, of which the parser would take the first word for one.
        found = getaddresses([sender]) if "@" in sender else [(sender, "")]
        names = [name or address for name, address in found]
    except (*_MALFORMED, RecursionError):
        names = [sender]
    writer.authors = tuple(filter(None, names))
    try:
        writer.year = parsedate_to_datetime(date).year
    except _MALFORMED:
        writer.year = None


def write_message(writer: DocumentWriter, headers: dict[str, str], plain: str, html: str) -> None:
    """Headers as fields, then the text: the plain one unless the other says more."""
    for name, value in headers.items():
        if value:
            writer.text(f"{name}: {value}", BlockKind.FIELD)
    if html and len(plain.split()) < _FEW_WORDS * len(words_of(parse_html(html)).split()):
        write_html(html, SectionPages(writer))
        return
    for paragraph in paragraphs(plain):
        writer.text(paragraph)


def tell_attachments(writer: DocumentWriter, names: list[str]) -> None:
    """Tell what is attached."""
    if names:
        listed = ", ".join(map(one_line, names[:10])) + (", …" if len(names) > 10 else "")
        count = "1 file is" if len(names) == 1 else f"{len(names)} files are"
        writer.notice(
            "attachments", f"{count} attached, added as documents where they can be read: {listed}."
        )


def header(message: EmailMessage, name: str) -> str:
    """A header's text, decoded; "" where there is none or it is broken beyond reading."""
    try:
        value = message.get(name)
        return "" if value is None else one_line(str(value))
    except (*_MALFORMED, RecursionError):
        return one_line(dict(message.raw_items()).get(name, ""))


def bodies(message: EmailMessage) -> tuple[str, str]:
    """The plain text and the HTML of a message, "" where there is none; of several parts, all of them."""
    plain: list[str] = []
    html: list[str] = []
    for part in _own_parts(message):
        if part.get_content_disposition() == "attachment" or part.get_filename():
            continue
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html"):
            (plain if kind == "text/plain" else html).append(_text_of(part))
    return "\n\n".join(plain), "\n".join(html)


def _own_parts(message: EmailMessage) -> Iterator[EmailMessage]:
    """The parts of a message but for those of messages within it."""
    if message.get_content_maintype() == "message":
        return
    if not message.is_multipart():
        yield message
        return
    for part in message.iter_parts():
        if isinstance(part, EmailMessage):
            yield from _own_parts(part)


def _text_of(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_content_charset()
    try:
        return data.decode(charset) if charset else decoded(data)
    except (LookupError, UnicodeDecodeError):
        return decoded(data)


def paragraphs(text: str) -> Iterator[str]:
    """What stands between blank lines; lines of a quoted message are not mixed with the answer."""
    block: list[str] = []
    quoted = False
    for line in [*text.splitlines(), ""]:
        is_quote = line.lstrip().startswith(">")
        if (not line.strip() or is_quote != quoted) and block:
            yield " ".join(block)
            block = []
        quoted = is_quote
        if line.strip():
            block.append(line.strip())
