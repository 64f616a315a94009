"""`pincite eval list`, `continue`, `report` and `compare`: what becomes of evaluations that were run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import ConflictError, UsageError

if TYPE_CHECKING:
    from pincite.domain import Difference, Evaluation, EvaluationResult

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of an evaluation.")]
_LISTED = 20


@with_session
def list_runs(session: Session) -> None:
    """List evaluations, the last made first."""
    with session.open() as library:
        found = library.store.evaluations.all(limit=200).items
    if session.json:
        session.print_json([_short(one) for one in found])
        return
    session.terminal.table(
        [
            (
                one.id,
                one.name,
                f"{one.asked:,} of {one.usable:,}",
                one.state.value,
                one.created_at[:16].replace("T", " "),
            )
            for one in found
        ],
        ("id", "name", "asked", "state", "made (UTC)"),
        wide=1,
    )


@with_session
def report(
    session: Session,
    run: RunArgument,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A new file that ends in .md, .html or .json."),
    ] = None,
) -> None:
    """Write an evaluation as a report: measures with intervals, charts, every question, and what it all depends on.

    Without a file it is printed as Markdown. The HTML page is one file that runs and loads nothing.
    """
    from pincite.evaluate.report import FORMATS, to_report

    form = "json" if session.json else "md"
    if output is not None:
        form = output.suffix.lower().removeprefix(".")
        if form not in FORMATS:
            raise UsageError(f"{output} ends in no form of a report", "Let it end in .md, .html or .json.")
        if output.exists():
            raise ConflictError(f"{output} exists", "Name a new file.")
    with session.open() as library:
        text = to_report(library, library.store.evaluations.get(run), form)
    if output is None:
        typer.echo(text, nl=not text.endswith("\n"))
        return
    try:
        output.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(
            f"{output} cannot be written: {error.strerror or error}", "Name a file in a folder that exists."
        ) from error
    if session.json:
        session.print_json({"file": str(output)})
    else:
        session.terminal.line(f"Written to {output}")


@with_session
def compare(
    session: Session,
    run: RunArgument,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Id of the evaluation to compare with.")],
) -> None:
    """Tell how two evaluations differ, over the questions that were asked in both.

    The difference is that of the first to the second, with the interval of the paired differences; where zero is in
    it, it is unclear. Exit code: 2 if no question was asked in both.
    """
    from pincite.evaluate.measures import differences, shared

    with session.open() as library:
        kept = library.store.evaluations
        one, two = kept.get(run), kept.get(other)
        first, second = list(kept.every_result(one.id)), list(kept.every_result(two.id))
    both = shared(first, second)
    if not both:
        raise UsageError(
            "no question was asked in both", "Compare evaluations of the same file of questions."
        )
    found = differences(first, second)
    warnings = _unlike(one, two)
    changed = _changed(first, second)
    if session.json:
        told = {"evaluation": _short(one), "other": _short(two), "shared": both, "warnings": warnings}
        session.print_json({**told, "differences": found, "questions": changed})
        return
    terminal = session.terminal
    terminal.table([_cells(one) for one in found if one.count], _HEAD, wide=0)
    terminal.line()
    terminal.line(f"{plural(both, 'question')} asked in both")
    for warning in warnings:
        terminal.line(warning, style="yellow")
    if changed:
        terminal.line()
        terminal.line("Questions whose right place moved, the worst first:", style="bold")
    for question in changed[:_LISTED]:
        ranks = " → ".join("not found" if rank is None else str(rank) for rank in question["ranks"])
        terminal.line(f"line {question['line']}: {question['question']} ({ranks})", indent=2)
    if len(changed) > _LISTED:
        terminal.line(f"and {len(changed) - _LISTED:,} more; --json lists all", style="dim", indent=2)


_HEAD = ("measure", "first", "second", "difference", "95 % interval", "", "better", "worse", "questions")


def _cells(one: Difference) -> tuple[str, ...]:
    from pincite.evaluate.measures import verdict

    assert one.low is not None and one.high is not None  # noqa: S101, PT018 - as it has questions
    return (
        one.name,
        f"{one.value:.3f}",
        f"{one.other:.3f}",
        f"{one.difference:+.3f}",
        f"{one.low:+.3f} to {one.high:+.3f}",
        verdict(one),
        f"{one.better:,}",
        f"{one.worse:,}",
        f"{one.count:,}",
    )


def _short(one: Evaluation) -> dict[str, Any]:
    names = ("id", "name", "state", "created_at", "version", "questions", "excluded", "asked", "failed")
    return {name: getattr(one, name) for name in (*names, "settings", "conditions")}


def _unlike(one: Evaluation, two: Evaluation) -> list[str]:
    told = []
    if one.fingerprint != two.fingerprint or one.changed or two.changed:
        told.append("They were asked of different documents.")
    if one.version != two.version:
        told.append(f"They were run by Pincite {one.version} and {two.version}.")
    names = sorted({*one.settings, *two.settings})
    unlike = [name for name in names if one.settings.get(name) != two.settings.get(name)]
    told += [f"{name}: {one.settings.get(name)} and {two.settings.get(name)}" for name in unlike]
    return told


def _changed(first: list[EvaluationResult], second: list[EvaluationResult]) -> list[dict[str, Any]]:
    """Questions asked in both whose first right place stands elsewhere, those that fell most first."""
    from pincite.evaluate.measures import DEEPEST, asked_in_both

    moved = [
        (one, other)
        for one, other in asked_in_both(first, second)
        if one.scoring != "none" and one.rank != other.rank
    ]
    moved.sort(key=lambda pair: (pair[1].rank or DEEPEST + 1) - (pair[0].rank or DEEPEST + 1))
    return [
        {
            "line": one.expected.line,
            "question": one_line(one.expected.question),
            "ranks": [other.rank, one.rank],
        }
        for one, other in moved
    ]
