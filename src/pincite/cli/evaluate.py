"""`pincite eval` and what is below it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pincite.cli import draft, evaluation_report, grid, judge
from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import one_line, plural

if TYPE_CHECKING:
    from pincite.domain import Evaluation, EvaluationResult, Measure
    from pincite.library import Library
    from pincite.store.evaluations import EvaluationClaim

_LISTED = 20
"""Questions that are listed one by one."""


_COMMON_FLAGS = ("--json", "--debug")


class _RunByDefault(TyperGroup):
    """`pincite eval FILE` is `pincite eval run FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        at = 0
        while at < len(args) and (args[at] in _COMMON_FLAGS or args[at].startswith("--library")):
            at += 2 if args[at] == "--library" else 1
        named = args[at] if at < len(args) else ""
        if named not in self.commands and named not in ("--help", "-h"):
            args = [*args[:at], "run", *args[at:]]
        return super().parse_args(ctx, args)


group = typer.Typer(
    name="eval",
    cls=_RunByDefault,
    help="Ask the questions of a file, measure and judge what comes; or write a public set of questions as files.",
    rich_markup_mode=None,
)


@group.callback()
@with_session
def evaluations(session: Session) -> None:
    """Ask the questions of a file, measure and judge what comes; or write a public set of questions as files.

    `pincite eval FILE` is `pincite eval run FILE`. A file that is called as one of the commands is named with its
    folder: `./import`.
    """


@group.command("run")
@with_session
def evaluate(
    session: Session,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Questions with their right answers: JSONL or CSV.")
    ],
    collection: CollectionOption = None,
    name: Annotated[
        str, typer.Option("--name", metavar="TEXT", help="Name of the evaluation; else that of the file.")
    ] = "",
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Only so many questions, of all lengths alike."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which questions these are.")] = 0,
    composed: Annotated[
        bool, typer.Option("--composed", help="Have the language model write the answers, as it is set.")
    ] = False,
) -> None:
    """Ask the questions of a file, and measure how well they are found and answered.

    Each measure comes with the interval that holds it with 95 %. Questions that cannot be scored with this library are
    excluded and named. The evaluation is kept, and shown by the server as well. Exit code: 1 if every question failed,
    if none could be scored, or if it was stopped.
    """
    with session.open() as library:
        evaluation, results = _run(session, library, file, collection, name, sample, seed, composed)
    _tell(session, evaluation, results)


@group.command("continue")
@with_session
def go_on(session: Session, run: evaluation_report.RunArgument) -> None:
    """Go on with an evaluation that was stopped or killed; what was asked is not asked again.

    If documents or settings have changed since, a new one is begun with the same questions. Half a minute after a kill
    at the latest it can be gone on with.
    """
    from pincite.evaluate.running import again

    with session.open() as library:
        evaluation, results = _asked(session, library, again(library, run))
    _tell(session, evaluation, results)


def _tell(session: Session, evaluation: Evaluation, results: list[EvaluationResult]) -> None:
    if session.json:
        session.print_json(_jsonable(evaluation, results))
    else:
        _print(session, evaluation, results)
    raise typer.Exit(0 if evaluation.state == "done" else 1)


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    group.command("list")(evaluation_report.list_runs)
    group.command("report")(evaluation_report.report)
    group.command("compare")(evaluation_report.compare)
    group.command("grid")(grid.grid)
    group.command("draft")(draft.draft)
    group.command("accept")(draft.accept)
    group.command("judge")(judge.judge)
    app.add_typer(group)


@group.command("import")
@with_session
def import_set(
    session: Session,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="squad, nq, msmarco, msmarco-qrels, beir, cranfield, scifact or trec."
        ),
    ],
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="The file or folder of the set, as it was published.")
    ],
    to: Annotated[
        Path, typer.Option("--to", metavar="FOLDER", help="Folder to make; it must not exist yet.")
    ],
) -> None:
    """Write a public set as text files that can be added, and questions about them that can be asked.

    What cannot be used is counted and told. Add the folder `documents` to a library of its own.
    """
    from pincite.evaluate.importers import import_questions

    done = import_questions(kind, source, to)
    if session.json:
        session.print_json(done)
        return
    terminal = session.terminal
    terminal.line(f"{plural(done.documents, 'document')} and {plural(done.questions, 'question')} in {to}")
    for reason, count in done.skipped.items():
        terminal.line(f"{count:,} {reason}", style="yellow", indent=2)
    terminal.line("Next:")
    terminal.line(f"pincite add {to / 'documents'} --library {to / 'library'}", indent=2)
    for name in done.files:
        terminal.line(f"pincite eval {to / name} --library {to / 'library'}", indent=2)


def _run(
    session: Session,
    library: Library,
    file: Path,
    collection: str | None,
    name: str,
    sample: int | None,
    seed: int,
    composed: bool,
) -> tuple[Evaluation, list[EvaluationResult]]:
    from pincite.evaluate.questions import read_question_file
    from pincite.evaluate.running import prepare
    from pincite.evaluate.sampling import stratified

    where = None if collection is None else library.collection(collection).id
    questions = read_question_file(file)
    drawn = None
    if sample is not None and sample < len(questions):
        drawn = {"of": len(questions), "seed": seed}
        questions = stratified(questions, sample, seed)
    claim = prepare(
        library,
        questions,
        name=name,
        file_name=file.name,
        collection=where,
        sample=drawn,
        mode="composed" if composed else "quoted",
    )
    return _asked(session, library, claim)


def _asked(
    session: Session, library: Library, claim: EvaluationClaim
) -> tuple[Evaluation, list[EvaluationResult]]:
    from pincite.evaluate.running import Run

    with Run(library, claim) as run:
        for progress in run.progress():
            if not session.json and session.terminal.err.is_terminal:
                told = f"{progress.asked:,} of {plural(progress.usable, 'question')}"
                session.terminal.err.print(told, style="dim")
    kept = library.store.evaluations
    return kept.get(claim.evaluation), list(kept.every_result(claim.evaluation))


def _jsonable(evaluation: Evaluation, results: list[EvaluationResult]) -> dict[str, Any]:
    from dataclasses import asdict

    from pincite.evaluate.calibration import calibration
    from pincite.evaluate.report import spread

    whole = {key: value for key, value in asdict(evaluation).items() if key != "fingerprint"}
    fields = (
        "number",
        "scoring",
        "state",
        "reason",
        "place",
        "ranks",
        "refused",
        "held",
        "confidence",
        "scores",
    )
    listed = [
        {
            "line": result.expected.line,
            "question": result.expected.question,
            **{field: getattr(result, field) for field in (*fields, "milliseconds", "first", "cited")},
        }
        for result in results
    ]
    return {**whole, **spread(results), "calibration": asdict(calibration(results)), "results": listed}


def _print(session: Session, evaluation: Evaluation, results: list[EvaluationResult]) -> None:
    from pincite.evaluate.measures import SCORES, WORDS
    from pincite.evaluate.report import spread_words

    terminal = session.terminal
    excluded = [result for result in results if result.state == "excluded"]
    missed = [
        result
        for result in results
        if result.state in ("done", "failed") and result.scoring != "none" and result.rank is None
    ]
    rows = [
        (WORDS[measure.name], measure.name, *_numbers(measure))
        for kind in ("retrieval", "answers")
        for measure in evaluation.measures
        if SCORES[measure.name][0] == kind
    ]
    terminal.table(rows, ("measure", "name", "mean", "95 % interval", "questions"), wide=0)
    for words, value in spread_words(results):
        terminal.line(f"{words}: {value}")
    _list(session, "Excluded", [(one, one.reason) for one in excluded])
    _list(session, "Not found", [(one, one.reason) for one in missed])
    terminal.line()
    terminal.line(f"Evaluation {evaluation.id}")
    counts = [f"{plural(evaluation.asked, 'question')} asked"]
    counts += [f"{evaluation.excluded:,} excluded"] if evaluation.excluded else []
    counts += [f"{evaluation.failed:,} failed"] if evaluation.failed else []
    terminal.line(f"{', '.join(counts)}: {evaluation.state.value}")
    if evaluation.failure:
        terminal.line(f"{evaluation.failure}: {evaluation.remedy}", style="red")
    if evaluation.changed:
        terminal.line("The documents changed while it ran.", style="yellow")


def _numbers(measure: Measure) -> tuple[str, str, str]:
    if measure.value is None:
        return "-", "-", "0"
    return f"{measure.value:.3f}", f"{measure.low:.3f} to {measure.high:.3f}", f"{measure.count:,}"


def _list(session: Session, title: str, found: list[tuple[EvaluationResult, str]]) -> None:
    if not found:
        return
    session.terminal.line()
    session.terminal.line(f"{title}:", style="bold")
    for result, reason in found[:_LISTED]:
        text = f"line {result.expected.line}: {one_line(result.expected.question)}"
        session.terminal.line(f"{text} ({one_line(reason)})" if reason else text, indent=2)
    if len(found) > _LISTED:
        session.terminal.line(f"and {len(found) - _LISTED:,} more; --json lists all", style="dim", indent=2)
