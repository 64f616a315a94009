"""Exports say what the screen says, with its numbers, and nothing in them comes to life."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pincite.domain import (
    Answer,
    AnswerSentence,
    Citation,
    Document,
    Incomplete,
    Lost,
    ModelUse,
    Rectangle,
    Span,
    Turn,
    TurnState,
)
from pincite.errors import UsageError
from pincite.export.content import entry_of_turn
from pincite.export.files import exported, file_stem, format_of, write_new
from pincite.export.markdown import escaped, to_markdown

ODD_NAMES = [
    "Q1 #2 50% (final) [v3].pdf",
    "100%25 done.pdf",
    "résumé ?.pdf",
    "a&b=c.pdf",
    "<img src=x onerror=alert(1)>.pdf",
]
LIVE = (
    "<b>bold</b> ![x](http://evil.example/?d=1) [here](javascript:alert(1)) www.evil.example me@evil.example"
)
RENDER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def document(name: str = "report.pdf", title: str = "A Report") -> Document:
    known = ("en", "application/pdf", "0" * 64, 9, 9, 9)
    return Document("d" * 20, name, title, ("A. Author",), 2020, *known, (), (), (), "")


def citation(number: int, quote: str = "Ants eat.", **changes: Any) -> Citation:
    values: dict[str, Any] = {
        "number": number,
        "quote": quote,
        "document": document(),
        "spans": (Span(5, 0, len(quote)),),
        "page_index": 5,
        "page_label": "iii",
        "section": ("1 Ants", "1.1 Food"),
        "rectangles": (Rectangle(5, 0.1, 0.2, 0.3, 0.4),),
    }
    return Citation(**{**values, **changes})


def turn(*sentences: AnswerSentence, citations: tuple[Citation, ...] = (), **changes: Any) -> Turn:
    values: dict[str, Any] = {
        "question": "What do ants eat?",
        "refused": False,
        "reason": "",
        "text": "",
        "sentences": sentences,
        "citations": citations,
        "passages": (),
        "confidence": 0.9,
        "timings": {},
    }
    lost = changes.pop("lost", {})
    answer = Answer(**{**values, **changes})
    return Turn(1, answer.question, TurnState.DONE, "2026-01-01T00:00:00+00:00", answer=answer, lost=lost)


def rendered_text(markdown: str) -> str:
    """What a reader sees of Markdown: the text of all its parts."""
    inline = [token for token in RENDER.parse(markdown) if token.type in ("inline", "fence")]
    lines = []
    for token in inline:
        parts = token.children or [token]
        lines.append("".join("\n" if p.type in ("softbreak", "hardbreak") else p.content for p in parts))
    return "\n".join(lines)


def live_parts(markdown: str) -> set[str]:
    tokens = RENDER.parse(markdown)
    kinds = {token.type for token in tokens} | {
        child.type for token in tokens for child in (token.children or [])
    }
    return kinds & {
        "link_open",
        "image",
        "html_inline",
        "html_block",
        "code_inline",
        "table_open",
        "strong_open",
    }


def docx_lines(content: bytes) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(io.BytesIO(content)).paragraphs]


def test_numbers_and_references_are_the_same_in_every_form() -> None:
    said = turn(
        AnswerSentence("Ants eat leaves.", (3,)),
        AnswerSentence("They also eat sugar.", (7, 3)),
        citations=(citation(3, "Ants eat leaves."), citation(7, "They also eat\tsugar.")),
    )
    as_json = json.loads(exported("T", [said], "json"))
    answer = as_json["turns"][0]["answer"]
    assert [sentence["references"] for sentence in answer["sentences"]] == [[3], [7, 3]]
    assert [reference["number"] for reference in answer["references"]] == [3, 7]
    assert answer["references"][0]["document"]["file_name"] == "report.pdf"
    assert (answer["references"][0]["spans"], answer["references"][0]["page_label"]) == ([[5, 0, 16]], "iii")
    shown = "Ants eat leaves. [3] They also eat sugar. [7] [3]"
    references = [
        "[3] A Report, page iii (page 5 of the file) (report.pdf › 1 Ants › 1.1 Food): “Ants eat leaves.”",
        "[7] A Report, page iii (page 5 of the file) (report.pdf › 1 Ants › 1.1 Food): “They also eat · sugar.”",
    ]
    assert rendered_text(exported("T", [said], "markdown").decode()).split("\n") == [
        "T",
        "What do ants eat?",
        shown,
        "References",
        *references,
    ]
    lines = docx_lines(exported("T", [said], "docx"))
    assert lines == [
        "T",
        "What do ants eat?",
        "Ants eat leaves.[3] They also eat sugar.[7][3]",
        "References",
        *references,
    ]


def test_numbers_in_a_word_document_are_raised() -> None:
    content = exported("T", [turn(AnswerSentence("Ants eat.", (1,)), citations=(citation(1),))], "docx")
    runs = docx.Document(io.BytesIO(content)).paragraphs[2].runs
    assert [(run.text, bool(run.font.superscript)) for run in runs] == [("Ants eat.", False), ("[1]", True)]


def test_the_parts_of_an_answer_keep_their_form() -> None:
    said = turn(
        AnswerSentence("Food", (), "\n## "),
        AnswerSentence("They eat **leaves**.", (1,), "\n- "),
        AnswerSentence("And sugar.", (1,), " "),
        AnswerSentence("Beds", (), "\n- "),
        AnswerSentence("```python\nprint('[1]')\n```", (), "\n\n"),
        AnswerSentence("The end.", (), "\n\n"),
        citations=(citation(1),),
        mode="composed",
        model=ModelUse("ollama", "small", "http://127.0.0.1:11434", False),
        removed=(AnswerSentence("Bees fly.", (), problem="x"),),
        incomplete=Incomplete.CUT_OFF,
        asked_as="What do ants eat in winter?",
    )
    markdown = exported("T", [said], "markdown").decode()
    assert (
        "### Food\n\n- They eat leaves. [1] And sugar. [1]\n- Beds\n\n```\nprint('[1]')\n```\n\nThe end."
        in markdown
    )
    assert "*Understood as:* What do ants eat in winter?" in markdown
    assert "*The answer ends early: the model reached its limit.*" in markdown
    assert "*Written by small on this machine; each sentence was checked against its sources.*" in markdown
    assert "1 sentence of the model’s draft had no support" in markdown
    paragraphs = docx.Document(io.BytesIO(exported("T", [said], "docx"))).paragraphs
    styles = {paragraph.text: paragraph.style.name for paragraph in paragraphs if paragraph.style}
    assert styles["Food"] == "Heading 2"
    assert styles["They eat leaves.[1] And sugar.[1]"] == styles["Beds"] == "List Bullet"


def test_an_unsupported_sentence_is_marked() -> None:
    said = turn(AnswerSentence("Bees fly.", (), problem="the name Bees is not in the sources"))
    as_markdown = rendered_text(exported("T", [said], "markdown").decode())
    as_word = "\n".join(docx_lines(exported("T", [said], "docx")))
    for content in (as_markdown, as_word):
        assert "Bees fly. (not supported: the name Bees is not in the sources)" in content


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_and_live_text_are_shown_as_text(name: str) -> None:
    odd = document(name, LIVE)
    said = turn(
        AnswerSentence(f"# {LIVE}", (1,)),
        citations=(citation(1, f"{LIVE}\n- [1]: http://evil.example\n***", document=odd, section=(LIVE,)),),
        question=LIVE,
        asked_as=f"{LIVE}?",
    )
    markdown = exported(LIVE, [said], "markdown").decode()
    assert live_parts(markdown) == set()
    assert name in rendered_text(markdown)
    assert rendered_text(markdown).count(LIVE) == 7
    # Bare addresses are made links by many renderers, unless their signs are escaped.
    assert re.findall(r"(?<!\\)://|www\.|(?<!\\)@", markdown) == []
    lines = docx_lines(exported(LIVE, [said], "docx"))
    assert any(name in line for line in lines)
    relations = docx.Document(io.BytesIO(exported(LIVE, [said], "docx"))).part.rels.values()
    assert not any(relation.is_external for relation in relations)


ANY = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"))
SIGNS = st.sampled_from(" #*_[]()<>!`-+=~1.|\\&:/@")


@settings(max_examples=60)
@given(st.text(alphabet=ANY | SIGNS, min_size=1))
def test_escaped_text_is_read_as_it_was(text: str) -> None:
    text = " ".join(text.split())
    if not text:
        return
    assert rendered_text(escaped(text)) == text
    assert live_parts(escaped(text)) == set()


def test_control_characters_do_not_break_a_word_document() -> None:
    said = turn(AnswerSentence("a\x00b\x1b[31mc\ufffe\ud800", (1,)), citations=(citation(1, "x\x0by\x02"),))
    assert "ab[31mc\ufffd[1]" in docx_lines(exported("T\x00", [said], "docx"))
    exported("T\ud800", [said], "json")
    exported("T\ud800", [said], "markdown")


def test_what_has_become_of_a_document_and_of_a_turn_is_said() -> None:
    said = turn(AnswerSentence("Ants eat.", (1,)), citations=(citation(1),), lost={1: Lost.REMOVED})
    others = [
        Turn(2, "Second?", TurnState.RUNNING, ""),
        Turn(3, "Third?", TurnState.FAILED, "", failure="No server answers."),
        Turn(4, "Fourth?", TurnState.FORGOTTEN, ""),
    ]
    text = rendered_text(to_markdown("T", [entry_of_turn(each) for each in (said, *others)]))
    assert "[1] A Report, page iii (page 5 of the file), no longer in the library (" in text
    for words in (
        "Second?\nThis question was not answered",
        "Third?\nNo server answers.",
        "Fourth?\nThe answer was removed",
    ):
        assert words in text
    assert (
        json.loads(exported("T", [said, *others], "json"))["turns"][0]["answer"]["references"][0]["lost"]
        == "removed"
    )


def test_a_refusal_is_exported_as_one() -> None:
    refused = replace(turn(), answer=replace(turn().answer, refused=True, text="Your documents do not say."))  # type: ignore[type-var]
    assert rendered_text(exported("T", [refused], "markdown").decode()).endswith("Your documents do not say.")


def test_files(tmp_path: Path) -> None:
    assert format_of(Path("a.MD")) == "markdown"
    with pytest.raises(UsageError, match="in which format"):
        format_of(Path("a.txt"))
    write_new(tmp_path / "a.md", b"x")
    with pytest.raises(UsageError, match="exists already"):
        write_new(tmp_path / "a.md", b"y")
    with pytest.raises(UsageError, match="no folder"):
        write_new(tmp_path / "none" / "a.md", b"y")
    assert (tmp_path / "a.md").read_bytes() == b"x"
    assert file_stem("../../What's “this”?\n/etc") == "What-s-this-etc"
    assert file_stem("?!") == "conversation"
