"""Evaluations that this server runs: in threads of its own, whoever comes and goes meanwhile."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator

from pincite.errors import PinciteError, TooManyRequestsError
from pincite.evaluate.running import Run
from pincite.library import Library
from pincite.store.evaluations import EvaluationClaim

AT_ONCE = 2
"""Evaluations that are run side by side, each of another account."""
MOST = 32
MOST_OF_ONE = 4
"""Evaluations that may wait or run: of all accounts, and of one."""
LEAVE_SECONDS = 10.0

_log = logging.getLogger(__name__)


class Evaluating:
    """Runs evaluations, one of each account at a time; the others wait. Safe to use from several threads."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._runs: dict[Run, int | None] = {}
        self._begun: list[Run] = []

    def require_room(self, account: int | None) -> None:
        """Refuse to take on more than can be done.

        Args:
            account: Key of the account; None where there are none.

        Raises:
            TooManyRequestsError: if too many evaluations wait or run.
        """
        with self._turn:
            own = sum(other == account for other in self._runs.values())
            if len(self._runs) >= MOST or own >= MOST_OF_ONE:
                raise TooManyRequestsError(
                    "too many evaluations wait or run", "Wait until one has ended, or stop one.", 30.0
                )

    def start(self, library: Library, claim: EvaluationClaim, account: int | None) -> None:
        """Run an evaluation as soon as it is its turn.

        Args:
            library: As the account sees it.
            claim: The right to run it.
            account: Key of the account; None where there are none.
        """
        run = Run(library, claim)
        with self._turn:
            self._runs[run] = account
        threading.Thread(target=self._run, args=(run,), name="evaluation", daemon=True).start()

    def drop(self, evaluation: str) -> None:
        """One that was stopped or deleted waits for its turn no longer; one that runs finds out by itself."""
        with self._turn:
            for run in self._runs:
                if run.evaluation == evaluation and run not in self._begun:
                    run.leave()
            self._turn.notify_all()

    def leave(self) -> None:
        """The server stops: what runs ends after its present question, and can be gone on with later."""
        until = time.monotonic() + LEAVE_SECONDS
        with self._turn:
            for run in self._runs:
                run.leave()
            self._turn.notify_all()
            while self._runs and time.monotonic() < until:
                self._turn.wait(until - time.monotonic())

    def _run(self, run: Run) -> None:
        try:
            with run, self._my_turn(run):
                for _ in run.progress():
                    pass
        except PinciteError as error:
            _log.warning("an evaluation was broken off: %s", error.message)
        except Exception:
            _log.exception("an evaluation was broken off")
        finally:
            with self._turn:
                del self._runs[run]
                self._turn.notify_all()

    @contextlib.contextmanager
    def _my_turn(self, run: Run) -> Iterator[None]:
        with self._turn:
            while not (run.leaving or self._may_begin(run)):
                self._turn.wait()
            self._begun.append(run)
        try:
            yield
        finally:
            with self._turn:
                self._begun.remove(run)
                self._turn.notify_all()

    def _may_begin(self, run: Run) -> bool:
        others = [self._runs[other] for other in self._begun]
        return len(others) < AT_ONCE and self._runs[run] not in others
