"""`pincite serve` as a process of its own, which a test may kill and start again at the same place."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from pincite.library import Library


class ServerProcess:
    """A server over a library.

    Args:
        folder: Of the library.
        options: Further ones of the command.
        environment: Further variables.

    Attributes:
        folder: As given.
        log: Beside the folder: a line for each request, and errors.
        url: Where it is, also after it was started again.
        popen: The process.
    """

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.folder = folder
        self._options = options
        self._environment = environment
        self.log = folder.with_name(f"{folder.name}.log")
        self.url = ""
        self.popen = self._begun(0)

    def _begun(self, port: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "pincite", "serve", "--library", str(self.folder)]
        # Workers that stand back would take minutes to start beside other tests.
        environment = {**os.environ, "PINCITE_JOBS__NICENESS": "0", **self._environment}
        # Not a pipe: one that nobody reads is full after some hundred requests, and the server waits for ever.
        with self.log.open("a") as log:
            popen = subprocess.Popen(
                [*command, "--port", str(port), "--json", *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert popen.stdout is not None
        line = popen.stdout.readline()
        assert line, self.log.read_text("utf-8")
        told: dict[str, Any] = json.loads(line)
        assert told["process"] == popen.pid
        self.url = told["address"]
        return popen

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it without a chance to do anything."""
        self.popen.kill()
        self.popen.communicate()

    def start(self) -> None:
        """Start it again at the same port, after it has ended."""
        assert self.popen.poll() is not None
        self.popen = self._begun(self.port)

    def until_ready(self, seconds: float = 120) -> None:
        """Wait until models are loaded: answers come without delay from then on."""
        end = time.monotonic() + seconds
        while httpx.get(f"{self.url}/api/v1/ready").status_code != 200:
            assert time.monotonic() < end, "the server did not become ready"
            time.sleep(0.1)

    def library(self) -> Library:
        """The library itself, for what a test prepares or looks at; to be closed."""
        return Library.open(self.folder)


@contextlib.contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[ServerProcess]:
    """A server that is killed at the end of the block."""
    server = ServerProcess(folder, *options, **environment)
    try:
        yield server
    finally:
        server.kill()
