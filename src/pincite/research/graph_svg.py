"""Graphs as SVG: documents around a circle, or an outline of sections and chunks with arcs between its documents.

A drawing holds no script and names nothing outside of itself. All text in it is escaped.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Mapping, Sequence

from pincite.domain import EdgeKind, Graph, GraphEdge, GraphNode, Level, NodeKind
from pincite.errors import UsageError
from pincite.plain_text import page_name, page_span
from pincite.research.graph_layout import circle, circle_order

MOST_LINES = 6000
"""An outline of more lines is no drawing that anybody could look at."""

_INK = "#1f2a37"
_QUIET = "#6b7785"
_SHARES = "#2b7a78"
_CITES = "#b3541e"
_NODE = "#34506b"
_SECTION = "#8fa3b5"
_LETTER = 6.7
"""Width of a letter at the size used, in pixels: an average of a broad font, as fonts differ."""
_CAPITAL = 8.6
_LABEL = 48
"""Longer titles are cut; the whole one is shown when pointed at."""

_NOT_XML = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def to_svg(graph: Graph) -> str:
    """The drawing of a graph.

    Raises:
        UsageError: if it has too many sections or chunks to be drawn.
    """
    return _circle_drawing(graph) if graph.level is Level.DOCUMENTS else _outline_drawing(graph)


def text(value: str) -> str:
    """Text as content or attribute of XML; what XML cannot hold, and what turns text around, is left out."""
    return html.escape(_NOT_XML.sub("", value), quote=True)


def _links(graph: Graph) -> list[GraphEdge]:
    return [edge for edge in graph.edges if edge.kind in (EdgeKind.SHARES, EdgeKind.CITES)]


def _documents(graph: Graph) -> dict[str, GraphNode]:
    return {node.id: node for node in graph.nodes if node.kind is NodeKind.DOCUMENT}


# Documents around a circle


def _circle_drawing(graph: Graph) -> str:
    documents = _documents(graph)
    links = _links(graph)
    order = circle_order(list(documents), [(edge.source, edge.target, edge.weight) for edge in links])
    angles, radius = circle(len(order), 17, 200)
    longest = max((_width(_cut(documents[name].label, _LABEL)) for name in order), default=0.0)
    half = radius + 24 + longest
    places = {
        name: (radius * math.cos(angle), radius * math.sin(angle))
        for name, angle in zip(order, angles.tolist(), strict=True)
    }
    parts = [_chord(edge, places, documents) for edge in sorted(links, key=lambda edge: edge.weight)]
    for name, angle in zip(order, angles.tolist(), strict=True):
        parts.append(_point(documents[name], places[name], angle))
    size = 2 * half
    body = f'<g transform="translate({half:.1f} {half:.1f})">\n' + "\n".join(parts) + "\n</g>"
    return _drawing(size, size + 44, body, _legend(links, 16, size + 20), f"{len(order)} documents")


def _chord(
    edge: GraphEdge, places: Mapping[str, tuple[float, float]], documents: Mapping[str, GraphNode]
) -> str:
    (x0, y0), (x1, y1) = places[edge.source], places[edge.target]
    # Bent towards the middle, the more the farther they are apart: lines leave the labels alone and can be told apart.
    apart = math.hypot(x1 - x0, y1 - y0) / max(math.hypot(x0, y0), 1.0)
    pull = 0.42 - 0.3 * min(1.0, apart)
    bend = f"Q {(x0 + x1) * pull:.1f} {(y0 + y1) * pull:.1f}"
    return _line(edge, f"M {x0:.1f} {y0:.1f} {bend} {x1:.1f} {y1:.1f}", documents)


def _line(edge: GraphEdge, path: str, documents: Mapping[str, GraphNode]) -> str:
    cites = edge.kind is EdgeKind.CITES
    strength = min(1.0, math.sqrt(edge.weight))
    style = (
        f'stroke="{_CITES}" stroke-width="1.6" stroke-opacity="0.9" marker-end="url(#arrow)"'
        if cites
        else f'stroke="{_SHARES}" stroke-width="{0.7 + 3.3 * strength:.2f}" '
        f'stroke-opacity="{0.3 + 0.5 * strength:.2f}"'
    )
    told = _told(edge, documents)
    return f'<path d="{path}" fill="none" {style}><title>{text(told)}</title></path>'


def _told(edge: GraphEdge, documents: Mapping[str, GraphNode]) -> str:
    """What is shown when a link is pointed at."""
    ends = f"{documents[edge.source].label} \u2013 {documents[edge.target].label}"
    if edge.kind is EdgeKind.CITES:
        ends = f"{documents[edge.source].label} cites {documents[edge.target].label}"
    lines = [ends]
    for thing in edge.shared:
        ends_at = (thing.source, thing.target) if thing.target is not None else (thing.source,)
        pages = " / ".join(page_name(place.page_index, place.page_label, "p. ") for place in ends_at)
        lines.append(f"{_cut(thing.text, 100)} ({pages})")
    if edge.count > len(edge.shared):
        lines.append(f"and {edge.count - len(edge.shared)} more")
    return "\n".join(lines)


def _point(node: GraphNode, place: tuple[float, float], angle: float) -> str:
    """A document's dot, and its label that runs away from the middle."""
    x, y = place
    size = 3.0 + min(5.0, math.sqrt(node.chunks) / 8)
    turn = math.degrees(angle)
    left = math.cos(angle) < 0
    label = (
        f'<text transform="translate({x:.1f} {y:.1f}) rotate({turn + 180 if left else turn:.1f})" '
        f'x="{-(size + 6) if left else size + 6:.1f}" dy="0.35em" '
        f'text-anchor="{"end" if left else "start"}">{text(_cut(node.label, _LABEL))}</text>'
    )
    about = f"{node.label}\n{_extent(node)}"
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{_NODE}"/>'
    return f"<g><title>{text(about)}</title>{dot}{label}</g>"


