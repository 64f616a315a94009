"""Notebooks (Jupyter): a page a cell, its text, code and what the code put out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.html import write_html
from pincite.parse.formats.markdown import write_markdown
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

MOST_BYTES = 128 << 20
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_HTML_TABLE = re.compile(r"<table", re.IGNORECASE)
_OLD_NAMES = {
    "text": "text/plain", "html": "text/html", "latex": "text/latex", "png": "image/png", "jpeg": "image/jpeg",
    "svg": "image/svg+xml", "json": "application/json", "javascript": "application/javascript",
}  # fmt: skip
"""What versions before 4 call the forms of an output."""

Part = dict[str, object]


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a notebook.

    Raises:
        DamagedFileError: if it is no notebook, or has no text.
        ParseLimitError: if it is too large.
    """
    source.require_at_most(MOST_BYTES, "a notebook", "Clear its outputs and save it again.")
    try:
        notebook = json.loads(decoded(source.path.read_bytes()))
    except (ValueError, RecursionError) as error:
        raise DamagedFileError(
            f"{source.name} is damaged: it is not JSON ({error})", "Save it again in Jupyter."
        ) from None
    if not isinstance(notebook, dict) or not any(name in notebook for name in ("cells", "worksheets")):
        raise DamagedFileError(
            f"{source.name} is no notebook: it has no cells", "Name it .json to read it as data."
        )
    _facts(notebook, writer)
    _NotebookWriter(SectionPages(writer)).write(notebook)
    if not writer.page_index:
        raise DamagedFileError(f"{source.name} has no text: its cells are empty", "Get the file again.")


def _facts(notebook: Part, writer: DocumentWriter) -> None:
    metadata = _part(notebook.get("metadata"))
    writer.title = _text(metadata.get("title"))
    writer.authors = tuple(
        name for one in _parts(metadata.get("authors")) if (name := _text(_part(one).get("name")))
    )


class _NotebookWriter:
    """Writes the cells of a notebook."""

    def __init__(self, pages: SectionPages) -> None:
        self._pages = pages
        self._writer = pages.writer

    def write(self, notebook: Part) -> None:
        """Write all cells; empty ones count, so that a number is that of the cell."""
        for number, cell in enumerate(_cells(notebook), start=1):
            source = _text(cell.get("source", cell.get("input")))
            outputs = [_part(output) for output in _parts(cell.get("outputs"))]
            if not source.strip() and not outputs:
                continue
            self._pages.printed_page(f"cell {number}", goes_on=False)
            kind = cell.get("cell_type")
            if kind == "markdown":
                write_markdown(source, self._pages, whole=number == 1)
            elif kind == "heading":
                level = cell.get("level")
                self._pages.heading(source, level if isinstance(level, int) else 1)
            elif kind == "raw":
                self._pages.lines(source, BlockKind.PARAGRAPH)
            else:
                self._pages.lines(source)
            for output in outputs:
                self._output(output)

    def _output(self, output: Part) -> None:
        kind = output.get("output_type")
        if kind in ("error", "pyerr"):
            trace = "\n".join(map(_text, _parts(output.get("traceback"))))
            self._pages.lines(_plain(trace or f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"))
            return
        if kind == "stream":
            self._pages.lines(_plain(_text(output.get("text"))))
            return
        data = _part(output.get("data")) or {
            media_type: output[name] for name, media_type in _OLD_NAMES.items() if name in output
        }
        self._display(data)

    def _display(self, data: Part) -> None:
        """Write the form of an output that says most; of pictures only that they are there."""
        page = _text(data.get("text/html"))
        if any(name.startswith("image/") for name in data):
            self._writer.notice(
                "pictures_not_read", "Pictures that the code put out are not read.", here=True
            )
        if _HTML_TABLE.search(page):
            write_html(page, self._pages)
        elif markdown := _text(data.get("text/markdown")):
            write_markdown(markdown, self._pages)
        elif plain := _text(data.get("text/plain")):
            self._pages.lines(_plain(plain))
        elif page:
            write_html(page, self._pages)
        elif formula := _text(data.get("text/latex")):
            self._pages.text(formula.strip().strip("$"), BlockKind.FORMULA)
        elif data and not any(name.startswith("image/") for name in data):
            self._writer.notice(
                "outputs_not_read", "Outputs in forms that only a program can show are not read.", here=True
            )


def _cells(notebook: Part) -> Iterator[Part]:
    sheets = [notebook, *map(_part, _parts(notebook.get("worksheets")))]
    for sheet in sheets:
        yield from map(_part, _parts(sheet.get("cells")))


def _plain(text: str) -> str:
    """Text without the colours of a terminal, and of lines that were written over only the last state."""
    lines = _COLOURS.sub("", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").rsplit("\r", 1)[-1] for line in lines)


def _text(value: object) -> str:
    """A text, which notebooks also write as a list of lines."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return ""


def _part(value: object) -> Part:
    return value if isinstance(value, dict) else {}


def _parts(value: object) -> list[object]:
    return value if isinstance(value, list) else []
