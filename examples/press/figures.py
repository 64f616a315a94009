"""The vector figures; each draws itself into a box whose lower left corner is the origin."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of fixed height; its width is that of the column."""

    height: float
    draw: Callable[[Any, float, float, str, Colour], None]


@dataclass(frozen=True, slots=True)
class Axes:
    """A plot area with linear scales; positions in points."""

    left: float
    bottom: float
    width: float
    height: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def x(self, value: float) -> float:
        """Position of a value on the horizontal axis."""
        low, high = self.x_range
        return self.left + (value - low) / (high - low) * self.width

    def y(self, value: float) -> float:
        """Position of a value on the vertical axis."""
        low, high = self.y_range
        return self.bottom + (value - low) / (high - low) * self.height

    def frame(
        self,
        canvas: Any,
        font: str,
        x_ticks: Sequence[tuple[float, str]],
        y_ticks: Sequence[tuple[float, str]],
        titles: tuple[str, str],
    ) -> None:
        """Draw the axes with ticks, their labels and titles."""
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setLineWidth(0.6)
        canvas.line(self.left, self.bottom, self.left + self.width, self.bottom)
        canvas.line(self.left, self.bottom, self.left, self.bottom + self.height)
        canvas.setFont(font, 7)
        for value, label in x_ticks:
            canvas.line(self.x(value), self.bottom, self.x(value), self.bottom - 3)
            canvas.drawCentredString(self.x(value), self.bottom - 11, label)
        for value, label in y_ticks:
            canvas.line(self.left, self.y(value), self.left - 3, self.y(value))
            canvas.drawRightString(self.left - 5, self.y(value) - 2.4, label)
        canvas.setFont(font, 7.5)
        canvas.drawCentredString(self.left + self.width / 2, self.bottom - 22, titles[0])
        canvas.saveState()
        canvas.translate(self.left - 24, self.bottom + self.height / 2)
        canvas.rotate(90)
        canvas.drawCentredString(0, 0, titles[1])
        canvas.restoreState()

    def polyline(self, canvas: Any, points: Sequence[tuple[float, float]]) -> None:
        """Draw a line through points given in the axes' units."""
        path = canvas.beginPath()
        for position, (x, y) in enumerate(points):
            (path.lineTo if position else path.moveTo)(self.x(x), self.y(y))
        canvas.drawPath(path)


def _noise(step: int) -> float:
    """A fixed, irregular sequence in -1…1: figures must be the same in every run."""
    value = math.sin(step * 12.9898 + 4.1) * 43758.5453
    return 2 * (value - math.floor(value)) - 1


def _box(
    canvas: Any, x: float, y: float, width: float, height: float, lines: Sequence[str], font: str
) -> None:
    canvas.setLineWidth(0.8)
    canvas.rect(x, y, width, height)
    canvas.setFont(font, 7.5)
    for position, line in enumerate(lines):
        canvas.drawCentredString(
            x + width / 2, y + height / 2 - 2.6 + 4.6 * (len(lines) - 1 - 2 * position), line
        )


def _meter(canvas: Any, x: float, y: float, name: str, font: str, accent: Colour) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setStrokeColorRGB(*accent)
    canvas.circle(x, y, 9, fill=1)
    canvas.setFillColorRGB(*accent)
    canvas.setFont(font, 7)
    canvas.drawCentredString(x, y - 2.4, name)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setFillColorRGB(0, 0, 0)


def _arrow(canvas: Any, x0: float, x1: float, y: float) -> None:
    canvas.line(x0, y, x1, y)
    head = 4 if x1 > x0 else -4
    path = canvas.beginPath()
    path.moveTo(x1, y)
    path.lineTo(x1 - head, y + 2)
    path.lineTo(x1 - head, y - 2)
    path.close()
    canvas.drawPath(path, fill=1)


