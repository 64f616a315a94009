"""Make the embedded encoder's constants: the token projection and the ranges for int8 arithmetic.

    python -m benchmarks.calibrate_encoder --data DIR

Both come from text that no retrieval benchmark of ours asks questions about: Cranfield abstracts, CLAPnq
passages and contract clauses. The projection is a plain PCA (without centring: vectors are compared by
their cosine, which centring would change) of the unit token vectors.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from benchmarks.data import clapnq, contract_clauses, cranfield_texts, data_folder
from pincite.encode.graph import BertGraph
from pincite.encode.minilm import CONSTANTS, MAX_TOKENS, SHAPE, TOKEN_DIMS
from pincite.encode.model_files import MINILM, model_folder
from pincite.encode.runtime import CompiledModel

TEXTS_A_SOURCE = 150


def sample_texts(data: Path) -> list[str]:
    """Calibration texts, the same at every run."""
    answerable, unanswerable = clapnq(data / "clapnq")
    clauses = [" ".join(c["spans"]) for c in contract_clauses(data / "contracts") if c["spans"]]  # type: ignore[arg-type]
    sources = [cranfield_texts(data / "cranfield"), [i["text"] for i in answerable + unanswerable], clauses]
    chooser = random.Random(7)
    return [text for source in sources for text in chooser.sample(source, TEXTS_A_SOURCE)]


def smoothing(name: str, inputs: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Divisor of each input channel.

    After a layer norm, SmoothQuant's own formula with strength 0.6. After a GELU that formula hurts (most channels
    have a tiny maximum); there only the channels above the median maximum are divided, by at most 16.
    """
    largest = np.abs(inputs).max(axis=0)
    if "attention" not in name and name.endswith("output.dense"):
        return np.clip(largest / np.median(largest), 1, 16).astype(np.float32)
    strength = 0.6
    of_weight = np.maximum(np.abs(weight).max(axis=0), 1e-4)
    divisor: NDArray[np.float32] = np.maximum(largest, 1e-4) ** strength / of_weight ** (1 - strength)
    return divisor.astype(np.float32)


def main() -> None:
    """Write the constants beside the encoder's module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    data = data_folder(parser.parse_args().data)
    folder = model_folder(MINILM)
    weights = load_file(folder / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    graph = BertGraph(weights, SHAPE, np.eye(SHAPE.hidden, dtype=np.float32))
    model = CompiledModel(graph.model(expose_dense_inputs=True), precision="f32", streams=1, cache=None)
    names = list(graph.dense_inputs)
    seen: dict[str, list[NDArray[np.float32]]] = {name: [] for name in names}
    scatter = np.zeros((SHAPE.hidden, SHAPE.hidden))
    for encoding in tokenizer.encode_batch(sample_texts(data)):
        ids = np.array([encoding.ids], np.int64)
        _, tokens, _, *inputs = model.run_one([ids, np.ones_like(ids)])
        scatter += tokens[0].T.astype(np.float64) @ tokens[0]
        for name, values in zip(names, inputs, strict=True):
            seen[name].append(values[0])
    values, vectors = np.linalg.eigh(scatter)
    kept = vectors[:, ::-1][:, :TOKEN_DIMS]
    print(
        f"{TOKEN_DIMS} of {SHAPE.hidden} dimensions keep {values[::-1][:TOKEN_DIMS].sum() / values.sum():.1%}"
    )
    arrays: dict[str, NDArray[np.float16] | NDArray[np.float32]] = {"projection": kept.astype(np.float16)}
    for name in names:
        inputs = np.concatenate(seen[name])
        divisor = smoothing(name, inputs, weights[f"{name}.weight"])
        scaled = inputs / divisor
        arrays[f"smooth/{name}"] = divisor.astype(np.float32)
        arrays[f"range/{name}"] = np.array([min(scaled.min(), 0), scaled.max()], np.float32)
    target = Path(__file__).resolve().parent.parent / "src/pincite/encode" / CONSTANTS
    np.savez_compressed(target, **arrays)  # type: ignore[arg-type]
    print(f"wrote {target.name}, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
