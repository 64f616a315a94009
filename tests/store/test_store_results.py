"""Results that are kept with the documents they were made from."""

from __future__ import annotations

from pathlib import Path

from store_builders import add

from pincite.store import Store
from pincite.store.results import result_key


def test_a_result_is_found_by_all_that_it_was_made_from(store: Store, tmp_path: Path) -> None:
    document = add(store, tmp_path, "text")
    key = result_key("summary", {"sha256": "a", "model": "m"})
    assert store.results.get(key) is None
    assert store.results.put(key, "summary", {"sentences": ["één"]}, [document])
    assert store.results.get(key) == {"sentences": ["één"]}
    assert store.results.get(result_key("summary", {"sha256": "a", "model": "other"})) is None
    assert store.results.get(result_key("extraction", {"sha256": "a", "model": "m"})) is None


def test_a_result_is_replaced(store: Store, tmp_path: Path) -> None:
    document = add(store, tmp_path, "text")
    key = result_key("summary", {})
    store.results.put(key, "summary", 1, [document])
    store.results.put(key, "summary", 2, [document])
    assert store.results.get(key) == 2
    assert store.results.clear() == 1
    assert store.results.get(key) is None


def test_a_result_goes_with_any_of_its_documents(store: Store, tmp_path: Path) -> None:
    one, other = add(store, tmp_path, "one"), add(store, tmp_path, "other")
    both, single = result_key("comparison", {}), result_key("summary", {})
    store.results.put(both, "comparison", 1, [one, other])
    store.results.put(single, "summary", 1, [other])
    store.remove_document(one)
    assert store.results.get(both) is None
    assert store.results.get(single) == 1
    assert not store.check(deep=True)


def test_nothing_is_kept_of_a_document_that_is_gone(store: Store, tmp_path: Path) -> None:
    document = add(store, tmp_path, "text")
    store.remove_document(document)
    key = result_key("summary", {})
    assert not store.results.put(key, "summary", 1, [document])
    assert store.results.get(key) is None
