"""PDFs for tests: small, written so that a reader of the test sees the page.

Positions are PDF's own: points from the lower left corner of a page of 612 by 792, unless said otherwise.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

LOREM = (
    "The committee met on the first day of spring and agreed that the old bridge should be kept for walkers while "
    "a new one is built further down the river where the banks are firm and the road is wide enough for carts. "
    "Nobody asked what would become of the ferry which had carried people and sheep across the water for longer "
    "than the oldest of them could remember and whose owner sat quietly at the back of the room. "
)
"""Running text to fill pages with."""

FONTS = {
    "F1": "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding",
    "F2": "/Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding",
    "F3": "/Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding",
}


def raw_pdf(
    *contents: str,
    box: Sequence[float] = (0, 0, 612, 792),
    page: str = "",
    catalog: str = "",
    info: str = "",
    fonts: dict[str, str] | None = None,
    resources: str = "",
    objects: Iterable[str] = (),
) -> bytes:
    """A PDF from content streams, one a page.

    Args:
        contents: Content streams; fonts are F1 (Helvetica), F2 (bold), F3 (Courier).
        box: The pages' MediaBox.
        page: Further entries of each page's dictionary.
        catalog: Further entries of the catalog.
        info: Entries of the document information dictionary.
        fonts: Further fonts: name → entries of the dictionary.
        resources: Further entries of the pages' resource dictionaries.
        objects: Further objects, numbered from 3 on, so that the other arguments can refer to them.
    """
    bodies: list[str] = ["", ""]
    bodies += objects
    font_refs = []
    for name, entries in {**FONTS, **(fonts or {})}.items():
        bodies.append(f"<< {entries} >>")
        font_refs.append(f"/{name} {len(bodies)} 0 R")
    kids = []
    for content in contents:
        bodies.append(f"<< /Length {len(content.encode('latin-1'))} >>\nstream\n{content}\nendstream")
        stream = len(bodies)
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{' '.join(map(str, box))}] /Contents {stream} 0 R "
            f"/Resources << /Font << {' '.join(font_refs)} >> {resources} >> {page} >>"
        )
        kids.append(f"{len(bodies)} 0 R")
    bodies[0] = f"<< /Type /Catalog /Pages 2 0 R {catalog} >>"
    bodies[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    bodies.append(f"<< {info} >>")
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(bodies, start=1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    out.write(f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode())
    out.writelines(f"{place:010d} 00000 n \n".encode() for place in places)
    trailer = f"/Size {len(places) + 1} /Root 1 0 R /Info {len(bodies)} 0 R"
    out.write(f"trailer\n<< {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def show(x: float, y: float, text: str, size: float = 10, font: str = "F1") -> str:
    """Content that shows a text at a place."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"\nBT /{font} {size} Tf {x} {y} Td ({escaped}) Tj ET\n"


def font_of(letters: dict[str, str], base: str = "Helvetica") -> tuple[str, str]:
    """A font whose letters stand for others: entries of its dictionary, where object 3 is the stream that is second.

    Args:
        letters: What is written in the content → what it stands for.
        base: The font whose glyphs are shown.
    """
    pairs = " ".join(
        f"<{ord(shown):02X}> <{meant.encode('utf-16-be').hex()}>" for shown, meant in letters.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        f"{len(letters)} beginbfchar {pairs} endbfchar endcmap end"
    )
    entries = f"/Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding /ToUnicode 3 0 R"
    return entries, f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"


def wrap(text: str, width: float, size: float = 10, font: str = "Helvetica") -> list[str]:
    """A text cut into lines of a width."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pdfmetrics.stringWidth(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass
class Paper:
    """A document typeset from the top of each page down; `save` writes it."""

    path: Path
    size: tuple[float, float] = (612, 792)
    y: float = 0.0
    canvas: Canvas = field(init=False)

    def __post_init__(self) -> None:
        self.canvas = Canvas(str(self.path), pagesize=self.size, invariant=True)
        self.y = self.size[1] - 72

    def line(
        self, text: str, x: float = 72, size: float = 10, font: str = "Helvetica", after: float = 2
    ) -> None:
        """One line."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.y, text)
        self.y -= size + after

    def heading(self, text: str, size: float = 14, x: float = 72, font: str = "Helvetica-Bold") -> None:
        """A line in larger bold type with room around it."""
        self.y -= 8
        self.line(text, x, size, font)
        self.y -= 4

    def paragraph(
        self, text: str, x: float = 72, width: float = 468, size: float = 10, indent: float = 0
    ) -> None:
        """A justified paragraph and some room after it."""
        lines = wrap(text, width - indent, size)
        for number, line in enumerate(lines):
            left = x + (indent if number == 0 else 0)
            room = width - (indent if number == 0 else 0)
            self.canvas.setFont("Helvetica", size)
            words = line.split()
            if number < len(lines) - 1 and len(words) > 1:
                free = room - sum(pdfmetrics.stringWidth(word, "Helvetica", size) for word in words)
                for word in words:
                    self.canvas.drawString(left, self.y, word)
                    left += pdfmetrics.stringWidth(word, "Helvetica", size) + free / (len(words) - 1)
            else:
                self.canvas.drawString(left, self.y, line)
            self.y -= size * 1.2
        self.y -= size * 0.6

    def at(self, x: float, y: float, text: str, size: float = 10, font: str = "Helvetica") -> None:
        """A line at a place of its own."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)

    def next_page(self) -> None:
        """Go on with a new page."""
        self.canvas.showPage()
        self.y = self.size[1] - 72

    def save(self) -> Path:
        """Write the file."""
        self.canvas.save()
        return self.path
