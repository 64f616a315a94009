"""Showing the turns of conversations, new and old ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.text import one_line, plural
from pincite.domain import Lost, Turn, TurnState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.answer.events import Asking
    from pincite.cli.answers import AnswerView
    from pincite.cli.session import Session
    from pincite.cli.terminal import Terminal
    from pincite.domain import Answer
    from pincite.library import Library
    from pincite.library.talking import Talking

_LOST = {
    Lost.REMOVED: "its document is no longer in the library",
    Lost.CHANGED: "its document was changed, and it is not at its place any more",
}
_STATES = {
    TurnState.RUNNING: "Not answered: it is being answered now, or was broken off. `pincite chat` has /retry.",
    TurnState.FORGOTTEN: "The answer was removed together with a document that it quoted.",
}


def show_turn(turn: Turn, view: AnswerView, terminal: Terminal) -> None:
    """A turn as it is kept."""
    terminal.line(one_line(turn.question), style="bold")
    if turn.answer is None:
        terminal.line(one_line(turn.failure) or _STATES.get(turn.state, ""))
        return
    show_understood(turn.answer.asked_as, terminal)
    terminal.line()
    view.answer(turn.answer)
    for number, reason in sorted(turn.lost.items()):
        terminal.line(f"[{number}]: {_LOST[reason]}.")


def show_understood(understood: str, terminal: Terminal) -> None:
    """How a follow-up was understood; nothing if it stood alone."""
    if understood:
        terminal.line(f"Understood as: {one_line(understood)}", style="dim")


def show_answer(
    session: Session,
    library: Library,
    asking: Asking | Talking,
    *,
    passages: bool = False,
    show_unsupported: bool = False,
) -> None:
    """Show an answer, or a turn of a conversation, while it is made; in JSON when it is there.

    Raises:
        PinciteError: if the question cannot be answered; a turn is kept as failed.
        typer.Exit: after Ctrl-C; what there is of a turn's answer is kept.
    """
    from pincite.cli.answers import AnswerView
    from pincite.cli.following import follow
    from pincite.library.talking import Talking

    if session.json:
        for _ in asking:
            pass
        if isinstance(asking, Talking):
            turn = library.turns(asking.conversation)[asking.number - 1]
            session.print_json({"conversation": library.conversation(asking.conversation), "turn": turn})
        else:
            session.print_json(asking.whole())
        return
    if isinstance(asking, Talking):
        show_understood(asking.understand(), session.terminal)
    view = AnswerView(session.terminal, library)
    follow(asking, view, session.terminal, passages=passages, show_unsupported=show_unsupported)


def last_or_new(library: Library, name: str | None) -> str | None:
    """Id of the conversation to ask in; None to begin one.

    Args:
        library: Keeps them.
        name: Id, beginning of an id or title; "new" for a new one; None for the one used last.

    Raises:
        NotFoundError: if there is no such conversation.
    """
    if name == "new":
        return None
    if name not in (None, "last"):
        return library.conversation(str(name)).id
    last = library.last_conversation()
    return last.id if last is not None else None


def export_answer(session: Session, answer: Answer, file: Path) -> None:
    """Write a single answer to a new file, and say so.

    Raises:
        UsageError: if the ending is unknown or the file exists.
        PinciteError: if it cannot be written.
    """
    from pincite.export.files import turn_of_answer

    said = export_turns(answer.question, [turn_of_answer(answer)], file)
    if not session.json:
        session.terminal.line(said)


def export_conversation(library: Library, name: str, file: Path) -> str:
    """Write a conversation to a new file in the format of its ending; gives a line that says so.

    Raises:
        NotFoundError: if there is no such conversation.
        UsageError: if the ending is unknown or the file exists.
        PinciteError: if it cannot be written.
    """
    found = library.conversation(name)
    about = {"id": found.id, "created_at": found.created_at, "updated_at": found.updated_at}
    return export_turns(found.title, library.turns(found.id), file, about)


def export_turns(title: str, turns: Sequence[Turn], file: Path, about: dict[str, str] | None = None) -> str:
    """Write turns to a new file in the format of its ending; gives a line that says so.

    Raises:
        UsageError: if the ending is unknown or the file exists.
        PinciteError: if it cannot be written.
    """
    from pincite.export.files import exported, format_of, write_new

    write_new(file, exported(title, turns, format_of(file), about))
    return f"exported {plural(len(turns), 'question')} to {one_line(str(file))}"


def check_export(file: Path) -> None:
    """Find out before a question is asked whether its answer can be written.

    Raises:
        UsageError: if the ending is unknown or the file exists.
    """
    from pincite.errors import UsageError
    from pincite.export.files import format_of

    format_of(file)
    if file.exists():
        raise UsageError(f"{file} exists already", "Choose another name.")
