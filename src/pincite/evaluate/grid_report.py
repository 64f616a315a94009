"""What a grid came to: as numbers, as Markdown, and as a page."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pincite.domain import Difference, Measure
from pincite.errors import UsageError
from pincite.evaluate import html_page as html
from pincite.evaluate.bootstrap import LEVEL, RESAMPLES, SEED
from pincite.evaluate.charts import whisker
from pincite.evaluate.grid import TOTAL, Grid, Tried
from pincite.evaluate.measures import SCORES, differences, measures, verdict
from pincite.evaluate.report import machine_words, markdown_table, number
from pincite.evaluate.spread import Ranks, Times, ranks, times
from pincite.evaluate.variants import AS_SET
from pincite.export.markdown import escaped
from pincite.plain_text import one_line

MEASURES = tuple(name for name, (kind, _) in SCORES.items() if kind == "retrieval")
_SHOWN = ("recall@1", "recall@3", "recall@5", "recall@10", "mrr@10", "ndcg@10", "map@10")


@dataclass(frozen=True, slots=True)
class Row:
    """A variant in numbers.

    Attributes:
        name: Of the variant.
        values: What it sets otherwise than the library.
        asked: Questions that were asked with it.
        failed: How many of them failed.
        measures: Of the ranking, with intervals.
        difference: To the settings of the library, in the measure that was chosen; None for these themselves.
        ranks: How the ranks are spread.
        times: Of the whole search.
        stages: Of each stage that took part.
    """

    name: str
    values: dict[str, Any]
    asked: int
    failed: int
    measures: tuple[Measure, ...]
    difference: Difference | None
    ranks: Ranks
    times: Times
    stages: dict[str, Times]

    def measure(self, name: str) -> Measure:
        """One of the measures."""
        return next(one for one in self.measures if one.name == name)


def rows(grid: Grid, measure: str) -> list[Row]:
    """The variants in numbers, in the grid's order.

    Args:
        grid: A whole one, or as far as it is.
        measure: In which they are compared with the settings of the library: one of MEASURES.

    Raises:
        UsageError: if there is no such measure.
    """
    check_measure(measure)
    base = next(one for one in grid.tried if one.variant.name == AS_SET)
    return [_row(one, base, measure) for one in grid.tried]


def check_measure(name: str) -> None:
    """Raises a `UsageError` if there is no such measure of a ranking."""
    if name not in MEASURES:
        raise UsageError(f"there is no measure {name!r} of a ranking", f"There are {', '.join(MEASURES)}.")


def to_json(grid: Grid, found: list[Row]) -> dict[str, Any]:
    """Everything but the single questions, with what it depends on."""
    return {
        **grid.about,
        "bootstrap": {"resamples": RESAMPLES, "seed": SEED, "level": LEVEL},
        "excluded": [{"line": one.expected.line, "reason": one.reason} for one in grid.excluded],
        "variants": [asdict(row) for row in found],
    }


def to_markdown(grid: Grid, found: list[Row], measure: str) -> str:
    """Tables for reading, with what they depend on."""
    parts = [f"# {escaped(one_line(_title(grid)))}", _counts(grid)]
    parts += [f"**{text}**" for text in _warnings(grid, found)]
    for part in _parts(found, measure):
        parts += [part.text, markdown_table(part.head, part.rows)]
    return "\n\n".join([*parts, *_conditions(grid)]) + "\n"


def to_html(grid: Grid, found: list[Row], measure: str) -> str:
    """The same as a page, with the intervals as pictures."""
    body = [html.paragraph(_counts(grid), "quiet")]
    body += [html.paragraph(text, "warning") for text in _warnings(grid, found)]
    own = [row.measure(measure) for row in found]
    pictures = [
        (row.name, whisker(one.value, one.low, one.high)) for row, one in zip(found, own, strict=True)
    ]
    body.append(html.table(("settings", measure), pictures))
    for part in _parts(found, measure):
        numbers = range(1, len(part.head))
        body += [html.paragraph(part.text), html.table(part.head, part.rows, numbers=numbers)]
    body += [html.paragraph(text, "quiet") for text in _conditions(grid)]
    return html.page(_title(grid), body)


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    head: list[str]
    rows: list[list[str]]


def _parts(found: list[Row], measure: str) -> list[_Part]:
    stages = list(dict.fromkeys(stage for row in found for stage in row.stages))
    ranking = [
        [
            row.name,
            *(number(row.measure(name).value) for name in (*_SHOWN, "page@1")),
            number(row.ranks.mean, 2),
            number(row.ranks.median, 1),
        ]
        for row in found
    ]
    speed = [
        [
            row.name,
            number(row.times.median, 1),
            number(row.times.most, 1),
            *(number(row.stages[name].median if name in row.stages else None, 1) for name in stages),
        ]
        for row in found
    ]
    return [
        _Part(
            "How well the right places are found. Ranks are of those that were found.",
            ["settings", *_SHOWN, "page@1", "mean rank", "median rank"],
            ranking,
        ),
        _Part(
            f"{measure} with its {LEVEL:.0%} interval, and the difference to the library's own settings over the same "
            "questions, with the interval of the paired difference. Where zero is in it, the difference is unclear.",
            ["settings", measure, "interval", "difference", "its interval", "better", "worse", ""],
            [[row.name, *_compared(row, measure)] for row in found],
        ),
        _Part(
            "Milliseconds of a search, and the medians of its stages.",
            ["settings", "median", "95 %", *stages],
            speed,
        ),
    ]


def signed(row: Row) -> str:
    """How far a variant is from the settings of the library; empty for these themselves."""
    difference = None if row.difference is None else row.difference.difference
    return "" if difference is None else f"{difference:+.3f}"


def _row(one: Tried, base: Tried, measure: str) -> Row:
    stages = dict.fromkeys(stage for line in one.milliseconds for stage in line if stage != TOTAL)
    return Row(
        one.variant.name,
        dict(one.variant.values),
        len(one.results),
        sum(result.state == "failed" for result in one.results),
        tuple(found for found in measures(one.results) if found.name in MEASURES),
        None
        if one is base
        else next(found for found in differences(one.results, base.results) if found.name == measure),
        ranks(one.results),
        times([line[TOTAL] for line in one.milliseconds]),
        {stage: times([line[stage] for line in one.milliseconds if stage in line]) for stage in stages},
    )


def _counts(grid: Grid) -> str:
    about = grid.about
    told = [f"{about['question_count']:,} questions about {about['document_count']:,} documents"]
    told += [f"{about['excluded']:,} excluded"] if about["excluded"] else []
    told += [f"{about['without_a_place']:,} without a place to find"] if about["without_a_place"] else []
    if about.get("sample"):
        told.append(f"a sample of {about['sampled_from']:,}, stratified by length, seed {about['seed']}")
    return "; ".join(told) + "."


def _warnings(grid: Grid, found: list[Row]) -> list[str]:
    told = []
    if grid.about.get("changed"):
        told.append("The documents changed while it ran.")
    most = max(row.asked for row in found)
    if any(row.asked < most for row in found):
        told.append("It was not run to its end: variants have different numbers of questions.")
    failed = [f"{row.name} {row.failed:,}" for row in found if row.failed]
    if failed:
        told.append(f"Failed questions, which count as not found: {', '.join(failed)}.")
    return told


def _compared(row: Row, measure: str) -> list[str]:
    own, other = row.measure(measure), row.difference
    told = [number(own.value), f"{number(own.low)} to {number(own.high)}"]
    if other is None or other.difference is None:
        return [*told, *[number(None)] * 4, ""]
    return [
        *told,
        signed(row),
        f"{other.low:+.3f} to {other.high:+.3f}",
        f"{other.better:,}",
        f"{other.worse:,}",
        verdict(other),
    ]


def _title(grid: Grid) -> str:
    return grid.about.get("name") or "Settings compared"


def _conditions(grid: Grid) -> list[str]:
    settings = ", ".join(f"{name} {value}" for name, value in grid.about["settings"].items())
    return [
        f"Settings of the library: {settings}. Bootstrap: {RESAMPLES:,} resamples, seed {SEED}.",
        machine_words(grid.about["machine"]),
    ]
