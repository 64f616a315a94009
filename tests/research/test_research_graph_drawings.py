"""Graphs as SVG and DOT, and how they are laid out."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pincite.domain import (
    EdgeKind,
    Graph,
    GraphEdge,
    GraphNode,
    Level,
    NodeKind,
    Place,
    Shared,
    SharedKind,
)
from pincite.errors import UsageError
from pincite.research import graph_svg
from pincite.research.graph_dot import quoted, to_dot
from pincite.research.graph_layout import circle, circle_order
from pincite.research.graph_svg import to_svg

HOSTILE = "<img src=x onerror=alert(1)>\"'&\x1b[2J\u202egpj]]>\\N\\\n\ud800"
SVG = "{http://www.w3.org/2000/svg}"


def library(level: Level, count: int = 3, label: str = HOSTILE) -> Graph:
    page = Place(1, label)
    nodes = [GraphNode("library", NodeKind.LIBRARY, "Library")]
    edges = []
    for number in range(count):
        name = f"document:{number}"
        nodes.append(GraphNode(name, NodeKind.DOCUMENT, f"{number} {label}", str(number), 9, page, page))
        edges.append(GraphEdge("library", name, EdgeKind.CONTAINS))
        if level is not Level.DOCUMENTS:
            nodes.append(
                GraphNode(f"section:{number}:1", NodeKind.SECTION, label, str(number), 9, page, page)
            )
            edges.append(GraphEdge(name, f"section:{number}:1", EdgeKind.CONTAINS))
        if level is Level.CHUNKS:
            nodes.append(GraphNode(f"chunk:{number}:1", NodeKind.CHUNK, label, str(number), 1, page, page))
            edges.append(GraphEdge(f"section:{number}:1", f"chunk:{number}:1", EdgeKind.CONTAINS))
    shared = (Shared(SharedKind.NAME, label, 0.5, 2, page, page),)
    edges.append(GraphEdge("document:0", "document:1", EdgeKind.SHARES, 0.5, shared, 4))
    edges.append(GraphEdge("document:1", "document:2", EdgeKind.CITES, 1.0, shared, 1))
    return Graph(level, tuple(nodes), tuple(edges), 2)


@pytest.mark.parametrize("level", list(Level))
def test_a_drawing_is_sound_and_without_script_or_reference(level: Level) -> None:
    drawing = to_svg(library(level))
    root = ET.fromstring(drawing.encode())
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert names <= {"svg", "title", "rect", "defs", "marker", "path", "g", "circle", "text", "tspan", "line"}
    for element in root.iter():
        assert not any(name.startswith("on") or name.endswith("href") for name in element.attrib)
    assert not re.search(r"https?:", drawing.replace("http://www.w3.org/2000/svg", ""))
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert any("<img src=x onerror=alert(1)>\"'&[2Jgpj]]>" in title for title in titles)
    assert drawing == to_svg(library(level))


@pytest.mark.parametrize("level", list(Level))
def test_everything_lies_within_the_drawing(level: Level) -> None:
    root = ET.fromstring(to_svg(library(level, 40, "An ordinary title of a document")).encode())
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    half = width / 2 if level is Level.DOCUMENTS else 0
    circles = [
        (float(e.attrib["cx"]) + half, float(e.attrib["cy"]) + half) for e in root.iter(f"{SVG}circle")
    ]
    assert len(circles) >= 40
    assert all(0 < x < width and 0 < y < height for x, y in circles)
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert sum(text.endswith("An ordinary title of a document") for text in texts) >= 40


def test_a_link_tells_what_it_is_made_of() -> None:
    root = ET.fromstring(to_svg(library(Level.DOCUMENTS, label="Peat")).encode())
    told = [title.text for path in root.iter(f"{SVG}path") for title in path.iter(f"{SVG}title")]
    assert "0 Peat – 1 Peat\nPeat (p. Peat / p. Peat)\nand 3 more" in told
    assert "1 Peat cites 2 Peat\nPeat (p. Peat / p. Peat)" in told


def test_an_outline_that_nobody_could_look_at_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_svg, "MOST_LINES", 5)
    with pytest.raises(UsageError, match="6 lines is too long"):
        to_svg(library(Level.SECTIONS))


def test_dot_keeps_text_as_text() -> None:
    assert quoted('a"b\\N\n\x00c') == '"a\\"b\\\\N  c"'
    written = to_dot(library(Level.CHUNKS))
    assert written.count("\n") == len(written.splitlines())
    for line in written.splitlines()[1:-1]:
        # Outside of quoted strings nothing is left but names of attributes and marks.
        assert re.fullmatch(r"[\w\s=\[\],;>-]*", re.sub(r'"(?:[^"\\]|\\.)*"', "", line)), line


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_it() -> None:
    done = subprocess.run(
        ["dot", "-Tcanon"], input=to_dot(library(Level.CHUNKS)).encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_documents_with_strong_links_are_neighbours() -> None:
    nodes = list("abcdefgh")
    links = [("a", "e", 0.9), ("e", "h", 0.8), ("b", "g", 0.7), ("a", "b", 0.1), ("a", "h", 0.05)]
    order = circle_order(nodes, links)
    assert sorted(order) == nodes
    for one, other in (("a", "e"), ("e", "h"), ("b", "g")):
        assert abs(order.index(one) - order.index(other)) == 1
    assert order == circle_order(nodes, links)


def test_points_around_a_circle_keep_their_distance() -> None:
    angles, radius = circle(100, 17, 50)
    assert angles.shape == (100,)
    assert np.allclose(np.diff(angles) * radius, 17)
    assert circle(0, 17, 50)[1] == 50
