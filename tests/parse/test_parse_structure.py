"""Lists, contents, notes, figures and columns on pages that are typeset here."""

from __future__ import annotations

from pathlib import Path

from builders import LOREM, Paper, wrap

from pincite.domain import Block, BlockKind, Page
from pincite.parse import parse_pdf


def texts(page: Page, kind: BlockKind) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks if block.kind is kind]


def block_of(page: Page, beginning: str) -> Block:
    return next(block for block in page.blocks if page.text[block.start :].startswith(beginning))


def column(page: Paper, text: str, x: float, y: float, width: float = 220, size: float = 10) -> float:
    """Set a text from y down; gives the height of its last line."""
    for line in wrap(text, width, size):
        page.at(x, y, line, size)
        y -= 1.2 * size
    return y + 1.2 * size


def test_items_within_items(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.paragraph(LOREM)
    marks = [
        ("1.1", 72, 1), ("(a)", 100, 2), ("(i)", 128, 3), ("(ii)", 128, 3), ("(b)", 100, 2), ("1.2", 72, 1),
        ("\u2022", 100, 2), ("\u2022", 100, 2), ("1.3", 72, 1),
    ]  # fmt: skip
    for number, (mark, x, _) in enumerate(marks):
        page.line(f"{mark} Point number {number} of the agreement stands here.", x=x, after=4)
    page.heading("2 Lists of letters")
    for letter in "ghij":
        page.line(f"({letter}) Letter {letter} is one of a list.", after=4)
    found = parse_pdf(page.save()).pages[0]
    items = [block for block in found.blocks if block.kind is BlockKind.LIST_ITEM]
    assert [block.level for block in items] == [level for *_, level in marks] + [1, 1, 1, 1]


def test_bold_sentences_of_contracts_are_no_headings(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.line("Ferry Agreement", size=18, after=10)
    page.line("This Agreement is dated 3 March 2023", font="Helvetica-Bold", after=10)
    page.heading("1. Definitions", size=10)
    page.paragraph(LOREM)
    page.heading("2. Fees", size=10)
    page.paragraph(LOREM)
    page.heading("Signed for and on behalf of Ferry Works Limited", size=10)
    page.paragraph("Signature and date of whoever signs stand here, in ink.")
    document = parse_pdf(page.save())
    assert texts(document.pages[0], BlockKind.HEADING) == ["Ferry Agreement", "1. Definitions", "2. Fees"]


def test_contents_and_index_are_no_text(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    entries = [f"{n} Of bridges and their keepers, part {n}" for n in range(1, 7)]
    for title in ("Contents", "List of Figures"):
        page.heading(title)
        for number, entry in enumerate(entries):
            page.at(72, page.y, entry)
            page.at(500, page.y, str(3 + 2 * number))
            page.y -= 14
    page.next_page()
    for number in range(2):
        page.heading(f"{number + 1} Chapter of the bridge")
        page.paragraph(LOREM * 2)
    page.next_page()
    page.heading("Index")
    y = page.y
    for x in (72, 240, 408):
        for number, word in enumerate(("abbey", "bridge", "cart", "ferry", "sheep", "walker")):
            page.at(x, y - 14 * number, f"{word} {x // 50}, {20 + number}-{25 + number}, {41 + number}")
    document = parse_pdf(page.save())
    assert len("".join(texts(document.pages[0], BlockKind.CONTENTS))) > 400
    assert texts(document.pages[0], BlockKind.HEADING) == ["Contents", "List of Figures"]
    for place in (0, 2):
        kinds = {block.kind for block in document.pages[place].blocks}
        assert kinds <= {BlockKind.HEADING, BlockKind.CONTENTS}, document.pages[place].text
    assert BlockKind.CONTENTS not in {block.kind for block in document.pages[1].blocks}


def test_contents_that_rules_enclose(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.line("The Ferry and the Bridge", size=18, after=20)
    page.canvas.line(72, page.y + 12, 540, page.y + 12)
    page.line("Contents", font="Helvetica-Bold", after=8)
    for number, title in enumerate(("Introduction", "The Bridge", "The Ferry", "Conclusions"), start=1):
        page.at(72, page.y, f"{number}. {title}", font="Helvetica-Bold")
        page.at(530, page.y, str(number + 1), font="Helvetica-Bold")
        page.y -= 18
    page.canvas.line(72, page.y + 10, 540, page.y + 10)
    page.heading("1. Introduction")
    page.paragraph(LOREM * 3)
    found = parse_pdf(page.save()).pages[0]
    assert texts(found, BlockKind.HEADING) == ["The Ferry and the Bridge", "Contents", "1. Introduction"]
    assert BlockKind.TABLE not in {block.kind for block in found.blocks}
    assert "The Bridge" in texts(found, BlockKind.CONTENTS)[0]


def test_a_lone_page_number_that_the_first_page_announces(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    for number in range(2):
        page.paragraph(LOREM * 4)
        if number == 0:
            page.at(72, 40, "Bridges and Banks, vol. 17 (2023), pp. 29-30", size=7)
            page.next_page()
    page.at(520, 40, "30", size=9)
    document = parse_pdf(page.save())
    assert texts(document.pages[1], BlockKind.PAGE_NUMBER) == ["30"]
    assert block_of(document.pages[1], "The committee").kind is BlockKind.PARAGRAPH


def test_a_rule_across_both_columns_ends_them(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    upper, lower = "River banks are firm. " * 30, "Ferries are slow boats. " * 30
    ends = [column(page, f"{side} upper. {upper}", x, 700) for side, x in (("Left", 60), ("Right", 330))]
    rule = min(ends) - 20
    page.canvas.line(150, rule, 460, rule)
    for side, x in (("Left", 60), ("Right", 330)):
        column(page, f"{side} lower. {lower}", x, rule - 25)
    text = parse_pdf(page.save()).pages[0].text
    places = [text.index(word) for word in ("Left upper", "Right upper", "Left lower", "Right lower")]
    assert places == sorted(places)


def test_title_columns_figure_and_columns_again(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.at(100, 740, "Bridges, Ferries and Banks of the River", size=20)
    words = LOREM.split()
    ends = [
        column(page, "Left begins. " + " ".join(words[:100]) + " and so", 60, 700),
        column(page, "the right goes on. " + " ".join(words[:100]), 330, 700),
    ]
    top = min(ends) - 30
    page.canvas.rect(150, top - 100, 300, 90)
    page.at(200, top - 50, "Toll")
    page.at(
        60,
        top - 120,
        "Figure 1. The toll of the bridge, year by year, across both columns of the page as set.",
    )
    column(page, "Below left. " + " ".join(words[:60]), 60, top - 150)
    column(page, "Below right. " + " ".join(words[:60]), 330, top - 150)
    found = parse_pdf(page.save()).pages[0]
    places = [
        found.text.index(word) for word in ("Left begins", "the right goes on", "Below left", "Below right")
    ]
    assert places == sorted(places)
    assert "and so the right goes on." in found.text
    captions = texts(found, BlockKind.CAPTION)
    assert captions[-1].startswith("Figure 1. The toll")
    assert "Toll" in captions


def test_three_columns(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.at(60, 740, "A page of a gazette in three columns", size=18)
    for number, x in enumerate((50, 225, 400)):
        column(page, f"Column {number} begins. {LOREM * 2} Column {number} ends.", x, 700, width=150)
    text = parse_pdf(page.save()).pages[0].text
    places = [text.index(f"Column {n} {what}.") for n in range(3) for what in ("begins", "ends")]
    assert places == sorted(places)


def test_notes_below_a_rule_stand_apart(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    words = LOREM.split()
    column(page, "Left begins. " + " ".join(words * 2) + " and so", 60, 700)
    page.canvas.line(60, 160, 130, 160)
    column(page, "1 A note of the left column, in the size of the text as some templates have it.", 60, 145)
    column(page, "the right goes on. " + LOREM * 2, 330, 700)
    found = parse_pdf(page.save()).pages[0]
    assert texts(found, BlockKind.FOOTNOTE)[0].startswith("1 A note of the left column")
    assert "and so the right goes on." in found.text


def test_a_box_beside_the_text_is_read_by_itself(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.at(60, 740, "Of bridges and boxes", size=18)
    words = LOREM.split()
    end = column(page, "The text begins here and so " + " ".join(words[:60]), 60, 700, width=480)
    page.canvas.setFillGray(0.9)
    page.canvas.rect(330, end - 110, 220, 100, stroke=0, fill=1)
    page.canvas.setFillGray(0)
    column(page, "Box 1. What a ferry is. A ferry is a boat that carries people and carts over the water for a "
           "fee, as the oldest of them remember well enough to tell.", 340, end - 30, width=200)  # fmt: skip
    narrow = column(
        page, "while beside the box the text goes on " + " ".join(words[:55]), 60, end - 12, width=240
    )
    column(page, "and below the box it runs on to its end.", 60, min(narrow - 12, end - 125), width=480)
    found = parse_pdf(page.save()).pages[0]
    box = block_of(found, "Box 1.")
    assert found.text[box.start : box.end].endswith("remember well enough to tell.")
    text = found.text[: box.start] + found.text[box.end :]
    assert "goes on The committee" in text.replace("\n", " ")
    for block in found.blocks:
        inside = found.text[block.start : block.end]
        assert not ("beside the box" in inside and "A ferry is a boat" in inside)


def test_labels_stand_beside_their_own_text(tmp_path: Path) -> None:
    page = Paper(tmp_path / "a.pdf")
    page.at(60, 740, "Terms of the ferry", size=18)
    y = 700.0
    for label in ("Scope", "Fees", "Term"):
        page.at(60, y, label)
        y = column(page, f"The {label.lower()} is agreed. {LOREM}", 180, y, width=360) - 30
    text = parse_pdf(page.save()).pages[0].text
    words = ["Scope", "The scope is", "Fees", "The fees is", "Term\n", "The term is"]
    places = [text.index(word) for word in words]
    assert places == sorted(places)
