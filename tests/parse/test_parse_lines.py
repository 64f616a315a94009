"""Characters to lines: words, repeats, ligatures, directions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.parse.builders import raw_pdf, show

from pincite.domain import ParsedDocument
from pincite.parse import parse_pdf


def parse(tmp_path: Path, data: bytes) -> ParsedDocument:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return parse_pdf(path)


def text_of(tmp_path: Path, *contents: str, **options: object) -> str:
    return parse(tmp_path, raw_pdf(*contents, **options)).pages[0].text  # type: ignore[arg-type]


def test_words_without_space_glyphs(tmp_path: Path) -> None:
    assert (
        text_of(tmp_path, "BT /F1 10 Tf 72 700 Td [(Pump)-300(was)-300(replaced)] TJ ET")
        == "Pump was replaced"
    )


def test_tight_words_without_space_glyphs(tmp_path: Path) -> None:
    words = "-170 ".join(f"({word})" for word in "all of the words stand close to each other".split())
    text = text_of(tmp_path, f"BT /F1 10 Tf 72 700 Td [{words}] TJ ET")
    assert text == "all of the words stand close to each other"


@pytest.mark.parametrize("wider", [1.05, 1.3])
def test_spaced_letters_stay_a_word(tmp_path: Path, wider: float) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    content, x = "", 72.0
    for letter in "Postal":
        content += show(round(x, 2), 700, letter)
        x += stringWidth(letter, "Helvetica", 10) * wider
    assert text_of(tmp_path, content) == "Postal"


def test_lines_set_loosely_keep_their_words(tmp_path: Path) -> None:
    # Justified by spreading letters: a gap beside a narrow or overhanging letter is no space, the file has its own.
    words = "completion of a transaction that is subject to payment of the product by their family"
    content = f"BT /F9 8 Tf 0.5 Tc 72 700 Td ({words}) Tj ET"
    font = "/Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding"
    assert parse(tmp_path, raw_pdf(content, fonts={"F9": font})).pages[0].text == words


def spaced_out(words: list[list[tuple[str, float]]], gap: float, space: float) -> str:
    """Pieces of text of given sizes, a gap after each, and a space more after each word."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    content, x = "", 72.0
    for word in words:
        for piece, size in word:
            content += show(round(x, 2), 700, piece, size=size)
            x += stringWidth(piece, "Helvetica", size) + gap
        x += space
    return content


def test_ligatures_shown_by_themselves_a_point_apart(tmp_path: Path) -> None:
    content = spaced_out([[("veri", 10), ("fi", 10), ("cation", 10)]], gap=1, space=0)
    assert text_of(tmp_path, content) == "verification"


@pytest.mark.parametrize(("gap", "space"), [(0.3, 3.2), (1.5, 4)])
def test_words_in_small_capitals_without_spaces(tmp_path: Path, gap: float, space: float) -> None:
    words = ["JOURNAL", "OF", "MODERN", "THINGS"]
    sized = [[(letter, 14 if place == 0 else 11) for place, letter in enumerate(word)] for word in words]
    assert text_of(tmp_path, spaced_out(sized, gap, space)) == " ".join(words)


def test_letter_spacing_with_words(tmp_path: Path) -> None:
    assert (
        text_of(tmp_path, "BT /F1 10 Tf 3 Tc 72 700 Td (ANNUAL REPORT OF THE BOARD) Tj ET")
        == "ANNUAL REPORT OF THE BOARD"
    )


def test_spaces_drawn_inside_a_word_are_not_in_the_text(tmp_path: Path) -> None:
    # A space of 2.78 pt that the file takes back at once.
    assert text_of(tmp_path, "BT /F1 10 Tf 72 700 Td [(veri fi)] TJ ET").count(" ") == 1
    assert text_of(tmp_path, "BT /F1 10 Tf 72 700 Td [(veri )278(fication)] TJ ET") == "verification"


