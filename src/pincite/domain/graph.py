"""The structure of a library as nodes and edges."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NodeKind(StrEnum):
    """What a node stands for."""

    LIBRARY = "library"
    COLLECTION = "collection"
    DOCUMENT = "document"
    SECTION = "section"
    CHUNK = "chunk"


class EdgeKind(StrEnum):
    """What an edge says of its source and target."""

    CONTAINS = "contains"
    """The target is part of the source."""
    FOLLOWS = "follows"
    """The target comes right after the source."""
    SHARES = "shares"
    """Both documents hold the same rare things; it has no direction."""
    CITES = "cites"
    """The source names the target among its references."""


class SharedKind(StrEnum):
    """What two documents share."""

    WORK = "work"
    """A work that both cite."""
    NAME = "name"
    IDENTIFIER = "identifier"
    WORD = "word"


class Level(StrEnum):
    """How far down a graph goes."""

    DOCUMENTS = "documents"
    SECTIONS = "sections"
    CHUNKS = "chunks"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a document: the page's position in the file, from 1, and its printed label."""

    page_index: int
    page_label: str


@dataclass(frozen=True, slots=True)
class Shared:
    """Something that two documents hold and few others do.

    Attributes:
        text: As the source writes it; of a work, the beginning of its entry among the references.
        weight: Its part in the weight of the edge.
        documents: How many of the documents looked at hold it.
        source: Where it first stands in the edge's source.
        target: Where it first stands in the edge's target; None for a reference to the target itself.
    """

    kind: SharedKind
    text: str
    weight: float
    documents: int
    source: Place
    target: Place | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A library, collection, document, section or chunk.

    Attributes:
        id: Unique in the graph: "library", "collection:ID", "document:ID", "section:ID:1", "chunk:ID:1".
        label: What to call it: a name, a title, the first words.
        document: Id of the document it is or belongs to; empty above documents.
        chunks: How many chunks it holds.
        first: Its first page; None above documents.
        last: Its last page.
    """

    id: str
    kind: NodeKind
    label: str
    document: str = ""
    chunks: int = 0
    first: Place | None = None
    last: Place | None = None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A connection of two nodes.

    Attributes:
        source: Id of a node.
        target: Id of a node.
        weight: Of SHARES how alike the documents are in what they share, 0…1; else 1.
        shared: What connects them, the weightiest first; the rest is left out.
        count: How many things connect them, with those left out.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float = 1.0
    shared: tuple[Shared, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Graph:
    """The structure of a library, or of a part of it.

    Attributes:
        level: How far down it goes.
        most_documents: Things that more documents than this hold are no links between them.
    """

    level: Level
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    most_documents: int = 0
