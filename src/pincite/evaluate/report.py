"""A run as a report to hand on: JSON, Markdown, or a page with charts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pincite.domain import Document, Evaluation, EvaluationResult, Measure, ResultState
from pincite.evaluate import charts
from pincite.evaluate import html_page as html
from pincite.evaluate.bootstrap import LEVEL, RESAMPLES, SEED
from pincite.evaluate.calibration import calibration
from pincite.evaluate.measures import DEEPEST, SCORES, WORDS, measured
from pincite.evaluate.spread import ranks, times
from pincite.evaluate.tables import documents_of, plain
from pincite.export.markdown import escaped
from pincite.library import Library
from pincite.plain_text import one_line

FORMATS = ("md", "html", "json")
_LISTED = 200
"""Questions of a kind that Markdown lists; the page and JSON have all."""
_HEADS = {"retrieval": "Finding", "answers": "Answering"}
_NONE = "–"


def to_report(library: Library, evaluation: Evaluation, form: str) -> str:
    """A run in one of FORMATS.

    Args:
        library: As whoever reads it sees it.
        evaluation: Of this library.
        form: One of FORMATS.
    """
    results = list(library.store.evaluations.every_result(evaluation.id))
    found = list(measured(library, evaluation))
    if form == "json":
        told = as_json(evaluation, found, results, documents_of(library, results))
        return json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False)
    if form == "html":
        return _page(evaluation, found, results, documents_of(library, results))
    return _markdown(evaluation, found, results)


def as_json(
    evaluation: Evaluation,
    found: Sequence[Measure],
    results: Sequence[EvaluationResult],
    documents: Mapping[str, Document],
) -> dict[str, Any]:
    """A run with all that its numbers depend on, and every question."""
    told = {name: value for name, value in asdict(evaluation).items() if name != "fingerprint"}
    return {
        **told,
        "measures": [asdict(measure) for measure in found],
        **spread(results),
        "calibration": asdict(calibration(results)),
        "results": [plain(result, documents) for result in results],
    }


def number(value: float | None, digits: int = 3) -> str:
    """A number, or a dash where there is none."""
    return _NONE if value is None else f"{value:.{digits}f}"


def spread(results: Sequence[EvaluationResult]) -> dict[str, Any]:
    """How ranks and times are spread, as JSON has it, and what the intervals depend on."""
    return {
        "bootstrap": {"resamples": RESAMPLES, "seed": SEED, "level": LEVEL},
        "ranks": asdict(ranks(_asked(results))),
        "milliseconds": asdict(times(_times(results))),
    }


def spread_words(results: Sequence[EvaluationResult]) -> list[tuple[str, str]]:
    """Ranks, times and what confidence is worth, in words and numbers; what has no value is left out."""
    rank, time, sure = ranks(_asked(results)), times(_times(results)), calibration(results)
    told = []
    if rank.mean is not None:
        told.append((f"Mean rank of the {rank.found:,} that were found", number(rank.mean, 2)))
        told.append(("Median rank", number(rank.median, 1)))
    if rank.found + rank.missed:
        told.append((f"Not among the first {DEEPEST}", f"{rank.missed:,}"))
    if time.median is not None:
        told.append(("Milliseconds of an answer, median", number(time.median, 0)))
        told.append(("Milliseconds of an answer, 95 of 100 at most", number(time.most, 0)))
    if sure.ece is not None:
        told.append(
            (f"Calibration error of the confidence (ECE), {sure.counted:,} questions", number(sure.ece))
        )
    if sure.aurc is not None:
        told.append(
            (f"Area under the risk-coverage curve (AURC), {sure.answers:,} answers", number(sure.aurc))
        )
    return told


def conditions(evaluation: Evaluation) -> list[str]:
    """What the numbers depend on, in sentences."""
    settings = ", ".join(f"{name} {value}" for name, value in evaluation.settings.items())
    told = [
        f"Pincite {evaluation.version}; settings: {settings}.",
        f"Intervals: bootstrap, {RESAMPLES:,} resamples, seed {SEED}, {LEVEL:.0%}.",
    ]
    machine = evaluation.conditions.get("machine")
    return [*told, machine_words(machine)] if machine else told


def machine_words(machine: Mapping[str, Any]) -> str:
    """What `machine.machine` told, in a line."""
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    return f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}, {versions}."


def _counts(evaluation: Evaluation) -> str:
    told = [f"{evaluation.questions:,} questions", f"{evaluation.asked:,} asked"]
    told += [f"{evaluation.excluded:,} excluded"] if evaluation.excluded else []
    told += [f"{evaluation.failed:,} failed"] if evaluation.failed else []
    sample = evaluation.conditions.get("sample")
    if sample:
        told.append(f"a sample of {sample['of']:,}, stratified by length, seed {sample['seed']}")
    state = evaluation.state.value.replace("_", " ").capitalize()
    made = evaluation.created_at[:16].replace("T", " ")
    return f"{'; '.join(told)}. {state}, {made} UTC."


def _warnings(evaluation: Evaluation) -> Iterable[str]:
    if evaluation.changed:
        yield "The documents changed while it ran."
    if evaluation.asked < evaluation.usable:
        yield f"It was not run to its end: {evaluation.asked:,} of {evaluation.usable:,} questions were asked."
    if evaluation.failure:
        yield f"{evaluation.failure}: {evaluation.remedy}"


def _asked(results: Iterable[EvaluationResult]) -> list[EvaluationResult]:
    return [one for one in results if one.state in (ResultState.DONE, ResultState.FAILED)]


def _times(results: Iterable[EvaluationResult]) -> list[float]:
    return [one.milliseconds for one in results if one.milliseconds is not None]


_Test = Callable[[EvaluationResult], bool]
_KINDS: Mapping[str, _Test] = {
    "Not found": lambda one: one.scoring != "none" and one.answerable and one.rank is None,
    "Refused, though the documents answer it": lambda one: one.answerable and one.refused is True,
    "Answered, though the documents do not": lambda one: not one.answerable and one.refused is False,
    "Answered with another quote first": lambda one: one.refused is False and one.held is False,
}
"""What can go wrong with a question, the worst first."""


def _faults(result: EvaluationResult) -> list[str]:
    if result.state is ResultState.FAILED:
        return ["Failed"]
    return [name for name, test in _KINDS.items() if test(result)] if result.state is ResultState.DONE else []


def _page(
    evaluation: Evaluation,
    found: Sequence[Measure],
    results: Sequence[EvaluationResult],
    documents: Mapping[str, Document],
) -> str:
    body = [html.paragraph(_counts(evaluation), "quiet")]
    body += [html.paragraph(text, "warning") for text in _warnings(evaluation)]
    for kind, head in _HEADS.items():
        told = [one for one in found if SCORES[one.name][0] == kind and one.value is not None]
        if told:
            body += [html.heading(head), html.table(_MEASURE_HEAD, map(_measure_cells, told), numbers=(2, 4))]
    missing = [one.name for one in found if one.value is None]
    if missing:
        body.append(html.paragraph(f"Not applicable, as no question counts: {', '.join(missing)}.", "quiet"))
    body += [html.heading("Spread"), html.table(("", ""), spread_words(results), numbers=(1,))]
    body += _figures(results)
    asked = sorted(_asked(results), key=lambda one: (not _faults(one), one.number))
    body += [html.heading("Questions"), html.table(_QUESTION_HEAD, (_cells(one, documents) for one in asked))]
    excluded = [one for one in results if one.state is ResultState.EXCLUDED]
    if excluded:
        body += [
            html.heading("Excluded"),
            html.table(
                ("line", "question", "reason"),
                ((str(one.expected.line), one.expected.question, one.reason) for one in excluded),
            ),
        ]
    body += [html.heading("Conditions"), *(html.paragraph(text, "quiet") for text in conditions(evaluation))]
    return html.page(evaluation.name, body)


_MEASURE_HEAD = ("measure", "", "mean", f"{LEVEL:.0%} interval", "questions")
_QUESTION_HEAD = ("line", "question", "rank", "answer", "what is wrong", "first passage", "first quote")


def _measure_cells(one: Measure) -> tuple[str, ...]:
    interval = charts.whisker(one.value, one.low, one.high)
    return WORDS[one.name], one.name, number(one.value), interval, f"{one.count:,}"


def _figures(results: Sequence[EvaluationResult]) -> Iterable[str]:
    placed = [one for one in _asked(results) if one.scoring != "none" and one.answerable]
    if placed:
        bounds = (("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4–5", 4, 5), (f"6–{DEEPEST}", 6, DEEPEST))
        counts = [
            (name, sum(one.rank is not None and low <= one.rank <= high for one in placed))
            for name, low, high in bounds
        ]
        counts.append(("none", sum(one.rank is None for one in placed)))
        yield html.figure(
            charts.columns(counts, "Ranks of the first right passage"),
            "Where the first right passage stood, by rank.",
        )
    sure = calibration(results)
    if sure.ece is not None:
        yield html.figure(
            charts.reliability(sure.bins),
            "Confidence against the share that the documents answer. On the line both are the same; larger dots have "
            "more questions.",
        )
    if sure.aurc is not None:
        yield html.figure(
            charts.risk_coverage(sure.curve),
            "If only the surest answers are kept: how many of these are wrong.",
        )


def _cells(one: EvaluationResult, documents: Mapping[str, Document]) -> tuple[str, ...]:
    rank = _NONE if one.scoring == "none" else "none" if one.rank is None else str(one.rank)
    answer = _NONE if one.refused is None else "refused" if one.refused else "answered"
    faults = "; ".join(_faults(one)) + (f" ({one.reason})" if one.reason else "")
    places = []
    for place in (one.first, one.cited):
        document = None if place is None else documents.get(place.document)
        places.append(
            _NONE if document is None or place is None else f"{document.file_name}, {place.page_label}"
        )
    return str(one.expected.line), one.expected.question, rank, answer, faults, *places


def _markdown(evaluation: Evaluation, found: Sequence[Measure], results: Sequence[EvaluationResult]) -> str:
    parts = [f"# {_plain(evaluation.name)}", _counts(evaluation)]
    parts += [f"**{_plain(text)}**" for text in _warnings(evaluation)]
    for kind, head in _HEADS.items():
        rows = [
            (
                f"`{one.name}`",
                WORDS[one.name],
                number(one.value),
                _NONE if one.low is None else f"{number(one.low)} to {number(one.high)}",
                f"{one.count:,}",
            )
            for one in found
            if SCORES[one.name][0] == kind
        ]
        parts += [f"## {head}", markdown_table(("measure", "", "mean", "interval", "questions"), rows)]
    parts += ["## Spread", markdown_table(("", ""), spread_words(results))]
    asked = _asked(results)
    listed = {"Failed": [one for one in asked if one.state is ResultState.FAILED]}
    for name in _KINDS:
        listed[name] = [one for one in asked if name in _faults(one)]
    listed["Excluded"] = [one for one in results if one.state is ResultState.EXCLUDED]
    for name, some in listed.items():
        if some:
            parts += [f"## {name}: {len(some):,}", _list(some)]
    parts += ["## Conditions", *map(_plain, conditions(evaluation))]
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    return escaped(one_line(text))


def _list(some: Sequence[EvaluationResult]) -> str:
    lines = [
        f"- line {one.expected.line}: {_plain(one.expected.question)}"
        + (f" ({_plain(one.reason)})" if one.reason else "")
        for one in some[:_LISTED]
    ]
    if len(some) > _LISTED:
        lines.append(f"- and {len(some) - _LISTED:,} more")
    return "\n".join(lines)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; its cells are plain text but for what stands between backquotes."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
