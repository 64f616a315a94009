"""Documents side by side."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.answers import AnswerSentence, Citation, ModelUse
from pincite.domain.documents import Document
from pincite.domain.extraction import FieldState, FieldType


@dataclass(frozen=True, slots=True)
class Dimension:
    """What documents are compared by.

    Attributes:
        name: Of the field; unique in a comparison.
        label: As shown.
        type: What its values are.
        own: Whether the user asked for it in words of their own.
    """

    name: str
    label: str
    type: FieldType
    own: bool = False


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """What one document says of one dimension.

    Attributes:
        state: Whether it says anything; only then are the others filled.
        value: Verbatim from the document; Yes or No for a yes/no dimension.
        normalised: The value in one form, as in `ExtractedField`; None where there is none.
        unit: Of a number or an amount.
        citations: Numbers of `Comparison.citations`.
        confidence: Calibrated probability that the quote is about the dimension, 0…1.
        note: What the reader should know of it.
    """

    state: FieldState
    value: str = ""
    normalised: str | float | bool | tuple[str, ...] | None = None
    unit: str = ""
    citations: tuple[int, ...] = ()
    confidence: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class ComparedDocument:
    """A document of a comparison.

    Attributes:
        document: The document.
        name: A short name, unique in the comparison.
        cells: One for each dimension, in their order.
    """

    document: Document
    name: str
    cells: tuple[ComparedCell, ...]


@dataclass(frozen=True, slots=True)
class SkippedDimension:
    """A dimension that fewer than two documents report.

    Attributes:
        dimension: The dimension.
        name: Short name of the one that reports it; empty when none does.
        cell: What that one says; None when none does.
    """

    dimension: Dimension
    name: str = ""
    cell: ComparedCell | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `Library.compare` returns.

    Attributes:
        schema: Name of the schema whose fields are the dimensions.
        dimensions: Those that two documents or more report; none when the documents have nothing in common.
        documents: In the order given, each once.
        skipped: The dimensions that fewer report, with who reports them.
        citations: Numbered through the whole comparison.
        synthesis: What can be said from the table alone; computed statements come first.
        mode: "composed" where a language model wrote or chose anything, else "quoted".
        model: The language model that read passages or the table; None when none did.
        removed: Sentences that the model wrote and the table does not carry, each with its `problem`.
        notes: What the reader should know of the whole.
        seconds: Time it took.
        kept: For how many documents the values had been made before.
    """

    schema: str
    dimensions: tuple[Dimension, ...]
    documents: tuple[ComparedDocument, ...]
    skipped: tuple[SkippedDimension, ...]
    citations: tuple[Citation, ...]
    synthesis: tuple[AnswerSentence, ...] = ()
    mode: str = "quoted"
    model: ModelUse | None = None
    removed: tuple[AnswerSentence, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    kept: int = 0
