"""In which order what stands on a slide is read: from the top down, from left to right, columns one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")

_DEEPEST = 12
_OVERLAP = 0.15
"""Share of the smaller one by which boxes may overlap and still stand beside or below each other."""


@dataclass(frozen=True, slots=True)
class Placed(Generic[Item]):
    """Something with its place on a slide, in any unit."""

    x0: float
    y0: float
    x1: float
    y1: float
    item: Item


def in_reading_order(placed: Sequence[Placed[Item]]) -> list[Item]:
    """What stands on a slide, in the order in which it is read."""
    return [one.item for one in _ordered(list(placed), _DEEPEST)]


def _ordered(placed: list[Placed[Item]], depth: int) -> list[Placed[Item]]:
    """Divide where a line across, else a line down touches nothing; what cannot be divided by its upper corners."""
    if len(placed) < 2:
        return placed
    if depth:
        for across in (True, False):
            parts = _divided(placed, across=across)
            if len(parts) > 1:
                return [one for part in parts for one in _ordered(part, depth - 1)]
    return sorted(placed, key=lambda one: (one.y0, one.x0))


def _divided(placed: list[Placed[Item]], *, across: bool) -> list[list[Placed[Item]]]:
    def ends(one: Placed[Item]) -> tuple[float, float]:
        return (one.y0, one.y1) if across else (one.x0, one.x1)

    parts: list[list[Placed[Item]]] = []
    reach = 0.0
    for one in sorted(placed, key=ends):
        start, end = ends(one)
        smaller = min(end - start, reach - ends(parts[-1][0])[0]) if parts else 0.0
        if parts and start < reach - _OVERLAP * smaller:
            parts[-1].append(one)
            reach = max(reach, end)
        else:
            parts.append([one])
            reach = end if len(parts) == 1 else max(reach, end)
    return parts
