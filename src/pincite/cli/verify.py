"""`pincite verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.domain import Verified

_STYLES = {"sound": "green", "wrong": "red", "unsigned": "yellow"}
_LISTED = 20


@with_session
def verify(
    session: Session,
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DOCUMENT]...", help="Ids or file names; all documents when none is named."),
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--key",
            metavar="PUBLIC",
            help="Public key that must have signed: 64 hexadecimal digits, or a file of keys. May be repeated.",
        ),
    ] = None,
    sign: Annotated[
        bool,
        typer.Option("--sign", help="First sign, as they are now, the documents that have no signature."),
    ] = False,
    show_keys: Annotated[
        bool, typer.Option("--keys", help="Only print the public keys that the library trusts.")
    ] = False,
) -> None:
    """Compare documents with what was signed when they were added.

    Names every page, chunk and vector that was changed, removed or added since, and originals whose bytes changed.
    Exit code: 1 if something is wrong, else 0; documents that were added before the library signed are told apart.
    """
    with session.open() as library:
        if show_keys:
            _print_keys(session, library.public_keys())
            return
        signed = library.sign_unsigned(documents) if sign else []
        verified = library.verify(documents, keys=key or ())
    failed = any(one.state == "wrong" for one in verified)
    if session.json:
        entries = [
            {
                "id": one.document.id,
                "file_name": one.document.file_name,
                "state": one.state,
                "key": one.key,
                "pages": one.pages,
                "chunks": one.chunks,
                "discrepancies": one.discrepancies,
            }
            for one in verified
        ]
        session.print_json({"signed": [document.id for document in signed], "documents": entries})
        raise typer.Exit(int(failed))
    terminal = session.terminal
    if sign:
        terminal.line(f"{plural(len(signed), 'document')} signed")
    for one in verified:
        if one.state != "sound":
            _print(terminal, one)
    counts = {state: sum(one.state == state for one in verified) for state in _STYLES}
    terminal.line(
        f"{plural(counts['sound'], 'document')} as signed, {counts['wrong']} not, "
        f"{counts['unsigned']} added before the library signed"
    )
    raise typer.Exit(int(failed))


def _print(terminal: Terminal, one: Verified) -> None:
    from rich.text import Text

    text = Text(one.state, style=_STYLES[one.state])
    text.append(f" {one_line(one.document.file_name)} ({one.document.id})", style="default")
    terminal.line(text)
    for discrepancy in one.discrepancies[:_LISTED]:
        where = ", ".join(str(page) for page in discrepancy.pages)
        place = f" (page {where})" if where and discrepancy.ordinal is not None else ""
        terminal.line(f"{one_line(discrepancy.message)}{place}", indent=2)
    if len(one.discrepancies) > _LISTED:
        terminal.line(f"and {len(one.discrepancies) - _LISTED} more; --json lists all", style="dim", indent=2)


def _print_keys(session: Session, keys: dict[str, str]) -> None:
    if session.json:
        session.print_json({"keys": [{"key": key, "since": since} for key, since in keys.items()]})
        return
    for key, since in keys.items():
        session.terminal.line(f"{key} {since}".strip())


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("verify")(verify)
