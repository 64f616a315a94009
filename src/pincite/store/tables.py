"""The tables, the same for every database.

Keys: `pk` is internal and never used twice, so that a cached or remembered key of something deleted can never
mean something new. Public ids are random. A document's chunks have the keys `first_chunk … first_chunk +
chunk_count - 1` in order, its pages `first_page …`; both are taken from counters in `meta` within the
transaction that adds the document.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Blob(LargeBinary):
    """Bytes as the driver gives them; the stock type copies each value once more, in Python."""

    def result_processor(self, dialect: object, coltype: object) -> None:
        """No conversion."""


meta = Table(
    "meta",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("value", Text, nullable=False),
)

collections = Table(
    "collections",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    # The name case-folded: databases fold only ASCII, and each in its own way.
    Column("name_key", Text, nullable=False, unique=True),
    sqlite_autoincrement=True,
)

documents = Table(
    "documents",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("sha256", String(64), nullable=False, unique=True),
    Column("revision", Integer, nullable=False),
    Column("first_page", Integer, nullable=False),
    Column("page_count", Integer, nullable=False),
    Column("page_terms", Integer, nullable=False),
    Column("first_chunk", Integer, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("chunk_terms", Integer, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("authors", JSON, nullable=False),
    Column("year", Integer),
    Column("language", String(20), nullable=False),
    Column("added_at", String(40), nullable=False),
    Column("notices", JSON, nullable=False),
    Column("outline", JSON, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("token_counts", Blob, nullable=False),
    # What the document says about itself beside title, authors and year: `pincite.domain.DocumentFacts`.
    Column("facts", JSON, nullable=False, server_default="{}"),
    # Covers what every search reads of all documents, which else would page through outlines and counts.
    Index(
        "ix_documents_layout",
        "pk",
        "revision",
        "first_page",
        "page_count",
        "page_terms",
        "first_chunk",
        "chunk_count",
        "chunk_terms",
    ),
    sqlite_autoincrement=True,
)

collection_documents = Table(
    "collection_documents",
    metadata,
    Column("collection_pk", ForeignKey(collections.c.pk), primary_key=True),
    Column("document_pk", ForeignKey(documents.c.pk), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

pages = Table(
    "pages",
    metadata,
    Column("pk", Integer, primary_key=True, autoincrement=False),
    Column("document_pk", ForeignKey(documents.c.pk), nullable=False),
    Column("page_index", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("width", Float, nullable=False),
    Column("height", Float, nullable=False),
    Column("text", Text, nullable=False),
    Column("blocks", JSON, nullable=False),
    Column("boxes", Blob, nullable=False),
    UniqueConstraint("document_pk", "page_index"),
)

chunks = Table(
    "chunks",
    metadata,
    Column("pk", Integer, primary_key=True, autoincrement=False),
    Column("document_pk", ForeignKey(documents.c.pk), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("first_page", Integer, nullable=False),
    Column("last_page", Integer, nullable=False),
    Column("overlap", Integer, nullable=False),
    Column("section", JSON, nullable=False),
    Column("sentences", JSON, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("document_pk", "ordinal"),
)

chunk_vectors = Table(
    "chunk_vectors",
    metadata,
    Column("chunk_pk", ForeignKey(chunks.c.pk), primary_key=True, autoincrement=False),
    Column("pooled", Blob, nullable=False),
)

# Their own table: about 10 KB each, and scans of the others must not read past them.
chunk_tokens = Table(
    "chunk_tokens",
    metadata,
    Column("chunk_pk", ForeignKey(chunks.c.pk), primary_key=True, autoincrement=False),
    Column("data", Blob, nullable=False),
)

# The word index: for each term and document the chunks and pages that hold it (see `postings.py`).
postings = Table(
    "postings",
    metadata,
    Column("term", Text, primary_key=True),
    Column("document_pk", ForeignKey(documents.c.pk), primary_key=True, index=True),
    Column("chunks", Blob, nullable=False),
    Column("pages", Blob, nullable=False),
    sqlite_with_rowid=False,
)

conversations = Table(
    "conversations",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    # What it is about: {"collection": id or None, "documents": [ids] or None}.
    Column("scope", JSON, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("updated_at", String(40), nullable=False, index=True),
    sqlite_autoincrement=True,
)

turns = Table(
    "turns",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("conversation_pk", ForeignKey(conversations.c.pk), nullable=False),
    Column("number", Integer, nullable=False),
    Column("question", Text, nullable=False),
    # "running" until an answer is stored, so that a question asked before a crash is not lost.
    Column("state", String(20), nullable=False),
    Column("answer", JSON),
    Column("created_at", String(40), nullable=False),
    # Of the run that is answering it: only that one may store the answer.
    Column("claim", String(32)),
    # Question and answer in the form in which words are compared.
    Column("words", Text, nullable=False, server_default=""),
    UniqueConstraint("conversation_pk", "number"),
    sqlite_autoincrement=True,
)

# What an answer quotes, or was made with in another way. By id: a turn stays when its document goes.
turn_documents = Table(
    "turn_documents",
    metadata,
    Column("turn_pk", ForeignKey(turns.c.pk), primary_key=True),
    Column("document_id", String(32), primary_key=True, index=True),
    Column("quoted", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# Summaries, extractions and the like, kept by a digest of all that they were made from.
results = Table(
    "results",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("kind", String(40), nullable=False),
    Column("value", JSON, nullable=False),
    Column("created_at", String(40), nullable=False),
    sqlite_autoincrement=True,
)

# What a result was made from: it goes when one of its documents goes or is replaced.
result_documents = Table(
    "result_documents",
    metadata,
    Column("result_pk", ForeignKey(results.c.pk), primary_key=True),
    Column("document_pk", ForeignKey(documents.c.pk), primary_key=True, index=True),
    sqlite_with_rowid=False,
)
