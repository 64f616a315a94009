"""The application: its commands, and how a run ends.

Exit codes: 0 done (a refusal is an answer); 1 failed; 2 the call is wrong; 3 some files failed; 130 stopped.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup

from pincite import __version__
from pincite.cli import (
    accounts,
    adding,
    asking,
    care,
    chat,
    collections,
    compare,
    conversations,
    documents,
    evaluate,
    extract,
    graph,
    inspect,
    jobs,
    mcp,
    models,
    searchable,
    serve,
    settings,
    summarize,
    verify,
    watch,
    worker,
)
from pincite.cli.jsonable import to_json
from pincite.cli.session import Session, with_session
from pincite.cli.text import clean, one_line
from pincite.errors import PinciteError, UsageError

# Typer has had the base of its usage errors in two places (click's, then its own): found through one of them.
_CallError = cast(type[Exception], typer.BadParameter.__mro__[2])


class Program(TyperGroup):
    """The top command: every way in which a run can end is decided here."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and end the process, as `click.Command.main` does in its standalone mode."""
        arguments = list(sys.argv[1:] if args is None else args) or ["--help"]
        _write_utf8()
        # OpenBLAS leaves the mark of an invalid operation for numbers that it drops; NumPy would tell the user of it.
        warnings.filterwarnings("ignore", "invalid value encountered in matmul", RuntimeWarning)
        try:
            code = super().main(
                arguments, "pincite", complete_var, False, windows_expand_args=windows_expand_args, **extra
            )
            sys.stdout.flush()
        except BrokenPipeError:
            # Nobody reads on (`pincite list | head`). Python would complain when it flushes at exit.
            _discard_output()
            code = 1
        except Exception as error:  # the last border: everything ends as one line and an exit code
            code = _report(error, arguments)
        sys.exit(code if isinstance(code, int) else 0)


app = typer.Typer(
    name="pincite",
    cls=Program,
    help="Ask your own documents. Every sentence of an answer is quoted, with its page; or it is refused.",
    epilog="Nothing leaves this machine. `pincite COMMAND --help` explains a command.",
    # Plain help is written without loading rich, in half the time.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
@with_session
def common(
    session: Session,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Ask your own documents. Every sentence of an answer is quoted, with its page; or it is refused."""
    if version:
        if session.json:
            session.print_json({"version": __version__})
        else:
            typer.echo(f"pincite {__version__}")
        return
    raise UsageError("no command was given", "`pincite --help` lists them.")


for _module in (
    adding,
    asking,
    chat,
    conversations,
    summarize,
    extract,
    documents,
    inspect,
    searchable,
    graph,
    compare,
    collections,
    care,
    verify,
    evaluate,
    settings,
    models,
    serve,
    accounts,
    worker,
    jobs,
    mcp,
    watch,
):
    _module.register(app)


def _report(error: Exception, arguments: Sequence[str]) -> int:
    """Tell the user about an error, and give the exit code."""
    message, remedy, code = _described(error)
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "--json" in options:
        sys.stdout.write(to_json({"error": {"message": message, "remedy": remedy}}) + "\n")
    else:
        sys.stderr.write(f"error: {one_line(message)}\n")
        if remedy:
            sys.stderr.write(f"{one_line(remedy)}\n")
    if "--debug" in options:
        sys.stderr.write(clean("".join(traceback.format_exception(error))))
    return code


def _described(error: Exception) -> tuple[str, str, int]:
    if isinstance(error, PinciteError):
        return error.message, error.remedy, error.exit_code
    if isinstance(error, _CallError):
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "pincite"
        return error.format_message(), f"`{command} --help` explains the call.", UsageError.exit_code  # type: ignore[attr-defined]
    if isinstance(error, typer.Abort):
        return "stopped: no answer was given", "", 1
    return (
        f"unexpected {type(error).__name__}: {error}",
        "This is a fault in Pincite. The same command with --debug shows where.",
        1,
    )


def _write_utf8() -> None:
    """Documents hold any character; a locale that cannot write it must not end the command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _discard_output() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
