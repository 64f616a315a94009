"""The command line. Importing it loads no library: `pincite --help` answers at once."""

from __future__ import annotations


def main() -> None:
    """Run the command of this process's arguments, and end the process with its exit code."""
    from pincite.cli.app import app

    app()
