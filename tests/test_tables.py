from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.pages import count_words, make_page, make_table_page

from pincite.chunking import make_chunks
from pincite.config import ChunkSettings
from pincite.domain import BlockKind, Chunk, Page
from pincite.tables import Row, is_read_from, plain, read_table

CAPTION = (BlockKind.CAPTION, "Table 1. Accounts (in millions)")


def rows_of(page: Page) -> list[Row]:
    block = page.blocks[-1]
    assert block.table is not None
    return read_table(page.text, block, block.table, None)[0]


def readings(page: Page) -> list[str]:
    return [row.reading() for row in rows_of(page) if row.role == "values"]


def chunks_of(*pages: Page, tokens: int = 200) -> list[Chunk]:
    return make_chunks(pages, count_words, ChunkSettings(tokens=tokens, overlap_tokens=6))


def sentences(chunk: Chunk) -> list[str]:
    return [chunk.text[sentence.start : sentence.end] for sentence in chunk.sentences]


def test_a_row_is_read_with_its_heads_and_unit() -> None:
    page = make_table_page(
        1,
        [["", "2018", "2017"], ["Capital expenditures", "1,577", "1,373"]],
        before=[CAPTION],
        unit="(in millions)",
        head_rows=1,
    )
    assert readings(page) == ["Capital expenditures: 2018 1,577; 2017 1,373 (in millions)"]


def test_spanning_heads_come_first() -> None:
    page = make_table_page(
        1,
        [
            ["", "Retail", "", "Wholesale", ""],
            ["Region", "First", "Second", "First", "Second"],
            ["North", "1", "2", "3", "4"],
        ],
        wide={(0, 1): 2, (0, 3): 2},
        head_rows=2,
    )
    assert readings(page) == ["North: Retail First 1; Retail Second 2; Wholesale First 3; Wholesale Second 4"]
    assert rows_of(page)[0].reading() == (
        "Region; Retail First; Retail Second; Wholesale First; Wholesale Second"
    )


def test_a_head_that_reaches_down_is_read_once() -> None:
    page = make_table_page(
        1, [["Year", "Sales"], ["", "net"], ["2018", "5"]], tall={(0, 0): 2}, head_rows=2, label_columns=0
    )
    assert readings(page) == ["Year 2018; Sales net 5"]


def test_labels_of_groups_come_before_the_label() -> None:
    page = make_table_page(
        1,
        [["", "2018"], ["Assets:"], ["Current assets"], ["Cash", "7"], ["Total", "9"]],
        head_rows=1,
        parents=(-1, -1, 1, 2, -1),
    )
    assert readings(page) == ["Assets, Current assets, Cash: 2018 7", "Total: 2018 9"]
    assert [row.role for row in rows_of(page)] == ["head", "group", "group", "values", "values"]


def test_labels_that_reach_over_rows_name_each() -> None:
    page = make_table_page(
        1, [["North", "Retail", "5"], ["", "Wholesale", "6"]], tall={(0, 0): 2}, label_columns=2
    )
    assert readings(page) == ["North, Retail: 5", "North, Wholesale: 6"]


def test_without_a_head_only_values_are_read() -> None:
    page = make_table_page(1, [["Length", "5", "7"], ["Width", "6"]])
    assert readings(page) == ["Length: 5; 7", "Width: 6"]


def test_a_table_of_text_reads_naturally() -> None:
    long = "The time after which the sensor sleeps."
    page = make_table_page(
        1, [["Key", "Meaning", "Default"], ["Timeout", long, "5 s"]], head_rows=1, label_columns=1
    )
    assert readings(page) == [f"Timeout: Meaning: {long} Default 5 s"]


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("$ 1,577", "$1,577"),
        ("$\t(1,577 )", "$(1,577)"),
        ("( 12.5 )", "(12.5)"),
        ("12.5 %", "12.5%"),
        ("Cash . . . . .", "Cash"),
        ("Cash …… ", "Cash"),
        ("Acme Inc.", "Acme Inc."),
        ("Assets:", "Assets"),
        ("\u2212 3", "\u2212 3"),
    ],
)
def test_a_cell_is_read_without_what_is_typography(cell: str, read: str) -> None:
    assert plain(cell) == read


def test_signs_in_cells_of_their_own_join_their_number() -> None:
    page = make_table_page(1, [["", "", "2018", "", "Share"], ["Sales", "$", "5", "12.5", "%"]], head_rows=1)
    assert readings(page) == ["Sales: 2018 $5; 12.5%"]


