"""Inside of one document: its pages in short, finding words, and words with their places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.errors import NotFoundError, UsageError


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as opened:
        yield opened


def heat_pumps(library: Library) -> str:
    return library.document("heat-pumps.pdf").id


def test_pages_in_parts(library: Library) -> None:
    document = library.document("heat-pumps.pdf")
    first = library.page_facts(document.id, limit=2)
    rest = library.page_facts(document.id, limit=100, cursor=first.next)
    assert len(first.items) == 2
    assert rest.next is None
    listed = [*first.items, *rest.items]
    for facts, page in zip(listed, library.pages(document.id), strict=True):
        assert (facts.index, facts.label, facts.characters) == (page.index, page.label, len(page.text))
        assert (facts.width, facts.height) == (page.width, page.height)


def test_the_last_part_has_none_after_it(library: Library) -> None:
    document = library.document("heat-pumps.pdf")
    assert library.page_facts(document.id, limit=document.pages).next is None


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.2", "9" * 30])
def test_what_is_no_cursor(library: Library, cursor: str) -> None:
    with pytest.raises(UsageError, match="cursor"):
        library.page_facts(heat_pumps(library), cursor=cursor)
    with pytest.raises(UsageError, match="cursor"):
        library.find_within(heat_pumps(library), "heat", cursor=f"{cursor}.")


def test_words_are_found_where_they_stand(library: Library) -> None:
    document = heat_pumps(library)
    found = library.find_within(document, "HEAT   pump", limit=1000)
    assert found.next is None
    assert len(found.items) > 3
    for place in found.items:
        page = library.page(document, place.page_index)
        assert page.text[place.start : place.end] == place.text
        assert place.text.lower().split() == ["heat", "pump"]
        assert list(place.rectangles) == page.rectangles(place.start, place.end)
        assert place.before == page.text[max(0, place.start - 60) : place.start]
    expected = sum(" ".join(page.text.lower().split()).count("heat pump") for page in library.pages(document))
    assert len(found.items) == expected


def test_parts_of_what_is_found_make_up_the_whole(library: Library) -> None:
    document = heat_pumps(library)
    whole = library.find_within(document, "the", limit=1000).items
    parts, cursor = [], None
    while True:
        part = library.find_within(document, "the", limit=7, cursor=cursor)
        parts += part.items
        cursor = part.next
        if cursor is None:
            break
    assert tuple(parts) == whole


def test_signs_of_patterns_are_signs(library: Library) -> None:
    document = heat_pumps(library)
    assert library.find_within(document, ".*").items == ()
    assert library.find_within(document, "(").items
    assert (
        library.find_within(document, "heat-pump").items == library.find_within(document, "heat–pump").items
    )


def test_nothing_to_look_for(library: Library) -> None:
    for words in (" ", "", "x" * 300):
        with pytest.raises(UsageError):
            library.find_within(heat_pumps(library), words)
    with pytest.raises(NotFoundError):
        library.find_within("nothing", "heat")


def test_words_of_a_page_have_their_places(library: Library) -> None:
    page = library.page(heat_pumps(library), 1)
    words = page.words()
    divided = [one.end for one, two in itertools.pairwise(words) if one.end == two.start]
    assert divided, "some word goes on in the next line"
    pieces = "".join(page.text[word.start : word.end] + " " * (word.end not in divided) for word in words)
    assert pieces.split() == page.text.split()
    for word in words:
        assert page.rectangles(word.start, word.end) == [word.rectangle]
    lines = page.lines()
    assert [line.rectangle for line in lines] == page.rectangles(0, len(page.text))
    assert all(one.end <= two.start for one, two in itertools.pairwise(lines))
