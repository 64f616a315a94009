from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.pages import count_words, make_page

from pincite.chunking import CHARACTERS_A_TOKEN, make_chunks, stream_chunks
from pincite.config import ChunkSettings
from pincite.domain import Block, BlockKind, Chunk, Page, Span

P = BlockKind.PARAGRAPH


def chunk_settings(tokens: int = 20, overlap: int = 6) -> ChunkSettings:
    return ChunkSettings(tokens=tokens, overlap_tokens=overlap)


def rebuilt(chunks: list[Chunk], pages: list[Page]) -> str:
    """What the chunks hold, overlap left out, read from the pages; white space removed."""
    by_index = {page.index: page.text for page in pages}
    spans = [s for c in chunks for sentence in c.sentences[c.overlap :] for s in sentence.spans]
    return "".join("".join(by_index[s.page_index][s.start : s.end].split()) for s in spans)


def indexed(pages: list[Page]) -> str:
    blocks = [(page, block) for page in pages for block in page.blocks if block.kind.indexed]
    return "".join("".join(page.text[b.start : b.end].split()) for page, b in blocks)


WORDS = st.text(alphabet="abcdefgXYZ.!?,;()0123456789 \t日本語。é", min_size=0, max_size=120)
LONG = st.integers(1, 900).map(lambda n: "x" * n)
BLOCKS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                P,
                BlockKind.HEADING,
                BlockKind.TABLE,
                BlockKind.RUNNING_HEAD,
                BlockKind.CODE,
                BlockKind.REFERENCE,
            ]
        ),
        st.one_of(WORDS, LONG).filter(lambda text: text.strip()).map(str.strip),
    ),
    max_size=6,
)


@given(pages=st.lists(BLOCKS, max_size=4), tokens=st.integers(16, 60), overlap=st.integers(0, 80))
@settings(max_examples=150, deadline=None)
def test_chunks_without_overlap_rebuild_the_indexed_text(
    pages: list[list[tuple[BlockKind, str]]], tokens: int, overlap: int
) -> None:
    made = [make_page(number, blocks) for number, blocks in enumerate(pages, start=1)]
    chunks = make_chunks(made, count_words, chunk_settings(tokens, overlap))
    assert rebuilt(chunks, made) == indexed(made)


@given(pages=st.lists(BLOCKS, max_size=3), tokens=st.integers(16, 60), overlap=st.integers(0, 80))
@settings(max_examples=150, deadline=None)
def test_every_sentence_is_the_text_at_its_place_and_fits(
    pages: list[list[tuple[BlockKind, str]]], tokens: int, overlap: int
) -> None:
    made = [make_page(number, blocks) for number, blocks in enumerate(pages, start=1)]
    texts = {page.index: page.text for page in made}
    for chunk in make_chunks(made, count_words, chunk_settings(tokens, overlap)):
        assert sum(count_words([chunk.text[s.start : s.end] for s in chunk.sentences])) <= tokens
        assert chunk.overlap < len(chunk.sentences)
        ends = [0, *(s.end for s in chunk.sentences)]
        for sentence, previous in zip(chunk.sentences, ends, strict=False):
            assert sentence.start >= previous
            assert not chunk.text[previous : sentence.start].strip()
            pieces = [texts[s.page_index][s.start : s.end] for s in sentence.spans]
            assert chunk.text[sentence.start : sentence.end] in ("".join(pieces), " ".join(pieces))


def test_a_sentence_divided_by_a_page_break_is_one_sentence() -> None:
    one = make_page(1, [(P, "The renewal fee is"), (BlockKind.PAGE_NUMBER, "2")])
    blocks = [Block(BlockKind.RUNNING_HEAD, 0, 0), Block(P, 0, 0, joint=" ")]
    two = make_page(2, blocks, texts=["Lease", "417 per year."])
    (chunk,) = make_chunks([one, two], count_words, chunk_settings())
    assert chunk.text == "The renewal fee is 417 per year."
    assert chunk.sentences[0].spans == (Span(1, 0, 18), Span(2, 7, 20))


def test_a_word_divided_by_a_page_break_is_one_word() -> None:
    one = make_page(1, [(P, "It needs authori")])
    two = make_page(2, [Block(P, 0, 0, joint="")], texts=["zation first."])
    (chunk,) = make_chunks([one, two], count_words, chunk_settings())
    assert chunk.text == "It needs authorization first."


def test_a_paragraph_goes_on_behind_a_footnote() -> None:
    one = make_page(1, [(P, "The oldest sensor was"), (BlockKind.FOOTNOTE, "1 Installed in 2009.")])
    two = make_page(2, [Block(P, 0, 0, joint=" ")], texts=["replaced twice."])
    text = make_chunks([one, two], count_words, chunk_settings(tokens=40))[0].text
    assert text == "The oldest sensor was replaced twice.\n1 Installed in 2009."


def test_repeated_text_keeps_its_own_place() -> None:
    page = make_page(1, [(P, "Same words here. " * 40)])
    chunks = make_chunks([page], count_words, chunk_settings(tokens=20, overlap=0))
    starts = [sentence.spans[0].start for chunk in chunks for sentence in chunk.sentences]
    assert starts == [17 * number for number in range(40)]


