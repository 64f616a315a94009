"""Files made to cost more than they may: each costs its page or itself, the parser goes on."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from tests.parse.builders import raw_pdf, show

from pincite.config import ParseSettings
from pincite.domain import ParsedDocument
from pincite.errors import DamagedFileError, DocumentError, PasswordNeededError
from pincite.parse import ParserPool

SETTINGS = ParseSettings(seconds_per_page=1, seconds_per_file=30, memory_mb=500)


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(SETTINGS) as pool:
        yield pool


@pytest.fixture(autouse=True)
def parser_goes_on(pool: ParserPool, tmp_path: Path) -> Iterator[None]:
    """After each test the same pool reads a sound file."""
    yield
    sound = tmp_path / "sound.pdf"
    sound.write_bytes(raw_pdf(show(72, 700, "sound")))
    assert pool.parse(sound).pages[0].text == "sound"


def save(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return path


def between(content: bytes, levels: int = 1) -> bytes:
    """Three pages, of which the second has this content, compressed again and again."""
    plain = raw_pdf(show(72, 700, "first"), "%BOMB%", show(72, 700, "third"))
    before, _, after = plain.partition(b"<< /Length 6 >>\nstream\n%BOMB%")
    for _ in range(levels):
        content = zlib.compress(content, 9)
    filters = b"/FlateDecode " * levels
    head = b"<< /Filter [%s] /Length %d >>\nstream\n" % (filters, len(content))
    return before + head + content + after


def texts(document: ParsedDocument) -> list[str]:
    return [page.text for page in document.pages]


def parsed(pool: ParserPool, path: Path) -> ParsedDocument | DocumentError:
    try:
        return pool.parse(path)
    except DocumentError as error:
        return error


def failed(document: ParsedDocument) -> tuple[int, ...]:
    return next((notice.pages for notice in document.notices if notice.code == "pages_failed"), ())


@pytest.mark.parametrize(
    "content",
    [
        b"0 0 m 1 1 l S\n" * 1_000_000,
        b"BT /F1 9 Tf 72 600 Td (a b) Tj ET\n" * 1_000_000,
        b"q " * 1_000_000,
        b"[" * 500_000 + b"]" * 500_000,
        b"/F1 " * 1_000_000,
    ],
    ids=["paths", "texts", "states", "arrays", "operands"],
)
def test_a_page_of_a_million_things(pool: ParserPool, tmp_path: Path, content: bytes) -> None:
    document = pool.parse(save(tmp_path, between(content)))
    first, second, third = texts(document)
    assert (first, third) == ("first", "third")
    assert failed(document) == (2,) or not second


def test_streams_within_streams(pool: ParserPool, tmp_path: Path) -> None:
    path = save(tmp_path, between(b" " * (200 << 20), levels=3))
    assert path.stat().st_size < 10_000
    first, second, third = texts(pool.parse(path))
    assert (first, second, third) == ("first", "", "third")


def test_a_page_of_two_million_characters(tmp_path: Path) -> None:
    rows = b"".join(b"0 -12 Td (%s) Tj\n" % (b"word %04d " % row * 100) for row in range(2000))
    data = between(b"BT /F1 10 Tf 10 24990 Td\n" + rows + b"ET").replace(b"0 0 612 792", b"0 0 25000 25000")
    with ParserPool(ParseSettings(seconds_per_page=2.5, memory_mb=1000)) as pool:
        document = pool.parse(save(tmp_path, data))
    # It may be too much for the time of a page, and then says so; it may not cost the other pages.
    assert failed(document) == (2,) or len(document.pages[1].text) > 1_900_000
    assert (document.pages[0].text, document.pages[2].text) == ("first", "third")


def test_countless_annotations_do_not_cost_the_text(tmp_path: Path) -> None:
    note = "<< /Type /Annot /Subtype /Text /Rect [1 1 9 9] /Contents (note) >>"
    path = save(
        tmp_path, raw_pdf(show(72, 700, "text"), page=f"/Annots [{'3 0 R ' * 200_000}]", objects=[note])
    )
    with ParserPool(ParseSettings(seconds_per_page=30)) as pool:
        document = pool.parse(path)
    assert texts(document) == ["text\n\nComment: note"]
    assert [(notice.code, notice.pages) for notice in document.notices] == [("notes_cut", (1,))]


def forms(deep: int, content: str) -> bytes:
    """A page and forms, of which each draws the next one as `content` says."""
    objects = [
        f"<< /Length {len(content)} /Type /XObject /Subtype /Form /BBox [0 0 9 9] "
        f"/Resources << /XObject << /X1 {number + 4} 0 R >> >> >>\nstream\n{content}\nendstream"
        for number in range(deep)
    ]
    data = raw_pdf(show(72, 700, "text") + "\n/X1 Do", show(72, 700, "second"), objects=objects)
    return data.replace(b"/Resources << /Font", b"/Resources << /XObject << /X1 3 0 R >> /Font")


@pytest.mark.parametrize(
    ("deep", "content"), [(3000, "/X1 Do "), (40, "/X1 Do /X1 Do ")], ids=["deep", "doubling"]
)
def test_forms_within_forms(pool: ParserPool, tmp_path: Path, deep: int, content: str) -> None:
    document = pool.parse(save(tmp_path, forms(deep, content)))
    assert failed(document) in ((), (1,), (1, 2))
    assert document.pages[0].text in ("text", "")


def test_a_tree_of_pages_twenty_thousand_levels_deep(pool: ParserPool, tmp_path: Path) -> None:
    levels = 20_000
    nodes = [f"<< /Type /Pages /Kids [{4 + n} 0 R] /Count 1 /Parent {2 + n} 0 R >>" for n in range(levels)]
    data = raw_pdf(show(72, 700, "text"), objects=nodes)
    page = re.search(rb"/Kids \[(\d+) 0 R\] /Count 1 >>", data)
    assert page is not None
    data = data.replace(page.group(), b"/Kids [3 0 R] /Count 1 >>")
    data = data.replace(b"/Kids [%d 0 R]" % (3 + levels), b"/Kids [%s 0 R]" % page.group(1))
    outcome = parsed(pool, save(tmp_path, data))
    assert isinstance(outcome, DocumentError) or failed(outcome) == (1,) or texts(outcome) == ["text"]


@pytest.mark.parametrize("loop", ["/Next 4 0 R", "/First 4 0 R /Last 4 0 R", "/Next 3 0 R"])
def test_an_outline_that_leads_back_to_itself(pool: ParserPool, tmp_path: Path, loop: str) -> None:
    objects = [
        "<< /Type /Outlines /First 4 0 R /Last 4 0 R /Count 1 >>",
        f"<< /Title (Part) /Parent 3 0 R /Dest [9 0 R /Fit] {loop} >>",
    ]
    path = save(tmp_path, raw_pdf(show(72, 700, "text"), catalog="/Outlines 3 0 R", objects=objects))
    document = pool.parse(path)
    assert texts(document) == ["text"]
    assert len(document.outline) <= 2


def test_a_file_without_pages(pool: ParserPool, tmp_path: Path) -> None:
    with pytest.raises(DamagedFileError, match="no pages"):
        pool.parse(save(tmp_path, raw_pdf()))


def test_the_first_part_of_a_file(pool: ParserPool, tmp_path: Path) -> None:
    whole = raw_pdf(*(show(72, 700, f"page {number}") for number in range(20)))
    path = save(tmp_path, whole[: len(whole) * 6 // 10])
    outcome = parsed(pool, path)
    assert isinstance(outcome, DamagedFileError) or failed(outcome) or all(texts(outcome))


@pytest.mark.parametrize("revision", [2, 3, 4, 6])
def test_encrypted_files(pool: ParserPool, tmp_path: Path, revision: int) -> None:
    path = save(tmp_path, raw_pdf(show(72, 700, "text")))
    strong = revision >= 4
    with pikepdf.open(path) as pdf:
        for user in ("", "y"):
            lock = pikepdf.Encryption(user=user, owner="x", R=revision, aes=strong, metadata=strong)  # type: ignore[arg-type]
            pdf.save(tmp_path / f"locked{user}.pdf", encryption=lock)
    assert texts(pool.parse(tmp_path / "locked.pdf")) == ["text"], "only printing or changing it is limited"
    locked = tmp_path / "lockedy.pdf"
    for password in (None, "wrong"):
        with pytest.raises(PasswordNeededError):
            pool.parse(locked, password=password)
    for password in ("y", "x"):
        assert texts(pool.parse(locked, password=password)) == ["text"]
