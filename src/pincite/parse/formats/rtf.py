"""RTF: text, tables, notes and headings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.domain import Page
from pincite.domain import formats as media
from pincite.errors import ParseLimitError
from pincite.parse.formats.flow import Flow
from pincite.parse.formats.rtf_body import Body, State, Style
from pincite.parse.formats.rtf_tokens import (
    SYMBOL_CHARSET,
    Token,
    encoding_of_charset,
    encoding_of_page,
    tokens,
)
from pincite.parse.formats.word_text import symbol
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

_DEEPEST = 10_000
"""Groups in one another; programs write some dozens."""

_SIGNS = {
    "tab": "\t", "line": "\n", "softline": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘",
    "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_SKIPPED = frozenset(
    "colortbl fldinst nonshppict shprslt themedata colorschememapping datastore latentstyles listtable objdata "
    "listoverridetable rsidtbl generator xmlnstbl filetbl do bkmkstart bkmkend falt panose objclass "
    "ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn private xe tc rxe txe blipuid pgdsctbl template".split()
)
"""Groups that hold no text of the document."""

_KNOWN = frozenset(
    "revtbl atnauthor annotation shppict shpinst shptxt picprop ud moMath moMathPara background nesttableprops "
    "listtext pntext footnote".split()
)
"""Groups that programs may leave out, and that are read here."""

_OWN = {
    "footnote": "footnote", "annotation": "annotation", "shptxt": "box", "header": "running", "footer": "running",
    "headerl": "running", "headerr": "running", "headerf": "running", "footerl": "running", "footerr": "running",
    "footerf": "running", "listtext": "mark", "pntext": "mark", "title": "title", "author": "author", "sn": "name",
    "sv": "value", "atnauthor": "remarked by",
}  # fmt: skip
"""Groups whose text is no part of the text around them."""


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an RTF file.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        ParseLimitError: if its groups are nested too deeply.
    """
    write_rtf(source.path.read_bytes(), Flow(writer), source.name)


def write_rtf(data: bytes, flow: Flow, name: str) -> None:
    """Write the blocks of RTF.

    Args:
        data: Its bytes.
        flow: What is written to; it is finished here.
        name: What messages call the file.

    Raises:
        ParseLimitError: if its groups are nested too deeply.
    """
    _Reader(data, flow, name).read()
    flow.finish()


def paragraphs_of(data: bytes, name: str) -> list[str]:
    """The blocks of RTF as texts, for what holds RTF within itself.

    Raises:
        ParseLimitError: if its groups are nested too deeply.
    """
    pages: list[Page] = []
    writer = DocumentWriter(media.RTF, pages.append)
    write_rtf(data, Flow(writer), name)
    writer.finish()
    return [page.text[block.start : block.end] for page in pages for block in page.blocks]


