"""Readers of the public data sets that the benchmarks use."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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


def cranfield_queries(folder: Path) -> list[str]:
    """The queries of the Cranfield collection, in order."""
    raw = (folder / "cran.qry").read_text(encoding="utf-8", errors="replace")
    bodies = re.findall(r"^\.W\n(.*?)(?=^\.I |\Z)", raw, re.MULTILINE | re.DOTALL)
    return [" ".join(body.split()) for body in bodies if body.strip()]


def _scifact_rows(folder: Path, part: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(folder / "scifact.zip") as archive:
        name = next(name for name in archive.namelist() if part in name)
        with io.TextIOWrapper(archive.open(name), encoding="utf-8") as file:
            return list(csv.DictReader(file))


def scifact_abstracts(folder: Path) -> list[str]:
    """The abstracts of SciFact."""
    return [row["abstract"] for row in _scifact_rows(folder, "corpus")]


def scifact_claims(folder: Path) -> list[str]:
    """The claims of SciFact's training part."""
    return [row["claim"] for row in _scifact_rows(folder, "claims_train")]


def contract_clauses(folder: Path) -> list[dict[str, Any]]:
    """Rows of the contracts' clauses file."""
    rows = (folder / "clauses.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows]
