"""Carrying out a call: in a thread, with progress, stopped when the client gives up, errors in plain words."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel

from pincite.errors import LibraryError, PinciteError
from pincite.library import talking

MOST_AT_A_TIME = 8
_Given = TypeVar("_Given")

_log = logging.getLogger("pincite.mcp")


class StoppedError(Exception):
    """The client no longer wants the answer."""


class Work:
    """What a tool's work knows of the call it works for.

    Args:
        context: Of the call.
    """

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._stopped = False
        self._stop: Callable[[], None] | None = None
        self._steps = 0

    def tell(self, message: str, total: int | None = None) -> None:
        """Report a step to the client.

        Args:
            message: What is being done.
            total: How many steps there are, where that is known.

        Raises:
            StoppedError: if the client no longer wants the answer.
        """
        self.check()
        self._steps += 1
        try:
            anyio.from_thread.run(self._context.report_progress, float(self._steps), total, message)
        except RuntimeError:  # the call was given up this moment
            self.check()

    def check(self) -> None:
        """Do nothing but notice that the client gave up.

        Raises:
            StoppedError: if it did.
        """
        if self._stopped:
            raise StoppedError

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Have something called, once, from another thread, when the client gives up."""
        with self._lock:
            self._stop = stop
            stopped = self._stopped
        if stopped:
            stop()

    def stop(self) -> None:
        """The client gave up."""
        with self._lock:
            self._stopped = True
            stop, self._stop = self._stop, None
        if stop is not None:
            stop()


class Caller:
    """Carries out calls, so many at a time."""

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(MOST_AT_A_TIME)

    async def run(
        self,
        context: Context[Any, Any],
        work: Callable[[Work], _Given],
        shown: Callable[[_Given], tuple[str, BaseModel]],
    ) -> CallToolResult:
        """Carry out a call.

        Args:
            context: Of the call.
            work: What is to be done, in a thread.
            shown: The result as text and as structured content.
        """
        own = Work(context)

        def carried_out() -> tuple[str, BaseModel]:
            return shown(work(own))

        try:
            text, structured = await anyio.to_thread.run_sync(
                carried_out, abandon_on_cancel=True, limiter=self._limiter
            )
        except PinciteError as error:
            return failed(error)
        except anyio.get_cancelled_exc_class():
            own.stop()
            raise
        return CallToolResult(
            content=[TextContent(type="text", text=text)],
            structured_content=structured.model_dump(mode="json"),
        )


def failed(error: PinciteError) -> CallToolResult:
    """An error as a model is told of it: what happened, and what helps."""
    return CallToolResult(content=[TextContent(type="text", text=told(error))], is_error=True)


def told(error: PinciteError) -> str:
    """An error and its remedy as one text; what is wrong with the library itself goes to the log as well."""
    if isinstance(error, LibraryError):
        _log.error("the library cannot be used: %s", error.message)
    return talking.told(error)
