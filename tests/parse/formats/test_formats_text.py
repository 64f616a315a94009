from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.written import blocks, codes, labels, read_bytes, sections, texts

from pincite.domain import ParsedDocument


def check_lines(document: ParsedDocument, content: str) -> None:
    """The lines of every page are those that its label names."""
    lines = content.split("\n")
    for page in document.pages:
        first, _, last = page.label.split(" ")[1].partition("–")
        own = page.text.split("\n")
        assert len(own) == int(last or first) - int(first) + 1
        assert [line.strip() for line in own] == [
            line.strip() for line in lines[int(first) - 1 : int(last or first)]
        ]


def test_lines_are_kept_one_to_one(tmp_path: Path) -> None:
    content = "\n\nFirst paragraph, wrapped\nover two lines.\n\n\n\nSecond.\n   \nThird.\n\n"
    document = read_bytes(tmp_path, "a.txt", content)
    assert labels(document) == ["lines 3–10"]
    assert document.pages[0].text == "First paragraph, wrapped\nover two lines.\n\n\n\nSecond.\n\nThird."
    assert [kind for kind, _ in blocks(document)] == ["paragraph"] * 3
    check_lines(document, content)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_one(tmp_path: Path, end: str) -> None:
    document = read_bytes(tmp_path, "a.txt", end.join(["One.", "", "Two\x0b\x85\u2028two.", "", "Three."]))
    assert document.pages[0].text == "One.\n\nTwo   two.\n\nThree."


def test_pages_end_between_paragraphs(tmp_path: Path) -> None:
    content = "\n\n".join(f"Paragraph {number} says something.\nAnd more of it." for number in range(300))
    document = read_bytes(tmp_path, "a.txt", content)
    assert len(document.pages) > 3
    assert max(len(page.text) for page in document.pages) < 3200
    assert all(page.text.startswith("Paragraph") for page in document.pages)
    check_lines(document, content)


def test_a_paragraph_longer_than_a_page_goes_on(tmp_path: Path) -> None:
    content = "\n".join(f"This is line {number} of one long paragraph" for number in range(400))
    document = read_bytes(tmp_path, "a.txt", content)
    assert [page.blocks[0].joint for page in document.pages] == [None, *[" "] * (len(document.pages) - 1)]
    check_lines(document, content)


def test_a_single_endless_line_is_divided_and_nothing_is_lost(tmp_path: Path) -> None:
    content = "Before.\n" + " ".join(f"word{number}" for number in range(60_000)) + "\nAfter."
    document = read_bytes(tmp_path, "a.txt", content)
    assert labels(document)[:3] == ["line 1", "line 2, part 1", "line 2, part 2"]
    assert labels(document)[-1] == "line 3"
    assert max(len(page.text) for page in document.pages) <= 20_000
    assert " ".join(page.text for page in document.pages) == content.replace("\n", " ")
    assert document.pages[2].blocks[0].joint == " "


def test_an_endless_word_is_divided_within(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "a.txt", "x" * 50_000)
    assert [len(page.text) for page in document.pages] == [20_000, 20_000, 10_000]
    assert [page.blocks[0].joint for page in document.pages] == [None, "", ""]


def test_sure_headings(tmp_path: Path) -> None:
    content = (
        "The Guide\n=========\n\nIntro text.\n\nUsage\n-----\nCall it.\n\nOther\n=====\n\nText.\n\n"
        "1. Scope of work\n\nText of one.\n\n1.2 Details\n\nText of two.\n\n1914. It was a good year.\n\n"
        "CHAPTER IV\n\nIt rained.\n\nTHE LONG WAY HOME\n\nThey went.\n\nNOTE: THIS STAYS.\n\n第三章 春天\n\n花开了。\n"
    )
    document = read_bytes(tmp_path, "a.txt", content)
    found = [text for kind, text in blocks(document) if kind == "heading"]
    assert found == [
        "The Guide", "Usage", "Other", "1. Scope of work", "1.2 Details", "CHAPTER IV", "THE LONG WAY HOME",
        "第三章 春天",
    ]  # fmt: skip
    assert sections(document)["Call it."] == ("The Guide", "Usage")
    assert sections(document)["Text of two."] == ("1. Scope of work", "1.2 Details")
    assert document.title == "The Guide"
    check_lines(document, content)


def test_restructured_text_is_read_with_its_underlines(tmp_path: Path) -> None:
    content = (
        "#####\nTitle\n#####\n\nPart\n****\n\nWords.\n\n* one\n* two\n  goes on\n\n"
        "Code::\n\n    # not a heading\n    x = 1\n"
    )
    document = read_bytes(tmp_path, "a.rst", content)
    assert sections(document)["Words."] == ("Title", "Part")
    assert [text for kind, text in blocks(document) if kind == "list_item"] == ["* one", "* two\n  goes on"]
    check_lines(document, content)


