"""What a benchmark ran on, and how much memory it took."""

from __future__ import annotations

import re
import threading
from pathlib import Path

from pincite.evaluate.machine import machine


class PeakMemory:
    """Samples the memory of a process and all its descendants, shared pages counted once (Linux only)."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> float | None:
        """The peak in MB; None where the system does not tell."""
        self._stopped.set()
        self._thread.join()
        return self._peak or None

    def _sample(self) -> None:
        while not self._stopped.wait(0.25):
            self._peak = max(self._peak, memory_mb(self._pid))


def memory_mb(pid: int) -> float:
    """Memory of a process and all its descendants, shared pages counted once; 0 where the system does not tell."""
    return sum(_memory_mb(one) for one in _tree(pid))


def _tree(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found.extend(int(child) for child in task.read_text().split())
            except OSError:  # the thread ended in between
                continue
    return found


def _memory_mb(pid: int) -> float:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:  # ended in between, or not Linux
        return 0.0
    match = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return int(match.group(1)) / 1000 if match else 0.0


def machine_line() -> str:
    """The machine in one line, with the arithmetic the encoder chooses on it."""
    from pincite.runtime import best_precision

    facts = machine(("pincite", "openvino"))
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items())
    return (
        f"{facts['cpu']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}, {versions}, "
        f"encoder in {best_precision()}"
    )
