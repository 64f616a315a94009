from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from typer.testing import Result

from pincite import Library
from support.samples import EXAMPLES, truth

Run = Callable[..., Result]

ANSWERED = "May the provider subcontract?"
UNANSWERED = "Who designed the dam at Upper Lake?"
LINK = re.compile("\x1b]8;[^;]*;([^\x1b]+)\x1b\\\\")


def test_an_answer_in_json_is_checkable(run_json: Callable[..., Any], sample_library: Path) -> None:
    answer = run_json("ask", ANSWERED, library=sample_library)
    assert answer["refused"] is False
    assert answer["question"] == ANSWERED
    assert {"text", "sentences", "passages", "confidence", "timings", "reason", "mode"} < set(answer)
    with Library.open(sample_library) as library:
        for citation in answer["citations"]:
            pages = {page.index: page for page in library.pages(citation["document"]["id"])}
            (index, start, end), *more = citation["spans"]
            assert not more
            assert pages[index].text[start:end] == citation["quote"]
            assert (citation["page_index"], citation["page_label"]) == (index, pages[index].label)
            assert all(len(frame) == 5 and frame[0] == index for frame in citation["rectangles"])


def test_an_answer_for_people(run: Run, sample_library: Path) -> None:
    done = run("ask", *ANSWERED.split(), library=sample_library)
    assert done.exit_code == 0
    assert done.stderr == ""
    answer, citations, effort = done.stdout.split("\n\n")
    assert "The Provider shall not subcontract any Service" in answer
    numbers = re.findall(r"\[(\d+)\]$", answer, re.MULTILINE)
    assert numbers == [str(n) for n in range(1, len(answer.splitlines()) + 1)]
    assert "[1]" in citations
    assert "Services Agreement for Seed Storage and Germination Testing, page 3\n" in citations
    assert "seed-bank-agreement.pdf › 3. The Services" in citations
    assert re.fullmatch(r"from 1 document, \d+ passages? read, \d+\.\d\d s, confidence [01]\.\d\d\n", effort)


def test_a_refusal_shows_what_is_there(run: Run, run_json: Callable[..., Any], sample_library: Path) -> None:
    done = run("ask", UNANSWERED, library=sample_library)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Your documents do not say.", "The nearest passages, and what they do say:"]
    assert [line[:3] for line in lines if re.match(r"\d  ", line)] == ["1  ", "2  ", "3  "]
    assert "[1]" not in done.stdout
    answer = run_json("ask", UNANSWERED, library=sample_library)
    assert (answer["refused"], answer["text"]) == (True, "Your documents do not say.")
    assert answer["citations"] == answer["sentences"] == []
    assert len(answer["passages"]) == 3


def test_links_open_the_original_at_the_page(run: Run, sample_library: Path) -> None:
    done = run("ask", ANSWERED, library=sample_library, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    addresses = set(LINK.findall(done.stdout))
    assert addresses
    with Library.open(sample_library) as library:
        original = library.original(library.document("seed-bank-agreement.pdf"))
    for address in addresses:
        parts = urlsplit(address)
        assert (parts.scheme, unquote(parts.path), parts.fragment) == ("file", str(original), "page=3")


def test_no_link_and_no_colour_in_a_pipe(run: Run, sample_library: Path) -> None:
    assert "\x1b" not in run("search", "radar", "--no-dense", "--no-rerank", library=sample_library).stdout


def test_a_question_without_words_and_an_empty_library(
    run: Run, tmp_path: Path, sample_library: Path
) -> None:
    assert "The question has no words in it." in run("ask", "?!", library=sample_library).stdout
    with Library.open(tmp_path / "empty"):
        pass
    done = run("ask", "Who?", library=tmp_path / "empty")
    assert done.exit_code == 0
    assert "There is no document to look in. `pincite add FILE` adds one." in done.stdout
    assert run("search", "radar", library=tmp_path / "empty").stdout == "Nothing was found.\n"


def test_the_scope_of_a_question(run: Run, run_json: Callable[..., Any], sample_library: Path) -> None:
    found = run_json("ask", ANSWERED, "--document", "heat-pumps.pdf", "--passages", library=sample_library)
    assert {passage["document"]["file_name"] for passage in found["passages"]} == {"heat-pumps.pdf"}
    for option in ("--document", "--collection"):
        done = run("ask", ANSWERED, option, "nowhere", library=sample_library)
        assert done.exit_code == 2
        assert "nowhere" in done.stderr
    assert run("ask", ANSWERED, "--document", " ", library=sample_library).exit_code == 2


def test_search_in_json(run_json: Callable[..., Any], sample_library: Path) -> None:
    quick = ("--no-dense", "--no-rerank", "--no-page")
    found = run_json("search", "swallow's nest", "-k", "3", *quick, library=sample_library)
    assert found["question"] == "swallow's nest"
    assert [passage["rank"] for passage in found["passages"]] == list(range(1, len(found["passages"]) + 1))
    first = found["passages"][0]
    assert "swallow" in first["text"]
    assert first["document"]["file_name"] == "river-gauges.pdf"
    assert first["scores"]["lexical"] > 0
    assert first["scores"]["dense"] is first["scores"]["late"] is first["scores"]["precise"] is None
    assert "rerank" not in found["timings"]
    assert all(len(span) == 3 for span in first["spans"])


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
def test_search_for_people(run: Run, sample_library: Path, fusion: str) -> None:
    done = run("search", "swallow nest", "-k", 1, "--scores", "--fusion", fusion, library=sample_library)
    place, origin, text, scores, *rest = done.stdout.splitlines()
    assert place.startswith("1  Radar Level Sensors at Small River Gauges, ")
    assert origin.strip().startswith("river-gauges.pdf › ")
    assert "swallow" in text
    assert re.match(r"   final -?\d+\.\d+, late .*, lexical .*, dense .*, fused ", scores)
    assert rest[-1].startswith("milliseconds: ")
    call = ("search", "swallow nest", "-k", 1, "--no-rerank")
    short, full = (run(*call, *more, library=sample_library).stdout for more in ((), ("--full",)))
    assert len(full) > len(short)


def test_search_options_that_make_no_sense(run: Run, sample_library: Path) -> None:
    for options in (["--no-dense", "--no-lexical"], ["--precise"], ["--fusion", "magic"], ["-k", "0"]):
        done = run("search", "radar", *options, library=sample_library)
        assert done.exit_code == 2, options
        assert done.stderr.startswith("error: ")
        assert len(done.stderr.splitlines()) == 2


def test_the_demonstration_asks_what_the_samples_are_known_to_hold() -> None:
    source = (EXAMPLES / "demo.py").read_text(encoding="utf-8")
    known = {q["question"]: q["answer"] for d in truth()["documents"] for q in d["questions"]}
    asked = re.findall(r'^    \("(.+)", (True|False)\),$', source, re.MULTILINE)
    assert [answerable for _, answerable in asked] == ["True", "True", "False"]
    for question, answerable in asked:
        assert (known[question] is not None) == (answerable == "True")
