"""`pincite collections`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import UsageError

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name or id of the collection.")]

group = typer.Typer(
    name="collections",
    help="List collections; or make, rename or delete one.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def list_collections(session: Session) -> None:
    """List the collections, or make, rename or delete one."""
    with session.open() as library:
        found = library.collections()
    if session.json:
        session.print_json(found)
        return
    heads = ("collection", "documents", "account", "id")
    rows = [(one_line(c.name), f"{c.documents:,}", one_line(c.shared_by), c.id) for c in found]
    # With accounts, several collections may have one name: then it takes the id to name one.
    shown = len(heads) if any(collection.shared_by for collection in found) else 2
    session.terminal.table([row[:shown] for row in rows], heads[:shown], wide=0)


@group.command("create")
@with_session
def create(session: Session, name: Name) -> None:
    """Make an empty collection, and the library if it does not exist."""
    with session.open(create=True) as library:
        library.create_collection(name)
    _done(session, {"created": name}, f"created {one_line(name)}")


@group.command("rename")
@with_session
def rename(
    session: Session,
    name: Name,
    new_name: Annotated[str, typer.Argument(metavar="NEW_NAME", help="Its new name.")],
) -> None:
    """Rename a collection."""
    with session.open() as library:
        library.rename_collection(name, new_name)
    _done(
        session, {"renamed": name, "name": new_name}, f"{one_line(name)} is now called {one_line(new_name)}"
    )


@group.command("delete")
@with_session
def delete(
    session: Session,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for the name to be typed.")] = False,
) -> None:
    """Delete a collection, and the documents that are in no other one."""
    with session.open() as library:
        found = library.collection(name)
        if not yes:
            _confirm(found.name, found.documents)
        removed = library.delete_collection(found.id)
    text = f"deleted {one_line(name)}, and {plural(removed, 'document')} that no other collection holds"
    _done(session, {"deleted": name, "documents": removed}, text)


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)


def _confirm(name: str, held: int) -> None:
    if not sys.stdin.isatty():
        raise UsageError(
            f"deleting {name!r} would remove up to {plural(held, 'document')}", "Add --yes to do it."
        )
    typer.echo(
        f"This deletes the collection {one_line(name)} and those of its {plural(held, 'document')} that are "
        "in no other collection.",
        err=True,
    )
    if typer.prompt("Type its name to go on", err=True) != name:
        raise UsageError("the names differ", "Nothing was deleted.")


def _done(session: Session, value: dict[str, object], text: str) -> None:
    if session.json:
        session.print_json(value)
    else:
        session.terminal.line(text)
