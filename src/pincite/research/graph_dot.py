"""Graphs in the language of Graphviz."""

from __future__ import annotations

import re

from pincite.domain import EdgeKind, Graph, GraphEdge, GraphNode, NodeKind

_SHAPES = {
    NodeKind.LIBRARY: "house",
    NodeKind.COLLECTION: "folder",
    NodeKind.DOCUMENT: "box",
    NodeKind.SECTION: "ellipse",
    NodeKind.CHUNK: "point",
}
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_TOLD = 5


def to_dot(graph: Graph) -> str:
    """A graph as a `digraph`; links between documents have no arrow."""
    lines = ["digraph library {", '  graph [rankdir="LR"];', '  node [fontname="sans-serif"];']
    lines += [f"  {_node(node)}" for node in graph.nodes]
    lines += [f"  {_edge(edge)}" for edge in graph.edges]
    return "\n".join([*lines, "}", ""])


def quoted(text: str) -> str:
    """A quoted string of DOT, which is text and nothing else: no escape of Graphviz's works in it."""
    plain = _CONTROL.sub(" ", text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _node(node: GraphNode) -> str:
    values = {"label": node.label, "shape": _SHAPES[node.kind]}
    if node.kind is NodeKind.CHUNK:
        values = {"tooltip": node.label, "shape": "point"}
    return f"{quoted(node.id)} [{_values(values)}];"


def _edge(edge: GraphEdge) -> str:
    values = {"class": edge.kind.value}
    if edge.kind is EdgeKind.FOLLOWS:
        values |= {"style": "dotted", "constraint": "false"}
    elif edge.kind is EdgeKind.SHARES:
        told = ", ".join(thing.text for thing in edge.shared[:_TOLD])
        values |= {"dir": "none", "constraint": "false", "weight_of_link": f"{edge.weight:g}", "label": told}
        values |= {"penwidth": f"{1 + 4 * edge.weight:.2f}", "color": "#2b7a78"}
    elif edge.kind is EdgeKind.CITES:
        values |= {"constraint": "false", "label": "cites", "color": "#b3541e"}
    return f"{quoted(edge.source)} -> {quoted(edge.target)} [{_values(values)}];"


def _values(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={quoted(value)}" for name, value in values.items())