def _extent(node: GraphNode) -> str:
    pages = node.last.page_index if node.last is not None else 0
    return f"{_plural(pages, 'page')}, {_plural(node.chunks, 'chunk')}"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


# An outline with arcs

_ROW = 18
_INDENT = 16
_CHUNK = 9
_CHUNKS_A_ROW = 60


def _outline_drawing(graph: Graph) -> str:
    documents = _documents(graph)
    rows = list(_rows(graph))
    if len(rows) > MOST_LINES:
        raise UsageError(
            f"an outline of {len(rows):,} lines is too long to be drawn",
            "Choose documents with --document, or --level documents; JSON and DOT have no limit.",
        )
    tops = {node.id: 30 + number * _ROW for number, (node, _, _) in enumerate(rows)}
    links = _links(graph)
    margin = 30 + _widest_arc(links, tops)
    parts = [_arc(edge, tops, margin - 12, documents) for edge in sorted(links, key=lambda e: e.weight)]
    width = 0.0
    for node, depth, chunks in rows:
        row, end = _row(node, depth, chunks, margin, tops[node.id])
        parts.append(row)
        width = max(width, end)
    height = 30 + len(rows) * _ROW + 10
    legend = _legend(links, 16, height + 14)
    counts = f"{len(documents)} documents, {len(rows) - len(documents)} sections"
    return _drawing(max(width + 20, 520), height + 40, "\n".join(parts), legend, counts)


