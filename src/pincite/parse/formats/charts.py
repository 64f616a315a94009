"""Charts and diagrams of Office: the values that they show, the words in their shapes."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.parse.formats.markup import Element
from pincite.parse.formats.number_formats import GENERAL, shown
from pincite.parse.formats.writer import TableDraft

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_MOST_POINTS = 5000


def chart_title(root: Element) -> str:
    """The title of a chart; "" for none."""
    title = root.find(f"{_C}chart/{_C}title")
    return "" if title is None else " ".join(drawing_text(title))


def chart_table(root: Element) -> TableDraft | None:
    """The values of a chart as the file keeps them beside it: a row a category, a column a series."""
    series = list(root.iter(f"{_C}ser"))
    if not series:
        return None
    categories = next(filter(None, (_points(one, ("cat", "xVal")) for one in series)), {})
    values = [_points(one, ("val", "yVal")) for one in series]
    numbers = sorted({number for points in (categories, *values) for number in points})[:_MOST_POINTS]
    if not numbers:
        return None
    names = [" ".join(text.text or "" for text in _texts(one.find(f"{_C}tx"))) for one in series]
    rows = [["", *names]] if any(names) else []
    rows += [
        [categories.get(number, ""), *(points.get(number, "") for points in values)] for number in numbers
    ]
    return TableDraft(rows, head_rows=int(any(names)), label_columns=1)


def diagram_texts(root: Element) -> Iterator[str]:
    """What the shapes of a diagram (SmartArt) say, in order."""
    for point in root.iter(f"{_DGM}pt"):
        if text := " ".join(drawing_text(point)).strip():
            yield text


def drawing_text(element: Element) -> Iterator[str]:
    """The paragraphs of a drawing within an element."""
    for paragraph in element.iter(f"{_A}p"):
        if text := "".join(text.text or "" for text in paragraph.iter(f"{_A}t")).strip():
            yield text


def _texts(element: Element | None) -> Iterator[Element]:
    if element is not None:
        yield from element.iter(f"{_C}v")


def _points(series: Element, names: tuple[str, ...]) -> dict[int, str]:
    """Values of a series by their number; those of several levels from the outermost in."""
    points: dict[int, str] = {}
    for name in names:
        levels = dict.fromkeys(point.getparent() for point in series.iterfind(f"{_C}{name}//{_C}pt"))
        for level in reversed(levels):
            if level is None:
                continue
            code = level.findtext(f"{_C}formatCode") or ""
            for point in level.iterfind(f"{_C}pt"):
                place = point.get("idx", "")
                text = point.findtext(f"{_C}v") or ""
                if place.isdecimal():
                    before = points.get(int(place), "")
                    points[int(place)] = f"{before} {_shown(text, point.get('formatCode') or code)}".strip()
    return points


def _shown(text: str, code: str) -> str:
    """A value as its format shows it: 25 % in place of 0.25, a date in place of a number of days."""
    try:
        value = float(text)
    except ValueError:
        return text
    if code and code != GENERAL:
        return shown(value, code)
    # Binary fractions add digits at the end: 0.30000000000000004.
    return f"{value:.12g}" if len(text) > 12 and "." in text else text
