"""`pincite models`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line
from pincite.errors import ModelMissingError, PinciteError

group = typer.Typer(
    name="models",
    help="List the models; or install their files.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def list_by_default(session: Session) -> None:
    """List the models and where their files are, or install them."""
    _list(session)


@group.command("list")
@with_session
def list_models(session: Session) -> None:
    """List the models and where their files are; every digest is verified."""
    _list(session)


@group.command("install")
@with_session
def install(
    session: Session,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FOLDER", help="Copy the files from a folder; needs no network."),
    ] = None,
) -> None:
    """Install the encoder's files, from a folder or else from the model hub at its fixed revision.

    This is the one command that may use the network. Files whose digest differs are not installed.
    """
    from pincite.encode.model_files import MINILM, install_model

    folder = install_model(MINILM, source=source)
    if session.json:
        session.print_json({"name": MINILM.name, "folder": folder})
    else:
        session.terminal.line(f"{MINILM.name} is installed in {one_line(str(folder))}")


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)


def _list(session: Session) -> None:
    from pincite.encode.model_files import MINILM, model_folder

    folder: Path | None = None
    problem: PinciteError | None = None
    try:
        folder = model_folder(MINILM)
    except ModelMissingError as error:
        problem = error
    if session.json:
        session.print_json([{"name": MINILM.name, "folder": folder, "error": problem}])
        return
    if problem is None:
        session.terminal.line(f"{MINILM.name}  {one_line(str(folder))}")
        return
    session.terminal.line(f"{MINILM.name}  not installed")
    session.terminal.line(one_line(problem.remedy), style="dim", indent=2)
