from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.written import blocks, labels, read_bytes, readings, sections, texts


@pytest.mark.parametrize(("opening", "closing"), [("```sh", "```"), ("~~~", "~~~"), ("````", "````")])
def test_a_fence_is_whole_and_holds_no_headings(tmp_path: Path, opening: str, closing: str) -> None:
    inner = "# not a heading\nx = 1" if opening != "````" else "# not a heading\n```\nx = 1"
    document = read_bytes(
        tmp_path, "a.md", f"# Title\n\n{opening}\n{inner}\n{closing}\n\n## C#\n\nText of it.\n"
    )
    assert blocks(document) == [
        ("heading", "Title"),
        ("code", inner),
        ("heading", "C#"),
        ("paragraph", "Text of it."),
    ]
    assert sections(document)[inner] == ("Title",)
    assert sections(document)["Text of it."] == ("Title", "C#")
    assert [entry.title for entry in document.outline] == ["Title", "C#"]


def test_blocks_in_order(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path,
        "a.md",
        "Setext\n======\n\nWords *over*\ntwo lines, [a link](http://x.org) & `code`.  \nNext line.\n\n"
        "- one\n  - deep\n- [ ] open\n- [x] done\n\n3. three\n4. four\n\n> Said so.\n\n"
        "    indented code\n\n![A red pump](pump.png)\n\n---\n\nTerm\n: What it means.\n\n$$\nE = mc^2\n$$\n\n"
        "Inline $a_b$ costs $5 and $6.\n",
    )
    assert blocks(document) == [
        ("heading", "Setext"),
        ("paragraph", "Words over two lines, a link & code.\nNext line."),
        ("list_item", "one"),
        ("list_item", "deep"),
        ("list_item", "☐ open"),
        ("list_item", "☑ done"),
        ("list_item", "3. three"),
        ("list_item", "4. four"),
        ("paragraph", "Said so."),
        ("code", "    indented code".strip()),
        ("caption", "A red pump"),
        ("list_item", "Term\nWhat it means."),
        ("formula", "E = mc^2"),
        ("paragraph", "Inline a_b costs $5 and $6."),
    ]
    assert [block.level for block in document.pages[0].blocks[2:5]] == [1, 2, 1]


def test_tables_are_read_with_their_heads(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path,
        "a.md",
        "| Id | Name | Price |\n|---|:-:|---:|\n| 190 | Pump \\| small | 12 |\n| 191 | *Valve* | |\n",
    )
    assert readings(document) == ["Id 190; Name Pump | small; Price 12", "Id 191; Name Valve"]


def test_a_value_in_a_long_table_is_read_with_its_heads(tmp_path: Path) -> None:
    rows = "\n".join(
        f"| {number} | Part number {number} of the list | {number * 7} |" for number in range(1, 401)
    )
    document = read_bytes(tmp_path, "a.md", f"# Parts\n\n| Id | Name | Price |\n|---|---|---|\n{rows}\n")
    assert "Id 190; Name Part number 190 of the list; Price 1330" in readings(document)
    assert labels(document)[:2] == ["section Parts", "section Parts, part 2"]


def test_notes_are_kept_where_they_stand(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path,
        "a.md",
        "Rent[^a] is due^[On the third.].\n\n[^a]: Without heating.\n\n    Nor water.\n\n[^unused]: Kept.\n",
    )
    assert blocks(document) == [
        ("paragraph", "Rent[a] is due[2]."),
        ("footnote", "[a] Without heating."),
        ("footnote", "Nor water."),
        ("footnote", "[unused] Kept."),
        ("footnote", "[2] On the third."),
    ]


@pytest.mark.parametrize(
    "head",
    [
        '---\ntitle: "The Rent"\nauthor: [Ann Smith, Ben Jones]\ndate: 2021-03-04\n---\n',
        "---\ntitle: The Rent\nauthors:\n  - Ann Smith\n  - name: Ben Jones\nyear: 2021\n---\n",
    ],
)
def test_the_head_tells_title_authors_and_year(tmp_path: Path, head: str) -> None:
    document = read_bytes(tmp_path, "a.md", f"{head}\n# Other\n\nText.\n")
    assert (document.title, document.authors, document.year) == ("The Rent", ("Ann Smith", "Ben Jones"), 2021)
    assert texts(document) == ["Other", "Text."]


def test_the_first_heading_is_the_title(tmp_path: Path) -> None:
    assert read_bytes(tmp_path, "a.md", "# The Rent\n\nText.\n").title == "The Rent"
    assert read_bytes(tmp_path, "a.md", "Text first.\n\n# The Rent\n").title == ""


def test_html_within_is_read_by_its_rules(tmp_path: Path) -> None:
    document = read_bytes(
        tmp_path,
        "a.md",
        "<!-- a remark -->\n\n<div align=center>\n<img src=x.png alt='Logo'>\n<p>Centred.</p>\n</div>\n\n"
        "<details>\n<summary>More</summary>\n\nInner **text**.\n\n</details>\n\n<script>bad()</script>\n\n"
        "<table><tr><th>Id<th>Price<tr><td>1<td>12</table>\n\nEnd <kbd>Ctrl</kbd><br>line.\n",
    )
    assert texts(document) == [
        "Logo",
        "Centred.",
        "More",
        "Inner text.",
        "Id\tPrice\n1\t12",
        "End Ctrl\nline.",
    ]


@pytest.mark.parametrize("mark", ["> ", "- ", "  " * 3 + "- "])
def test_deep_nesting_loses_nothing(tmp_path: Path, mark: str) -> None:
    document = read_bytes(tmp_path, "a.md", mark * 40 + "deep\n\nAfter.\n")
    assert "deep" in " ".join(texts(document))
    assert texts(document)[-1] == "After."
