"""Questions that name their document."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.search.titles import title_scores
from support.loaded import share_encoder

TITLES = {1: ("Lease of the mill", "en"), 2: ("Lease of the forge", "en"), 3: ("Notes", "en")}


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


def test_rare_words_of_a_title_weigh_more_and_other_words_nothing() -> None:
    scores = title_scores([("leas",), ("forg", "forge"), ("rent",)], TITLES, [1, 2, 3, 2])
    lease, forge = math.log1p(3 / 2), math.log1p(3)
    assert scores.tolist() == pytest.approx([lease, lease + forge, 0, lease + forge])


def test_nothing_to_compare() -> None:
    assert title_scores([], TITLES, [1, 2]).tolist() == [0, 0]
    assert title_scores([("leas",)], {}, [1]).tolist() == [0]
    assert title_scores([("leas",)], TITLES, []).tolist() == []


@pytest.fixture
def leases(tmp_path: Path) -> Iterator[Library]:
    """Three contracts that say nearly the same, and whose parties stand in their titles alone."""
    files = tmp_path / "files"
    files.mkdir()
    for name, days in (("Mill", 30), ("Forge", 60), ("Tannery", 90)):
        (files / f"{name}.md").write_text(
            f"# Lease of the {name}\n\n## Rent\n\nThe rent is due within {days} days of the invoice.\n",
            "utf-8",
        )
    with Library.open(tmp_path / "library") as library:
        library.add([files])
        yield library


@pytest.mark.parametrize(("name", "days"), [("mill", 30), ("forge", 60), ("tannery", 90)])
def test_the_document_that_is_named_comes_first(leases: Library, name: str, days: int) -> None:
    first = leases.search(f"When is the rent due under the lease of the {name}?")[0]
    assert first.document.title.lower().endswith(name)
    assert first.scores.title is not None
    assert first.scores.title > 0
    assert f"{days} days" in first.text


def test_a_title_that_somebody_gave_counts(leases: Library) -> None:
    document = leases.search("lease of the mill rent")[0].document
    leases.rename_document(document.id, "Hollowell agreement")
    for passage in leases.search("What does the Hollowell agreement say of rent?"):
        assert bool(passage.scores.title) == (passage.document.id == document.id)
