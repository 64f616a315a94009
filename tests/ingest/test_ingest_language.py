from __future__ import annotations

import numpy as np
import pytest

from pincite.domain import Block, BlockKind, Page
from pincite.ingest.language import document_language

TEXTS = {
    "en": "The committee met on the first day of spring and agreed that the old bridge should be kept for walkers.",
    "de": "Der Ausschuss trat am ersten Tag des Frühlings zusammen und beschloss, die alte Brücke zu erhalten.",
    "fr": "Le comité s'est réuni le premier jour du printemps et a décidé de conserver le vieux pont aux piétons.",
    "es": "El comité se reunió el primer día de la primavera y acordó conservar el puente viejo para los peatones.",
    "ja": "委員会は春の最初の日に集まり、古い橋を歩行者のために残すことに同意した。新しい橋は川下に建てられる。"
    * 2,
    "ru": "Комитет собрался в первый день весны и решил сохранить старый мост для пешеходов и построить новый.",
}


def page(index: int, *blocks: tuple[BlockKind, str]) -> Page:
    text, placed = "", []
    for kind, content in blocks:
        start = len(text) + (2 if text else 0)
        text = f"{text}\n\n{content}" if text else content
        placed.append(Block(kind, start, len(text)))
    return Page(index, str(index), text, 612, 792, np.zeros((len(text), 4), np.uint16), tuple(placed))


@pytest.mark.parametrize("language", TEXTS)
def test_languages(language: str) -> None:
    assert document_language([page(1, (BlockKind.PARAGRAPH, TEXTS[language]))]) == language


def test_running_text_counts_not_headings_or_references() -> None:
    references = (BlockKind.REFERENCE, TEXTS["de"] * 10)
    heading = (BlockKind.HEADING, TEXTS["fr"])
    pages = [page(1, heading, (BlockKind.PARAGRAPH, TEXTS["en"])), page(2, references)]
    assert document_language(pages) == "en"


def test_the_body_counts_more_than_the_first_page() -> None:
    title = page(1, (BlockKind.PARAGRAPH, TEXTS["en"] * 30))
    body = [page(index, (BlockKind.PARAGRAPH, TEXTS["de"] * 30)) for index in range(2, 9)]
    assert document_language([title, *body]) == "de"


@pytest.mark.parametrize("text", ["", "12 34 56 78 90 " * 20, "Brücke"])
def test_too_little_text_is_taken_for_english(text: str) -> None:
    assert document_language([page(1, (BlockKind.PARAGRAPH, text))] if text else []) == "en"
