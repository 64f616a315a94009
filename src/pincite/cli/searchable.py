"""`pincite ocr`."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import UsageError


@with_session
def ocr(
    session: Session,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PDF, PNG, JPEG or TIFF file.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="OUT.pdf", help="The new file; else FILE with .ocr.pdf at its end."
        ),
    ] = None,
    pages: Annotated[
        str, typer.Option("--pages", metavar="LIST", help='Only these pages, as in "1,4-7".')
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Read pages that have text as well; replace the new file.")
    ] = False,
    ocr_language: Annotated[
        str | None,
        typer.Option(
            "--ocr-language", metavar="CODES", help='Languages of the scan, as in "ru,en"; else as set.'
        ),
    ] = None,
    password: Annotated[
        str | None, typer.Option("--password", metavar="P", help="Opens an encrypted file.")
    ] = None,
) -> None:
    """Make a scan searchable: a copy with an invisible layer of its text.

    The pages stay as they are, and those that have text already are left alone. Works without a library.
    """
    from pincite.config import load_settings
    from pincite.library import compiled_cache
    from pincite.parse import Ocr, ParserPool

    target = output or file.with_suffix(".ocr.pdf")
    wanted = _indexes(pages)
    if not file.is_file():
        raise UsageError(f"{file} is no file", "Name a PDF or a picture.")
    if target.exists() and (not force or target.samefile(file)):
        raise UsageError(f"{target} exists", "Choose another name with --output.")
    if not target.absolute().parent.is_dir():
        raise UsageError(
            f"there is no folder {target.absolute().parent}", "Make it, or choose another with --output."
        )
    overrides = {} if ocr_language is None else {"ocr": {"languages": ocr_language}}
    settings = load_settings(session.folder, overrides=overrides)
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with ParserPool(settings.parse, ocr=Ocr(settings.ocr, compiled_cache())) as pool:
            read = pool.searchable(file, unfinished, password=password, pages=wanted, force=force)
        os.replace(unfinished, target)  # noqa: PTH105 (also replaces on Windows)
    finally:
        unfinished.unlink(missing_ok=True)
    if session.json:
        found = [{"page": index, "confidence": round(confidence, 4)} for index, confidence in read]
        session.print_json({"file": str(target), "pages": found})
        return
    session.terminal.line(f"{one_line(str(target))}: text added to {plural(len(read), 'page')}")


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("ocr")(ocr)


def _indexes(pages: str) -> set[int]:
    """Page indexes from "1,4-7"."""
    found: set[int] = set()
    for part in filter(None, (part.strip() for part in pages.split(","))):
        first, _, last = part.partition("-")
        if (
            not (first.isdecimal() and (last or first).isdecimal())
            or not 0 < int(first) <= int(last or first) < 10**6
        ):
            raise UsageError(f"{part!r} names no pages", 'Pages are named as in "1,4-7".')
        found.update(range(int(first), int(last or first) + 1))
    return found
