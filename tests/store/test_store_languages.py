from __future__ import annotations

from pathlib import Path

from store_builders import add

from pincite.store import Store


def test_languages_of_a_scope_the_most_frequent_first(store: Store, tmp_path: Path) -> None:
    assert store.languages(store.scope()) == ()
    store.create_collection("letters")
    for number, language in enumerate(["de", "en", "de"]):
        add(store, tmp_path, f"text {number}", name=f"{number}.txt", language=language)
    add(store, tmp_path, "a letter", name="letter.txt", language="fr", collection="letters")
    assert store.languages(store.scope()) == ("de", "en", "fr")
    assert store.languages(store.scope("letters")) == ("fr",)
