"""Showing the turns of conversations, new and old ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.text import one_line, plural
from pincite.domain import Lost, Turn, TurnState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.cli.answers import AnswerView
    from pincite.cli.terminal import Terminal
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


def follow_turn(
    talking: Talking,
    library: Library,
    terminal: Terminal,
    *,
    passages: bool = False,
    show_unsupported: bool = False,
) -> None:
    """Show a turn while it is answered.

    Raises:
        PinciteError: if it cannot be answered; it is kept as failed.
        typer.Exit: after Ctrl-C; what there is of the answer is kept.
    """
    from pincite.cli.answers import AnswerView
    from pincite.cli.following import follow

    with talking:
        show_understood(talking.understand(), terminal)
        view = AnswerView(terminal, library)
        follow(talking, view, terminal, passages=passages, show_unsupported=show_unsupported)


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
