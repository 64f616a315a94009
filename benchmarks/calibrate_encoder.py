"""Make the embedded encoder's constants: token projection, ranges for int8 arithmetic, rarity of tokens.

    python -m benchmarks.calibrate_encoder --data DIR

All come from text that no benchmark of retrieval asks questions about: Cranfield, SciFact, CLAPnq and contract
clauses. The projection is a PCA of *questions'* unit token vectors, weighted by rarity and without centring: a
cosine between a question and a passage loses only what lies outside the space of questions. Fitted on
passages' tokens it keeps less of the ranking (see docs/benchmarks.md).
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from benchmarks.data import (
    clapnq,
    contract_clauses,
    cranfield_queries,
    cranfield_texts,
    data_folder,
    scifact_abstracts,
    scifact_claims,
)
from pincite.encode.graph import BertGraph
from pincite.encode.minilm import CONSTANTS, MAX_TOKENS, SHAPE, TOKEN_DIMS
from pincite.encode.model_files import MINILM, model_folder
from pincite.encode.transformer import punctuation_ids
from pincite.runtime import CompiledModel

TEXTS_A_SOURCE = 100


def passage_sources(data: Path) -> list[list[str]]:
    """Passages by source."""
    answerable, unanswerable = clapnq(data / "clapnq")
    clauses = [" ".join(c["spans"]) for c in contract_clauses(data / "contracts") if c["spans"]]
    return [
        cranfield_texts(data / "cranfield"),
        [item["text"] for item in answerable + unanswerable],
        clauses,
        scifact_abstracts(data / "scifact"),
    ]


def questions(data: Path) -> list[str]:
    """Questions and claims."""
    answerable, unanswerable = clapnq(data / "clapnq")
    asked = [item["question"] for item in answerable + unanswerable]
    return [*asked, *cranfield_queries(data / "cranfield"), *scifact_claims(data / "scifact")[:300]]


def token_share(tokenizer: Tokenizer, sources: list[list[str]]) -> NDArray[np.float32]:
    """Share of passages that hold each vocabulary id, averaged over the sources."""
    share = np.zeros(tokenizer.get_vocab_size(), np.float64)
    for passages in sources:
        for encoding in tokenizer.encode_batch(passages):
            share[list(set(encoding.ids))] += 1 / len(passages) / len(sources)
    return share.astype(np.float32)


def smoothing(name: str, inputs: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Divisor of each input channel.

    After a layer norm, SmoothQuant's own formula with strength 0.6. After a GELU that formula hurts (most channels
    have a tiny maximum); there only the channels above the median maximum are divided, by at most 16.
    """
    largest = np.abs(inputs).max(axis=0)
    if "attention" not in name and name.endswith("output.dense"):
        return np.asarray(np.clip(largest / np.median(largest), 1, 16), np.float32)
    strength = 0.6
    of_weight = np.maximum(np.abs(weight).max(axis=0), 1e-4)
    divisor = np.maximum(largest, 1e-4) ** strength / of_weight ** (1 - strength)
    return np.asarray(divisor, np.float32)


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
    sources = passage_sources(data)
    share = token_share(tokenizer, sources)
    chooser = random.Random(7)
    seen: dict[str, list[NDArray[np.float32]]] = {name: [] for name in names}
    sample = [text for source in sources for text in chooser.sample(source, TEXTS_A_SOURCE)]
    for encoding in tokenizer.encode_batch(sample):
        ids = np.array([encoding.ids], np.int64)
        _, _, _, *inputs = model.run_one([ids, np.ones_like(ids)])
        for name, values in zip(names, inputs, strict=True):
            seen[name].append(values[0])
    scatter = np.zeros((SHAPE.hidden, SHAPE.hidden))
    punctuation = punctuation_ids(tokenizer)
    for encoding in tokenizer.encode_batch(questions(data)):
        ids = np.array([encoding.ids], np.int64)
        tokens = model.run_one([ids, np.ones_like(ids)])[1][0][1:-1].astype(np.float64)
        kept = ~np.isin(ids[0, 1:-1], punctuation)
        rarity = -np.log(np.maximum(share[ids[0, 1:-1][kept]], 1e-4))
        scatter += (tokens[kept] * rarity[:, None]).T @ tokens[kept]
    values, vectors = np.linalg.eigh(scatter)
    # Turned at random within the space kept: cosines stay as they are, but no dimension is much larger than the
    # others any more, which four bits a dimension with one scale a token would pay for.
    turn, _ = np.linalg.qr(np.random.default_rng(7).standard_normal((TOKEN_DIMS, TOKEN_DIMS)))
    projection = vectors[:, ::-1][:, :TOKEN_DIMS] @ turn
    print(f"{TOKEN_DIMS} of {SHAPE.hidden} dimensions keep {values[-TOKEN_DIMS:].sum() / values.sum():.1%}")
    arrays: dict[str, NDArray[np.float16] | NDArray[np.float32]] = {
        "projection": projection.astype(np.float16),
        "token_share": share.astype(np.float16),
    }
    for name in names:
        entering = np.concatenate(seen[name])
        divisor = smoothing(name, entering, weights[f"{name}.weight"])
        scaled = entering / divisor
        arrays[f"smooth/{name}"] = divisor.astype(np.float32)
        arrays[f"range/{name}"] = np.array([min(scaled.min(), 0), scaled.max()], np.float32)
    target = Path(__file__).resolve().parent.parent / "src/pincite/encode" / CONSTANTS
    np.savez_compressed(target, **arrays)  # type: ignore[arg-type]
    print(f"wrote {target.name}, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
