"""Extraction: typed fields of documents, each with its citation."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from pincite.domain import Document, Extraction
from pincite.library.base import Base
from pincite.store.results import result_key

if TYPE_CHECKING:
    from pincite.research.schema import Schema

KIND = "extraction"


class Extracting(Base):
    """Reading fields out of documents."""

    def extract(
        self,
        documents: Sequence[str],
        *,
        schema: str | Schema | None = None,
        mode: Literal["auto", "quoted", "composed"] = "auto",
        fresh: bool = False,
        progress: Callable[[Document], None] | None = None,
    ) -> list[Extraction]:
        """Take the fields of a schema out of documents: one extraction a document, in the order given.

        Args:
            documents: Ids or file names.
            schema: Name of a built-in schema, path of a TOML or JSON file, or a schema; when None, the one for the
                kind of each document.
            mode: "quoted": values as they stand in the best sentences; "auto": as set.
            fresh: Look again even if a result is kept.
            progress: Told each document before it is read.

        Raises:
            UsageError: if the schema is wrong or no document is named.
            NotFoundError: if a document does not exist.
            ModelError: if the encoder cannot be used.
        """
        from pincite.errors import UsageError
        from pincite.research.schema import load_schema, schema_for

        self._check_analysis()
        if not documents:
            raise UsageError("no document was named", "`pincite list` shows the documents.")
        chosen = load_schema(schema) if isinstance(schema, str) else schema
        found = [self._store.document(name) for name in documents]
        result = []
        for document in dict.fromkeys(found):
            if progress is not None:
                progress(document)
            result.append(self._extract(document, chosen or schema_for(document.facts.kind), mode, fresh))
        return result

    def _extract(self, document: Document, schema: Schema, mode: str, fresh: bool) -> Extraction:
        from pincite.research.extraction import choose, taken
        from pincite.research.taken import cited, from_plain, to_plain

        key = self._extraction_key(document, schema)
        kept = None if fresh else self._store.results.get(key)
        if kept is not None:
            fields = [from_plain(plain, schema, document) for plain in kept["fields"]]
            return Extraction(
                document, schema.name, cited(self._store, fields), seconds=kept["seconds"], kept=True
            )
        begin = time.perf_counter()
        fields = taken(document, choose(self._store, self._encoder(), document, schema))
        seconds = round(time.perf_counter() - begin, 3)
        extraction = Extraction(document, schema.name, cited(self._store, fields), seconds=seconds)
        value = {"fields": [to_plain(field) for field in fields], "seconds": seconds}
        self._store.results.put(key, KIND, value, [document.id])
        return extraction

    def _extraction_key(self, document: Document, schema: Schema) -> str:
        from pincite.research.extraction import VERSION

        made_from = {
            "version": VERSION,
            "document": [document.id, document.sha256, document.added_at],
            "schema": json.dumps(dataclasses.asdict(schema), sort_keys=True),
            "encoder": self._encoder().identity.as_dict(),
        }
        return result_key(KIND, made_from)
