"""Formulas, against values worked out by hand and their definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.bootstrap import interval, paired_difference
from pincite.evaluate.metrics import hit, holds, ndcg, normalised, reciprocal_rank

RANKS = st.lists(st.none() | st.integers(1, 12), min_size=1, max_size=6)


def test_ideal_has_all_that_is_to_be_found_whatever_was_returned() -> None:
    """Two things are to be found, one is, at rank 1: not 1, as if it had been the only one."""
    assert ndcg([1, None], 10) == pytest.approx(0.6131, abs=1e-4)
    assert ndcg([1, 2], 10) == 1
    assert ndcg([None, None], 10) == 0
    assert ndcg([2], 10) == pytest.approx(1 / math.log2(3))


def test_several_things_in_one_passage_are_no_better_than_ideal() -> None:
    assert ndcg([1, 1, 1], 10) == 1
    assert ndcg([1, 1], 10) == ndcg([1, 2], 10)
    assert ndcg([3, 3, 3], 4) == pytest.approx(
        (1 / math.log2(4) + 1 / math.log2(5)) / (1 + 1 / math.log2(3) + 1 / math.log2(4))
    )


def test_more_than_fits_is_not_expected() -> None:
    assert ndcg([1, 2, 3, None], 3) == 1


@given(RANKS)
def test_measures_lie_between_nothing_and_all(ranks: list[int | None]) -> None:
    for value in (ndcg(ranks, 10), reciprocal_rank(ranks, 10), hit(ranks, 10)):
        assert 0 <= value <= 1
    assert (hit(ranks, 10) == 0) == (reciprocal_rank(ranks, 10) == 0) == (ndcg(ranks, 10) == 0)


@given(RANKS, st.data())
def test_finding_one_thing_earlier_is_never_worse(ranks: list[int | None], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(ranks) - 1))
    better = list(ranks)
    better[place] = data.draw(st.integers(1, ranks[place] or 12))
    assert ndcg(better, 10) >= ndcg(ranks, 10)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8, unique=True), st.integers(0, 5))
def test_ndcg_is_as_defined_where_each_passage_holds_one_thing(found: list[int], missing: int) -> None:
    relevances = np.array([float(rank in found) for rank in range(1, 11)])
    discounts = 1 / np.log2(np.arange(2, 12))
    ideal = discounts[: min(10, len(found) + missing)].sum()
    assert ndcg([*found, *[None] * missing], 10) == pytest.approx(float(relevances @ discounts / ideal))


def test_reciprocal_rank_and_hits() -> None:
    assert [reciprocal_rank([rank], 10) for rank in (1, 2, 10, 11, None)] == [1, 0.5, 0.1, 0, 0]
    assert [hit([3, None], k) for k in (1, 3, 5)] == [0, 1, 1]
    with pytest.raises(ValueError, match="nothing to be found"):
        ndcg([], 10)


def test_answers_are_compared_as_squad_does() -> None:
    assert normalised("The  St. Mary's, an  A-road") == "st mary s road"
    assert holds("It was in the Royal Oak.", ["royal oak"])
    assert not holds("It was in the Royal Oaks.", ["royal oak"])
    assert not holds("Anything.", ["the", ""])


def test_an_interval_is_of_the_mean_and_always_the_same() -> None:
    values = [1.0] * 30 + [0.0] * 10
    found = interval(values)
    assert found == interval(values)
    assert found is not None
    assert found.mean == 0.75
    # The normal approximation: the mean, give or take 1.96 standard errors.
    error = 1.96 * math.sqrt(0.75 * 0.25 / 40)
    assert found.low == pytest.approx(0.75 - error, abs=0.03)
    assert found.high == pytest.approx(0.75 + error, abs=0.03)


def test_intervals_at_the_edges() -> None:
    assert interval([]) is None
    only = interval([0.5])
    assert only is not None
    assert (only.mean, only.low, only.high) == (0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="finite"):
        interval([1.0, math.nan])


def test_an_interval_does_not_depend_on_how_much_is_drawn_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    values = list(np.linspace(0, 1, 50))
    whole = interval(values)
    monkeypatch.setattr("pincite.evaluate.bootstrap._AT_ONCE", 120)
    assert interval(values) == whole


def test_pairs_are_drawn_together() -> None:
    """Runs that differ by the same on each question differ for sure, however much questions differ."""
    first = [question % 10 / 10 + 0.05 for question in range(40)]
    second = [question % 10 / 10 for question in range(40)]
    found = paired_difference(first, second)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(0.05), pytest.approx(0.05))
    with pytest.raises(ValueError, match="shorter"):
        paired_difference([1.0], [])
