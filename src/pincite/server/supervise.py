"""Worker processes of the server: started again when they die, ended with it."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pincite.server.logs import Form

FIRST_DELAY = 1.0
LONGEST_DELAY = 60.0
"""Seconds before a worker that died is started again: doubled each time, until one has lived for so long."""

END_SECONDS = 5.0
"""How long a worker that was killed politely may take, before it is killed."""

_LOG = logging.getLogger("pincite.server")


def worker_command(folder: Path, log: Form = "text") -> list[str]:
    """How a worker of a library is started. It ends when its standard input does: also when we are killed."""
    return [
        *(sys.executable, "-m", "pincite", "worker", "--library", str(folder)),
        *("--parent-pipe", "--log", log),
    ]


class Workers:
    """Keeps so many worker processes running.

    Args:
        command: Of one worker, which must end soon when its standard input ends.
        count: How many.
        clock: Seconds that never go back.
    """

    def __init__(
        self, command: Sequence[str], count: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._command = list(command)
        self._count = count
        self._clock = clock
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start them."""
        for number in range(self._count):
            thread = threading.Thread(target=self._keep, args=(number,), name=f"worker-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def alive(self) -> tuple[int, int]:
        """How many run, and how many should."""
        with self._lock:
            return sum(process.poll() is None for process in self._processes.values()), self._count

    def stop(self, seconds: float) -> None:
        """Let them finish or hand back what they do; those that take longer than this are killed."""
        self._ending.set()
        with self._lock:
            processes = list(self._processes.values())
        for process in processes:
            _tell(process)
        end = self._clock() + seconds
        for process in processes:
            _wait(process, end - self._clock())
        for thread in self._threads:
            thread.join(END_SECONDS)

    def _keep(self, number: int) -> None:
        delay = FIRST_DELAY
        while not self._ending.is_set():
            began = self._clock()
            process = self._run(number)
            if process is None:
                return
            code = process.wait()
            _tell(process)  # closes our end of its input
            if self._ending.is_set():
                return
            if self._clock() - began > LONGEST_DELAY:
                delay = FIRST_DELAY
            _LOG.warning(
                "worker ended and is started again",
                extra={"facts": {"worker": number, "code": code, "delay": delay}},
            )
            self._ending.wait(delay)
            delay = min(delay * 2, LONGEST_DELAY)

    def _run(self, number: int) -> subprocess.Popen[bytes] | None:
        """Start one; None if all are to end."""
        with self._lock:
            if self._ending.is_set():
                return None
            process = subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                # Ctrl-C in the terminal is for the server, which then ends them in order.
                start_new_session=os.name == "posix",
            )
            self._processes[number] = process
            return process


def _tell(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    for end, patience in ((process.terminate, max(0.0, seconds)), (process.kill, END_SECONDS)):
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            end()
        else:
            return
    process.wait()