def _rows(graph: Graph) -> Iterable[tuple[GraphNode, int, list[GraphNode]]]:
    """Documents and sections in reading order with their depth, and the chunks right within them."""
    nodes = {node.id: node for node in graph.nodes}
    inside: dict[str, list[GraphNode]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.CONTAINS and nodes[edge.target].kind in (NodeKind.SECTION, NodeKind.CHUNK):
            inside.setdefault(edge.source, []).append(nodes[edge.target])

    def below(node: GraphNode, depth: int) -> Iterable[tuple[GraphNode, int, list[GraphNode]]]:
        children = inside.get(node.id, [])
        yield node, depth, [child for child in children if child.kind is NodeKind.CHUNK]
        for child in children:
            if child.kind is NodeKind.SECTION:
                yield from below(child, depth + 1)

    for document in _documents(graph).values():
        yield from below(document, 0)


def _row(
    node: GraphNode, depth: int, chunks: Sequence[GraphNode], margin: float, top: float
) -> tuple[str, float]:
    """A line of the outline, and where it ends."""
    x = margin + depth * _INDENT
    heading = node.kind is NodeKind.DOCUMENT
    label = _cut(node.label, 80)
    pages = _pages(node)
    about = f"{node.label}\n{pages}, {_plural(node.chunks, 'chunk')}"
    weight = ' font-weight="600"' if heading else ""
    size, colour = (4.0, _NODE) if heading else (2.5, _SECTION)
    dot = f'<circle cx="{x - 7:.0f}" cy="{top:.0f}" r="{size}" fill="{colour}"/>'
    number = f'<tspan dx="8" font-weight="400" fill="{_QUIET}">{text(pages)}</tspan>'
    name = f'<text x="{x:.0f}" y="{top:.0f}" dy="0.35em"{weight}>{text(label)}{number}</text>'
    end = x + (_width(label) + _width(pages)) * (1.08 if heading else 1.0) + 16
    squares = []
    for chunk in chunks[:_CHUNKS_A_ROW]:
        told = f"{_pages(chunk)}: {chunk.label}\u2026"
        squares.append(
            f'<rect x="{end:.0f}" y="{top - 3.5:.1f}" width="{_CHUNK - 2}" height="{_CHUNK - 2}" '
            f'fill="{_SECTION}"><title>{text(told)}</title></rect>'
        )
        end += _CHUNK
    if len(chunks) > _CHUNKS_A_ROW:
        more = f"+{len(chunks) - _CHUNKS_A_ROW}"
        squares.append(f'<text x="{end:.0f}" y="{top:.0f}" dy="0.35em" fill="{_QUIET}">{more}</text>')
        end += _width(more)
    return f"<g><title>{text(about)}</title>{dot}{name}{''.join(squares)}</g>", end


def _pages(node: GraphNode) -> str:
    if node.first is None or node.last is None:
        return ""
    return page_span(node.first.page_label, node.last.page_label)


def _widest_arc(links: Sequence[GraphEdge], tops: Mapping[str, float]) -> float:
    return max((_reach(abs(tops[edge.source] - tops[edge.target])) for edge in links), default=0)


def _reach(distance: float) -> float:
    """How far an arc reaches to the left: longer ones further, but never as far as they are long."""
    return 14 + 6 * math.sqrt(distance)


def _arc(edge: GraphEdge, tops: Mapping[str, float], x: float, documents: Mapping[str, GraphNode]) -> str:
    y0, y1 = tops[edge.source], tops[edge.target]
    far = x - _reach(abs(y1 - y0)) * 4 / 3  # a curve reaches three quarters of the way to its handles
    return _line(
        edge, f"M {x:.0f} {y0:.0f} C {far:.1f} {y0:.0f} {far:.1f} {y1:.0f} {x:.0f} {y1:.0f}", documents
    )


# Both


def _cut(label: str, most: int) -> str:
    label = " ".join(label.split())
    return label if len(label) <= most else label[: most - 1].rstrip() + "\u2026"


def _width(label: str) -> float:
    """About how wide a text is; those of the far East are as wide as high."""
    return sum(12.0 if c > "\u1100" else _CAPITAL if c.isupper() else _LETTER for c in label)


def _legend(links: Sequence[GraphEdge], x: float, y: float) -> str:
    parts = []
    for kind, colour, told in (
        (EdgeKind.SHARES, _SHARES, "hold the same rare terms or cite the same works"),
        (EdgeKind.CITES, _CITES, "cites"),
    ):
        if any(edge.kind is kind for edge in links):
            parts.append(
                f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{x + 26:.0f}" y2="{y:.0f}" stroke="{colour}" stroke-width="2.5"/>'
                f'<text x="{x + 34:.0f}" y="{y:.0f}" dy="0.35em" fill="{_QUIET}">{told}</text>'
            )
            x += 64 + _width(told)
    return "".join(parts)


def _drawing(width: float, height: float, body: str, legend: str, about: str) -> str:
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto" markerUnits="userSpaceOnUse">'
        f'<path d="M 0 0 L 8 4 L 0 8 z" fill="{_CITES}"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="system-ui, DejaVu Sans, sans-serif" font-size="12" fill="{_INK}">\n'
        f"<title>{text(about)}</title>\n"
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{arrow}\n{body}\n{legend}\n</svg>\n'
    )
