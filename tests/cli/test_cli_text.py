from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pincite.cli.jsonable import jsonable, to_json
from pincite.cli.text import (
    clean,
    excerpt,
    file_size,
    one_line,
    page_list,
    page_reference,
    plural,
    quoted,
    section_path,
    with_pages,
)
from pincite.domain import BlockKind, Rectangle, Span
from pincite.errors import NotFoundError

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))
OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@given(ANY_TEXT)
@example("\x1b[31mred\x1b]0;title\x07\x9b31m")
@example(OVERRIDES)
@example("\ud800")
def test_clean_text_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    shown = clean(text)
    assert all(unicodedata.category(c) not in {"Cc", "Cs"} or c in "\n\t" for c in shown)
    assert not set(shown) & set(OVERRIDES)
    assert "\n" not in one_line(text)
    shown.encode("utf-8")


def test_clean_keeps_ordinary_text() -> None:
    text = "naïve – “quotes” \u05e9\u05dc\u05d5\u05dd 契約書 \U0001f600\n\tcell"
    assert clean(text) == text


def test_quotes_keep_the_rows_of_tables() -> None:
    assert quoted("Form\tWidth\nLight  well\t1.1\n\n") == "Form · Width\nLight well · 1.1"


def test_an_excerpt_begins_where_the_question_is_answered() -> None:
    text = "The river is long. " * 30 + "A heron nests at the weir. It is grey."
    found = excerpt(text, "where does the heron nest", 60)
    assert found == "… A heron nests at the weir. It is grey."


@given(st.text(), st.text(), st.integers(20, 200))
def test_an_excerpt_is_short_and_part_of_the_text(text: str, question: str, length: int) -> None:
    found = excerpt(text, question, length)
    assert len(found) <= length + 3
    assert found.removeprefix("… ").removesuffix("…") in one_line(text)


@pytest.mark.parametrize(
    ("index", "label", "crosses", "shown"),
    [
        (5, "5", False, "page 5"),
        (5, "xii", False, "page xii (page 5 of the file)"),
        (5, "", False, "page 5"),
        (5, "\x1b[1m9", False, "page [1m9 (page 5 of the file)"),
        (3, "iii", True, "from page iii (page 3 of the file)"),
    ],
)
def test_pages_are_named_as_printed(index: int, label: str, crosses: bool, shown: str) -> None:
    assert page_reference(index, label, crosses=crosses) == shown


def test_numbers_and_lists() -> None:
    assert plural(1, "page") == "1 page"
    assert plural(0, "page") == "0 pages"
    assert plural(12000, "page") == "12,000 pages"
    assert with_pages("Two pages hold no text.", (3, 4)) == "Two pages hold no text (pages 3–4)"
    assert with_pages("It is long.", ()) == "It is long."
    assert page_list([7, 2, 5, 6, 6]) == "2, 5–7"
    assert [file_size(n) for n in (999, 80600, 5_000_000, 2_000_000_000)] == [
        "999 bytes",
        "80.6 kB",
        "5.0 MB",
        "2.0 GB",
    ]
    assert section_path(("3 Results", "3.1\nAgreement")) == "3 Results › 3.1 Agreement"


@dataclass
class _Thing:
    spans: tuple[Span, ...]
    frame: Rectangle
    kind: BlockKind
    scores: dict[str, float]


def test_json_has_plain_types_only() -> None:
    thing = _Thing(
        (Span(1, 2, 3),), Rectangle(1, 0.5, 0.5, 1.0, 1.0), BlockKind.TABLE, {"late": float("nan")}
    )
    assert jsonable([thing, Path("a"), NotFoundError("no", "yes"), np.float32(0.5), np.arange(2)]) == [
        {"spans": [[1, 2, 3]], "frame": [1, 0.5, 0.5, 1.0, 1.0], "kind": "table", "scores": {"late": None}},
        "a",
        {"message": "no", "remedy": "yes"},
        0.5,
        [0, 1],
    ]
    with pytest.raises(TypeError, match="object"):
        jsonable(object())


@given(ANY_TEXT)
@example("\x9b31m\x7f\u202e\ud800\x1b")
def test_json_gives_text_back_and_is_safe_to_show(text: str) -> None:
    printed = to_json({"text": text})
    assert json.loads(printed) == {"text": text} or re.search("[\ud800-\udfff]", text)
    assert clean(printed) == printed