def test_lists_columns_logs_and_fields_keep_their_lines_apart(tmp_path: Path) -> None:
    content = (
        "Items:\n- first\n- second\n  goes on\n\n"
        "Region      2023   2024\nNorth         10     20\nSouth         20     30\n\n"
        "2024-01-01 10:00 started\n2024-01-01 10:05 stopped\n\n"
        "From: Ann\nTo: Ben\nDate: Friday\n\n"
        "1. Scope .......... 3\n2. Fees ........... 4\n"
    )
    document = read_bytes(tmp_path, "a.txt", content)
    assert blocks(document) == [
        ("paragraph", "Items:"),
        ("list_item", "- first"),
        ("list_item", "- second\n  goes on"),
        ("code", "Region      2023   2024\nNorth         10     20\nSouth         20     30"),
        ("code", "2024-01-01 10:00 started\n2024-01-01 10:05 stopped"),
        ("paragraph", "From: Ann"),
        ("paragraph", "To: Ben"),
        ("paragraph", "Date: Friday"),
        ("contents", "1. Scope .......... 3\n2. Fees ........... 4"),
    ]
    check_lines(document, content)


def test_form_feeds_begin_pages_and_running_heads_are_told_apart(tmp_path: Path) -> None:
    sheet = (
        "RFC 2119          Key Words          March {0}997\n\n"
        "{1}\n\n\nBradner      Best Practice      [Page {0}]\n\f"
    )
    content = (
        sheet.format(1, "1. MUST\n\n   This word means that the definition is an")
        + sheet.format(2, "   absolute requirement of it.")
        + sheet.format(3, "   The end.")
    )
    document = read_bytes(tmp_path, "a.txt", content)
    assert labels(document) == ["lines 1–8", "lines 9–14", "lines 15–20"]
    assert [text.strip() for kind, text in blocks(document) if kind != "running_head"] == [
        "1. MUST",
        "This word means that the definition is an",
        "absolute requirement of it.",
        "The end.",
    ]
    assert document.pages[1].blocks[1].joint == " "


def test_a_book_says_title_and_author_above_its_text(tmp_path: Path) -> None:
    content = (
        "The Project Gutenberg eBook of Emma\n\nTitle: Emma\n\nAuthor: Jane Austen\n\nCHAPTER I\n\nShe was."
    )
    document = read_bytes(tmp_path, "pg158.txt", content)
    assert (document.title, document.authors) == ("Emma", ("Jane Austen",))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"ab\x00cd", "abcd"),
        (
            "déjà vu, encore une fois déjà vu à la plage".encode("cp1252"),
            "déjà vu, encore une fois déjà vu à la plage",
        ),
        ("wide é".encode("utf-16"), "wide é"),
        ("\ufeffmarked".encode(), "marked"),
        ("of\ufb01ce \ufb01nancial report".encode(), "of\ufb01ce \ufb01nancial report"),
        (
            "東京へ行く予定です。明日は雨が降るでしょう。".encode("cp932"),
            "東京へ行く予定です。明日は雨が降るでしょう。",
        ),
    ],
)
def test_encodings_and_odd_characters(tmp_path: Path, content: bytes, text: str) -> None:
    assert texts(read_bytes(tmp_path, "a.txt", content)) == [text]


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, "a.txt", "wide".encode("utf-16") + b"\x00\xd8x\x00")
    assert codes(document) == ["undecoded"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Über die Brücke führt der Weg nach Köln. Größe: 5 €"),
        ("cp1250", "Zażółć gęślą jaźń. Książka leży na stole."),
        ("cp1251", "Съешь же ещё этих мягких французских булок"),
        ("koi8_r", "Съешь же ещё этих мягких французских булок"),
        ("cp1253", "Η γρήγορη καφέ αλεπού πηδάει"),
        ("cp1254", "Pijamalı hasta yağız şoföre çabucak güvendi"),
        ("cp1255", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"),
        ("cp1256", "نص حكيم له سر قاطع وذو شأن عظيم"),
        ("gb18030", "今天天气很好，我们去公园散步。"),
        ("big5", "今天天氣很好，我們去公園散步。"),
        ("euc_kr", "오늘은 날씨가 좋아서 공원에 갔습니다."),
        ("euc_jp", "東京へ行く予定です。明日は雨が降るでしょう。"),
    ],
)
def test_encodings_that_nothing_names(tmp_path: Path, encoding: str, text: str) -> None:
    assert texts(read_bytes(tmp_path, "a.txt", text.encode(encoding))) == [text]