def _heat_pump_plant(canvas: Any, width: float, height: float, font: str, accent: Colour) -> None:
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setFillColorRGB(0, 0, 0)
    unit = width / 500
    _box(canvas, 4 * unit, 62, 88 * unit, 56, ("Outdoor unit", "R290 monobloc"), font)
    _box(canvas, 172 * unit, 70, 70 * unit, 40, ("Electric heater", "6 kW"), font)
    _box(canvas, 318 * unit, 108, 80 * unit, 40, ("Radiators", "two without valve"), font)
    _box(canvas, 318 * unit, 34, 80 * unit, 44, ("Cylinder", "210 litres, 48 °C"), font)
    _box(canvas, 440 * unit, 68, 56 * unit, 42, ("Logger", "2 minutes"), font)
    canvas.setLineWidth(1.4)
    _arrow(canvas, 92 * unit, 172 * unit, 100)
    _arrow(canvas, 172 * unit, 92 * unit, 80)
    canvas.line(242 * unit, 90, 266 * unit, 90)
    canvas.line(266 * unit, 56, 266 * unit, 128)
    _arrow(canvas, 266 * unit, 318 * unit, 128)
    _arrow(canvas, 266 * unit, 318 * unit, 56)
    canvas.setLineWidth(0.5)
    canvas.setDash(2, 2)
    for x, y in ((292, 128), (292, 56)):
        canvas.line(x * unit, y + 9, x * unit, 158 if y > 90 else 18)
    canvas.line(292 * unit, 158, 468 * unit, 158)
    canvas.line(468 * unit, 158, 468 * unit, 110)
    canvas.line(48 * unit, 18, 468 * unit, 18)
    canvas.line(468 * unit, 18, 468 * unit, 68)
    for x, y in ((48, 40), (132, 66), (207, 46)):
        canvas.line(x * unit, y, x * unit, 18)
    canvas.setDash()
    canvas.line(48 * unit, 49, 48 * unit, 62)
    canvas.line(207 * unit, 55, 207 * unit, 70)
    canvas.setFont(font, 7)
    canvas.drawCentredString(132 * unit, 107, "flow")
    canvas.drawCentredString(108 * unit, 70, "return")
    for x, y, name in ((292, 128, "H1"), (292, 56, "H2"), (48, 40, "E1"), (132, 80, "E2"), (207, 46, "E3")):
        _meter(canvas, x * unit, y, name, font, accent)


_GROUPS = (
    ("untreated", 1.98, 0.118, "circle"),
    ("partly treated", 2.29, 0.122, "square"),
    ("treated", 2.60, 0.125, "cross"),
)


def _mark(canvas: Any, x: float, y: float, kind: str) -> None:
    canvas.setLineWidth(0.5)
    if kind == "circle":
        canvas.circle(x, y, 1.5)
    elif kind == "square":
        canvas.rect(x - 1.4, y - 1.4, 2.8, 2.8, fill=1)
    else:
        canvas.line(x - 1.6, y - 1.6, x + 1.6, y + 1.6)
        canvas.line(x - 1.6, y + 1.6, x + 1.6, y - 1.6)


def _heat_pump_cop(canvas: Any, width: float, height: float, font: str, accent: Colour) -> None:
    axes = Axes(34, 30, width - 44, height - 40, (-8, 14), (1.0, 5.5))
    axes.frame(
        canvas,
        font,
        [(value, str(value).replace("-", "−")) for value in (-8, -4, 0, 4, 8, 12)],
        [(value, f"{value:.1f}") for value in (1, 2, 3, 4, 5)],
        ("Outdoor temperature, daily mean (°C)", "Coefficient of performance"),
    )
    for number, (name, at_minus_five, slope, kind) in enumerate(_GROUPS):
        colour = accent if number == 2 else (0.35 * number, 0.35 * number, 0.35 * number)
        canvas.setStrokeColorRGB(*colour)
        canvas.setFillColorRGB(*colour)
        for day in range(53):
            outside = -7.4 + 20.5 * (day + 0.5) / 53 + 0.4 * _noise(day + 100 * number)
            value = at_minus_five + slope * (outside + 5) + 0.14 * _noise(7 * day + number)
            _mark(canvas, axes.x(outside), axes.y(value), kind)
        canvas.setLineWidth(0.9)
        axes.polyline(canvas, [(x, at_minus_five + slope * (x + 5)) for x in (-7.5, 13.5)])
        y = axes.bottom + axes.height - 6 - 10 * (2 - number)
        _mark(canvas, axes.left + 12, y + 2.4, kind)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(font, 7)
        canvas.drawString(axes.left + 20, y, name)


