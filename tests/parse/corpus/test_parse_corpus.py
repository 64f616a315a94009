"""Every file of the corpus is read exactly as its entry says, or refused as it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath

import pytest
from tests.parse.corpus.corpus_documents import TEXT_DOCUMENTS
from tests.parse.corpus.corpus_entry import Entry
from tests.parse.corpus.corpus_mail import MAIL
from tests.parse.corpus.corpus_markup import MARKUP
from tests.parse.corpus.corpus_pages import PAGES
from tests.parse.corpus.corpus_rows import ROWS
from tests.parse.corpus.corpus_sheets import SHEETS
from tests.parse.corpus.corpus_slides import SLIDES
from tests.parse.corpus.corpus_text import TEXTS
from tests.parse.corpus.corpus_web import WEB
from tests.parse.corpus.corpus_word import WORD
from tests.support.written import blocks_of, check_page

from pincite.config import ParseSettings
from pincite.domain import Notice, Page, ParsedDocument
from pincite.domain.formats import FORMATS, ZIP
from pincite.errors import DocumentError
from pincite.ocr.options import OcrOptions
from pincite.parse import ParserPool
from pincite.parse.files import read_file, stream_file

ENTRIES: tuple[Entry, ...] = (
    *WORD, *TEXT_DOCUMENTS, *SLIDES, *SHEETS, *ROWS, *WEB, *MARKUP, *TEXTS, *MAIL, *PAGES,
)  # fmt: skip
LIMITS = ParseSettings(workers=1, seconds_per_page=20, seconds_per_file=20, memory_mb=700)


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    """An isolated parser with little time and memory."""
    with ParserPool(LIMITS) as pool:
        yield pool


@pytest.fixture(autouse=True)
def no_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No program of this machine is found, such as LibreOffice: only what an entry puts beside its file."""
    monkeypatch.setenv("PATH", str(tmp_path))


def parsed(entry: Entry, path: Path, pool: ParserPool) -> ParsedDocument:
    """The document, read in the way that the entry asks for; an archive is unpacked, it is none."""
    if entry.format == ZIP:
        folder = path.with_name("unpacked")
        folder.mkdir()
        pool.unpack(path, entry.name, folder)
    if entry.isolated:
        return pool.parse(path)
    if not entry.ocr:
        return read_file(path)
    pages: list[Page] = []
    document = stream_file(path, pages.append, ocr=OcrOptions(threads=1))
    return replace(document, pages=tuple(pages))


def told(notice: Notice) -> tuple[str, str, tuple[int, ...]]:
    """A notice as entries say it: how sure OCR is differs from machine to machine."""
    message = re.sub(r"confidence of \d+ %", "confidence of 99 %", notice.message)
    return notice.code, message, notice.pages


def named(entry: Entry) -> str:
    """What a test of an entry is called."""
    return f"{PurePath(entry.name).suffix[1:]}-{entry.about}"


@pytest.mark.parametrize(
    "entry", [one for one in ENTRIES if one.refusal is None and one.held is None], ids=named
)
def test_a_file_is_read_exactly_so(entry: Entry, tmp_path: Path, pool: ParserPool) -> None:
    path = tmp_path / entry.name
    entry.write(path)
    document = parsed(entry, path, pool)
    for one in document.pages:
        check_page(one)
    assert [(one.label, tuple(blocks_of(one))) for one in document.pages] == list(entry.pages)
    assert [told(notice) for notice in document.notices] == [told(notice) for notice in entry.notices]
    assert document.media_type == entry.format


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.refusal is not None], ids=named)
def test_a_file_is_refused_exactly_so(entry: Entry, tmp_path: Path, pool: ParserPool) -> None:
    assert entry.refusal is not None
    path = tmp_path / entry.name
    entry.write(path)
    with pytest.raises(DocumentError) as caught:
        parsed(entry, path, pool)
    assert (type(caught.value), caught.value.message) == entry.refusal
    assert caught.value.remedy


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.held is not None], ids=named)
def test_files_in_a_file_are_handed_on_exactly_so(entry: Entry, tmp_path: Path, pool: ParserPool) -> None:
    path, folder = tmp_path / entry.name, tmp_path / "unpacked"
    entry.write(path)
    folder.mkdir()
    unpacked = pool.unpack(path, entry.name, folder)
    assert unpacked is not None
    assert tuple(member.name for member in unpacked.members) == entry.held
    assert tuple(unpacked.left_out) == entry.left_out
    # Whatever they are called in there: on the disk they have names of ours, in this folder.
    assert {one.name for one in folder.iterdir()} == {member.file for member in unpacked.members}
    assert {one.name for one in tmp_path.iterdir()} == {entry.name, "unpacked"}


def test_the_corpus_is_large_and_knows_every_format() -> None:
    assert len(ENTRIES) >= 120
    files = Counter(entry.format for entry in ENTRIES)
    assert [one.name for one in FORMATS if files[one.media_type] < 2] == []
    assert set(files) <= {one.media_type for one in FORMATS}
    names = Counter(map(named, ENTRIES))
    assert [name for name, count in names.items() if count > 1] == []
