"""The two networks that read pictures: where their files are, and how they are compiled.

They are PP-OCRv6 (small) in the ONNX form that the wheel `rapidocr` carries. Only these files of the wheel are used:
its code would look for missing models on the network.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from pincite.errors import ModelMissingError
from pincite.runtime import CompiledModel, Precision, openvino

DETECTION = "PP-OCRv6_det_small.onnx"
RECOGNITION = "PP-OCRv6_rec_small.onnx"

VERSION = "pp-ocrv6-small"


def model_file(name: str) -> Path:
    """Path of a model file.

    Raises:
        ModelMissingError: if the package that holds it is not installed, or another version of it is.
    """
    spec = importlib.util.find_spec("rapidocr")
    for folder in (spec.submodule_search_locations if spec else None) or ():
        path = Path(folder, "models", name)
        if path.is_file():
            return path
    raise ModelMissingError(
        f"the file {name} for reading pictures of text is not on this machine",
        "Install Pincite again (the package `rapidocr` holds it), or leave pictures out with --no-ocr.",
    )


def load_detector(*, precision: Precision, streams: int, cache: Path | None) -> CompiledModel:
    """The network that says where text is: (1, 3, h, w) → a probability for each pixel."""
    model = openvino().Core().read_model(str(model_file(DETECTION)))
    return CompiledModel(model, precision=precision, streams=streams, cache=cache)


def load_recogniser(
    *, precision: Precision, streams: int, cache: Path | None
) -> tuple[CompiledModel, list[str]]:
    """The network that reads a line, and its alphabet, of which the first entry stands for nothing.

    (n, 3, 48, w) → for each of w/8 steps the probability and the number of the likeliest character. The choice is part
    of the graph, because 18,710 probabilities a step are slow to hand out.
    """
    ov = openvino()
    model = ov.Core().read_model(str(model_file(RECOGNITION)))
    letters = model.get_rt_info()["framework"]["character"].value.splitlines()
    chosen = ov.opset15.topk(
        model.outputs[0].get_node().input_value(0), ov.opset15.constant(1), 2, "max", "none"
    )
    results: list[Any] = [ov.opset15.result(chosen.output(0)), ov.opset15.result(chosen.output(1))]
    best = ov.Model(results, model.get_parameters(), "recognition")
    return CompiledModel(best, precision=precision, streams=streams, cache=cache), ["", *letters, " "]
