"""Conversations as Markdown (CommonMark, and what is common beyond it)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.export.content import Block, BlockShape, Entry, Reference, Run
from pincite.plain_text import one_line

_INLINE = re.compile(r"[\\`*_\[\]<>|~$@]|&(?=#?\w+;)|:(?=//)|(?<=www)\.|(?<=mailto):", re.IGNORECASE)
"""What begins markup, a link that is not spelt out, or an entity."""
_LINE_START = re.compile(r"^(\s*)([#+\-=:]|\d{1,9}(?=[.)](?:\s|$)))")


def to_markdown(title: str, entries: Sequence[Entry]) -> str:
    """A conversation.

    Args:
        title: Its title.
        entries: Its questions in order.
    """
    parts = [f"# {escaped(one_line(title)) or 'Conversation'}"]
    for entry in entries:
        parts += _entry(entry)
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Text on one line, of which nothing can become markup: links, images, HTML, emphasis, lists, headings."""
    text = _INLINE.sub(lambda found: f"\\{found[0]}", text)
    return _LINE_START.sub(_escape_start, text)


def _escape_start(found: re.Match[str]) -> str:
    # "12. May" would begin a list: the stop behind the digits is escaped, not the digits.
    return found[0] + "\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def _entry(entry: Entry) -> list[str]:
    parts = [f"## {escaped(entry.question)}"]
    if entry.understood:
        parts.append(f"*Understood as:* {escaped(entry.understood)}")
    items: list[str] = []
    for block in entry.blocks:
        if block.shape is BlockShape.ITEM:
            items.append(f"- {_runs(block.runs)}")
            continue
        parts += ["\n".join(items)] if items else []
        items = []
        parts.append(_block(block))
    parts += ["\n".join(items)] if items else []
    parts += [f"*{escaped(note)}*" for note in entry.notes]
    if entry.references:
        parts += ["### References", "\n\n".join(_reference(reference) for reference in entry.references)]
    return parts


def _block(block: Block) -> str:
    if block.shape is BlockShape.HEADING:
        return f"### {_runs(block.runs)}"
    if block.shape is BlockShape.CODE:
        return "\n\n".join(_code(run) for run in block.runs)
    return _runs(block.runs)


def _code(run: Run) -> str:
    longest = max((len(fence) for fence in re.findall("`+", run.text)), default=0)
    fence = "`" * max(3, longest + 1)
    marks = _marks(run)
    return f"{fence}\n{run.text}\n{fence}" + (f"\n\n{marks}" if marks else "")


def _runs(runs: Sequence[Run]) -> str:
    return " ".join(f"{_lines(run.text)} {_marks(run)}".rstrip() for run in runs)


def _lines(text: str) -> str:
    return "\\\n".join(escaped(line) for line in text.split("\n"))


def _marks(run: Run) -> str:
    marks = " ".join(_mark(number) for number in run.numbers)
    return f"{marks} (not supported: {escaped(run.problem)})".strip() if run.problem else marks


def _mark(number: int) -> str:
    # No link: nothing in the file can define one, as brackets of documents are escaped.
    return f"[{number}]"


def _reference(reference: Reference) -> str:
    place = f"{escaped(reference.title)}, {escaped(reference.place)}"
    note = f", {reference.note}" if reference.note else ""
    return (
        f"{_mark(reference.number)} {place}{note} ({escaped(reference.origin)}): “{escaped(reference.quote)}”"
    )
