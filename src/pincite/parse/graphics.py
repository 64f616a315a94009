"""What is drawn on a page beside text: rules, filled boxes, images, in the order of painting.

One pass over the page's objects and those of the forms in it. Curves and slanted lines are no rules and are left out;
a path of many segments (a map, a plot) costs no more than `_MAX_SEGMENTS` of them.
"""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.parse.turning import Floats, turn

_MAX_OBJECTS = 200_000
_MAX_PATHS = 20_000
_MAX_SEGMENTS = 2_000
_MAX_DEPTH = 8

_THICKEST = 3.0
"""Thickest rule in points; what is thicker is a box."""

_SHORTEST = 6.0
"""Shortest rule in points: shorter ones are ticks, dashes and fraction bars."""

_FEW_SEGMENTS = 24
"""A filled shape of so few segments, also curved ones, is a box with round corners, not a letter or a map."""


def _prototype(function: Any, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(result, *arguments)(address)


# Pointers as plain integers, as in `pincite.parse.pdf`.
_P, _I, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
_page_object = _prototype(raw.FPDFPage_GetObject, _SIZE, _P, _I)
_form_object = _prototype(raw.FPDFFormObj_GetObject, _SIZE, _P, ctypes.c_ulong)
_form_count = _prototype(raw.FPDFFormObj_CountObjects, _I, _P)
_type = _prototype(raw.FPDFPageObj_GetType, _I, _P)
_bounds = _prototype(raw.FPDFPageObj_GetBounds, _I, _P, _P, _P, _P, _P)
_matrix = _prototype(raw.FPDFPageObj_GetMatrix, _I, _P, _P)
_fill_color = _prototype(raw.FPDFPageObj_GetFillColor, _I, _P, _P, _P, _P, _P)
_draw_mode = _prototype(raw.FPDFPath_GetDrawMode, _I, _P, _P, _P)
_stroke_width = _prototype(raw.FPDFPageObj_GetStrokeWidth, _I, _P, _P)
_count_segments = _prototype(raw.FPDFPath_CountSegments, _I, _P)
_segment = _prototype(raw.FPDFPath_GetPathSegment, _SIZE, _P, _I)
_segment_type = _prototype(raw.FPDFPathSegment_GetType, _I, _P)
_segment_close = _prototype(raw.FPDFPathSegment_GetClose, _I, _P)
_segment_point = _prototype(raw.FPDFPathSegment_GetPoint, _I, _P, _P, _P)


@dataclass(slots=True, eq=False)
class Graphics:
    """What is drawn beside text; boxes are x0, y0, x1, y1 in points on the page as displayed, y from the top.

    Attributes:
        horizontal: Horizontal rules, from the top; pieces that touch are one, (n, 4).
        vertical: Vertical rules, from the left, likewise.
        fills: Filled boxes that are no rules, (k, 4).
        colors: Their red, green, blue and opacity, 0…1; NaN where a pattern fills them, (k, 4).
        fill_order: When each is painted, (k,).
        images: Images and shadings, (m, 4).
        image_order: When each is painted, (m,).
    """

    horizontal: Floats
    vertical: Floats
    fills: Floats
    colors: Floats
    fill_order: NDArray[np.int64]
    images: Floats
    image_order: NDArray[np.int64]

    def turned(self, width: float, height: float, angle: int) -> Graphics:
        """The same on the page turned so that text running at `angle` runs to the right."""
        if angle % 360 == 0 or angle % 90:
            return self
        rules = [turn(boxes, width, height, angle) for boxes in (self.horizontal, self.vertical)]
        if angle % 180:
            rules.reverse()
        return Graphics(
            _sorted(rules[0], 1), _sorted(rules[1], 0), turn(self.fills, width, height, angle), self.colors,
            self.fill_order, turn(self.images, width, height, angle), self.image_order,
        )  # fmt: skip


def luminance(colors: Floats) -> Floats:
    """How light colours are, 0 (black) to 1 (white), on white paper.

    Args:
        colors: Red, green, blue and opacity, 0…1, (n, 4).
    """
    shade = colors[:, :3] @ np.array([0.2126, 0.7152, 0.0722])
    result: Floats = 1 - colors[:, 3] * (1 - shade)
    return result


def no_graphics() -> Graphics:
    """What a page without drawings has."""
    boxes, order = np.zeros((0, 4)), np.zeros(0, np.int64)
    return Graphics(boxes, boxes, boxes, boxes, order, boxes, order)


@dataclass(slots=True, eq=False)
class _Found:
    """What is found, in PDF coordinates as left, bottom, right, top."""

    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    fills: list[tuple[float, float, float, float]] = field(default_factory=list)
    colors: list[tuple[float, float, float, float]] = field(default_factory=list)
    fill_order: list[int] = field(default_factory=list)
    images: list[tuple[float, float, float, float]] = field(default_factory=list)
    image_order: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    text_order: list[int] = field(default_factory=list)
    objects: int = 0
    paths: int = 0


_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def read_graphics(page: Any, transform: Any, texts: NDArray[np.uint64]) -> tuple[Graphics, NDArray[np.int64]]:
    """What is drawn on a loaded page, and when each of its texts is painted.

    Args:
        page: PDFium's handle.
        transform: Function from boxes in PDF coordinates to boxes as displayed.
        texts: Addresses of text objects, (m,).

    Returns:
        The drawings, and the place of each text object in the order of painting, (m,); 0 where it is unknown.
    """
    handle = ctypes.cast(page, ctypes.c_void_p).value
    found = _Found()
    count = min(raw.FPDFPage_CountObjects(page), _MAX_OBJECTS)
    _walk(list(map(_page_object, repeat(handle), range(count))), _IDENTITY, 0, found)
    rules = transform(np.array(found.rules).reshape(-1, 4))
    flat = rules[:, 2] - rules[:, 0] >= rules[:, 3] - rules[:, 1]
    graphics = Graphics(
        horizontal=_joined(rules[flat], 0),
        vertical=_joined(rules[~flat], 1),
        fills=transform(np.array(found.fills).reshape(-1, 4)),
        colors=np.array(found.colors).reshape(-1, 4),
        fill_order=np.array(found.fill_order, np.int64),
        images=transform(np.array(found.images).reshape(-1, 4)),
        image_order=np.array(found.image_order, np.int64),
    )
    return graphics, _text_order(found, texts)


def _text_order(found: _Found, texts: NDArray[np.uint64]) -> NDArray[np.int64]:
    if not found.texts or not len(texts):
        return np.zeros(len(texts), np.int64)
    known = np.array(found.texts, np.uint64)
    by_address = np.argsort(known)
    place = np.minimum(np.searchsorted(known[by_address], texts), len(known) - 1)
    at = by_address[place]
    return np.where(known[at] == texts, np.array(found.text_order, np.int64)[at], 0)


def _walk(objects: list[int], matrix: _Matrix, depth: int, found: _Found) -> None:
    """Look at the objects of a page or form; `matrix` leads from it to the page."""
    for pointer, kind in zip(objects, map(_type, objects), strict=True):
        found.objects += 1
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            found.texts.append(pointer)
            found.text_order.append(found.objects)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            found.paths += 1
            if found.paths <= _MAX_PATHS:
                _add_path(pointer, matrix, found)
        elif kind == raw.FPDF_PAGEOBJ_FORM:
            count = _form_count(pointer)
            if depth < _MAX_DEPTH and 0 < count <= _MAX_OBJECTS - found.objects:
                inner = list(map(_form_object, repeat(pointer), range(count)))
                _walk(inner, _combined(_matrix_of(pointer), matrix), depth + 1, found)
        elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
            _add_image(pointer, matrix, found)


def _add_image(pointer: int, matrix: _Matrix, found: _Found) -> None:
    box = _box_of(pointer, matrix)
    if box is None:
        return
    if _is_rule(box):
        found.rules.append(box)
    else:
        found.images.append(box)
        found.image_order.append(found.objects)


def _add_path(pointer: int, matrix: _Matrix, found: _Found) -> None:
    box = _box_of(pointer, matrix)
    if box is None or max(box[2] - box[0], box[3] - box[1]) < _SHORTEST:
        return
    filled, stroked = _painting(pointer)
    if not filled and not stroked:
        return
    if _is_rule(box):
        found.rules.append(box)
        return
    count = _count_segments(pointer)
    if count > _MAX_SEGMENTS:
        return
    path = _segments(pointer, count, matrix)
    straight = path is not None and path.straight
    if path is not None and stroked and straight:
        found.rules += _stroked_rules(path, _half_width(pointer, matrix))
    if not filled:
        return
    boxes = path.rectangles() if path is not None and straight else []
    if not boxes and count <= _FEW_SEGMENTS:
        boxes = [box]
    color = _color(pointer)
    for inner in boxes:
        if _is_rule(inner):
            found.rules.append(inner)
        elif min(inner[2] - inner[0], inner[3] - inner[1]) > 1:
            found.fills.append(inner)
            found.colors.append(color)
            found.fill_order.append(found.objects)


@dataclass(slots=True, eq=False)
class _Path:
    """The segments of a path on the page.

    Attributes:
        points: Where each ends, (n, 2).
        starts: Indexes of those that begin a subpath.
        lines: From and to of each straight line, those that close a subpath included, (k, 4).
        straight: Whether there are only lines along the axes.
    """

    points: Floats
    starts: NDArray[np.int64]
    lines: Floats
    straight: bool

    def rectangles(self) -> list[tuple[float, float, float, float]]:
        """Bounds of the subpaths that are rectangles."""
        found = []
        for part in np.split(self.points, self.starts[1:]):
            low, high = part.min(axis=0), part.max(axis=0)
            on_edge = ((np.abs(part - low) < 0.01) | (np.abs(part - high) < 0.01)).all()
            if 4 <= len(part) <= 5 and on_edge:
                found.append((float(low[0]), float(low[1]), float(high[0]), float(high[1])))
        return found


def _segments(pointer: int, count: int, matrix: _Matrix) -> _Path | None:
    """The segments of a path, or None where some are curves."""
    handles = list(map(_segment, repeat(pointer), range(count)))
    kinds = np.fromiter(map(_segment_type, handles), np.int64, count)
    if (kinds == raw.FPDF_SEGMENT_BEZIERTO).any():
        return None
    closed = np.fromiter(map(_segment_close, handles), np.int64, count) > 0
    points = np.zeros((count, 2), np.float32)
    at = points.ctypes.data
    deque(map(_segment_point, handles, range(at, at + 8 * count, 8), range(at + 4, at + 4 + 8 * count, 8)), 0)
    a, b, c, d, e, f = _combined(_matrix_of(pointer), matrix)
    placed = points.astype(np.float64) @ np.array([[a, b], [c, d]]) + np.array([e, f])
    starts = np.flatnonzero(kinds == raw.FPDF_SEGMENT_MOVETO)
    ends = np.flatnonzero(kinds == raw.FPDF_SEGMENT_LINETO)
    lines = np.concatenate((placed[ends - 1], placed[ends]), axis=1)
    if len(starts) and closed.any():
        last = np.flatnonzero(closed)
        first = starts[np.maximum(np.searchsorted(starts, last, "right") - 1, 0)]
        lines = np.concatenate((lines, np.concatenate((placed[last], placed[first]), axis=1)))
    apart = np.abs(lines[:, 2:] - lines[:, :2])
    return _Path(placed, starts, lines, bool((apart.min(axis=1, initial=9e9) < 0.1).all()))


def _stroked_rules(path: _Path, half: float) -> list[tuple[float, float, float, float]]:
    low, high = (
        np.minimum(path.lines[:, :2], path.lines[:, 2:]),
        np.maximum(path.lines[:, :2], path.lines[:, 2:]),
    )
    long = (high - low).max(axis=1, initial=0) >= _SHORTEST
    boxes = np.concatenate((low - half, high + half), axis=1)[long]
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in boxes.tolist()]


