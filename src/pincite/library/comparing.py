"""What several documents have in common: the structure of a library, and comparisons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pincite.answer.events import Stage
from pincite.domain import Level
from pincite.errors import UsageError
from pincite.library.extraction import Extracting
from pincite.library.talking import Ready
from pincite.terms import fold

if TYPE_CHECKING:
    from pincite.domain import Comparison, Document, Graph
    from pincite.research.schema import Schema


class Comparing(Extracting):
    """Documents side by side."""

    def graph(
        self,
        *,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        level: Level = Level.DOCUMENTS,
    ) -> Graph:
        """The structure of the library, with links between documents that hold the same rare things.

        Computed from the index at this moment: what is removed is in it no more.

        Args:
            collection: Only the documents of this collection.
            documents: Only these documents.
            level: How far down: documents, their sections, or the chunks in these.

        Raises:
            NotFoundError: if a collection or document does not exist.
        """
        from pincite.research.graph import build_graph

        return build_graph(self._store, self._store.scope(collection, documents), Level(level))

    def compare(
        self,
        documents: Sequence[str],
        *,
        dimensions: Sequence[str] | None = None,
        schema: str | Schema | None = None,
        mode: Literal["auto", "quoted", "composed"] = "auto",
        fresh: bool = False,
        progress: Callable[[Document], None] | None = None,
    ) -> Comparison:
        """Put documents side by side: what each says of the same things, every value cited.

        A dimension counts when two documents report it. What is found in a document is kept, so that one more is
        compared for the cost of itself.

        Args:
            documents: Ids or file names of two or more; one that is named twice counts once.
            dimensions: Names or labels of the schema's fields, or own words; all fields when None.
            schema: Name of a built-in schema, path of a TOML or JSON file, or a schema; when None, the one for the kind
                that most of the documents are of.
            mode: As for `extract`; with a language model it also writes about the table.
            fresh: Look again even if results are kept.
            progress: Told each document before it is read.

        Raises:
            UsageError: if fewer than two documents are named, or a dimension or the schema is wrong.
            NotFoundError: if a document does not exist.
            ModelError: if the encoder cannot be used.
        """
        from pincite.research.comparison import (
            LEAST_DOCUMENTS,
            MOST_DOCUMENTS,
            common_schema,
            tabulate,
            with_dimensions,
        )
        from pincite.research.comparison_statements import statements
        from pincite.research.schema import load_schema

        begin = time.perf_counter()
        named = list({document.id: document for document in map(self._store.document, documents)}.values())
        if len(named) < LEAST_DOCUMENTS:
            raise UsageError(
                "a comparison needs two documents" if named else "no document was named",
                "Name two or more; `pincite list` shows them.",
            )
        if len(named) > MOST_DOCUMENTS:
            raise UsageError(f"{len(named)} documents were named", f"At most {MOST_DOCUMENTS} are compared.")
        note = ""
        if schema is None:
            chosen, note = common_schema(named)
        else:
            chosen = load_schema(schema) if isinstance(schema, str) else schema
        if dimensions is not None:
            chosen = with_dimensions(chosen, dimensions)
        extractions = self.extract(
            [document.id for document in named], schema=chosen, mode=mode, fresh=fresh, progress=progress
        )
        table = tabulate(extractions, chosen.fields)
        notes = (note, *table.notes) if note else table.notes
        table = self._described(replace(table, synthesis=tuple(statements(table)), notes=notes), mode)
        return replace(table, seconds=round(time.perf_counter() - begin, 3))

    def _described(self, table: Comparison, mode: str) -> Comparison:
        """A comparison with what the language model writes about it, where there is one and something to write of."""
        from pincite.research.comparison_synthesis import with_synthesis

        model = self._reading_model(mode) if table.dimensions else None
        if model is None:
            return table
        return with_synthesis(table, model, self.settings.model.max_tokens)

    def _comparison_asked_for(
        self,
        question: str,
        collection: str | None,
        documents: Sequence[str] | None,
        mode: Literal["auto", "quoted", "composed"] | None,
    ) -> Ready | None:
        """The comparison that a request asks for; None for a question, or where it is not clear of which documents.

        It is clear where the request names them, or where they were chosen by collection or one by one.
        """
        from pincite.research.comparison import LEAST_DOCUMENTS
        from pincite.research.comparison_answer import comparison_answer
        from pincite.research.intent import Intent, intent

        if intent(question) is not Intent.COMPARE:
            return None
        found = self._store.documents(collection)
        if documents is not None:
            chosen = {self._store.document(name).id for name in documents}
            found = [document for document in found if document.id in chosen]
        words = fold(question)
        meant = [one for one in found if fold(one.title) in words or fold(one.file_name) in words]
        if not meant and (collection is not None or documents is not None):
            meant = found
        if len(meant) < LEAST_DOCUMENTS:
            return None
        ids = [document.id for document in meant]
        return Ready(
            (Stage("read"),), lambda: comparison_answer(question, self.compare(ids, mode=mode or "auto"))
        )
