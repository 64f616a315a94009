"""`pincite conversations`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.documents import id_length
from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line
from pincite.errors import NotFoundError

if TYPE_CHECKING:
    from pincite.library import Library

Name = Annotated[
    str, typer.Argument(metavar="ID", help="A conversation's id, the beginning of it, its title, or `last`.")
]
LAST = "last"

group = typer.Typer(
    name="conversations",
    help="List conversations; or show, rename, delete or export one.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def conversations(session: Session) -> None:
    """List conversations, the last used first; or show, rename, delete or export one."""
    _list(session, "")


@group.command("list")
@with_session
def list_conversations(
    session: Session,
    search: Annotated[
        str,
        typer.Option("--search", metavar="WORDS", help="Only those that hold all of these words."),
    ] = "",
) -> None:
    """List conversations, the last used first."""
    _list(session, search)


@group.command("show")
@with_session
def show(session: Session, name: Name) -> None:
    """Show the questions and answers of a conversation."""
    with session.open() as library:
        found = library.conversation(resolved(library, name))
        turns = library.turns(found.id)
        if session.json:
            session.print_json({"conversation": found, "turns": turns})
            return
        from pincite.cli.answers import AnswerView
        from pincite.cli.turns import show_turn

        view = AnswerView(session.terminal, library)
        for number, turn in enumerate(turns):
            if number:
                session.terminal.line()
            show_turn(turn, view, session.terminal)


@group.command("rename")
@with_session
def rename(
    session: Session,
    name: Name,
    title: Annotated[list[str], typer.Argument(metavar="TITLE", help="Its new title, quoted or not.")],
) -> None:
    """Give a conversation another title."""
    with session.open() as library:
        changed = library.rename_conversation(resolved(library, name), " ".join(title))
    if session.json:
        session.print_json(changed)
    else:
        session.terminal.line(f"{changed.id[:8]} is now called {one_line(changed.title)}")


@group.command("delete")
@with_session
def delete(
    session: Session,
    names: Annotated[
        list[str], typer.Argument(metavar="ID", help="Ids, beginnings of ids, titles, or `last`.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete conversations without a trace.

    On a terminal it asks first. All are looked up before the first is deleted.
    """
    with session.open() as library:
        chosen = {c.id: c for c in (library.conversation(resolved(library, name)) for name in names)}
        if not yes and not session.json and sys.stdin.isatty():
            titles = "; ".join(one_line(c.title) for c in chosen.values())
            typer.confirm(f"Delete {titles}?", abort=True)
        deleted = [library.delete_conversation(identity) for identity in chosen]
    if session.json:
        session.print_json({"deleted": deleted})
        return
    for conversation in deleted:
        session.terminal.line(f"deleted {one_line(conversation.title)} ({conversation.id[:8]})")


@group.command("export")
@with_session
def export(
    session: Session,
    name: Name,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A new file that ends in .md, .json or .docx.")
    ],
) -> None:
    """Write a conversation into a file, with the numbers of the screen and a list of references."""
    from pincite.cli.turns import export_conversation

    with session.open() as library:
        found = library.conversation(resolved(library, name))
        said = export_conversation(library, found.id, file)
    if session.json:
        session.print_json({"exported": found, "file": file})
    else:
        session.terminal.line(said)


def resolved(library: Library, name: str) -> str:
    """What a conversation is found by: the id of the one used last for "last", else the name itself.

    Raises:
        NotFoundError: for "last" when there is none.
    """
    if name != LAST:
        return name
    last = library.last_conversation()
    if last is None:
        raise NotFoundError("there is no conversation yet", "`pincite chat` begins one.")
    return last.id


def _list(session: Session, words: str) -> None:
    with session.open() as library:
        found = library.conversations(words)
    if session.json:
        session.print_json(found)
        return
    terminal = session.terminal
    if not found and terminal.interactive:
        terminal.line(
            "None holds these words." if words else "No conversations yet. `pincite chat` begins one."
        )
        return
    length = id_length([conversation.id for conversation in found])
    rows = [
        (c.id[:length], f"{c.turns:,}", one_line(c.title), c.updated_at[:16].replace("T", " ")) for c in found
    ]
    terminal.table(rows, ("id", "questions", "title", "used (UTC)"), wide=2)


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)
