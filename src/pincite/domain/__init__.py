"""The nouns of Pincite.

Library → Collection → Document → Page → Block → Sentence → Chunk → Passage → Citation → Answer.

Conventions, fixed here once:

* Page indexes count from 1. Character offsets are into `Page.text`, half-open, in code points.
* Geometry is relative to the page as it is displayed (after its own rotation): x from the left, y from the
  *top*, both 0…1. Parsers convert at their border; nothing else ever sees another coordinate system.
* Stored geometry is one box a character, `uint16` of shape (len(text), 4) in units of 1/65535 of the page:
  x0, y0, x1, y1. Characters that have no ink (inferred spaces, line ends) have an empty box (all zero).
"""

from __future__ import annotations

from pincite.domain.accounts import Account, Role, Share, TokenScope, Viewer
from pincite.domain.answers import (
    Answer,
    AnswerSentence,
    Citation,
    Incomplete,
    ModelUse,
    Passage,
    Scores,
)
from pincite.domain.comparison import (
    ComparedCell,
    ComparedDocument,
    Comparison,
    Dimension,
    SkippedDimension,
)
from pincite.domain.conversations import (
    Conversation,
    Lost,
    Turn,
    TurnKind,
    TurnState,
)
from pincite.domain.documents import (
    Attachment,
    Chunk,
    Collection,
    Document,
    DocumentFacts,
    DocumentKind,
    HiddenText,
    Notice,
    OutlineEntry,
    PageDetails,
    ParsedDocument,
    Sentence,
)
from pincite.domain.evaluation import (
    AnswerScores,
    Difference,
    Evaluation,
    EvaluationResult,
    EvaluationState,
    Expectation,
    Measure,
    PagePlace,
    ResultFilter,
    ResultState,
    Scoring,
)
from pincite.domain.extraction import ExtractedField, Extraction, FieldState, FieldType
from pincite.domain.graph import (
    EdgeKind,
    Graph,
    GraphEdge,
    GraphNode,
    Level,
    NodeKind,
    Place,
    Shared,
    SharedKind,
)
from pincite.domain.jobs import Job, JobKind, JobProgress, JobState
from pincite.domain.listing import Listed
from pincite.domain.pages import (
    BOX_UNIT,
    Block,
    BlockKind,
    Boxes,
    Cell,
    Page,
    PlacedText,
    Rectangle,
    Span,
    Table,
)
from pincite.domain.summaries import Summary, SummarySection
from pincite.domain.verification import Damage, Discrepancy, Verified
from pincite.domain.watched import WatchedFolder

__all__ = [
    "BOX_UNIT",
    "Account",
    "Answer",
    "AnswerScores",
    "AnswerSentence",
    "Attachment",
    "Block",
    "BlockKind",
    "Boxes",
    "Cell",
    "Chunk",
    "Citation",
    "Collection",
    "ComparedCell",
    "ComparedDocument",
    "Comparison",
    "Conversation",
    "Damage",
    "Difference",
    "Dimension",
    "Discrepancy",
    "Document",
    "DocumentFacts",
    "DocumentKind",
    "EdgeKind",
    "Evaluation",
    "EvaluationResult",
    "EvaluationState",
    "Expectation",
    "ExtractedField",
    "Extraction",
    "FieldState",
    "FieldType",
    "Graph",
    "GraphEdge",
    "GraphNode",
    "HiddenText",
    "Incomplete",
    "Job",
    "JobKind",
    "JobProgress",
    "JobState",
    "Level",
    "Listed",
    "Lost",
    "Measure",
    "ModelUse",
    "NodeKind",
    "Notice",
    "OutlineEntry",
    "Page",
    "PageDetails",
    "PagePlace",
    "ParsedDocument",
    "Passage",
    "Place",
    "PlacedText",
    "Rectangle",
    "ResultFilter",
    "ResultState",
    "Role",
    "Scores",
    "Scoring",
    "Sentence",
    "Share",
    "Shared",
    "SharedKind",
    "SkippedDimension",
    "Span",
    "Summary",
    "SummarySection",
    "Table",
    "TokenScope",
    "Turn",
    "TurnKind",
    "TurnState",
    "Verified",
    "Viewer",
    "WatchedFolder",
]
