from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pincite.parse import characters
from pincite.parse.characters import Class


def codes(text: str) -> np.ndarray:
    return np.array([ord(char) for char in text], np.uint32)


def test_ligatures_are_spelt_out() -> None:
    given_codes = codes("of\ufb01ce \ufb04")
    times = characters.expansion_lengths(given_codes)
    assert times is not None
    assert times.tolist() == [1, 1, 2, 1, 1, 1, 3]
    assert "".join(map(chr, characters.expand(given_codes, times))) == "office ffl"
    assert characters.expansion_lengths(codes("plain")) is None


def test_classes() -> None:
    text = "a \u00a0\t\x00\x02\u00ad\u200b\ufffe\ud800\u00b4\U0001f600\U0001ffff"
    expected = [
        Class.PLAIN, Class.SPACE, Class.SPACE, Class.SPACE, Class.BAD, Class.HYPHEN, Class.SOFT, Class.VANISHING,
        Class.BAD, Class.BAD, Class.ACCENT, Class.PLAIN, Class.BAD,
    ]  # fmt: skip
    assert characters.classes(codes(text)).tolist() == expected


@given(st.text())
def test_cleaned_strings_are_safe(text: str) -> None:
    cleaned = characters.clean(text)
    assert unicodedata.is_normalized("NFC", cleaned)
    cleaned.encode("utf-8")
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in cleaned)
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned


def test_clean_drops_lone_surrogates_and_controls() -> None:
    assert characters.clean("a\x00b\ud800 c\n\td ") == "ab c d"


def test_accents_drawn_over_letters_are_composed() -> None:
    # An acute over the e that follows it, a diaeresis over the dotless i before it, and one that stands alone.
    boxes = np.array(
        [[0, 0, 10, 20], [12, 0, 20, 20], [11, 0, 21, 20], [30, 0, 34, 20], [28, 0, 36, 20], [50, 0, 58, 20]],
        np.uint16,
    )
    text, joined = characters.join_accents("r\u00b4ei\u00a8\u00b4", boxes)
    text, joined = characters.normalise(text, joined)
    assert text == "réï\u00b4"
    assert len(joined) == len(text)
    assert joined[1].tolist() == [11, 0, 21, 20]


@given(st.text(alphabet="aeiou\u0301\u0308\u0327\u212b\u1100\u1161\u11a8\u0958 ", max_size=20))
def test_normalising_keeps_a_box_a_character(text: str) -> None:
    boxes = np.tile(np.array([1, 1, 2, 2], np.uint16), (len(text), 1))
    normal, joined = characters.normalise(text, boxes)
    assert normal == unicodedata.normalize("NFC", text)
    assert joined.shape == (len(normal), 4)