def _is_rule(box: tuple[float, float, float, float]) -> bool:
    across, down = box[2] - box[0], box[3] - box[1]
    return min(across, down) <= _THICKEST and max(across, down) >= max(_SHORTEST, 3 * min(across, down))


_four = (ctypes.c_float * 4)()
_four_at = [ctypes.addressof(_four) + 4 * place for place in range(4)]
_six = (ctypes.c_float * 6)()
_six_at = ctypes.addressof(_six)
_whole = (ctypes.c_uint * 4)()
_whole_at = [ctypes.addressof(_whole) + 4 * place for place in range(4)]


def _box_of(pointer: int, matrix: _Matrix) -> tuple[float, float, float, float] | None:
    """Bounds of an object on the page as left, bottom, right, top."""
    if not _bounds(pointer, *_four_at):
        return None
    left, bottom, right, top = _four
    if matrix is _IDENTITY:
        return left, bottom, right, top
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return min(xs), min(ys), max(xs), max(ys)


def _matrix_of(pointer: int) -> _Matrix:
    if not _matrix(pointer, _six_at):
        return _IDENTITY
    a, b, c, d, e, f = _six
    return a, b, c, d, e, f


def _combined(first: _Matrix, second: _Matrix) -> _Matrix:
    """The matrix that applies `first`, then `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _painting(pointer: int) -> tuple[bool, bool]:
    """Whether a path is filled and whether it is stroked."""
    if not _draw_mode(pointer, _whole_at[0], _whole_at[1]):
        return False, False
    return _whole[0] != raw.FPDF_FILLMODE_NONE, _whole[1] != 0


def _half_width(pointer: int, matrix: _Matrix) -> float:
    if not _stroke_width(pointer, _four_at[0]):
        return 0.0
    width = _four[0]
    a, b, *_ = _combined(_matrix_of(pointer), matrix)
    return float(width) * float(np.hypot(a, b)) / 2


def _color(pointer: int) -> tuple[float, float, float, float]:
    if not _fill_color(pointer, *_whole_at):
        return float("nan"), float("nan"), float("nan"), 1.0
    red, green, blue, alpha = _whole
    return red / 255, green / 255, blue / 255, alpha / 255


def _sorted(boxes: Floats, column: int) -> Floats:
    return boxes[np.argsort(boxes[:, column], kind="stable")]


def _joined(rules: Floats, along: int) -> Floats:
    """Rules on one line whose ends touch made one, in order; `along` is 0 for horizontal ones, 1 for vertical."""
    if not len(rules):
        return np.zeros((0, 4))
    across = 1 - along
    middle = (rules[:, across] + rules[:, across + 2]) / 2
    order = np.argsort(middle, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(middle[order]) > 0.7) + 1)
    result = []
    for group in groups:
        ordered = rules[group[np.argsort(rules[group, along], kind="stable")]]
        reach = np.maximum.accumulate(ordered[:, along + 2])
        starts = np.concatenate(([0], np.flatnonzero(ordered[1:, along] > reach[:-1] + 2.0) + 1))
        result.append(
            np.concatenate(
                (np.minimum.reduceat(ordered[:, :2], starts), np.maximum.reduceat(ordered[:, 2:], starts)),
                axis=1,
            )
        )
    return _sorted(np.concatenate(result), across)
