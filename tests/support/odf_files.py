"""OpenDocument files made of raw XML, so that a test shows what is in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from support.office_files import packed

NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("style", "style"),
        ("presentation", "presentation"), ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"), ("meta", "meta"),
    )
) + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'  # fmt: skip


def odf(
    path: Path,
    kind: str,
    body: str,
    *,
    automatic: str = "",
    named: str = "",
    masters: str = "",
    more: Mapping[str, str | bytes] | None = None,
) -> Path:
    """An OpenDocument file.

    Args:
        path: Where it is written.
        kind: "text" or "presentation".
        body: What its body holds.
        automatic: Styles beside the body.
        named: Styles that have names.
        masters: Page styles, with headers and footers.
        more: Further parts by name.
    """
    content = (
        f"<office:document-content {NAMES}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    styles = (
        f"<office:document-styles {NAMES}><office:styles>{named}</office:styles>"
        f"<office:master-styles>{masters}</office:master-styles></office:document-styles>"
    )
    parts: dict[str, str | bytes] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": content,
        "styles.xml": styles,
    }
    return packed(path, parts | dict(more or {}))


def p(text: str, style: str = "Standard") -> str:
    """A paragraph."""
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def cell(text: str, more: str = "") -> str:
    """A cell of a table; one that begins with "<" is XML."""
    return f"<table:table-cell {more}>{text if text.startswith('<') else p(text)}</table:table-cell>"


def grid(*rows: str, head: str = "") -> str:
    """A table of rows of cells."""
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    heads = f"<table:table-header-rows><table:table-row>{head}</table:table-row></table:table-header-rows>"
    return f"<table:table>{heads if head else ''}{lines}</table:table>"


def frame(inner: str, x: float = 0, y: float = 0, more: str = "") -> str:
    """A text box at a place of a slide, in centimetres."""
    return (
        f'<draw:frame svg:x="{x}cm" svg:y="{y}cm" svg:width="5cm" svg:height="1cm" {more}><draw:text-box>{inner}'
        "</draw:text-box></draw:frame>"
    )


def page(shapes: str, more: str = "") -> str:
    """A slide."""
    return f"<draw:page {more}>{shapes}</draw:page>"
