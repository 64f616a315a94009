"""Showing an answer while it is being made."""

from __future__ import annotations

import typer
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from pincite.answer.events import Asking, Checked, Removed, Stage
from pincite.cli.answers import AnswerView
from pincite.cli.terminal import QUIET, Terminal
from pincite.domain import Citation

STOPPED = 130
_STAGES = {
    "retrieve": "Searching \u2026",
    "read": "Reading the passages \u2026",
    "write": "Writing \u2026",
    "check": "Checking \u2026",
}


def follow(
    asking: Asking, view: AnswerView, terminal: Terminal, *, passages: bool = False, show_unsupported: bool = False
) -> None:
    """Show each sentence as soon as it is checked, then the rest; Ctrl-C ends the answer, and what is there stays.

    Args:
        asking: The answer.
        view: Shows it.
        terminal: Where to; a quiet line says what is being done, if a person looks on.
        passages: Whether to show passages and removed sentences as well.
        show_unsupported: Whether to show unsupported sentences where they stand.

    Raises:
        typer.Exit: after Ctrl-C.
    """
    line = _StageLine(terminal)
    stopped = False
    try:
        _show_events(asking, view, line, show_unsupported=show_unsupported)
    except KeyboardInterrupt:
        asking.close()
        stopped = True
    finally:
        line.clear()
    if asking.answer is not None:
        view.ending(asking.answer, passages=passages)
    if stopped:
        raise typer.Exit(STOPPED)


def _show_events(asking: Asking, view: AnswerView, line: _StageLine, *, show_unsupported: bool) -> None:
    citations: dict[int, Citation] = {}
    first = True
    for event in asking:
        if isinstance(event, Stage):
            line.show(_STAGES[event.name])
        elif isinstance(event, Checked) or (isinstance(event, Removed) and show_unsupported):
            if isinstance(event, Checked):
                citations |= {citation.number: citation for citation in event.citations}
            line.clear()
            view.sentence(event.sentence, citations, first=first)
            first = False


class _StageLine:
    """One line on standard error that is replaced and leaves no trace."""

    def __init__(self, terminal: Terminal) -> None:
        self._console = terminal.err
        self._shown = ""

    def show(self, text: str) -> None:
        if self._console.is_terminal:
            self.clear()
            self._console.print(Text(text, style=QUIET), end="")
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            self._console.control(
                Control((ControlType.CARRIAGE_RETURN,), (ControlType.ERASE_IN_LINE, 2))
            )
            self._shown = ""
