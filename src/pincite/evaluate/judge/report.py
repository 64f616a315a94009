"""How far judges agree on answers that were judged twice, as a page of Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.evaluate.judge.agreement import cohen_kappa, fleiss_kappa, percent_agreement
from pincite.evaluate.judge.judging import Judged
from pincite.evaluate.judge.prompt import VERSION, Verdict
from pincite.evaluate.report import number
from pincite.plain_text import one_line

_FIELDS = ("groundedness", "hallucination", "faithfulness", "confidence")


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """How far judges agree on a field of their verdicts.

    Attributes:
        field: Its name.
        percent: The share of pairs that agree, 0…1; None without answers.
        cohen: Cohen's kappa, for two judgements an answer; None where it has no value.
        fleiss: Fleiss' kappa; None as well.
    """

    field: str
    percent: float | None
    cohen: float | None
    fleiss: float | None


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """How far judges agree.

    Attributes:
        raters: Who judged: judges, or the turns of one.
        answers: Answers that all of them judged: these alone count.
        incomplete: Answers for which some verdict is missing.
        fields: Of the verdict.
        disagreed: Numbers of the questions whose answers are grounded, or hallucinated, to some and not to others.
    """

    raters: tuple[str, ...]
    answers: int
    incomplete: int
    fields: tuple[FieldAgreement, ...]
    disagreed: tuple[int, ...]


def agreement_report(judged: Sequence[Judged]) -> AgreementReport:
    """How far judges, or the turns of one, agree on what they all judged."""
    raters = tuple(dict.fromkeys((one.judge, one.turn) for one in judged))
    by_number: dict[int, dict[tuple[str, int], Verdict]] = {}
    for one in judged:
        given = by_number.setdefault(one.number, {})
        if one.verdict is not None:
            given[one.judge, one.turn] = one.verdict
    whole = {
        number: [given[rater] for rater in raters]
        for number, given in by_number.items()
        if len(given) == len(raters)
    }
    fields = tuple(_field(name, list(whole.values())) for name in _FIELDS)
    disagreed = tuple(
        number
        for number, verdicts in sorted(whole.items())
        if any(len({getattr(one, name) for one in verdicts}) > 1 for name in _FIELDS[:2])
    )
    turns = len({turn for _, turn in raters}) > 1
    names = tuple(f"{judge}, turn {turn}" if turns else judge for judge, turn in raters)
    return AgreementReport(names, len(whole), len(by_number) - len(whole), fields, disagreed)


def to_markdown(report: AgreementReport, *, title: str, asked: int, seed: int) -> str:
    """The report as a page.

    Args:
        report: It.
        title: Name of the evaluation.
        asked: So many questions were to be drawn.
        seed: With which they were.
    """
    lines = [
        f"# Agreement of judges: {one_line(title)}",
        "",
        f"* Judgements: {'; '.join(map(one_line, report.raters)) or 'none'}",
        f"* Sample: {asked} questions drawn with seed {seed}; {report.answers} answers judged by all, "
        f"{report.incomplete} left out, as a verdict is missing. Questions that were refused or failed have no answer.",
        f"* Version of the prompt: {VERSION}, temperature 0",
        "",
        "| field | agreement | Cohen's kappa | Fleiss' kappa |",
        "|---|---|---|---|",
    ]
    for one in report.fields:
        numbers = " | ".join(map(number, (one.percent, one.cohen, one.fleiss)))
        lines.append(f"| {one.field} | {numbers} |")
    disagreed = ", ".join(map(str, report.disagreed)) or "none"
    lines += [
        "",
        "“–” is no zero: there is nothing to compare, or all judgements are the same and kappa has no value.",
        "",
        f"Questions whose answer is judged differently (groundedness or hallucination): {disagreed}",
        "",
    ]
    return "\n".join(lines)


def _field(name: str, verdicts: Sequence[Sequence[Verdict]]) -> FieldAgreement:
    votes = [[getattr(one, name) for one in item] for item in verdicts]
    pairs = all(len(item) == 2 for item in votes)
    several = all(len(item) >= 2 for item in votes)
    return FieldAgreement(
        name,
        percent_agreement(votes),
        cohen_kappa(votes) if pairs else None,
        fleiss_kappa(votes) if several else None,
    )