def test_a_sentence_beyond_the_limit_is_cut_and_nothing_is_lost() -> None:
    long = " ".join(f"word{number}" for number in range(3000)) + " zebrafinch end."
    page = make_page(1, [(P, f"Short one. {long} Short two.")])
    chunks = make_chunks([page], count_words, chunk_settings(tokens=50))
    assert any("zebrafinch" in chunk.text for chunk in chunks)
    assert max(count_words([chunk.text for chunk in chunks])) <= 50


def test_a_run_that_counts_as_one_token_is_cut_by_length() -> None:
    page = make_page(1, [(P, "A" * 20_000)])
    chunks = make_chunks([page], lambda texts: [1] * len(texts), chunk_settings(tokens=20))
    assert max(len(chunk.text) for chunk in chunks) <= 20 * CHARACTERS_A_TOKEN
    assert sum(len(chunk.text) for chunk in chunks) == 20_000


@pytest.mark.parametrize("overlap", [0, 16, 100])
def test_every_legal_overlap_ends(overlap: int) -> None:
    page = make_page(1, [(P, "ab. " * 300)])
    chunks = make_chunks([page], count_words, chunk_settings(tokens=16, overlap=overlap))
    assert len(chunks) <= 300
    assert rebuilt(chunks, [page]) == indexed([page])


def test_the_last_sentence_is_repeated_when_it_is_short_enough() -> None:
    page = make_page(
        1,
        [
            (
                P,
                "One two three four five six seven. Eight nine. Ten eleven twelve thirteen fourteen fifteen at last.",
            )
        ],
    )
    first, second = make_chunks([page], count_words, chunk_settings(tokens=16, overlap=3))
    assert first.text.endswith("Eight nine.")
    assert second.text.startswith("Eight nine. Ten")
    assert second.overlap == 1


def test_a_table_that_goes_on_repeats_its_head() -> None:
    rows = "\n".join(["Year\tFee", *(f"{2000 + n}\t{n * 100} pounds" for n in range(30))])
    page = make_page(1, [(BlockKind.TABLE, rows)])
    chunks = make_chunks([page], count_words, chunk_settings(tokens=24))
    assert len(chunks) > 1
    assert all(chunk.text.startswith("Year\tFee\n") for chunk in chunks)
    assert rebuilt(chunks, [page]) == indexed([page])


def test_headings_open_chunks_and_never_end_them() -> None:
    blocks = []
    for number in range(6):
        blocks += [
            (BlockKind.HEADING, f"Heading {number}"),
            (P, "Some words of text to fill the chunk. " * 3),
        ]
    chunks = make_chunks([make_page(1, blocks)], count_words, chunk_settings(tokens=40))
    assert all(chunk.sentences[-1].kind is P for chunk in chunks)
    assert [chunk.text.split("\n")[0] for chunk in chunks] == [f"Heading {number}" for number in range(6)]


def test_furniture_is_not_indexed() -> None:
    page = make_page(
        1, [(BlockKind.RUNNING_HEAD, "Journal of X"), (P, "Body."), (BlockKind.PAGE_NUMBER, "3")]
    )
    assert [chunk.text for chunk in make_chunks([page], count_words, chunk_settings())] == ["Body."]


def test_spans_join_only_over_white_space() -> None:
    page = make_page(1, [(P, "One."), (BlockKind.PAGE_NUMBER, "7"), (P, "Two."), (P, "Three.")])
    (chunk,) = make_chunks([page], count_words, chunk_settings())
    assert chunk.spans == (Span(1, 0, 4), Span(1, 9, 21))


def test_no_pages_give_no_chunks() -> None:
    assert make_chunks([], count_words, chunk_settings()) == []
    assert make_chunks([make_page(1, [])], count_words, chunk_settings()) == []


def test_order_of_chunks_is_order_of_the_document() -> None:
    pages = [make_page(number, [(P, f"Page {number} says something. " * 9)]) for number in range(1, 6)]
    chunks = make_chunks(pages, count_words, chunk_settings())
    places = [chunk.sentences[chunk.overlap].spans[0] for chunk in chunks]
    assert all(a < b for a, b in itertools.pairwise(places))


def test_references_share_no_chunk_with_the_text() -> None:
    page = make_page(1, [
        (P, "We measure noise in yards."), (BlockKind.HEADING, "References"),
        (BlockKind.REFERENCE, "A. Author, On noise."), (BlockKind.REFERENCE, "B. Author, On yards."),
        (BlockKind.HEADING, "Appendix"), (P, "All numbers of the yards."),
    ])  # fmt: skip
    chunks = make_chunks([page], count_words, chunk_settings(tokens=100))
    assert [chunk.text for chunk in chunks] == [
        "We measure noise in yards.",
        "References\nA. Author, On noise.\nB. Author, On yards.",
        "Appendix\nAll numbers of the yards.",
    ]


def test_chunks_come_before_all_pages_are_there() -> None:
    made = [make_page(number, [(P, f"Sentence {number} of the book.")]) for number in range(1, 1001)]
    taken: list[int] = []

    def turn() -> Iterator[Page]:
        for page in made:
            taken.append(page.index)
            yield page

    limits = chunk_settings(tokens=16, overlap=0)
    chunks = stream_chunks(turn(), count_words, limits)
    first = next(chunks)
    assert len(taken) < 500
    assert [first, *chunks] == make_chunks(made, count_words, limits)
