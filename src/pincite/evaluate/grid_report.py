"""What a grid came to: as numbers, and as Markdown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pincite.domain import Difference, Measure
from pincite.errors import UsageError
from pincite.evaluate.bootstrap import LEVEL, RESAMPLES, SEED
from pincite.evaluate.grid import TOTAL, Grid, Tried
from pincite.evaluate.measures import SCORES, differences, measures
from pincite.evaluate.spread import Ranks, Times, ranks, times
from pincite.evaluate.variants import AS_SET

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
    about = grid.about
    settings = ", ".join(f"`{name}` {value}" for name, value in about["settings"].items())
    parts = [
        f"# {about.get('name') or 'Settings compared'}",
        _counts(grid),
        *_warnings(grid, found),
        _table(
            ["settings", *_SHOWN, "page@1", "mean rank", "median rank"],
            [
                [
                    row.name,
                    *(number(row.measure(name).value) for name in (*_SHOWN, "page@1")),
                    number(row.ranks.mean, 2),
                    number(row.ranks.median, 1),
                ]
                for row in found
            ],
        ),
        f"`{measure}` with its {LEVEL:.0%} interval, and the difference to the library's own settings over the same "
        "questions, with the interval of the paired difference. Where zero is in it, the difference is unclear.",
        _table(
            ["settings", measure, "interval", "difference", "interval", "better", "worse", ""],
            [[row.name, *_compared(row, measure)] for row in found],
        ),
        "Milliseconds of a search, and the medians of its stages:",
        _table(
            ["settings", "median", "95 %", *_stages(found)],
            [
                [
                    row.name,
                    number(row.times.median, 1),
                    number(row.times.most, 1),
                    *(
                        number(row.stages[name].median, 1) if name in row.stages else "-"
                        for name in _stages(found)
                    ),
                ]
                for row in found
            ],
        ),
        f"Settings of the library: {settings}. Bootstrap: {RESAMPLES:,} resamples, seed {SEED}.",
        _machine(about),
    ]
    return "\n\n".join(parts) + "\n"


def number(value: float | None, digits: int = 3) -> str:
    """A number, or a dash for none."""
    return "-" if value is None else f"{value:.{digits}f}"


def signed(row: Row) -> str:
    """How far a variant is from the settings of the library; empty for these themselves."""
    difference = None if row.difference is None else row.difference.difference
    return "" if difference is None else f"{difference:+.3f}"


def verdict(row: Row) -> str:
    """Whether a variant differs from the settings of the library, in a word."""
    difference = row.difference
    if difference is None or difference.low is None or difference.high is None:
        return ""
    return "better" if difference.low > 0 else "worse" if difference.high < 0 else "unclear"


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
        told.append("**The documents changed while it ran.**")
    most = max(row.asked for row in found)
    if any(row.asked < most for row in found):
        told.append("**It was not run to its end: variants have different numbers of questions.**")
    failed = [f"{row.name} {row.failed:,}" for row in found if row.failed]
    if failed:
        told.append(f"**Failed questions, which count as not found:** {', '.join(failed)}.")
    return told


def _compared(row: Row, measure: str) -> list[str]:
    own, other = row.measure(measure), row.difference
    told = [number(own.value), f"{number(own.low)} to {number(own.high)}"]
    if other is None or other.difference is None:
        return [*told, "-", "-", "-", "-", ""]
    return [
        *told,
        f"{other.difference:+.3f}",
        f"{other.low:+.3f} to {other.high:+.3f}",
        f"{other.better:,}",
        f"{other.worse:,}",
        verdict(row),
    ]


def _stages(found: list[Row]) -> list[str]:
    return list(dict.fromkeys(stage for row in found for stage in row.stages))


def _table(head: list[str], lines: list[list[str]]) -> str:
    cells = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in line] for line in lines)]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _machine(about: dict[str, Any]) -> str:
    facts = about["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    return f"{facts['cpu']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}, {versions}."