class _Reader:
    """Goes through the pieces of a file once; groups are a list, not calls within calls."""

    def __init__(self, data: bytes, flow: Flow, name: str) -> None:
        self._data = data
        self._flow = flow
        self._name = name
        self._state = State()
        self._states: list[tuple[State, int]] = []
        """States of the groups that are open, and how many sinks there were."""
        self._bytes = bytearray()
        self._default = "cp1252"
        self._unicode: list[int] = []
        self._fallback = 0
        self._fonts: dict[int, tuple[str, str]] = {}
        self._font = 0
        self._based = -1
        self._optional = False
        self._begun = False
        self._body = Body(flow, plain=b"\\outlinelevel" not in data and b"heading 1" not in data)

    def read(self) -> None:
        """Read all of it."""
        for token in tokens(self._data):
            if token.kind == "open":
                self._open()
            elif token.kind == "close":
                if not self._states:
                    break
                self._close()
                if not self._states:
                    break  # what follows the outermost group is not RTF
            elif token.kind == "text":
                self._text(token)
            elif token.kind == "word":
                self._word(token.name, token.value)
            else:
                self._sign(token.name)
        if self._states:
            self._flow.writer.notice(
                "file_ends_early", "The file ends in the middle; what there is of it was read."
            )
        while self._states:
            self._close()
        self._flush()
        self._body.end_paragraph(self._state, last=True)

    # Groups.

    def _open(self) -> None:
        self._flush()
        if len(self._states) >= _DEEPEST:
            raise ParseLimitError(
                f"{self._name} is refused: its parts are nested too deeply",
                "Open it in its program and save it in a simpler form.",
            )
        self._states.append((self._state, len(self._body.sinks)))
        self._state = replace(self._state)
        self._begun = True
        self._optional = False

    def _close(self) -> None:
        self._flush()
        ended = self._state
        self._state, sinks = self._states.pop()
        self._body.end_sinks(sinks)
        if ended.place in ("fonttbl", "stylesheet", "revtbl") and self._state.place == ended.place:
            self._end_entry(ended)
        self._optional = self._begun = False
        self._fallback = 0

    def _end_entry(self, ended: State) -> None:
        """The end of a font, a style or an author in their tables."""
        if ended.skip:
            return
        text = self._body.entry()
        if ended.place == "fonttbl":
            encoding, _ = self._fonts.get(self._font, ("", ""))
            self._fonts[self._font] = encoding, text
        elif ended.place == "revtbl":
            self._body.authors.append(text)
        else:
            self._body.styles[ended.style] = Style(text, ended.outline, self._based)
            self._based = -1

    def _destination(self, word: str) -> bool:
        """Whether a word begins a group that is not just text; then it is begun."""
        state = self._state
        if state.skip:
            # Of a text in two encodings the second half is the better one; of a picture what is said of it is read.
            state.skip = (word, state.place) not in (("ud", "upr"), ("picprop", "pict"))
            return not state.skip
        if word in ("fonttbl", "stylesheet", "revtbl"):
            state.place = word
            self._body.begin("table")
        elif word in _SKIPPED or (self._optional and word not in _KNOWN and word not in _OWN):
            state.skip = True
        elif word == "object":
            self._body.embedded()
        elif word == "pict":
            self._body.picture()
            state.place, state.skip = word, True
        elif word in _OWN:
            if word in ("title", "author") and state.place != "info":
                return False
            self._body.begin(_OWN[word])
            if word not in ("sn", "sv"):
                state.in_table = False
        elif word in ("info", "creatim", "picprop", "upr", "nesttableprops"):
            state.place = word
            state.skip = word == "upr"
        else:
            return False
        return True

    # Text.

    def _text(self, token: Token) -> None:
        text = token.text
        if self._fallback:
            # What stands in place of a character for programs that do not know Unicode.
            left_out = min(self._fallback, len(text))
            self._fallback -= left_out
            text = text[left_out:]
        if text and not self._state.skip:
            if self._unicode:
                self._flush()
            self._bytes += text
        self._begun = False

    def _flush(self) -> None:
        if self._bytes:
            raw = bytes(self._bytes)
            self._bytes.clear()
            self._put(self._decoded(raw))
        if self._unicode:
            units = b"".join(unit.to_bytes(2, "little") for unit in self._unicode)
            self._unicode.clear()
            text = units.decode("utf-16-le", "replace")
            if self._state.font:
                text = "".join(symbol(ord(sign), self._state.font) for sign in text)
            self._put(text)

    def _decoded(self, raw: bytes) -> str:
        if self._state.font:
            return "".join(symbol(byte, self._state.font) for byte in raw)
        return raw.decode(self._state.encoding or self._default, "replace")

    def _put(self, text: str) -> None:
        if not self._state.skip:
            self._body.put(text, self._state)

    def _sign(self, sign: str) -> None:
        if self._fallback and sign not in "*\n\r":
            self._fallback -= 1
            return
        if sign == "*":
            self._optional = self._begun
            return
        self._flush()
        if sign == "~":
            self._put("\u00a0")
        elif sign == "_":
            self._put("-")
        elif sign in "\n\r":
            self._body.end_paragraph(self._state)

    # Control words.

    def _word(self, word: str, value: int | None) -> None:
        if word == "u":
            if not self._state.skip:
                if self._bytes:
                    self._flush()
                self._unicode.append((value or 0) & 0xFFFF)
            self._fallback = self._state.skip_after_unicode
            self._begun = False
            return
        self._fallback = 0
        self._flush()
        if (self._begun or self._optional) and self._destination(word):
            self._begun = self._optional = False
            return
        self._begun = False
        if not self._state.skip:
            self._format(word, value)
            self._layout(word, value)

    def _format(self, word: str, value: int | None) -> None:
        """A word about characters, fonts or the file."""
        state = self._state
        on = value != 0
        if word in _SIGNS:
            self._put(_SIGNS[word])
        elif word == "uc":
            state.skip_after_unicode = max(0, min(value or 0, 16)) if value is not None else 1
        elif word in ("f", "deff") and value is not None:
            self._font_word(word, value)
        elif word in ("fcharset", "cpg") and value is not None and state.place == "fonttbl":
            self._font_set(word, value)
        elif word == "ansicpg" and value is not None:
            self._default = encoding_of_page(value)
        elif word in ("mac", "pc", "pca"):
            self._default = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
        elif word == "plain":
            state.bold = state.hidden = False
            state.inserted = state.deleted = -1
            state.encoding = state.font = ""
        elif word == "b":
            state.bold = on
        elif word == "v":
            state.hidden = on
        elif word == "revised":
            state.inserted = max(state.inserted, 0) if on else -1
        elif word == "revauth":
            state.inserted = value or 0
        elif word == "deleted":
            state.deleted = max(state.deleted, 0) if on else -1
        elif word == "revauthdel":
            state.deleted = value or 0
        elif word == "yr" and value and state.place == "creatim" and 1950 <= value < 2100:
            self._flow.writer.year = value

    def _font_word(self, word: str, value: int) -> None:
        state = self._state
        if state.place == "fonttbl":
            self._font = value
            return
        if word == "deff":
            return
        encoding, name = self._fonts.get(value, ("", ""))
        state.encoding = "" if encoding == "symbol" else encoding
        state.font = name if encoding == "symbol" else ""

    def _font_set(self, word: str, value: int) -> None:
        if word == "cpg":
            encoding = encoding_of_page(value, "")
        elif value == SYMBOL_CHARSET:
            encoding = "symbol"
        else:
            encoding = encoding_of_charset(value, "")
        self._fonts[self._font] = encoding, ""

    def _layout(self, word: str, value: int | None) -> None:
        """A word about paragraphs and tables."""
        state = self._state
        if word in ("par", "sect", "page"):
            self._body.end_paragraph(self._state)
        elif word == "pard":
            state.style, state.outline, state.depth = 0, -1, 0
            state.listed = state.in_table = False
        elif word == "s" and value is not None:
            state.style = value
        elif word == "sbasedon" and value is not None:
            self._based = value
        elif word == "outlinelevel" and value is not None:
            state.outline = value
        elif word == "ilvl":
            state.depth = max(0, min(value or 0, 8))
        elif word == "ls":
            state.listed = bool(value)
        elif word == "intbl":
            state.in_table = True
        elif word == "ftnalt":
            self._body.sinks[-1].endnote = True
        elif word in ("cell", "nestcell", "row", "nestrow"):
            self._body.end_cell(word)
        elif state.place == "nesttableprops":
            return  # the look of a table within a cell, whose words are the cell's
        elif word in ("trowd", "cellx", "trhdr", "clmrg", "clvmgf", "clvmrg"):
            self._body.row_word(word, value)
