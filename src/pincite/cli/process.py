"""Settings of the process itself, for commands that run long and do several things at a time."""

from __future__ import annotations

import contextlib
import os
import sys

_M_ARENA_MAX = -8
_ARENAS = 2


def prepare_to_run_long() -> None:
    """Keep processor time and memory together; to be called before NumPy is imported and before threads are started.

    OpenBLAS takes all cores for each product by itself, and its threads wait actively for one another: a question
    over 50,000 chunks then costs nearly twice the processor time and is no quicker. glibc gives each thread memory of
    its own and seldom takes any of it back: a server with many threads grows with their number.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)
