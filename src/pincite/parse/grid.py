"""The grid of a table while its document is still being read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.parse.line import Line
from pincite.parse.turning import Floats

_NUMBER = re.compile(
    r"^[(\[]?[-+\u2212–~≈<>≤≥±]?\s*(?:(?:US|CA|A|C)?[$€£¥]|USD|EUR|GBP|Rs\.?)?\s*[(\[]?[-+\u2212–]?\s*"
    r"(?:\d[\d.,’' ]*|\.\d+)(?:[eE×]\s?[-\u2212]?\d+)?\s*"
    r"(?:[%‰°]|[a-zA-Zµ°/²³]{1,4}|bps|x)?[)\]]{0,2}\s*%?\s*(?:\(?[a-z*†‡§¹²³⁴⁵⁶⁷⁸⁹]{1,2}\)?|\*{1,3})?"
    r"(?:\s*(?:±|\+/-|[-–/:×x])\s*[\d.,]+\s*%?)?(?:\s*[(\[][-\d.,;–\u2212 %±]+[)\]])?$"
)
_BLANK_VALUE = re.compile(
    r"^(?:[-–—\u2212.…]{1,3}|n/?a|N/?A|n\.a\.|nil|none|None|[✓✗✔✘×xX•●○]|[$€£]\s*[-–—]+)$"
)
_YEAR = re.compile(
    r"^(?:FY\s?|CY\s?|Q[1-4]\s?|H[12]\s?)?(?:(?:19|20)\d\d)(?:\s?[-–/]\s?(?:\d\d|\d{4}))?(?:\s?\(?[a-zA-Z*†]{1,2}\)?)?$"
)


def is_value(text: str) -> bool:
    """Whether a cell holds a number, also one with a sign, currency, unit or bracket, or stands for one."""
    text = text.strip()
    return bool(_NUMBER.match(text) or _BLANK_VALUE.match(text))


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    return bool(_NUMBER.match(text.strip()))


def is_year(text: str) -> bool:
    """Whether a cell names a year, as heads of columns do."""
    return bool(_YEAR.match(text.strip()))


@dataclass(slots=True, eq=False)
class GridCell:
    """A cell of a grid with its lines from the top; see `pincite.domain.Cell`."""

    row: int
    column: int
    lines: list[Line]
    rows: int = 1
    columns: int = 1

    @property
    def text(self) -> str:
        """Its text, for recognising what it is."""
        return " ".join(line.text for line in self.lines)

    @property
    def x0(self) -> float:
        """Its left end."""
        return min(line.x0 for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.bold for line in self.lines)


@dataclass(slots=True, eq=False)
class Grid:
    """Cells at their places; see `pincite.domain.Table`.

    Attributes:
        cells: By row, then by column.
        edges: Left and right end of each column.
        box: The area that it covers, x0, y0, x1, y1.
    """

    cells: list[GridCell]
    edges: list[tuple[float, float]]
    box: tuple[float, float, float, float]
    head_rows: int = 0
    label_columns: int = 1
    parents: list[int] = field(default_factory=list)
    continued: bool = False

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.edges)

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return max((cell.row + 1 for cell in self.cells), default=0)

    def by_row(self) -> list[list[GridCell]]:
        """Its cells row by row; every row has at least one."""
        rows: list[list[GridCell]] = [[] for _ in range(self.rows)]
        for cell in self.cells:
            rows[cell.row].append(cell)
        return rows


@dataclass(slots=True, eq=False)
class Rules:
    """Rules and filled boxes within a table's area, in points on the page turned upright.

    Attributes:
        horizontal: x0, y0, x1, y1 of each, from the top, (n, 4).
        vertical: The same, from the left, (m, 4).
        fills: Filled boxes, (k, 4).
        shades: How light each box is, (k,).
    """

    horizontal: Floats
    vertical: Floats
    fills: Floats
    shades: Floats

    def within(self, x0: float, y0: float, x1: float, y1: float, slack: float = 3.0) -> Rules:
        """Those that lie in an area, or reach into it from its edge."""
        parts = []
        for boxes in (self.horizontal, self.vertical, self.fills):
            middle = (boxes[:, :2] + boxes[:, 2:]) / 2
            inside = (middle[:, 0] > x0 - slack) & (middle[:, 0] < x1 + slack)
            parts.append(inside & (middle[:, 1] > y0 - slack) & (middle[:, 1] < y1 + slack))
        return Rules(
            self.horizontal[parts[0]], self.vertical[parts[1]], self.fills[parts[2]], self.shades[parts[2]]
        )
