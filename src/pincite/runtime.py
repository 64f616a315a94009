"""OpenVINO: loaded late, told to keep to itself, and asked to use the CPU well."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from numpy.typing import NDArray

Precision = Literal["f32", "bf16", "int8"]


MOST_CACHED_BYTES = 1_000_000_000
"""Compiled models of one user; those of the embedded encoder take 60 MB, those for reading pictures 30 MB."""


@functools.cache
def openvino() -> ModuleType:
    """The `openvino` package.

    Its model converter is kept out: it is not needed, doubles the import time and brings a telemetry client.
    """
    if "openvino" not in sys.modules:
        sys.modules["openvino.tools.ovc"] = None  # type: ignore[assignment]  # documented: import then fails
    module = importlib.import_module("openvino")
    importlib.import_module("openvino.opset15")
    return module


@functools.cache
def _core() -> Any:
    return openvino().Core()


@functools.cache
def best_precision() -> Precision:
    """The fastest arithmetic that keeps the encoder's quality on this CPU.

    bf16 needs AMX or AVX512-BF16 (OpenVINO lists it then); int8 pays with VNNI instructions; else float32.
    """
    capabilities = _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    if "BF16" in capabilities:
        return "bf16"
    flags = _cpu_flags()
    return "int8" if flags & {"avx512_vnni", "avx_vnni"} else "f32"


def _cpu_flags() -> frozenset[str]:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return frozenset()  # not Linux: float32 is right everywhere
    for line in text.splitlines():
        if line.startswith("flags"):
            return frozenset(line.split(":", 1)[1].split())
    return frozenset()


class CompiledModel:
    """A model compiled for this CPU that runs many small batches side by side.

    Args:
        model: An OpenVINO model, or the path of one (ONNX or IR).
        precision: Arithmetic of what is not quantised in the graph itself.
        streams: Parallel streams; 0 for one a core, at most 4.
        cache: Folder for compiled code, which makes the next start quick; None for none.
    """

    def __init__(self, model: Any, *, precision: Precision, streams: int, cache: Path | None) -> None:
        self.streams = streams or max(1, min(4, os.cpu_count() or 1))
        options = {
            "INFERENCE_PRECISION_HINT": "bf16" if precision == "bf16" else "f32",
            "NUM_STREAMS": str(self.streams),
            "INFERENCE_NUM_THREADS": str(os.cpu_count() or 1),
        }
        if cache is not None:
            cache.mkdir(parents=True, exist_ok=True)
            options["CACHE_DIR"] = str(cache)
        if not isinstance(model, Path):
            _name_by_place(model)
        self._compiled = _core().compile_model(
            str(model) if isinstance(model, Path) else model, "CPU", options
        )
        if cache is not None:
            prune(cache)
        self._idle: list[Any] = []
        self._lock = threading.Lock()
        self.input_names: list[str] = [port.any_name for port in self._compiled.inputs]

    def run_one(self, inputs: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
        """One batch, at once; safe from several threads."""
        with self._requests(1) as (request,):
            request.infer(list(inputs))
            return _copied(request)

    def run_many(self, batches: Sequence[Sequence[NDArray[Any]]]) -> Iterator[tuple[int, list[NDArray[Any]]]]:
        """All batches, `streams` at a time; yields (position, outputs) in order."""
        with self._requests(min(self.streams, len(batches))) as requests:
            for request, inputs in zip(requests, batches, strict=False):
                request.start_async(list(inputs))
            for position in range(len(batches)):
                request = requests[position % len(requests)]
                request.wait()
                outputs = _copied(request)
                following = position + len(requests)
                if following < len(batches):
                    request.start_async(list(batches[following]))
                yield position, outputs

    @contextlib.contextmanager
    def _requests(self, count: int) -> Iterator[list[Any]]:
        """Requests that nobody else uses; kept afterwards, since a new one allocates all its memory anew."""
        with self._lock:
            taken = [self._idle.pop() for _ in range(min(count, len(self._idle)))]
        taken += [self._compiled.create_infer_request() for _ in range(count - len(taken))]
        try:
            yield taken
        finally:
            for request in taken:
                request.wait()  # a caller may leave in the middle of `run_many`
            with self._lock:
                self._idle.extend(taken)


def prune(cache: Path, most: int = MOST_CACHED_BYTES) -> None:
    """Remove compiled code that was not used for longest, until the rest takes at most so many bytes.

    Each model, version of OpenVINO and kind of processor has code of its own, which nothing else would ever remove.
    """
    found = []
    for file in cache.glob("*.blob"):
        with contextlib.suppress(OSError):  # another process may be removing it
            status = file.stat()
            found.append((max(status.st_atime, status.st_mtime), status.st_size, file))
    total = 0
    for _, size, file in sorted(found, reverse=True):
        total += size
        if total > most:
            with contextlib.suppress(OSError):
                file.unlink()


def _name_by_place(model: Any) -> None:
    """Name the nodes by their place: their own names count all nodes made in this process before.

    Compiled code is found by a digest of the model with its names, so the second model of a process, and the first of
    another one that made something else before, would be compiled and kept once more.
    """
    model.set_friendly_name("model")
    for place, node in enumerate(model.get_ordered_ops()):
        node.set_friendly_name(f"n{place}")
        for number, output in enumerate(node.outputs()):
            if any(re.fullmatch(rf"{node.get_type_name()}_\d+", name) for name in output.names):
                output.tensor.set_names({f"n{place}.{number}"})


def _copied(request: Any) -> list[NDArray[Any]]:
    # A request's own memory is overwritten by its next batch.
    return [output.data.copy() for output in request.output_tensors]
