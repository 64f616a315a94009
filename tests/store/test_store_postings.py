from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from store_builders import add

from pincite.store import Scope, Store
from pincite.store.postings import Layout, build, lengths, score
from pincite.store.tables import documents, metadata, postings

WORDS = st.sampled_from(["ant", "bee", "cat", "Dog", '"', "*", "né", "東京", "NEAR"])
TEXT = st.lists(WORDS, max_size=8).map(" ".join)
LIBRARY = st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=1, max_size=5)
QUESTION = st.lists(st.lists(WORDS, min_size=1, max_size=3), max_size=4)


def naive_bm25(library: dict[int, list[str]], groups: list[list[str]]) -> dict[tuple[int, int], float]:
    """BM25 from its definition, one chunk after the other."""
    texts = {(pk, n): text.split() for pk, chunks in library.items() for n, text in enumerate(chunks)}
    total = len(texts)
    average = sum(map(len, texts.values())) / total if total else 0

    def one(term: str, terms: list[str]) -> float:
        holding = sum(term in other for other in texts.values())
        idf = math.log(1 + (total - holding + 0.5) / (holding + 0.5))
        count = terms.count(term)
        return idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(terms) / average)) if count else 0.0

    scores = {
        place: sum(max(one(t, terms) for t in group) for group in groups) for place, terms in texts.items()
    }
    return {place: value for place, value in scores.items() if value}


@contextlib.contextmanager
def indexed(library: list[list[str]]) -> Iterator[sa.Connection]:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        fill(connection, library)
        yield connection
    engine.dispose()


def fill(connection: sa.Connection, library: list[list[str]]) -> None:
    metadata.create_all(connection)
    first = 1
    for pk, chunks in enumerate(library, 1):
        row = dict.fromkeys(
            ("id", "sha256", "file_name", "media_type", "title", "language", "added_at"), str(pk)
        )
        row |= {"authors": [], "notices": [], "outline": [], "parameters": {}, "token_counts": b"", "size": 0}
        row |= {"first_chunk": first, "chunk_count": len(chunks), "chunk_terms": lengths(chunks)}
        row |= {"first_page": first, "page_count": len(chunks), "page_terms": lengths(chunks), "revision": pk}
        connection.execute(documents.insert(), row)
        rows = [{"term": t, "document_pk": pk, "chunks": c, "pages": p} for t, c, p in build(chunks, chunks)]
        if rows:
            connection.execute(postings.insert(), rows)
        first += len(chunks)


@settings(deadline=None, max_examples=60)
@given(LIBRARY, QUESTION, st.sets(st.integers(1, 6)) | st.none())
def test_scores_are_bm25_of_the_documents_in_scope(
    library: list[list[str]], groups: list[list[str]], scope: set[int] | None
) -> None:
    with indexed(library) as connection:
        limits = Scope(None if scope is None else tuple(sorted(scope)))
        found = score(connection, Layout.read(connection), groups, limits, "chunks")
    seen = {pk: chunks for pk, chunks in enumerate(library, 1) if scope is None or pk in scope}
    expected = naive_bm25(seen, groups)
    best = found.best(100)
    assert {(document, number): pytest.approx(value) for _, document, number, value in best} == expected
    assert [value for *_, value in best] == sorted((value for *_, value in best), reverse=True)
    assert found.best(2) == best[:2]
    everywhere = [(pk, n) for pk in range(7) for n in range(-1, 5)]
    assert found.at(everywhere) == [pytest.approx(expected.get(place, 0.0)) for place in everywhere]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.text(st.characters(), max_size=6), max_size=3), max_size=4))
def test_no_term_is_ever_syntax(groups: list[list[str]]) -> None:
    with indexed([["ant bee", "cat"]]) as connection:
        for unit in ("chunks", "pages"):
            found = score(connection, Layout.read(connection), groups, Scope(), unit).best(5)
            assert {n for _, _, n, _ in found} <= {0, 1}


def test_a_term_that_nothing_holds_changes_nothing(store: Store, tmp_path: Path) -> None:
    assert store.search_chunks([["cat"]], Scope(), 10) == []
    add(store, tmp_path, "cat and dog", "dog")
    assert store.search_chunks([], Scope(), 10) == []
    assert store.search_chunks([["unicorn"]], Scope(), 10) == []
    assert store.search_chunks([["cat"], ["unicorn"]], Scope(), 10) == store.search_chunks(
        [["cat"]], Scope(), 10
    )
    assert store.search_chunks([["dog"]], Scope(), 0) == []


def test_a_bare_string_is_not_taken_for_a_group(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "a b c", "cab")
    with pytest.raises(TypeError, match="groups"):
        store.search_chunks(["cab"], Scope(), 5)


def test_a_page_is_found_with_its_index_and_the_same_score_when_asked_for(
    store: Store, tmp_path: Path
) -> None:
    add(store, tmp_path, "ant", "bee bee", name="a.txt")
    add(store, tmp_path, "cat", "dog", "bee", name="b.txt")
    hits = store.search_pages([["bee"]], Scope(), 10)
    assert [(hit.document_pk, hit.page_index) for hit in hits] == [(1, 2), (2, 3)]
    wanted = [(2, 3), (1, 1), (1, 2), (9, 9)]
    assert store.page_scores([["bee"]], Scope(), wanted) == [hits[1].score, 0.0, hits[0].score, 0.0]


def test_a_small_collection_is_not_starved_by_a_large_one(store: Store, tmp_path: Path) -> None:
    store.create_collection("X")
    store.create_collection("Y")
    for number in range(5):
        add(store, tmp_path, *["ant bee cat"] * 100, collection="X", name=f"{number}.txt", title=str(number))
    wanted = add(store, tmp_path, "ant with many other words beside it", collection="Y", name="y.txt")
    for limit in (1, 10):
        hits = store.search_chunks([["ant"], ["bee"], ["cat"]], store.scope("Y"), limit)
        (chunk,) = store.chunks([hit.chunk_pk for hit in hits])
        assert store.documents_by_pk([chunk.document_pk])[chunk.document_pk].id == wanted


def test_what_other_collections_hold_changes_no_score(store: Store, tmp_path: Path) -> None:
    store.create_collection("other")
    add(store, tmp_path, "ant bee", "cat", name="mine.txt")
    before = store.search_chunks([["ant"], ["cat"]], store.scope("default"), 10)
    add(store, tmp_path, "ant ant ant", "ant", name="other.txt", collection="other")
    assert store.search_chunks([["ant"], ["cat"]], store.scope("default"), 10) == before


def test_a_document_that_came_after_the_scope_was_made_is_not_in_it(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "ant", name="early.txt")
    scope = store.scope("default")
    add(store, tmp_path, "ant ant", "ant", name="late.txt")
    assert [hit.chunk_pk for hit in store.search_chunks([["ant"]], scope, 10)] == [1]
    assert sorted(hit.chunk_pk for hit in store.search_chunks([["ant"]], store.scope("default"), 10)) == [
        1,
        2,
        3,
    ]


def test_a_scope_of_thousands_of_documents_can_be_asked(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "ant")
    scope = Scope(tuple(range(1, 40_000)))
    assert [hit.chunk_pk for hit in store.search_chunks([["ant"]], scope, 10)] == [1]


def test_thousands_of_terms_can_be_asked(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "ant")
    groups = [[f"word{number}"] for number in range(40_000)] + [["ant"]]
    assert [hit.chunk_pk for hit in store.search_chunks(groups, Scope(), 10)] == [1]
