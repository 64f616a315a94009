from __future__ import annotations

import time

import pytest

from pincite.answer.markers import read_numbers, remove_markers


def cited(text: str, sources: int = 4) -> list[int]:
    return sorted({number for mark in remove_markers(text, sources).marks for number in mark.cited})


@pytest.mark.parametrize(
    ("marked", "text", "numbers"),
    [
        ("It is so [1].", "It is so.", [1]),
        ("It is so.[1]", "It is so.", [1]),
        ("It is so. [1]", "It is so.", [1]),
        ("It is so [1, 2].", "It is so.", [1, 2]),
        ("It is so [1][2].", "It is so.", [1, 2]),
        ("It is so [1] [2].", "It is so.", [1, 2]),
        ("It is so [1], [2] and [4].", "It is so.", [1, 2, 4]),
        ("It is so [2-4].", "It is so.", [2, 3, 4]),
        ("It is so [2–4].", "It is so.", [2, 3, 4]),
        ("It is so [1 and 3].", "It is so.", [1, 3]),
        ("It is so [ 1 ].", "It is so.", [1]),
        ("It is so [1，2].", "It is so.", [1, 2]),
        ("东京是首都【1】。", "东京是首都。", [1]),
        ("It is so 【2†source】.", "It is so.", [2]),
        ("It is so (1).", "It is so.", [1]),
        ("It is so (1, 3), and more.", "It is so, and more.", [1, 3]),
        ("It is so [^1].", "It is so.", [1]),
        ("It is so [Source 2].", "It is so.", [2]),
        ("It is so (source: 2, 3).", "It is so.", [2, 3]),
        ("It is so [Doc 1].", "It is so.", [1]),
        ("It is so [Source 1, Source 3].", "It is so.", [1, 3]),
        ("It is so (see [1] and [2]).", "It is so.", [1, 2]),
        ("It is so [1](#source-1).", "It is so.", [1]),
        ("It is so. Source 2.", "It is so.", [2]),
        ("It is so. Sources: [1], [3]", "It is so.", [1, 3]),
        ("It [1] is [2] so.", "It is so.", [1, 2]),
        ("According to source 3, it is so.", "According to the source, it is so.", [3]),
        ("According to [1], it is so.", "According to the source, it is so.", [1]),
        ("Source 2 states that it is so.", "The source states that it is so.", [2]),
        ("[1] states that it is so.", "The source states that it is so.", [1]),
        ("Laut [2] ist es so.", "Laut der Quelle ist es so.", [2]),
        ("| Paris [1] | [2] |", "| Paris | |", [1, 2]),
    ],
)
def test_every_common_form(marked: str, text: str, numbers: list[int]) -> None:
    assert remove_markers(marked, 4).text == text
    assert cited(marked) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "The function f(1) is not a marker.",
        "In 1998 (1998) it was so.",
        "It lasts one (1) year.",
        "It lasts no more than one (1).",
        "(1) first item",
        "As equation (1) says, and equation (2).",
        "Here `a[1]` and ``b[2] ` c[3]`` are code.",
        "The index x[1] and items[2].name and arr[0] are code.",
        "The power source 2 failed.",
        "An open source 3 is so.",
        "It costs (5) there.",
    ],
)
def test_what_is_no_marker_stays(text: str) -> None:
    found = remove_markers(text, 4)
    assert (found.text, found.marks, found.invented) == (text, (), 0)


def test_invented_numbers_are_taken_out_and_counted() -> None:
    found = remove_markers("A [9]. B [0]. C [2-99999999]. D [" + "9" * 5000 + "]. E [3-1].", 4)
    assert found.text == "A. B. C. D. E."
    assert [mark.cited for mark in found.marks] == [(), (), (2, 3, 4), (), ()]
    assert found.invented == 5


def test_a_huge_range_is_no_long_loop() -> None:
    begin = time.perf_counter()
    assert read_numbers("[1-999999999999999999999999]", 3) == ((1, 2, 3), 1)
    remove_markers("[" + "1," * 20_000 + "1] " + "[1-" * 5_000, 3)
    assert time.perf_counter() - begin < 5


def test_without_sources_every_number_is_invented() -> None:
    found = remove_markers("It is so [1].", 0)
    assert (found.text, found.invented, cited("It is so [1].", 0)) == ("It is so.", 1, [])


def test_offsets_lead_back_to_the_original() -> None:
    text = "One [1]. Two [2, 3]. Three."
    found = remove_markers(text, 4)
    for word in ("One", "Two", "Three"):
        assert found.original(found.text.index(word)) == text.index(word)
