"""Make the constants of the encoder for many languages: the projection of token vectors.

    python -m benchmarks.calibrate_multilingual

No collection of text covers its hundred languages, so the texts are drawn from its own vocabulary: some pieces of one
script after the other. The vectors of its tokens all point in nearly the same direction; their mean is taken away
first, so that four bits a dimension are spent on what tells tokens apart. The projection is a PCA of the rest.
"""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict
from pathlib import Path

import numpy as np

from pincite.encode.contract import EncoderIdentity
from pincite.encode.model_files import MULTILINGUAL, model_folder
from pincite.encode.multilingual import CONSTANTS, PREFIXES, WEIGHTS, bert_graph, tokenizer_of
from pincite.encode.packed_weights import PackedModel, read_packed_model
from pincite.encode.transformer import TransformerEncoder
from pincite.runtime import CompiledModel

TOKEN_DIMS = 128
TEXTS = 1200
PIECES_A_TEXT = 14


def texts(packed: PackedModel) -> list[str]:
    """Texts of pieces of one script each; of scripts with many pieces more, but not in proportion."""
    scripts: dict[str, list[str]] = defaultdict(list)
    for piece, _ in packed.pieces:
        letters = [character for character in piece if character.isalpha()]
        if len(letters) > 1:
            scripts[unicodedata.name(letters[0], "OTHER").split()[0]].append(piece)
    chooser = random.Random(7)
    names = sorted(name for name, pieces in scripts.items() if len(pieces) >= PIECES_A_TEXT)
    weights = [len(scripts[name]) ** 0.5 for name in names]
    return [
        "".join(chooser.sample(scripts[name], PIECES_A_TEXT)).replace("\u2581", " ").strip()
        for name in chooser.choices(names, weights, k=TEXTS)
    ]


def main() -> None:
    """Write the constants beside the encoder's module."""
    packed = read_packed_model(model_folder(MULTILINGUAL) / WEIGHTS)
    hidden = packed.hidden
    graph = bert_graph(packed, np.eye(hidden, dtype=np.float32))
    identity = EncoderIdentity(MULTILINGUAL.name, "", hidden, hidden, packed.max_tokens, "", PREFIXES)
    model = CompiledModel(graph.model(), precision="f32", streams=0, cache=None)
    encoder = TransformerEncoder(identity, tokenizer_of(packed), model)
    vectors = np.concatenate([encoder.encode_question(text).tokens for text in texts(packed)]).astype(
        np.float64
    )
    mean = vectors.mean(axis=0)
    values, axes = np.linalg.eigh(np.cov(vectors.T))
    # Turned at random within the space kept, as for the embedded encoder.
    turn, _ = np.linalg.qr(np.random.default_rng(7).standard_normal((TOKEN_DIMS, TOKEN_DIMS)))
    projection = (axes[:, ::-1][:, :TOKEN_DIMS] @ turn).astype(np.float16)
    print(f"{TOKEN_DIMS} of {hidden} dimensions keep {values[-TOKEN_DIMS:].sum() / values.sum():.1%}")
    print(f"length of the mean of unit vectors: {np.linalg.norm(mean):.3f}")
    target = Path(__file__).resolve().parent.parent / "src/pincite/encode" / CONSTANTS
    np.savez_compressed(target, projection=projection, mean=mean.astype(np.float32))
    print(f"wrote {target.name}, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
