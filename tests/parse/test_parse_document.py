"""Whole documents: structure, metadata, sentences over pages, and what must hold for every page."""

from __future__ import annotations

import contextlib
import unicodedata
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from tests.parse.builders import LOREM, Paper, raw_pdf, show, wrap

from pincite.config import ParseSettings
from pincite.domain import BOX_UNIT, BlockKind, Page, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import parse_pdf


def of_kind(document: ParsedDocument, kind: BlockKind) -> list[str]:
    return [
        page.text[block.start : block.end]
        for page in document.pages
        for block in page.blocks
        if block.kind is kind
    ]


def headings(document: ParsedDocument) -> list[tuple[str, int]]:
    return [
        (page.text[block.start : block.end], block.level)
        for page in document.pages
        for block in page.blocks
        if block.kind is BlockKind.HEADING
    ]


def check(page: Page) -> None:
    """What must hold for every page."""
    assert page.boxes.shape == (len(page.text), 4)
    assert page.boxes.dtype == np.uint16
    assert unicodedata.is_normalized("NFC", page.text)
    page.text.encode("utf-8")
    assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in page.text)
    covered = 0
    for block in page.blocks:
        assert covered <= block.start < block.end <= len(page.text)
        assert not page.text[covered : block.start].strip()
        assert page.text[block.start : block.end] == page.text[block.start : block.end].strip()
        covered = block.end
    assert not page.text[covered:].strip()
    blank = np.array([char.isspace() for char in page.text], bool)
    assert not page.boxes[blank].any(), "white space has no box"
    solid = page.boxes[~blank].astype(int)
    assert (solid[:, 0] < solid[:, 2]).all()
    assert (solid[:, 1] < solid[:, 3]).all()
    for block in page.blocks:
        for rectangle in page.rectangles(block.start, block.end):
            assert 0 <= rectangle.x0 < rectangle.x1 <= 1
            assert 0 <= rectangle.y0 < rectangle.y1 <= 1


def rotate(path: Path, turn: int) -> None:
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Rotate = turn
        pdf.save(path)


words = st.text(
    alphabet=st.sampled_from("aeioubcdfghlmnprstABCDE0123456789.,;:-()'éüßñç"), min_size=1, max_size=14
)


@given(
    paragraphs=st.lists(st.lists(words, min_size=1, max_size=40), min_size=1, max_size=6),
    columns=st.sampled_from([1, 2]),
    size=st.sampled_from([6.0, 9.0, 11.5, 24.0]),
    turn=st.sampled_from([0, 90, 180, 270]),
)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_page_holds_its_promises(
    tmp_path: Path, paragraphs: list[list[str]], columns: int, size: float, turn: int
) -> None:
    path = tmp_path / "random.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792), invariant=True)
    width = 468 / columns - 10
    for column in range(columns):
        y = 740.0
        for paragraph in paragraphs:
            for part in wrap(" ".join(paragraph), width, size):
                canvas.setFont("Helvetica", size)
                canvas.drawString(72 + column * (width + 30), y, part)
                y -= size * 1.2
            y -= size
    canvas.save()
    rotate(path, turn)
    (page,) = parse_pdf(path).pages
    check(page)
    # Nothing is lost and nothing is invented; only hyphens at line ends may go.
    shown = "".join(sorted("".join("".join(p) for p in paragraphs * columns).replace("-", "")))
    text = "".join(sorted("".join(page.text.split()).replace("-", "")))
    visible = min(sum(len(wrap(" ".join(p), width, size)) + 1 for p in paragraphs) * size * 1.2, 1e9) < 660
    if visible:
        assert text == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize("turn", [0, 90])
