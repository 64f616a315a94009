"""JSON and JSON Lines: lists of records as tables, everything else under the names of its values, with paths."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TextIO

from pincite.domain import formats as media
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.files import Source
from pincite.parse.formats.decoding import encoding_of
from pincite.parse.formats.json_pages import JsonPages, Value
from pincite.parse.formats.writer import DocumentWriter

MOST_AT_ONCE = 64 << 20
"""Characters of a file that is no list, and of one record of a list."""

_LONGEST_LINE = 32 << 20
_PIECE = 1 << 20
_WHITE = " \t\n\r"
_TOLD = 10


class _Reading:
    """Reads JSON text; numbers stay as they are written, and names that occur twice are noticed."""

    def __init__(self) -> None:
        self.twice = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._members, parse_float=str, parse_int=str, parse_constant=str, strict=False
        )

    def value(self, text: str, start: int = 0) -> tuple[Value, int]:
        """The value that begins at an offset, and where it ends."""
        try:
            return self._decoder.raw_decode(text, start)
        except RecursionError:
            raise ParseLimitError(
                "the file nests values too deeply to be read",
                "Split it, or store what is deep inside as text.",
            ) from None

    def _members(self, pairs: list[tuple[str, Value]]) -> dict[str, Value]:
        members = dict(pairs)
        if len(members) < len(pairs):
            self.twice = True
            members = {}
            for name, value in pairs:
                while name in members:
                    name += "\u2032"
                members[name] = value
        return members


class _Text:
    """A file of text, of which is known whether all of it could be decoded.

    Attributes:
        undecoded: Whether a character could not.
    """

    def __init__(self, file: TextIO) -> None:
        self.undecoded = False
        self._file = file

    def read(self, size: int) -> str:
        """The next characters."""
        return self._seen(self._file.read(size))

    def readline(self, most: int) -> str:
        """The next line, or its first characters."""
        return self._seen(self._file.readline(most))

    def _seen(self, text: str) -> str:
        self.undecoded |= "\ufffd" in text
        return text


def read(source: Source, writer: DocumentWriter) -> None:
    """Read all values of a file.

    Raises:
        DamagedFileError: if it is no valid JSON.
        ParseLimitError: if it is nested too deeply, or larger than allowed and not a list.
    """
    reading = _Reading()
    pages = JsonPages(writer)
    with source.path.open(encoding=encoding_of(source.path), errors="replace", newline="") as opened:
        file = _Text(opened)
        if source.media_type == media.JSON_LINES:
            _read_lines(file, reading, pages, writer)
        else:
            _read_whole(file, source.name, reading, pages, writer)
    if file.undecoded:
        writer.notice(
            "characters_unreadable", "Some characters could not be decoded; they are shown as \ufffd."
        )
    if reading.twice:
        writer.notice(
            "names_repeated", "Some names occur twice in an object; the later are marked with \u2032."
        )
    if not writer.page_index:
        writer.page("path $")
        writer.notice("no_text", "It holds no values.", here=True)


def _read_whole(file: _Text, name: str, reading: _Reading, pages: JsonPages, writer: DocumentWriter) -> None:
    text = file.read(_PIECE).lstrip("\ufeff")
    start = text.lstrip(_WHITE)[:1]
    if start == "[":
        pages.records(_items(text, file, name, reading, writer))
        return
    text += file.read(MOST_AT_ONCE)
    if len(text) > MOST_AT_ONCE:
        raise ParseLimitError(
            f"{name} has more than {MOST_AT_ONCE >> 20} million characters and is no list",
            "Store its records as JSON Lines, one a line.",
        )
    text = text.strip(_WHITE)
    try:
        value, end = reading.value(text)
    except json.JSONDecodeError as error:
        lines = [one for one in text.splitlines() if one.strip()]
        if len(lines) > 1 and _is_json(lines[0], reading):
            # One value a line under the name of a JSON file.
            pages.records(((number, _line_value(line, reading)) for number, line in enumerate(lines, 1)))
            return
        raise _damaged(name, error) from None
    if text[end:].strip(_WHITE):
        lines = text.splitlines()
        if all(_is_json(line, reading) for line in lines[:20] if line.strip()):
            own = (line for line in lines if line.strip())
            pages.records(((number, _line_value(line, reading)) for number, line in enumerate(own, 1)))
            return
        raise _goes_on(name)
    pages.whole(value)


def _items(
    text: str, file: _Text, name: str, reading: _Reading, writer: DocumentWriter
) -> Iterator[tuple[int, Value]]:
    """The items of a list, read piece by piece; one that ends early is told."""
    place = text.index("[") + 1
    number = 0
    more = True
    while True:
        while place < len(text) and text[place] in _WHITE + ",":
            place += 1
        if place < len(text) and text[place] == "]":
            rest = text[place + 1 :]
            while rest:
                if rest.strip(_WHITE):
                    raise _goes_on(name)
                rest = file.read(_PIECE)
            return
        try:
            if place >= len(text):
                raise json.JSONDecodeError("it ends within a list", text, place)
            value, end = reading.value(text, place)
            # A number at the end of the piece may go on in the next.
            if end >= len(text) and more:
                raise json.JSONDecodeError("it ends within a value", text, place)
        except json.JSONDecodeError as error:
            if not more:
                if number:
                    writer.notice(
                        "file_ends_early", "The file ends in the middle; what there is of it was read."
                    )
                    yield number + 1, _Damaged(text[place:])
                    return
                raise _damaged(name, error) from None
            text = text[place:]
            if len(text) > MOST_AT_ONCE:
                raise _damaged(name, error) from None
            # Twice as much each time, so that a long value is not read over and over again.
            piece = file.read(max(_PIECE, len(text)))
            more, place, text = bool(piece), 0, text + piece
            continue
        number += 1
        yield number, value
        place = end


def _read_lines(file: _Text, reading: _Reading, pages: JsonPages, writer: DocumentWriter) -> None:
    damaged: list[int] = []
    count = 0

    def records() -> Iterator[tuple[int, Value]]:
        nonlocal count
        number = line_number = 0
        while line := file.readline(_LONGEST_LINE):
            line_number += 1
            line = line.strip(_WHITE + "\ufeff\x1e")
            if not line:
                continue
            number += 1
            value = _line_value(line, reading)
            if isinstance(value, _Damaged):
                count += 1
                if len(damaged) < _TOLD:
                    damaged.append(line_number)
            yield number, value

    pages.records(records())
    if count:
        where = ", ".join(map(str, damaged)) + (
            f" and {count - len(damaged):,} more" if count > len(damaged) else ""
        )
        what = "A line is" if count == 1 else f"{count:,} lines are"
        writer.notice("records_damaged", f"{what} no valid JSON and kept as written: line {where}.")


def _line_value(line: str, reading: _Reading) -> Value:
    try:
        value, end = reading.value(line)
    except json.JSONDecodeError:
        return _Damaged(line)
    return _Damaged(line) if line[end:].strip(_WHITE) else value


def _is_json(line: str, reading: _Reading) -> bool:
    return not isinstance(_line_value(line.strip(_WHITE), reading), _Damaged)


def _goes_on(name: str) -> DamagedFileError:
    return DamagedFileError(
        f"{name} is damaged: something stands behind its end",
        "Get the file again; if each of its lines is a value, name it .jsonl.",
    )


def _damaged(name: str, error: json.JSONDecodeError) -> DamagedFileError:
    return DamagedFileError(
        f"{name} is damaged: {error.msg} (line {error.lineno}, character {error.colno})",
        "Get the file again.",
    )


class _Damaged(str):
    """A record that is no JSON, as it is written."""

    __slots__ = ()
