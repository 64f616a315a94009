"""The command line. Importing it loads no library: `pincite --help` answers at once."""

from __future__ import annotations

import sys

STOPPED = 130
"""Exit code of a command that the user stopped."""


def main() -> None:
    """Run the command of this process's arguments, and end the process with its exit code."""
    try:
        from pincite.cli.app import app

        app()
    except KeyboardInterrupt:  # before or after the command itself, which ends cleanly
        sys.exit(STOPPED)
