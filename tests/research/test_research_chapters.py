"""Chapters of a book, by its outline."""

from __future__ import annotations

import numpy as np

from pincite.research.aspects import aspects_of
from pincite.research.chapters import chapters, main_ideas
from pincite.research.reading import Reading
from support.readings import make_reading

FILLER = "The houses are of brick and the trams are loud in the winter."


def book() -> Reading:
    pages = [
        [("heading", "Contents"), ("p", "Rivers and lakes and seas are on the pages named.")],
        [("heading", "1 Rivers"), ("p", f"This chapter describes the rivers of the north. {FILLER}")],
        [("heading", "2 Lakes"), ("p", f"{FILLER} Lakes are the main subject of the second part.")],
        [("heading", "3 Seas"), ("p", FILLER)],
        [("heading", "Index"), ("p", "Rivers and lakes and seas are on the pages named.")],
    ]
    titles = ["Contents", "Rivers", "Lakes", "Seas", "Index"]
    return make_reading(*pages, outline=[(title, n) for n, title in enumerate(titles, start=1)])


def test_chapters_are_those_of_the_outline_with_their_text() -> None:
    found = chapters(book())
    assert [chapter.heading.text for chapter in found] == ["1 Rivers", "2 Lakes", "3 Seas"]
    assert [chapter.lines[-1].text for chapter in found] == [
        FILLER,
        "Lakes are the main subject of the second part.",
        FILLER,
    ]


def test_the_title_above_the_chapters_is_none() -> None:
    pages = [[("heading", title), ("p", FILLER)] for title in ("The North", "Rivers", "Lakes", "Seas")]
    reading = make_reading(*pages, outline=[("The North", 1), ("Rivers", 2), ("Lakes", 3), ("Seas", 4)])
    assert len(chapters(reading)) == 4


def test_no_outline_no_chapters() -> None:
    assert chapters(make_reading([("heading", "Rivers"), ("p", FILLER)])) == []


def test_each_chapter_says_what_it_is_about_or_nothing() -> None:
    reading = book()
    aspect = next(aspect for aspect in aspects_of("book") if aspect.layout == "chapters")
    ideas = main_ideas(reading, aspect, np.full(len(reading.lines), 0.5, np.float32))
    assert [idea.line.text for idea in ideas] == ["This chapter describes the rivers of the north."]
