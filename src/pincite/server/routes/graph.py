"""The structure of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

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
    TokenScope,
)
from pincite.errors import TooLargeError
from pincite.library import Library
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.questions import Identity, Where
from pincite.server.rules import ruled
from pincite.server.shapes import Shape
from pincite.server.streams import Event, Source

router = APIRouter(tags=["research"])

MOST_DOCUMENTS = 200
MOST_CHUNKS = 20_000
"""Of a graph that goes further down than documents: a larger one can neither be sent nor looked at."""


class PlaceShape(Shape):
    """A page."""

    page: int = Field(description="Place in the file, from 1.", examples=[4])
    page_label: str = Field(examples=["iv"])

    @classmethod
    def of(cls, place: Place | None) -> PlaceShape | None:
        """A place."""
        return None if place is None else cls(page=place.page_index, page_label=place.page_label)


class SharedShape(Shape):
    """Something that two documents hold and few others do."""

    kind: SharedKind
    text: str = Field(examples=["Wexcombe Town Council"])
    weight: float = Field(description="Its part in the weight of the edge.", examples=[0.2])
    documents: int = Field(description="How many of the documents looked at hold it.", examples=[2])
    source: PlaceShape | None = Field(description="Where it first stands in the source.")
    target: PlaceShape | None = Field(description="Where it first stands in the target.")

    @classmethod
    def of(cls, shared: Shared) -> SharedShape:
        """Something shared."""
        return cls(
            kind=shared.kind,
            text=shared.text,
            weight=shared.weight,
            documents=shared.documents,
            source=PlaceShape.of(shared.source),
            target=PlaceShape.of(shared.target),
        )


class NodeShape(Shape):
    """A library, collection, document, section or chunk."""

    id: str = Field(description="Unique in the graph.", examples=["document:5f0c3a9be1d24c7a8f10"])
    kind: NodeKind
    label: str = Field(examples=["Heat Pumps in Old Houses"])
    document: str = Field(description="Id of the document it is or belongs to; empty above documents.")
    chunks: int = Field(description="How many chunks it holds.", examples=[40])
    first: PlaceShape | None = Field(description="Its first page; null above documents.")
    last: PlaceShape | None = Field(description="Its last page.")

    @classmethod
    def of(cls, node: GraphNode) -> NodeShape:
        """A node."""
        return cls(
            id=node.id,
            kind=node.kind,
            label=node.label,
            document=node.document,
            chunks=node.chunks,
            first=PlaceShape.of(node.first),
            last=PlaceShape.of(node.last),
        )


class EdgeShape(Shape):
    """A connection of two nodes."""

    source: str = Field(description="Id of a node.", examples=["document:5f0c3a9be1d24c7a8f10"])
    target: str = Field(description="Id of a node.", examples=["document:9d81f6a0c3b24e55a7c2"])
    kind: EdgeKind
    weight: float = Field(description="How alike two documents are in what they share, 0…1; else 1.")
    shared: list[SharedShape] = Field(description="What connects them, the weightiest first.")
    count: int = Field(description="How many things connect them, with those left out.", examples=[7])

    @classmethod
    def of(cls, edge: GraphEdge) -> EdgeShape:
        """An edge."""
        return cls(
            source=edge.source,
            target=edge.target,
            kind=edge.kind,
            weight=edge.weight,
            shared=[SharedShape.of(shared) for shared in edge.shared],
            count=edge.count,
        )


class GraphShape(Shape):
    """The structure of what the caller sees, or of a part of it."""

    level: Level
    nodes: list[NodeShape]
    edges: list[EdgeShape]
    most_documents: int = Field(
        description="Things that more documents than this hold are no links between them.", examples=[8]
    )

    @classmethod
    def of(cls, graph: Graph) -> GraphShape:
        """A graph."""
        return cls(
            level=graph.level,
            nodes=[NodeShape.of(node) for node in graph.nodes],
            edges=[EdgeShape.of(edge) for edge in graph.edges],
            most_documents=graph.most_documents,
        )


CollectionQuery = Annotated[
    Identity | None, Query(description="Id of a collection: only its documents; else all.")
]
DocumentsQuery = Annotated[
    list[Identity] | None,
    Query(alias="document", max_length=MOST_DOCUMENTS, description="Ids of documents: only these."),
]
LevelQuery = Annotated[Level, Query(description="How far down: documents, their sections, or chunks.")]


def made(library: Library, collection: str | None, documents: list[str] | None, level: Level) -> Graph:
    """Make a graph.

    Raises:
        NotFoundError: if the caller does not see what is named.
        TooLargeError: if it would be too large.
    """
    where, names = Where(collection=collection, documents=documents or None).checked(library)
    if level is not Level.DOCUMENTS:
        found = library.documents(where)
        chunks = sum(one.chunks for one in found if names is None or one.id in names)
        if chunks > MOST_CHUNKS:
            raise TooLargeError(
                f"the {chunks:,} chunks of these documents are too many for a graph",
                f"Choose documents of at most {MOST_CHUNKS:,} chunks, or the level of documents.",
            )
    return library.graph(collection=where, documents=names, level=level)


def drawing(
    library: Library, collection: str | None, documents: list[str] | None, level: Level
) -> Callable[[], Source]:
    """The work of making a graph."""

    def work(tell: Callable[[Event], None]) -> None:
        tell(Event("done", GraphShape.of(made(library, collection, documents, level))))

    return lambda: Source(work)


@router.get("/graph", summary="The structure of the library", **ruled(TokenScope.READ))
async def get_graph(
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    collection: CollectionQuery = None,
    document: DocumentsQuery = None,
    level: LevelQuery = Level.DOCUMENTS,
) -> GraphShape:
    """Documents with what they contain, and links between those that share rare things or cite each other.

    Made from the index at the moment: what is removed is in it no more.
    """
    context.limits.question(caller)
    return await context.streams.whole(request, drawing(library, collection, document, level), GraphShape)
