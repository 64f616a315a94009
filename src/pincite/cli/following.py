"""Showing an answer while it is being made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import typer
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from pincite.answer.events import AnswerEvent, Checked, Removed, Stage
from pincite.cli.answers import AnswerView
from pincite.cli.terminal import QUIET, Terminal
from pincite.domain import Answer, AnswerSentence, Citation

STOPPED = 130
_STAGES = {
    "retrieve": "Searching \u2026",
    "read": "Reading the passages \u2026",
    "write": "Writing \u2026",
    "check": "Checking \u2026",
}


class Followed(Protocol):
    """An answer as it comes: `Asking`, or a turn of a conversation."""

    @property
    def answer(self) -> Answer | None:
        """The answer, as far as there is one."""

    def __iter__(self) -> Iterator[AnswerEvent]:
        """Its events."""

    def close(self) -> None:
        """End it early."""


def follow(
    asking: Followed,
    view: AnswerView,
    terminal: Terminal,
    *,
    passages: bool = False,
    show_unsupported: bool = False,
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
    shown = _Shown(view, _StageLine(terminal), show_unsupported=show_unsupported)
    stopped = False
    try:
        for event in asking:
            shown.take(event)
    except KeyboardInterrupt:
        asking.close()
        stopped = True
    finally:
        shown.line.clear()
    answer = asking.answer
    if answer is not None:
        if answer.refused and shown.any:
            terminal.line()
        view.ending(answer, passages=passages)
    if stopped:
        raise typer.Exit(STOPPED)


class _Shown:
    """What has been shown of an answer."""

    def __init__(self, view: AnswerView, line: _StageLine, *, show_unsupported: bool) -> None:
        self.line = line
        self.any = False
        self._view = view
        self._show_unsupported = show_unsupported
        self._stage = ""
        self._citations: dict[int, Citation] = {}

    def take(self, event: AnswerEvent) -> None:
        """Show what an event brings."""
        if isinstance(event, Stage):
            self._stage = _STAGES[event.name]
        elif isinstance(event, Checked):
            self._citations |= {citation.number: citation for citation in event.citations}
            self._sentence(event.sentence)
        elif isinstance(event, Removed) and self._show_unsupported:
            self._sentence(event.sentence)
        else:
            return
        self.line.show(self._stage)

    def _sentence(self, sentence: AnswerSentence) -> None:
        self.line.clear()
        self._view.sentence(sentence, self._citations, first=not self.any)
        self.any = True


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
            self._console.control(Control((ControlType.CARRIAGE_RETURN,), (ControlType.ERASE_IN_LINE, 2)))
            self._shown = ""
