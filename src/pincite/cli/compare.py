"""`pincite compare`."""

from __future__ import annotations

import dataclasses
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.output import ForceOption, OutputOption, check_target, write_file
from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import clean, one_line, page_reference, plural, quoted
from pincite.errors import UsageError

if TYPE_CHECKING:
    from rich.text import Text

    from pincite.cli.terminal import Terminal
    from pincite.domain import ComparedCell, Comparison, Dimension, Document

VALUE_LENGTH = 300
"""Longer values are cut on the screen; files have them whole."""


class Format(StrEnum):
    """How a comparison is written."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"
    MARKDOWN = "markdown"


class Mode(StrEnum):
    """Who finds the values and writes about them."""

    AUTO = "auto"
    QUOTED = "quoted"
    COMPOSED = "composed"


@with_session
def compare(
    session: Session,
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="DOC DOC…", help="Two or more ids, beginnings of ids, or file names."),
    ] = None,
    dimensions: Annotated[
        str | None,
        typer.Option(
            "--dimensions",
            metavar="A,B",
            help="What to compare by: fields of the schema, or own words, which are asked of each document.",
        ),
    ] = None,
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema",
            metavar="NAME|FILE",
            help="A built-in schema or a TOML or JSON Schema file; else for the kind that most are of.",
        ),
    ] = None,
    format_: Annotated[
        Format | None,
        typer.Option(
            "--format", metavar="table|json|csv|xlsx|markdown", help="Else by the ending of --output."
        ),
    ] = None,
    output: OutputOption = None,
    force: ForceOption = False,
    collection: CollectionOption = None,
    mode: Annotated[
        Mode,
        typer.Option(
            "--mode",
            metavar="auto|quoted|composed",
            help="Whether a language model takes part; auto: as set.",
        ),
    ] = Mode.AUTO,
    fresh: Annotated[bool, typer.Option("--fresh", help="Look again, though it was done before.")] = False,
) -> None:
    """Put documents side by side: what each says of the same things, every value with its page.

    What two documents report is compared; what fewer report is listed as skipped, with who reports it. What was found
    in a document is kept, so that one more document costs only itself.
    """
    chosen = _format(format_, output, as_json=session.json)
    if output is not None:
        check_target(output, force=force)
    with session.open() as library:
        named = list(documents or ())
        if collection is not None and not named:
            named = [document.id for document in library.documents(collection)]
        made = library.compare(
            named,
            dimensions=_words(dimensions),
            schema=schema,
            mode=mode.value,
            fresh=fresh,
            progress=lambda document: _progress(session, document),
        )
    _write(session, made, chosen, output)


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("compare")(compare)


def _words(dimensions: str | None) -> list[str] | None:
    if dimensions is None:
        return None
    return [words.strip() for words in dimensions.split(",") if words.strip()] or [""]


def _progress(session: Session, document: Document) -> None:
    if not session.json and session.terminal.err.is_terminal:
        session.terminal.err.print(f"reading {one_line(document.title)}", style="dim")


def _format(chosen: Format | None, output: Path | None, *, as_json: bool) -> Format:
    if as_json and chosen not in (None, Format.JSON):
        raise UsageError(f"--json and --format {chosen} exclude each other", "Leave one of them out.")
    if as_json:
        return Format.JSON
    if chosen is None and output is not None:
        known = {item.value: item for item in Format if item is not Format.TABLE} | {"md": Format.MARKDOWN}
        ending = output.suffix.lower().removeprefix(".")
        if ending not in known:
            raise UsageError(
                f"the ending of {output.name} names no format",
                "End it in .csv, .xlsx, .json or .md, or give --format.",
            )
        chosen = known[ending]
    if chosen is Format.XLSX and output is None:
        raise UsageError("XLSX cannot be shown on a screen", "Name a file with --output.")
    if chosen is Format.TABLE and output is not None:
        raise UsageError("this table is for the screen", "Choose --format csv, xlsx, json or markdown.")
    return chosen or Format.TABLE


def _write(session: Session, made: Comparison, chosen: Format, output: Path | None) -> None:
    if chosen is Format.TABLE:
        _View(session.terminal, made).show()
        return
    content = _written(made, chosen)
    if output is not None:
        write_file(output, content)
        session.terminal.line(f"{one_line(str(output))}: {_counts(made)}")
    elif isinstance(content, str):
        sys.stdout.write(content if chosen is Format.JSON else clean(content))


def _written(made: Comparison, chosen: Format) -> str | bytes:
    from pincite.cli.jsonable import to_json
    from pincite.research.comparison_tables import citations_sheet, remarks_sheet, to_markdown, values_sheet
    from pincite.research.tabular import to_csv, to_xlsx

    if chosen is Format.CSV:
        return to_csv(values_sheet(made, pages=True))
    if chosen is Format.XLSX:
        return to_xlsx([values_sheet(made, pages=False), citations_sheet(made), remarks_sheet(made)])
    if chosen is Format.MARKDOWN:
        return to_markdown(made)
    return to_json(_plain(made)) + "\n"


def _plain(made: Comparison) -> dict[str, Any]:
    """A comparison in JSON: each document once, and its id with every citation."""
    plain = {item.name: getattr(made, item.name) for item in dataclasses.fields(made)}
    plain["citations"] = [
        {item.name: getattr(citation, item.name) for item in dataclasses.fields(citation)}
        | {"document": citation.document.id}
        for citation in made.citations
    ]
    return plain


def _counts(made: Comparison) -> str:
    counted = [plural(len(made.documents), "document"), plural(len(made.dimensions), "dimension")]
    return ", ".join([*counted, f"{len(made.skipped)} skipped"])


class _View:
    """Shows a comparison: dimension by dimension, what each document says, with its page."""

    def __init__(self, terminal: Terminal, made: Comparison) -> None:
        self._terminal = terminal
        self._made = made

    def show(self) -> None:
        """All of it."""
        from pincite.cli.terminal import QUIET

        line = self._terminal.line
        if not self._made.dimensions:
            line("The documents have no dimension in common: none is reported by two of them.", style="bold")
        for column, dimension in enumerate(self._made.dimensions):
            if column:
                line()
            self._dimension(column, dimension)
        if self._made.synthesis:
            line()
            line("From the table", style="bold")
            for sentence in self._made.synthesis:
                line(one_line(quoted(sentence.text)), indent=2)
        if self._made.skipped:
            line()
            line("Skipped: reported by fewer than two", style="bold")
            self._skipped()
        line()
        for note in self._made.notes:
            line(one_line(note))
        line(self._effort(), style=QUIET)

    def _dimension(self, column: int, dimension: Dimension) -> None:
        from rich.text import Text

        from pincite.cli.terminal import ACCENT, QUIET
        from pincite.domain import FieldState

        self._terminal.line(one_line(dimension.label), style="bold")
        silent = []
        for row in self._made.documents:
            cell = row.cells[column]
            if cell.state is not FieldState.FOUND:
                silent.append(one_line(row.name))
                continue
            shown = Text().append(one_line(row.name), style=ACCENT)
            shown.append("  ")
            shown.append_text(self._value(cell, dimension))
            self._terminal.line(shown, indent=2)
        if silent:
            self._terminal.line(f"Not reported: {', '.join(silent)}", style=QUIET, indent=2)

    def _value(self, cell: ComparedCell, dimension: Dimension) -> Text:
        from rich.text import Text

        from pincite.cli.terminal import EVIDENCE, QUIET
        from pincite.research.comparison_answer import cell_text
        from pincite.research.comparison_statements import SURE

        shown = Text(quoted(cell_text(cell, dimension.type, self._made, VALUE_LENGTH)))
        cited = [self._made.citations[number - 1] for number in cell.citations]
        pages = dict.fromkeys(page_reference(c.page_index, c.page_label) for c in cited)
        if pages:
            shown.append(f" {', '.join(pages)}", style=EVIDENCE)
        if cell.confidence < SURE:
            shown.append(" (unsure)", style=QUIET)
        if cell.note:
            shown.append(f" ({one_line(cell.note)})", style=QUIET)
        return shown

    def _skipped(self) -> None:
        from rich.text import Text

        from pincite.cli.terminal import ACCENT, QUIET

        nobody = [one_line(s.dimension.label) for s in self._made.skipped if s.cell is None]
        for skipped in self._made.skipped:
            if skipped.cell is not None:
                shown = Text(f"{one_line(skipped.dimension.label)}: ")
                shown.append(one_line(skipped.name), style=ACCENT)
                shown.append("  ")
                shown.append_text(self._value(skipped.cell, skipped.dimension))
                self._terminal.line(shown, indent=2)
        if nobody:
            self._terminal.line(f"Nobody reports: {', '.join(nobody)}", style=QUIET, indent=2)

    def _effort(self) -> str:
        parts = [_counts(self._made), f"schema {one_line(self._made.schema)}"]
        if self._made.model is not None:
            parts.append(f"read by {one_line(self._made.model.name)}")
        if self._made.removed:
            parts.append(f"{plural(len(self._made.removed), 'sentence')} of the model removed")
        if self._made.kept:
            parts.append(f"{self._made.kept} kept from before")
        return ", ".join([*parts, f"{self._made.seconds:.1f} s"])
