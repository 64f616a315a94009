"""Charts of reports as SVG: no script, nothing loaded, colours of the page they stand in.

All of them draw with `currentColor` and the classes `line`, `area`, `dot` and `soft`, which the page gives colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pincite.evaluate.calibration import ReliabilityBin, RiskPoint
from pincite.evaluate.html_page import Picture

_SIDE = 260
_LEFT, _BOTTOM, _TOP = 44, 36, 10
_WHISKER = 150


def whisker(value: float | None, low: float | None, high: float | None) -> Picture:
    """A mean between 0 and 1 with its interval, small enough for a cell of a table."""
    if value is None or low is None or high is None:
        return Picture("")
    begin, end, at = (round(4 + part * (_WHISKER - 8), 1) for part in (low, high, value))
    told = f"{value:.3f}, {low:.3f} to {high:.3f}"
    return Picture(
        f'<svg class="whisker" width="{_WHISKER}" height="14" role="img" aria-label="{told}">'
        f'<line class="soft" x1="4" x2="{_WHISKER - 4}" y1="7" y2="7"/>'
        f'<line class="line" x1="{begin}" x2="{end}" y1="7" y2="7"/>'
        f'<line class="line" x1="{begin}" x2="{begin}" y1="3" y2="11"/>'
        f'<line class="line" x1="{end}" x2="{end}" y1="3" y2="11"/>'
        f'<circle class="dot" cx="{at}" cy="7" r="3.5"/></svg>'
    )


def columns(counts: Sequence[tuple[str, int]], label: str) -> Picture:
    """How often each thing was, as columns with their counts above them.

    Args:
        counts: What, and how often.
        label: What the picture shows, in words.
    """
    most = max((count for _, count in counts), default=0) or 1
    step = 46
    width, height = step * len(counts) + 10, 180
    parts = []
    for place, (name, count) in enumerate(counts):
        tall = round(count / most * (height - _BOTTOM - 24), 1)
        x, y = 5 + place * step, round(height - _BOTTOM - tall, 1)
        middle = x + step / 2
        parts.append(
            f'<rect class="area" x="{x + 4}" y="{y}" width="{step - 8}" height="{tall}"/>'
            f'<text x="{middle}" y="{y - 5}" text-anchor="middle">{count:,}</text>'
            f'<text x="{middle}" y="{height - _BOTTOM + 16}" text-anchor="middle">{escape(name)}</text>'
        )
    return _picture(width, height, label, "".join(parts))


def reliability(bins: Sequence[ReliabilityBin]) -> Picture:
    """Confidence against the share that the documents answer; on the diagonal both are the same."""
    most = max((one.count for one in bins), default=0) or 1
    dots = "".join(
        f'<circle class="dot" cx="{_x(one.confidence)}" cy="{_y(one.answerable)}" '
        f'r="{round(3 + 9 * (one.count / most) ** 0.5, 1)}"><title>{one.count:,} questions, confidence '
        f"{one.confidence:.2f}, {one.answerable:.2f} answerable</title></circle>"
        for one in bins
        if one.confidence is not None and one.answerable is not None
    )
    diagonal = f'<line class="soft" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>'
    label = "Confidence against the share of questions that the documents answer"
    return _square(label, "confidence", "answerable", diagonal + dots)


def risk_coverage(curve: Sequence[RiskPoint]) -> Picture:
    """The share of answers that is wrong, against the share that is kept of those with the highest confidence."""
    if not curve:
        return Picture("")
    points = " ".join(f"{_x(point.coverage)},{_y(point.risk)}" for point in curve)
    line = f'<polyline class="line" fill="none" points="{points}"/>'
    return _square("Wrong answers against answers kept", "answers kept", "wrong", line)


def _x(value: float) -> float:
    return round(_LEFT + value * (_SIDE - _LEFT - 10), 1)


def _y(value: float) -> float:
    return round(_SIDE - _BOTTOM - value * (_SIDE - _BOTTOM - _TOP), 1)


def _square(label: str, across: str, up: str, inner: str) -> Picture:
    """A picture with axes from 0 to 1."""
    ticks = "".join(
        f'<line class="soft" x1="{_x(0)}" x2="{_x(1)}" y1="{_y(at)}" y2="{_y(at)}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>'
        f'<text x="{_x(at)}" y="{_SIDE - _BOTTOM + 15}" text-anchor="middle">{at:g}</text>'
        for at in (0, 0.25, 0.5, 0.75, 1)
    )
    names = (
        f'<text x="{_x(0.5)}" y="{_SIDE - 4}" text-anchor="middle">{across}</text>'
        f'<text transform="translate(11 {_y(0.5)}) rotate(-90)" text-anchor="middle">{up}</text>'
    )
    return _picture(_SIDE, _SIDE, label, ticks + names + inner)


def _picture(width: float, height: float, label: str, inner: str) -> Picture:
    return Picture(
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{inner}</svg>'
    )