def test_a_unit_is_read_with_numbers_only_and_not_twice() -> None:
    caption = (BlockKind.CAPTION, "Table 2. Fares (in pounds)")
    rows = [["", "Fare (in pounds)", "Route"], ["Ferry", "5", "north"], ["Bus", "", "south"]]
    page = make_table_page(1, rows, before=[caption], unit="(in pounds)", head_rows=1)
    assert readings(page) == ["Ferry: Fare (in pounds) 5; Route north (in pounds)", "Bus: Route south"]


def test_a_continued_table_takes_head_and_unit_of_the_last() -> None:
    one = make_table_page(
        1,
        [["", "2018"], ["Cash", "7"]],
        before=[CAPTION],
        caption=True,
        unit="(in millions)",
        head_rows=1,
    )
    two = make_table_page(2, [["Goodwill", "9"]], continued=True)
    (chunk,) = chunks_of(one, two)
    assert chunk.text.split("\n") == [
        "Table 1. Accounts (in millions)",
        "2018 (in millions)",
        "Cash: 2018 7 (in millions)",
        "Goodwill: 2018 9 (in millions)",
    ]
    assert chunk.sentences[-1].spans[0].page_index == 2
    assert chunk.sentences[-1].context == (0, chunk.sentences[1].end)


def test_a_row_keeps_its_own_line_as_its_place() -> None:
    page = make_table_page(1, [["", "2018", "2017"], ["Cash", "7", "8"]], before=[CAPTION], head_rows=1)
    (chunk,) = chunks_of(page)
    row = chunk.sentences[-1]
    assert row.reading
    assert row.kind is BlockKind.TABLE
    assert [page.text[start:end] for _, start, end in row.spans] == ["Cash\t7\t8"]


def test_heads_are_no_evidence_and_go_with_their_rows() -> None:
    filler = (BlockKind.PARAGRAPH, "Some words that fill the chunk nearly up to its very end now.")
    rows = [["", "2018"], ["Cash", "7"], ["Goodwill", "9"]]
    page = make_table_page(1, rows, before=[filler, CAPTION], caption=True, head_rows=1)
    first, second = chunks_of(page, tokens=19)
    assert sentences(first) == [filler[1]]
    assert sentences(second) == [CAPTION[1], "2018", "Cash: 2018 7", "Goodwill: 2018 9"]
    assert second.sentences[1].kind is BlockKind.HEADING
    assert second.sentences[2].context == (0, len("Table 1. Accounts (in millions)\n2018"))


def test_groups_at_the_end_of_a_chunk_move_behind_the_repeated_head() -> None:
    rows = [["", "2018"], ["North"], ["Cash", "7"], ["Goodwill", "9"], ["South"], ["Cash", "8"]]
    parents = (-1, -1, 1, 1, -1, 4)
    page = make_table_page(1, rows, before=[CAPTION], caption=True, head_rows=1, parents=parents)
    first, second = chunks_of(page, tokens=18)
    assert sentences(first)[-2:] == ["North, Cash: 2018 7", "North, Goodwill: 2018 9"]
    assert sentences(second) == [CAPTION[1], "2018", "South", "South, Cash: 2018 8"]
    assert second.overlap == 2
    assert second.sentences[-1].context == (0, second.sentences[1].end)


def test_a_line_between_caption_and_table_belongs_to_both() -> None:
    between = (BlockKind.PARAGRAPH, "(in millions)")
    page = make_table_page(
        1, [["", "2018"], ["Cash", "7"]], before=[CAPTION, between], unit="(in millions)", head_rows=1
    )
    table = page.blocks[-1].table
    assert table is not None
    block = replace(page.blocks[-1], table=replace(table, caption=(page.blocks[0].start, page.blocks[0].end)))
    (chunk,) = chunks_of(replace(page, blocks=(*page.blocks[:-1], block)))
    assert sentences(chunk)[2] == "2018 (in millions)"
    assert chunk.sentences[-1].context == (0, chunk.sentences[2].end)


def test_a_caption_below_is_said_by_the_head() -> None:
    page = make_table_page(1, [["", "2018"], ["Cash", "7"]], head_rows=1)
    below = make_page(1, [(BlockKind.TABLE, page.text), CAPTION])
    table = page.blocks[-1].table
    assert table is not None
    start, end = below.blocks[1].start, below.blocks[1].end
    block = replace(below.blocks[0], table=replace(table, caption=(start, end)))
    (chunk,) = chunks_of(replace(below, blocks=(block, below.blocks[1])))
    assert sentences(chunk)[0] == "Table 1. Accounts (in millions): 2018"


