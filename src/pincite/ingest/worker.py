"""A worker: takes jobs from the library's queue, one at a time, until it is told to end.

Any number of them may work on one library, beside `pincite add`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pincite.config import Settings
from pincite.domain import JobKind, JobState
from pincite.encode.contract import Encoder
from pincite.errors import LibraryBusyError
from pincite.ingest.keeper import Keeper
from pincite.ingest.lookout import Lookout
from pincite.ingest.task import Task
from pincite.parse import Ocr, ParserPool
from pincite.privacy.pii import Redactor
from pincite.store import Store
from pincite.store.queue import Claim, Queue
from pincite.terms import ANALYSIS_VERSION

POLL_SECONDS = 0.3
"""An idle worker looks for jobs so often: one indexed read."""

_SWEEP_SECONDS = 600.0
_IDLE_SECONDS = 60.0
"""Parser processes are ended when there was nothing to read for so long: those that read pictures hold much memory."""

_log = logging.getLogger("pincite.worker")


class Worker:
    """Works on the jobs of a library.

    Args:
        store: All of it.
        encoder: Gives the library's encoder.
        settings: All settings.
        ocr: How pictures of pages are read; None where that is switched off.
    """

    def __init__(
        self, store: Store, encoder: Callable[[], Encoder], settings: Settings, ocr: Ocr | None
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._settings = settings
        self._redactor = Redactor.of_settings(settings.privacy, store.folder)
        self._pools = _Pools(store, settings, ocr)
        self._ends = threading.Event()
        jobs = settings.jobs
        self.queue = Queue(store.jobs, lease_seconds=jobs.lease_seconds, attempts=jobs.attempts)

    def stop(self) -> None:
        """Let it end soon: what is nearly done is done, all else given back. From any thread or signal handler."""
        self._ends.set()

    @property
    def ending(self) -> bool:
        """Whether it was told to end."""
        return self._ends.is_set()

    def run(self, *, once: bool = False, follow: Sequence[str] | None = None) -> int:
        """Work until told to end; gives the number of jobs that ended. Meanwhile watched folders are followed.

        Args:
            once: Return when no job is waiting, instead of waiting for one, and follow no folder.
            follow: Ids of the watched folders to follow, paused or not; when None, all that are not paused.

        Raises:
            ModelError: if the encoder cannot be used.
            LibraryError: if the library cannot be used.
        """
        self._store.renew_analysis(ANALYSIS_VERSION)
        self._encoder()
        self._sweep()
        lookout = contextlib.nullcontext() if once else Lookout(self._store, follow)
        try:
            with lookout:
                done = self._work(once=once)
        finally:
            self._pools.close()
        return done

    def _work(self, *, once: bool) -> int:
        done = 0
        swept = last = time.monotonic()
        while not self._ends.is_set():
            claim = self._take()
            if claim is not None:
                done += self.work_on(claim).ended
                last = time.monotonic()
                continue
            if once:
                break
            if time.monotonic() - last > _IDLE_SECONDS:
                self._pools.close()
            if time.monotonic() - swept > _SWEEP_SECONDS:
                self._sweep()
                swept = time.monotonic()
            self._ends.wait(POLL_SECONDS)
        return done

    def work_on(self, claim: Claim) -> JobState:
        """Do one job that was taken; gives what became of it."""
        _log.info("begin job %s, attempt %d", claim.job.id, claim.job.attempt)
        store = self._store if claim.viewer is None else self._store.seen_by(claim.viewer)
        lease = self._settings.jobs.lease_seconds
        keeper = Keeper(self.queue, claim, lease, self._ends, self._pools.close)
        with keeper:
            task = Task(
                claim,
                self.queue,
                store,
                self._encoder,
                self._settings,
                self._redactor,
                self._pools,
                keeper,
            )
            state = task.run()
        if claim.job.kind is JobKind.REINDEX:
            self._store.renew_analysis(ANALYSIS_VERSION)
        _log.info("end job %s: %s", claim.job.id, state.value)
        return state

    def _take(self) -> Claim | None:
        try:
            return self.queue.take()
        except LibraryBusyError:
            return None  # a large document is being stored; the next look will do

    def _sweep(self) -> None:
        try:
            self._store.jobs.sweep()
            self._store.work.sweep()
        except LibraryBusyError:
            _log.info("not swept: the library is busy")


class _Pools:
    """Parser processes, kept from job to job."""

    def __init__(self, store: Store, settings: Settings, ocr: Ocr | None) -> None:
        self._store = store
        self._settings = settings
        self._ocr = ocr
        self._lock = threading.Lock()
        self._open: dict[bool, ParserPool] = {}

    def pool(self, *, ocr: bool) -> ParserPool:
        """Processes that read files, with or without pictures of pages."""
        with self._lock:
            if ocr not in self._open:
                self._open[ocr] = ParserPool(
                    self._settings.parse,
                    ocr=self._ocr if ocr else None,
                    scratch=self._store.scratch_file,
                )
            return self._open[ocr]

    def close(self) -> None:
        """End all processes, also in the middle of a file; the next file gets new ones."""
        with self._lock:
            pools = list(self._open.values())
            self._open = {}
        for pool in pools:
            pool.close()


def stand_back(niceness: int) -> None:
    """Let everything else on this machine go first, for the rest of this process's life."""
    if niceness <= 0 or not hasattr(os, "nice"):
        return
    os.nice(niceness)
    group = Path("/proc/self/autogroup")
    # A process that leads a session of its own is weighed by Linux as a group, whatever its members' niceness.
    if os.getsid(0) == os.getpid() and group.exists():
        try:
            group.write_text(str(niceness), encoding="ascii")
        except OSError:
            _log.debug("the session could not be made nice")
