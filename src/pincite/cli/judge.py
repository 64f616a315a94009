"""`pincite eval judge`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import UsageError

if TYPE_CHECKING:
    from pincite.domain import Evaluation
    from pincite.evaluate.judge.judges import Judge
    from pincite.evaluate.judge.judging import Cases, Estimate, Judged, Judging


@with_session
def judge(
    session: Session,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Id of an evaluation.")],
    judges: Annotated[
        list[str] | None,
        typer.Option("--judge", metavar="MODEL", help="A model that judges; several times for a majority."),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            metavar="USD",
            min=0,
            help="Spend no more; else `judge.budget` for judges with a price.",
        ),
    ] = None,
    price: Annotated[
        str,
        typer.Option(
            "--price", metavar="MODEL=IN:OUT", help="US dollars a million tokens; as `judge.prices`."
        ),
    ] = "",
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", min=1, help="Only so many questions, drawn at random."),
    ] = None,
    double: Annotated[
        int | None,
        typer.Option(
            "--double",
            metavar="N",
            min=1,
            help="Report how far judgements agree on so many questions: of several judges, or two of one.",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the report of `--double` there.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Spend money without asking.")] = False,
) -> None:
    """Let language models judge the answers of an evaluation: grounded, faithful, or made up.

    What it costs is estimated first, and it ends before the budget is exceeded. Verdicts are kept: the same command
    goes on where another one ended. Exit code: 1 if it ended at the budget, or if no verdict could be had.
    """
    from pincite.evaluate.judge.judges import open_judges
    from pincite.evaluate.judge.judging import Judging, cases, estimate

    if sample is not None and double is not None:
        raise UsageError("--sample and --double exclude each other", "Give one of them.")
    if report is not None and double is None:
        raise UsageError("--report needs --double", "Add --double 50.")
    with session.open() as library:
        evaluation = library.store.evaluations.get(run)
        if library.store.fingerprint(evaluation.collection) != evaluation.fingerprint:
            session.terminal.err.print(
                "The documents have changed since: judged are the answers of today.", style="yellow"
            )
        opened = open_judges(library.settings, judges or (), price)
        turns = 2 if double is not None and len(opened) == 1 else 1
        found = cases(library, run, sample=double or sample)
        expected = estimate(library, found.items, opened, turns=turns)
        limit = _budget(opened, budget, library.settings.judge.budget)
        _agree(session, expected, limit, yes=yes)
        judging = Judging(library, found.items, opened, budget=limit, turns=turns)
        judged = list(judging)
    if double is not None:
        _write_report(session, evaluation, judged, double, report)
    if session.json:
        session.print_json(_jsonable(evaluation, found, expected, judging, judged))
    elif double is None or report is not None:
        _print(session, found, judged)
    if not session.json:
        _print_end(session, judging, judged)
    raise typer.Exit(1 if judging.stopped or not any(one.verdict for one in judged) else 0)


def _budget(opened: list[Judge], given: float | None, usual: float) -> float | None:
    """What may be spent: as said; else as set, where any of the judges costs anything."""
    if given is not None:
        return given
    return usual if any(one.price.prompt or one.price.reply for one in opened) else None


def _agree(session: Session, expected: Estimate, limit: float | None, *, yes: bool) -> None:
    """Tell what it will cost, and ask where it costs anything."""
    told = f"{plural(expected.verdicts, 'verdict')} to be made, {expected.cached:,} kept already"
    cost = f"about {expected.cost:.2f} USD at most for {plural(expected.tokens, 'token')} of prompts"
    if not session.json:
        session.terminal.err.print(f"{told}; {cost}", style="dim")
    if limit is not None and expected.cost > limit and not session.json:
        session.terminal.err.print(f"That is more than the budget of {limit:.2f} USD: it will end there.")
    if expected.cost and not yes:
        if session.json or not session.terminal.err.is_terminal:
            raise UsageError(f"judging would cost {cost}", "Add --yes if you want that.")
        typer.confirm("Spend it?", abort=True, err=True)


def _write_report(
    session: Session, evaluation: Evaluation, judged: list[Judged], asked: int, file: Path | None
) -> None:
    from pincite.evaluate.judge.judging import SEED
    from pincite.evaluate.judge.report import agreement_report, to_markdown

    page = to_markdown(agreement_report(judged), title=evaluation.name, asked=asked, seed=SEED)
    if file is None:
        if not session.json:
            typer.echo(page, nl=False)
        return
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{file} cannot be written: {error.strerror or error}",
            "Name another file. The verdicts are kept, and cost nothing the next time.",
        ) from error


def _jsonable(
    evaluation: Evaluation, found: Cases, expected: Estimate, judging: Judging, judged: list[Judged]
) -> dict[str, Any]:
    from pincite.evaluate.judge.judging import SEED, consensus
    from pincite.evaluate.judge.prompt import VERSION
    from pincite.evaluate.judge.report import agreement_report

    return {
        "evaluation": evaluation.id,
        "prompt_version": VERSION,
        "seed": SEED,
        "answers": len(found.items),
        "refused": found.refused,
        "failed": found.failed,
        "estimate": asdict(expected),
        "spent": judging.meter.spent,
        "stopped_at_budget": judging.stopped,
        "verdicts": [asdict(one) for one in judged],
        "consensus": [asdict(one) for one in consensus(judged)],
        "agreement": asdict(agreement_report(judged)),
    }


def _print(session: Session, found: Cases, judged: list[Judged]) -> None:
    from pincite.evaluate.judge.judging import consensus, counted

    together = consensus(judged)
    rows = [
        (field, label, f"{count:,}")
        for field in ("groundedness", "hallucination")
        for label, count in counted([getattr(one, field) for one in together]).items()
    ]
    for field in ("faithfulness", "confidence"):
        values = [getattr(one, field) for one in together]
        rows.append((field, "mean, 1 to 5", f"{sum(values) / len(values):.2f}" if values else "-"))
    session.terminal.table(rows, ("field", "verdict of the majority", "answers"), wide=0)
    told = (
        f"{plural(len(found.items), 'answer')} to judge, {found.refused:,} refused, {found.failed:,} failed"
    )
    session.terminal.line(told)


def _print_end(session: Session, judging: Judging, judged: list[Judged]) -> None:
    failed = [one for one in judged if one.verdict is None]
    for one in failed[:3]:
        session.terminal.line(
            f"question {one.number}, {one_line(one.judge)}: no verdict ({one_line(one.reason)})"
        )
    session.terminal.line(
        f"{plural(len(judged) - len(failed), 'verdict')}, {len(failed):,} failed; "
        f"{judging.meter.spent:.4f} USD spent"
    )
    if judging.stopped:
        session.terminal.line(
            "Ended at the budget. The same command goes on where it ended, with a budget of its own.",
            style="yellow",
        )
