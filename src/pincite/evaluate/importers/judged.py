"""Sets in which whole passages are judged: BEIR folders, MS MARCO's collection with judgements, and Cranfield."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from pincite.errors import UsageError
from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.reading import damaged, json_lines, rows, text_lines

Judgements = dict[str, dict[str, int]]
"""Grades of passages, by query; 0 and less is not relevant."""


def import_beir(source: Path, folder: ImportFolder) -> None:
    """A folder of BEIR (Thakur et al., 2021): corpus.jsonl, queries.jsonl, and qrels/test.tsv or the only one there.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    file = source / "qrels" / "test.tsv"
    if not file.exists():
        file = only(source / "qrels", "*.tsv")
    judgements: Judgements = defaultdict(dict)
    for line, cells in rows(file, 3):
        if line > 1 or cells[2].strip() != "score":
            _judge(judgements, file, line, cells[0], cells[1], cells[2])
    corpus, asked = source / "corpus.jsonl", source / "queries.jsonl"
    for line, record in json_lines(corpus):
        identity, text, title = record.get("_id"), record.get("text"), record.get("title") or ""
        if not isinstance(identity, str) or not isinstance(text, str) or not isinstance(title, str):
            raise damaged(corpus, line, "it has no texts `_id` and `text`")
        _document(folder, corpus, line, identity, text, title)
    queries: dict[str, str] = {}
    for line, record in json_lines(asked):
        identity, text = record.get("_id"), record.get("text")
        if not isinstance(identity, str) or not isinstance(text, str):
            raise damaged(asked, line, "it has no texts `_id` and `text`")
        queries[identity] = text
    ask_judged(folder, queries, judgements)


def import_marco_judgements(source: Path, folder: ImportFolder) -> None:
    """A folder of MS MARCO's passage ranking: collection.tsv, one queries*.tsv and one qrels*.tsv.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    collection = source / "collection.tsv"
    judgements = trec_judgements(only(source, "qrels*.tsv"))
    for line, cells in rows(collection, 2):
        _document(folder, collection, line, cells[0], cells[1])
    queries = {cells[0]: cells[1] for _, cells in rows(only(source, "queries*.tsv"), 2)}
    ask_judged(folder, queries, judgements)


def import_cranfield(source: Path, folder: ImportFolder) -> None:
    """A folder of the Cranfield collection: cran.1400 or cran.all.1400, cran.qry and cranqrel.

    Judgements count queries by their order in cran.qry, not by the numbers there. Publications read the codes 1 to 4
    in opposite directions, so all of these have grade 1; others are not relevant.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    codes = trec_judgements(source / "cranqrel", columns=3)
    judgements = {
        query: {identity: int(1 <= code <= 4) for identity, code in found.items()}
        for query, found in codes.items()
    }
    for line, identity, fields in _smart(only(source, "cran*.1400")):
        _document(folder, source / "cran.1400", line, identity, fields.get("W", ""), fields.get("T", ""))
    asked = _smart(source / "cran.qry")
    queries = {str(place): fields.get("W", "") for place, (_, _, fields) in enumerate(asked, start=1)}
    ask_judged(folder, queries, judgements)


def _smart(file: Path) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Records in the form of the SMART system: `.I` with a number, then fields of one capital letter."""
    began, identity, fields, name = 0, "", dict[str, str](), ""
    for line, text in text_lines(file):
        if text.startswith(".I "):
            if began:
                yield began, identity, fields
            began, identity, fields, name = line, text[3:].strip(), {}, ""
        elif re.fullmatch(r"\.[A-Z]\s*", text):
            name = text[1]
        elif not began or not name:
            raise damaged(file, line, "it is in no record `.I` and no field such as `.W`")
        else:
            fields[name] = f"{fields[name]}\n{text}" if name in fields else text
    if began:
        yield began, identity, fields


def trec_judgements(file: Path, columns: int = 4) -> Judgements:
    """Lines of TREC's form: query, iteration, passage, grade; Cranfield's have no iteration."""
    judgements: Judgements = defaultdict(dict)
    for line, cells in rows(file, columns, divided=None):
        _judge(judgements, file, line, cells[0], cells[columns - 2], cells[columns - 1])
    return judgements


def _judge(judgements: Judgements, file: Path, line: int, query: str, identity: str, grade: str) -> None:
    try:
        judgements[query][identity] = int(grade)
    except ValueError as error:
        raise damaged(file, line, f"the grade {grade[:40]!r} is no whole number") from error


def _document(folder: ImportFolder, file: Path, line: int, identity: str, text: str, title: str = "") -> None:
    if folder.has(identity):
        raise damaged(file, line, f"the passage {identity[:40]!r} is there twice")
    folder.document(identity, text, title)


def ask_judged(folder: ImportFolder, queries: Mapping[str, str], judgements: Judgements) -> None:
    """Write the queries that have a relevant passage; what is left out is counted."""
    for query in judgements.keys() - queries.keys():
        folder.skip("judged queries that have no text")
        del judgements[query]
    for query, text in queries.items():
        relevant: dict[str, int] = {}
        for identity, grade in judgements.get(query, {}).items():
            name = folder.name(identity)
            if grade < 1:
                continue
            if not name:
                folder.skip("judgements of passages that are missing or have no text")
            else:
                relevant[name] = max(grade, relevant.get(name, 0))
        if relevant:
            folder.question(text, documents=relevant)
        else:
            folder.skip("queries without a relevant passage")


def only(folder: Path, pattern: str) -> Path:
    """The one file of a name in a folder; raises a `UsageError` if there is none, or several."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise UsageError(
            f"{folder} has {len(found)} files {pattern} instead of one",
            "Put the files of one set, and of one of its parts, into a folder.",
        )
    return found[0]
