"""Messages that Outlook saves (MSG): a compound file with a stream for each property ([MS-OXMSG])."""

from __future__ import annotations

import datetime as dt
import struct
from email.utils import format_datetime
from typing import TYPE_CHECKING

import olefile

from pincite.errors import DamagedFileError
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.mail import about, tell_attachments, write_message
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pincite.parse.files import Source

_SUBJECT, _SENDER, _ADDRESS, _TO, _CC, _BODY, _HTML = "0037", "0C1A", "5D01", "0E04", "0E03", "1000", "1013"
_SENT = (0x00390040, 0x0E060040)
"""Times of sending and of arrival, as the list of fixed properties tags them."""

_HEADER_BYTES = 32
_EPOCH = dt.datetime(1601, 1, 1, tzinfo=dt.UTC)


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a message of Outlook.

    Raises:
        DamagedFileError: if it cannot be read.
    """
    try:
        with olefile.OleFileIO(str(source.path)) as file:
            properties = _Properties(file)
            sender, address = properties.text(_SENDER), properties.text(_ADDRESS)
            sent = properties.sent()
            headers = {
                "From": f"{sender} <{address}>" if sender and address else sender or address,
                "To": properties.text(_TO),
                "Cc": properties.text(_CC),
                "Date": format_datetime(sent) if sent else "",
                "Subject": properties.text(_SUBJECT),
            }
            plain, html = properties.text(_BODY, lines=True), properties.html()
            attached = properties.attached()
    except (OSError, struct.error, ValueError, KeyError) as error:
        raise DamagedFileError(f"{source.name} is damaged: {error}", "Save the message again.") from None
    about(writer, headers["Subject"], headers["From"], headers["Date"])
    writer.page("message 1")
    write_message(writer, headers, plain, html)
    if not plain and not html:
        writer.notice(
            "text_not_read",
            "The message's text is kept in a way that is not read (compressed RTF).",
            here=True,
        )
    tell_attachments(writer, attached)


class _Properties:
    """Properties of the message itself."""

    def __init__(self, file: olefile.OleFileIO[str]) -> None:
        self._file = file

    def text(self, tag: str, *, lines: bool = False) -> str:
        for kind, encoding in (("001F", "utf-16-le"), ("001E", "")):
            data = self._stream(f"__substg1.0_{tag}{kind}")
            if data is not None:
                text = data.decode(encoding, "replace") if encoding else decoded(data)
                text = text.rstrip("\0")
                return text if lines else one_line(text)
        return ""

    def html(self) -> str:
        data = self._stream(f"__substg1.0_{_HTML}0102")
        return decoded(data) if data else self.text(_HTML, lines=True)

    def sent(self) -> dt.datetime | None:
        data = self._stream("__properties_version1.0") or b""
        for start in range(_HEADER_BYTES, len(data) - 15, 16):
            (tag,) = struct.unpack_from("<I", data, start)
            if tag in _SENT:
                (ticks,) = struct.unpack_from("<Q", data, start + 8)
                try:
                    return _EPOCH + dt.timedelta(microseconds=ticks // 10)
                except OverflowError:
                    return None
        return None

    def attached(self) -> list[str]:
        names = []
        for storage in sorted(
            {entry[0] for entry in self._file.listdir() if entry[0].startswith("__attach")}
        ):
            for tag in ("3707", "3704", "3001"):
                data = self._stream(f"{storage}/__substg1.0_{tag}001F")
                if data:
                    names.append(one_line(data.decode("utf-16-le", "replace").rstrip("\0")))
                    break
            else:
                names.append("a file without a name")
        return names

    def _stream(self, name: str) -> bytes | None:
        if not self._file.exists(name):
            return None
        data: bytes = self._file.openstream(name).read()
        return data
