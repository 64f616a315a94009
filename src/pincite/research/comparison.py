"""What several documents say of the same things: a table of cited values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pincite.domain import (
    Citation,
    ComparedCell,
    ComparedDocument,
    Comparison,
    Dimension,
    Document,
    ExtractedField,
    Extraction,
    FieldState,
    SkippedDimension,
    Span,
)
from pincite.errors import UsageError
from pincite.research.schema import DEFAULT, Field, Schema, builtin, schema_for
from pincite.terms import analyse, fold

LEAST_DOCUMENTS = 2
"""So many must report a dimension, and so many must be compared."""
MOST_DOCUMENTS = 200
MOST_DIMENSIONS = 40
LONGEST_DIMENSION = 200
OWN = "own"
"""The name of a schema of the user's own dimensions."""
LEAST_CONFIDENCE = 0.25
"""Weaker values are no report: four in five of them are wrong, and each would make a dimension look common."""
_NAME = 36
"""Short names have at most so many letters."""
_MANY_CELLS = 3
"""A cell tells of so many citations."""


def common_schema(documents: Sequence[Document]) -> tuple[Schema, str]:
    """The schema for the kind that most of some documents are of, and what to say about the others.

    Where no kind is that of more than half, it is the general one.
    """
    kinds = Counter(document.facts.kind for document in documents)
    kind, count = kinds.most_common(1)[0]
    if count * 2 <= len(documents):
        return builtin(
            DEFAULT
        ), "The documents are of different kinds: they are compared by what any may say."
    if count < len(documents):
        others = len(documents) - count
        return schema_for(kind), (
            f"{others} of {len(documents)} documents are not recognised as of kind {kind.value!r}, by which all are "
            "compared."
        )
    return schema_for(kind), ""


def with_dimensions(schema: Schema, wanted: Sequence[str]) -> Schema:
    """The fields of a schema that are named, and a field of its own for each thing that it does not have.

    Args:
        schema: Its fields may be named by their names or labels.
        wanted: Names, labels, or own words: a question is asked as it is, a noun phrase as "What is …?".

    Raises:
        UsageError: if there are too many, or one is empty.
    """
    if len(wanted) > MOST_DIMENSIONS:
        raise UsageError(
            f"{len(wanted)} dimensions were asked for", f"At most {MOST_DIMENSIONS} are compared."
        )
    known = {key: item for item in schema.fields for key in (fold(item.label), fold(item.name))}
    fields: dict[str, Field] = {}
    for words in (" ".join(words.split()) for words in wanted):
        if not analyse(words) or len(words) > LONGEST_DIMENSION:
            raise UsageError(
                f"{words[:60]!r} is no dimension", 'Name it in words, as in --dimensions "sample size".'
            )
        item = known.get(fold(words)) or _own_field(words)
        alike = fields.get(item.name)
        if alike is not None and alike.label != item.label:
            item = replace(item, name=f"{item.name[:56]}_{len(fields) + 1}")
        fields[item.name] = item
    own = all(name.startswith(f"{OWN}_") for name in fields)
    # What it depends on may not have been asked for.
    kept = tuple(replace(item, requires=()) for item in fields.values())
    return (
        replace(schema, name=OWN, title="Own dimensions", fields=kept)
        if own
        else replace(schema, fields=kept)
    )


def _own_field(words: str) -> Field:
    question = words if words.endswith("?") else f"What is the {words}?"
    slug = "_".join(re.findall(r"[^\W_]+", fold(words)))[:56]
    probes = (question,) if question == words else (question, words)
    return Field(name=f"{OWN}_{slug}", label=words, description=question, probes=probes)


def tabulate(extractions: Sequence[Extraction], fields: Sequence[Field]) -> Comparison:
    """A comparison without its synthesis.

    Args:
        extractions: Of one schema, one a document.
        fields: The fields of that schema.
    """
    numbers = _Numbers()
    names = short_names([extraction.document for extraction in extractions])
    cells = [[numbers.cell(item) for item in extraction.fields] for extraction in extractions]
    dimensions: list[int] = []
    skipped: list[SkippedDimension] = []
    made = [Dimension(f.name, f.label, f.type, f.name.startswith(f"{OWN}_")) for f in fields]
    for column, dimension in enumerate(made):
        reporting = [row for row, of_row in enumerate(cells) if of_row[column].state is FieldState.FOUND]
        if len(reporting) >= LEAST_DOCUMENTS:
            dimensions.append(column)
        elif reporting:
            row = reporting[0]
            skipped.append(SkippedDimension(dimension, names[row], cells[row][column]))
        else:
            skipped.append(SkippedDimension(dimension))
    rows = [
        ComparedDocument(extraction.document, name, tuple(of_row[column] for column in dimensions))
        for extraction, name, of_row in zip(extractions, names, cells, strict=True)
    ]
    composed = [extraction for extraction in extractions if extraction.mode == "composed"]
    return Comparison(
        schema=extractions[0].schema,
        dimensions=tuple(made[column] for column in dimensions),
        documents=tuple(rows),
        skipped=tuple(skipped),
        citations=tuple(numbers.citations),
        mode="composed" if composed else "quoted",
        model=next((extraction.model for extraction in composed), None),
        notes=tuple(dict.fromkeys(note for extraction in extractions for note in extraction.notes)),
        kept=sum(extraction.kept for extraction in extractions),
    )


class _Numbers:
    """Numbers citations through a comparison; a place that several cells quote has one number."""

    def __init__(self) -> None:
        self.citations: list[Citation] = []
        self._known: dict[tuple[str, tuple[Span, ...]], int] = {}

    def cell(self, item: ExtractedField) -> ComparedCell:
        """The cell of a field."""
        if item.state is not FieldState.FOUND:
            return ComparedCell(item.state, note=item.note)
        if item.confidence < LEAST_CONFIDENCE:
            return ComparedCell(FieldState.NOT_REPORTED)
        numbers = tuple(dict.fromkeys(map(self._number, item.citations[:_MANY_CELLS])))
        return ComparedCell(
            item.state, item.value, item.normalised, item.unit, numbers, item.confidence, item.note
        )

    def _number(self, citation: Citation) -> int:
        place = citation.document.id, citation.spans
        if place not in self._known:
            self._known[place] = len(self.citations) + 1
            self.citations.append(replace(citation, number=self._known[place]))
        return self._known[place]


def short_names(documents: Sequence[Document]) -> list[str]:
    """A short name for each document: the title to its first colon or dash, with the year where two would be alike."""
    plain = [_short(document.title) for document in documents]
    names: list[str] = []
    for document, name in zip(documents, plain, strict=True):
        if plain.count(name) > 1 and document.year and not re.search(rf"\b{document.year}\b", name):
            name = f"{name} ({document.year})"
        alike = name
        number = 2
        while name in names:
            name, number = f"{alike} #{number}", number + 1
        names.append(name)
    return names


def _short(title: str) -> str:
    title = " ".join(title.split()) or "Untitled"
    head = re.split(r"\s*:\s+|\s+[-\u2013\u2014]\s+", title, maxsplit=1)[0]
    name = head if 2 < len(head) < len(title) else title
    if len(name) <= _NAME:
        return name
    return name[: _NAME - 1].rsplit(" ", 1)[0].rstrip(" ,;.") + "\u2026"
