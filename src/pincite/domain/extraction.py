"""What is taken out of a document field by field."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.domain.answers import Citation, ModelUse
from pincite.domain.documents import Document


class FieldType(StrEnum):
    """What the value of a field is."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    LIST = "list"
    YES_NO = "yes_no"
    MONEY = "money"
    DURATION = "duration"


class FieldState(StrEnum):
    """What became of a field."""

    FOUND = "found"
    NOT_REPORTED = "not_reported"
    """The document does not say it."""
    NOT_APPLICABLE = "not_applicable"
    """It makes no sense for this document: the notice to stop a renewal where nothing is renewed."""
    FAILED = "failed"
    """It could not be looked for; `ExtractedField.note` says why."""


@dataclass(frozen=True, slots=True)
class ExtractedField:
    """One field of one document.

    Attributes:
        name: As in the schema.
        label: What people call it.
        type: What its value is.
        state: What became of it.
        value: Verbatim from the document; items of a list are divided by "; ". Yes or No for a yes/no field.
            Empty when the field was not found.
        normalised: The value in one form: a date as "2024-03-01" (or "2024-03", "2024"), a number as a number,
            a duration as "P30D", yes/no as a boolean, a list as its items; None where there is no such form.
        unit: Of a number or an amount: "%", "GB", "USD".
        citations: Where it stands, the best first; numbered through the whole extraction.
        confidence: Calibrated probability that the quote is about the field, 0…1.
        note: What the reader should know, e.g. that the model's value was not in the text.
    """

    name: str
    label: str
    type: FieldType
    state: FieldState
    value: str = ""
    normalised: str | float | bool | tuple[str, ...] | None = None
    unit: str = ""
    citations: tuple[Citation, ...] = ()
    confidence: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What `Library.extract` finds in one document.

    Attributes:
        document: The document.
        schema: Name of the schema.
        fields: One for each field of the schema, in its order.
        mode: "quoted" or "composed".
        model: The language model that was sent passages, also where nothing came of it; None when none was.
        notes: What the reader should know of the whole, e.g. that the model failed and quotes are shown instead.
        seconds: How long it took; of a kept result, how long it took then.
        kept: Whether it was made earlier and kept.
    """

    document: Document
    schema: str
    fields: tuple[ExtractedField, ...]
    mode: str = "quoted"
    model: ModelUse | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    kept: bool = False
