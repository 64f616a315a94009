"""`pincite extract`."""

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
    from pincite.cli.terminal import Terminal
    from pincite.domain import Document, ExtractedField, Extraction

VALUE_LENGTH = 400
"""Longer values are cut on the screen; files have them whole."""


class Format(StrEnum):
    """How extractions are written."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


class Mode(StrEnum):
    """Who finds the values."""

    AUTO = "auto"
    QUOTED = "quoted"
    COMPOSED = "composed"


@with_session
def extract(
    session: Session,
    documents: Annotated[
        list[str] | None, typer.Argument(metavar="DOC", help="Ids, beginnings of ids, or file names.")
    ] = None,
    schema: Annotated[
        str | None,
        typer.Option(
            "--schema",
            metavar="NAME|FILE",
            help="A built-in schema or a TOML or JSON Schema file; else by the kind of each document.",
        ),
    ] = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option("--format", metavar="table|json|csv|xlsx", help="Else by the ending of --output."),
    ] = None,
    output: OutputOption = None,
    force: ForceOption = False,
    collection: CollectionOption = None,
    mode: Annotated[
        Mode,
        typer.Option(
            "--mode", metavar="auto|quoted|composed", help="Whether a language model reads; auto: as set."
        ),
    ] = Mode.AUTO,
    fresh: Annotated[bool, typer.Option("--fresh", help="Look again, though it was done before.")] = False,
    schemas: Annotated[bool, typer.Option("--schemas", help="List the built-in schemas.")] = False,
    show_schema: Annotated[
        str | None,
        typer.Option(
            "--show-schema", metavar="NAME", help="Print a built-in schema, to start your own from."
        ),
    ] = None,
) -> None:
    """Take facts out of documents, field by field: each value with the words and the page it is from.

    A field that a document does not report is said to be not reported; one that makes no sense for it stays empty.
    Several documents make one table with a row for each. Results are kept until a document is removed.
    """
    from rich.text import Text

    if schemas:
        _list_schemas(session)
        return
    if show_schema is not None:
        from pincite.research.schema import builtin_text

        sys.stdout.write(builtin_text(show_schema))
        return
    chosen = _format(format, output, as_json=session.json)
    if output is not None:
        check_target(output, force=force)
    if documents and collection is not None:
        raise UsageError("documents and a collection were named", "Name the one or the other.")
    with session.open() as library:
        named = list(documents or ())
        if collection is not None:
            named = [document.id for document in library.documents(collection)]
        with session.terminal.err.status("") as status:  # shown on a terminal only

            def tell(document: Document) -> None:
                status.update(Text(f"reading {one_line(document.title)}", style="dim"))

            made = library.extract(named, schema=schema, mode=mode.value, fresh=fresh, progress=tell)
    _write(session, made, chosen, output)


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("extract")(extract)


def _format(chosen: Format | None, output: Path | None, *, as_json: bool) -> Format:
    if as_json and chosen not in (None, Format.JSON):
        raise UsageError(f"--json and --format {chosen} exclude each other", "Leave one of them out.")
    if as_json or chosen is not None:
        chosen = chosen or Format.JSON
    elif output is not None:
        ending = output.suffix.lower().removeprefix(".")
        known = {item.value: item for item in Format} | {"txt": Format.TABLE}
        if ending not in known:
            raise UsageError(
                f"{output} does not say what is to be written",
                "End it in .csv, .xlsx, .json or .txt, or give --format.",
            )
        chosen = known[ending]
    if chosen is Format.XLSX and output is None:
        raise UsageError("XLSX cannot be shown on a screen", "Name a file with --output.")
    return chosen or Format.TABLE


def _write(session: Session, made: list[Extraction], chosen: Format, output: Path | None) -> None:
    from pincite.cli.jsonable import to_json
    from pincite.research.extraction_tables import citations_sheet, values_sheet
    from pincite.research.tabular import to_csv, to_xlsx

    content: str | bytes
    if chosen is Format.TABLE and output is None:
        _View(session.terminal).show(made)
        return
    if chosen is Format.JSON:
        content = to_json({"extractions": [_plain(extraction) for extraction in made]}) + "\n"
    elif chosen is Format.CSV:
        content = to_csv(values_sheet(made, quotes=True))
    elif chosen is Format.XLSX:
        content = to_xlsx([values_sheet(made), citations_sheet(made)])
    else:
        content = "\n".join(_lines(made)) + "\n"
    if output is None:
        sys.stdout.write(clean(content) if isinstance(content, str) else "")
        return
    write_file(output, content)
    if session.json:
        session.print_json({"file": str(output), "documents": len(made)})
    else:
        session.terminal.line(f"{one_line(str(output))}: {plural(len(made), 'document')}")


def _plain(extraction: Extraction) -> dict[str, Any]:
    """An extraction in JSON: the document once, not with every citation."""
    result = {item.name: getattr(extraction, item.name) for item in dataclasses.fields(extraction)}
    result["fields"] = [
        {item.name: getattr(field, item.name) for item in dataclasses.fields(field)}
        | {
            "citations": [
                {
                    item.name: getattr(citation, item.name)
                    for item in dataclasses.fields(citation)
                    if item.name != "document"
                }
                for citation in field.citations
            ]
        }
        for field in extraction.fields
    ]
    return result


def _list_schemas(session: Session) -> None:
    from pincite.research.schema import builtin, builtin_names

    found = [builtin(name) for name in builtin_names()]
    if session.json:
        session.print_json({"schemas": found})
        return
    rows = [
        (item.name, f"{len(item.fields)}", ", ".join(item.kinds) or "others", item.description)
        for item in found
    ]
    session.terminal.table(rows, ("name", "fields", "for", "what it takes out"), wide=3)


def _lines(made: list[Extraction]) -> list[str]:
    """Extractions as plain text."""
    lines: list[str] = []
    for extraction in made:
        lines += ["", _title(extraction)] if lines else [_title(extraction)]
        lines += [f"  {field.label}: {_value(field)}{_place(field)}" for field in extraction.fields]
        lines += [f"  note: {one_line(note)}" for note in extraction.notes]
    return lines


def _title(extraction: Extraction) -> str:
    document = extraction.document
    return (
        f"{one_line(document.title)} ({one_line(document.file_name)}), schema {one_line(extraction.schema)}"
    )


def _value(field: ExtractedField) -> str:
    from pincite.domain import FieldState
    from pincite.research.extraction_tables import shown

    if field.state is FieldState.NOT_APPLICABLE:
        return "does not apply"
    return one_line(quoted(shown(field)))


def _place(field: ExtractedField) -> str:
    if not field.citations:
        return ""
    first = field.citations[0]
    numbers = ", ".join(str(citation.number) for citation in field.citations)
    return f" [{numbers}], {page_reference(first.page_index, first.page_label)}"


class _View:
    """Shows extractions on a terminal or in a pipe."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def show(self, made: list[Extraction]) -> None:
        """All of them, one after the other."""
        from pincite.cli.terminal import QUIET

        for number, extraction in enumerate(made):
            if number:
                self._terminal.line()
            self._terminal.line(_title(extraction), style="bold")
            width = max((len(field.label) for field in extraction.fields), default=0) + 2
            for field in extraction.fields:
                if self._own_line(field):
                    self._field(field, width)
            self._terminal.line()
            self._together(extraction)
            for note in extraction.notes:
                self._terminal.line(one_line(note))
            self._terminal.line(_effort(extraction), style=QUIET)

    def _own_line(self, field: ExtractedField) -> bool:
        """Whether a field is told of by itself: in a pipe every one is, on a screen what is missing is one list."""
        from pincite.domain import FieldState

        missing = field.state in (FieldState.NOT_REPORTED, FieldState.NOT_APPLICABLE)
        return not missing or bool(field.note) or not self._terminal.interactive

    def _together(self, extraction: Extraction) -> None:
        from pincite.cli.terminal import QUIET
        from pincite.domain import FieldState

        for state, title in (
            (FieldState.NOT_REPORTED, "Not reported"),
            (FieldState.NOT_APPLICABLE, "Does not apply"),
        ):
            labels = [
                one_line(field.label)
                for field in extraction.fields
                if field.state is state and not self._own_line(field)
            ]
            if labels:
                self._terminal.line(f"{title}: {', '.join(labels)}", style=QUIET)

    def _field(self, field: ExtractedField, width: int) -> None:
        from rich.text import Text

        from pincite.cli.terminal import EVIDENCE, QUIET
        from pincite.domain import FieldState, FieldType

        found = field.state is FieldState.FOUND
        value = _value(field)
        if len(value) > VALUE_LENGTH:
            value = value[:VALUE_LENGTH].rsplit(" ", 1)[0] + "\u2026"
        shown = Text(value, style="" if found else QUIET)
        shown.append(_place(field), style=EVIDENCE)
        if found and field.type is FieldType.YES_NO and field.citations:
            quote = one_line(quoted(field.citations[0].quote))
            cut = quote if len(quote) <= VALUE_LENGTH else quote[:VALUE_LENGTH].rsplit(" ", 1)[0] + "\u2026"
            shown.append(f" {cut}", style=QUIET)
        if field.note:
            shown.append(f" ({one_line(field.note)})", style=QUIET)
        self._terminal.line(shown, marker=Text(one_line(field.label)), indent=width)


def _effort(extraction: Extraction) -> str:
    from pincite.domain import FieldState

    states = [field.state for field in extraction.fields]
    parts = [
        f"{states.count(FieldState.FOUND)} of {plural(len(states), 'field')} found",
        f"{states.count(FieldState.NOT_REPORTED)} not reported",
    ]
    if extraction.model is not None:
        read = "read by" if extraction.mode == "composed" else "text was sent to"
        where = f" at {one_line(extraction.model.address)}" if extraction.model.remote else ""
        parts.append(f"{read} {one_line(extraction.model.name)}{where}")
    parts.append("kept from before" if extraction.kept else f"{extraction.seconds:.1f} s")
    return ", ".join(parts)
