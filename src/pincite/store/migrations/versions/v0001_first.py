"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "collections",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_collections"),
        sa.UniqueConstraint("id", name="uq_collections_id"),
        sa.UniqueConstraint("name_key", name="uq_collections_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "documents",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("first_page", sa.Integer(), nullable=False),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("page_terms", sa.Integer(), nullable=False),
        sa.Column("first_chunk", sa.Integer(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("chunk_terms", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("authors", sa.JSON(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("added_at", sa.String(length=40), nullable=False),
        sa.Column("notices", sa.JSON(), nullable=False),
        sa.Column("outline", sa.JSON(), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("token_counts", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_documents"),
        sa.UniqueConstraint("id", name="uq_documents_id"),
        sa.UniqueConstraint("sha256", name="uq_documents_sha256"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_documents_layout",
        "documents",
        [
            "pk",
            "revision",
            "first_page",
            "page_count",
            "page_terms",
            "first_chunk",
            "chunk_count",
            "chunk_terms",
        ],
        unique=False,
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "chunks",
        sa.Column("pk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("first_page", sa.Integer(), nullable=False),
        sa.Column("last_page", sa.Integer(), nullable=False),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("section", sa.JSON(), nullable=False),
        sa.Column("sentences", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_pk"], ["documents.pk"], name="fk_chunks_document_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_chunks"),
        sa.UniqueConstraint("document_pk", "ordinal", name="uq_chunks_document_pk_ordinal"),
    )
    op.create_table(
        "collection_documents",
        sa.Column("collection_pk", sa.Integer(), nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_pk"], ["collections.pk"], name="fk_collection_documents_collection_pk"
        ),
        sa.ForeignKeyConstraint(
            ["document_pk"], ["documents.pk"], name="fk_collection_documents_document_pk"
        ),
        sa.PrimaryKeyConstraint("collection_pk", "document_pk", name="pk_collection_documents"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_collection_documents_document_pk", "collection_documents", ["document_pk"], unique=False
    )
    op.create_table(
        "pages",
        sa.Column("pk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.Column("page_index", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("width", sa.Float(), nullable=False),
        sa.Column("height", sa.Float(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("blocks", sa.JSON(), nullable=False),
        sa.Column("boxes", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["document_pk"], ["documents.pk"], name="fk_pages_document_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_pages"),
        sa.UniqueConstraint("document_pk", "page_index", name="uq_pages_document_pk_page_index"),
    )
    op.create_table(
        "postings",
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.Column("chunks", sa.LargeBinary(), nullable=False),
        sa.Column("pages", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["document_pk"], ["documents.pk"], name="fk_postings_document_pk"),
        sa.PrimaryKeyConstraint("term", "document_pk", name="pk_postings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_document_pk", "postings", ["document_pk"], unique=False)
    op.create_table(
        "chunk_tokens",
        sa.Column("chunk_pk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_pk"], ["chunks.pk"], name="fk_chunk_tokens_chunk_pk"),
        sa.PrimaryKeyConstraint("chunk_pk", name="pk_chunk_tokens"),
    )
    op.create_table(
        "chunk_vectors",
        sa.Column("chunk_pk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pooled", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["chunk_pk"], ["chunks.pk"], name="fk_chunk_vectors_chunk_pk"),
        sa.PrimaryKeyConstraint("chunk_pk", name="pk_chunk_vectors"),
    )
