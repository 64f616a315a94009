from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pincite.domain import Block, BlockKind, Cell, Notice, OutlineEntry, Sentence, Span, Table
from pincite.store import codec

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)


@settings(deadline=None)
@given(st.data())
def test_any_boxes_come_back_as_they_were(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    values = st.sampled_from([0, 1, 200, 32767, 32768, 65535]) | st.integers(0, 65535)
    boxes = data.draw(arrays.arrays(np.uint16, (len(text), 4), elements=values, fill=st.just(0)))
    assert np.array_equal(codec.decode_boxes(codec.encode_boxes(boxes, text), text), boxes)


def typeset(lines: int, seed: int) -> tuple[str, np.ndarray]:
    """A page as a parser sees it: glyphs of a proportional font, their edges rounded, spaces without ink."""
    random = np.random.default_rng(seed)
    widths = dict(zip("abcdefghijklmnopqrstuvwxyz", random.uniform(300, 900, 26), strict=True))
    text, rows = [], []
    for line in range(lines):
        x, y = 7000.0, 5000 + line * 1150
        for _ in range(12):
            for letter in random.choice(list(widths), random.integers(2, 9)):
                text.append(letter)
                rows.append((round(x), y, round(x + widths[letter]), y + 900))
                x += widths[letter]
            text.append(" ")
            rows.append((0, 0, 0, 0))
            x += 280 * (1 + line % 7 / 10)
    return "".join(text), np.array(rows).astype(np.uint16)


def test_geometry_of_set_text_takes_less_than_two_bytes_a_character() -> None:
    text, boxes = typeset(45, seed=3)
    data = codec.encode_boxes(boxes, text)
    assert np.array_equal(codec.decode_boxes(data, text), boxes)
    assert len(data) < 2 * len(text)


def test_boxes_of_another_text_or_damaged_boxes_are_refused() -> None:
    text, boxes = typeset(3, seed=1)
    data = codec.encode_boxes(boxes, text)
    with pytest.raises(ValueError, match="do not belong"):
        codec.encode_boxes(boxes, text + "x")
    for wrong in (data[:-7], b"\x09" + data[1:], data[:1] + b"nonsense", b""):
        with pytest.raises(ValueError, match="geometry"):
            codec.decode_boxes(wrong, text)
    with pytest.raises(ValueError, match="does not belong"):
        codec.decode_boxes(data, text + "more than a byte of mask")


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), max_size=30))
def test_counts_come_back_in_order_of_ids(counts: dict[int, int]) -> None:
    data = codec.encode_counts(np.array(list(counts), np.uint32), np.array(list(counts.values()), np.uint32))
    ids, values = codec.decode_counts(data)
    assert dict(zip(ids.tolist(), values.tolist(), strict=True)) == counts
    assert ids.tolist() == sorted(counts)


def test_counts_that_do_not_fit_together_are_refused() -> None:
    two, one = np.array([4, 4], np.uint32), np.array([1], np.uint32)
    with pytest.raises(ValueError, match="one length"):
        codec.encode_counts(two, one)
    with pytest.raises(ValueError, match="twice"):
        codec.encode_counts(two, two)


def test_json_columns_come_back_as_nouns() -> None:
    blocks = (
        Block(BlockKind.HEADING, 0, 4, level=1),
        Block(BlockKind.PARAGRAPH, 5, 9, section=("One", "Two"), joint=None),
        Block(BlockKind.PARAGRAPH, 9, 12, section=("One", "Two"), joint=""),
    )
    sentences = (Sentence(0, 5, (Span(1, 90, 93), Span(2, 0, 2)), BlockKind.LIST_ITEM),)
    notices = (Notice("a", "Message.", (1, 2)), Notice("b", "Other."))
    outline = (OutlineEntry("One", 1, 3),)
    assert codec.decode_blocks(codec.encode_blocks(blocks)) == blocks
    assert codec.decode_sentences(codec.encode_sentences(sentences)) == sentences
    assert codec.decode_notices(codec.encode_notices(notices)) == notices
    assert codec.decode_outline(codec.encode_outline(outline)) == outline


@settings(deadline=None)
@given(st.text(st.characters()))
def test_storable_text_keeps_its_length_and_can_be_encoded(text: str) -> None:
    stored = codec.storable(text)
    assert len(stored) == len(text)
    assert "\0" not in stored
    stored.encode()
    assert all(a == b or b == "\ufffd" for a, b in zip(text, stored, strict=True))


def test_tables_come_back_as_they_were() -> None:
    cells = (Cell(0, 1, 4, 9, columns=2), Cell(1, 0, 10, 14, rows=2), Cell(1, 1, 15, 16), Cell(2, 2, 20, 30))
    table = Table(cells, 1, 1, (-1, -1, 1), continued=True, caption=(40, 52), unit=(2, 3))
    blocks = (
        Block(BlockKind.TABLE, 4, 30, table=table),
        Block(BlockKind.TABLE, 31, 35, table=Table(())),
        Block(BlockKind.TABLE, 36, 39),
    )
    assert codec.decode_blocks(json.loads(json.dumps(codec.encode_blocks(blocks)))) == blocks
