"""Token vectors on disk: 4 bits a dimension, one scale a token.

A unit vector v of D dimensions is stored as codes c in 0…15 with v ≈ s (c - 7.5), s = max|v| / 7.5.

Layout of the bytes of one chunk with n tokens, little-endian: uint32 n; float16 scale[n]; uint16 start[n] (offset
of the token's first character in the chunk's text); uint8 codes[n, D/2], the first half of the dimensions
in the low nibbles, the second half in the high ones. (Halves rather than neighbours, so that unpacking writes
two contiguous blocks.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.encode.contract import Floats

_HEADER = 4
MAX_OFFSET = 65535


def pack_tokens(tokens: Floats, starts: NDArray[np.int32]) -> bytes:
    """Compress one chunk's token vectors.

    Args:
        tokens: float32 of shape (n, D), D even.
        starts: Offset of each token in the chunk's text, int32 of shape (n,), at most MAX_OFFSET.
    """
    count, dims = tokens.shape
    if count and int(starts.max()) > MAX_OFFSET:
        raise ValueError("a chunk's text is too long for its token offsets")
    scale = (np.abs(tokens).max(axis=1) / 7.5).astype(np.float16) if count else np.zeros(0, np.float16)
    divisor = np.maximum(scale.astype(np.float32), 1e-6)[:, None]
    codes = np.clip(np.rint(tokens / divisor + 7.5), 0, 15).astype(np.uint8)
    packed = codes[:, : dims // 2] | (codes[:, dims // 2 :] << 4)
    return b"".join(
        (np.uint32(count).tobytes(), scale.tobytes(), starts.astype("<u2").tobytes(), packed.tobytes())
    )


@dataclass(frozen=True, slots=True, eq=False)
class TokenMatrix:
    """Token vectors of several chunks, one after the other.

    Attributes:
        vectors: float32 of shape (total tokens, D).
        starts: Offset of each token in its chunk's text, int32 of shape (total tokens,).
        bounds: Row where each chunk begins, and the total last; int64 of shape (chunks + 1,).
    """

    vectors: Floats
    starts: NDArray[np.int32]
    bounds: NDArray[np.int64]


def unpack_tokens(blobs: Sequence[bytes], dims: int) -> TokenMatrix:
    """Decompress the token vectors of several chunks at once.

    Args:
        blobs: What `pack_tokens` made.
        dims: D.

    Raises:
        ValueError: if a blob's length does not agree with its header.
    """
    counts = [int.from_bytes(blob[:_HEADER], "little") for blob in blobs]
    half = dims // 2
    scales, starts, codes = [], [], []
    for blob, count in zip(blobs, counts, strict=True):
        if len(blob) != _HEADER + count * (4 + half):
            raise ValueError("stored token vectors have the wrong length")
        scales.append(np.frombuffer(blob, "<f2", count, _HEADER))
        starts.append(np.frombuffer(blob, "<u2", count, _HEADER + 2 * count))
        codes.append(np.frombuffer(blob, np.uint8, count * half, _HEADER + 4 * count))
    bounds = np.zeros(len(blobs) + 1, np.int64)
    np.cumsum(counts, out=bounds[1:])
    total = int(bounds[-1])
    vectors = np.empty((total, dims), np.float32)
    if total:
        packed = np.concatenate(codes).reshape(total, half)
        np.subtract(packed & 15, np.float32(7.5), out=vectors[:, :half])
        np.subtract(packed >> 4, np.float32(7.5), out=vectors[:, half:])
        vectors *= np.concatenate(scales).astype(np.float32)[:, None]
    all_starts = np.concatenate(starts).astype(np.int32) if total else np.zeros(0, np.int32)
    return TokenMatrix(vectors, all_starts, bounds)
