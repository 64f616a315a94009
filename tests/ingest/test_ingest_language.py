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


def test_tables_count_where_there_is_no_running_text() -> None:
    rows = "\n".join(
        ["Straße\tStadt\tMiete", "Am alten Markt 4\tHamburg\t900", "Unter den Linden\tBerlin\t1200"]
    )
    assert document_language([page(1, (BlockKind.TABLE, rows * 3))]) == "de"


def test_names_and_heads_alone_tell_no_language() -> None:
    heads = "name\ttype\tflow\tprice\tstock\n"
    rows = heads + "".join(f"Pump {number}\tcentrifugal\t23\t131.87\t5\n" for number in range(40))
    assert document_language([page(1, (BlockKind.TABLE, rows))]) == "en"
    rows = "产品\tDN\t价格\n" + "".join(f"水泵 ABX {number}\tcentrifugal\t131 元\n" for number in range(40))
    assert document_language([page(1, (BlockKind.TABLE, rows))]) == "zh"


def test_code_does_not_count() -> None:
    code = "der = die(das)\nfor nicht in alle: print(und, oder, aber, wenn)\n" * 9
    assert document_language([page(1, (BlockKind.CODE, code), (BlockKind.PARAGRAPH, TEXTS["en"]))]) == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [("合同", "zh"), ("橋を渡る", "ja"), ("สัญญา", "th"), ("Договор", "ru"), ("عقد", "ar")],
)
def test_short_text_is_known_by_its_script(text: str, language: str) -> None:
    assert document_language([page(1, (BlockKind.HEADING, text))]) == language


def test_dialects_are_taken_for_their_language() -> None:
    texts = [
        "吴语是汉语的一种，主要分布在江苏南部、上海和浙江。" * 3,
        "Di meeting don start and dem dey talk say wetin we go do.",
    ]
    assert [document_language([page(1, (BlockKind.PARAGRAPH, text))]) for text in texts] == ["zh", "en"]
