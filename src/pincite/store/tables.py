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
    false,
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
    Column("name_key", Text, nullable=False),
    # Whose it was when it was made: `pincite.domain.Viewer`.
    Column("space", String(32), nullable=False, server_default=""),
    UniqueConstraint("space", "name_key"),
    sqlite_autoincrement=True,
)

documents = Table(
    "documents",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("sha256", String(64), nullable=False, index=True),
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
    # What lists are sorted and searched by, in the form in which words are compared: databases fold only ASCII.
    Column("title_key", Text, nullable=False, server_default=""),
    Column("words", Text, nullable=False, server_default=""),
    Column("kind", String(20), nullable=False, server_default=""),
    Column("notices", JSON, nullable=False),
    Column("outline", JSON, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("token_counts", Blob, nullable=False),
    # What the document says about itself beside title, authors and year: `pincite.domain.DocumentFacts`.
    Column("facts", JSON, nullable=False, server_default="{}"),
    # All its collections are of this space: the same bytes in two spaces are two documents.
    Column("space", String(32), nullable=False, server_default=""),
    # The title that a user gave it; empty where it is the one that was found.
    Column("given_title", Text, nullable=False, server_default=""),
    # Not unique: of two documents of the same bytes in one space, whoever added the second did not see the first.
    Index("ix_documents_space_sha256", "space", "sha256"),
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
        "language",
    ),
    # The orders in which documents are mostly listed.
    Index("ix_documents_added_at", "added_at"),
    Index("ix_documents_title_key", "title_key"),
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
    # Whose it is; empty while the library has no accounts.
    Column("account_pk", ForeignKey("accounts.pk"), index=True),
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
    # The document's, which nobody can tell when it is gone.
    Column("space", String(32), nullable=False, server_default=""),
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

accounts = Table(
    "accounts",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    # Argon2id, with its parameters; empty for an account that logs in elsewhere only.
    Column("password", Text),
    Column("admin", Boolean, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("space", String(32), nullable=False, unique=True),
    Column("totp", Text),
    # A code may be used once: the time step of the last one. Empty until the first one was: the secret may not have
    # reached an authenticator, and no code is asked for.
    Column("totp_step", BigInteger),
    # Issuer and subject of OpenID Connect.
    Column("subject", Text, unique=True),
    Column("created_at", String(40), nullable=False),
    sqlite_autoincrement=True,
)

# Codes that stand in for the second factor, each once.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("account_pk", ForeignKey(accounts.c.pk), primary_key=True),
    Column("digest", String(64), primary_key=True),
    sqlite_with_rowid=False,
)

# What an account may do with a collection: `pincite.domain.Role`.
grants = Table(
    "grants",
    metadata,
    Column("collection_pk", ForeignKey(collections.c.pk), primary_key=True),
    Column("account_pk", ForeignKey(accounts.c.pk), primary_key=True, index=True),
    Column("role", String(10), nullable=False),
    sqlite_with_rowid=False,
)

# Logins. Secrets are kept as digests only, here and below: who reads the database cannot use them.
sessions = Table(
    "sessions",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("account_pk", ForeignKey(accounts.c.pk), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),
    # The secret before the last rotation, for requests that were under way.
    Column("old_digest", String(64), index=True),
    # Until when it counts; empty until the new one was used, which may never have reached its holder.
    Column("old_until", String(40)),
    Column("rotated_at", String(40), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("used_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("address", String(100), nullable=False),
    Column("agent", Text, nullable=False),
    sqlite_autoincrement=True,
)

tokens = Table(
    "tokens",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("account_pk", ForeignKey(accounts.c.pk), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("scopes", JSON, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40)),
    Column("used_at", String(40)),
    sqlite_autoincrement=True,
)

# Secrets that work once: invitations and new passwords.
links = Table(
    "links",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("account_pk", ForeignKey(accounts.c.pk), index=True),
    Column("admin", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("used_at", String(40)),
    sqlite_autoincrement=True,
)

# Failed logins, by a digest of the account's name and by address: both known and unknown names.
attempts = Table(
    "attempts",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_at", String(40), nullable=False),
    Column("locked_until", String(40)),
)

# Who did what. No foreign keys: it outlives what it tells of.
audit = Table(
    "audit",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("at", String(40), nullable=False, index=True),
    Column("account_id", String(32), index=True),
    Column("account_name", Text, nullable=False),
    Column("address", String(100), nullable=False),
    Column("action", String(60), nullable=False, index=True),
    Column("object", Text, nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("details", JSON, nullable=False),
    Column("request", String(40), nullable=False),
    sqlite_autoincrement=True,
)

# The queue: `pincite.domain.Job`.
jobs = Table(
    "jobs",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("state", String(20), nullable=False),
    Column("batch", String(32), nullable=False),
    Column("account_pk", ForeignKey(accounts.c.pk), index=True),
    # By id, as the document below: a job outlives what it was about.
    Column("collection_id", String(32), nullable=False, index=True),
    Column("document_id", String(32), index=True),
    Column("file_name", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("progress", JSON, nullable=False),
    Column("failure", Text, nullable=False),
    Column("remedy", Text, nullable=False),
    Column("permanent", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("cancelling", Boolean, nullable=False),
    Column("worker", String(100)),
    Column("lease_until", Float),
    Column("not_before", Float),
    Column("created_at", String(40), nullable=False),
    Column("started_at", String(40)),
    Column("finished_at", String(40)),
    Column("version", BigInteger, nullable=False, index=True),
    Column("needs_password", Boolean, nullable=False, server_default=false()),
    Index("ix_jobs_waiting", "state", "priority", "pk"),
    sqlite_autoincrement=True,
)

# Folders whose files are followed.
watched = Table(
    "watched",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("path", Text, nullable=False, unique=True),
    Column("collection_id", String(32), nullable=False),
    Column("account_pk", ForeignKey(accounts.c.pk), index=True),
    Column("paused", Boolean, nullable=False),
    Column("failure", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    sqlite_autoincrement=True,
)

watched_files = Table(
    "watched_files",
    metadata,
    Column("watched_pk", ForeignKey(watched.c.pk), primary_key=True),
    Column("path", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("modified_ns", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("job_id", String(32)),
    Column("document_id", String(32)),
    sqlite_with_rowid=False,
)

# Files of questions that were asked: `pincite.domain.Evaluation`.
evaluations = Table(
    "evaluations",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("account_pk", ForeignKey(accounts.c.pk), index=True),
    Column("name", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    # By id, as documents below: an evaluation outlives what it was about.
    Column("collection_id", String(32)),
    Column("state", String(20), nullable=False),
    # Of the run that asks the questions: only that one may store results.
    Column("claim", String(32)),
    Column("lease_until", Float),
    Column("stopping", Boolean, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("changed", Boolean, nullable=False),
    Column("version", String(40), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("started_at", String(40)),
    Column("finished_at", String(40)),
    Column("failure", Text, nullable=False),
    Column("remedy", Text, nullable=False),
    # Counted as they change: adding up the results of all evaluations would take long.
    Column("questions", Integer, nullable=False),
    Column("excluded", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    # Null until it has ended.
    Column("measures", JSON(none_as_null=True)),
    # Null in those of older versions.
    Column("conditions", JSON(none_as_null=True)),
    sqlite_autoincrement=True,
)

# Its questions and what came of each. No text of a document is kept but what the file of questions has of it.
evaluation_results = Table(
    "evaluation_results",
    metadata,
    Column("evaluation_pk", ForeignKey(evaluations.c.pk), primary_key=True),
    Column("number", Integer, primary_key=True),
    # A digest of question and right answer: the same question in two evaluations.
    Column("key", String(64), nullable=False),
    Column("expected", JSON, nullable=False),
    Column("answerable", Boolean, nullable=False),
    Column("scoring", String(20), nullable=False),
    Column("place", JSON(none_as_null=True)),
    Column("wanted", JSON, nullable=False),
    Column("state", String(20), nullable=False),
    Column("reason", Text, nullable=False),
    Column("ranks", JSON, nullable=False),
    # The lowest of the ranks.
    Column("first_rank", Integer),
    Column("refused", Boolean),
    Column("held", Boolean),
    Column("confidence", Float),
    Column("milliseconds", Float),
    Column("first", JSON(none_as_null=True)),
    Column("cited", JSON(none_as_null=True)),
    # `pincite.domain.AnswerScores`.
    Column("scores", JSON(none_as_null=True)),
    sqlite_with_rowid=False,
)

# What language models said of answers, by a digest of all that they were shown: no text of a document.
judge_verdicts = Table(
    "judge_verdicts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("judge", Text, nullable=False),
    Column("prompt_version", String(20), nullable=False),
    Column("verdict", JSON, nullable=False),
    Column("cost", Float, nullable=False),
    Column("made_at", String(40), nullable=False),
    sqlite_with_rowid=False,
)

# A signature over each document's chunks and vectors.
manifests = Table(
    "manifests",
    metadata,
    Column("document_pk", ForeignKey(documents.c.pk), primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    # 32 bytes a chunk, in order.
    Column("digests", Blob, nullable=False),
    Column("key_id", String(64), nullable=False),
    Column("signature", LargeBinary, nullable=False),
    Column("made_at", String(40), nullable=False),
)
