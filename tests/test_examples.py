"""The sample documents are what their sources make of them, and their truth is true."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

from support.samples import EXAMPLES, PAPERS, SAMPLES, sample, squash, truth

_DIVIDED = re.compile("[A-Za-z][\ufffe\x02-](\r?\n)?[a-z]")


def page_texts(file: Path) -> list[str]:
    with pdfium.PdfDocument(file) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typeset")
    subprocess.run(
        [sys.executable, EXAMPLES / "typeset.py", "--output", folder], check=True, stdout=subprocess.DEVNULL
    )
    return folder


@pytest.mark.parametrize("name", SAMPLES)
def test_the_committed_pdf_is_what_the_source_makes(fresh: Path, name: str) -> None:
    committed, made = PAPERS / f"{name}.pdf", fresh / "papers" / f"{name}.pdf"
    assert page_texts(made) == page_texts(committed)
    if json.loads((fresh / "truth.json").read_text("utf-8"))["typeset_with"] == truth()["typeset_with"]:
        assert made.read_bytes() == committed.read_bytes()


def test_the_committed_truth_is_what_the_sources_make(fresh: Path) -> None:
    made = json.loads((fresh / "truth.json").read_text("utf-8"))
    assert made["documents"] == truth()["documents"]


def test_every_paper_is_described_and_all_are_small() -> None:
    files = sorted(PAPERS.iterdir())
    assert [file.name for file in files] == [document["file"] for document in truth()["documents"]]
    assert [file.stem for file in files] == list(SAMPLES)
    assert sum(file.stat().st_size for file in files) < 1_000_000


@pytest.mark.parametrize("name", SAMPLES)
def test_answers_stand_on_their_page_and_on_no_other(name: str) -> None:
    pages = [squash(text) for text in page_texts(PAPERS / f"{name}.pdf")]
    answered = [question for question in sample(name)["questions"] if question["answer"]]
    refused = [question for question in sample(name)["questions"] if question["answer"] is None]
    assert len(answered) >= 12
    assert len(refused) >= 2
    for question in answered:
        found = [number for number, text in enumerate(pages, start=1) if squash(question["answer"]) in text]
        assert found == [question["page"]], question["question"]


@pytest.mark.parametrize("name", SAMPLES)
def test_headings_and_labels_stand_where_the_truth_says(name: str) -> None:
    known = sample(name)
    texts = page_texts(PAPERS / f"{name}.pdf")
    assert len(texts) == known["pages"] == len(known["labels"])
    assert len(known["headings"]) >= 7
    for heading in known["headings"]:
        assert squash(heading["number"] + heading["title"]) in squash(texts[heading["page"] - 1])
    for text, label in zip(texts, known["labels"], strict=True):
        if label is not None:
            assert re.search(rf"^(Page )?{label}( of \d+)?\s*$|Page {label} of", text, re.MULTILINE), label


@pytest.mark.parametrize("name", SAMPLES)
def test_every_block_is_printed_on_its_pages_in_the_order_of_reading(name: str) -> None:
    pages = [squash(text) for text in page_texts(PAPERS / f"{name}.pdf")]
    for block in sample(name)["blocks"]:
        text, first, last = squash(block["text"]), pages[block["pages"][0] - 1], pages[block["pages"][-1] - 1]
        # A block may go on in the next column, below a figure or after a footnote: it has at most two parts.
        cut = next(end for end in range(len(text), -1, -1) if text[:end] in first)
        assert cut > 0, block["text"]
        assert text[cut:] in last, block["text"]


@pytest.mark.parametrize("name", SAMPLES)
def test_words_are_divided_at_line_ends_as_in_print(name: str) -> None:
    assert sum(len(_DIVIDED.findall(text)) for text in page_texts(PAPERS / f"{name}.pdf")) >= 8


@pytest.mark.parametrize("name", ["courtyard-noise", "heat-pumps", "river-gauges"])
def test_fonts_are_embedded(name: str) -> None:
    with pikepdf.open(PAPERS / f"{name}.pdf") as document:
        descriptors = [
            obj["/FontDescriptor"]
            for obj in document.objects
            if isinstance(obj, pikepdf.Dictionary) and "/FontDescriptor" in obj
        ]
        assert len(descriptors) >= 2
        assert all("/FontFile2" in descriptor for descriptor in descriptors)


def test_the_report_names_its_pages_as_printed() -> None:
    with pdfium.PdfDocument(PAPERS / "river-gauges.pdf") as document:
        labels = [document.get_page_label(index) for index in range(len(document))]
        outline = [entry.get_title() for entry in document.get_toc()]
    known = sample("river-gauges")
    assert labels[1:] == known["labels"][1:]
    assert outline == [f"{h['number']} {h['title']}".strip() for h in known["headings"]]
