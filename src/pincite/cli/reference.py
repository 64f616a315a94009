"""The reference of the command line, made from the commands themselves.

`python -m pincite.cli.reference > docs/cli.md` writes it; a test compares the two.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import typer

from pincite.cli.app import app

COMMON = ("--library", "--json", "--debug")
_HIDDEN = frozenset({"install_completion", "show_completion", "help"})
_INTRODUCTION = """\
# The command line

<!-- Made by `python -m pincite.cli.reference`; change the commands' own texts instead. -->

`pincite COMMAND --help` shows the same. These options may stand before or after the command's name:

{common}

`--json` prints one JSON document with the field names of the Python API, and neither progress nor colour. An
error is then `{{"error": {{"message": …, "remedy": …}}}}`. Without it, an error is one line on standard error and
one line that says what to do.

| exit code | meaning |
|---|---|
| 0 | done; a refusal is an answer, too |
| 1 | failed |
| 2 | the call is wrong, or what it names does not exist |
| 3 | some files could not be added, the others are in the library |
| 130 | stopped by Ctrl-C; what was finished stays |

Environment: `PINCITE_LIBRARY` names the library's folder, `PINCITE_MODELS` that of the models;
`PINCITE_SECTION__KEY` sets a setting (see `pincite config`); `NO_COLOR` turns colours off. `pincite
--install-completion` installs completion for your shell.
"""


def reference() -> str:
    """The whole page in Markdown."""
    program: Any = typer.main.get_command(app)
    common = [line for line in _options(program) if any(f"`{name}" in line for name in COMMON)]
    parts = [_INTRODUCTION.format(common="\n".join(common))]
    parts += [_section(name, command) for name, command in commands(program)]
    return "\n".join(parts)


def commands(group: Any, prefix: str = "pincite") -> Iterator[tuple[str, Any]]:
    """Full name and command of everything below a group, in its order."""
    for name, command in group.commands.items():
        yield f"{prefix} {name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix} {name}")


def parameters(command: Any) -> list[Any]:
    """Arguments and options of a command, without those that every program has."""
    return [parameter for parameter in command.params if parameter.name not in _HIDDEN]


def _section(name: str, command: Any) -> str:
    arguments = [p for p in parameters(command) if p.param_type_name == "argument"]
    usage = " ".join([name, *(_argument(p) for p in arguments), "[OPTIONS]"])
    lines = [f"## {name}", "", "```text", usage, "```", "", inspect.cleandoc(command.help or "")]
    described = [f"- `{_argument(p)}`: {p.help}" for p in arguments]
    described += [line for line in _options(command) if not any(f"`{name}" in line for name in COMMON)]
    return "\n".join([*lines, *([""] if described else []), *described, ""])


def _argument(parameter: Any) -> str:
    return f"{parameter.metavar}..." if parameter.nargs == -1 else str(parameter.metavar)


def _options(command: Any) -> list[str]:
    lines = []
    for option in parameters(command):
        if option.param_type_name != "option":
            continue
        value = "" if option.is_flag else f" {option.metavar}"
        default = "" if option.is_flag or option.default is None else f" Default: {option.default}."
        lines.append(f"- `{', '.join(option.opts)}{value}`: {option.help}{default}")
    return lines


if __name__ == "__main__":
    sys.stdout.write(reference())
