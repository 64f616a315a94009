"""Keeps a job while it is worked on: renews its lease, tells how far it is, hears that it shall end."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from enum import Enum

from pincite.domain import JobProgress
from pincite.errors import PinciteError
from pincite.store.queue import Claim, Queue, Standing

TELL_SECONDS = 0.5
"""Progress is written at most so often."""

_LOOK_SECONDS = 0.25
_NEARLY_DONE = 0.9


class Ending(Enum):
    """Why work on a job ends early."""

    CANCELLED = "cancelled"
    LOST = "lost"
    WORKER_ENDS = "worker ends"


class StoppedError(Exception):
    """Work on a job ends early.

    Attributes:
        ending: Why.
    """

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.value)
        self.ending = ending


class Keeper:
    """Works beside the one that does the job, in a thread of its own: a busy database holds up nothing.

    Args:
        queue: Where the job is from.
        claim: The job.
        lease_seconds: Renewed three times in each.
        worker_ends: Whether the worker was told to end.
        interrupt: Ends what cannot look at `check`, as reading a page may take minutes. Called once, in the thread.
    """

    def __init__(
        self,
        queue: Queue,
        claim: Claim,
        lease_seconds: float,
        worker_ends: threading.Event,
        interrupt: Callable[[], None],
    ) -> None:
        self._queue = queue
        self._claim = claim
        self._lease = lease_seconds
        self._worker_ends = worker_ends
        self._interrupt = interrupt
        self._progress = JobProgress()
        self._told = JobProgress()
        self._storing = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="pincite-keeper", daemon=True)
        self.ending: Ending | None = None

    def __enter__(self) -> Keeper:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def tell(self, progress: JobProgress) -> None:
        """How far the job is.

        Raises:
            StoppedError: if it shall end.
        """
        self._progress = progress
        self.check()

    def storing(self) -> None:
        """The rest is one transaction, which is not broken off any more when the worker shall end.

        Raises:
            StoppedError: if the job shall end.
        """
        self.tell(
            JobProgress("storing", self._progress.pages, self._progress.pages, self._progress.chunks_done)
        )
        self._storing = True

    def check(self) -> None:
        """Go on?

        Raises:
            StoppedError: if the job shall end.
        """
        if self.ending is not None:
            raise StoppedError(self.ending)

    def _keep(self) -> None:
        renewed = told = time.monotonic()
        while not self._over.wait(_LOOK_SECONDS):
            now = time.monotonic()
            news = self._progress if self._progress != self._told and now - told >= TELL_SECONDS else None
            # A busy database says nothing of the job: it is asked again.
            with contextlib.suppress(PinciteError):
                if news is not None or now - renewed >= self._lease / 3:
                    standing = self._queue.renew(self._claim, news)
                    renewed = now
                    if news is not None:
                        self._told, told = news, now
                else:
                    standing = self._queue.standing(self._claim)
                self.ending = self._ending(standing)
            if self.ending is not None:
                self._interrupt()
                return

    def _ending(self, standing: Standing) -> Ending | None:
        if self._over.is_set():
            return None  # it was stored meanwhile, and so is nobody's any more
        if standing is Standing.LOST:
            return Ending.LOST
        if standing is Standing.CANCELLING:
            return Ending.CANCELLED
        if self._worker_ends.is_set() and not self._storing and not self._nearly_done():
            return Ending.WORKER_ENDS
        return None

    def _nearly_done(self) -> bool:
        progress = self._progress
        if progress.stage != "indexing" or not progress.pages:
            return False
        return progress.pages_done / progress.pages >= _NEARLY_DONE
