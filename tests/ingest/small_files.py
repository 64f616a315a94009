"""Small files for tests of adding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from pincite import Library

HERON = "The heron nests beside the upper weir and eats fish every morning of the year."
OSPREY = "The osprey nests at the lake and takes a fee of 417 per year for the vault."


def write_pdf(path: Path, *pages: str) -> Path:
    """A PDF with one line of text on each page; the same text gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path), invariant=1)
    for text in pages:
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


def encrypted(path: Path, source: Path, password: str) -> Path:
    with pikepdf.open(source) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user=password, owner="owner"))
    return path


def names(library: Library, collection: str | None = None) -> list[str]:
    return [document.file_name for document in library.documents(collection)]


def found(library: Library, question: str, **scope: Any) -> list[str]:
    return [passage.document.file_name for passage in library.search(question, **scope)]
