"""Fields of forms, comments and attached files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas
from tests.parse.builders import raw_pdf, show

from pincite.chunking import make_chunks
from pincite.config import ChunkSettings
from pincite.domain import BOX_UNIT, Attachment, Block, BlockKind, Page, ParsedDocument
from pincite.parse import parse_pdf
from pincite.parse.annotations import _last_name

NOTES = (BlockKind.FIELD, BlockKind.COMMENT)


def notes(page: Page) -> list[tuple[BlockKind, str]]:
    return [(b.kind, page.text[b.start : b.end]) for b in page.blocks if b.kind in NOTES]


def commented(
    tmp_path: Path, *annotations: Dictionary, content: str = show(72, 700, "The rent is 900.")
) -> Path:
    path = tmp_path / "commented.pdf"
    path.write_bytes(raw_pdf(content))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Annots = pdf.make_indirect(Array([pdf.make_indirect(a) for a in annotations]))
        pdf.save()
    return path


def annotation(
    kind: str, contents: str = "", *, box: tuple[float, ...] = (300, 690, 320, 710), **more: object
) -> Dictionary:
    return Dictionary(
        Type=Name.Annot, Subtype=Name("/" + kind), Rect=Array(box), Contents=String(contents), **more
    )


@pytest.fixture
def form(tmp_path: Path) -> Path:
    canvas = Canvas(str(tmp_path / "form.pdf"), pagesize=(612, 792))
    canvas.drawString(72, 740, "Application")
    entry = canvas.acroForm
    entry.textfield(
        name="form1.page1.full_name", tooltip="Full name", value="Jane Doe", x=150, y=700, width=200
    )
    entry.textfield(name="city", tooltip="City", value="", x=150, y=660, width=200)
    entry.textfield(name="pin", tooltip="PIN", value="1234", x=150, y=630, width=60, fieldFlags="password")
    entry.checkbox(name="agree", tooltip="Agrees to the terms", checked=True, x=150, y=600)
    entry.checkbox(name="news", tooltip="Wants news", checked=False, x=150, y=570)
    entry.radio(name="pay", tooltip="Payment", value="card", selected=True, x=150, y=540)
    entry.radio(name="pay", tooltip="Payment", value="cash", selected=False, x=200, y=540)
    entry.choice(
        name="size", tooltip="Size", options=[("Small", "S"), ("Large", "L")], value="L", x=150, y=500
    )
    canvas.save()
    return tmp_path / "form.pdf"


def test_fields_with_their_values(form: Path) -> None:
    (page,) = parse_pdf(form).pages
    assert notes(page) == [
        (BlockKind.FIELD, "Full name: Jane Doe"),
        (BlockKind.FIELD, "Agrees to the terms: checked"),
        (BlockKind.FIELD, "Wants news: not checked"),
        (BlockKind.FIELD, "Payment: card"),
        (BlockKind.FIELD, "Size: Large"),
    ]
    block = next(b for b in page.blocks if b.kind is BlockKind.FIELD)
    (frame,) = page.rectangles(block.start, block.end)
    assert (frame.x0 * 612, (1 - frame.y1) * 792) == pytest.approx((150, 700), abs=2)
    assert "1234" not in page.text, "the value of a password field is a secret"
    assert page.text.startswith("Application\n\n")


def test_a_value_that_the_page_draws_is_not_doubled(form: Path, tmp_path: Path) -> None:
    flat = tmp_path / "flat.pdf"
    with pikepdf.open(form) as pdf:
        drawn = show(152, 705, "Jane Doe").encode()
        pdf.pages[0].contents_add(b"\nQ q " + drawn)
        pdf.pages[0].Resources.Font.F1 = pdf.pages[0].Resources.Font.values().__iter__().__next__()
        pdf.save(flat)
    (page,) = parse_pdf(flat).pages
    assert page.text.count("Jane Doe") == 1


def test_comments_are_marked_and_come_after_the_text(tmp_path: Path) -> None:
    marked = Array([72, 712, 160, 712, 72, 696, 160, 696])
    path = commented(
        tmp_path,
        annotation("Text", "Too high. Ask again.", T=String("Ann Lee")),
        annotation("Highlight", "Since when?", box=(72, 696, 160, 712), QuadPoints=marked),
        annotation("FreeText", "typed on the page"),
        annotation("Stamp", "", Name=Name.Approved),
        annotation("Text", "unseen", F=2),
        annotation("Text", ""),
        annotation("Link", "not a comment"),
        annotation("Popup", "Too high. Ask again."),
    )
    (page,) = parse_pdf(path).pages
    assert notes(page) == [
        (BlockKind.COMMENT, "Comment by Ann Lee: Too high. Ask again."),
        (BlockKind.COMMENT, "Comment on “The rent is 900.”: Since when?"),
        (BlockKind.COMMENT, "Comment: typed on the page"),
        (BlockKind.COMMENT, "Stamp: Approved"),
    ]
    assert page.text.startswith("The rent is 900.\n\nComment by")
    assert page.boxes.shape == (len(page.text), 4)


def test_a_comment_is_one_sentence(tmp_path: Path) -> None:
    path = commented(tmp_path, annotation("Text", "Too high. Ask again.", T=String("Ann Lee")))
    chunks = make_chunks(parse_pdf(path).pages, lambda texts: [len(t) // 4 for t in texts], ChunkSettings())
    sentences = [(s.kind, c.text[s.start : s.end]) for c in chunks for s in c.sentences]
    assert sentences == [
        (BlockKind.PARAGRAPH, "The rent is 900."),
        (BlockKind.COMMENT, "Comment by Ann Lee: Too high. Ask again."),
    ]


def test_a_comment_without_text_of_the_page(tmp_path: Path) -> None:
    (page,) = parse_pdf(commented(tmp_path, annotation("Text", "alone"), content="")).pages
    assert page.text == "Comment: alone"
    assert page.blocks == (Block(BlockKind.COMMENT, 0, 14),)


def test_frames_beyond_the_page_are_cut(tmp_path: Path) -> None:
    (page,) = parse_pdf(commented(tmp_path, annotation("Text", "far", box=(600, 780, 9000, 9000)))).pages
    frame = page.boxes[-1] / BOX_UNIT
    assert frame == pytest.approx([600 / 612, 0, 1, 12 / 792], abs=1e-3)
    (page,) = parse_pdf(commented(tmp_path, annotation("Text", "odd", box=(1e30, -1e30, 9e9, 0)))).pages
    assert np.isfinite(page.boxes).all()


def test_a_comment_belongs_to_the_section_above_it(tmp_path: Path) -> None:
    from tests.parse.builders import LOREM, Paper

    sheet = Paper(tmp_path / "paper.pdf")
    for number in (1, 2):
        sheet.heading(f"{number} Part")
        sheet.paragraph(LOREM)
    path = sheet.save()
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        y = float(sheet.y)
        pdf.pages[0].Annots = Array(
            [
                annotation("Text", "low", box=(10, y, 20, y + 10)),
                annotation("Text", "top", box=(10, 780, 20, 790)),
            ]
        )
        pdf.save()
    (page,) = parse_pdf(path).pages
    sections = {page.text[b.start : b.end]: b.section for b in page.blocks if b.kind is BlockKind.COMMENT}
    assert sections == {"Comment: low": ("2 Part",), "Comment: top": ()}


@pytest.mark.parametrize(
    ("name", "last"),
    [("form1[0].page1[0].City[0]", "City"), ("city", "city"), ("[0]", "[0]"), ("a.b", "b")],
)
def test_own_names_of_fields(name: str, last: str) -> None:
    assert _last_name(name) == last


def test_attached_files_are_listed(tmp_path: Path) -> None:
    path = commented(tmp_path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.attachments["data.csv"] = pikepdf.AttachedFileSpec(pdf, b"a,b\n1,2\n", mime_type="text/csv")
        pdf.save()
    document = parse_pdf(path)
    assert document.facts.attachments == (Attachment("data.csv", 8, "text/csv"),)
    assert [n.message for n in document.notices if n.code == "attachments_not_read"] == [
        "1 attached file was not read."
    ]


def xfa(tmp_path: Path, *, dynamic: bool) -> ParsedDocument:
    path = tmp_path / "xfa.pdf"
    path.write_bytes(raw_pdf(show(72, 700, "Please wait")))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pdf.make_stream(b"<xdp/>"))
        if dynamic:
            pdf.Root.NeedsRendering = True
        pdf.save()
    return parse_pdf(path)


def test_a_form_only_adobe_can_show_is_reported(tmp_path: Path) -> None:
    assert [notice.code for notice in xfa(tmp_path, dynamic=True).notices] == ["xfa_form"]
    assert xfa(tmp_path, dynamic=False).notices == ()


@pytest.mark.parametrize("limit", ["_MOST", "_MOST_NOTES"])
def test_a_page_with_countless_annotations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    from pincite.parse import annotations

    monkeypatch.setattr(annotations, limit, 3)
    path = commented(tmp_path, *(annotation("Text", f"n{number}") for number in range(5)))
    document = parse_pdf(path)
    assert [text for _, text in notes(document.pages[0])] == ["Comment: n0", "Comment: n1", "Comment: n2"]
    assert [(notice.code, notice.pages) for notice in document.notices] == [("notes_cut", (1,))]


def test_links_do_not_count_as_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.parse import annotations

    monkeypatch.setattr(annotations, "_MOST_NOTES", 1)
    path = commented(tmp_path, *(annotation("Link") for _ in range(5)), annotation("Text", "one"))
    document = parse_pdf(path)
    assert [text for _, text in notes(document.pages[0])] == ["Comment: one"]
    assert document.notices == ()
