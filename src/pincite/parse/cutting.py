"""Cutting a line in two, at a wide space or at a vertical rule."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from pincite.domain import BOX_UNIT
from pincite.parse.line import Line, PageLines
from pincite.parse.turning import Floats, turn

_LEADERS = re.compile(r"\s*(?:[.·_…]\s?){4,}\s*")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_WIDE = 0.42
"""Narrowest space between two cells in font sizes; between words it is 0.25 to 0.33."""


@dataclass(slots=True, eq=False)
class Cutter:
    """Cuts the lines of a page that run in one direction.

    Attributes:
        width: Width of the page as displayed.
        height: Height of the page as displayed.
        angle: Direction of the lines on it in degrees.
    """

    width: float
    height: float
    angle: int

    @classmethod
    def of(cls, page: PageLines, turned: int) -> Cutter:
        """For the lines of a page that have this `turned`."""
        return cls(page.width, page.height, (page.angle + turned) % 360)

    def extents(self, line: Line) -> Floats:
        """Left and right end of each character, (n, 2); NaN for those without ink."""
        scale = np.array([self.width, self.height, self.width, self.height]) / BOX_UNIT
        ends = turn(line.boxes * scale, self.width, self.height, self.angle)[:, [0, 2]]
        ends[(line.boxes[:, 2] <= line.boxes[:, 0]) & (line.boxes[:, 3] <= line.boxes[:, 1])] = np.nan
        return ends

    def between(self, line: Line, left: float, right: float) -> list[Line]:
        """A line cut at its widest space within left…right, if one is wider than between words."""
        return self._cut_at_space(line, left, right, _WIDE * line.size)

    def at(self, line: Line, x: float) -> list[Line]:
        """A line cut at the space at x, however narrow."""
        return self._cut_at_space(line, x, x, 0.0)

    def _cut_at_space(self, line: Line, left: float, right: float, least: float) -> list[Line]:
        ends = self.extents(line)
        best, widest = -1, least
        for match in re.finditer(r"(?<=\S)\s+(?=\S)", line.text):
            before, after = ends[match.start() - 1, 1], ends[match.end(), 0]
            slack = 0.1 * line.size
            if after > left - slack and before < right + slack and after - before > widest:
                best, widest = match.start(), after - before
        return self._parts(line, ends, best, best) if best > 0 else [line]

    def without_leaders(self, line: Line) -> list[Line]:
        """A line cut at dots that lead from a label to its value, without the dots."""
        match = _LEADERS.search(line.text)
        if match is None:
            return [line]
        ends = self.extents(line)
        parts = self._parts(line, ends, match.start(), match.end())
        return [*parts[:-1], *self.without_leaders(parts[-1])] if len(parts) > 1 else parts

    def between_figures(self, line: Line) -> list[Line]:
        """A line of nothing but numbers cut between them; a narrow space may part thousands."""
        ends = self.extents(line)
        for match in re.finditer(r"(?<=\S)\s+(?=\S)", line.text):
            gap = ends[match.end(), 0] - ends[match.start() - 1, 1]
            thousands = (
                _THOUSANDS.match(line.text[match.end() :]) and line.text[match.start() - 1].isdecimal()
            )
            if gap > (0.5 if thousands else 0.2) * line.size:
                first, *rest = self._parts(line, ends, match.start(), match.end())
                return [first, *(part for one in rest for part in self.between_figures(one))]
        return [line]

    def _parts(self, line: Line, ends: Floats, stop: int, start: int) -> list[Line]:
        """`line.text[:stop]` and `line.text[start:]` as lines, those that are not blank."""
        parts = []
        for first, last in ((0, stop), (start, len(line.text))):
            text = line.text[first:last]
            first += len(text) - len(text.lstrip())
            last -= len(text) - len(text.rstrip())
            if first < last:
                own = ends[first:last]
                x0, x1 = (
                    (float(np.nanmin(own[:, 0])), float(np.nanmax(own[:, 1])))
                    if not np.isnan(own).all()
                    else (line.x0, line.x1)
                )
                parts.append(
                    replace(line, x0=x0, x1=x1, text=line.text[first:last], boxes=line.boxes[first:last])
                )
        return parts
