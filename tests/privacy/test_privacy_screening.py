"""Personal data in the pages of a document, before anything is made of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pincite.domain import (
    Attachment,
    Block,
    BlockKind,
    DocumentFacts,
    Notice,
    OutlineEntry,
    Page,
    ParsedDocument,
)
from pincite.privacy.pii import MASK, Redactor
from pincite.privacy.screening import Screening
from support.pages import make_page, make_table_page

IBAN = "DE89 3704 0044 0532 0130 00"


def screening(*, redact: bool = True) -> Screening:
    return Screening(Redactor(), redact=redact)


def test_flagging_changes_nothing_and_tells_counts_and_pages() -> None:
    first = make_page(1, [(BlockKind.PARAGRAPH, f"Pay to {IBAN} or ask ann@uni.edu and bob@uni.edu.")])
    pages = [first, make_page(2, [(BlockKind.PARAGRAPH, "Nothing.")]), replace(first, index=3)]
    flagging = screening(redact=False)
    assert [flagging.page(page) for page in pages] == pages
    assert flagging.text("ann@uni.edu") == "ann@uni.edu"
    assert flagging.notices() == (
        Notice("personal_data", "It holds personal data: 4 e-mail addresses and 2 IBANs.", (1, 3)),
    )


def test_no_notice_where_nothing_is_found() -> None:
    clean = screening()
    clean.page(make_page(1, [(BlockKind.PARAGRAPH, "The heron nests.")]))
    assert clean.notices() == ()


def test_every_kind_of_block_is_blacked_out_and_offsets_stay() -> None:
    kinds = [
        BlockKind.PARAGRAPH,
        BlockKind.FIELD,
        BlockKind.COMMENT,
        BlockKind.FOOTNOTE,
        BlockKind.RUNNING_HEAD,
    ]
    page = make_page(1, [(kind, f"Mail ann@uni.edu ({kind.value})") for kind in kinds])
    blacked = screening().page(page)
    assert "ann@uni.edu" not in blacked.text
    assert len(blacked.text) == len(page.text)
    assert blacked.text.count(MASK) == len(kinds) * len("ann@uni.edu")
    for before, after in zip(page.blocks, blacked.blocks, strict=True):
        assert (before.kind, before.start, before.end) == (after.kind, after.start, after.end)


def test_the_rectangle_stays_and_tells_no_widths() -> None:
    text = "Mail ann@uni.edu now"
    page = make_page(1, [(BlockKind.PARAGRAPH, text)])
    boxes = page.boxes.copy()
    x = np.cumsum([100 + 10 * (ord(character) % 7) for character in text]).astype(np.uint16)
    boxes[:, 0], boxes[:, 2], boxes[:, 1], boxes[:, 3] = x, x + 90, 1000, 1400
    page = replace(page, boxes=boxes)
    blacked = screening().page(page)
    start, end = 5, 5 + len("ann@uni.edu")
    assert blacked.rectangles(start, end) == page.rectangles(start, end)
    assert len({tuple(box) for box in blacked.boxes[start:end].tolist()}) == 1
    assert (blacked.boxes[:start] == boxes[:start]).all()
    assert (blacked.boxes[end:] == boxes[end:]).all()


def test_a_value_over_two_lines_keeps_one_rectangle_a_line() -> None:
    page = make_page(1, [(BlockKind.PARAGRAPH, f"{IBAN[:14]}\n{IBAN[15:]}")])
    boxes = np.zeros((len(page.text), 4), np.uint16)
    for place in range(len(page.text)):
        line, column = divmod(place, 15)
        boxes[place] = (1000 * column, 2000 * line, 1000 * column + 900, 2000 * line + 1000)
    boxes[14] = 0
    page = replace(page, boxes=boxes)
    blacked = screening().page(page)
    assert blacked.text == f"{MASK * 14}\n{MASK * 12}"
    assert blacked.rectangles(0, len(page.text)) == page.rectangles(0, len(page.text))


def test_a_number_is_known_by_the_head_of_its_column() -> None:
    page = make_table_page(1, [["Name", "BSN", "Items"], ["Ann", "111222333", "111222333"]], head_rows=1)
    blacked = screening().page(page)
    assert blacked.text == f"Name\tBSN\tItems\nAnn\t{MASK * 9}\t111222333"


def test_headings_that_blocks_stand_under() -> None:
    block = Block(BlockKind.PARAGRAPH, 0, 0, section=("Contact ann@uni.edu", "More"))
    page = make_page(1, [block], texts=["The heron nests."])
    assert screening().page(page).blocks[0].section == (f"Contact {MASK * 11}", "More")


def test_all_that_is_known_of_the_document() -> None:
    parsed = ParsedDocument(
        "application/pdf",
        "Letter to ann@uni.edu",
        ("Ann ann@uni.edu",),
        2020,
        (),
        (OutlineEntry("Account 111222333", 1, 1),),
        (Notice("x", "Left out: ann@uni.edu", (1,)),),
        DocumentFacts(
            affiliations=("Uni, ann@uni.edu",),
            abstract=f"Pay to {IBAN}.",
            doi="10.1016/4111111111111111",
            attachments=(Attachment("ann@uni.edu.txt", 3),),
        ),
    )
    one = screening()
    one.page(make_page(1, [(BlockKind.PARAGRAPH, "BSN 111222333")]))
    kept = one.document(parsed)
    shown = repr(kept)
    assert not any(value in shown for value in ("ann@uni.edu", "0532", "111222333")), shown
    assert kept.facts.doi == parsed.facts.doi
    assert (kept.year, kept.outline[0].page_index, kept.notices[0].pages) == (2020, 1, (1,))


def test_what_a_page_named_is_known_without_its_words() -> None:
    """The abstract is taken from the page, the words beside a number may not be in it."""
    one = screening()
    one.page(make_page(1, [(BlockKind.PARAGRAPH, "Passport No. C01X00T47")]))
    assert one.text("C01X00T47 again") == f"{MASK * 9} again"


def test_file_names_keep_their_ending() -> None:
    assert screening().file_name("ann@uni.edu.pdf") == f"{MASK * 11}.pdf"
    assert screening(redact=False).file_name("ann@uni.edu.pdf") == "ann@uni.edu.pdf"


def test_pages_without_findings_stay_the_same_objects_in_text_and_boxes() -> None:
    page: Page = make_page(1, [(BlockKind.PARAGRAPH, "The heron nests.")])
    kept = screening().page(page)
    assert kept.text is page.text
    assert kept.boxes is page.boxes