def _stage(hours: float) -> float:
    """Stage at Millbrook in metres, hours after the midnight that begins 18 February 2022."""
    waves = ((21.0, 1.05, 8.0), (47.0, 1.55, 8.5), (76.75, 2.79, 10.5))
    stage = 0.55
    for peak, rise, width in waves:
        spread = width if hours < peak else width * 1.7
        stage += rise * math.exp(-(((hours - peak) / spread) ** 2))
    return stage


def _flood_hydrograph(canvas: Any, width: float, height: float, font: str, accent: Colour) -> None:
    axes = Axes(40, 30, width - 52, height - 42, (0, 132), (0, 4))
    days = [(24.0 * day, f"{18 + day} Feb") for day in range(6)]
    axes.frame(canvas, font, days, [(value, str(value)) for value in range(5)], ("Date", "Stage (m)"))
    peak = max(_stage(step / 4) for step in range(528))
    scale = 3.412 / peak
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(1.0)
    axes.polyline(canvas, [(step / 2, _stage(step / 2) * scale) for step in range(264)])
    canvas.setStrokeColorRGB(*accent)
    canvas.setLineWidth(1.2)
    canvas.setDash(4, 2)
    axes.polyline(canvas, [(step / 2, _stage(step / 2) * scale - 0.05) for step in range(148)])
    canvas.setDash()
    canvas.setFont(font, 7.5)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(axes.x(79), axes.y(3.5), "3.412 m, radar")
    canvas.setFillColorRGB(*accent)
    canvas.drawRightString(axes.x(70), axes.y(3.05), "pressure sensor lost")


_COURTYARDS = (
    (33.0, 34.4), (32.8, 34.0), (33.3, 37.2), (32.9, 37.4), (32.4, 36.6), (33.8, 38.8),
    (33.9, 39.6), (35.2, 41.3), (34.0, 39.5), (34.5, 40.8), (36.8, 44.1),
)  # fmt: skip


def _courtyard_levels(canvas: Any, width: float, height: float, font: str, accent: Colour) -> None:
    axes = Axes(34, 30, width - 40, height - 52, (0, 11), (28, 46))
    units = [(position + 0.5, str(position + 1)) for position in range(11)]
    axes.frame(canvas, font, units, [(v, str(v)) for v in range(28, 47, 6)], ("Unit", "Level (dB(A))"))
    for position, (calculated, measured) in enumerate(_COURTYARDS):
        for shift, value, colour in ((0.14, calculated, (0.72, 0.72, 0.72)), (0.5, measured, accent)):
            canvas.setFillColorRGB(*colour)
            x = axes.x(position + shift)
            canvas.rect(x, axes.bottom, axes.width / 11 * 0.34, axes.y(value) - axes.bottom, stroke=0, fill=1)
    canvas.setDash(3, 2)
    canvas.setLineWidth(0.7)
    canvas.line(axes.left, axes.y(37), axes.left + axes.width, axes.y(37))
    canvas.setDash()
    canvas.setFont(font, 7)
    for x, name, colour in ((0, "calculated", (0.72, 0.72, 0.72)), (70, "measured", accent)):
        canvas.setFillColorRGB(*colour)
        canvas.rect(axes.left + 6 + x, height - 12, 7, 7, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(axes.left + 17 + x, height - 11, name)


FIGURES: dict[str, Figure] = {
    "heat_pump_plant": Figure(168, _heat_pump_plant),
    "heat_pump_cop": Figure(178, _heat_pump_cop),
    "flood_hydrograph": Figure(190, _flood_hydrograph),
    "courtyard_levels": Figure(170, _courtyard_levels),
}
