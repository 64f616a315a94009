"""`pincite serve`."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Annotated, Any, Literal

import typer

from pincite.cli.process import prepare_to_run_long
from pincite.cli.session import Session, with_session


@with_session
def serve(
    session: Session,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Address to listen at; others than loopback need accounts."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen at; 0: any that is free.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, max=16, help="Processes that index; 0: only `pincite worker`.")
    ] = None,
    log: Annotated[
        Literal["text", "json"], typer.Option(help="Form of the log, which goes to standard error.")
    ] = "text",
) -> None:
    """Serve the library: the API, and the pages of the reading room.

    On this machine only, and without accounts, nobody needs to log in. As soon as there is an account, everybody does.
    A first SIGTERM or Ctrl-C lets open answers end; a second one stops at once.
    """
    given = {"host": host, "port": port, "workers": workers}
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    prepare_to_run_long()
    from pincite.library import Library
    from pincite.server.listening import listen, require_accounts
    from pincite.server.readiness import Readiness

    with Library.open(session.chosen_library, settings={"server": chosen}) as library:
        settings = library.settings.server
        listening = listen(settings.host, settings.port)
        with contextlib.closing(listening.socket):
            require_accounts(library, listening)
            readiness = Readiness(library)
            loading = readiness.load()
            try:
                # While the encoder is being compiled in its thread: both take more than a second.
                from pincite.server import logs, page
                from pincite.server.serve import serve as run

                def started() -> None:
                    logs.configure(log, library.settings)
                    if session.json:
                        # In one line, as more may follow: it is read while the command runs.
                        told = {
                            "address": listening.url,
                            "process": os.getpid(),
                            "page": page.is_built(),
                        }
                        sys.stdout.write(json.dumps(told) + "\n")
                    else:
                        session.terminal.line(f"Pincite is at {listening.url}")
                        if not page.is_built():
                            session.terminal.line(
                                f"Its page was not built (`{page.BUILD_COMMAND}` does that): the API alone is served"
                            )
                    sys.stdout.flush()  # whoever started us may be waiting for the line

                run(library, listening, readiness, workers=settings.workers, started=started, log=log)
            finally:
                loading.join()


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("serve")(serve)
