"""`pincite watch` and `pincite watched`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.cli.worker import end_politely
from pincite.errors import NotFoundError

if TYPE_CHECKING:
    from pincite.domain import WatchedFolder

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with documents.")]
Name = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder, or its id.")]
Into = Annotated[
    str,
    typer.Option("--collection", metavar="NAME", help="Collection that its files go to; made if need be."),
]


@with_session
def watch(session: Session, folder: Folder, collection: Into = "default") -> None:
    """Follow a folder until Ctrl-C: what is new, changed, renamed or removed in it follows in the library.

    What changed while nothing ran is followed first. Without this command running, `pincite watched add` lets the
    workers of a server do the same.
    """
    from pincite.server import logs

    with session.open(create=True) as library:
        try:
            found = library.watched_folder(str(folder.absolute()))
        except NotFoundError:
            library.store.create_collection(collection, exist_ok=True)
            found = library.watch(folder, collection, paused=True)
        logs.configure("text", library.settings)
        running = library.worker()
        end_politely(running)
        session.terminal.err.print(f"following {one_line(found.path)}; Ctrl-C ends it", markup=False)
        done = running.run(follow=[found.id])
    if session.json:
        session.print_json({"jobs": done, "folder": found})


group = typer.Typer(
    name="watched",
    help="List the folders that workers follow; or add, pause or remove one.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def watched(session: Session) -> None:
    """List the folders that workers follow; or add, pause or remove one."""
    _list(session)


@group.command("list")
@with_session
def list_watched(session: Session) -> None:
    """List watched folders."""
    _list(session)


@group.command("add")
@with_session
def add(session: Session, folder: Folder, collection: Into = "default") -> None:
    """Let workers follow a folder from now on."""
    with session.open() as library:
        library.store.create_collection(collection, exist_ok=True)
        found = library.watch(folder, collection)
    _tell(session, found, "is followed by workers from now on")


@group.command("pause")
@with_session
def pause(session: Session, name: Name) -> None:
    """Do not follow a folder for the time being."""
    with session.open() as library:
        found = library.pause_watched(name)
    _tell(session, found, "is not followed at present")


@group.command("resume")
@with_session
def resume(session: Session, name: Name) -> None:
    """Follow a folder again."""
    with session.open() as library:
        found = library.pause_watched(name, paused=False)
    _tell(session, found, "is followed again")


@group.command("remove")
@with_session
def remove(session: Session, name: Name) -> None:
    """Follow a folder no more; its documents stay."""
    with session.open() as library:
        found = library.unwatch(name)
    _tell(session, found, "is followed no more; its documents stay")


def _tell(session: Session, found: WatchedFolder, what: str) -> None:
    if session.json:
        session.print_json(found)
    else:
        session.terminal.line(f"{one_line(found.path)} {what}")


def _list(session: Session) -> None:
    with session.open() as library:
        found = library.watched()
        names = {collection.id: collection.name for collection in library.collections()}
    if session.json:
        session.print_json(found)
        return
    terminal = session.terminal
    if not found and terminal.interactive:
        terminal.line("No folder is watched.")
        return
    rows = [
        (
            folder.id[:8],
            one_line(folder.path),
            one_line(names.get(folder.collection, "")),
            plural(folder.files, "file"),
            one_line(folder.failure or ("paused" if folder.paused else "")),
        )
        for folder in found
    ]
    terminal.table(rows, ("id", "folder", "collection", "files", "what of it"), wide=1)


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command("watch")(watch)
    app.add_typer(group)
