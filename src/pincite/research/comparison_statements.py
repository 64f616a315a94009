"""What a table of values says by itself: ranges, what is shared, who says what alone. True by how it is made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.domain import (
    AnswerSentence,
    ComparedCell,
    Comparison,
    Dimension,
    FieldState,
    FieldType,
)
from pincite.terms import fold

SURE = 0.5
"""Nothing is concluded from a value that is less probably right."""
_MOST_NAMES = 6
_MOST_SHARED = 4
"""So many values that are shared are told of a dimension."""
_SHOWN = 100
"""A value is cut after so many letters."""
_DURATION = re.compile(r"P(?:T)?(\d+(?:\.\d+)?)([A-Z]+)")
_SPANS = {"D": ("days", 1), "W": ("days", 7), "M": ("months", 1), "Y": ("months", 12), "H": ("hours", 1)}
_NO_UNIT = "no unit"


class _Known(NamedTuple):
    """A cell that says something, and whose it is."""

    name: str
    cell: ComparedCell


class _Measured(NamedTuple):
    """A value that can be ordered among those of the same unit."""

    amount: float | str
    unit: str
    known: _Known


def statements(comparison: Comparison) -> list[AnswerSentence]:
    """Statements about the values that are sure, with the citations of the cells that they speak of."""
    made: list[AnswerSentence] = []
    agreed: list[tuple[str, Sequence[_Known]]] = []
    for column, dimension in enumerate(comparison.dimensions):
        cells = [_Known(row.name, row.cells[column]) for row in comparison.documents]
        known = [
            item for item in cells if item.cell.state is FieldState.FOUND and item.cell.confidence >= SURE
        ]
        if not known:
            continue
        if dimension.type is FieldType.YES_NO and _all_yes(known):
            if len(known) == len(cells):
                agreed.append((dimension.label, known))
        else:
            made += _of_dimension(dimension, known)
    if agreed:
        labels = _listed([label for label, _ in agreed], most=len(agreed))
        cited = [item for _, known in agreed for item in known]
        made.append(_said(f"Yes in all {len(comparison.documents)}: {labels}", cited))
    return [*made, *_alone(comparison)]


def _all_yes(known: Sequence[_Known]) -> bool:
    """Whether no document says no: the table shows as much, and a statement would only repeat it."""
    return all(item.cell.normalised is True for item in known)


def _of_dimension(dimension: Dimension, known: Sequence[_Known]) -> Iterator[AnswerSentence]:
    if dimension.type in (FieldType.NUMBER, FieldType.MONEY, FieldType.DURATION, FieldType.DATE):
        yield from _ranges(dimension, known)
    elif dimension.type is FieldType.YES_NO:
        yield _yes_and_no(dimension, known)
    else:
        yield from _shared(dimension, known)


# Values that have an order


def _ranges(dimension: Dimension, known: Sequence[_Known]) -> Iterator[AnswerSentence]:
    """From the least to the greatest, for each unit that two documents use."""
    by_unit: dict[str, list[_Measured]] = {}
    for item in known:
        measured = _measured(dimension.type, item)
        if measured is not None:
            by_unit.setdefault(measured.unit, []).append(measured)
    groups = [group for group in by_unit.values() if len(group) > 1]
    for group in groups:
        yield _range(dimension, group, whole=len(by_unit) == 1)
    if len(by_unit) > 1:
        units = _listed([unit or _NO_UNIT for unit in by_unit])
        cells = [measured.known for group in by_unit.values() for measured in group]
        how = "to different precision" if dimension.type is FieldType.DATE else "in different units"
        yield _said(f"{dimension.label}: given {how} ({units}), which are not compared", cells)


def _measured(kind: FieldType, item: _Known) -> _Measured | None:
    value, unit = item.cell.normalised, item.cell.unit
    if isinstance(value, bool) or value is None or isinstance(value, tuple):
        return None
    if kind is FieldType.DURATION:
        match = _DURATION.fullmatch(str(value))
        if match is None or match[2] not in _SPANS:
            return None
        counted, factor = _SPANS[match[2]]
        return _Measured(float(match[1]) * factor, counted, item)
    if kind is FieldType.DATE:
        # A year alone is neither before nor after a day of it.
        return _Measured(str(value), f"to the {_PRECISION.get(len(str(value)), 'day')}", item)
    return _Measured(value, unit, item) if isinstance(value, (int, float)) else None


_PRECISION = {4: "year", 7: "month", 10: "day"}


def _range(dimension: Dimension, group: Sequence[_Measured], *, whole: bool) -> AnswerSentence:
    least = min(group, key=lambda measured: measured.amount)
    most = max(group, key=lambda measured: measured.amount)
    within = "" if whole or not least.unit else f" ({least.unit})"
    if least.amount == most.amount:
        names = [measured.known.name for measured in group]
        text = f"{dimension.label}{within}: {_value(least)} in {_listed(names)}"
        return _said(text, [measured.known for measured in group])
    joined = ("from {} in {} to {} in {}", "earliest {} in {}, latest {} in {}")[
        dimension.type is FieldType.DATE
    ]
    told = joined.format(_value(least), _alike(group, least.amount), _value(most), _alike(group, most.amount))
    ends = [measured.known for measured in group if measured.amount in (least.amount, most.amount)]
    return _said(f"{dimension.label}{within}: {told}", ends)


def _alike(group: Sequence[_Measured], amount: float | str) -> str:
    return _listed([measured.known.name for measured in group if measured.amount == amount])


def _value(measured: _Measured) -> str:
    return " ".join(measured.known.cell.value.split())


# Values that are the same or not


def _yes_and_no(dimension: Dimension, known: Sequence[_Known]) -> AnswerSentence:
    parts = []
    for answer, word in ((True, "yes"), (False, "no")):
        names = [item.name for item in known if item.cell.normalised is answer]
        if names:
            parts.append(f"{word} in {_listed(names)}")
    return _said(f"{dimension.label}: {'; '.join(parts)}", known)


def _shared(dimension: Dimension, known: Sequence[_Known]) -> Iterator[AnswerSentence]:
    """The values, or items of lists, that two documents or more have."""
    holders: dict[str, list[tuple[str, _Known]]] = {}
    for item in known:
        for text in dict.fromkeys(_items(item.cell)):
            key = " ".join(fold(text).split()).strip(" .,;")
            if key and not any(item is other for _, other in holders.get(key, ())):
                holders.setdefault(key, []).append((text, item))
    shared = [held for held in holders.values() if len(held) > 1]
    for held in sorted(shared, key=lambda held: -len(held))[:_MOST_SHARED]:
        names = _listed([item.name for _, item in held])
        text = held[0][0] if len(held[0][0]) <= _SHOWN else f"{held[0][0][:_SHOWN].rsplit(' ', 1)[0]} \u2026"
        yield _said(f"{dimension.label}: {text} in {names}", [item for _, item in held])


def _items(cell: ComparedCell) -> Sequence[str]:
    return cell.normalised if isinstance(cell.normalised, tuple) else (cell.value,)


def _alone(comparison: Comparison) -> Iterator[AnswerSentence]:
    """For each document what only it reports."""
    alone: dict[str, list[tuple[str, ComparedCell]]] = {}
    for skipped in comparison.skipped:
        if skipped.cell is not None and skipped.cell.confidence >= SURE:
            alone.setdefault(skipped.name, []).append((skipped.dimension.label, skipped.cell))
    for name, told in alone.items():
        labels = _listed([label for label, _ in told], most=len(told))
        yield _said(f"Found in {name} alone: {labels}", [_Known(name, cell) for _, cell in told])


def _said(text: str, cells: Sequence[_Known]) -> AnswerSentence:
    numbers = dict.fromkeys(number for item in cells for number in item.cell.citations[:1])
    stop = "" if text.endswith((".", "\u2026")) else "."
    return AnswerSentence(f"{text}{stop}", tuple(numbers), "\n- ")


def _listed(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    shown = list(names)
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
