"""`make demo`: index the sample papers, and ask them three questions, one of which they do not answer.

Everything is done by the real command line, in a new library in `.demo/library`. Nothing needs the network.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
LIBRARY = Path(".demo", "library")
REFUSAL = "Your documents do not say."
QUESTIONS = (
    # Question, whether the samples answer it (see truth.json).
    ("What was the peak stage of the February 2022 flood at Millbrook?", True),
    ("May the provider subcontract?", True),
    ("Who designed the dam at Upper Lake?", False),
)


def main() -> int:
    """Run the demonstration; gives the exit code: 0 only if each question ended as it must."""
    shutil.rmtree(REPOSITORY / LIBRARY, ignore_errors=True)
    _echo(f"export PINCITE_LIBRARY={LIBRARY.as_posix()}")
    if _run("add", "examples/papers") != 0:
        print("The samples could not be added.", file=sys.stderr)
        return 1
    faults = []
    for question, answerable in QUESTIONS:
        print()
        shown = _ask(question)
        if shown is None:
            faults.append(f"{question!r} failed")
        elif (REFUSAL in shown) == answerable:
            faults.append(f"{question!r} {'was refused' if answerable else 'was answered'}")
    print()
    if faults:
        print("The demonstration failed: " + "; ".join(faults), file=sys.stderr)
        return 1
    print(f"The library stays in {LIBRARY.as_posix()}. Ask it more, or add your own papers.")
    return 0


def _run(*arguments: str) -> int:
    """Run a command whose output goes straight to the terminal."""
    _echo(shlex.join(("pincite", *arguments)))
    return subprocess.run(_command(*arguments), cwd=REPOSITORY, env=_environment(), check=False).returncode


def _ask(question: str) -> str | None:
    """Ask, show the answer, and give what was shown; None if the command failed."""
    _echo(f'pincite ask "{question}"')
    asked = subprocess.run(
        _command("ask", question), cwd=REPOSITORY, env=_environment(), check=False, stdout=subprocess.PIPE
    )
    shown = asked.stdout.decode("utf-8")
    print(shown, end="", flush=True)
    return shown if asked.returncode == 0 else None


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pincite", *arguments]


def _environment() -> dict[str, str]:
    environment = {**os.environ, "PINCITE_LIBRARY": str(LIBRARY)}
    if sys.stdout.isatty():
        # The answers pass through this process, which is no reason to take colours and links from them.
        environment["COLUMNS"] = str(shutil.get_terminal_size().columns)
        environment.setdefault("FORCE_COLOR", "1")
    return environment


def _echo(command: str) -> None:
    line = f"$ {command}"
    print(
        f"\x1b[1m{line}\x1b[0m" if sys.stdout.isatty() and "NO_COLOR" not in os.environ else line, flush=True
    )


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
