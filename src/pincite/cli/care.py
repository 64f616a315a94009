"""`pincite doctor`, `pincite backup` and `pincite restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import file_size, one_line, plural

_STYLES = {"error": "red", "warning": "yellow", "info": "dim"}


@with_session
def doctor(
    session: Session,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also read every original file and every sentence.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="First remove leftovers that belong to nothing.")
    ] = False,
    server: Annotated[
        bool,
        typer.Option(
            "--server", help="Also check how it is served: settings, accounts, files, the running server."
        ),
    ] = False,
) -> None:
    """Check the library, and say what to do.

    Exit code: 1 if there is an error, else 0. When all is well nothing is printed, except one line on a
    terminal.
    """
    with session.open() as library:
        repaired = library.repair() if repair else []
        findings = library.check(deep=deep)
        if server:
            from pincite.server.doctor import check_server

            findings += check_server(library)
        count = len(library.documents()) if not findings else 0
    failed = any(finding.severity == "error" for finding in findings)
    if session.json:
        session.print_json({"findings": findings, "repaired": repaired})
        raise typer.Exit(int(failed))
    from rich.text import Text

    terminal = session.terminal
    for removed in repaired:
        terminal.line(f"removed {one_line(removed)}")
    for finding in findings:
        text = Text(finding.severity, style=_STYLES[finding.severity])
        text.append(f" {one_line(finding.name)}: ", style="default")
        text.append(one_line(finding.message), style="default")
        terminal.line(text)
        if finding.remedy:
            terminal.line(one_line(finding.remedy), style="dim", indent=2)
    if not findings and terminal.interactive:
        terminal.line(f"The library is sound: {plural(count, 'document')}.")
    raise typer.Exit(int(failed))


@with_session
def backup(
    session: Session,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A new file; an existing one is never replaced.")
    ],
) -> None:
    """Write the whole library into one file.

    Others may go on using the library meanwhile.
    """
    with session.open() as library:
        report = library.backup(file)
    if session.json:
        session.print_json({"file": file, "report": report})
        return
    session.terminal.line(
        f"{plural(report.documents, 'document')}, {plural(report.originals, 'original file')} and "
        f"{plural(report.chunks, 'chunk')} are in {one_line(str(file))} ({file_size(report.size)})"
    )


@with_session
def restore(
    session: Session,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `pincite backup`.")],
) -> None:
    """Make a library from a backup.

    The folder (see --library) must be new or empty.
    """
    from pincite.library import Library

    folder = session.folder
    Library.restore(file, folder)
    with session.open() as library:
        count = len(library.documents())
    if session.json:
        session.print_json({"library": folder, "documents": count})
    else:
        session.terminal.line(f"{plural(count, 'document')} restored into {one_line(str(folder))}")


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command("doctor")(doctor)
    app.command("backup")(backup)
    app.command("restore")(restore)
