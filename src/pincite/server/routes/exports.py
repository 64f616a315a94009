"""Conversations, extractions, comparisons and graphs as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from pincite.domain import Level, TokenScope
from pincite.errors import NotFoundError
from pincite.export.files import exported, file_stem
from pincite.research import comparison_tables, extraction_tables
from pincite.research.graph_dot import to_dot
from pincite.research.graph_svg import to_svg
from pincite.research.tabular import to_csv, to_xlsx
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.context import Context
from pincite.server.downloads import described, download
from pincite.server.routes.comparisons import ComparisonBody, ComparisonWanted, compare
from pincite.server.routes.extractions import (
    ExtractionBody,
    Extractions,
    ExtractionShape,
    ExtractionWanted,
    Reading,
    extract,
)
from pincite.server.routes.graph import CollectionQuery, DocumentsQuery, LevelQuery, made
from pincite.server.rules import ruled
from pincite.server.streams import Event, Source

router = APIRouter(tags=["research"])

_CONVERSATION = {"md": "markdown", "json": "json", "docx": "docx"}


class _File(BaseModel):
    """A file that was made in a thread of its own."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    response: Response


@router.get(
    "/conversations/{conversation}/export",
    summary="Export a conversation",
    tags=["conversations"],
    response_class=Response,
    responses=described("md", "json", "docx"),
    **ruled(TokenScope.READ, own=True),
)
def export_conversation(
    conversation: str,
    library: InLibrary,
    format_: Annotated[
        Literal["md", "json", "docx"], Query(alias="format", description="Of the file.")
    ] = "md",
    turn: Annotated[
        int | None, Query(ge=1, le=1_000_000_000, description="Only this turn; else all.")
    ] = None,
) -> Response:
    """A conversation as a file: the same numbers, quotes and references as on the screen."""
    found = library.conversation_by_id(conversation)
    turns = [one for one in library.turns(found.id) if turn in (None, one.number)]
    if turn is not None and not turns:
        raise NotFoundError(f"the conversation has no turn {turn}", "Ask for its turns.")
    about = {"id": found.id, "created_at": found.created_at, "updated_at": found.updated_at}
    content = exported(found.title, turns, _CONVERSATION[format_], about)
    return download(content, file_stem(found.title), format_)


@router.post(
    "/extractions/export",
    summary="Extract fields into a file",
    response_class=Response,
    responses=described("csv", "xlsx", "json"),
    **ruled(TokenScope.ASK),
)
async def export_extractions(
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: ExtractionBody,
    format_: Annotated[
        Literal["csv", "xlsx", "json"], Query(alias="format", description="Of the file.")
    ] = "xlsx",
) -> Response:
    """Fields of documents as a table: a row for each document. No value can run as a formula.

    What was taken out before is kept, so that the file is there at once.
    """
    context.limits.question(caller)
    return await _file(context, request, lambda tell: _extractions(library, body, format_, tell))


@router.post(
    "/comparisons/export",
    summary="Compare documents in a file",
    response_class=Response,
    responses=described("csv", "xlsx", "md"),
    **ruled(TokenScope.ASK),
)
async def export_comparison(
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: ComparisonBody,
    format_: Annotated[
        Literal["csv", "xlsx", "md"], Query(alias="format", description="Of the file.")
    ] = "xlsx",
) -> Response:
    """A comparison as a file. No value can run as a formula, nor as markup."""
    context.limits.question(caller)
    return await _file(context, request, lambda tell: _comparison(library, body, format_, tell))


@router.get(
    "/graph/export",
    summary="The structure of the library as a drawing",
    response_class=Response,
    responses=described("svg", "dot"),
    **ruled(TokenScope.READ),
)
async def export_graph(
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    collection: CollectionQuery = None,
    document: DocumentsQuery = None,
    level: LevelQuery = Level.DOCUMENTS,
    format_: Annotated[Literal["svg", "dot"], Query(alias="format", description="Of the file.")] = "svg",
) -> Response:
    """The graph as SVG, or as DOT for Graphviz."""
    context.limits.question(caller)

    def make(_: Callable[[Event], None]) -> Response:
        graph = made(library, collection, document, level)
        return download(to_svg(graph) if format_ == "svg" else to_dot(graph), "library", format_)

    return await _file(context, request, make)


async def _file(
    context: Context, request: Request, make: Callable[[Callable[[Event], None]], Response]
) -> Response:
    """The file that a function makes; in the manner of other long work."""

    def work(tell: Callable[[Event], None]) -> None:
        tell(Event("done", _File(response=make(tell))))

    return (await context.streams.whole(request, lambda: Source(work), _File)).response


def _extractions(
    library: InLibrary, wanted: ExtractionWanted, ending: str, tell: Callable[[Event], None]
) -> Response:
    extractions = extract(library, wanted, Reading(tell, len(wanted.documents)))
    content: str | bytes
    if ending == "csv":
        content = to_csv(extraction_tables.values_sheet(extractions, quotes=True))
    elif ending == "xlsx":
        content = to_xlsx(
            [extraction_tables.values_sheet(extractions), extraction_tables.citations_sheet(extractions)]
        )
    else:
        shaped = Extractions(extractions=[ExtractionShape.of(one) for one in extractions])
        content = shaped.model_dump_json(indent=2) + "\n"
    return download(content, "extraction", ending)


def _comparison(
    library: InLibrary, wanted: ComparisonWanted, ending: str, tell: Callable[[Event], None]
) -> Response:
    comparison = compare(library, wanted, Reading(tell, len(wanted.documents)))
    content: str | bytes
    if ending == "csv":
        content = to_csv(comparison_tables.values_sheet(comparison, pages=True))
    elif ending == "xlsx":
        content = to_xlsx(
            [
                comparison_tables.values_sheet(comparison, pages=False),
                comparison_tables.citations_sheet(comparison),
                comparison_tables.remarks_sheet(comparison),
            ]
        )
    else:
        content = comparison_tables.to_markdown(comparison)
    return download(content, "comparison", ending)
