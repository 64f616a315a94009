"""Reading multipart/form-data as it arrives: https://www.rfc-editor.org/rfc/rfc7578.

Nothing is gathered but headers and short fields, all of them bounded; content of files is passed on at once.
"""

from __future__ import annotations

import re
from typing import Protocol
from urllib.parse import unquote_to_bytes

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser

from pincite.errors import TooLargeError, UsageError

MOST_HEADERS = 16
LONGEST_HEADER = 16_000
"""Bytes of a line: room for a name of 4,000 bytes, each written as %XX."""
LONGEST_FIELD = 4_000
MOST_FIELDS = 32
"""Parts that are no files."""

_FORM = "Send multipart/form-data, as browsers and `curl -F files=@FILE` do."
_PARAMETER = re.compile(rb""";[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*)""")
_ESCAPED = re.compile(rb"""\\(["\\])""")
_EXTENDED = re.compile(rb"([A-Za-z0-9_.-]+)'[A-Za-z0-9-]*'(.*)", re.DOTALL)
_ESCAPED_BY_BROWSERS = ((b"%22", b'"'), (b"%0D", b"\r"), (b"%0A", b"\n"), (b"%0d", b"\r"), (b"%0a", b"\n"))


class NotMultipartError(UsageError):
    """The body is of another media type than an upload."""

    http_status = 415


class Receiver(Protocol):
    """What is told of a form's parts, in their order."""

    def begin_file(self, field: str, name: str) -> None:
        """A file begins; its name is as the client gave it."""

    def data(self, data: bytes) -> None:
        """The next piece of the file."""

    def end_file(self) -> None:
        """The file is complete."""

    def field(self, name: str, value: str) -> None:
        """A field that is no file."""


class MultipartReader:
    """Reads one form, given in pieces of any size.

    Args:
        content_type: The request's header.
        receiver: Told what is found. What it raises ends the reading.
        most_files: More are refused.

    Raises:
        NotMultipartError: if the header says that it is no form with files.
        UsageError: if the header names no boundary that can be one.
    """

    def __init__(self, content_type: bytes, receiver: Receiver, most_files: int) -> None:
        if content_type.partition(b";")[0].strip().lower() != b"multipart/form-data":
            raise NotMultipartError("the body is not multipart/form-data", _FORM)
        boundary = _parameters(content_type).get("boundary", b"")
        if not 0 < len(boundary) <= 200:
            raise UsageError("the Content-Type names no boundary of 1 to 200 characters", _FORM)
        self._receiver = receiver
        self._files_left = most_files
        self._fields_left = MOST_FIELDS
        self._headers: dict[bytes, bytes] = {}
        self._header_name = b""
        self._header_value = b""
        self._field: str | None = None
        self._value = bytearray()
        self._complete = False
        self._parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._name_piece,
                "on_header_value": self._value_piece,
                "on_header_end": self._header,
                "on_headers_finished": self._headers_end,
                "on_part_data": self._data,
                "on_part_end": self._end,
                "on_end": self._finish,
            },
            max_header_count=MOST_HEADERS,
            max_header_size=LONGEST_HEADER,
        )

    def feed(self, data: bytes) -> None:
        """Read the next piece.

        Raises:
            UsageError: if it is no such form.
            TooLargeError: if it has too many parts, or a field is too long.
        """
        try:
            self._parser.write(data)
        except FormParserError as error:
            raise UsageError(f"the form cannot be read: {_plain(str(error))}", _FORM) from None

    def finish(self) -> None:
        """The body is at its end.

        Raises:
            UsageError: if the form is not.
        """
        if not self._complete:
            raise UsageError("the form ends before its last boundary", "Send it again.")

    def _begin(self) -> None:
        self._headers = {}

    def _name_piece(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _value_piece(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _header(self) -> None:
        self._headers[self._header_name.lower()] = self._header_value
        self._header_name = self._header_value = b""

    def _headers_end(self) -> None:
        disposition = self._headers.get(b"content-disposition", b"")
        parameters = _parameters(disposition)
        if disposition.partition(b";")[0].strip().lower() != b"form-data" or "name" not in parameters:
            raise UsageError("a part of the form has no Content-Disposition with a name", _FORM)
        field = _decoded(parameters["name"])
        name = _file_name(parameters)
        if name is None:
            self._fields_left -= 1
            if self._fields_left < 0:
                raise TooLargeError(
                    f"the form has more than {MOST_FIELDS} fields", "Send only what is asked for."
                )
            self._field = field
            self._value.clear()
            return
        self._files_left -= 1
        if self._files_left < 0:
            raise TooLargeError(
                "there are more files than one upload may have", "Send the others by another one."
            )
        self._field = None
        self._receiver.begin_file(field, name)

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._field is None:
            self._receiver.data(data[start:end])
        elif len(self._value) + end - start > LONGEST_FIELD:
            raise TooLargeError(f"a field has more than {LONGEST_FIELD} bytes", "Shorten it.")
        else:
            self._value += data[start:end]

    def _end(self) -> None:
        if self._field is None:
            self._receiver.end_file()
        else:
            self._receiver.field(self._field, _decoded(bytes(self._value)))

    def _finish(self) -> None:
        self._complete = True


def _parameters(header: bytes) -> dict[str, bytes]:
    """The parameters of a header; of two with one name the first."""
    found: dict[str, bytes] = {}
    for name, value in _PARAMETER.findall(header):
        if len(value) > 1 and value.startswith(b'"') and value.endswith(b'"'):
            plain = _ESCAPED.sub(rb"\1", value[1:-1])
        else:
            plain = value.strip()
        found.setdefault(name.decode("ascii").lower(), plain)
    return found


def _file_name(parameters: dict[str, bytes]) -> str | None:
    """The name of a file as the client gave it; None for a part that is no file."""
    plain = parameters.get("filename")
    if plain is not None:
        for escape, character in _ESCAPED_BY_BROWSERS:
            plain = plain.replace(escape, character)
        return _decoded(plain)
    # Not allowed in forms, but some clients send nothing else for names beyond ASCII.
    extended = _EXTENDED.fullmatch(parameters.get("filename*", b""))
    if extended is None:
        return None if "filename*" not in parameters else _decoded(parameters["filename*"])
    return _decoded(unquote_to_bytes(extended[2]))


def _decoded(value: bytes) -> str:
    """As UTF-8; what is not is read in the old way of the web."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _plain(message: str) -> str:
    return "".join(character if character.isprintable() else "�" for character in message)
