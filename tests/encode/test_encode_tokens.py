from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.encode.tokens import MAX_OFFSET, pack_tokens, unpack_tokens


def unit_vectors(count: int, dims: int, seed: int) -> np.ndarray:
    vectors = np.random.default_rng(seed).standard_normal((count, dims)).astype(np.float32)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


@given(
    counts=st.lists(st.integers(0, 40), min_size=1, max_size=5),
    half=st.integers(1, 64),
    seed=st.integers(0, 999),
)
@settings(max_examples=60, deadline=None)
def test_round_trip_is_within_half_a_step(counts: list[int], half: int, seed: int) -> None:
    originals = [unit_vectors(count, 2 * half, seed + i) for i, count in enumerate(counts)]
    starts = [np.arange(count, dtype=np.int32) * 7 for count in counts]
    matrix = unpack_tokens([pack_tokens(v, s) for v, s in zip(originals, starts, strict=True)], 2 * half)
    assert matrix.bounds.tolist() == [0, *np.cumsum(counts).tolist()]
    assert matrix.starts.tolist() == np.concatenate(starts).tolist()
    expected = np.concatenate(originals)
    step = np.abs(expected).max(axis=1, keepdims=True, initial=0) / 7.5
    assert (np.abs(matrix.vectors - expected) <= 0.51 * step + 1e-3).all()


def test_cosines_survive_compression() -> None:
    vectors = unit_vectors(500, 128, 1)
    restored = unpack_tokens([pack_tokens(vectors, np.zeros(500, np.int32))], 128).vectors
    restored /= np.linalg.norm(restored, axis=1, keepdims=True)
    assert (vectors * restored).sum(axis=1).min() > 0.98


def test_size_is_half_a_byte_a_dimension_and_four_bytes_a_token() -> None:
    assert len(pack_tokens(unit_vectors(100, 128, 0), np.zeros(100, np.int32))) == 4 + 100 * (64 + 4)


def test_nothing_packs_and_unpacks() -> None:
    empty = pack_tokens(np.zeros((0, 128), np.float32), np.zeros(0, np.int32))
    assert unpack_tokens([empty, empty], 128).vectors.shape == (0, 128)
    assert unpack_tokens([], 128).bounds.tolist() == [0]


def test_zero_vectors_stay_finite() -> None:
    matrix = unpack_tokens([pack_tokens(np.zeros((3, 8), np.float32), np.zeros(3, np.int32))], 8)
    assert np.isfinite(matrix.vectors).all()


def test_a_cut_blob_is_an_error() -> None:
    blob = pack_tokens(unit_vectors(3, 8, 0), np.zeros(3, np.int32))
    with pytest.raises(ValueError, match="wrong length"):
        unpack_tokens([blob[:-1]], 8)


def test_offsets_beyond_the_format_are_an_error() -> None:
    with pytest.raises(ValueError, match="too long"):
        pack_tokens(unit_vectors(1, 8, 0), np.array([MAX_OFFSET + 1], np.int32))
