from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from tests.support.book_files import CHAPTERS, CONTAINER, chapter, encryption, package, write_book
from tests.support.written import blocks, check_page, codes, labels, sections

from pincite.domain import ParsedDocument
from pincite.errors import ParseLimitError
from pincite.parse.files import read_file


def read_book(folder: Path, files: dict[str, str], opf: str | None = None) -> ParsedDocument:
    document = read_file(write_book(folder / "book.epub", files, opf))
    for page in document.pages:
        check_page(page)
    return document


def test_chapters_are_read_in_the_order_of_the_spine(tmp_path: Path) -> None:
    document = read_book(tmp_path, CHAPTERS)
    assert blocks(document) == [
        ("heading", "Loomings"),
        ("paragraph", "First."),
        ("heading", "The Carpet-Bag"),
        ("paragraph", "Second."),
        ("paragraph", "Third."),
        ("footnote", "A note."),
    ]
    assert labels(document) == ["chapter Loomings", "chapter The Carpet-Bag", "Chapter 3"]
    assert sections(document)["Third."] == ("Chapter 3",)
    assert [entry.title for entry in document.outline] == ["Loomings", "The Carpet-Bag", "Chapter 3"]
    assert codes(document) == ["hidden_text"]
    assert document.title == "The Whale"


def test_chapters_that_are_not_there_are_told(tmp_path: Path) -> None:
    files = {name: content for name, content in CHAPTERS.items() if name != "OEBPS/ch3.xhtml"}
    document = read_book(tmp_path, files, package("ch1 ch2 ch3 ch9"))
    assert labels(document) == ["chapter Loomings", "chapter The Carpet-Bag"]
    notice = next(notice for notice in document.notices if notice.code == "parts_unreadable")
    assert "ch3.xhtml, ch9" in notice.message


def test_marked_pages_have_their_printed_numbers(tmp_path: Path) -> None:
    mark = "<span epub:type='pagebreak' title='{0}' id='p{0}'/>"
    files = dict(CHAPTERS)
    files["OEBPS/ch1.xhtml"] = chapter(
        f"<h1>{mark.format('xii')}Loomings</h1><p>{mark.format('1')}First words that {mark.format('2')}go on.</p>"
    )
    document = read_book(tmp_path, files)
    assert labels(document) == ["chapter Loomings", "1", "2"]
    assert document.pages[1].text == "First words that"
    assert document.pages[2].text.startswith("go on.\n\nThe Carpet-Bag")
    assert document.pages[2].blocks[0].joint == " "


def test_the_older_form_of_contents(tmp_path: Path) -> None:
    ncx = (
        '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/ncx.dtd">'
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>'
        '<navPoint id="a"><navLabel><text>Of Whales</text></navLabel>'
        '<content src="ch3.xhtml#top"/></navPoint></navMap></ncx>'
    )
    opf = package(manifest='<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>').replace(
        'properties="nav"', ""
    )
    document = read_book(tmp_path, CHAPTERS | {"OEBPS/toc.ncx": ncx}, opf)
    assert labels(document)[-1] == "chapter Of Whales"


def test_authors_and_year(tmp_path: Path) -> None:
    metadata = (
        "<dc:creator id='a'>Herman Melville</dc:creator><dc:creator id='b'>Rockwell Kent</dc:creator>"
        "<meta refines='#b' property='role'>ill</meta><dc:date>1851-10-18</dc:date>"
    )
    document = read_book(tmp_path, CHAPTERS, package(metadata=metadata))
    assert (document.authors, document.year) == (("Herman Melville",), 1851)


def test_scrambled_fonts_are_no_protection(tmp_path: Path) -> None:
    assert len(read_book(tmp_path, CHAPTERS | encryption("http://www.idpf.org/2008/embedding")).pages) == 3


def test_a_package_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.epub"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/epub+zip")
        packed.writestr("META-INF/container.xml", CONTAINER)
        packed.writestr("OEBPS/book.opf", "<package>" + " " * (60 << 20))
    with pytest.raises(ParseLimitError):
        read_file(path)


def test_pictures_are_told_and_drawings_read(tmp_path: Path) -> None:
    files = dict(CHAPTERS)
    files["OEBPS/ch1.xhtml"] = chapter("<svg><title>A map</title><text>Nantucket</text></svg><p>Text.</p>")
    opf = package(manifest='<item id="p" href="a.jpg" media-type="image/jpeg"/>')
    document = read_book(tmp_path, files, opf)
    assert blocks(document)[0] == ("caption", "A map. Nantucket")
    assert "pictures_not_read" in codes(document)