def test_a_rectangle_covers_the_ink_of_its_words_and_no_other(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "colours.pdf"
    canvas = Canvas(str(path), pagesize=(612, 792), invariant=True)
    sentences = [
        "Jumping foxes quickly go by.",
        "Ample fjords give joy (100 %).",
        "Why did Åsa jeopardise it?",
    ] * 4
    colours = [HexColor(value) for value in ("#ff0000", "#00a000", "#0000ff")]
    x, y = 72.0, 700.0
    for number, sentence in enumerate(sentences):
        for word in sentence.split():
            advance = stringWidth(word + " ", "Times-Italic", 12)
            if x + advance > 500:
                x, y = 72.0, y - 15.0
            canvas.setFont("Times-Italic", 12)
            canvas.setFillColor(colours[number % 3])
            canvas.drawString(x, y, word)
            x += advance
    canvas.save()
    rotate(path, turn)
    (page,) = parse_pdf(path).pages
    assert page.text == " ".join(sentences)
    image = pypdfium2.PdfDocument(path)[0].render(scale=2).to_numpy()[:, :, :3].astype(int)[:, :, ::-1]
    dark = image.min(axis=2) < 140
    owner = np.where(dark, image.argmax(axis=2), -1)
    start = 0
    everything = np.zeros(dark.shape, bool)
    for number, sentence in enumerate(sentences):
        mask = np.zeros(dark.shape, bool)
        for frame in page.rectangles(start, start + len(sentence)):
            top, bottom = int(frame.y0 * dark.shape[0]), int(np.ceil(frame.y1 * dark.shape[0]))
            mask[top:bottom, int(frame.x0 * dark.shape[1]) : int(np.ceil(frame.x1 * dark.shape[1]))] = True
        inside = owner[mask]
        assert (inside == number % 3).sum() > 200
        assert ((inside >= 0) & (inside != number % 3)).sum() < 0.02 * (inside == number % 3).sum()
        everything |= mask
        start += len(sentence) + 1
    assert not (dark & ~everything).any(), "no ink is left outside"


def test_the_boxes_of_a_line_have_one_height(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(raw_pdf(show(72, 700, "aeo ypq LTI ,.'")))
    (page,) = parse_pdf(path).pages
    boxes = page.boxes[page.boxes[:, 2] > 0]
    assert len(np.unique(boxes[:, 1])) == len(np.unique(boxes[:, 3])) == 1
    assert (boxes[0, 3] - boxes[0, 1]) / BOX_UNIT * 792 == pytest.approx(9.4, abs=0.6)


def paper(tmp_path: Path) -> Path:
    """Three pages of a paper with a running head and page numbers 17 to 19."""
    sheet = Paper(tmp_path / "paper.pdf")
    sheet.line("On Bridges, Ferries and the", size=20, x=150)
    sheet.line("Crossing of Rivers", size=20, x=190, after=14)
    sheet.line("Anna Maria Müller1, Bo Li and José van der Berg2", size=12, x=150, after=10)
    sheet.line("1 University of Nowhere, 2 Institute of Water", size=8, x=180, after=20)
    sheet.heading("Abstract", size=12)
    sheet.paragraph(LOREM)
    sheet.heading("1 Introduction")
    sheet.paragraph(LOREM * 2)
    sheet.heading("1.1 Earlier work", size=12)
    sheet.paragraph(LOREM)
    sheet.at(72, 60, "1 A small note at the foot of the page that explains a word.", size=7)
    sheet.at(300, 30, "17")
    sheet.next_page()
    sheet.at(200, 760, "On Bridges and Ferries", size=8)
    sheet.paragraph("The second page opens with a paragraph of its own. " + LOREM)
    sheet.heading("2 Method")
    sheet.paragraph(LOREM)
    sheet.line("Figure 1. The bridge as it was drawn in the spring of that year.", size=8, x=150, after=20)
    sheet.paragraph(
        LOREM + "The last sentence of this page does not end here but goes on with an experi-", width=468
    )
    sheet.at(300, 30, "18")
    sheet.next_page()
    sheet.at(200, 760, "On Bridges and Ferries", size=8)
    sheet.paragraph("ment over the page. The experiment is described. " + LOREM)
    sheet.heading("References")
    sheet.paragraph("[1] A. Author. A book about bridges and what they are good for. Nowhere Press, 1999.")
    sheet.paragraph("[2] B. Writer. A book about ferries. Nowhere Press, 2001.")
    sheet.heading("A Notation")
    sheet.paragraph(LOREM)
    sheet.at(300, 30, "19")
    return sheet.save()


def test_the_structure_of_a_paper(tmp_path: Path) -> None:
    document = parse_pdf(paper(tmp_path))
    for page in document.pages:
        check(page)
    assert document.title == "On Bridges, Ferries and the Crossing of Rivers"
    assert document.authors == ("Anna Maria Müller", "Bo Li", "José van der Berg")
    assert headings(document)[1:] == [
        ("Abstract", 1), ("1 Introduction", 1), ("1.1 Earlier work", 2), ("2 Method", 1), ("References", 1),
        ("A Notation", 1),
    ]  # fmt: skip
    assert [entry.title for entry in document.outline] == [title for title, _ in headings(document)[1:]]
    assert [page.label for page in document.pages] == ["17", "18", "19"]
    assert of_kind(document, BlockKind.PAGE_NUMBER) == ["17", "18", "19"]
    assert of_kind(document, BlockKind.RUNNING_HEAD) == ["On Bridges and Ferries"] * 2
    assert of_kind(document, BlockKind.FOOTNOTE) == [
        "1 A small note at the foot of the page that explains a word."
    ]
    assert [text[:9] for text in of_kind(document, BlockKind.CAPTION)] == ["Figure 1."]
    assert [text[:3] for text in of_kind(document, BlockKind.REFERENCE)] == ["[1]", "[2]"]
    sections = {
        page.text[block.start : block.end][:12]: block.section
        for page in document.pages
        for block in page.blocks
    }
    assert sections["The second p"] == ("1 Introduction", "1.1 Earlier work")
    assert sections["ment over th"] == ("2 Method",)
    assert sections["[1] A. Autho"] == ("References",)


def test_a_word_divided_by_a_page_end(tmp_path: Path) -> None:
    document = parse_pdf(paper(tmp_path))
    last = [block for block in document.pages[1].blocks if block.kind is BlockKind.PARAGRAPH][-1]
    first = next(block for block in document.pages[2].blocks if block.kind is BlockKind.PARAGRAPH)
    assert document.pages[1].text[: last.end].endswith("goes on with an experi")
    assert document.pages[2].text[first.start :].startswith("ment over the page.")
    assert first.joint == ""
    assert last.joint is None


def test_a_sentence_over_a_page_end_and_around_a_figure(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM + "The keeper of the bridge told them that")
    sheet.line("Figure 2: A drawing that stands between.", size=8, after=20)
    sheet.paragraph(
        "nobody would come in winter. And the clerk wrote it down, while all of them knew that the"
    )
    sheet.next_page()
    sheet.paragraph("ice would hold by then. " + LOREM)
    document = parse_pdf(sheet.save())
    paragraphs = of_kind(document, BlockKind.PARAGRAPH)
    assert "told them that nobody would come" in paragraphs[0]
    (_, second) = (page.blocks for page in document.pages)
    assert second[0].joint == " "


def test_headings_that_occur_once_stay(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for chapter in ("Of the Bridge", "Of the Ferry", "Of the Ford"):
        sheet.heading(chapter, size=18)
        sheet.paragraph(LOREM * 3)
        sheet.next_page()
    document = parse_pdf(sheet.save())
    found = [title for title, _ in headings(document)]
    assert [title for title in found if title != document.title] + [document.title] == [
        "Of the Ferry", "Of the Ford", "Of the Bridge",
    ]  # fmt: skip
    assert of_kind(document, BlockKind.RUNNING_HEAD) == []


def test_a_number_above_its_title_is_part_of_the_heading(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM * 3)
    sheet.next_page()
    sheet.heading("Chapter 2", size=18)
    sheet.heading("The Ferry", size=22)
    sheet.paragraph(LOREM * 3)
    assert [title for title, _ in headings(parse_pdf(sheet.save()))] == ["Chapter 2 The Ferry"]


def test_the_outline_gives_levels(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM * 2)
    for title, level in (("Rivers", 0), ("Small rivers", 1), ("Brooks", 2)):
        sheet.canvas.bookmarkPage(title)
        sheet.canvas.addOutlineEntry(title, title, level)
        sheet.line(title, size=10, font="Helvetica-Bold", after=8)
        sheet.paragraph(LOREM)
    document = parse_pdf(sheet.save())
    assert headings(document) == [("Rivers", 1), ("Small rivers", 2), ("Brooks", 3)]
    assert [(entry.title, entry.level) for entry in document.outline] == headings(document)


def test_clauses_of_a_contract_have_section_paths(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.line("FERRY SERVICE AGREEMENT", x=220, after=14)
    sheet.paragraph("This agreement is made between the parties named below. " + LOREM)
    sheet.line("ARTICLE II DURATION", x=230, after=12)
    sheet.paragraph("2.1 Term. The term of this agreement begins on the first of May. " + LOREM)
    sheet.paragraph("2.2 Renewal of the Term. It is renewed by a letter. " + LOREM)
    sheet.paragraph("A paragraph without a number belongs to the clause above it. " + LOREM)
    sheet.line("ARTICLE III FEES", x=230, after=12)
    sheet.paragraph("The fee is paid in advance. " + LOREM)
    document = parse_pdf(sheet.save())
    (page,) = document.pages
    assert document.title == "FERRY SERVICE AGREEMENT"
    sections = {page.text[block.start : block.end][:9]: block.section for block in page.blocks}
    assert sections["2.1 Term."] == ("ARTICLE II DURATION", "2.1 Term")
    assert sections["A paragra"] == ("ARTICLE II DURATION", "2.2 Renewal of the Term")
    assert sections["The fee i"] == ("ARTICLE III FEES",)


def test_contents_are_not_text(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.heading("Contents", size=16)
    for number, title in enumerate(("Bridges", "Ferries", "Fords and other shallow places"), start=1):
        dots = " ." * (60 - len(title))
        sheet.line(f"{number} {title}{dots} {number * 7}", after=4)
    sheet.next_page()
    sheet.heading("1 Bridges", size=16)
    sheet.paragraph(LOREM * 3)
    document = parse_pdf(sheet.save())
    assert len(of_kind(document, BlockKind.CONTENTS)) == 3
    assert [title for title, _ in headings(document) if title != document.title][-1] == "1 Bridges"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Microsoft Word - draft7.doc", ""), ("untitled", ""), ("paper_final2.tex", ""), ("ms", ""),
        ("A Theory of Rivers", "A Theory of Rivers"),
    ],
)  # fmt: skip
def test_metadata_only_when_sane(tmp_path: Path, given: str, expected: str) -> None:
    path = tmp_path / "p.pdf"
    text = "".join(show(72, 700 - 12 * place, part) for place, part in enumerate(wrap(LOREM, 460)))
    path.write_bytes(raw_pdf(text, info=f"/Title ({given}) /Author (ibm)"))
    document = parse_pdf(path)
    assert document.title == expected
    assert document.authors == ()


def test_labels_of_the_file_win(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    catalog = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    path.write_bytes(raw_pdf(*(show(72, 700, f"Page {name}") for name in "abcd"), catalog=catalog))
    assert [page.label for page in parse_pdf(path).pages] == ["i", "ii", "1", "2"]


def test_pages_without_text_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(raw_pdf(show(72, 700, "words"), "0 0 m 9 9 l S", show(72, 700, "more"), ""))
    document = parse_pdf(path)
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pages_without_text", (2, 4))]
    assert [page.text for page in document.pages] == ["words", "", "more", ""]


def test_refusals(tmp_path: Path) -> None:
    whole = raw_pdf(*(show(72, 700, "words") for _ in range(3)))
    cases = {
        "empty.pdf": (b"", DamagedFileError, "is empty"),
        "page.pdf": (b"<!doctype html><p>Please log in", UnsupportedFileError, "an HTML page"),
        "none.pdf": (raw_pdf(), DamagedFileError, "no pages"),
        "junk.pdf": (b"%PDF-1.7\n" + b"x" * 50, DamagedFileError, "damaged or incomplete"),
    }
    for name, (data, kind, message) in cases.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(kind, match=message) as caught:
            parse_pdf(path)
        assert caught.value.remedy
    path = tmp_path / "large.pdf"
    path.write_bytes(whole)
    with pytest.raises(ParseLimitError, match="3 pages, more than the 2"):
        parse_pdf(path, settings=ParseSettings(max_pages=2))
    with pytest.raises(ParseLimitError, match="bytes, more than the 100"):
        parse_pdf(path, settings=ParseSettings(max_bytes=100))
    with pytest.raises(DamagedFileError, match="cannot be read"):
        parse_pdf(tmp_path / "absent.pdf")


def test_a_file_cut_off_is_refused_or_read_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = raw_pdf(*(show(72, 700, f"Page {number}") for number in range(10)))
    for share in (0.3, 0.6, 0.9):
        path = tmp_path / "cut.pdf"
        path.write_bytes(whole[: int(len(whole) * share)])
        with contextlib.suppress(DamagedFileError):
            document = parse_pdf(path)
            assert document.notices or all(page.text for page in document.pages)


def test_a_page_that_fails_is_left_out_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.parse.pdf import Glyphs, PdfPage

    read = PdfPage.glyphs

    def glyphs(self: PdfPage) -> Glyphs:
        if self.index == 2:
            raise DamagedFileError("page 2 cannot be loaded")
        return read(self)

    monkeypatch.setattr(PdfPage, "glyphs", glyphs)
    path = tmp_path / "p.pdf"
    path.write_bytes(raw_pdf(*(show(72, 700, word) for word in ("one", "two", "three"))))
    document = parse_pdf(path)
    assert [page.text for page in document.pages] == ["one", "", "three"]
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pages_failed", (2,))]


def test_page_numbers_of_an_earlier_edition_inside_pages(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for number in range(3):
        sheet.paragraph(LOREM * (2 + number))
        sheet.line(f"-{number + 10}-", x=300, after=16)
        sheet.paragraph(LOREM)
        sheet.next_page()
    document = parse_pdf(sheet.save())
    assert of_kind(document, BlockKind.PAGE_NUMBER) == ["-10-", "-11-", "-12-"]
    assert len(of_kind(document, BlockKind.PARAGRAPH)) == 6


def test_a_running_head_of_which_one_half_changes(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for right in ("Of Bridges", "Of Ferries", "Of Fords"):
        sheet.at(72, 760, "Journal of Crossings", size=8)
        sheet.at(480, 760, right, size=8)
        sheet.paragraph(f"{right} this page treats. " + LOREM * 3)
        sheet.next_page()
    document = parse_pdf(sheet.save())
    assert [text.replace("\t", " ") for text in of_kind(document, BlockKind.RUNNING_HEAD)] == [
        "Journal of Crossings Of Bridges", "Journal of Crossings Of Ferries", "Journal of Crossings Of Fords",
    ]  # fmt: skip


def test_marks_of_footnotes_are_no_page_numbers(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for number, word in enumerate(("bridge", "ferry", "ford"), start=1):
        sheet.paragraph(f"Of the {word}. " + LOREM * 3)
        sheet.at(72, 64, str(number), size=5)
        sheet.at(78, 60, f"The {word} is described in the book of the old clerk.", size=8)
        sheet.next_page()
    document = parse_pdf(sheet.save())
    assert of_kind(document, BlockKind.PAGE_NUMBER) == of_kind(document, BlockKind.RUNNING_HEAD) == []
    notes = of_kind(document, BlockKind.FOOTNOTE)
    assert [note.replace(" ", "")[:5] for note in notes] == ["¹Theb", "²Thef", "³Thef"]


def test_lone_numbers_of_one_page_are_its_text(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(raw_pdf("".join(show(72, 740 - 13 * row, "0", size=6) for row in range(3))))
    (page,) = parse_pdf(path).pages
    assert page.text.split() == ["0", "0", "0"]
    check(page)
