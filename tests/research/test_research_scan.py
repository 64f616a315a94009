"""Every sentence of a document against many probes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pincite import Library
from pincite.errors import NotFoundError
from pincite.research import scan as module
from pincite.research.relevance import (
    FEATURES,
    coefficients,
    confidence,
    measure,
    probabilities,
    read,
    threshold,
    usable,
)
from pincite.research.scan import Scan, scan
from pincite.research.schema import builtin

PROBES = ("Which law governs this agreement?", "When does the agreement end?", "the temperature of the vault")


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as library:
        yield library


@pytest.fixture(scope="module")
def found(library: Library) -> Scan:
    document = library.document("seed-bank-agreement.pdf")
    return scan(library._store, library._encoder(), document, PROBES)


def test_every_sentence_is_there_once_and_in_order(found: Scan) -> None:
    places = [line.sentence.spans for line in found.lines]
    assert len(set(places)) == len(places) > 50
    assert places == sorted(places)
    assert [line.position for line in found.lines] == list(range(len(found.lines)))
    assert found.scores.shape == (len(found.lines), len(PROBES))


def test_the_best_sentence_answers(found: Scan) -> None:
    law, end, vault = (found.lines[i].text for i in found.scores.argmax(axis=0))
    assert "law of England and Wales" in law
    assert "term" in end or "terminate" in end
    assert "Storage Vault" in vault


def test_the_size_of_blocks_changes_nothing(
    library: Library, found: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BLOCK", 3)
    again = scan(library._store, library._encoder(), found.document, PROBES)
    assert [line.text for line in again.lines] == [line.text for line in found.lines]
    np.testing.assert_allclose(again.scores, found.scores, atol=1e-5)


def test_without_probes_there_are_sentences_all_the_same(library: Library, found: Scan) -> None:
    empty = scan(library._store, library._encoder(), found.document, ())
    assert len(empty.lines) == len(found.lines)
    assert empty.scores.shape == (len(found.lines), 0)


def test_a_document_that_is_gone(library: Library, found: Scan) -> None:
    with pytest.raises(NotFoundError):
        scan(library._store, library._encoder(), replace(found.document, id="0" * 32), PROBES)


# Relevance


def test_what_ships_has_every_feature() -> None:
    for cued in (True, False):
        weights, _ = coefficients("cued" if cued else "plain")
        assert len(weights) == len(FEATURES)
        assert 0.1 <= threshold(cued=cued) <= 0.8
        assert confidence(0.9, cued=cued) > confidence(0.1, cued=cued)


def test_a_cue_and_a_section_speak_for_a_sentence_and_unless_against_it(found: Scan) -> None:
    reading = read(found)
    law = replace(builtin("contract").field("governing_law"), probes=PROBES[:1])
    plain = replace(law, cues=("no such phrase",), hints=(), unless=(), sections=())
    columns = slice(0, 1)
    best = int(found.scores[:, 0].argmax())

    def probability(**changes: tuple[str, ...]) -> float:
        return float(probabilities(measure(reading, replace(plain, **changes), columns), cued=True)[best])

    assert probability(cues=law.cues) > 2 * probability()
    assert probability(hints=("England",)) > probability() > probability(unless=("England",))


def test_only_sentences_with_a_value_can_be_quoted(found: Scan) -> None:
    reading = read(found)
    kept = usable(reading, builtin("contract").field("effective_date"))
    texts = [reading.texts[i] for i in np.flatnonzero(kept)]
    assert texts
    assert all(any(digit.isdigit() for digit in text) for text in texts)
    headings = [line.position for line in found.lines if line.heading]
    assert headings
    assert not usable(reading, builtin("contract").field("insurance"))[headings].any()


def test_a_document_without_text_has_nothing(found: Scan) -> None:
    reading = read(Scan(found.document, (), np.zeros((0, 1), np.float32)))
    item = builtin("contract").field("insurance")
    assert measure(reading, item, slice(0, 1)).shape == (0, len(FEATURES))
    assert not usable(reading, item).any()