def test_a_table_that_goes_on_repeats_caption_and_head() -> None:
    rows = [["", "2018", "2017"], *([f"Account {n}", f"{n},577", f"{n},373"] for n in range(1, 30))]
    page = make_table_page(1, rows, before=[CAPTION], caption=True, head_rows=1)
    chunks = chunks_of(page, tokens=40)
    assert len(chunks) > 3
    for chunk in chunks:
        assert sentences(chunk)[:2] == [CAPTION[1], "2018; 2017"]
        assert chunk.sentences[-1].context == (0, chunk.sentences[1].end)
    assert covered(chunks, [page]) == indexed([page])


def test_a_wide_row_is_read_in_parts_each_with_its_label() -> None:
    heads = ["", *(f"Month {n}" for n in range(1, 13))]
    page = make_table_page(1, [heads, ["Rain", *(str(n * 11) for n in range(1, 13))]], head_rows=1)
    chunks = chunks_of(page, tokens=20)
    parts = [text for chunk in chunks for text in sentences(chunk) if text.startswith("Rain: ")]
    assert parts[0].startswith("Rain: Month 1 11; Month 2 22")
    assert len(parts) > 1
    assert "; ".join(part.removeprefix("Rain: ") for part in parts) == "; ".join(
        f"Month {n} {n * 11}" for n in range(1, 13)
    )
    assert covered(chunks, [page]) == indexed([page])


def covered(chunks: list[Chunk], pages: list[Page]) -> set[tuple[int, int]]:
    """Every character that is not white space and in a sentence, by page and offset."""
    texts = {page.index: page.text for page in pages}
    return {
        (page_index, offset)
        for chunk in chunks
        for sentence in chunk.sentences
        for page_index, start, end in sentence.spans
        for offset in range(start, end)
        if not texts[page_index][offset].isspace()
    }


def indexed(pages: list[Page]) -> set[tuple[int, int]]:
    return {
        (page.index, offset)
        for page in pages
        for block in page.blocks
        if block.kind.indexed
        for offset in range(block.start, block.end)
        if not page.text[offset].isspace()
    }


CELL = st.one_of(
    st.just(""),
    st.text(alphabet="abcXYZ$%().:,0123456789 \té語", min_size=1, max_size=25).map(str.strip),
    st.integers(1, 300).map(lambda n: "word " * (n // 5) + "x" * (n % 5 + 1)),
)


@st.composite
def table_pages(draw: st.DrawFn) -> list[Page]:
    pages = []
    for index in range(1, draw(st.integers(1, 3)) + 1):
        columns = draw(st.integers(1, 5))
        rows = draw(st.lists(st.lists(CELL, min_size=columns, max_size=columns), min_size=1, max_size=6))
        rows = [row for row in rows if any(row)] or [["x"]]
        page = make_table_page(
            index,
            rows,
            before=[CAPTION, (BlockKind.PARAGRAPH, "Something between.")][: draw(st.integers(0, 2))],
            caption=draw(st.booleans()),
            head_rows=draw(st.integers(0, 3)),
            label_columns=draw(st.integers(0, 3)),
            continued=draw(st.booleans()),
            parents=tuple(draw(st.integers(-1, 7)) for _ in rows),
        )
        pages.append(page)
    return pages


@pytest.mark.parametrize("head_rows", [0, 1])
def test_dots_alone_are_read_as_they_stand(head_rows: int) -> None:
    page = make_table_page(1, [[".."], ["x"]], head_rows=head_rows, label_columns=0)
    assert all(text.strip() for chunk in chunks_of(page) for text in sentences(chunk))


@given(pages=table_pages(), tokens=st.integers(16, 60))
@settings(max_examples=200, deadline=None)
def test_no_cell_is_lost_and_every_reading_is_true(pages: list[Page], tokens: int) -> None:
    chunks = chunks_of(*pages, tokens=tokens)
    assert covered(chunks, pages) == indexed(pages)
    texts = {page.index: page.text for page in pages}
    for chunk in chunks:
        assert sum(count_words(sentences(chunk))) <= tokens
        for sentence, text in zip(chunk.sentences, sentences(chunk), strict=True):
            pieces = [texts[index][start:end] for index, start, end in sentence.spans]
            assert text.strip()
            if sentence.reading:
                assert is_read_from(text, pieces)
            else:
                assert text in (" ".join(pieces), "".join(pieces))
            if sentence.context:
                assert 0 <= sentence.context[0] < sentence.context[1] <= sentence.start
        for one, two in itertools.pairwise(chunk.sentences):
            assert one.end < two.start
