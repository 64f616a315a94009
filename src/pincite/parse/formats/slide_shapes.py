"""Shapes of a PowerPoint slide: where they stand, what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pincite.parse.formats.markup import Element
from pincite.parse.formats.omml import M, linear
from pincite.parse.formats.slide_order import Placed
from pincite.parse.formats.text_tables import MOST_COLUMNS, TextCell
from pincite.parse.formats.word_styles import roman

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SHAPES = frozenset(f"{P}{name}" for name in ("sp", "grpSp", "graphicFrame", "pic", "cxnSp", "contentPart"))
_AUTO_NUMBER = re.compile(r"^(arabic|alphaLc|alphaUc|romanLc|romanUc)(Period|ParenR|ParenBoth|Plain)$")

Box = tuple[float, float, float, float]
Place = tuple[str, str]
"""Type and number of a placeholder."""


def shapes(tree: Element) -> Iterator[Element]:
    """The shapes directly within a slide or group; of one that is there in two forms, the first."""
    for child in tree:
        if child.tag == f"{_MC}AlternateContent":
            for name in ("Choice", "Fallback"):
                found = child.find(f"{_MC}{name}")
                if found is not None and any(one.tag in _SHAPES for one in found):
                    yield from shapes(found)
                    break
        elif child.tag in _SHAPES:
            yield child


def described(shape: Element) -> Element | None:
    """What a shape says of itself: its name, whether it is hidden, its alternative text."""
    return next(shape.iterfind(f"*/{P}cNvPr"), None)


def placeholder(shape: Element) -> Place | None:
    """Type and number of the placeholder that a shape fills; None for a shape of its own."""
    found = shape.find(f"*/{P}nvPr/{P}ph")
    return None if found is None else (found.get("type", "obj"), found.get("idx", "0"))


def box_of(shape: Element) -> Box | None:
    """Where a shape stands, x0, y0, x1, y1; None where only its placeholder says it."""
    for path in (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm"):
        frame = shape.find(path)
        if frame is None:
            continue
        offset, extent = frame.find(f"{A}off"), frame.find(f"{A}ext")
        if offset is not None and extent is not None:
            x, y = _number(offset.get("x")), _number(offset.get("y"))
            return x, y, x + _number(extent.get("cx")), y + _number(extent.get("cy"))
    return None


class Placeholders:
    """Where the placeholders of a layout and its master stand.

    Args:
        roots: The layout, then the master.
    """

    def __init__(self, *roots: Element | None) -> None:
        self._by_number: dict[str, Box] = {}
        self._by_type: dict[str, Box] = {}
        for root in roots:
            for shape in () if root is None else root.iter(f"{P}sp"):
                place, box = placeholder(shape), box_of(shape)
                if place is None or box is None:
                    continue
                if root is roots[0]:
                    self._by_number.setdefault(place[1], box)
                self._by_type.setdefault(_general(place[0]), box)

    def box(self, place: Place | None) -> Box | None:
        """Where a placeholder stands."""
        if place is None:
            return None
        return self._by_number.get(place[1]) or self._by_type.get(_general(place[0]))


def placed(tree: Element, placeholders: Placeholders) -> list[Placed[Element]]:
    """The shapes within a slide or group with their places; those without one stand where they are written."""
    found: list[Placed[Element]] = []
    for shape in shapes(tree):
        box = box_of(shape) or placeholders.box(placeholder(shape))
        if box is None:
            last = found[-1] if found else None
            box = (last.x0, last.y1, last.x1, last.y1) if last else (0, 0, 0, 0)
        x0, y0, x1, y1 = box
        found.append(Placed(x0, y0, x1, y1, shape))
    return found


def paragraphs(body: Element | None) -> Iterator[tuple[str, int, bool | None]]:
    """Text and level (from 0) of each paragraph, and whether it is an item of a list; None: as its place says.

    Items that PowerPoint numbers have their number before them.
    """
    counts: Counter[int] = Counter()
    for paragraph in () if body is None else body.iterfind(f"{A}p"):
        text = inline(paragraph)
        if not text.strip():
            continue
        properties = paragraph.find(f"{A}pPr")
        level = 0 if properties is None else min(8, int(_number(properties.get("lvl"))))
        listed: bool | None = None
        numbered = None if properties is None else properties.find(f"{A}buAutoNum")
        for deeper in [other for other in counts if other > level or (other == level and numbered is None)]:
            del counts[deeper]
        if properties is not None and numbered is not None:
            start = int(_number(numbered.get("startAt"))) or 1
            counts[level] += 1
            text = f"{_auto_number(counts[level] + start - 1, numbered.get('type', ''))} {text}"
            listed = True
        elif properties is not None and properties.find(f"{A}buNone") is not None:
            listed = False
        elif properties is not None and properties.find(f"{A}buChar") is not None:
            listed = True
        yield text, level, listed


def inline(paragraph: Element) -> str:
    """The text of a paragraph."""
    parts: list[str] = []
    waiting = list(reversed(paragraph))
    while waiting:
        node = waiting.pop()
        if node.tag in (f"{A}r", f"{A}fld"):
            parts.append(node.findtext(f"{A}t") or "")
        elif node.tag == f"{A}br":
            parts.append("\n")
        elif node.tag == f"{M}oMath":
            parts.append(linear(node))
        elif node.tag == f"{_MC}AlternateContent":
            choice = node.find(f"{_MC}Choice")
            waiting += reversed(node if choice is None else choice)
        elif node.tag != f"{A}endParaRPr" and not str(node.tag).startswith(f"{A}pPr"):
            waiting += reversed(node)
    return "".join(parts)


def table_cells(table: Element) -> list[TextCell]:
    """The cells of a table, without those that others cover."""
    cells = []
    for row, line in enumerate(table.iterfind(f"{A}tr")):
        for column, cell in enumerate(line.iterfind(f"{A}tc")):
            if cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true"):
                continue
            text = " ".join(text for text, _, _ in paragraphs(cell.find(f"{A}txBody")))
            runs = [run.find(f"{A}rPr") for run in cell.iter(f"{A}r")]
            bold = bool(runs) and all(run is not None and run.get("b") in ("1", "true") for run in runs)
            rows, columns = _span(cell, "rowSpan"), _span(cell, "gridSpan")
            cells.append(TextCell(row, column, text, rows, columns, bold))
    return cells


def _span(cell: Element, name: str) -> int:
    return max(1, min(MOST_COLUMNS, int(_number(cell.get(name)))))


def _general(kind: str) -> str:
    return {"ctrTitle": "title", "subTitle": "body", "obj": "body"}.get(kind, kind)


def _number(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def _auto_number(count: int, form: str) -> str:
    found = _AUTO_NUMBER.match(form)
    figures, marks = found.groups() if found else ("arabic", "Period")
    text = str(count)
    if figures.startswith("alpha") and 0 < count <= 26:
        text = chr(ord("a") + count - 1)
    elif figures.startswith("roman") and 0 < count < 4000:
        text = roman(count)
    text = text.upper() if figures.endswith("Uc") else text
    return {"Period": f"{text}.", "ParenR": f"{text})", "ParenBoth": f"({text})", "Plain": text}[marks]
