"""Where the documents of a graph stand in a drawing: around a circle, those that belong together side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


def circle_order(nodes: Sequence[str], links: Iterable[tuple[str, str, float]]) -> list[str]:
    """The nodes in an order in which those with strong links are near each other.

    Strong links first, chains of nodes are joined at the ends that are nearest to the two linked: the same order for
    the same graph.

    Args:
        nodes: In the order that decides between equals.
        links: Two nodes and their weight.
    """
    place = {node: number for number, node in enumerate(nodes)}
    chains: dict[str, list[str]] = {node: [node] for node in nodes}
    strongest = sorted(links, key=lambda link: (-link[2], place[link[0]], place[link[1]]))
    for one, other, _ in strongest:
        first, second = chains[one], chains[other]
        if first is second:
            continue
        # The linked nodes come to the joint: at the end of the first chain, at the beginning of the second.
        if first.index(one) * 2 < len(first) - 1:
            first.reverse()
        if second.index(other) * 2 > len(second) - 1:
            second.reverse()
        first += second
        for node in second:
            chains[node] = first
    done: list[str] = []
    seen: set[int] = set()
    for node in nodes:
        if id(chains[node]) not in seen:
            seen.add(id(chains[node]))
            done += chains[node]
    return done


def circle(count: int, spacing: float, least: float) -> tuple[NDArray[np.float64], float]:
    """Angles of points that are evenly spread around a circle, from the top clockwise, and its radius.

    Args:
        count: How many points.
        spacing: Least distance between neighbours along the circle.
        least: Least radius.

    Returns:
        float64 of shape (count,), in radians; the radius.
    """
    angles = -np.pi / 2 + 2 * np.pi * (np.arange(count) + 0.5) / max(count, 1)
    return angles, max(least, count * spacing / (2 * np.pi))
