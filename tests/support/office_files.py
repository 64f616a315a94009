"""Files of Office made of raw XML, so that a test shows what is in them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from pincite.domain import BlockKind, Page, ParsedDocument

_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def xml(tag: str, inner: str) -> str:
    """A part whose root declares all names that tests use."""
    return f'<?xml version="1.0" encoding="UTF-8"?><{tag} {_NAMES}>{inner}</{tag}>'


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """A part of relations.

    Args:
        targets: Kind and target by identifier.
    """
    entries = "".join(
        f'<Relationship Id="{identifier}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for identifier, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}">{entries}</Relationships>'


def packed(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    """A packed file of parts; "mimetype" is stored as it is."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            file.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content, how)
    return path


def word(path: Path, body: str, more: Mapping[str, str | bytes] | None = None, **parts: str) -> Path:
    """A Word document.

    Args:
        path: Where it is written.
        body: What its body holds.
        more: Further parts by name.
        parts: Content of the parts styles, numbering, footnotes, endnotes and comments, and of headers and footers
            (header1, footer1, …), which the body refers to by that name.
    """
    tags = {"styles": "styles", "numbering": "numbering", "footnotes": "footnotes", "endnotes": "endnotes",
            "comments": "comments"}  # fmt: skip
    made: dict[str, str | bytes] = {
        "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": xml("w:document", f"<w:body>{body}</w:body>"),
    }
    targets: dict[str, tuple[str, str]] = {}
    for name, content in parts.items():
        kind = name.rstrip("0123456789")
        tag = tags.get(kind, "hdr" if kind == "header" else "ftr")
        targets[name] = (kind, f"{name}.xml")
        made[f"word/{name}.xml"] = xml(f"w:{tag}", content)
    made["word/_rels/document.xml.rels"] = relations(targets)
    return packed(path, made | dict(more or {}))


def paragraph(text: str, style: str = "", properties: str = "") -> str:
    """A paragraph of Word with one run."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of Word."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def table(rows: Sequence[Sequence[str]], properties: str = "") -> str:
    """A table of Word; a cell that begins with "<" is XML."""
    lines = (
        "".join(f"<w:tc>{cell if cell.startswith('<') else paragraph(cell)}</w:tc>" for cell in row)
        for row in rows
    )
    return f"<w:tbl>{properties}{''.join(f'<w:tr>{line}</w:tr>' for line in lines)}</w:tbl>"


def slides(path: Path, *shapes: str, more: dict[str, str | bytes] | None = None) -> Path:
    """A presentation of slides, each given as the XML of its shapes; a slide is 1,000 units wide and high."""
    entries = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(len(shapes)))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations({"d": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": xml(
            "p:presentation", f'<p:sldIdLst>{entries}</p:sldIdLst><p:sldSz cx="1000" cy="1000"/>'
        ),
        "ppt/_rels/presentation.xml.rels": relations(
            {f"s{n}": ("slide", f"slides/slide{n}.xml") for n in range(len(shapes))}
        ),
    }
    for number, own in enumerate(shapes):
        parts[f"ppt/slides/slide{number}.xml"] = xml("p:sld", f"<p:cSld><p:spTree>{own}</p:spTree></p:cSld>")
    return packed(path, parts | (more or {}))


def shape(text: str, x: int, y: int, more: str = "", name: str = "") -> str:
    """A shape with text.

    Args:
        text: Its text.
        x: Its left edge.
        y: Its upper edge.
        more: XML of what it stands for on the slide.
        name: Further attributes, as hidden="1".
    """
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="s" {name}/><p:nvPr>{more}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm>'
        f'<a:off x="{x}" y="{y}"/><a:ext cx="100" cy="50"/></a:xfrm></p:spPr>'
        f"<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def kinds(page: Page) -> list[tuple[BlockKind, str]]:
    """Kind and text of each block of a page."""
    return [(block.kind, page.text[block.start : block.end]) for block in page.blocks]


def texts(document: ParsedDocument) -> list[str]:
    """The text of each block of a document, in order."""
    return [text for page in document.pages for _, text in kinds(page)]


def codes(document: ParsedDocument) -> list[str]:
    """The notices of a document."""
    return [notice.code for notice in document.notices]
