"""`pincite graph`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.asking import DocumentOption
from pincite.cli.jsonable import to_json
from pincite.cli.output import ForceOption, OutputOption, check_target, write_file
from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import UsageError
from pincite.plain_text import page_name, page_span

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.domain import Graph, GraphEdge, GraphNode, Place, Shared

_THING = 80
"""An entry of a list of references is cut after so many letters."""


class Format(StrEnum):
    """How a graph is written."""

    TEXT = "text"
    JSON = "json"
    DOT = "dot"
    SVG = "svg"


class Depth(StrEnum):
    """How far down a graph goes: `pincite.domain.Level`, which is not loaded for `--help`."""

    DOCUMENTS = "documents"
    SECTIONS = "sections"
    CHUNKS = "chunks"


@with_session
def graph(
    session: Session,
    collection: CollectionOption = None,
    document: DocumentOption = None,
    level: Annotated[
        Depth,
        typer.Option("--level", metavar="documents|sections|chunks", help="How far down it goes."),
    ] = Depth.DOCUMENTS,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format", metavar="text|json|dot|svg", help="Else by the ending of the file, or as text."
        ),
    ] = None,
    output: OutputOption = None,
    force: ForceOption = False,
) -> None:
    """Show the structure of the library, and which documents belong together.

    Two documents are linked when both hold terms, names or identifiers that few others hold, when both cite the same
    works, or when one cites the other; each link tells what is shared and on which pages. Made from the index at the
    moment: what is removed is in it no more.
    """
    if output is not None:
        check_target(output, force=force)
    chosen = _format(session, format_, output)
    with session.open() as library:
        from pincite.domain import Level

        found = library.graph(collection=collection, documents=document, level=Level(level.value))
    if chosen is Format.TEXT:
        if output is not None:
            raise UsageError("a text is only shown on the screen", "Choose --format json, dot or svg.")
        _show(session.terminal, found)
        return
    written = _written(found, chosen)
    if output is None:
        session.terminal.out.file.write(written)
    else:
        write_file(output, written)
        session.terminal.line(f"{one_line(str(output))}: {_counts(found)}")


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("graph")(graph)


def _format(session: Session, chosen: Format | None, output: Path | None) -> Format:
    if session.json and chosen not in (None, Format.JSON):
        raise UsageError("--json and --format contradict each other", "Leave one of them out.")
    if session.json:
        return Format.JSON
    if chosen is not None:
        return chosen
    if output is None:
        return Format.TEXT
    ending = output.suffix.lower().removeprefix(".")
    if ending in ("json", "dot", "svg"):
        return Format(ending)
    raise UsageError(
        f"the ending of {output.name} names no format", "Choose one with --format json, dot or svg."
    )


def _written(graph: Graph, chosen: Format) -> str:
    if chosen is Format.SVG:
        from pincite.research.graph_svg import to_svg

        return to_svg(graph)
    if chosen is Format.DOT:
        from pincite.research.graph_dot import to_dot

        return to_dot(graph)
    return to_json(graph) + "\n"


def _counts(graph: Graph) -> str:
    from pincite.domain import EdgeKind, NodeKind

    kinds = [node.kind for node in graph.nodes]
    links = sum(edge.kind in (EdgeKind.SHARES, EdgeKind.CITES) for edge in graph.edges)
    counted = [plural(kinds.count(NodeKind.DOCUMENT), "document")]
    counted += [
        plural(kinds.count(kind), kind.value) for kind in (NodeKind.SECTION, NodeKind.CHUNK) if kind in kinds
    ]
    return ", ".join([*counted, plural(links, "link")])


def _show(terminal: Terminal, graph: Graph) -> None:
    from pincite.cli.terminal import ACCENT, QUIET
    from pincite.domain import EdgeKind, NodeKind

    nodes = {node.id: node for node in graph.nodes}
    sections: dict[str, list[GraphNode]] = {}
    links: dict[str, list[GraphEdge]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.CONTAINS and nodes[edge.target].kind is NodeKind.SECTION:
            sections.setdefault(edge.source, []).append(nodes[edge.target])
        elif edge.kind in (EdgeKind.SHARES, EdgeKind.CITES):
            links.setdefault(edge.source, []).append(edge)
            links.setdefault(edge.target, []).append(edge)

    def outline(node: GraphNode, depth: int) -> None:
        for section in sections.get(node.id, ()):
            told = f"{one_line(section.label)}  {_pages(section)}, {plural(section.chunks, 'chunk')}"
            terminal.line(told, indent=2 * depth)
            outline(section, depth + 1)

    for node in graph.nodes:
        if node.kind is not NodeKind.DOCUMENT:
            continue
        terminal.line(one_line(node.label), style=ACCENT)
        outline(node, 1)
        for edge in sorted(links.get(node.id, ()), key=lambda edge: -edge.weight):
            heading, things = _link(edge, node, nodes)
            terminal.line(heading, indent=2)
            terminal.line(things, style=QUIET, indent=4)
    terminal.line()
    terminal.line(_counts(graph), style=QUIET)


def _link(edge: GraphEdge, seen_from: GraphNode, nodes: dict[str, GraphNode]) -> tuple[str, str]:
    """A link as its heading and what it is made of, the pages of the document it is listed under first."""
    from pincite.domain import EdgeKind

    forward = edge.source == seen_from.id
    other = one_line(nodes[edge.target if forward else edge.source].label)
    if edge.kind is EdgeKind.CITES:
        heading = f"cites {other}" if forward else f"is cited by {other}"
    else:
        heading = f"{edge.weight:.2f}  {other}"
    things = [_thing(thing, forward=forward) for thing in edge.shared]
    left = edge.count - len(edge.shared)
    return heading, "; ".join([*things, f"{left} more"] if left > 0 else things)


def _thing(thing: Shared, *, forward: bool) -> str:
    text = one_line(thing.text)
    if len(text) > _THING:
        text = text[: _THING - 1].rstrip() + "\u2026"
    places: list[Place] = [place for place in (thing.source, thing.target) if place is not None]
    pages = [one_line(place.page_label) for place in (places if forward else places[::-1])]
    if any(" " in page for page in pages):
        return f"{text} ({' / '.join(page_name(0, page, 'p. ') for page in pages)})"
    return f"{text} (p. {'/'.join(pages)})"


def _pages(node: GraphNode) -> str:
    if node.first is None or node.last is None:
        return ""
    return page_span(node.first.page_label, node.last.page_label)
