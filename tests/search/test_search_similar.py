"""Which documents resemble one another, by the means of their passages."""

from __future__ import annotations

import numpy as np
import pytest

from pincite.search.dense import DenseRows
from pincite.search.similar import most_similar


def rows_of(document_pks: list[int], matrix: np.ndarray) -> DenseRows:
    count = len(document_pks)
    return DenseRows(
        1,
        np.arange(count, dtype=np.int64),
        np.array(document_pks, np.int64),
        matrix.astype(np.float32),
        dict.fromkeys(document_pks, 1),
        np.zeros(0, np.float32),
    )


@pytest.fixture
def rows() -> DenseRows:
    """Documents in the order of their passages, which is not that of their keys; one has a single passage."""
    pks = [7] * 3 + [2] + [9] * 5 + [4] * 2
    return rows_of(pks, np.random.default_rng(3).normal(size=(len(pks), 8)))


def expected(rows: DenseRows, pk: int) -> list[tuple[int, float]]:
    means = {other: rows.matrix[rows.document_pks == other].mean(axis=0) for other in rows.documents}
    units = {other: mean / np.linalg.norm(mean) for other, mean in means.items()}
    scores = [(other, float(units[pk] @ unit)) for other, unit in units.items() if other != pk]
    return sorted(scores, key=lambda pair: -pair[1])


@pytest.mark.parametrize("pk", [7, 2, 9, 4])
def test_cosines_of_means(rows: DenseRows, pk: int) -> None:
    found = most_similar(rows, pk, None, 10)
    assert [other for other, _ in found] == [other for other, _ in expected(rows, pk)]
    assert [score for _, score in found] == pytest.approx(
        [score for _, score in expected(rows, pk)], abs=1e-5
    )
    assert most_similar(rows, pk, None, 2) == found[:2]


def test_only_those_that_may_be_found(rows: DenseRows) -> None:
    whole = most_similar(rows, 7, None, 10)
    assert most_similar(rows, 7, [7, 4, 9], 10) == [pair for pair in whole if pair[0] != 2]
    assert most_similar(rows, 7, [7], 10) == []
    assert most_similar(rows, 7, [], 10) == []


def test_a_document_without_passages_resembles_none(rows: DenseRows) -> None:
    assert most_similar(rows, 5, None, 10) == []
    assert most_similar(rows_of([], np.zeros((0, 8))), 5, None, 10) == []


def test_passages_that_cancel_out_and_ties() -> None:
    matrix = np.array([[1, 0], [1, 0], [-1, 0], [2, 0], [5, 0]])
    rows = rows_of([1, 3, 3, 8, 6], matrix)
    assert most_similar(rows, 1, None, 10) == [(6, 1.0), (8, 1.0), (3, 0.0)]
    assert most_similar(rows, 3, None, 10) == [(1, 0.0), (6, 0.0), (8, 0.0)]
