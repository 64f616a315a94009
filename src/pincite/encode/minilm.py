"""The embedded encoder, all-MiniLM-L6-v2 (Apache-2.0): 384 dimensions, reads at most 256 tokens."""

from __future__ import annotations

import hashlib
import importlib.resources
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from pincite.encode.contract import EncoderIdentity
from pincite.encode.graph import BertGraph, BertShape, Quantisation
from pincite.encode.model_files import MINILM, model_folder
from pincite.encode.transformer import TransformerEncoder
from pincite.runtime import CompiledModel, Precision, best_precision

SHAPE = BertShape(layers=6, heads=12, hidden=384)
MAX_TOKENS = 256
TOKEN_DIMS = 128
CONSTANTS = "minilm.npz"
"""Token projection and int8 ranges, made by `python -m benchmarks.calibrate_encoder`."""


def load_minilm(
    *,
    precision: Precision | None = None,
    streams: int = 0,
    cache: Path | None = None,
    folder: Path | None = None,
) -> TransformerEncoder:
    """Load and compile the embedded encoder (about half a second; less with a warm cache).

    Args:
        precision: None for the best of this CPU.
        streams: Batches run side by side; 0 for one a core.
        cache: Folder for compiled code.
        folder: Folder of the model's files; found where the set-up put them when None.

    Raises:
        ModelMissingError: if the files are not there.
        ModelError: if the weights are not the official ones.
    """
    folder = folder or model_folder(MINILM)
    constants = load_constants()
    chosen = precision or best_precision()
    graph = BertGraph(
        load_file(folder / "model.safetensors"),
        SHAPE,
        constants["projection"],
        quantisation_from(constants) if chosen == "int8" else None,
    )
    identity = EncoderIdentity(
        name=MINILM.name,
        digest=MINILM.files["model.safetensors"],
        dims=SHAPE.hidden,
        token_dims=TOKEN_DIMS,
        max_tokens=MAX_TOKENS,
        projection=hashlib.sha256(constants["projection"].tobytes()).hexdigest()[:16],
    )
    compiled = CompiledModel(graph.model(), precision=chosen, streams=streams, cache=cache)
    background = constants["token_share"]
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    # Trained on English: of other writings it knows single letters, whose vectors say nothing.
    return TransformerEncoder(identity, tokenizer, compiled, background, script="Latin")


def load_constants() -> dict[str, NDArray[np.float32]]:
    """The arrays of CONSTANTS, all float32."""
    data = importlib.resources.files("pincite.encode").joinpath(CONSTANTS).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return {name: archive[name].astype(np.float32) for name in archive.files}


def quantisation_from(constants: dict[str, NDArray[np.float32]]) -> Quantisation:
    """The int8 ranges among the constants."""
    prefix = "smooth/"
    smooth = {
        name.removeprefix(prefix): array for name, array in constants.items() if name.startswith(prefix)
    }
    return Quantisation(
        low={name: float(constants[f"range/{name}"][0]) for name in smooth},
        high={name: float(constants[f"range/{name}"][1]) for name in smooth},
        smooth=smooth,
    )
