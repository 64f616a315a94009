from __future__ import annotations

from pathlib import Path

import pytest
from builders import LOREM, Paper, raw_pdf, show

from pincite.domain import DocumentKind
from pincite.parse import parse_pdf


def paper(path: Path, *, abstract: str = "Abstract") -> Paper:
    page = Paper(path)
    page.at(72, 760, "Journal of River Studies 12 (3), 2021", size=8)
    page.line("Bridges and Their Keepers", size=18, after=8)
    page.line("Ada Lovelace1 and Rui Wang2", size=11)
    page.line("1 Department of Bridges, University of Elsewhere, 8 9YL Elsewhere", size=9)
    page.line("2 Ferry Works GmbH, Nowhere", size=9, after=14)
    if abstract:
        page.heading(abstract, size=12)
    page.paragraph(LOREM)
    page.heading("1 Introduction")
    page.paragraph(LOREM + LOREM)
    page.heading("References")
    for number in range(1, 5):
        page.paragraph(f"[{number}] A. Author, On bridges, part {number}. Bridge Press, 199{number}.")
    page.at(400, 760, "https://doi.org/10.1234/brs.2021.77", size=8)
    page.canvas.saveState()
    page.canvas.translate(30, 300)
    page.canvas.rotate(90)
    page.at(0, 0, "arXiv:2101.00042v2 [cs.BR] 3 Jan 2021", size=14)
    page.canvas.restoreState()
    return page


def test_a_paper_says_what_it_is(tmp_path: Path) -> None:
    facts = parse_pdf(paper(tmp_path / "a.pdf").save()).facts
    assert facts.kind is DocumentKind.PAPER
    assert facts.affiliations == (
        "Department of Bridges, University of Elsewhere, 8 9YL Elsewhere",
        "Ferry Works GmbH, Nowhere",
    )
    assert facts.abstract == LOREM.strip()
    assert (facts.doi, facts.arxiv_id) == ("10.1234/brs.2021.77", "2101.00042")
    assert facts.venue == "Journal of River Studies"


def test_an_abstract_without_a_name_is_a_section_of_its_own(tmp_path: Path) -> None:
    document = parse_pdf(paper(tmp_path / "a.pdf", abstract="").save())
    assert document.facts.abstract == LOREM.strip()
    page = document.pages[0]
    sections = {page.text[block.start : block.start + 13]: block.section for block in page.blocks}
    assert sections["The committee"] == ("1 Introduction",)
    assert ("Abstract",) in {block.section for block in page.blocks}


def contract(page: Paper) -> None:
    page.line("SERVICES AGREEMENT", size=14, font="Helvetica-Bold")
    page.paragraph("This Agreement is made by and between A Ltd and B Ltd (each party a Party, the parties).")
    page.paragraph("WHEREAS A needs help; NOW, THEREFORE, the parties hereto agree as follows.")


def letter(page: Paper) -> None:
    page.line("Dear Ms Miller,", after=8)
    page.paragraph(LOREM)
    page.line("Yours sincerely,")


def form(page: Paper) -> None:
    page.line("Claim Form", size=16, after=10)
    for name in ("Name", "Address", "Account", "Amount", "Date"):
        page.line(f"{name}: ____________________", after=10)


def filing(page: Paper) -> None:
    for number in range(5):
        page.line("ANNUAL REPORT" if number == 0 else f"Part {number}", size=16, after=10)
        page.paragraph("The registrant files Form 10-K. " + LOREM)
        page.next_page()


def manual(page: Paper) -> None:
    for number in range(6):
        page.line("User Guide" if number == 0 else f"Chapter {number}", size=18, after=10)
        page.paragraph(LOREM)
        page.next_page()


def book(page: Paper) -> None:
    for number in range(31):
        if number % 3 == 0:
            page.line(f"Chapter {number // 3}" if number else "The Ferry", size=18, after=10)
        page.paragraph(LOREM * 3)
        page.next_page()


def slides(page: Paper) -> None:
    for number in range(4):
        page.line(f"Point {number}", size=32, after=20)
        page.line("Bridges carry people and carts over water", size=22)
        page.next_page()


def note(page: Paper) -> None:
    page.paragraph(LOREM)


@pytest.mark.parametrize("make", [contract, letter, form, filing, manual, book, slides, note])
def test_kinds(tmp_path: Path, make: object) -> None:
    page = Paper(tmp_path / "a.pdf", size=(720, 540) if make is slides else (612, 792))
    make(page)  # type: ignore[operator]
    expected = "other" if make is note else make.__name__  # type: ignore[attr-defined]
    assert parse_pdf(page.save()).facts.kind == expected


def test_a_page_that_is_one_picture_is_a_scan(tmp_path: Path) -> None:
    picture = (
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 "
        "/Length 1 >>\nstream\n\x80\nendstream"
    )
    path = tmp_path / "a.pdf"
    data = raw_pdf("q 600 0 0 780 6 6 cm /I Do Q", objects=[picture])
    data = data.replace(b"/Resources << ", b"/Resources << /XObject << /I 3 0 R >> ")
    path.write_bytes(data)
    assert parse_pdf(path).facts.kind is DocumentKind.SCAN
    path.write_bytes(raw_pdf(""))
    assert parse_pdf(path).facts.kind is DocumentKind.OTHER


def test_what_the_file_itself_says_helps_out(tmp_path: Path) -> None:
    xmp = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description prism:doi="10.1099/xmp.1">'
        "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Ferries &amp; Fords</rdf:li></rdf:Alt></dc:title>"
        "<dc:creator><rdf:Seq><rdf:li>Ada Lovelace</rdf:li><rdf:li>Rui Wang</rdf:li></rdf:Seq></dc:creator>"
        "</rdf:Description></x:xmpmeta>"
    )
    stream = f"<< /Type /Metadata /Subtype /XML /Length {len(xmp)} >>\nstream\n{xmp}\nendstream"
    path = tmp_path / "a.pdf"
    path.write_bytes(
        raw_pdf(show(72, 700, "some words of a page"), objects=[stream], catalog="/Metadata 3 0 R")
    )
    document = parse_pdf(path)
    assert (document.title, document.authors) == ("Ferries & Fords", ("Ada Lovelace", "Rui Wang"))
    assert document.facts.doi == "10.1099/xmp.1"
