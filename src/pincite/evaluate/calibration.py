"""Whether the confidence of answers means what it says.

Two questions are asked of it: is it as high as the share of questions that the documents answer (calibration), and are
the answers better where it is higher (risk and coverage)? Both are of a whole run and have no value for one question.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.domain import EvaluationResult, ResultState

BINS = 10


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Questions of like confidence.

    Attributes:
        low: From this confidence.
        high: Up to this one; within the bin only where it is 1.
        count: So many questions.
        confidence: Their mean confidence; None where there are none.
        answerable: The share of them that the documents answer; None as well.
    """

    low: float
    high: float
    count: int
    confidence: float | None
    answerable: float | None


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """What comes of answering only the questions of the highest confidence.

    Attributes:
        confidence: The lowest that is still answered.
        coverage: The share of the answers that are kept, 0…1.
        risk: The share of these that is wrong, 0…1.
    """

    confidence: float
    coverage: float
    risk: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the confidence of a run is worth.

    Attributes:
        ece: Expected calibration error, 0 at best; None where no question counts.
        bins: From the lowest confidence up.
        counted: Questions in the bins.
        aurc: Area under the risk-coverage curve, 0 at best; None where no answer counts.
        curve: One point for each confidence, the highest first.
        answers: Answers in the curve.
    """

    ece: float | None
    bins: tuple[ReliabilityBin, ...]
    counted: int
    aurc: float | None
    curve: tuple[RiskPoint, ...]
    answers: int


def calibration(results: Iterable[EvaluationResult]) -> Calibration:
    """What the confidence of the answers of a run is worth.

    The reliability table has every question that was answered or refused: confidence is the probability that the
    documents answer it. The risk-coverage curve has the answers alone, as nobody knows what those refused would have
    been: one is wrong if its first quote does not hold the right answer, or if it answers what the documents do not.
    """
    asked = [one for one in results if one.state is ResultState.DONE and one.confidence is not None]
    told = [(one.confidence or 0.0, one.answerable) for one in asked]
    answers = [
        (one.confidence or 0.0, not (one.answerable and one.held))
        for one in asked
        if one.refused is False and (one.held is not None or not one.answerable)
    ]
    bins = reliability(told)
    return Calibration(
        expected_calibration_error(bins),
        bins,
        len(told),
        area_under_risk_coverage(answers),
        risk_coverage(answers),
        len(answers),
    )


def reliability(told: Sequence[tuple[float, bool]], bins: int = BINS) -> tuple[ReliabilityBin, ...]:
    """Confidences (0…1) with what was so, in bins of equal width.

    Niculescu-Mizil and Caruana, "Predicting Good Probabilities with Supervised Learning", ICML 2005.
    """
    within: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for confidence, so in told:
        within[min(int(confidence * bins), bins - 1)].append((confidence, so))
    return tuple(
        ReliabilityBin(
            number / bins,
            (number + 1) / bins,
            len(these),
            sum(confidence for confidence, _ in these) / len(these) if these else None,
            sum(so for _, so in these) / len(these) if these else None,
        )
        for number, these in enumerate(within)
    )


def expected_calibration_error(bins: Sequence[ReliabilityBin]) -> float | None:
    """Mean distance between confidence and share over the bins, weighted by their questions; None without any.

    Naeini, Cooper and Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian Binning", AAAI 2015.
    """
    count = sum(one.count for one in bins)
    if not count:
        return None
    return sum(one.count * abs((one.confidence or 0.0) - (one.answerable or 0.0)) for one in bins) / count


def risk_coverage(answers: Sequence[tuple[float, bool]]) -> tuple[RiskPoint, ...]:
    """Confidences with whether the answer is wrong, as a curve: answers of one confidence are kept or left together.

    El-Yaniv and Wiener, "On the Foundations of Noise-free Selective Classification", JMLR 11, 2010.
    """
    points, kept, wrong = [], 0, 0
    for confidence, these in _levels(answers):
        kept += len(these)
        wrong += sum(these)
        points.append(RiskPoint(confidence, kept / len(answers), wrong / kept))
    return tuple(points)


def area_under_risk_coverage(answers: Sequence[tuple[float, bool]]) -> float | None:
    """Mean risk over the coverages 1/n, 2/n, … 1; None without answers.

    Geifman, Uziel and El-Yaniv, "Bias-Reduced Uncertainty Estimation for Deep Neural Classifiers", ICLR 2019. Within
    one confidence, where any order would do, the answers count as wrong as they are on the average.
    """
    if not answers:
        return None
    kept, wrong, area = 0, 0.0, 0.0
    for _, these in _levels(answers):
        for _ in these:
            kept += 1
            wrong += sum(these) / len(these)
            area += wrong / kept
    return area / len(answers)


def _levels(answers: Sequence[tuple[float, bool]]) -> list[tuple[float, list[bool]]]:
    ordered = sorted(answers, key=lambda one: -one[0])
    return [
        (confidence, [wrong for _, wrong in these])
        for confidence, these in itertools.groupby(ordered, key=lambda one: one[0])
    ]
