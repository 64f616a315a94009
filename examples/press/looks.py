"""The four designs: a conference paper, a journal note, a technical report and a contract."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from press.inline import Face, Style
from press.look import Look

SERIF = Face(
    "SourceSerifPro-Regular", "SourceSerifPro-It", "SourceSerifPro-Semibold", "SourceSerifPro-SemiboldIt"
)
SANS = Face("SourceSansPro-Regular", "SourceSansPro-It", "SourceSansPro-Semibold", "SourceSansPro-SemiboldIt")
TIMES = Face("Times-Roman", "Times-Italic", "Times-Bold", "Times-BoldItalic")
A4 = (595.28, 841.89)
LETTER = (612.0, 792.0)


def register_fonts() -> None:
    """Make the two Source families known to reportlab; they come as packages of the development group."""
    for package, face in (("font_source_serif_pro", SERIF), ("font_source_sans_pro", SANS)):
        found = find_spec(package)
        if found is None or found.origin is None:
            raise SystemExit(
                f"The fonts of the package {package.replace('_', '-')} are needed: run `make examples`."
            )
        folder = Path(found.origin).parent / "files"
        for name in (face.regular, face.italic, face.bold, face.bold_italic):
            pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))


def _styles(body: Style, headings: tuple[Style, Style, Style], **others: Style) -> dict[str, Style]:
    """A full set of styles from a few, so that a look only names what is special about it."""
    small = replace(body, size=body.size - 1, leading=body.leading - 1.3, indent=0, before=0, after=0)
    styles = {
        "body": body,
        "item": replace(body, indent=0, left=12, before=2.5),
        "clause1": replace(body, indent=0, left=34, before=7),
        "clause2": replace(body, indent=0, left=56, before=4),
        "abstract": replace(body, indent=0),
        "keywords": replace(body, indent=0, before=5, align="left"),
        "reference": replace(small, indent=0, before=2.5),
        "centred": replace(body, align="center", indent=0, before=6, hyphenate=False),
        "imprint": replace(small, size=7, leading=8.6, align="left"),
        "caption": replace(small, align="justify"),
        "cell": replace(small, gaps=body.gaps),
        "note": replace(small, size=body.size - 1.6, leading=body.leading - 2.4),
        "equation": replace(body, indent=0),
        "contents": replace(body, leading=body.leading + 2),
        "title": replace(body, size=18, leading=22, align="center", bold=True, hyphenate=False, indent=0),
        "subtitle": replace(body, size=13, leading=17, align="center", hyphenate=False, indent=0, before=8),
        "authors": replace(body, size=11, leading=14, align="center", hyphenate=False, indent=0, before=10),
        "affiliation": replace(
            body, size=9, leading=11.5, align="center", hyphenate=False, indent=0, before=1
        ),
    }
    styles |= {f"heading{level}": style for level, style in enumerate(headings, start=1)}
    return styles | others


def _heading(face: Face, size: float, before: float, after: float, **changes: Any) -> Style:
    style = Style(
        face, size, size * 1.2, align="left", before=before, after=after, hyphenate=False, bold=True
    )
    return replace(style, **changes)


def _dotted(level: int, counters: tuple[int, ...]) -> str:
    return ".".join(str(counter) for counter in counters)


def _no_number(level: int, counters: tuple[int, ...]) -> str:
    return ""


def _clause_number(level: int, counters: tuple[int, ...]) -> str:
    return f"{counters[0]}." if level == 1 else ""


def roman(number: int) -> str:
    """Lower-case Roman numeral of a number below 40."""
    tens, ones = divmod(number, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]


def _proceedings_label(metadata: dict[str, Any], index: int, body_from: int) -> str | None:
    return str(int(metadata["first_label"]) + index - 1)


def _journal_label(metadata: dict[str, Any], index: int, body_from: int) -> str | None:
    return None if index == 1 else _proceedings_label(metadata, index, body_from)


def _report_label(metadata: dict[str, Any], index: int, body_from: int) -> str | None:
    if body_from > 1:
        return str(index - body_from + 1)
    return None if index == 1 else roman(index)


def _contract_label(metadata: dict[str, Any], index: int, body_from: int) -> str | None:
    return None if index == 1 else str(index)


def _author_names(metadata: dict[str, Any]) -> str:
    surnames = [author["name"].split()[-1] for author in metadata["authors"]]
    return ", ".join(surnames[:-1]) + f" and {surnames[-1]}"


def _proceedings_furniture(
    canvas: Any, metadata: dict[str, Any], index: int, label: str | None, section: str
) -> None:
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont(SERIF.italic, 8.5)
    if index > 1:
        head = metadata["short_title"] if index % 2 else _author_names(metadata)
        canvas.drawCentredString(A4[0] / 2, A4[1] - 40, head)
    canvas.setFont(SERIF.regular, 9)
    canvas.drawCentredString(A4[0] / 2, 32, label or "")


def _journal_furniture(
    canvas: Any, metadata: dict[str, Any], index: int, label: str | None, section: str
) -> None:
    left, right = 50, LETTER[0] - 50
    canvas.setFillColorRGB(*_GREEN)
    canvas.setStrokeColorRGB(*_GREEN)
    canvas.setLineWidth(2.2)
    canvas.line(left, LETTER[1] - 44, right, LETTER[1] - 44)
    canvas.setFont(SANS.bold, 8)
    canvas.drawString(left, LETTER[1] - 38, "TOWN AND FABRIC")
    canvas.setFont(SANS.regular, 8)
    canvas.drawRightString(right, LETTER[1] - 38, metadata["short_title"] if label else "Research note")
    if label:
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(SANS.bold, 9)
        canvas.drawRightString(right, 34, label)


def _report_furniture(
    canvas: Any, metadata: dict[str, Any], index: int, label: str | None, section: str
) -> None:
    if label is None:
        return
    left, right = 86.0, A4[0] - 86
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setFont(SANS.regular, 8.5)
    canvas.drawString(left, A4[1] - 52, metadata["venue"])
    canvas.drawRightString(right, A4[1] - 52, section)
    canvas.setLineWidth(0.4)
    canvas.line(left, A4[1] - 57, right, A4[1] - 57)
    if label.isdigit() and int(label) % 2 == 0:
        canvas.drawString(left, 44, label)
    else:
        canvas.drawRightString(right, 44, label)


def _contract_furniture(
    canvas: Any, metadata: dict[str, Any], index: int, label: str | None, section: str
) -> None:
    if label is None:
        return
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont(TIMES.regular, 8.5)
    canvas.drawString(80, 40, metadata["venue"])
    canvas.drawRightString(A4[0] - 80, 40, f"Page {label} of {metadata['page_count']}")


_GREEN = (0.10, 0.38, 0.32)
_BLUE = (0.09, 0.27, 0.53)
_PAPER = Style(SERIF, 9.8, 12.3, indent=11, ligatures=True, gaps=True)
_NOTE = Style(SANS, 10.2, 13.4, indent=0, before=5)
_REPORT = Style(SERIF, 10.5, 14.6, before=6, ligatures=True)
_CONTRACT = Style(TIMES, 11, 14, before=7)

LOOKS: dict[str, Look] = {
    "conference": Look(
        page=A4,
        margins=(50, 60, 50, 58),
        columns=2,
        gutter=19,
        styles=_styles(
            _PAPER,
            (
                _heading(SERIF, 11.6, 13, 4, gaps=True),
                _heading(SERIF, 10, 9, 3, gaps=True),
                _heading(SERIF, 9.4, 6, 2, italic=True, gaps=True),
            ),
            title=_heading(SERIF, 17.5, 0, 4, align="center", gaps=True),
        ),
        furniture=_proceedings_furniture,
        number=_dotted,
        accent=_BLUE,
        label=_proceedings_label,
    ),
    "magazine": Look(
        page=LETTER,
        margins=(50, 66, 50, 60),
        columns=2,
        gutter=24,
        styles=_styles(
            _NOTE,
            (
                _heading(SANS, 12.5, 14, 2, colour=_GREEN),
                _heading(SANS, 10.5, 8, 2),
                _heading(SANS, 10.2, 6, 2),
            ),
            title=_heading(SANS, 25, 0, 2, leading=29),
            authors=replace(_NOTE, size=11.5, leading=15, align="left", before=4, italic=True),
            affiliation=replace(_NOTE, size=9, leading=11.5, align="left", before=0),
            abstract=replace(_NOTE, bold=True, align="left", hyphenate=False),
        ),
        furniture=_journal_furniture,
        number=_no_number,
        accent=_GREEN,
        label=_journal_label,
    ),
    "report": Look(
        page=A4,
        margins=(86, 84, 86, 76),
        columns=1,
        gutter=0,
        styles=_styles(
            _REPORT,
            (_heading(SANS, 17, 26, 8), _heading(SANS, 12.5, 16, 4), _heading(SANS, 10.5, 10, 2)),
            title=_heading(SANS, 26, 0, 6, leading=31),
            subtitle=Style(SANS, 15, 20, align="left", hyphenate=False, after=30),
            authors=Style(SANS, 12, 17, align="left", hyphenate=False),
            affiliation=Style(SANS, 11, 16, align="left", hyphenate=False),
        ),
        furniture=_report_furniture,
        number=_dotted,
        accent=_BLUE,
        outline=True,
        label=_report_label,
    ),
    "contract": Look(
        page=A4,
        margins=(80, 76, 80, 76),
        columns=1,
        gutter=0,
        styles=_styles(
            _CONTRACT,
            (
                _heading(TIMES, 11.5, 18, 3),
                _heading(TIMES, 11, 12, 2, italic=True),
                _heading(TIMES, 11, 8, 2),
            ),
            title=_heading(TIMES, 21, 0, 14, align="center", leading=27),
        ),
        furniture=_contract_furniture,
        number=_clause_number,
        booktabs=False,
        label=_contract_label,
    ),
}
