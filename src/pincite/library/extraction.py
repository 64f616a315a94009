"""Extraction: typed fields of documents, each with its citation."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pincite.domain import Document, ExtractedField, Extraction
from pincite.errors import (
    ModelError,
    ModelMissingError,
    ModelUnreachableError,
    RemoteNotAllowedError,
    UsageError,
)
from pincite.library.base import Base
from pincite.store.results import result_key

if TYPE_CHECKING:
    from pincite.llm.contract import LanguageModel
    from pincite.research.schema import Schema

KIND = "extraction"
UNSENT = (ModelMissingError, ModelUnreachableError, RemoteNotAllowedError)
"""Errors after which a model on this machine has seen nothing; one elsewhere may have been sent text all the same."""


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
            mode: "quoted": values as they stand in the best sentences; "composed": a language model reads these, and
                what it says is checked against them; "auto": as set.
            fresh: Look again even if a result is kept.
            progress: Told each document before it is read.

        Raises:
            UsageError: if the schema is wrong or no document is named.
            NotFoundError: if a document does not exist.
            ModelError: if the encoder cannot be used, or a model is asked for and there is none. One that fails later
                does not end the call: the values are quoted then, and `Extraction.notes` says so.
        """
        from pincite.research.schema import load_schema, schema_for

        self._check_analysis()
        if not documents:
            raise UsageError("no document was named", "`pincite list` shows the documents.")
        chosen = load_schema(schema) if isinstance(schema, str) else schema
        if mode not in ("auto", "quoted", "composed"):
            raise UsageError(f"there is no mode {mode!r}", 'Choose "auto", "quoted" or "composed".')
        model, note = self._model_or_why_not(mode)
        found = [self._store.document(name) for name in documents]
        result = []
        for document in dict.fromkeys(found):
            if progress is not None:
                progress(document)
            made = self._extract(document, chosen or schema_for(document.facts.kind), model, fresh)
            result.append(replace(made, notes=(*note, *made.notes)))
        return result

    def _reading_model(self, mode: str) -> LanguageModel | None:
        """The model that reads, if one is to, as set when the mode is "auto"."""
        return self._model_or_why_not(mode)[0]

    def _model_or_why_not(self, mode: str) -> tuple[LanguageModel | None, tuple[str, ...]]:
        """The model that reads, if one is to, as set when the mode is "auto"; and why there is none after all."""
        wanted = self.settings.answer.mode if mode == "auto" else mode
        if wanted == "quoted":
            return None, ()
        try:
            model = self.language_model()
        except ModelError as error:
            if wanted == "composed":
                raise
            return None, (_failed(error),)
        if model is None and wanted == "composed":
            raise ModelMissingError(
                "no language model is set or found",
                "Start Ollama, or set `model.provider`; or use mode quoted.",
            )
        return model, ()

    def _extract(
        self, document: Document, schema: Schema, model: LanguageModel | None, fresh: bool
    ) -> Extraction:
        from pincite.research.extraction import choose, taken
        from pincite.research.extraction_compose import compose
        from pincite.research.taken import cited, from_plain, to_plain

        key = self._extraction_key(document, schema, model)
        kept = None if fresh else self._store.results.get(key)
        if kept is not None:
            fields = [from_plain(plain, schema, document) for plain in kept["fields"]]
            return _made(document, schema, cited(self._store, fields), model, kept["seconds"], kept=True)
        begin = time.perf_counter()
        choices = choose(self._store, self._encoder(), document, schema)
        failure: ModelError | None = None
        fields = taken(document, choices)
        if model is not None:
            try:
                most = self.settings.model.max_tokens
                fields, failure = compose(model, self._store, self._encoder, document, choices, most)
            except ModelError as error:
                done = _made(document, schema, cited(self._store, fields), None, _since(begin))
                # Whoever was sent text is named, also where nothing came of it.
                sent = model.use if model.use.remote or not isinstance(error, UNSENT) else None
                return replace(done, model=sent, notes=(_failed(error), *done.notes))
        seconds = _since(begin)
        made = _made(document, schema, cited(self._store, fields), model, seconds)
        if failure is not None:  # not kept: the next call tries again
            return replace(made, notes=(_failed(failure), *made.notes))
        value = {"fields": [to_plain(field) for field in fields], "seconds": seconds}
        self._store.results.put(key, KIND, value, [document.id])
        return made

    def _extraction_key(self, document: Document, schema: Schema, model: LanguageModel | None) -> str:
        from pincite.research.extraction import VERSION

        made_from = {
            "version": VERSION,
            "document": [document.id, document.sha256, document.added_at],
            "schema": json.dumps(dataclasses.asdict(schema), sort_keys=True),
            "encoder": self._encoder().identity.as_dict(),
            "model": None if model is None else [model.use.provider, model.use.name, model.version],
        }
        return result_key(KIND, made_from)


def _since(begin: float) -> float:
    return round(time.perf_counter() - begin, 3)


def _failed(error: ModelError) -> str:
    return f"The language model failed, so values are quoted: {error.message}. {error.remedy}".strip()


def _made(
    document: Document,
    schema: Schema,
    fields: tuple[ExtractedField, ...],
    model: LanguageModel | None,
    seconds: float,
    *,
    kept: bool = False,
) -> Extraction:
    use = None if model is None else model.use
    mode = "quoted" if model is None else "composed"
    return Extraction(document, schema.name, fields, mode, use, _remarks(document, schema), seconds, kept)


def _remarks(document: Document, schema: Schema) -> tuple[str, ...]:
    """Why less may have been found than there is."""
    from pincite.research.schema import builtin_names

    if not document.chunks:
        return ("The document has no text that could be read.",)
    if document.language != "en" and schema.name in builtin_names():
        return (
            f"The schema's questions and phrases are English; the document's language is {document.language!r}.",
        )
    return ()
