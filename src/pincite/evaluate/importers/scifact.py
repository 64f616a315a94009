"""SciFact (Wadden et al., 2020, arXiv:2004.14974): claims, and the abstracts that they were written from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.reading import damaged, json_lines, table

_TABLES = ("corpus_train.csv", "claims_validation.csv")
_LINES = ("corpus.jsonl", "claims_dev.jsonl")
_LITERAL = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)


def import_scifact(source: Path, folder: ImportFolder) -> None:
    """A folder with corpus.jsonl and claims_dev.jsonl, or the tables corpus_train.csv and claims_validation.csv.

    A claim is a question; what it cites is relevant, whether it supports or refutes the claim, as in BEIR's edition. In
    the tables a claim has a line for each abstract.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    tables = (source / _TABLES[0]).exists()
    corpus, claims = (source / name for name in (_TABLES if tables else _LINES))
    for line, record in _records(corpus, ("doc_id", "title", "abstract")):
        identity, sentences = str(record["doc_id"]), record["abstract"]
        text = " ".join(_texts(sentences) if isinstance(sentences, str) else map(str, sentences or ()))
        if folder.has(identity):
            raise damaged(corpus, line, f"the abstract {identity[:40]!r} is there twice")
        folder.document(identity, text, str(record["title"]))
    asked: set[str] = set()
    for line, record in _records(claims, ("id", "claim", "cited_doc_ids")):
        identity = str(record["id"])
        if identity in asked:
            if not tables:
                raise damaged(claims, line, f"the claim {identity[:40]!r} is there twice")
            continue
        asked.add(identity)
        cited = record["cited_doc_ids"]
        found = re.findall(r"\d+", cited) if isinstance(cited, str) else [str(one) for one in cited or ()]
        names = [folder.name(one) for one in found]
        for name in names:
            if not name:
                folder.skip("judgements of passages that are missing or have no text")
        if any(names):
            folder.question(str(record["claim"]), documents={name: 1 for name in names if name})
        else:
            folder.skip("queries without a relevant passage")


def _records(file: Path, fields: tuple[str, ...]) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, record in table(file) if file.suffix == ".csv" else json_lines(file):
        missing = [name for name in fields if record.get(name) is None]
        if missing:
            raise damaged(file, line, f"it has no {' and no '.join(f'`{name}`' for name in missing)}")
        yield line, record


def _texts(cell: str) -> list[str]:
    """The texts of an array as NumPy prints it: Python's literals with white space between them."""
    return [str(ast.literal_eval(one)) for one in _LITERAL.findall(cell)]
