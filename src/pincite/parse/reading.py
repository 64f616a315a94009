"""A file while it is being read: its pages as they come, in order."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from pincite.domain import Page, ParsedDocument
from pincite.errors import PinciteError
from pincite.parse.process import ParseJob

_FRAMES_AHEAD = 16
"""So many lists of pages are read ahead of their consumer."""

_WAIT_SECONDS = 0.2

Message = tuple[Any, ...]


class Reading:
    """A file while it is being read.

    Attributes:
        job: The file.
        document: All but its pages. While pages are still to come it says what is known before the first of them:
            title, authors, year; afterwards everything.
        count: How many pages it has, known before the first of them.
    """

    def __init__(self, job: ParseJob, messages: Iterable[Message]) -> None:
        self.job = job
        self.document: ParsedDocument | None = None
        self.count = 0
        self._messages = messages

    def pages(self, progress: Callable[[int, int], None] | None = None) -> Iterator[list[Page]]:
        """The pages, some at a time, in order; can be asked for once.

        Args:
            progress: Told again and again how many pages are read, and of how many.

        Raises:
            DocumentError: if the file cannot be read, also after some of its pages.
        """
        for kind, *values in self._messages:
            if kind == "page":
                self.count = values[2]
                if progress is not None:
                    progress(values[1], values[2])
            elif kind == "pages":
                yield values[0]
            elif kind in ("begin", "done"):
                self.document = values[0]


class Ahead:
    """Messages of a file that one thread puts in while another one takes them out; progress overtakes pages."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Message] = queue.Queue(_FRAMES_AHEAD)
        self._progress: Message = ()
        self._cancelled = False

    def fill(self, messages: Iterator[Message]) -> None:
        """Put all messages in; returns early when cancelled."""
        try:
            for message in messages:
                if message[0] == "page":
                    self._progress = message
                elif not self._put(message):
                    return
        except BaseException as error:  # raised again where the messages are taken out
            self._put(("raise", error))
        finally:
            del messages  # closes what it reads from

    def cancel(self) -> None:
        """Nobody takes out any more."""
        self._cancelled = True

    def __iter__(self) -> Iterator[Message]:
        """Take messages out as they come, up to "done"."""
        told: Message = ()
        while True:
            try:
                message = self._queue.get(timeout=_WAIT_SECONDS)
            except queue.Empty:
                message = ()
            if self._progress != told:
                told = self._progress
                yield told
            if message and message[0] == "raise":
                raise message[1]
            if message:
                yield message
            if message and message[0] == "done":
                return

    def _put(self, message: Message) -> bool:
        while not self._cancelled:
            try:
                self._queue.put(message, timeout=_WAIT_SECONDS)
            except queue.Full:
                continue
            return True
        return False


def collect(reading: Reading) -> ParsedDocument | PinciteError:
    """The whole document, or why it cannot be read."""
    try:
        pages = tuple(page for batch in reading.pages() for page in batch)
    except PinciteError as error:
        return error
    assert reading.document is not None  # noqa: S101 - the parser's last message
    return replace(reading.document, pages=pages)
