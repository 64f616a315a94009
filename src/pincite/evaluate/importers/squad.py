"""SQuAD 1.1 and 2.0 (Rajpurkar et al., 2016 and 2018), and what has their form, such as XQuAD."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.reading import damaged, whole_json

_ENDS = (". ", "? ", "! ", "。", "।", "\n")
"""Of sentences, roughly: whatever is cut out stands in the passage word for word."""


def import_squad(source: Path, folder: ImportFolder) -> None:
    """One document for each paragraph; the gold is the sentence that holds the answer.

    Raises:
        UsageError: if the file is not in SQuAD's form.
    """
    number = 0
    try:
        for article in whole_json(source)["data"]:
            for paragraph in article["paragraphs"]:
                number += 1
                context = paragraph["context"]
                name = folder.document(f"{article.get('title', '')}-{number:05}", context)
                for item in paragraph["qas"]:
                    _question(item, name, context, folder)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise damaged(source, None, f"paragraph {number:,} is not in SQuAD's form") from error


def _question(item: dict[str, Any], name: str, context: str, folder: ImportFolder) -> None:
    if item.get("is_impossible") or not item["answers"]:
        folder.question(item["question"], answerable=False)
        return
    answers = [answer["text"] for answer in item["answers"]]
    begin = item["answers"][0]["answer_start"]
    first = answers[0]
    if context[begin : begin + len(first)] != first:
        begin = context.find(first)
    if begin < 0 or not first.strip():
        folder.skip("questions whose answer is not in its paragraph")
    elif not name:
        folder.skip("questions of a paragraph without text")
    else:
        quote = sentence_around(context, begin, begin + len(first))
        folder.question(item["question"], name, texts=[quote], answers=answers)


def sentence_around(text: str, begin: int, end: int) -> str:
    """The words of a text from the end of a sentence before a place to the next one after it."""
    start = max((text.rfind(mark, 0, begin) + len(mark) for mark in _ENDS if mark in text[:begin]), default=0)
    stops = [at + len(mark) for mark in _ENDS if (at := text.find(mark, end)) >= 0]
    return text[start : min(stops, default=len(text))].strip()
