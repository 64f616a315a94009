from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.encode.contract import QuestionEncoding
from pincite.encode.tokens import TokenMatrix
from pincite.search.dense import top
from pincite.search.rerank import interact, segment_max, token_weights


@given(counts=st.lists(st.integers(0, 5), max_size=8), seed=st.integers(0, 99))
@settings(deadline=None)
def test_segment_max_is_the_maximum_of_each_segment(counts: list[int], seed: int) -> None:
    values = np.random.default_rng(seed).standard_normal((sum(counts), 3)).astype(np.float32)
    bounds = np.array([0, *np.cumsum(counts)], np.int64)
    result = segment_max(values, bounds)
    for number, count in enumerate(counts):
        segment = values[bounds[number] : bounds[number + 1]]
        assert result[number].tolist() == (segment.max(axis=0).tolist() if count else [0, 0, 0])


def test_late_interaction_by_hand() -> None:
    question = QuestionEncoding(
        np.zeros(2, np.float32),
        np.array([5, 6], np.uint32),
        np.eye(2, dtype=np.float32),
        np.array([0, 4], np.int32),
    )
    vectors = np.array([[1, 0], [0.6, 0.8], [0, 0.5]], np.float32)
    tokens = TokenMatrix(vectors, np.array([0, 4, 0], np.int32), np.array([0, 2, 3], np.int64))
    interaction = interact(question, np.array([0.75, 0.25], np.float32), tokens)
    assert interaction.passage_scores().tolist() == pytest.approx([0.75 * 1 + 0.25 * 0.8, 0.25 * 0.5])
    scores, best = interaction.range_scores(0, [(0, 3), (4, 9), (10, 12)])
    assert scores.tolist() == pytest.approx([0.75, 0.75 * 0.6 + 0.25 * 0.8, 0])
    assert best.tolist() == [[1, 0], pytest.approx([0.6, 0.8]), [0, 0]]


def test_rare_tokens_weigh_more_and_weights_sum_to_one() -> None:
    counts = np.array([0, 90, 3, 0], np.float32)
    weights = token_weights(np.array([1, 2, 3, 900], np.uint32), 100, counts, None)
    assert weights.sum() == pytest.approx(1)
    assert weights[0] < weights[1] < weights[2] == weights[3]


def test_in_a_tiny_library_general_rarity_decides() -> None:
    background = np.array([0.0, 0.9, 0.001], np.float32)
    weights = token_weights(np.array([1, 2], np.uint32), 1, np.array([0, 1, 1], np.float32), background)
    assert weights[1] > 5 * weights[0]


def test_a_question_without_tokens_weighs_nothing() -> None:
    assert token_weights(np.zeros(0, np.uint32), 10, np.zeros(5, np.float32), None).tolist() == []


@given(seed=st.integers(0, 99), size=st.integers(0, 60), count=st.integers(1, 70), share=st.floats(0, 1))
@settings(deadline=None)
def test_top_is_the_head_of_the_sorted_allowed(seed: int, size: int, count: int, share: float) -> None:
    chooser = np.random.default_rng(seed)
    scores = chooser.integers(0, 8, size).astype(np.float32)
    allowed = chooser.random(size) < share
    for mask in (None, allowed):
        positions = np.arange(size) if mask is None else np.flatnonzero(mask)
        found = top(scores, mask, count)
        expected = sorted(positions.tolist(), key=lambda i: -scores[i])[:count]
        assert sorted(scores[found].tolist(), reverse=True) == scores[found].tolist()
        assert scores[found].tolist() == scores[expected].tolist()
        assert set(found.tolist()) <= set(positions.tolist())
