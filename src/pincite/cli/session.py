"""What every command has: the options `--library`, `--json` and `--debug`, the library, and ways to answer."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.jsonable import to_json

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.library import Library

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        help="Folder of the library. Else: $PINCITE_LIBRARY, or a folder in your data folder.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
DebugOption = Annotated[bool, typer.Option("--debug", help="Show the trace of an unexpected error.")]
CollectionOption = Annotated[
    str | None, typer.Option("--collection", metavar="NAME", help="Only this collection.")
]


@dataclass
class Session:
    """One run of a command.

    Attributes:
        chosen_library: As given; None for the default.
        json: Whether to print JSON.
    """

    chosen_library: Path | None = None
    json: bool = False

    @property
    def folder(self) -> Path:
        """The library's folder."""
        from pincite.library import default_folder

        return self.chosen_library or default_folder()

    def open(self, *, create: bool = False) -> Library:
        """The library.

        Raises:
            PinciteError: if it cannot be opened, or does not exist and `create` is false.
        """
        from pincite.library import Library

        return Library.open(self.chosen_library, create=create)

    @functools.cached_property
    def terminal(self) -> Terminal:
        """Where text for people goes."""
        from pincite.cli.terminal import Terminal

        return Terminal()

    def print_json(self, value: Any) -> None:
        """Print the command's one JSON document."""
        sys.stdout.write(to_json(value) + "\n")


def with_session(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the common options, and hand it a `Session` as its first argument.

    The options may stand before the command's name as well (see `app.common`): either place counts.
    """
    signature = inspect.signature(command, eval_str=True)
    own = list(signature.parameters.values())[1:]

    @functools.wraps(command)
    def wrapper(ctx: typer.Context, library: Path | None, json: bool, debug: bool, **arguments: Any) -> None:
        del debug  # read by the error handler from the arguments, which also sees it if parsing fails
        before = ctx.find_object(Session) or Session()
        session = Session(library or before.chosen_library, json or before.json)
        if ctx.invoked_subcommand is not None:
            ctx.obj = session
            return
        command(session, **arguments)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("ctx", keyword, annotation=typer.Context),
        *(parameter.replace(kind=keyword) for parameter in own),
        inspect.Parameter("library", keyword, default=None, annotation=LibraryOption),
        inspect.Parameter("json", keyword, default=False, annotation=JsonOption),
        inspect.Parameter("debug", keyword, default=False, annotation=DebugOption),
    ]
    wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    # Typer reads options from the signature: this is the command's own, with the common options added.
    wrapper.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    del wrapper.__wrapped__
    return wrapper
