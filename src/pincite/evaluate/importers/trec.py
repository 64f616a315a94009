"""TREC's ad hoc collections: documents and topics between tags, and judgements (Voorhees and Harman, 2005)."""

from __future__ import annotations

import gzip
import html
import re
from collections.abc import Iterator
from pathlib import Path

from pincite.errors import UsageError
from pincite.evaluate.importers.folder import ImportFolder
from pincite.evaluate.importers.judged import ask_judged, only, trec_judgements
from pincite.evaluate.importers.reading import damaged

_MOST_LINES = 2_000_000
"""Of one document: without an end tag, all of a file would be one."""
_TITLES = ("headline", "title", "ti", "h3", "hl")
_TEXTS = ("text", "leadpara", "graphic")
_TAG = re.compile(r"<[^<>]{0,200}>")
_TOPIC_PART = re.compile(
    r"<(num|title|desc|narr)>\s*(?:number|topic|description|narrative)?\s*:?", re.IGNORECASE
)


def import_trec(source: Path, folder: ImportFolder) -> None:
    """A folder with `documents/` (any files, those that end in .gz packed), one `topics*` and one `qrels*`.

    Of a document the headline and the texts are taken, of a topic the title: what people type. Judgements keep their
    grades.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    judgements = trec_judgements(only(source, "qrels*"))
    topics = only(source, "topics*")
    files = sorted(file for file in (source / "documents").rglob("*") if file.is_file())
    if not files:
        raise UsageError(f"{source / 'documents'} has no files", "Put the files of the collection there.")
    for file in files:
        for line, record in _between(file, "doc"):
            identity = _first(record, "docno")
            if not identity:
                raise damaged(file, line, "the document has no <DOCNO>")
            if folder.has(identity):
                raise damaged(file, line, f"the document {identity[:40]!r} is there twice")
            title = next(filter(None, (_first(record, name) for name in _TITLES)), "")
            folder.document(identity, "\n\n".join(_all(record, _TEXTS)), title)
    queries: dict[str, str] = {}
    for line, record in _between(topics, "top"):
        parts = _TOPIC_PART.split(record)
        found = {name.lower(): _plain(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}
        if not found.get("num"):
            raise damaged(topics, line, "the topic has no <num>")
        queries[found["num"]] = found.get("title") or found.get("desc", "")
    ask_judged(folder, queries, judgements)


def _between(file: Path, name: str) -> Iterator[tuple[int, str]]:
    """What stands between the tags of a name, with the line of the opening one."""
    began, held = 0, list[str]()
    opening, closing = f"<{name}>", f"</{name}>"
    for number, line in enumerate(_lines(file), start=1):
        told = line.strip().lower()
        if told.startswith(opening):
            if began:
                raise damaged(file, began, f"{opening} has no end")
            began, held = number, [line.strip()[len(opening) :]]
        elif began:
            held.append(line)
        if began and told.endswith(closing):
            whole = "\n".join(held)
            yield began, whole[: whole.lower().rindex(closing)]
            began = 0
        if len(held) > _MOST_LINES:
            raise damaged(file, began, f"{opening} has no end within {_MOST_LINES:,} lines")
    if began:
        raise damaged(file, began, f"{opening} has no end")


def _lines(file: Path) -> Iterator[str]:
    """Of collections older than Unicode: bytes that are no UTF-8 are Latin-1, as most of them are."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            for line in opened:
                try:
                    yield line.decode("utf-8").rstrip("\r\n")
                except UnicodeDecodeError:
                    yield line.decode("latin-1").rstrip("\r\n")
    except (EOFError, gzip.BadGzipFile) as error:
        raise damaged(file, None, "it is no whole gzip file") from error


def _all(record: str, names: tuple[str, ...]) -> list[str]:
    pattern = re.compile(rf"<({'|'.join(names)})>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
    return list(filter(None, (_plain(text) for _, text in pattern.findall(record))))


def _first(record: str, name: str) -> str:
    return next(iter(_all(record, (name,))), "")


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub(" ", text)).split())
