"""What the confidence of an evaluation is worth, as the API sends it."""

from __future__ import annotations

from dataclasses import asdict

from pydantic import Field

from pincite.evaluate.calibration import Calibration
from pincite.server.shapes import Shape

MOST_POINTS = 200
"""Of a curve: as many as can be told apart in a picture."""


class ReliabilityShape(Shape):
    """Questions of like confidence."""

    low: float = Field(examples=[0.7])
    high: float = Field(examples=[0.8])
    count: int = Field(examples=[12])
    confidence: float | None = Field(description="Mean; null without questions.", examples=[0.74])
    answerable: float | None = Field(
        description="The share that the documents answer; null without questions.", examples=[0.83]
    )


class RiskShape(Shape):
    """What comes of keeping only the answers of the highest confidence."""

    coverage: float = Field(description="The share of the answers that is kept.", examples=[0.5])
    risk: float = Field(description="The share of these that is wrong.", examples=[0.1])


class CalibrationShape(Shape):
    """What the confidence of the answers is worth."""

    ece: float | None = Field(
        description="Mean distance between confidence and the share that the documents answer, over ten bins; null "
        "where the questions are of one kind only.",
        examples=[0.08],
    )
    counted: int = Field(description="Questions in the bins.", examples=[120])
    bins: list[ReliabilityShape]
    aurc: float | None = Field(description="Area under the risk-coverage curve; 0 at best.", examples=[0.12])
    answers: int = Field(description="Answers in the curve.", examples=[90])
    curve: list[RiskShape] = Field(
        description=f"At most {MOST_POINTS} points of it, the first and last among them."
    )

    @classmethod
    def of(cls, found: Calibration) -> CalibrationShape:
        """What a run's confidence is worth."""
        points = found.curve
        if len(points) > MOST_POINTS:
            last = len(points) - 1
            points = tuple(points[round(at * last / (MOST_POINTS - 1))] for at in range(MOST_POINTS))
        return cls(
            ece=found.ece,
            counted=found.counted,
            bins=[ReliabilityShape(**asdict(one)) for one in found.bins],
            aurc=found.aurc,
            answers=found.answers,
            curve=[RiskShape(coverage=one.coverage, risk=one.risk) for one in points],
        )
