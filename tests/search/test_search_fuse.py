from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pincite.search.fuse import min_max, reciprocal_rank, standardised, weighted

SCORES = arrays(np.float64, st.integers(0, 12), elements=st.floats(-100, 100))


@given(SCORES)
def test_scaling_keeps_the_order_and_is_finite(scores: np.ndarray) -> None:
    for scale in (min_max, standardised):
        scaled = scale(scores)
        assert np.isfinite(scaled).all()
        for i in range(len(scores)):
            assert all(scaled[i] <= scaled[j] for j in range(len(scores)) if scores[i] < scores[j])


def test_min_max_is_zero_to_one() -> None:
    assert min_max(np.array([3.0, 7.0, 5.0])).tolist() == [0.0, 1.0, 0.5]
    assert min_max(np.array([4.0, 4.0])).tolist() == [0.0, 0.0]


def test_standardised_has_mean_zero_and_deviation_one() -> None:
    scaled = standardised(np.array([1.0, 2.0, 6.0]))
    assert scaled.mean() == pytest.approx(0)
    assert scaled.std() == pytest.approx(1)


def test_weights_move_the_choice() -> None:
    lexical, dense = np.array([10.0, 0.0, 5.0]), np.array([0.0, 0.9, 0.5])
    assert weighted(lexical, dense, 1.0).argmax() == 0
    assert weighted(lexical, dense, 0.0).argmax() == 1
    assert weighted(lexical, dense, 0.5).tolist() == pytest.approx([0.5, 0.5, 0.5 * 0.5 + 0.5 * 5 / 9])


def test_reciprocal_rank_by_hand() -> None:
    fused = reciprocal_rank(np.array([0.0, 8.0, 3.0]), np.array([0.9, 0.1, 0.5]), 60)
    assert fused.tolist() == pytest.approx([1 / 61, 1 / 61 + 1 / 63, 1 / 62 + 1 / 62])
