"""Runs an office program and ends it, with all that it started, when its time is over or its parent is gone.

A program of its own: a parser process is killed without a word, and what it started would go on without it. Started by
the path of this file, it needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import time

TIME_IS_OVER = 124
PARENT_IS_GONE = 125
_LOOK_EVERY = 0.05


def main(folder: str, seconds: str, *command: str) -> int:
    """Run a command until it ends.

    Args:
        folder: Where it works and writes; removed when the parent is gone, which would do it otherwise.
        seconds: How long it may take.
        command: Program and arguments.

    Returns:
        Its exit code, or why it was ended.
    """
    _allow_all_memory()
    process = subprocess.Popen(  # noqa: S603 - found on the search path by the parent
        command,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + float(seconds)
    try:
        while (code := process.poll()) is None:
            if time.monotonic() > end:
                return TIME_IS_OVER
            # The parent never writes: its end of the pipe becomes readable when it closes.
            if select.select([0], [], [], _LOOK_EVERY)[0]:
                return PARENT_IS_GONE
        return code
    finally:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if select.select([0], [], [], 0)[0]:
            shutil.rmtree(folder, ignore_errors=True)


def _allow_all_memory() -> None:
    """An office program reserves more address space than a parser may use."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
