"""Calibration, and risk over coverage."""

from __future__ import annotations

import pytest

from pincite.domain import EvaluationResult, Expectation, ResultState
from pincite.evaluate.calibration import (
    area_under_risk_coverage,
    calibration,
    expected_calibration_error,
    reliability,
    risk_coverage,
)


def test_bins_hold_what_lies_in_them_and_both_ends() -> None:
    bins = reliability([(0.0, False), (0.1, True), (0.15, False), (1.0, True)])
    assert [one.count for one in bins] == [1, 2, 0, 0, 0, 0, 0, 0, 0, 1]
    assert (bins[1].confidence, bins[1].answerable) == (pytest.approx(0.125), 0.5)
    assert (bins[2].confidence, bins[2].answerable) == (None, None)


def test_calibration_error_by_hand() -> None:
    told = [(0.95, True), (0.95, False), (0.25, False), (0.25, False)]
    assert expected_calibration_error(reliability(told)) == pytest.approx((2 * 0.45 + 2 * 0.25) / 4)
    assert expected_calibration_error(reliability([])) is None


def test_risk_falls_with_coverage_where_the_unsure_answers_are_the_wrong_ones() -> None:
    answers = [(0.9, False), (0.8, False), (0.3, True), (0.2, True)]
    assert [(point.coverage, point.risk) for point in risk_coverage(answers)] == [
        (0.25, 0.0),
        (0.5, 0.0),
        (0.75, pytest.approx(1 / 3)),
        (1.0, 0.5),
    ]
    best = area_under_risk_coverage(answers)
    assert best == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    worst = area_under_risk_coverage([(1 - confidence, wrong) for confidence, wrong in answers])
    assert worst == pytest.approx((1 + 1 + 2 / 3 + 1 / 2) / 4)
    assert area_under_risk_coverage([]) is None


def test_answers_of_one_confidence_count_alike_in_any_order() -> None:
    one, other = [(0.5, True), (0.5, False)], [(0.5, False), (0.5, True)]
    assert area_under_risk_coverage(one) == area_under_risk_coverage(other) == 0.5
    assert len(risk_coverage(one)) == 1


def test_refusals_are_calibrated_and_not_in_the_curve() -> None:
    asked, nothing = Expectation("What?", answers=("x",)), Expectation("Why?", answerable=False)
    done = ResultState.DONE
    results = [
        EvaluationResult(1, asked, "none", done, refused=False, held=True, confidence=0.9),
        EvaluationResult(2, asked, "none", done, refused=True, held=False, confidence=0.1),
        EvaluationResult(3, nothing, "none", done, refused=False, confidence=0.8),
        EvaluationResult(4, nothing, "none", ResultState.FAILED),
    ]
    found = calibration(results)
    assert (found.counted, found.answers) == (3, 2)
    assert [(point.confidence, point.risk) for point in found.curve] == [(0.9, 0.0), (0.8, 0.5)]
    assert found.ece == pytest.approx((0.1 + 0.9 + 0.8) / 3)


def test_nothing_asked_is_no_number() -> None:
    found = calibration([])
    assert (found.ece, found.aurc, found.curve) == (None, None, ())
