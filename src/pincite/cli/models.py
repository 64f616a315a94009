"""`pincite models`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import file_size, one_line
from pincite.errors import ModelMissingError, PinciteError, UsageError

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.config import ModelSettings, Settings
    from pincite.domain import ModelUse
    from pincite.llm.contract import InstalledModel

group = typer.Typer(
    name="models",
    help="List the models; install the encoder's files; or test the language model.",
    rich_markup_mode=None,
)

_TITLES = {"ollama": "Ollama", "openai": "the model server", "anthropic": "Anthropic"}


@dataclass(frozen=True)
class EncoderState:
    """The embedded encoder as the command shows it.

    Attributes:
        folder: Where its files are; None if they are not there.
        error: Why it cannot be used.
    """

    name: str
    folder: Path | None
    error: PinciteError | None


@dataclass(frozen=True)
class LanguageModelState:
    """The language model as the command shows it.

    Attributes:
        use: The model in force; None where answers are quoted.
        window: Tokens that prompt and reply may have together.
        installed: What its server offers.
        error: Why the model that is set cannot be used.
    """

    use: ModelUse | None = None
    window: int | None = None
    installed: tuple[InstalledModel, ...] = ()
    error: PinciteError | None = None


@group.callback(invoke_without_command=True)
@with_session
def list_by_default(session: Session) -> None:
    """List the encoder and the language model; or install the one, test the other."""
    _list(session)


@group.command("list")
@with_session
def list_models(session: Session) -> None:
    """List the encoder, whose digests are verified, the language model in force, and those that its server offers."""
    _list(session)


@group.command("test")
@with_session
def test(session: Session) -> None:
    """Send the language model one short prompt, without any text of yours, and show how long it takes."""
    from pincite.llm import open_model
    from pincite.llm.trial import try_out

    model = open_model(_settings(session).model)
    if model is None:
        raise ModelMissingError(
            "no language model is set, and no Ollama was found on this machine",
            "Start Ollama with `ollama serve`, or set `model.provider`; docs/models.md tells how.",
        )
    trial = try_out(model)
    if session.json:
        session.print_json({"use": model.use, "window": model.window, **dataclasses.asdict(trial)})
        return
    session.terminal.line(f"{_title(model.use)}, a window of {model.window:,} tokens")
    session.terminal.line(
        f"loaded after {trial.load_seconds:.1f} s; first words after {trial.first_seconds:.1f} s, "
        f"the whole reply after {trial.total_seconds:.1f} s: {one_line(trial.reply)}"
    )


@group.command("install")
@with_session
def install(
    session: Session,
    name: Annotated[str, typer.Argument(help='"minilm", or "multilingual" for many languages.')] = "minilm",
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FOLDER", help="Copy the files from a folder; needs no network."),
    ] = None,
) -> None:
    """Install the encoder's files, from a folder or else from the model hub at its fixed revision.

    This is the one command that may use the network. Files whose digest differs are not installed.
    """
    from pincite.encode.model_files import ENCODERS, install_model

    model = ENCODERS.get(name)
    if model is None:
        raise UsageError(f"there is no encoder {name!r}", f"Give one of: {', '.join(ENCODERS)}.")
    folder = install_model(model, source=source)
    if session.json:
        session.print_json({"name": model.name, "folder": folder})
    else:
        session.terminal.line(f"{model.name} is installed in {one_line(str(folder))}")


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)


def _list(session: Session) -> None:
    settings = _settings(session)
    encoder = _encoder_state(settings.encoder.name)
    language_model = _language_model_state(settings.model)
    if session.json:
        session.print_json({"encoder": encoder, "language_model": language_model})
        return
    _show_encoder(session.terminal, encoder)
    _show_language_model(session.terminal, language_model)


def _settings(session: Session) -> Settings:
    """The settings of the library, which need not exist yet."""
    from pincite.config import load_settings

    return load_settings(session.folder)


def _encoder_state(name: str) -> EncoderState:
    from pincite.encode.model_files import ENCODERS, model_folder

    model = ENCODERS.get(name)
    if model is None:
        return EncoderState(Path(name).name, Path(name), None)
    try:
        return EncoderState(model.name, model_folder(model), None)
    except ModelMissingError as error:
        return EncoderState(model.name, None, error)


def _language_model_state(settings: ModelSettings) -> LanguageModelState:
    from pincite.llm import installed_models, open_model

    try:
        installed = tuple(installed_models(settings))
    except PinciteError as error:
        return LanguageModelState(error=error)
    try:
        model = open_model(settings)
    except PinciteError as error:
        return LanguageModelState(installed=installed, error=error)
    if model is None:
        return LanguageModelState(installed=installed)
    return LanguageModelState(model.use, model.window, installed)


def _show_encoder(terminal: Terminal, encoder: EncoderState) -> None:
    if encoder.error is None:
        terminal.line(f"encoder: {encoder.name} in {one_line(str(encoder.folder))}")
        return
    terminal.line(f"encoder: {encoder.name} is not installed")
    terminal.line(one_line(encoder.error.remedy), style="dim", indent=2)


def _show_language_model(terminal: Terminal, state: LanguageModelState) -> None:
    if state.error is not None:
        terminal.line(f"language model: {one_line(state.error.message)}")
        terminal.line(one_line(state.error.remedy), style="dim", indent=2)
    elif state.use is None:
        terminal.line("no language model: answers are quoted")
    else:
        terminal.line(f"language model: {_title(state.use)}, a window of {state.window:,} tokens")
    for model in state.installed:
        terminal.line(_offered(model), style="dim", indent=2)


def _title(use: ModelUse) -> str:
    remote = ", which is another machine" if use.remote else ""
    return f"{one_line(use.name)} on {_TITLES[use.provider]} at {one_line(use.address)}{remote}"


def _offered(model: InstalledModel) -> str:
    size = f"  {file_size(model.size)}" if model.size else ""
    hosted = "  runs on another machine" if model.remote else ""
    kind = "" if model.writes else "  does not write text"
    return f"{one_line(model.name)}{size}{hosted}{kind}"
