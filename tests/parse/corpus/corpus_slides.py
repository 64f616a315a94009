"""Presentations of PowerPoint and of OpenDocument."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.parse.corpus.corpus_entry import LOG_IN, MACROS, Entry, cut, locked, page, read, refused, swollen
from tests.support.compound_file import write_compound_file
from tests.support.odf_files import frame, odf, p
from tests.support.odf_files import page as slide
from tests.support.office_files import relations, shape, slides, xml

from pincite.domain import Notice
from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError, UnsupportedFileError

_PICTURE = (
    '<p:pic><p:nvPicPr><p:cNvPr id="2" name="p" descr="The dam in May"/><p:nvPr/></p:nvPicPr><p:spPr><a:xfrm>'
    '<a:off x="0" y="500"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr></p:pic>'
)
_PICTURE_TOLD = Notice(
    "pictures_not_read", "Text within pictures was not read (1 picture); what is said of them is."
)
_HIDDEN_SLIDES = "Slides that are left out when it is shown were read as well."


def _made(path: Path) -> None:
    """As PowerPoint writes it: a title, levels, a table, notes, a hidden slide that is shown first."""
    from pptx import Presentation
    from pptx.util import Inches

    deck: Any = Presentation()
    body = deck.slides.add_slide(deck.slide_layouts[1])
    body.shapes.title.text = "Goals"
    text = body.placeholders[1].text_frame
    text.text = "Less leakage"
    deeper = text.add_paragraph()
    deeper.text, deeper.level = "Find leaks", 1
    body.notes_slide.notes_text_frame.text = "Say this slowly."
    grid = deck.slides.add_slide(deck.slide_layouts[6])
    table = grid.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(5), Inches(2)).table
    for place, words in enumerate(("Town", "Length", "Graz", "12")):
        table.cell(*divmod(place, 2)).text = words
    listed = deck.slides._sldIdLst
    listed.insert(0, listed[-1])
    grid.element.set("show", "0")
    deck.save(str(path))


def _commented(path: Path) -> Path:
    more: dict[str, str | bytes] = {
        "ppt/_rels/presentation.xml.rels": relations(
            {"s0": ("slide", "slides/slide0.xml"), "a": ("commentAuthors", "commentAuthors.xml")}
        ),
        "ppt/commentAuthors.xml": xml("p:cmAuthorLst", '<p:cmAuthor id="0" name="Anna Berg"/>'),
        "ppt/slides/_rels/slide0.xml.rels": relations({"c": ("comments", "../comments/comment1.xml")}),
        "ppt/comments/comment1.xml": xml("p:cmLst", '<p:cm authorId="0"><p:text>Sure?</p:text></p:cm>'),
    }
    return slides(path, shape("Text", 0, 0), more=more)


def _open_slides(path: Path) -> Path:
    inner = f"<text:list><text:list-item>{p('find leaks')}</text:list-item></text:list>"
    outline = f"<text:list><text:list-item>{p('less leakage')}{inner}</text:list-item></text:list>"
    said = frame(p("Say this slowly."), more='presentation:class="notes"')
    first = slide(
        frame(outline, 1, 5, 'presentation:class="outline"')
        + frame(p("Water supply"), 1, 1, 'presentation:class="title"')
        + f"<presentation:notes>{said}</presentation:notes>"
    )
    number = frame(p("7"), 0, 9, 'presentation:class="page-number"')
    return odf(path, "presentation", first + slide(frame(p("right"), 8, 3) + frame(p("left"), 1, 3) + number))


def _open_things(path: Path) -> Path:
    cells = "".join(
        f"<table:table-row><table:table-cell>{p(a)}</table:table-cell><table:table-cell>{p(b)}</table:table-cell>"
        "</table:table-row>"
        for a, b in (("Town", "Length"), ("Graz", "12"))
    )
    table = f'<draw:frame svg:y="2cm"><table:table table:use-first-row-styles="true">{cells}</table:table></draw:frame>'
    picture = '<draw:frame svg:y="20cm"><draw:image/><svg:title>The dam</svg:title></draw:frame>'
    comment = f"<office:annotation><dc:creator>Anna Berg</dc:creator>{p('Sure?')}</office:annotation>"
    hidden = (
        '<style:style style:name="d" style:family="drawing-page"><style:drawing-page-properties '
        'presentation:visibility="hidden"/></style:style>'
    )
    body = slide(picture + table + comment) + slide(frame(p("שלום 417")), 'draw:style-name="d"') + slide("")
    return odf(path, "presentation", body, automatic=hidden)


def _open_locked(path: Path) -> Path:
    manifest = (
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path='
        '"content.xml"><m:encryption-data/></m:file-entry></m:manifest>'
    )
    return odf(path, "presentation", "", more={"META-INF/manifest.xml": manifest, "content.xml": b"\x00\x12"})


SLIDES: tuple[Entry, ...] = (
    read(
        "titles, levels, a table, notes, a hidden slide",
        "goals.pptx",
        _made,
        page("slide 1", ("table", "Town\tLength\nGraz\t12")),
        page(
            "slide 2",
            ("heading", "Goals"),
            ("list_item", "Less leakage"),
            ("list_item", "Find leaks"),
            ("heading", "Notes"),
            ("paragraph", "Say this slowly."),
        ),
        notices=[Notice("hidden_slides", _HIDDEN_SLIDES, (1,))],
    ),
    read(
        "shapes by their place, whatever their age",
        "places.pptx",
        lambda path: slides(
            path,
            shape("lower right", 600, 600)
            + shape("upper right", 600, 200)
            + shape("lower left", 0, 600)
            + shape("upper left", 0, 200),
        ),
        page(
            "slide 1",
            ("paragraph", "upper left"),
            ("paragraph", "upper right"),
            ("paragraph", "lower left"),
            ("paragraph", "lower right"),
        ),
    ),
    read(
        "footer, date and number",
        "footer.pptx",
        lambda path: slides(
            path,
            shape("7", 0, 900, '<p:ph type="sldNum"/>')
            + shape("1 May", 0, 900, '<p:ph type="dt"/>')
            + shape("Confidential", 0, 900, '<p:ph type="ftr"/>')
            + shape("押金为九百元。", 0, 100),
        ),
        page("slide 1", ("paragraph", "押金为九百元。"), ("running_head", "Confidential")),
    ),
    read(
        "a comment",
        "commented.pptx",
        _commented,
        page("slide 1", ("paragraph", "Text"), ("comment", "Anna Berg: Sure?")),
    ),
    read(
        "a picture of which something is said",
        "picture.pptx",
        lambda path: slides(path, shape("Text", 0, 0) + _PICTURE),
        page("slide 1", ("paragraph", "Text"), ("caption", "The dam in May")),
        notices=[_PICTURE_TOLD],
    ),
    read(
        "shapes that nobody sees",
        "hidden.pptx",
        lambda path: slides(
            path, shape("hidden", 0, 0, name='hidden="1"') + shape("beside", 2000, 0) + shape("seen", 0, 100)
        ),
        page("slide 1", ("paragraph", "seen")),
        notices=[Notice("hidden_text", "Text that is hidden, or stands beside a slide, was left out.", (1,))],
    ),
    read(
        "a damaged slide among others",
        "damaged.pptx",
        lambda path: slides(
            path, shape("one", 0, 0), shape("two", 0, 0), more={"ppt/slides/slide0.xml": b"<p:sld"}
        ),
        page("slide 1"),
        page("slide 2", ("paragraph", "two")),
        notices=[
            Notice("slides_without_text", "Slides hold no text.", (1,)),
            Notice(
                "parts_unreadable",
                "Parts of the file are damaged and were read only as far as possible: ppt/slides/slide0.xml.",
            ),
        ],
    ),
    read(
        "macros",
        "macros.pptm",
        lambda path: slides(path, shape("Text", 0, 0), more={"ppt/vbaProject.bin": b"\xd0\xcf"}),
        page("slide 1", ("paragraph", "Text")),
        notices=[MACROS],
    ),
    refused(
        "an old presentation of that name",
        "old.pptx",
        lambda path: write_compound_file(path, {"PowerPoint Document": b"x"}),
        UnsupportedFileError,
        "old.pptx is an old PowerPoint file, which is not read",
    ),
    refused(
        "a thousand groups in one another",
        "deep.pptx",
        lambda path: slides(path, "<p:grpSp>" * 1000 + shape("x", 0, 0) + "</p:grpSp>" * 1000),
        ParseLimitError,
        "deep.pptx is refused: its parts are nested too deeply",
    ),
    refused(
        "a slide of 300 MB in 300 KB",
        "bomb.pptx",
        swollen(lambda path: slides(path, shape("x", 0, 0)), "ppt/slides/slide0.xml", "<p:sld>"),
        ParseLimitError,
        "bomb.pptx is refused: it unpacks to more than 200 times its size",
        isolated=True,
    ),
    refused(
        "encrypted",
        "locked.pptx",
        locked,
        UnsupportedFileError,
        "locked.pptx is an Office file that is encrypted, which is not read",
    ),
    refused(
        "cut in half",
        "cut.pptx",
        cut(_made),
        DamagedFileError,
        "cut.pptx is damaged: it has not the parts of PowerPoint presentation",
    ),
    refused(
        "a page of a server",
        "slides.pptx",
        LOG_IN,
        UnsupportedFileError,
        "slides.pptx is an HTML page, not a PowerPoint presentation",
    ),
    read(
        "a title, levels and notes",
        "water.odp",
        _open_slides,
        page(
            "slide 1",
            ("heading", "Water supply"),
            ("list_item", "less leakage"),
            ("list_item", "find leaks"),
            ("heading", "Notes"),
            ("paragraph", "Say this slowly."),
        ),
        page("slide 2", ("paragraph", "left"), ("paragraph", "right")),
    ),
    read(
        "a table, a picture, a comment, a hidden slide and an empty one",
        "things.odp",
        _open_things,
        page(
            "slide 1",
            ("table", "Town\tLength\nGraz\t12"),
            ("caption", "The dam"),
            ("comment", "Anna Berg: Sure?"),
        ),
        page("slide 2", ("paragraph", "שלום 417")),
        page("slide 3"),
        notices=[
            Notice("hidden_slides", _HIDDEN_SLIDES, (2,)),
            Notice("slides_without_text", "Slides hold no text.", (3,)),
            _PICTURE_TOLD,
        ],
    ),
    read(
        "no slides",
        "none.odp",
        lambda path: odf(path, "presentation", ""),
        page("slide 1"),
        notices=[Notice("no_text", "The presentation has no slides.")],
    ),
    refused("encrypted", "locked.odp", _open_locked, PasswordNeededError, "locked.odp is encrypted"),
    refused("nothing", "empty.odp", b"", DamagedFileError, "empty.odp is empty"),
)
