"""Files that commands write: whole or not at all, and never over another one unasked."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from pincite.errors import PinciteError, UsageError

OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write into this file instead of to the screen."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]


def check_target(target: Path, *, force: bool) -> None:
    """Find out that a file cannot be written before the work for it begins.

    Raises:
        UsageError: if it exists and may not be replaced, or its folder does not exist.
    """
    if target.is_dir():
        raise UsageError(f"{target} is a folder", "Name a file.")
    if target.exists() and not force:
        raise UsageError(f"{target} exists", "Choose another name, or replace it with --force.")
    if not target.absolute().parent.is_dir():
        raise UsageError(f"there is no folder {target.absolute().parent}", "Make it, or choose another one.")


def write_file(target: Path, content: str | bytes) -> None:
    """Write a file as a whole.

    Raises:
        PinciteError: if the disk does not take it.
    """
    unfinished = target.with_name(f".{secrets.token_hex(6)}.unfinished")
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        unfinished.write_bytes(data)
        os.replace(unfinished, target)  # noqa: PTH105 (also replaces on Windows)
    except OSError as error:
        raise PinciteError(
            f"{target} cannot be written: {error.strerror or error}", "Choose another place with --output."
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
