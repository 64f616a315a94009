"""Exports as files: the ending of the name says the format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pincite.domain import Answer, Turn, TurnState
from pincite.errors import PinciteError, UsageError
from pincite.export.content import entry_of_turn
from pincite.export.markdown import to_markdown
from pincite.export.values import to_json
from pincite.export.word import to_docx
from pincite.plain_text import one_line

FORMATS = {".md": "markdown", ".markdown": "markdown", ".json": "json", ".docx": "docx"}
_LONGEST_STEM = 60


def turn_of_answer(answer: Answer) -> Turn:
    """A single answer in the form of a turn, to be exported alike."""
    return Turn(1, answer.question, TurnState.DONE, "", answer=answer)


def format_of(file: Path) -> str:
    """The format that a file's name asks for.

    Raises:
        UsageError: if its ending is none that can be written.
    """
    found = FORMATS.get(file.suffix.lower())
    if found is None:
        raise UsageError(
            f"{file.name!r} does not say in which format to export",
            "End the name in .md, .json or .docx.",
        )
    return found


def exported(
    title: str, turns: Sequence[Turn], format_name: str, about: Mapping[str, str] | None = None
) -> bytes:
    """A conversation in a format.

    Args:
        title: Its title.
        turns: In order.
        format_name: "markdown", "json" or "docx".
        about: What else JSON shall say of it, e.g. its id.

    Raises:
        UsageError: if there is no such format.
    """
    if format_name == "json":
        return to_json(title, turns, about).encode("utf-8", "replace")
    entries = [entry_of_turn(turn) for turn in turns]
    if format_name == "markdown":
        return to_markdown(title, entries).encode("utf-8", "replace")
    if format_name == "docx":
        return to_docx(title, entries)
    raise UsageError(f"there is no format {format_name!r}", "Choose markdown, json or docx.")


def write_new(file: Path, content: bytes) -> None:
    """Write a file that does not exist yet.

    Raises:
        UsageError: if it exists, or its folder does not.
        PinciteError: if it cannot be written.
    """
    try:
        with file.open("xb") as opened:
            opened.write(content)
    except FileExistsError:
        raise UsageError(f"{file} exists already", "Choose another name.") from None
    except FileNotFoundError:
        raise UsageError(f"there is no folder {file.parent}", "Make it, or choose another one.") from None
    except OSError as error:
        raise PinciteError(f"{file} cannot be written: {error.strerror}", "Choose another place.") from None


def file_stem(title: str) -> str:
    """A name for the file of a conversation: letters, digits and hyphens of its title."""
    words = re.findall(r"\w+", one_line(title))
    return "-".join(words)[:_LONGEST_STEM].strip("-") or "conversation"
