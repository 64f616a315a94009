from __future__ import annotations

from pathlib import Path

import pytest
from store_builders import add

from pincite.errors import NotFoundError, UsageError
from pincite.store import Store


def names(store: Store) -> dict[str, int]:
    return {collection.name: collection.documents for collection in store.collections()}


def test_names_are_the_same_whatever_their_case(store: Store, tmp_path: Path) -> None:
    made = store.create_collection("Straße  und Recht")
    assert store.create_collection("STRASSE UND RECHT", exist_ok=True) == made
    with pytest.raises(UsageError, match="already"):
        store.create_collection("strasse und recht")
    add(store, tmp_path, "text", collection="strasse und recht")
    assert names(store) == {"default": 0, "Straße und Recht": 1}
    assert len(store.documents("STRASSE UND RECHT")) == 1
    assert store.documents("default") == []


@pytest.mark.parametrize("name", ["", "   ", "a\x07b", "x" * 201, "\u202e"])
def test_names_can_be_shown(store: Store, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name"):
        store.create_collection(name)


def test_a_collection_is_renamed(store: Store, tmp_path: Path) -> None:
    store.create_collection("old")
    store.create_collection("taken")
    add(store, tmp_path, "text", collection="old")
    store.rename_collection("old", "Old")
    store.rename_collection("old", "new")
    assert names(store) == {"default": 0, "new": 1, "taken": 0}
    with pytest.raises(UsageError, match="already"):
        store.rename_collection("new", "TAKEN")
    with pytest.raises(NotFoundError):
        store.rename_collection("old", "newer")


def test_a_collection_goes_with_the_documents_that_only_it_has(store: Store, tmp_path: Path) -> None:
    store.create_collection("law")
    shared = add(store, tmp_path, "shared", name="s.txt", collection="law")
    store.add_to_collection(shared, "default")
    add(store, tmp_path, "own", name="o.txt", collection="law")
    revision = store.revision()
    assert store.delete_collection("Law") == 1
    assert store.revision() == revision + 1
    assert [document.id for document in store.documents()] == [shared]
    assert names(store) == {"default": 1}
    assert len(list((store.folder / "originals").rglob("*.txt"))) == 1
    assert store.check(deep=True) == []


def test_the_default_collection_stays(store: Store) -> None:
    with pytest.raises(UsageError, match="cannot be removed"):
        store.delete_collection("DEFAULT")
    with pytest.raises(UsageError, match="cannot be removed"):
        store.rename_collection("default", "other")
    with pytest.raises(NotFoundError):
        store.delete_collection("none")
    assert names(store) == {"default": 0}
