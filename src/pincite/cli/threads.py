"""How many threads numerical libraries take, for processes that do several things at a time."""

from __future__ import annotations

import os


def one_thread_a_product() -> None:
    """Let products of matrices take one core each; to be called before NumPy is imported.

    By itself OpenBLAS takes all cores for each product, and its threads wait actively for one another: a question over
    50,000 chunks then costs nearly twice the processor time and is no quicker, and many questions at once are slower.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