def test_pieces_of_a_word_shown_one_by_one(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 72 700 Td (veri) Tj 16.67 0 Td (fi) Tj 6 0 Td (cation) Tj ET"
    assert text_of(tmp_path, content) == "verification"


def test_ligatures(tmp_path: Path) -> None:
    font = "/Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Type /Encoding /Differences [1 /fi /fl] >>"
    document = parse(
        tmp_path, raw_pdf("BT /F9 20 Tf 72 700 Td (of\\001ce \\001nancial \\002ow) Tj ET", fonts={"F9": font})
    )
    page = document.pages[0]
    assert page.text == "office financial flow"
    f, i = page.boxes[2], page.boxes[3]
    assert int(f[2]) - int(f[0]) == pytest.approx(int(i[2]) - int(i[0]), abs=3)
    assert abs(int(f[2]) - int(i[0])) <= 2, "the letters share the glyph's box"


def test_text_drawn_twice_is_kept_once(tmp_path: Path) -> None:
    bold = show(72, 700, "Total due 4,200") + show(72.3, 700, "Total due 4,200")
    control = show(72, 660, "bye bye, 1000 bookkeepers")
    assert text_of(tmp_path, bold + control + show(72, 600, "Total due 4,200")) == (
        "Total due 4,200\n\nbye bye, 1000 bookkeepers\n\nTotal due 4,200"
    )


def test_letters_shown_four_times_each(tmp_path: Path) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    content, x = "", 72.0
    for letter in "Download":
        content += "".join(show(round(x + 0.2 * again, 2), 700, letter, size=12) for again in range(4))
        x += stringWidth(letter, "Helvetica", 12)
    assert text_of(tmp_path, content) == "Download"


def test_control_characters_are_replaced_before_offsets_exist(tmp_path: Path) -> None:
    cmap = (
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        "2 beginbfchar <62> <0007> <63> <D800> endbfchar endcmap end"
    )
    stream = f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"
    font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 3 0 R"
    content = "BT /F9 20 Tf 72 700 Td (abcd) Tj ET" + show(72, 600, "The rest is there.")
    page = parse(tmp_path, raw_pdf(content, fonts={"F9": font}, objects=[stream])).pages[0]
    page.text.encode("utf-8")
    assert "\x07" not in page.text
    assert page.text.startswith("a")
    assert page.text.endswith("The rest is there.")
    assert len(page.boxes) == len(page.text)


def test_a_sideways_stamp_keeps_apart(tmp_path: Path) -> None:
    body = "".join(
        show(72, 700 - 12 * line, f"Line {line} of the body runs from here to there") for line in range(30)
    )
    stamp = "BT /F1 20 Tf 0 1 -1 0 30 300 Tm (DRAFT 7) Tj ET"
    page = parse(tmp_path, raw_pdf(stamp + body)).pages[0]
    assert page.text.split("\n\n")[-1] == "DRAFT 7"
    assert "DRAFT" not in page.text[: -len("DRAFT 7")]
    (rectangle, *_) = page.rectangles(len(page.text) - 7, len(page.text))
    assert rectangle.x1 < 0.06


def test_rotated_pages_are_read_upright(tmp_path: Path) -> None:
    content = "BT /F1 12 Tf 0 1 -1 0 200 100 Tm (First line of the page) Tj 0 -20 Td (second line) Tj ET"
    page = parse(tmp_path, raw_pdf(content, page="/Rotate 90")).pages[0]
    assert page.text.split() == "First line of the page second line".split()
    first = page.rectangles(0, 5)[0]
    # On the displayed page, 792 wide and 612 high, the line begins 100 from the left and 200 from the top.
    assert first.x0 == pytest.approx(100 / 792, abs=0.005)
    assert first.y0 < 200 / 612 < first.y1


def test_text_turned_on_an_upright_page_is_framed_where_it_stands(tmp_path: Path) -> None:
    content = "BT /F1 12 Tf 0 1 -1 0 200 100 Tm (All of this page is sideways) Tj ET"
    page = parse(tmp_path, raw_pdf(content)).pages[0]
    assert page.text == "All of this page is sideways"
    boxes = page.boxes[page.boxes[:, 2] > 0] / 65535
    assert boxes[:, 0].min() > 185 / 612
    assert boxes[:, 2].max() < 205 / 612
    assert boxes[0, 1] > boxes[-1, 1], "the text runs up the page"


def test_accents_drawn_apart_from_their_letters_are_composed(tmp_path: Path) -> None:
    # The accent over the e of "Mexico" comes after all of the line, that of "on" before it.
    content = (
        show(113.5, 700, "\xb4") + show(72, 700, "informacion on Mexico D.F.") + show(149.7, 700, "\xb4")
    )
    content += show(72, 680, "Urena") + show(89.2, 680, "\x98")
    assert text_of(tmp_path, content) == "información on México D.F. Ureña"


def scripts(*pieces: tuple[str, float], size: float = 10) -> str:
    """A line of pieces, each raised by so many points; raised and lowered ones are smaller."""
    shown = "".join(
        f"/F1 {size if rise == 0 else 0.6 * size} Tf {rise} Ts ({text}) Tj " for text, rise in pieces
    )
    return f"BT 72 700 Td {shown} ET"


def test_raised_and_lowered_digits_are_not_taken_for_part_of_a_word_or_number(tmp_path: Path) -> None:
    line = scripts(
        ("water is H", 0), ("2", -2), ("O, a note", 0), ("12", 4), (" of 2018", 0), ("3", 4), (", 10", 0), ("-6", 4),
        (" and x", 0), ("2", 4), (" on the 26", 0), ("th", 4),
    )  # fmt: skip
    document = parse(tmp_path, raw_pdf(line))
    page = document.pages[0]
    assert page.text == "water is H₂O, a note¹² of 2018³, 10⁻⁶ and x² on the 26th"
    mark = page.text.index("¹")
    (frame,) = page.rectangles(mark, mark + 1)
    (word,) = page.rectangles(mark - 4, mark)
    assert word.x1 - 0.002 <= frame.x0 < frame.x1 < word.x1 + 0.01, "a mark has a box of its own"


def test_digits_of_large_and_small_type_on_one_line_are_digits(tmp_path: Path) -> None:
    content = show(72, 700, "Total of the year 2018: ", size=10) + show(184, 700, "17 and 18 euro", size=8)
    assert text_of(tmp_path, content) == "Total of the year 2018: 17 and 18 euro"


def test_a_raised_mark_in_a_wide_space(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 72 700 Td [(begins on 26 )-500(May of that year)] TJ ET" + show(
        137, 704, "th", size=6
    )
    assert text_of(tmp_path, content).replace(" ", "") == "beginson26thMayofthatyear"


def test_a_shifted_letter_stays_in_its_word(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 72 700 Td (the T) Tj 23.5 -2.2 Td (E) Tj 5.6 2.2 Td (X logo) Tj ET"
    assert text_of(tmp_path, content) == "the TEX logo"


def test_a_giant_page(tmp_path: Path) -> None:
    page = parse(tmp_path, raw_pdf(show(72, 700, "one line"), box=(0, 0, 200_000, 200_000))).pages[0]
    assert page.text == "one line"
