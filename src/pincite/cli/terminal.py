"""Writing for people: wrapped and coloured on a terminal, one line a fact in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

ACCENT = "cyan"
EVIDENCE = "yellow"
QUIET = "dim"
LOSS = "red"
GAP = 2
LEAST_WIDTH = 12
MOST_WIDTH = 28
"""The column that takes the room that is left has at least the one if it can, others have at most the other."""


class Terminal:
    """Standard output (and standard error for progress) of one command.

    Everything is passed as `rich.text.Text`, so nothing in a document is ever read as markup.
    """

    def __init__(self) -> None:
        self.out = _console(error=False)
        self.err = _console(error=True)

    @property
    def interactive(self) -> bool:
        """Whether a person reads standard output."""
        return self.out.is_terminal

    def line(
        self, text: Text | str = "", *, style: str = "", indent: int = 0, marker: Text | None = None
    ) -> None:
        """One paragraph, wrapped to the terminal; in a pipe, line ends are only those of the text.

        Args:
            text: Its text.
            style: Of the whole text, when that is a string.
            indent: Columns left free on the left.
            marker: Stands before the first line, within the indent.
        """
        shown = Text(text, style=style) if isinstance(text, str) else text
        if marker is not None and self.interactive:
            hanging = Table.grid()
            hanging.add_column(width=indent, no_wrap=True)
            hanging.add_column(overflow="fold")
            hanging.add_row(marker, shown)
            self.out.print(hanging)
            return
        if marker is not None:
            shown, indent = marker + Text(" " * (indent - len(marker))) + shown, 0
        if self.interactive:
            self.out.print(Padding(shown, (0, 0, 0, indent)) if indent else shown)
            return
        for part in shown.split("\n", allow_blank=True):
            self.out.print(Text(" " * indent) + part if part else part, soft_wrap=True)

    def table(self, rows: Sequence[Sequence[Text | str]], header: Sequence[str], *, wide: int) -> None:
        """Rows in columns, empty ones left out; in a pipe, all of them, tab-separated without the header.

        Args:
            rows: Cells.
            header: Titles of the columns.
            wide: Number of the column (from 0) that takes the room that is left, and is cut if need be.
        """
        if not self.interactive:
            for row in rows:
                # Not through rich, which would turn the tabs into spaces.
                self.out.file.write("\t".join(str(cell) for cell in row) + "\n")
            return
        kept = [number for number in range(len(header)) if number == wide or any(row[number] for row in rows)]
        rows = [[row[number] for number in kept] for row in rows]
        header, wide = [header[number] for number in kept], kept.index(wide)
        table = Table(box=None, pad_edge=False, header_style=QUIET, padding=(0, GAP, 0, 0))
        for number, (title, width) in enumerate(zip(header, self._widths(rows, header, wide), strict=True)):
            right = bool(rows) and all(str(row[number] or "0").replace(",", "").isdigit() for row in rows)
            justify: JustifyMethod = "right" if right else "left"
            table.add_column(title, justify=justify, overflow="ellipsis", no_wrap=True, width=width)
        for row in rows:
            table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
        self.out.print(table)

    def _widths(self, rows: Sequence[Sequence[Text | str]], header: Sequence[str], wide: int) -> list[int]:
        """Columns as wide as their text, but for the wide one, which takes what is left of the terminal."""
        natural = [
            max(cell_len(str(cell)) for cell in [title, *(row[number] for row in rows)])
            for number, title in enumerate(header)
        ]
        widths = [min(width, MOST_WIDTH) for width in natural]
        others = [number for number in range(len(header)) if number != wide]
        rest = self.out.width - sum(widths[number] for number in others) - GAP * len(widths)
        if rest < LEAST_WIDTH and others:
            widest = max(others, key=lambda number: widths[number])
            narrower = max(LEAST_WIDTH, widths[widest] - (LEAST_WIDTH - rest))
            rest += widths[widest] - narrower
            widths[widest] = narrower
        widths[wide] = max(min(natural[wide], rest), 1)
        return widths


def file_link(path: Path, page_index: int | None = None) -> str:
    """`file://` address of a file, at a page; every character is encoded once."""
    return path.resolve().as_uri() + (f"#page={page_index}" if page_index else "")


def linked(text: str, address: str | None, style: str = "") -> Text:
    """Text that a terminal opens an address for; other places show the text alone."""
    # Appended, so that text that is added later has a style of its own.
    shown = Text().append(text, style=style)
    if address:
        shown.stylize(Style(link=address))
    return shown


def _console(*, error: bool) -> Console:
    return Console(
        file=sys.stderr if error else sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=False
    )
