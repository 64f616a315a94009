"""`pincite worker`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pincite.cli.process import prepare_to_run_long
from pincite.cli.session import Session, with_session

if TYPE_CHECKING:
    from pincite.ingest.worker import Worker

ORPHAN_SECONDS = 30.0
"""A worker whose server is gone may take so long to end."""


@with_session
def worker(
    session: Session,
    once: Annotated[
        bool, typer.Option("--once", help="End when no job is waiting, instead of waiting for one.")
    ] = False,
    parent_pipe: Annotated[
        bool, typer.Option("--parent-pipe", help="End when the standard input ends, as with its server.")
    ] = False,
    log: Annotated[
        Literal["text", "json"], typer.Option(help="Form of the log, which goes to standard error.")
    ] = "text",
) -> None:
    """Make documents of files that were handed in to a server, one at a time.

    `pincite serve` runs workers of its own. Any number of further ones may work on the same library. Ctrl-C or a
    polite kill ends a worker: what is nearly done is done, all else is given back for others.
    """
    prepare_to_run_long()
    from pincite.ingest.worker import stand_back
    from pincite.server import logs

    with session.open() as library:
        stand_back(library.settings.jobs.niceness)
        logs.configure(log, library.settings)
        running = library.worker()
        end_politely(running)
        if parent_pipe:
            threading.Thread(target=_end_with_parent, args=(running,), daemon=True).start()
        done = running.run(once=once)
    if session.json:
        session.print_json({"jobs": done})


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("worker")(worker)


def end_politely(running: Worker) -> None:
    """Let a worker end as it should when the process is told to: at the second time at once."""

    def end(number: int, frame: object) -> None:
        if running.ending:
            raise KeyboardInterrupt  # told twice
        running.stop()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def _end_with_parent(running: Worker) -> None:
    # Closed also when the parent was killed; not through Python's own buffer, which would block the exit.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    running.stop()
    time.sleep(ORPHAN_SECONDS)
    # Whatever it hangs in: its job has a lease, and its parser processes end with it.
    os._exit(1)
