"""`pincite mcp`."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any

import typer

from pincite.cli.session import CollectionOption, Session, with_session

if TYPE_CHECKING:
    from pincite.domain import TokenScope
    from pincite.mcp import Seen


@with_session
def mcp(session: Session, collection: CollectionOption = None) -> None:
    """Serve the library to a program that speaks the Model Context Protocol, over standard input and output.

    Such programs start it themselves: see docs/mcp.md. It reads only, and it ends when its input does.
    """
    from pincite.mcp import Seen, make_server

    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    with session.open() as library:
        only = None if collection is None else library.store.collection(collection).id
        seen = Seen(library, only)

        def access(request: Any, scope: TokenScope) -> Seen:
            del request, scope  # whoever may start the command may read the folder
            return seen

        make_server(access).run("stdio")


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("mcp")(mcp)
