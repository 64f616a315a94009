"""Natural Questions in its simplified form (Kwiatkowski et al., 2019), and CLAPnq (Rosenthal et al., 2024)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.reading import damaged, json_lines

_TAG = re.compile(r"</?[A-Za-z][^ ]*>")


def import_natural(source: Path, folder: ImportFolder) -> None:
    """One document for each passage (CLAPnq) or page (Natural Questions), from a file or all `*.jsonl` of a folder.

    Raises:
        UsageError: if a line is in neither form.
    """
    for file in sorted(source.glob("*.jsonl")) if source.is_dir() else [source]:
        for line, record in json_lines(file):
            try:
                if "passages" in record:
                    _clapnq(record, f"{file.stem}-{line}", folder)
                else:
                    _page(record, f"{file.stem}-{line}", folder)
            except (KeyError, TypeError, AttributeError, IndexError) as error:
                raise damaged(
                    file, line, "it is in the form of neither Natural Questions nor CLAPnq"
                ) from error


def _clapnq(record: dict[str, Any], identity: str, folder: ImportFolder) -> None:
    passage = record["passages"][0]
    name = folder.document(identity, passage["text"], passage["title"])
    outputs = record.get("output") or []
    # What annotators wrote is a text of their own; only the sentences that they took it from stand in the passage.
    chosen: list[str] = next(
        (one["selected_sentences"] for one in outputs if one.get("selected_sentences")), []
    )
    if not any((one.get("answer") or "").strip() for one in outputs):
        folder.question(record["input"], answerable=False)
    elif not name:
        folder.skip("questions of a passage without text")
    elif not chosen:
        folder.skip("questions with an answer and no sentences that hold it")
    else:
        folder.question(record["input"], name, texts=list(dict.fromkeys(chosen)))


def _page(record: dict[str, Any], identity: str, folder: ImportFolder) -> None:
    tokens = record["document_text"].split(" ")
    name = folder.document(identity, _words(tokens))
    places = [one for one in record["annotations"] if one["long_answer"]["start_token"] >= 0]
    if not places:
        folder.question(record["question_text"], answerable=False)
    elif not name:
        folder.skip("questions of a page without text")
    else:
        first = places[0]
        place = first["long_answer"]
        short = first.get("short_answers") or []
        answers = [_words(tokens[one["start_token"] : one["end_token"]]) for one in short]
        quote = _words(tokens[place["start_token"] : place["end_token"]])
        folder.question(record["question_text"], name, texts=[quote], answers=answers)


def _words(tokens: list[str]) -> str:
    return " ".join(token for token in tokens if token and not _TAG.fullmatch(token))
