"""Readers of the public data sets that the benchmarks use."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold.

    Attributes:
        passage: Position of the passage that answers it.
        answers: Acceptable answer texts; empty when it cannot be answered.
        article: Name of the passage's article.
    """

    text: str
    passage: int
    answers: tuple[str, ...]
    article: str


def data_folder(argument: str | None) -> Path:
    """The folder of the data sets: the argument, or the environment variable PINCITE_DATA.

    Raises:
        SystemExit: with the remedy, if neither is given.
    """
    name = argument or os.environ.get("PINCITE_DATA")
    if not name or not Path(name).is_dir():
        raise SystemExit("no data folder: give --data DIR or set PINCITE_DATA (see docs/benchmarks.md)")
    return Path(name)


def squad(file: Path) -> tuple[list[tuple[str, str]], list[Question]]:
    """Passages as (article, text), and questions, of a file in SQuAD's form."""
    passages: list[tuple[str, str]] = []
    questions: list[Question] = []
    for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for item in paragraph["qas"]:
                answers = () if item.get("is_impossible") else tuple(a["text"] for a in item["answers"])
                questions.append(Question(item["question"], len(passages), answers, article["title"]))
            passages.append((article["title"], paragraph["context"]))
    return passages, questions


def clapnq(folder: Path) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Answerable and unanswerable items, each with `question`, `title` and `text`."""
    parts = []
    for name in ("answerable", "unanswerable"):
        rows = (folder / f"clapnq_dev_{name}.jsonl").read_text(encoding="utf-8").splitlines()
        items = [json.loads(row) for row in rows]
        parts.append(
            [
                {"question": i["input"], "title": i["passages"][0]["title"], "text": i["passages"][0]["text"]}
                for i in items
            ]
        )
    return parts[0], parts[1]


def cranfield_texts(folder: Path) -> list[str]:
    """The abstracts of the Cranfield collection."""
    raw = (folder / "cran.all.1400").read_text(encoding="utf-8", errors="replace")
    bodies = re.findall(r"^\.W\n(.*?)(?=^\.I |\Z)", raw, re.MULTILINE | re.DOTALL)
    return [" ".join(body.split()) for body in bodies if body.strip()]


def contract_clauses(folder: Path) -> list[dict[str, object]]:
    """Rows of the contracts' clauses file."""
    rows = (folder / "clauses.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows]
