"""`pincite ask` and `pincite search`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import CollectionOption, Session, with_session
from pincite.errors import UsageError

if TYPE_CHECKING:
    from typing import Literal

    from pincite.answer.events import Asking
    from pincite.library.talking import Talking

DocumentOption = Annotated[
    list[str] | None,
    typer.Option("--document", metavar="ID", help="Only this document (id or file name); may be repeated."),
]
PreciseOption = Annotated[
    bool, typer.Option("--precise", help="Let the cross-encoder of the settings order the passages.")
]


class Mode(StrEnum):
    """Who words an answer."""

    AUTO = "auto"
    QUOTED = "quoted"
    COMPOSED = "composed"


ModeOption = Annotated[
    Mode | None,
    typer.Option(
        "--mode",
        metavar="auto|quoted|composed",
        help="quoted: the documents' own sentences; composed: a language model's, checked; else as set.",
    ),
]
ShowUnsupportedOption = Annotated[
    bool,
    typer.Option("--show-unsupported", help="Show sentences that the documents do not support, marked."),
]


class Fusion(StrEnum):
    """How words and meaning are combined."""

    WEIGHTED = "weighted"
    RRF = "rrf"


@with_session
def ask(
    session: Session,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="Any text, quoted or not.")],
    collection: CollectionOption = None,
    document: DocumentOption = None,
    precise: PreciseOption = False,
    mode: ModeOption = None,
    show_unsupported: ShowUnsupportedOption = False,
    passages: Annotated[
        bool,
        typer.Option(
            "--passages", help="Also show the passages that the answer was sought in, and what was removed."
        ),
    ] = False,
    go_on: Annotated[
        bool,
        typer.Option(
            "--continue", help="Ask in the conversation that was used last, or begin one if there is none."
        ),
    ] = False,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            metavar="ID",
            help="Ask in this conversation: id, title, or `new` for a new one.",
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FILE", help="Also write the answer to a new .md, .json or .docx file."
        ),
    ] = None,
) -> None:
    """Answer a question from your documents, or refuse.

    Quoted answers are made of the documents' own sentences. Composed ones are written by your language model, and
    every sentence that the documents do not support is removed. Each sentence carries the number of its citation:
    document, page and section. A refusal shows the nearest passages, and is not an error.
    """
    from pincite.cli.signals import ending_as_interrupt
    from pincite.cli.turns import check_export, export_answer, last_or_new, show_answer

    words = " ".join(question)
    if export is not None:
        check_export(export)
    chosen: Literal["auto", "quoted", "composed"] | None = mode.value if mode else None
    names = named_documents(document)
    with session.open() as library, ending_as_interrupt():
        asking: Asking | Talking
        if go_on or conversation is not None:
            asking = library.converse_events(
                words,
                conversation=last_or_new(library, conversation),
                mode=chosen,
                collection=collection,
                documents=names,
                precise=precise,
                show_unsupported=show_unsupported,
            )
        else:
            asking = library.ask_events(
                words,
                mode=chosen,
                collection=collection,
                documents=names,
                precise=precise,
                show_unsupported=show_unsupported,
            )
        with asking:
            show_answer(session, library, asking, passages=passages, show_unsupported=show_unsupported)
        if export is not None and asking.answer is not None:
            export_answer(session, asking.answer, export)


@with_session
def search(
    session: Session,
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="Any text; none of it is syntax.")],
    k: Annotated[int, typer.Option("-k", metavar="N", min=1, max=1000, help="How many passages.")] = 10,
    collection: CollectionOption = None,
    document: DocumentOption = None,
    no_lexical: Annotated[bool, typer.Option("--no-lexical", help="Do not search by words (BM25).")] = False,
    no_dense: Annotated[bool, typer.Option("--no-dense", help="Do not search by meaning (vectors).")] = False,
    no_page: Annotated[
        bool, typer.Option("--no-page", help="Do not count the words of the whole page.")
    ] = False,
    no_rerank: Annotated[
        bool, typer.Option("--no-rerank", help="Do not order the passages by late interaction.")
    ] = False,
    precise: PreciseOption = False,
    fusion: Annotated[
        Fusion | None,
        typer.Option(
            "--fusion", metavar="weighted|rrf", help="How words and meaning are combined; else as set."
        ),
    ] = None,
    scores: Annotated[
        bool, typer.Option("--scores", help="Show what each stage thought of each passage, and its time.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Show passages in full, not an excerpt.")] = False,
) -> None:
    """Find the passages that fit best."""
    from pincite.search.engine import Stages

    text = " ".join(query)
    stages = Stages(
        lexical=not no_lexical, dense=not no_dense, page=not no_page, rerank=not no_rerank, precise=precise
    )
    chosen: Literal["weighted", "rrf"] | None = None
    if fusion is not None:
        chosen = "rrf" if fusion is Fusion.RRF else "weighted"
    with session.open() as library:
        found = library.retrieve(
            text,
            k=k,
            collection=collection,
            documents=named_documents(document),
            stages=stages,
            fusion=chosen,
        )
        if session.json:
            session.print_json({"question": text, "passages": found.passages, "timings": found.timings})
            return
        from pincite.cli.answers import AnswerView

        view = AnswerView(session.terminal, library)
        view.passages(found.passages, text, scores=scores, full=full)
        if not found.passages:
            session.terminal.line("Nothing was found.")
        elif scores:
            view.timings(found.timings)


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command("ask")(ask)
    app.command("search")(search)


def named_documents(documents: list[str] | None) -> list[str] | None:
    """The documents that were named; None when none was.

    Raises:
        UsageError: if one has no name.
    """
    if documents is None or not documents:
        return None
    if not all(name.strip() for name in documents):
        raise UsageError("a document was named by an empty text", "`pincite list` shows the ids.")
    return documents
