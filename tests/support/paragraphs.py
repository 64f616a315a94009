"""Small PDFs of headings and paragraphs."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate


def write_document(path: Path, parts: tuple[tuple[str, str], ...]) -> Path:
    """A PDF of headings and paragraphs."""
    styles = getSampleStyleSheet()
    style = {"h": styles["Heading2"], "p": styles["BodyText"]}
    path.parent.mkdir(parents=True, exist_ok=True)
    SimpleDocTemplate(str(path), pagesize=A4, invariant=1).build([Paragraph(t, style[k]) for k, t in parts])
    return path
