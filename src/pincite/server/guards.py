"""The guards around the application, in their order.

All are plain ASGI: they look at what comes and goes piece by piece, and hold no stream back. From the outside:

1. `Record`: an id, a line of the log, the counts, headers; what nobody expected becomes a 500 without internals.
2. `Proxies`: the real client, scheme and host.
3. `Bodies`: sizes and times of what is sent.
4. `Origins`: only under its own names, only from its own pages.
5. `Load`: so many at a time.

Then comes the route's rule (`pincite.server.rules`): who calls, and whether they may.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI

from pincite.server.context import Context
from pincite.server.guards_body import Bodies
from pincite.server.guards_load import Load
from pincite.server.guards_origin import Origins, read_names
from pincite.server.guards_proxy import Proxies, read_networks, read_root_path
from pincite.server.guards_record import Record

READ: tuple[tuple[Callable[[str], object], str], ...] = (
    (read_names, "names"),
    (read_networks, "proxies"),
    (read_root_path, "root_path"),
)
"""Settings that are more than a text or a number, with what reads them."""


def install(app: FastAPI, context: Context) -> None:
    """Put the guards around the application.

    Raises:
        SettingsError: if names or proxies in the settings are wrong.
    """
    server = context.settings.server
    for read, text in READ:
        read(
            getattr(server, text)
        )  # the middleware is made with the first request only: too late for an error
    # The one added last is the outermost.
    app.add_middleware(Load, context=context)
    app.add_middleware(Origins, context=context)
    app.add_middleware(Bodies, context=context)
    app.add_middleware(Proxies, proxies=server.proxies, root_path=server.root_path)
    app.add_middleware(Record, context=context)
