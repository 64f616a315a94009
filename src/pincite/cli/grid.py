"""`pincite eval grid`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import plural

if TYPE_CHECKING:
    from pincite.evaluate.grid import Grid, GridRun
    from pincite.evaluate.grid_report import Row

_TELL_SECONDS = 2
_DEFAULT_GRID = "stages"
_DEFAULT_MEASURE = "mrr@10"


@with_session
def grid(
    session: Session,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Questions with their right places: JSONL or CSV.")
    ],
    to: Annotated[
        Path,
        typer.Option(
            "--to", metavar="FOLDER", help="Where results go. The same call again goes on with what is there."
        ),
    ],
    grids: Annotated[
        list[str] | None,
        typer.Option(
            "--grid",
            metavar="NAME",
            help="stages, weights, weights-reranked, chunks, overlaps, contexts or precise; several times for several. "
            "stages where neither this nor --set is given.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE,...",
            help="Values to try of a setting of search or chunk, or a stage that is on or off (lexical, dense, page, "
            "rerank, precise). Several are combined, each value with each.",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Only so many questions, of all lengths alike."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which questions these are.")] = 0,
    measure: Annotated[
        str, typer.Option("--measure", metavar="NAME", help="In which variants are compared.")
    ] = _DEFAULT_MEASURE,
    collection: CollectionOption = None,
) -> None:
    """Find the right places with other settings, and tell which are better.

    Nothing of the library is changed: where documents are to be cut otherwise, they are cut in a library of their own
    beside the results, which is removed afterwards. No answers are made. Writes report.md, report.html and report.json
    into the folder. Exit code: 1 if every question failed with some of the settings.
    """
    from pincite.evaluate.grid import GridRun
    from pincite.evaluate.grid_report import check_measure, rows, to_html, to_json, to_markdown
    from pincite.evaluate.questions import read_question_file
    from pincite.evaluate.sampling import stratified
    from pincite.evaluate.variants import variants

    check_measure(measure)
    with session.open() as library:
        questions = [one for file in files for one in read_question_file(file)]
        asked = stratified(questions, sample, seed) if sample is not None else questions
        facts: dict[str, Any] = {"name": ", ".join(file.name for file in files)}
        if len(asked) < len(questions):
            facts |= {"sample": len(asked), "sampled_from": len(questions), "seed": seed}
        chosen = variants(grids or ([] if settings else [_DEFAULT_GRID]), settings or [], library.settings)
        where = None if collection is None else library.collection(collection).id
        with GridRun(library, asked, chosen, to, collection=where, facts=facts) as run:
            _follow(session, run)
            found = run.grid()
            told = rows(found, measure)
            run.write("report.md", to_markdown(found, told, measure))
            run.write("report.html", to_html(found, told, measure))
            run.write("report.json", json.dumps(to_json(found, told), ensure_ascii=False, indent=1))
    if session.json:
        session.print_json(to_json(found, told))
    else:
        _print(session, found, told, measure)
        session.terminal.line(f"{to / 'report.html'} has all measures, ranks and the times of the stages.")
    raise typer.Exit(1 if any(row.failed == row.asked for row in told) else 0)


def _follow(session: Session, run: GridRun) -> None:
    doing, shown = "", 0.0
    for step in run.progress():
        if session.json or not session.terminal.err.is_terminal:
            continue
        # One line for each thing that is done, and one now and then in between.
        if (step.doing != doing and time.monotonic() - shown >= _TELL_SECONDS) or step.done == step.total:
            session.terminal.err.print(f"{step.done:,} of {step.total:,} ({step.doing})", style="dim")
            doing, shown = step.doing, time.monotonic()


def _print(session: Session, found: Grid, told: list[Row], measure: str) -> None:
    from pincite.evaluate.grid_report import signed
    from pincite.evaluate.measures import verdict
    from pincite.evaluate.report import number

    terminal = session.terminal
    names = list(dict.fromkeys(("recall@1", "recall@10", "mrr@10", measure)))
    terminal.table(
        [
            (
                row.name,
                *(number(row.measure(name).value) for name in names),
                f"{number(row.measure(measure).low)} to {number(row.measure(measure).high)}",
                signed(row),
                "" if row.difference is None else verdict(row.difference),
                number(row.times.median, 1),
                number(row.times.most, 1),
            )
            for row in told
        ],
        ("settings", *names, f"95 % of {measure}", "difference", "", "ms", "95 % ms"),
        wide=0,
    )
    terminal.line()
    about = found.about
    counts = [
        f"{plural(max(row.asked for row in told), 'question')} asked with {plural(len(told), 'variant')}"
    ]
    counts += [f"{about['excluded']:,} excluded"] if about["excluded"] else []
    counts += [f"{about['without_a_place']:,} without a place"] if about["without_a_place"] else []
    terminal.line(", ".join(counts))
    failed = sum(row.failed for row in told)
    if failed:
        terminal.line(f"{plural(failed, 'question')} failed, and count as not found", style="red")
    if about.get("changed"):
        terminal.line("The documents changed while it ran.", style="yellow")
