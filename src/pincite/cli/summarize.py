"""`pincite summarize`."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.asking import ModeOption
from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, page_list, page_reference, plural, quoted, section_path

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.domain import AnswerSentence, Citation, Summary, SummarySection

PARTS = "parts"
"""The aspect whose sentences are titles: each is shown with its page."""
MOST_PAGES = 20
"""More pages that contributed are counted, not listed."""


@with_session
def summarize(
    session: Session,
    documents: Annotated[
        list[str], typer.Argument(metavar="DOC", help="Ids, beginnings of ids, or file names.")
    ],
    aspects: Annotated[
        str | None,
        typer.Option(
            "--aspects",
            metavar="A,B",
            help='Only these, by the names shown or in your own words, e.g. "data,funding".',
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="paper, contract, manual, book, report, letter, form, slides or other; else as recognised.",
        ),
    ] = None,
    mode: ModeOption = None,
    sentences: Annotated[
        int, typer.Option("--sentences", metavar="N", min=1, max=10, help="Most sentences of an aspect.")
    ] = 3,
    fresh: Annotated[bool, typer.Option("--fresh", help="Make it again, though it was made before.")] = False,
) -> None:
    """Summarise documents: what each says about what a reader wants to know, with its page.

    What is told depends on the kind of document: of a paper the problem, contribution, data, method, results,
    limitations and future work; of a contract the parties, term, payment and so on. What a document does not report
    is said to be not reported. Where a language model writes, each of its sentences is checked against the passages
    that it was given; what they do not say is left out. Summaries are kept until the document is removed.
    """
    with session.open() as library:
        chosen = list({found.id: found for found in map(library.document, documents)})
        wanted = None if aspects is None else [name for name in aspects.split(",") if name.strip()]
        made = []
        for name in chosen:
            with _telling(session) as progress:
                summary = library.summarize(
                    name,
                    aspects=wanted,
                    kind=kind,
                    mode=mode.value if mode else None,
                    sentences=sentences,
                    fresh=fresh,
                    progress=progress,
                )
            made.append(summary)
            if not session.json:
                if len(made) > 1:
                    session.terminal.line()
                _SummaryView(session.terminal, summary).show()
    if session.json:
        session.print_json({"summaries": [_plain(summary) for summary in made]})


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("summarize")(summarize)


@contextlib.contextmanager
def _telling(session: Session) -> Iterator[Callable[[str], None] | None]:
    """A line on the terminal that says which aspect is being sought, if a person looks on."""
    if session.json or not session.terminal.err.is_terminal:
        yield None
        return
    with session.terminal.err.status("Reading …") as status:
        yield lambda title: status.update(f"{title} …")


def _plain(summary: Summary) -> dict[str, Any]:
    """A summary in JSON: the document once, not with every citation."""
    fields = {field.name: getattr(summary, field.name) for field in dataclasses.fields(summary)}
    names = [field.name for field in dataclasses.fields(summary.citations[0])] if summary.citations else []
    return fields | {
        "citations": [
            {name: getattr(citation, name) for name in names if name != "document"}
            for citation in summary.citations
        ]
    }


class _SummaryView:
    """Shows a summary."""

    def __init__(self, terminal: Terminal, summary: Summary) -> None:
        self._terminal = terminal
        self._summary = summary

    def show(self) -> None:
        """Title, aspects, what is not reported, places and how it was made."""
        line = self._terminal.line
        line(one_line(self._summary.document.title), style="bold")
        for section in self._summary.sections:
            if section.sentences:
                line()
                line(section.title, style="bold")
                self._section(section)
        missing = [section.title for section in self._summary.sections if not section.reported]
        if missing:
            line()
            line(f"Not reported: {', '.join(missing)}.")
        self._places()
        self._made()

    def _section(self, section: SummarySection) -> None:
        from rich.text import Text

        from pincite.cli.terminal import EVIDENCE

        pages = {citation.number: citation for citation in self._summary.citations}
        for sentence in section.sentences:
            text = Text(quoted(sentence.text))
            for number in sentence.citations:
                if section.aspect == PARTS:
                    place = page_reference(pages[number].page_index, pages[number].page_label)
                    text.append(f"  {place}", style="dim")
                else:
                    text.append(" ").append(f"[{number}]", style=EVIDENCE)
            listed = _is_item(sentence)
            self._terminal.line(text, indent=4 if listed else 2, marker=Text("  -") if listed else None)
        if section.failure and section.failure != self._summary.failure:
            told = "Quoted. " if section.mode == "quoted" else ""
            self._terminal.line(f"{told}{one_line(section.failure)}", style="dim", indent=2)

    def _places(self) -> None:
        from rich.text import Text

        from pincite.cli.terminal import EVIDENCE

        told = {
            number
            for section in self._summary.sections
            for sentence in section.sentences
            for number in sentence.citations
            if section.aspect != PARTS
        }
        citations = [citation for citation in self._summary.citations if citation.number in told]
        if citations:
            self._terminal.line()
        for _, group in groupby(citations, key=_place):
            same = list(group)
            marker = Text("".join(f"[{citation.number}]" for citation in same), style=EVIDENCE)
            crosses = len({span.page_index for span in same[0].spans}) > 1
            place = page_reference(same[0].page_index, same[0].page_label, crosses=crosses)
            section = section_path(same[0].section)
            self._terminal.line(
                f"{place}{', ' + section if section else ''}", marker=marker, indent=len(marker) + 1
            )

    def _made(self) -> None:
        summary = self._summary
        read, used = summary.pages_read, summary.pages_used
        parts = [
            f"as a {summary.kind}" if summary.kind != "own" else "aspects as named",
            f"{plural(len(read), 'page')} of {summary.document.pages:,} read",
            _from_pages(used),
            "made before" if summary.cached else f"{summary.seconds:.2f} s",
        ]
        self._terminal.line()
        self._terminal.line(", ".join(filter(None, parts)), style="dim")
        if summary.model is not None:
            where = f"text was sent to {summary.model.address}" if summary.model.remote else "on this machine"
            verb = "composed by" if summary.mode == "composed" else "read by"
            self._terminal.line(f"{verb} {one_line(summary.model.name)}, {one_line(where)}", style="dim")
        if summary.removed:
            count = plural(len(summary.removed), "sentence")
            was = "was" if len(summary.removed) == 1 else "were"
            self._terminal.line(
                f"{count} of the model {was} removed: the document does not say so", style="dim"
            )
        if summary.failure:
            self._terminal.line(f"Quoted, not composed. {one_line(summary.failure)}", style="dim")


def _from_pages(pages: Sequence[int]) -> str:
    if len(pages) > MOST_PAGES:
        return f"from {len(pages)} of them"
    return f"from {'page' if len(pages) == 1 else 'pages'} {page_list(pages)} of the file" if pages else ""


def _is_item(sentence: AnswerSentence) -> bool:
    return sentence.lead.strip() == "-"


def _place(citation: Citation) -> tuple[object, ...]:
    return citation.page_index, citation.section, {span.page_index for span in citation.spans}
