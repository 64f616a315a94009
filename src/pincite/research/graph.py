"""The structure of a library: what contains what, what follows what, and which documents belong together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pincite.domain import (
    Document,
    EdgeKind,
    Graph,
    GraphEdge,
    GraphNode,
    Level,
    NodeKind,
    Place,
    Shared,
)
from pincite.research.shared_terms import Link, Reference, find_links, most_documents
from pincite.store import Scope, Store
from pincite.store.vocabulary import Outlined

LIBRARY = "library"


def build_graph(store: Store, scope: Scope, level: Level) -> Graph:
    """The graph of the documents in scope, as they are at this moment.

    Args:
        store: The library.
        scope: The documents shown; links are those between them.
        level: How far down it goes.
    """
    with store.snapshot():
        scope = store.scope_now(scope)
        pks = [pk for pk, _ in store.document_revisions()]
        if scope.document_pks is not None:
            pks = [pk for pk in pks if pk in set(scope.document_pks)]
        documents = store.documents_by_pk(pks)
        links, references = find_links(store, scope, documents)
        outlines = {} if level is Level.DOCUMENTS else store.outlined(scope)
        nodes, edges = _top(store, documents)
        for pk, document in documents.items():
            tree = _tree(document, outlines.get(pk, ()), level)
            nodes += tree.nodes
            edges += tree.edges
        edges += _between(documents, links, references)
        named = _Labels(store, {document.id: pk for pk, document in documents.items()})
        return Graph(level, *named.labelled(nodes, edges), most_documents(len(documents)))


def document_node(document: str) -> str:
    """The id of a document's node."""
    return f"document:{document}"


def _top(store: Store, documents: Mapping[int, Document]) -> tuple[list[GraphNode], list[GraphEdge]]:
    """The library, its collections that hold any of the documents, and the documents."""
    chunks = sum(document.chunks for document in documents.values())
    nodes = [GraphNode(LIBRARY, NodeKind.LIBRARY, "Library", chunks=chunks)]
    edges = []
    held_by = store.memberships(documents)
    for collection in store.collections():
        inside = [documents[pk] for pk in held_by.get(collection.id, ())]
        if not inside:
            continue
        name = f"collection:{collection.id}"
        held = sum(document.chunks for document in inside)
        nodes.append(GraphNode(name, NodeKind.COLLECTION, collection.name, chunks=held))
        edges.append(GraphEdge(LIBRARY, name, EdgeKind.CONTAINS))
        edges += [GraphEdge(name, document_node(document.id), EdgeKind.CONTAINS) for document in inside]
    return nodes, edges


@dataclass
class _Tree:
    """A document with its sections and chunks."""

    nodes: list[GraphNode] = field(default_factory=list)
    edges: list[GraphEdge] = field(default_factory=list)


def _tree(document: Document, places: Sequence[Outlined], level: Level) -> _Tree:
    top = document_node(document.id)
    last = _place(document.pages) if document.pages else None
    first = _place(1) if document.pages else None
    tree = _Tree(
        [GraphNode(top, NodeKind.DOCUMENT, document.title, document.id, document.chunks, first, last)]
    )
    sections: dict[tuple[str, ...], list[Outlined]] = {}
    for place in places:
        for depth in range(1, len(place.section) + 1):
            sections.setdefault(place.section[:depth], []).append(place)
    names = {path: f"section:{document.id}:{number}" for number, path in enumerate(sections, 1)}
    children: dict[str, list[str]] = {}
    for path, held in sections.items():
        pages = [_place(min(p.first_page for p in held)), _place(max(p.last_page for p in held))]
        node = GraphNode(names[path], NodeKind.SECTION, path[-1], document.id, len(held), *pages)
        tree.nodes.append(node)
        children.setdefault(names.get(path[:-1], top), []).append(names[path])
    for parent, inside in children.items():
        tree.edges += [GraphEdge(parent, child, EdgeKind.CONTAINS) for child in inside]
        tree.edges += [GraphEdge(one, other, EdgeKind.FOLLOWS) for one, other in pairwise(inside)]
    if level is Level.CHUNKS:
        _add_chunks(tree, document, places, names)
    return tree


def _add_chunks(
    tree: _Tree, document: Document, places: Sequence[Outlined], names: Mapping[tuple[str, ...], str]
) -> None:
    ids = [f"chunk:{document.id}:{place.ordinal + 1}" for place in places]
    for name, place in zip(ids, places, strict=True):
        pages = _place(place.first_page), _place(place.last_page)
        label = " ".join(place.beginning.split())
        tree.nodes.append(GraphNode(name, NodeKind.CHUNK, label, document.id, 1, *pages))
        parent = names.get(place.section, document_node(document.id))
        tree.edges.append(GraphEdge(parent, name, EdgeKind.CONTAINS))
    tree.edges += [GraphEdge(one, other, EdgeKind.FOLLOWS) for one, other in pairwise(ids)]


def _between(
    documents: Mapping[int, Document], links: Iterable[Link], references: Iterable[Reference]
) -> Iterator[GraphEdge]:
    names = {pk: document_node(document.id) for pk, document in documents.items()}
    for reference in references:
        ends = names[reference.source], names[reference.target]
        yield GraphEdge(*ends, EdgeKind.CITES, 1.0, (reference.entry,), 1)
    for link in links:
        ends = names[link.source], names[link.target]
        yield GraphEdge(*ends, EdgeKind.SHARES, round(link.weight, 4), link.shared, link.count)


def _place(page_index: int) -> Place:
    return Place(page_index, str(page_index))


class _Labels:
    """Puts the printed labels of pages into nodes and edges."""

    def __init__(self, store: Store, pks: Mapping[str, int]) -> None:
        self._store = store
        self._pks = pks
        self._labels: dict[tuple[int, int], str] = {}

    def labelled(
        self, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]
    ) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
        """The same with printed labels."""
        ends = {node.id: node.document for node in nodes}
        wanted = {
            (self._pks[document], place.page_index)
            for document, place in _places(nodes, edges, ends)
            if document in self._pks
        }
        self._labels = self._store.page_labels(wanted)
        return tuple(map(self._node, nodes)), tuple(self._edge(edge, ends) for edge in edges)

    def _named(self, document: str, place: Place | None) -> Place | None:
        if place is None:
            return None
        label = self._labels.get((self._pks.get(document, 0), place.page_index), place.page_label)
        return Place(place.page_index, label)

    def _node(self, node: GraphNode) -> GraphNode:
        first, last = self._named(node.document, node.first), self._named(node.document, node.last)
        return replace(node, first=first, last=last)

    def _edge(self, edge: GraphEdge, ends: Mapping[str, str]) -> GraphEdge:
        if not edge.shared:
            return edge
        source, target = ends[edge.source], ends[edge.target]
        return replace(edge, shared=tuple(self._shared(thing, source, target) for thing in edge.shared))

    def _shared(self, thing: Shared, source: str, target: str) -> Shared:
        place = self._named(source, thing.source) or thing.source
        return replace(thing, source=place, target=self._named(target, thing.target))


def _places(
    nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], ends: Mapping[str, str]
) -> Iterator[tuple[str, Place]]:
    for node in nodes:
        yield from ((node.document, place) for place in (node.first, node.last) if place is not None)
    for edge in edges:
        for thing in edge.shared:
            yield ends[edge.source], thing.source
            if thing.target is not None:
                yield ends[edge.target], thing.target
