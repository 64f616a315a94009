"""Phrases that speak for a field."""

from __future__ import annotations

import pytest

from pincite.research.cues import Cues, cues

LAW = "This Agreement shall be Governed by, and construed under, the Laws of the State of Ohio."


@pytest.mark.parametrize(
    ("phrase", "text", "holds"),
    [
        ("governed by", LAW, True),
        ("governed by ... law/laws", LAW, True),
        ("govern* by", LAW, True),
        ("govern by", LAW, False),
        ("overned by", LAW, False),
        ("laws ... governed", LAW, False),
        ("party's consent", "without the other party’s consent", True),
        ("within # days", "within 30 days", True),
        ("within # days", "within thirty days", False),
        ("# of revenue", "pays 12.5% of revenue", True),
        ("this # day of", "made this 1st day of August", True),
        ("start ... end", "start " + "word " * 12 + "end", True),
        ("start ... end", "start " + "word " * 13 + "end", False),
        ("non-exclusive", "a NON-EXCLUSIVE licence", True),
    ],
)
def test_a_phrase_is_words_in_order(phrase: str, text: str, holds: bool) -> None:
    assert bool(Cues([phrase]).count(text)) is holds


def test_phrases_are_counted_once_each_and_placed() -> None:
    several = cues(("governed by", "laws of", "insurance"))
    assert several.count(LAW) == 2
    assert [LAW[start:end] for start, end in several.spans(LAW)] == ["Governed by", "Laws of"]


@pytest.mark.parametrize(
    "phrase", ["", "   ", "... law", "law ...", "a ... b ... c ... d", "(a+)+b", "x|y", "w" * 201, "a?"]
)
def test_what_is_no_phrase_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="cue"):
        Cues([phrase])


def test_too_many_phrases_are_refused() -> None:
    with pytest.raises(ValueError, match="more than"):
        Cues(["word"] * 81)


def test_no_text_keeps_a_phrase_busy_without_end() -> None:
    several = Cues(["a ... b ... c", "a/b ... a/b ... z", "a* ... a* ... aaa"])
    assert several.count("a b " * 2000 + "z") == 1
