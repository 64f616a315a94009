"""MS MARCO 2.1 question answering (Bajaj et al., 2016): the official JSON, or a line for each question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.reading import damaged, json_lines, whole_json

_NONE = "No Answer Present."
_COLUMNS = ("query", "answers", "passages")


def import_marco(source: Path, folder: ImportFolder) -> None:
    """One document for each passage. Those that an annotator chose are relevant, with grade 1.

    The official file is one object of columns and is held in memory; with one question a line (`*.jsonl`) it is read
    line by line.

    Raises:
        UsageError: if the file is not in this form.
    """
    records = json_lines(source) if source.suffix == ".jsonl" else _columns(source)
    for number, record in records:
        try:
            _question(record, folder, str(number))
        except (KeyError, TypeError, AttributeError) as error:
            what = f"question {number:,} is not in the form of MS MARCO 2.1"
            raise damaged(source, number if source.suffix == ".jsonl" else None, what) from error


def _columns(source: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    whole = whole_json(source)
    if not isinstance(whole, dict) or not all(isinstance(whole.get(name), dict) for name in _COLUMNS):
        raise damaged(source, None, f"it has no columns {', '.join(_COLUMNS)}")
    for number, key in enumerate(whole["query"], start=1):
        yield number, {name: whole[name].get(key) for name in _COLUMNS}


def _question(record: dict[str, Any], folder: ImportFolder, key: str) -> None:
    chosen: dict[str, int] = {}
    for place, passage in enumerate(record["passages"], start=1):
        name = folder.document(f"{key}-{place}", passage["passage_text"])
        if passage["is_selected"] and name:
            chosen[name] = 1
    answers = [answer for answer in record["answers"] if answer != _NONE]
    if not answers:
        folder.question(record["query"], answerable=False)
    elif not chosen:
        folder.skip("questions with an answer and no passage that was chosen for it")
    else:
        folder.question(record["query"], documents=chosen)
