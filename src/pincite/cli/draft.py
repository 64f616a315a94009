"""`pincite eval draft` and `pincite eval accept`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import plural
from pincite.errors import ConflictError, UsageError

_CHOICES = "y: accept, e: reword, n: drop, q: stop"
_GAP_CHOICES = "e: reword, n: drop, q: stop"


@with_session
def draft(
    session: Session,
    documents: Annotated[
        list[str], typer.Argument(metavar="DOCUMENT", help="Titles, file names or ids of documents.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A new file of questions (.jsonl).")
    ],
    count: Annotated[
        int, typer.Option("--count", metavar="N", min=1, help="Questions of each document, at most.")
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which sentences are taken.")] = 0,
    rules: Annotated[
        bool, typer.Option("--rules", help="Make them by rules, even where a language model is set.")
    ] = False,
) -> None:
    """Propose questions from documents, each with the sentence that answers it, for a person to accept.

    A language model writes them where one is set; else they are made by rules, or are sentences with a gap to be
    reworded. Drafts count in no evaluation: look at each with `pincite eval accept`.
    """
    from pincite.evaluate.drafting import draft as propose

    if output.exists():
        raise ConflictError(f"{output} exists", "Name a new file.")
    terminal = session.terminal

    def told(done: int, total: int) -> None:
        if not session.json and terminal.err.is_terminal and total > 1:
            terminal.err.print(f"{done} of {plural(total, 'document')}", style="dim")

    with session.open() as library:
        chosen = list({one.id: one for one in map(library.document, documents)}.values())
        model = None if rules else library.language_model()
        found = propose(library, chosen, count, seed=seed, model=model, progress=told)
    if not found.drafts:
        raise UsageError(
            "no question could be drafted",
            "The documents may have too few whole sentences; write questions by hand, as docs/evaluation.md tells.",
        )
    try:
        with output.open("x", encoding="utf-8") as file:
            file.writelines(one.line() + "\n" for one in found.drafts)
    except OSError as error:
        raise UsageError(
            f"{output} cannot be written: {error.strerror or error}", "Name a file in a folder that exists."
        ) from error
    if session.json:
        session.print_json({"file": str(output), "drafts": found.drafts, "left_out": dict(found.left_out)})
        return
    for one in found.drafts:
        terminal.line(f"{one.question} ({one.document}, page {one.page})")
    for reason, times in found.left_out.items():
        terminal.line(f"{times:,} left out: {reason}", style="yellow")
    gaps = sum(one.made_by == "gap" for one in found.drafts)
    if gaps:
        terminal.line(f"{plural(gaps, 'sentence')} with a gap, to be reworded", style="yellow")
    terminal.line(f"{plural(len(found.drafts), 'draft')} in {output}. Next:")
    terminal.line(f"pincite eval accept {output}", indent=2)


@with_session
def accept(
    session: Session,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Drafts, as `pincite eval draft` wrote them.")],
) -> None:
    """Look at each draft of a file: accept it, reword its question, or drop it.

    Each decision is written at once; the same command goes on where it was stopped. Exit code: 1 if drafts are left.
    """
    from pincite.evaluate.accepting import DraftFile

    drafts = DraftFile(file)
    accepted = dropped = 0
    waiting = drafts.waiting
    for number, record in enumerate(waiting, start=1):
        choice = _asked(record, f"{number} of {len(waiting)}", gap=drafts.is_gap(record))
        if choice == "q":
            break
        if choice == "n":
            drafts.drop(record)
            dropped += 1
            continue
        drafts.accept(record, _reworded() if choice == "e" else "")
        accepted += 1
    left = len(drafts.waiting)
    if session.json:
        session.print_json({"accepted": accepted, "dropped": dropped, "left": left})
    else:
        session.terminal.line(f"{accepted} accepted, {dropped} dropped, {left} left")
        if not left:
            session.terminal.line(f"pincite eval {file}", indent=2)
    raise typer.Exit(1 if left else 0)


def _asked(record: dict[str, Any], place: str, *, gap: bool) -> str:
    """What the person decides; "q" at the end of the input."""
    typer.echo(f"\n{place}  {record['question']}", err=True)
    for name in ("answer", "quote"):
        if record.get(name):
            typer.echo(f"  {name}: {record[name]}", err=True)
    typer.echo(f"  {record.get('document', '')}, page {record.get('page', '')}", err=True)
    while True:
        try:
            choice = str(typer.prompt(_GAP_CHOICES if gap else _CHOICES, err=True)).strip().lower()[:1]
        except typer.Abort:
            return "q"
        if choice and choice in ("enq" if gap else "yenq"):
            return choice


def _reworded() -> str:
    while True:
        text = str(typer.prompt("Question", err=True)).strip()
        if any(letter.isalnum() for letter in text):
            return text
