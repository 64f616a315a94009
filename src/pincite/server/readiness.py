"""Whether everything is there that an answer needs."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from pincite.errors import PinciteError
from pincite.library import Library

LEAST_FREE_BYTES = 200_000_000
"""With less free space than this on the library's disk, adding documents may fail at any time."""

_log = logging.getLogger("pincite.server")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: "database", "encoder", "disk" or "workers".
        ok: Whether it is as it should be.
        message: What is wrong; empty where nothing is.
    """

    name: str
    ok: bool
    message: str = ""


class Readiness:
    """Loads what answers need, in the background, and tells how far that is.

    Args:
        library: All of it.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._loaded = threading.Event()
        self._thread: threading.Thread | None = None
        self._error = ""
        self._workers: Callable[[], tuple[int, int]] | None = None

    def load(self) -> threading.Thread:
        """Begin to load the encoder and what search holds in memory, once; gives the thread that does."""
        if self._thread is not None:
            return self._thread

        def load() -> None:
            try:
                self._library.search("ready", k=1)
            except PinciteError as error:
                self._error = error.message
                _log.error("the encoder cannot be used: %s", error.message)
            except Exception as error:
                self._error = "it could not be loaded"
                _log.error("the encoder could not be loaded", exc_info=error)
            finally:
                self._loaded.set()

        self._thread = threading.Thread(target=load, name="load", daemon=True)
        self._thread.start()
        return self._thread

    def watch_workers(self, alive: Callable[[], tuple[int, int]]) -> None:
        """Let the worker processes count: `alive` gives how many run, and how many should."""
        self._workers = alive

    def checks(self) -> list[Check]:
        """Everything at this moment."""
        found = [self._database(), self._encoder(), self._disk()]
        if self._workers is not None:
            running, wanted = self._workers()
            message = "" if running == wanted else f"{running} of {wanted} worker processes run"
            found.append(Check("workers", running > 0 or wanted == 0, message))
        return found

    def _database(self) -> Check:
        try:
            with self._library.store.reading() as connection:
                connection.execute(sa.select(1)).one()
        except PinciteError as error:
            return Check("database", False, error.message)
        return Check("database", True)

    def _encoder(self) -> Check:
        if not self._loaded.is_set():
            return Check("encoder", False, "it is being loaded")
        if self._error:
            return Check("encoder", False, self._error)
        return Check("encoder", True)

    def _disk(self) -> Check:
        free = shutil.disk_usage(self._library.folder).free
        if free < LEAST_FREE_BYTES:
            return Check("disk", False, f"only {free // 1_000_000} MB are free")
        return Check("disk", True)
